"""Editions: files and texts that are accepted, and errors that name the line of what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.games.cascade_barricade.positions import GAME
from tests.games.positions import Change, changed

import stockade
from stockade.games.cascade_barricade import edition

OURS = edition.edition("stockade-1")
TEXT = edition.FOLDER.joinpath("stockade-1.json").read_text("utf-8")


def refusal(text: str) -> str:
    with pytest.raises(stockade.BadOption) as refused:
        edition.read(text, "mine.json")
    return refused.value.message


def with_change(change: Change) -> str:
    return json.dumps(changed(OURS, change), indent=1)


def test_ours_is_known_by_its_name() -> None:
    assert edition.canonical("stockade-1") == "stockade-1"
    assert GAME.options(2, {"edition": "stockade-1"})["edition"] == "stockade-1"
    assert GAME.options(2)["edition"] == "stockade-1"


def test_a_file_and_its_text_are_the_same_option(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(TEXT, "utf-8")
    kept = edition.canonical(path)
    assert kept == edition.canonical(TEXT) == edition.canonical(kept)
    assert "\n" not in kept
    assert edition.edition(kept) == OURS
    assert edition.numbers(kept) == edition.numbers("stockade-1")
    assert GAME.start(3, {"edition": path}).to_bytes() == GAME.start(3).to_bytes()


def test_a_match_keeps_the_edition_it_was_played_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(with_change(lambda each: each.update(start_money=55)), "utf-8")
    match = stockade.Match(GAME.name, 2, {"edition": path}, seed=1)
    path.unlink()
    again = stockade.Match.from_json(json.loads(json.dumps(match.to_json())))
    assert again.state == match.state
    assert again.state.scores() == [55.0, 55.0]


def test_numbers_are_those_of_the_file() -> None:
    numbers = edition.numbers("stockade-1")
    assert len(numbers) == 2 + 8 + 5 + 48 * 6
    assert numbers[:15] == [100, 16, 1, 2, 3, 4, 5, 6, 7, 8, 2, 2, 3, 3, 3]
    assert numbers[15:27] == [4, 0, 0, 0, 0, 0, 7, 1, 0, 0, 0, 0]
    assert numbers[-6:] == [44, 0, 0, 3, 0, 5]


@pytest.mark.parametrize(
    ("text", "needs", "any_one"),
    [("-", [0, 0, 0], False), ("C", [1, 0, 0], False), ("M/C", [1, 1, 0], True), ("W+W+M", [0, 1, 2], False)],
)
def test_needs_are_read(text: str, needs: list[int], any_one: bool) -> None:
    assert edition.needs_of(text) == (needs, any_one)


@pytest.mark.parametrize("text", ["", "X", "C+", "C+M/W", "CC", "C+C+C+C", None, 3, "c", "--"])
def test_what_is_no_need(text: object) -> None:
    with pytest.raises(ValueError, match="needs are"):
        edition.needs_of(text)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda each: each.update(start_money=5), "'start_money' is a whole number from 6 to 30000, not 5"),
        (lambda each: each.update(start_money=True), "'start_money' is a whole number"),
        (lambda each: each.update(purge_below=50), "'purge_below' is a whole number from 1 to 49"),
        (lambda each: each.update(name=3), "'name' is a text"),
        (lambda each: each.update(colour=3), "an edition has no field 'colour'"),
        (lambda each: each.pop("prices"), "'prices' is missing"),
        (lambda each: each["prices"].reverse(), "'prices' are 8 whole numbers"),
        (lambda each: each["spaces"].pop("4"), "'spaces' has a number for 2, 3, 4, 5, 6"),
        (lambda each: each["spaces"].update({"4": 16}), "'4' is a whole number from 1 to 15"),
        (lambda each: each["walls"].pop(), "'walls' is a list of 48 walls"),
        (lambda each: each["walls"][6].update(bid=8), "7 is expected here"),
        (lambda each: each["walls"][6].pop("needs"), "wall 7 has the fields"),
        (lambda each: each["walls"][6].update(type="paper"), "wall 7: its type is one of junk"),
        (lambda each: each["walls"][6].update(needs="Q"), "wall 7: needs are"),
        (lambda each: each["walls"][6].update(production=121), "'production' is a whole number from 0 to 120"),
    ],
)
def test_a_fault_is_told(change: Callable[[dict[str, Any]], object], words: str) -> None:
    message = refusal(with_change(change))
    assert words in message
    assert message.startswith("mine.json, line ")


def test_the_line_is_that_of_the_fault() -> None:
    lines = TEXT.splitlines()
    place = next(number for number, line in enumerate(lines, 1) if '"bid": 20,' in line)
    wrong = "\n".join(lines).replace('"bid": 20, "type": "stone"', '"bid": 20, "type": "straw"')
    assert refusal(wrong).startswith(f"mine.json, line {place}: wall 20")
    assert refusal(TEXT.replace('"start_money": 100', '"start_money": 1')).startswith("mine.json, line 3: ")
    assert refusal(TEXT[:-20]).startswith(f"mine.json, line {TEXT[:-20].count(chr(10)) + 1}: ")
    assert refusal("[]") == "mine.json, line 1: an edition is an object with named fields"


def test_what_is_no_edition_is_refused(tmp_path: Path) -> None:
    for wrong in ("stockade-2", "", "[]", tmp_path / "none.json", tmp_path, 3, None, True):
        with pytest.raises(stockade.BadOption):
            GAME.start(2, {"edition": wrong})
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    with pytest.raises(stockade.BadOption, match="cannot be read"):
        edition.canonical(tmp_path / "bytes.json")
