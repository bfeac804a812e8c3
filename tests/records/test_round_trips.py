"""Records are the same after a way through every format. The conformance suite does this with whole matches."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stockade
from stockade import Match, records
from stockade.conformance.table import EXAMPLES, Setting, each_setting, played_match
from stockade.core.language import speaking
from stockade.records import Record

WRITTEN = ("text", "ndjson", "json")
each_format = pytest.mark.parametrize("form", WRITTEN)


def check(record: Record) -> None:
    """The record is the same after a way through every format, and through all of them."""
    written = {form: records.write(record, form) for form in WRITTEN}
    for form, data in written.items():
        assert records.recognise(data) == form
        again = records.read(data)
        assert records.write(again, form) == data
        assert {other: records.write(again, other) for other in WRITTEN} == written
        assert again.match.actions == record.match.actions
        assert again.match.state == record.match.state
        assert again.match.result == record.match.result


@each_setting
def test_a_match_that_is_not_over_comes_back_byte_for_byte(setting: Setting) -> None:
    dice = random.Random(str(setting))
    match = played_match(setting, 4, dice.randint(0, 12))
    check(Record(match))
    check(Record(match, has_seed=False))
    if not match.is_over:
        ended = dice.choice(["resigned", "forfeited", "draw"])
        people = match.players - len(match.auto_seats)
        if ended == "draw":
            match.agree_draw()
        else:
            (match.resign if ended == "resigned" else match.forfeit)(dice.randrange(people))
        check(Record(match))


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30)
COMMENTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="{}") | st.just("\n"), max_size=40
)


@EXAMPLES
@given(
    st.integers(0, 2**63 - 1),
    st.integers(0, 8),
    st.tuples(TEXTS, TEXTS),
    st.dictionaries(st.integers(0, 8), st.lists(COMMENTS, min_size=1, max_size=3).map(tuple)),
    st.dictionaries(st.sampled_from(["Event", "Site", "Annotator", "Round"]), TEXTS),
    st.sampled_from(["", "2026-11-17", "1999-01-01"]),
)
def test_names_comments_and_tags_are_kept(
    seed: int,
    length: int,
    names: tuple[str, str],
    comments: dict[int, tuple[str, ...]],
    tags: dict[str, str],
    date: str,
) -> None:
    match = played_match(Setting("blockade", 2), seed, length)
    comments = {number: texts for number, texts in comments.items() if number <= len(match.actions)}
    record = Record(match, names, date, comments, tags)
    check(record)
    for form in WRITTEN:
        again = records.read(records.write(record, form))
        assert (again.names, again.date, again.comments, again.tags) == (names, date, comments, tags)


@each_format
def test_a_record_is_in_english_whoever_writes_it(form: str) -> None:
    match = played_match(Setting("blockade", 2), 1, 9)
    match.resign(1)
    english = records.write(match, form)
    with speaking("de"):
        assert records.write(match, form) == english
        assert records.write(records.read(english), form) == english


def test_the_json_log_is_what_a_match_saves(tmp_path: Path) -> None:
    match = played_match(Setting("cascadia", 2), 5, 30)
    match.save(tmp_path / "match.json")
    saved = (tmp_path / "match.json").read_bytes()
    assert records.write(match, "json") == saved
    assert records.write(records.read(saved), "json") == saved
    assert Match.load(tmp_path / "match.json").actions == records.read(saved).match.actions


def test_a_text_is_what_people_expect() -> None:
    match = Match("blockade", seed=7)
    for move in ("D2-3", "B8-6"):
        match.play(move)
    match.resign(1)
    record = Record(
        match, ("Anna", 'Ben "the \\ wall"'), "2026-11-17", {0: ("Hello.",), 2: ("Hm", "No!")}, {"Event": "Club"}
    )
    assert records.write(record, "text").decode() == (
        '[Stockade "1"]\n[Game "blockade"]\n[RulesVersion "1"]\n[Players "2"]\n'
        + "".join(f'[Option:{name} "{str(value).lower()}"]\n' for name, value in match.options.items())
        + '[Seat0 "Black"]\n[Seat1 "White"]\n[Name0 "Anna"]\n[Name1 "Ben \\"the \\\\ wall\\""]\n'
        '[Date "2026-11-17"]\n[Seed "7"]\n[Ending "resigned 1"]\n[Result "1-0"]\n[Scores "0 0"]\n'
        '[Reason "White resigned"]\n[Event "Club"]\n\n'
        "{Hello.}\n1. Black: D2-3\n2. White: B8-6 {Hm} {No!}\n1-0\n"
    )


def test_an_option_that_is_a_table_of_data_is_kept() -> None:
    folder = Path(stockade.__file__).parent / "games/cascade_barricade/data/editions"
    edition = json.loads((folder / "stockade-1.json").read_text())
    edition["name"] = 'My "own" edition'
    match = Match("cascade_barricade", options={"edition": json.dumps(edition)}, seed=1)
    assert "own" in str(match.options["edition"])
    check(Record(match))


def test_people_may_leave_things_out() -> None:
    short = '[Stockade "1"]\r\n[Game "blockade"] [RulesVersion "1"]\r\n[Players "2"]\r\nD2-3\r\n\r\n2. B8-6\r\n*'
    record = records.read("\ufeff" + short)
    assert record.match.texts() == ["D2-3", "B8-6"]
    assert not record.has_seed
    assert records.read(short.encode()).match.actions == record.match.actions


def test_lines_of_ndjson_are_for_programs() -> None:
    match = Match("blockade", seed=7)
    match.play("D2-3")
    record = Record(match, comments={1: ("Why?",)})
    head, move, end = (json.loads(line) for line in records.write(record, "ndjson").decode().splitlines())
    assert (head["type"], head["game"], head["seats"], head["seed"]) == ("game", "blockade", ["Black", "White"], 7)
    assert move == {
        "type": "move",
        "number": 1,
        "seat": 0,
        "action": match.actions[0],
        "text": "D2-3",
        "comments": ["Why?"],
    }
    assert end == {"type": "end", "result": "*", "scores": None, "reason": None, "ending": None}
    assert records.read(records.write(replace(record, has_seed=False), "ndjson")).seed is None


def test_a_position_is_no_record_but_can_be_read() -> None:
    state = Match("blockade", seed=1).state
    data = json.dumps(state.to_json())
    assert records.recognise(data) == "position"
    assert records.read_position(data) == state


@each_format
def test_a_record_may_stop_before_chance(form: str) -> None:
    """The match goes on by itself, but nobody wrote down what chance did."""
    log = json.loads(records.write(Match("cascadia", seed=1), "json"))
    log.update(actions=log["actions"][:3], seed=None)
    record = records.read(json.dumps(log))
    assert (record.plies, record.outcome) == (3, "*")
    assert len(record.match.actions) > 3
    data = records.write(record, form)
    assert records.write(records.read(data), form) == data
    assert records.read(data).match.texts()[:3] == log["actions"]


@pytest.mark.parametrize("form", ["text", "ndjson", "json"])
@pytest.mark.parametrize("name", ["blockade", "cascadia"])
def test_a_match_that_began_elsewhere_comes_back_whole(name: str, form: str) -> None:
    played = Match(name, seed=4)
    for _ in range(6):
        played.play(played.state.legal_actions()[0])
    for match in (played.branch(len(played.actions) - 2, seed=5), Match.at(played.state, seed=5)):
        match.play(match.state.legal_actions()[0])
        written = records.write(match, form)
        again = records.read(written)
        assert again.match.to_json() == match.to_json()
        assert records.write(again, form) == written
