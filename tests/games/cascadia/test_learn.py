"""The lesson: every board in it is a real position that a beginner can play on, and its captions are true."""

from __future__ import annotations

import re

import pytest
from tests.games.lessons import Lesson, verbs

from stockade.core.language import signed
from stockade.core.state import State
from stockade.games.cascadia.tables import CARDS

LESSON = Lesson("cascadia")
ACTION = re.compile(r"\b(?:tile -?\d+,-?\d+ k\d|token -?\d+,-?\d+|take \d(?: \d)?)")


def parts(state: State, text: str) -> dict[str, str]:
    """Return the lines of the score sheet that an action changes."""
    (found,) = [choice for choice in state.scene().choices if choice.text == text]
    return dict(found.gains)


def test_there_are_boards_enough() -> None:
    assert len(LESSON.boards) >= 8


def test_actions_in_a_caption_are_legal_there() -> None:
    LESSON.check_captions(ACTION)


def test_every_action_is_told_and_can_be_tried() -> None:
    assert verbs(LESSON.tried()) == LESSON.told() == {"take", "wipe", "tile", "token", "return"}


@pytest.mark.parametrize(
    ("caption", "action", "told"),
    [
        ("mountain and forest", "tile -1,0 k3", {"Mountain": "+1", "Forest": "+1"}),
        ("mountain and forest", "tile -1,0 k0", {}),
        ("Three places for the elk", "token 0,0", {"Elk A": "+2", "Nature tokens": "+1"}),
        ("a second pair", "token -2,3", {"Bear A": "+7"}),
        ("a second pair", "token 0,1", {"Bear A": "−4"}),
        ("line of three", "token -1,1", {"Elk A": "+4"}),
        ("line of three", "token 1,0", {"Elk A": "+2"}),
        ("the run grows to four", "token 1,-1", {"Salmon A": "+4"}),
        ("the run grows to four", "token -2,1", {"Salmon A": "−8"}),
        ("it has peace", "token 0,2", {"Hawk A": "+3"}),
        ("it has peace", "token -1,1", {"Hawk A": "−5"}),
        ("the hawk sees both", "token 0,2", {"Hawk C": "+6"}),
        ("the hawk sees both", "token -1,1", {"Hawk C": "−3"}),
        ("a bear, an elk and a hawk", "token 0,0", {"Fox A": "+3", "Nature tokens": "+1"}),
        ("a bear, an elk and a hawk", "token 1,0", {"Fox A": "+1"}),
    ],
)
def test_what_a_caption_promises(caption: str, action: str, told: dict[str, str]) -> None:
    shown = parts(LESSON.at(caption), action)
    total = sum(int(gain.replace("−", "-")) for gain in told.values())
    assert shown.pop("Total", "+0") == signed(total)
    assert shown == told


def test_the_free_wipe_and_the_paid_ones() -> None:
    state = LESSON.at("Three foxes")
    assert {"wipe", "wipe 1", "take 0 1"} <= {choice.text for choice in state.scene().choices}
    assert state.scene().prompt.endswith("or wipe the three foxes first")


@pytest.mark.parametrize(
    ("species", "card", "table", "told"),
    [
        ("bear", "A", "points_by_pairs", "4, 11, 19, 27"),
        ("elk", "A", "points_by_size", "2, 5, 9, 13"),
        ("elk", "B", "points_by_size", "2, 5, 9, 13"),
        ("elk", "C", "points_by_size", "2, 4, 7, 10, 14, 18, 23, 28"),
        ("elk", "D", "points_by_size", "2, 5, 8, 12, 16, 21"),
        ("salmon", "A", "points_by_length", "2, 5, 8, 12, 16, 20, 25"),
        ("hawk", "A", "points_by_count", "2, 5, 8, 11, 14, 18, 22, 26"),
        ("hawk", "B", "points_by_count", "0, 5, 9, 12, 16, 20, 24, 28"),
        ("fox", "D", "points_by_pairs", "5, 7, 9, 11"),
    ],
)
def test_numbers_in_the_prose_are_those_of_the_cards(species: str, card: str, table: str, told: str) -> None:
    assert CARDS[species][card][table][1:] == [int(number) for number in told.split(", ")]
    assert told.removeprefix("0, ") in LESSON.prose.replace("\n", " ")


def test_the_lesson_is_short() -> None:
    assert LESSON.words < 1100
