"""Numbers of thousands of digits, endless nesting and long texts are refused in words, wherever they come from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import stockade
from stockade import BadOption, BadPosition, CorruptLog, IllegalAction, Match, NotAllowed, ParseError, StockadeError
from stockade.cli.app import app
from stockade.cli.saves import read_log
from stockade.core.checks import MOST_LEVELS, excess, read_json
from stockade.core.errors import LONGEST_QUOTE, quoted

HUGE = 10**5000  # Python refuses to write such a number
DIGITS = "9" * 5000
DEEP = 100_000

each_game = pytest.mark.parametrize("name", stockade.games())


def nested(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


def test_anything_can_be_quoted() -> None:
    assert quoted("Crimson") == "'Crimson'"
    assert quoted(HUGE) == "an object of type int that is too large to show"
    assert quoted(nested(DEEP)) == "an object of type list that is too large to show"
    assert len(quoted("x" * 10_000)) < LONGEST_QUOTE + 10


def test_what_is_too_large_to_be_read_is_named() -> None:
    assert excess({"money": [1, -(2**63), 2**64 - 1, None, "9" * 5000, 1e300]}) == ""
    assert excess(nested(MOST_LEVELS)) == ""
    assert "inside one another" in excess(nested(MOST_LEVELS + 1))
    assert "inside one another" in excess({"a": nested(DEEP)})
    assert "too many digits" in excess({"a": [2**64]})
    assert "too many digits" in excess({"a": {"b": -HUGE}})
    endless: list[Any] = []
    endless.append(endless)
    assert "inside one another" in excess(endless)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (DIGITS, "too many digits"),
        ("[" * DEEP, "inside one another"),
        ('{"a":' * DEEP, "inside one another"),
        ("{", "line 1"),
        ("", "line 1"),
    ],
    ids=lambda each: each[:20],
)
def test_a_text_that_is_no_json_says_why(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_json(text)


@each_game
@pytest.mark.parametrize("action", [HUGE, -HUGE, nested(DEEP), DIGITS, "x" * 2000], ids=lambda each: str(type(each)))
def test_an_action_that_is_too_large_is_refused(name: str, action: Any) -> None:
    match = Match(name, seed=1)
    before = match.state.to_bytes()
    with pytest.raises((IllegalAction, ParseError)):
        match.play(action)
    assert match.state.to_bytes() == before


@each_game
def test_a_text_with_a_long_number_in_it_is_no_action(name: str) -> None:
    match = Match(name, seed=1)
    for action in match.state.legal_actions():
        text = match.state.format(action)
        for place in range(len(text)):
            with pytest.raises(ParseError):
                match.state.parse(text[:place] + DIGITS + text[place + 1 :])


@pytest.mark.parametrize(
    ("kind", "ask"),
    [
        (BadOption, lambda: Match("blockade", players=HUGE)),
        (BadOption, lambda: Match("blockade", seed=HUGE)),
        (BadOption, lambda: Match("blockade", options={"limit": HUGE})),
        (BadOption, lambda: Match("blockade", options={"limit": DIGITS})),
        (BadOption, lambda: Match("blockade", options=nested(DEEP))),
        (NotAllowed, lambda: Match("blockade").state_at(HUGE)),
        (NotAllowed, lambda: Match("blockade").resign(HUGE)),
        (BadOption, lambda: Match("blockade").state.scene(HUGE)),
        (BadPosition, lambda: stockade.game("blockade").from_json({"ply": HUGE})),
        (BadPosition, lambda: stockade.game("blockade").from_json({"game": nested(DEEP)})),
        (CorruptLog, lambda: Match.from_json({**Match("blockade").to_json(), "rules_version": HUGE})),
        (CorruptLog, lambda: Match.from_json({**Match("blockade").to_json(), "ending": nested(DEEP)})),
    ],
)
def test_a_request_of_a_program_is_refused(kind: type[StockadeError], ask: Callable[[], Any]) -> None:
    with pytest.raises(kind) as refused:
        ask()
    assert len(refused.value.message) < 1000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f'{{"stockade": 1, "actions": [{DIGITS}]}}', "too many digits"),
        (f'{{"stockade": 1, "actions": [{DIGITS[:4000]}]}}', "too many digits"),
        ('{"stockade": ' + "[" * DEEP, "inside one another"),
        ('{"stockade": ' + "[" * 500 + "]" * 500 + "}", "inside one another"),
    ],
    ids=["digits", "fewer digits", "levels", "fewer levels"],
)
def test_a_file_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "match.json"
    path.write_text(text, "utf-8")
    for load in (Match.load, lambda path: Match.from_json(read_log(path))):
        with pytest.raises(CorruptLog, match=words):
            load(path)
    for command in (["replay", str(path)], ["perft", "blockade", "--depth", "1", "--position", str(path)]):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 2
        assert words in " ".join(done.output.split())


@each_game
def test_a_table_of_data_is_refused(name: str) -> None:
    for option in stockade.game(name).spec.options:
        if option.read is not None:
            for value, words in ((DIGITS, "too many digits"), ("[" * DEEP, "inside"), (str(nested(500)), "inside")):
                with pytest.raises(BadOption, match=words):
                    Match(name, options={option.name: f'{{"name": {value}}}'})
