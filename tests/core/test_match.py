"""Check what the conformance suite does not cover in a match: files, errors, and the history of one game."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import stockade
from stockade import BadOption, CorruptLog, Match, NotAllowed


@pytest.fixture
def match() -> Match:
    match = Match("blockade", seed=1)
    for move in ("D2-3", "B8-6", "C3-2"):
        match.play(move)
    return match


def test_history_tells_who_did_what(match: Match) -> None:
    first, second, third = match.history()
    assert (first.ply, first.seat, first.text) == (0, 0, "D2-3")
    assert first.label == "Black: castle from 2 to 3, pushing the bridge to 4"
    assert (second.seat, second.label) == (1, "White: bridge from 8 to 6")
    assert (third.seat, third.text) == (0, "C3-2")
    assert match.actors == [0, 1, 0]


@pytest.mark.parametrize("ply", [-1, 4, 1.0, "1", None, True])
def test_there_is_no_other_moment(match: Match, ply: object) -> None:
    with pytest.raises(NotAllowed, match="3 actions"):
        match.state_at(ply)  # type: ignore[arg-type]


def test_a_moment_is_a_copy(match: Match) -> None:
    before = match.state.to_bytes()
    match.state_at(3).apply("C9-8")
    assert match.state.to_bytes() == before


def test_taking_back_needs_consent_once_the_turn_has_passed(match: Match) -> None:
    for seat in (None, 0, 1):
        with pytest.raises(NotAllowed, match="consent"):
            match.undo(seat)
    match.undo(0, consent=True)
    assert [entry.text for entry in match.history()] == ["D2-3", "B8-6"]
    match.undo(0, consent=True)  # also undoes White's answer
    assert match.actions == []
    with pytest.raises(NotAllowed, match="nothing"):
        match.undo(1, consent=True)


def test_taking_back_reopens_a_match(match: Match) -> None:
    match.resign(1)
    assert match.result is not None
    assert match.result.winners == [0]
    assert match.result.reason == "White resigned"
    match.undo(0, consent=True)
    assert not match.is_over
    match.agree_draw()
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ([0, 1], "draw agreed")


@pytest.mark.parametrize("seat", [-1, 2, 1.0, "0", None, True])
def test_only_a_seat_resigns(match: Match, seat: object) -> None:
    with pytest.raises(NotAllowed, match="no seat"):
        match.resign(seat)  # type: ignore[arg-type]
    assert not match.is_over


def test_it_says_whose_turn_it_is_not(match: Match) -> None:
    with pytest.raises(NotAllowed, match="not Black's turn"):
        match.play("C9-8", seat=0)
    match.play("C9-8", seat=1)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "1", True, [1]])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(BadOption, match="seed"):
        Match("blockade", seed=seed)  # type: ignore[arg-type]
    assert Match("blockade", seed=2**63 - 1).seed == 2**63 - 1


def test_a_match_is_of_a_game_or_its_name() -> None:
    assert Match(stockade.game("blockade"), seed=1).to_json() == Match("blockade", seed=1).to_json()
    with pytest.raises(stockade.UnknownGame, match="blockade"):
        Match("chess")


def test_the_log_is_for_people_too(match: Match) -> None:
    assert match.to_json() == {
        "stockade": 1,
        "game": "blockade",
        "players": 2,
        "options": {"limit": 400, "match": 0},
        "rules_version": 1,
        "seed": 1,
        "actions": ["D2-3", "B8-6", "C3-2"],
        "ending": None,
    }


def test_a_log_of_other_rules_says_so(match: Match) -> None:
    with pytest.raises(CorruptLog, match="rules version 7 of Blockade; this is version 1"):
        Match.from_json(match.to_json() | {"rules_version": 7})


def test_an_illegal_log_names_the_action_and_the_ruling(match: Match) -> None:
    log = match.to_json()
    log["actions"] = ["B3-5", "B8-6", "B5-3"]
    with pytest.raises(CorruptLog, match=r"action 2 of the log, 'B5-3'.*retreat") as refused:
        Match.from_json(log)
    assert refused.value.ruling == "2"


# -- files -----------------------------------------------------------------------------------------------------


def test_a_saved_match_is_readable_text(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    match.save(path)
    assert json.loads(path.read_text("utf-8")) == match.to_json()
    assert path.read_text("utf-8").endswith("}\n")
    match.save(str(path))  # overwrites the old file; takes a plain string
    assert [entry.name for entry in tmp_path.iterdir()] == ["match.json"]


@pytest.mark.parametrize("fails", ["replace", "fdopen"])
def test_a_failed_save_leaves_the_old_file_and_no_other(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    path = tmp_path / "match.json"
    match.save(path)
    before = path.read_bytes()
    match.play("C9-8")
    real = getattr(os, fails)

    def full(*arguments: object, **named: object) -> object:
        if fails == "fdopen":
            real(*arguments, **named).close()
        raise OSError("no space left")

    monkeypatch.setattr(os, fails, full)
    with pytest.raises(OSError, match="no space"):
        match.save(path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["match.json"]


def test_a_match_is_not_saved_where_there_is_no_folder(match: Match, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        match.save(tmp_path / "nowhere" / "match.json")


def test_a_file_that_is_not_there_is_not_a_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Match.load(tmp_path / "nothing.json")


def test_a_match_shows_itself(match: Match) -> None:
    assert repr(match) == "<Match of blockade, 3 actions, live>"
    assert match._repr_svg_() == match.state.svg()
    match.resign(0)
    assert repr(match) == "<Match of blockade, 3 actions, over>"
