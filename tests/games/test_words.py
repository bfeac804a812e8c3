"""Check the words that people read in random games: plurals, plain words, and coordinates that the board shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

import stockade
from stockade.conformance.scope import either
from stockade.conformance.table import QUICK_SETTINGS, Setting, each_game, played_match
from stockade.core.scene import Scene
from stockade.core.state import State

each_setting = pytest.mark.parametrize("setting", QUICK_SETTINGS, ids=str)
SEED = 1
EVERY = either(quick=41, deep=23)  # of so many states of a game, the picture of one is read
ONE = re.compile(r"(?<![\w.,/:−-])1 ([a-z]+s)\b")
AFTER_NAMES = {"begins", "comes", "decides", "has", "is", "picks", "upwards"}  # "round 1 begins"
STRANGE = re.compile(r"\b(nought|sixths)\b")
PLACE = re.compile(r"(?<![\d,])-?\d+,-?\d+(?!\d)")


def faults(text: str) -> list[str]:
    """Return what is wrong with a text."""
    return [f"1 {word}" for word in ONE.findall(text) if word not in AFTER_NAMES] + STRANGE.findall(text)


def test_faults_are_found() -> None:
    assert faults("pays 1 credits, gets 1 points, 11 drops and 1 drop") == ["1 credits", "1 points"]
    assert faults("turned by 2 sixths, and back to nought") == ["sixths", "nought"]
    assert faults("round 1 begins; 1 drop, 21 points") == []


@cache
def match_of(setting: Setting) -> stockade.Match:
    """Return a random match."""
    return played_match(setting, SEED)


@cache
def shown(setting: Setting) -> list[tuple[State, Scene]]:
    """Return a few states of a random match, with their pictures."""
    match = match_of(setting)
    plies = [*range(0, len(match.actions), EVERY), len(match.actions)]
    return [(state, state.scene(None)) for state in map(match.state_at, plies)]


def texts_of(state: State, scene: Scene) -> Iterator[str]:
    """Yield what a picture and a terminal say about a state."""
    yield scene.prompt
    for choice in scene.choices:
        yield from (choice.label, choice.gain, state.describe(choice.action))
    facts = [*(panel.facts for panel in scene.panels), *(sheet.facts for sheet in scene.sheets)]
    for fact in chain.from_iterable(facts):
        yield from (f"{fact.label}: {fact.value}", fact.detail)
    for area in scene.areas:
        yield from (area.label, area.closed)
    for piece in scene.pieces:
        yield piece.label
    yield from str(state).splitlines()


@each_setting
def test_the_log_has_no_odd_words(setting: Setting) -> None:
    for entry in match_of(setting).history():
        for text in (entry.label, *entry.told):
            assert not faults(text), text


@each_setting
def test_pictures_and_buttons_have_no_odd_words(setting: Setting) -> None:
    for state, scene in shown(setting):
        for text in texts_of(state, scene):
            assert not faults(text), text


@each_setting
def test_a_button_says_what_the_log_will_say(setting: Setting) -> None:
    """Coordinates and turns are told the same way in both."""
    for state, scene in shown(setting):
        for choice in scene.choices:
            told = state.describe(choice.action)
            assert PLACE.findall(choice.label) == PLACE.findall(told)
            assert choice.label.partition(", turned ")[2] == told.partition(", turned ")[2]


@each_setting
def test_the_board_shows_the_coordinates_of_the_log(setting: Setting) -> None:
    """Every place that a button names is named by something on the board that a person can point at."""
    for _, scene in shown(setting):
        labels = [area.label for area in scene.areas] + [piece.label for piece in scene.pieces]
        named = {place for label in labels for place in PLACE.findall(label)}
        for choice in scene.choices:
            assert set(PLACE.findall(choice.label)) <= named, choice.label


@each_game
def test_options_have_names_for_people(name: str) -> None:
    for option in stockade.game(name).spec.offered:
        shown = [option.heading, *map(option.title_of, option.choices)]
        assert len(option.titles) in (0, len(option.choices))
        assert not [words for words in shown if "_" in words or words.isupper()], option.name
        assert option.title or option.name.isalpha(), f"{option.name} needs a title"
