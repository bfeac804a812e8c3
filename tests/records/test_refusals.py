"""Records that are wrong are refused in words, with typed errors and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.hostile.mutations import Bender, damaged

import stockade
from stockade import BadOption, BadPosition, CorruptLog, Match, NotAllowed, StockadeError, UnknownGame, records
from stockade.conformance.table import Setting, played_match, settings_of
from stockade.core.errors import LONGEST_QUOTE
from stockade.records import Record
from stockade.records.formats import LARGEST

WRITTEN = ("text", "ndjson", "json")
HEAD = '[Stockade "1"]\n[Game "blockade"]\n[RulesVersion "1"]\n[Players "2"]\n'
DIGITS = "9" * 5000
DEEP = 100_000


def refusal(data: str | bytes) -> str:
    with pytest.raises(CorruptLog) as refused:
        records.read(data)
    assert len(refused.value.message) < 1000
    return refused.value.message


def head(**changes: Any) -> str:
    return json.dumps({**json.loads(records.write(Match("blockade", seed=1), "ndjson").splitlines()[0]), **changes})


def log(more: str) -> str:
    return f'{{"stockade": 1, "game": "blockade", "rules_version": 1, "actions": [], {more}}}'


END = '{"type": "end", "result": "*"}'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins neither"),
        ("hello", "begins neither"),
        ("[]", "begins neither"),
        ("[[[[", "begins neither"),
        ('[Stockade "1"]', "lacks the tag Game"),
        (HEAD, "cut off"),
        (HEAD + "1. Black: D2-3\n", "cut off"),
        (HEAD + '[Game "barrage"]\n*', "two tags 'Game'"),
        (HEAD + "[Seed 1]\n*", "line 5 is not a tag"),
        (HEAD + '[Seed "1', "line 5 is not a tag"),
        (HEAD + '[Seed "x"]\n*', "Seed must be a whole number, not 'x'"),
        (HEAD + f'[Seed "{DIGITS}"]\n*', "Seed must be a whole number"),
        (HEAD + f'[Seed "{2**64}"]\n*', "too many digits"),
        (HEAD + f'[Seed "{2**63}"]\n*', "a seed is"),
        (HEAD.replace("blockade", "chess") + "*", "chess"),
        (HEAD.replace('Players "2"', 'Players "3"') + "*", "for 2 players, not 3"),
        (HEAD.replace('Version "1"', 'Version "99"') + "*", "rules version 99 of Blockade; this is version 1"),
        (HEAD.replace('Stockade "1"', 'Stockade "3"') + "*", "form 3"),
        (HEAD + '[Option:limit "90"]\n[Option:dragons "3"]\n*', "no option 'dragons'"),
        (HEAD + '[Option:limit "-1"]\n*', "limit"),
        (HEAD + "1. Black: D2-9\n*", "move 1 (line 5), 'D2-9': "),
        (HEAD + "\n{Hi\nthere}\n1. Black: D2-3\n2. White: pass\n*", "move 2 (line 9), 'pass': "),
        (HEAD + "1. White: D2-3\n*", "move 1 (line 5), 'D2-3': it is up to Black, not to 'White'"),
        (HEAD + "1. chance: D2-3\n*", "it is up to Black"),
        (HEAD + "1. Black: D2-3\n3. Black: C3-2\n*", "numbers it 3, so moves are missing"),
        (HEAD + "1. Black: D2-3 {good\n*", "line 5 has a brace without its partner"),
        (HEAD + "1. Black: D2-3 }\n*", "line 5 has a brace"),
        (HEAD + "{a {nested} comment}\n*", "line 5 has a brace"),
        (HEAD + "1. Black: D2-3\n1-0", "says that the result is '1-0', but its moves lead to *"),
        (HEAD + '[Result "0-1"]\n1. Black: D2-3\n*', "two results: 0-1 and *"),
        (HEAD + '[Ending "resigned 2"]\n*', "cannot end with"),
        (HEAD + '[Ending "bored"]\n*', "cannot end with"),
        (HEAD + '[Date "yesterday"]\n*', "a date is written like 2026-11-17"),
        (HEAD + '[Name7 "Anna"]\n*', "names 8 players"),
        (HEAD + '[Café "x"]\n*', "cannot have another tag 'Café'"),
        (HEAD + '[Event "\x07"]\n*', "cannot be shown"),
        (HEAD + "D2-3\n" * 3 + "*", "move 2 (line 6)"),
        (HEAD + f"{'x' * 100_000}\n*", "at most 1000 characters"),
        ("{", "not JSON"),
        ("{}", "lacks stockade"),
        ('{"stockade": 1}', "lacks game"),
        (f'{{"stockade": {DIGITS}}}', "too many digits"),
        ('{"stockade": ' + "[" * DEEP, "inside one another"),
        ('{"a":' * DEEP, "inside one another"),
        ('{"stockade": ' + "[" * 500 + "]" * 500 + "}", "inside one another"),
        ('{"stockade": 1, "game": "blockade", "rules_version": 1, "actions": 5}', "'actions' must be a list"),
        ('{"stockade": 1, "game": "blockade", "rules_version": 1, "actions": ["D2-9"]}', "move 1, 'D2-9'"),
        (log('"names": 5'), "list of texts"),
        (log('"tags": [5]'), "texts by name"),
        (log('"tags": {"Game": ""}'), "another tag"),
        (log('"comments": {"x": []}'), "numbers"),
        (log('"comments": {"1": ["a"]}'), "does not have"),
        (log('"comments": {"0": ["}"]}'), "braces"),
        (log('"date": "\\ud800"'), "date"),
        (log('"names": ["\\ud800", ""]'), "shown"),
        (json.dumps(Match("blockade").state.to_json()), "this is a position"),
        (head(), "cut off"),
        (f"{head()}\n{{", "line 2 is not JSON"),
        (f"{head()}\n[]\n{END}", "line 2 cannot be read"),
        (f"{head()}\n{END}\n{END}", "line 2 must have the type 'move'"),
        (f"{head()}\n{'[' * DEEP}\n{END}", "line 2 is not JSON"),
        (f'{head()}\n{{"type": "move", "number": "1", "text": "D2-3"}}\n{END}', "line 2: number, seat"),
        (f'{head()}\n{{"type": "move"}}\n{END}', "line 2 has neither"),
        (f'{head()}\n{{"type": "move", "text": "D2-3", "seat": 1}}\n{END}', "it is up to Black, not to 1"),
        (f'{head()}\n{{"type": "move", "text": "D2-3", "action": 1}}\n{END}', "its number is"),
        (f'{head()}\n{{"type": "end"}}', "line 2 lacks the result"),
        (f"{head(game=5)}\n{END}", "5"),
        (f"{head(names='Anna')}\n{END}", "list of texts"),
        (f'{head(comments="Anna")[:-1]}, "comments": [3]}}\n{END}', "list of texts"),
    ],
    ids=lambda each: each[-40:],
)
def test_a_wrong_record_is_refused_in_words(text: str, words: str) -> None:
    assert words in refusal(text)
    assert words in refusal(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"\xff\xfe[\0S\0", b"GIF89a", bytes(range(256)), b"[\0]"])
def test_what_is_not_text_is_refused(data: bytes) -> None:
    assert "not a record" in refusal(data)


def test_a_file_that_is_too_large_is_refused_before_it_is_read() -> None:
    assert "too large" in refusal(HEAD + "D2-3\n" * (LARGEST // 5))
    assert "too large" in refusal(b"[" * (LARGEST + 1))


def test_a_hundred_thousand_moves_are_refused_at_the_first_wrong_one() -> None:
    assert "move 3 (line 7)" in refusal(HEAD + "D2-3\nB8-6\n" + "D2-3\n" * 100_000 + "*")


def test_a_match_that_is_over_takes_no_more_moves() -> None:
    match = played_match(Setting("blockade", 2), 1)
    text = records.write(match, "text").decode()
    *lines, result, _ = text.split("\n")
    assert "the game is over" in refusal("\n".join([*lines, "D2-3", result]))
    assert "lead to" in refusal("\n".join([*lines[:-1], result]))


@pytest.mark.parametrize(
    ("kind", "ask"),
    [
        (BadOption, lambda: records.write(Match("blockade"), "pdf")),
        (BadOption, lambda: records.write(Match("blockade"), "text", ply=0)),
        (NotAllowed, lambda: records.write(Match("blockade"), "svg", ply=5)),
        (BadPosition, lambda: records.read_position(records.write(Match("blockade"), "json"))),
        (BadPosition, lambda: records.read_position('{"game": 5}')),
        (BadPosition, lambda: records.read_position('{"game": "blockade", "ply": "x"}')),
        (BadPosition, lambda: records.read_position('{"game": "blockade", "a": ' + "[" * 50 + "]" * 50 + "}")),
        (UnknownGame, lambda: records.read_position('{"game": "chess"}')),
        (CorruptLog, lambda: records.read_position("?")),
        (CorruptLog, lambda: Record(Match("blockade"), comments={0: ("}",)})),
    ],
)
def test_a_request_of_a_program_is_refused(kind: type[StockadeError], ask: Callable[[], Any]) -> None:
    with pytest.raises(kind) as refused:
        ask()
    assert len(refused.value.message) < LONGEST_QUOTE * 2


@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("name", stockade.games())
def test_a_damaged_record_is_refused_or_still_makes_sense(name: str, form: str) -> None:
    """Whatever is accepted can be written and read again."""
    dice = random.Random(f"{name} {form}")
    setting = dice.choice(settings_of(name))
    record = Record(
        played_match(setting, 1, 40), ("",) * setting.players, "2026-11-17", {2: ("Hm.",)}, {"Event": "x"}
    )
    whole = records.write(record, form)
    refused = 0
    for _ in range(150):
        text = damaged(whole.decode(), dice)
        data = text.encode("utf-8", "surrogatepass")
        if dice.random() < 0.2:
            data = data[: dice.randrange(len(data) + 1)] + dice.randbytes(dice.randrange(3))
        try:
            again = records.read(data)
        except StockadeError as error:
            assert error.message.strip()  # noqa: PT017  (nothing has to fail)
            refused += 1
            continue
        written = records.write(again, form)
        assert records.write(records.read(written), form) == written
    assert refused > 30


@pytest.mark.parametrize("name", stockade.games())
def test_bent_json_is_refused_or_still_makes_sense(name: str) -> None:
    dice = random.Random(name)
    bender = Bender(dice)
    record = Record(Match(name, seed=1), comments={0: ("a",)}, date="2026-11-17", tags={"Event": "x"})
    log = json.loads(records.write(record, "json"))
    log["names"] = ["Anna"] * log["players"]
    bender.learn(log)
    for _ in range(200):
        data = json.dumps(bender.bent(log))
        try:
            again = records.read(data)
        except StockadeError:
            continue
        for form in WRITTEN:
            written = records.write(again, form)
            assert records.write(records.read(written), form) == written
