"""Check what the conformance suite does not cover in a match: files, errors, and the history of one game."""

from __future__ import annotations

import json
import os
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import stockade
from stockade import BadOption, CorruptLog, Match, NotAllowed
from stockade.core.game import Game
from stockade.core.layout import CHANCE
from stockade.core.match import replay
from stockade.core.snapshot import to_snapshot
from stockade.core.state import State


@pytest.fixture
def match() -> Match:
    match = Match("blockade", seed=1)
    for move in ("D2-3", "B8-6", "C3-2"):
        match.play(move)
    return match


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every action that a state is changed by, from now on."""
    seen: list[int] = []
    apply = State.apply

    def count(state: State, action: Any) -> None:
        apply(state, action)
        seen.append(action)

    monkeypatch.setattr(State, "apply", count)
    return seen


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


# -- one way through a log -------------------------------------------------------------------------------------


def test_a_play_says_what_has_happened() -> None:
    match = Match("cascadia", seed=1)
    before = match.state
    steps = match.play(match.state.legal_actions()[0])
    assert steps[0].before is before
    assert [step.action for step in steps] == match.actions[-len(steps) :]
    assert [step.before.current_player for step in steps] == match.actors[-len(steps) :]
    assert all(one.after is other.before for one, other in pairwise(steps))
    assert steps[-1].after is match.state
    assert len(match.opening) + len(steps) == len(match.actions)


def test_a_state_that_somebody_holds_stays_as_it_was(match: Match) -> None:
    held = match.state
    before = held.to_bytes()
    match.play("C9-8")
    assert held.to_bytes() == before != match.state.to_bytes()


def test_the_start_is_built_once(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Game] = []
    start = Game.start

    def count(game: Game, *given: Any) -> State:
        built.append(game)
        return start(game, *given)

    monkeypatch.setattr(Game, "start", count)
    again = Match.from_json(match.to_json())
    again.history(), again.texts(), again.state_at(1)
    again.undo(consent=True)
    assert len(built) == 1


def test_saving_after_every_action_replays_only_that_one(match: Match, applied: list[int], tmp_path: Path) -> None:
    match.save(tmp_path / "match.json")
    applied.clear()
    match.play("C9-8")
    match.save(tmp_path / "match.json")
    assert applied == match.actions[-1:] * 2  # played, and written down
    match.undo(consent=True)
    match.undo(consent=True)
    other = next(text for text in map(match.state.format, match.state.legal_actions()) if text != "C3-2")
    match.play(other)
    assert match.texts() == ["D2-3", "B8-6", other]


def test_a_replay_stops_at_what_is_illegal(match: Match) -> None:
    steps = replay(match.start, ["D2-3", "B8-6", "D2-3"])
    assert [next(steps).action, next(steps).action] == match.actions[:2]
    with pytest.raises(CorruptLog, match="action 2 of the log, 'D2-3'"):
        next(steps)


# -- taken up again --------------------------------------------------------------------------------------------


def kept(match: Match) -> tuple[bytes, dict[str, Any], list[int]]:
    """A match as a database has it."""
    return to_snapshot(match.state), match.to_json() | {"actions": list(match.actions)}, list(match.actors)


def play_at_random(match: Match, dice: random.Random, decisions: int) -> None:
    for _ in range(decisions):
        if not match.is_over:
            match.play(dice.choice(match.state.legal_actions()))


@pytest.mark.parametrize("name", stockade.games())
def test_a_match_goes_on_as_if_it_had_never_been_put_away(name: str) -> None:
    match = Match(name, seed=5)
    play_at_random(match, random.Random(5), 12)
    again = Match.resume(*kept(match))
    for each in (match, again):
        play_at_random(each, random.Random(6), 12)
    assert (again.actions, again.actors, again.state) == (match.actions, match.actors, match.state)
    assert again.to_json() == match.to_json()
    assert again.history() == match.history()
    seats = range(match.players)
    assert [again.free_undo(seat) for seat in seats] == [match.free_undo(seat) for seat in seats]
    for _ in range(sum(actor != CHANCE for actor in match.actors)):  # back past the moment of the snapshot
        match.undo(consent=True)
        again.undo(consent=True)
        assert (again.actions, again.actors, again.state) == (match.actions, match.actors, match.state)


def test_taking_up_applies_nothing_and_builds_no_start(
    match: Match, applied: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = kept(match)
    applied.clear()
    monkeypatch.setattr(Game, "start", lambda *_: 1 / 0)
    again = Match.resume(*given)
    assert applied == []
    again.play("C9-8")
    assert applied == again.actions[3:]
    assert again.undo_to(1, consent=True) == 3


@pytest.mark.parametrize("ending", [{"resigned": 1}, {"draw": True}])
def test_an_ended_match_is_taken_up_ended(match: Match, ending: dict[str, Any]) -> None:
    snapshot, log, actors = kept(match)
    again = Match.resume(snapshot, log | {"ending": ending}, actors)
    assert again.ending == ending
    assert again.is_over


def test_the_log_speaks_where_the_snapshot_does_not(match: Match, applied: list[int]) -> None:
    snapshot, log, actors = kept(match)
    earlier = to_snapshot(match.state_at(2))
    damaged = snapshot[:-1] + bytes([snapshot[-1] ^ 1])
    for wrong in (b"", snapshot[:-1], match.state.to_bytes(), damaged, earlier):
        applied.clear()
        again = Match.resume(wrong, log, actors)
        assert (again.state, again.actions, again.actors) == (match.state, match.actions, actors)
        assert applied == match.actions


def test_a_match_of_other_rules_is_not_taken_up(match: Match) -> None:
    snapshot, log, actors = kept(match)
    with pytest.raises(CorruptLog, match="rules version 7"):
        Match.resume(snapshot, log | {"rules_version": 7}, actors)


def test_a_damaged_log_is_noticed_when_it_is_needed(match: Match) -> None:
    snapshot, log, actors = kept(match)
    again = Match.resume(snapshot, log | {"actions": [match.actions[0], 10**6, match.actions[2]]}, actors)
    again.play("C9-8")  # nothing that was played is lost
    for replays in (again.texts, again.history, lambda: again.state_at(3), lambda: again.undo(consent=True)):
        with pytest.raises(CorruptLog, match="action 1 of the log"):
            replays()
    assert len(again.actions) == 4


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
