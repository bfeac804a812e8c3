"""Check the words that people read in random games: plurals, plain words, and coordinates that the board shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest

import stockade
from stockade.conformance.table import QUICK_SETTINGS, Setting, each_game, played_match
from stockade.core.scene import Scene
from stockade.core.state import State

each_setting = pytest.mark.parametrize("setting", QUICK_SETTINGS, ids=str)
SEED = 1
EVERY = 23  # of so many states of a game, the picture of one is read
ONE = re.compile(r"(?<![\w.,/:−-])1 ([a-z]+s)\b")
AFTER_NAMES = {"begins", "comes", "has", "is", "picks", "upwards"}  # after a name or number: "round 1 begins"
STRANGE = re.compile(r"\b(nought|sixths)\b")
PLACE = re.compile(r"(?<![\d,])-?\d+,-?\d+(?!\d)")


def faults(text: str) -> list[str]:
    """Return what is wrong with a text."""
    return [f"1 {word}" for word in ONE.findall(text) if word not in AFTER_NAMES] + STRANGE.findall(text)


def test_faults_are_found() -> None:
    assert faults("pays 1 credits, gets 1 points, 11 drops and 1 drop") == ["1 credits", "1 points"]
    assert faults("turned by 2 sixths, and back to nought") == ["sixths", "nought"]
    assert faults("round 1 begins; 1 drop, 21 points") == []


def shown(setting: Setting) -> Iterator[State]:
    """Yield a few states of a random match."""
    match = played_match(setting, SEED)
    for ply in [*range(0, len(match.actions), EVERY), len(match.actions)]:
        yield match.state_at(ply)


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
    for entry in played_match(setting, SEED).history():
        for text in (entry.label, *entry.told):
            assert not faults(text), text


@each_setting
def test_pictures_and_buttons_have_no_odd_words(setting: Setting) -> None:
    for state in shown(setting):
        for text in texts_of(state, state.scene(None)):
            assert not faults(text), text


@each_setting
def test_a_button_says_what_the_log_will_say(setting: Setting) -> None:
    """Coordinates and turns are told the same way in both."""
    for state in shown(setting):
        for choice in state.scene(None).choices:
            told = state.describe(choice.action)
            assert PLACE.findall(choice.label) == PLACE.findall(told)
            assert choice.label.partition(", turned ")[2] == told.partition(", turned ")[2]


@each_setting
def test_the_board_shows_the_coordinates_of_the_log(setting: Setting) -> None:
    """Every place that a button names is named by something on the board that a person can point at."""
    for state in shown(setting):
        scene = state.scene(None)
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
