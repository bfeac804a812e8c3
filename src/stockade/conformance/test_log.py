"""The log is the game: every match is rebuilt from it exactly, and knows what can be taken back."""

from __future__ import annotations

import copy
import itertools
import json
import math
import pickle
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import stockade
from stockade import CHANCE, Match, NotAllowed, records
from stockade.conformance.scope import either
from stockade.conformance.table import Setting, each_setting, played_match
from stockade.core.match import Entry

MOST = either(quick=60, deep=120)  # decisions of a match that are checked step by step
WHOLE = either(quick=80, deep=None)  # decisions of a match that is rebuilt again and again; None means all


def same(one: Match, other: Match) -> bool:
    return one.to_json() == other.to_json() and one.state == other.state and one.result == other.result


# -- rebuilding ----------------------------------------------------------------------------------------------


@each_setting
def test_a_match_comes_back_from_its_log(setting: Setting, tmp_path: Path) -> None:
    for seed, most in ((1, 0), (2, 7), (3, WHOLE)):
        match = played_match(setting, seed, most)
        log = match.to_json()
        assert same(Match.from_json(json.loads(json.dumps(log, allow_nan=False))), match)
        assert same(Match.from_json(log | {"actions": match.actions}), match)  # ids are allowed as well as texts
        path = tmp_path / f"{seed}.json"
        match.save(path)
        assert same(Match.load(path), match)
        assert same(pickle.loads(pickle.dumps(match)), match)


@each_setting
@pytest.mark.parametrize("form", ["text", "ndjson", "json"])
def test_a_match_comes_back_from_its_record_byte_for_byte(setting: Setting, form: str) -> None:
    match = played_match(setting, 3)
    written = records.write(match, form)
    record = records.read(written)
    assert same(record.match, match)
    assert records.write(record, form) == written


@each_setting
def test_the_same_seed_and_decisions_give_the_same_match(setting: Setting) -> None:
    assert same(played_match(setting, 4, WHOLE), played_match(setting, 4, WHOLE))


@each_setting
def test_a_loaded_match_goes_on_as_it_would_have(setting: Setting) -> None:
    """What chance gives depends on the seed and the place in the log, not on the match object."""
    straight, dice = played_match(setting, 5, 3), random.Random(0)
    loaded = Match.from_json(straight.to_json())
    for _ in range(30):
        if straight.is_over:
            break
        action = dice.choice(straight.state.legal_actions())
        straight.play(action)
        loaded.play(action)
        assert same(loaded, straight)
        loaded = Match.from_json(loaded.to_json())


@each_setting
def test_a_match_waits_for_players_only(setting: Setting) -> None:
    match = setting.match(seed=6)
    dice = random.Random(6)
    while not match.is_over:
        assert 0 <= match.state.current_player < setting.players
        match.play(dice.choice(match.state.legal_actions()))


@each_setting
def test_a_match_rolls_by_the_weights(setting: Setting) -> None:
    """Over many seeds, each outcome of the first chance event occurs about as often as it should."""
    start, dice = setting.start(), random.Random(1)
    while not start.is_over and not start.is_chance:
        start.apply(dice.choice(start.legal_actions()))
    if start.is_over:
        return  # the game has no chance
    place, seeds = start.ply, 200
    rolled: Counter[int] = Counter()
    for seed in range(seeds):
        match, dice = setting.match(seed), random.Random(1)
        while len(match.actions) <= place:
            match.play(dice.choice(match.state.legal_actions()))
        assert match.state_at(place) == start
        rolled[match.actions[place]] += 1
    for action, share in start.chance_outcomes():
        assert abs(rolled[action] - seeds * share) <= 5 * math.sqrt(seeds * share * (1 - share)) + 1


@each_setting
def test_chance_is_rolled_anew_at_every_place(setting: Setting) -> None:
    """If the same outcomes are possible several times in a match, the results are not always the same."""
    fallen: dict[tuple[int, ...], list[int]] = {}
    for seed in range(4):
        match = played_match(setting, seed, MOST)
        state = match.state_at(0)
        for action in match.actions:
            if state.is_chance and len(state.legal_actions()) > 1:
                fallen.setdefault((seed, *state.legal_actions()), []).append(action)
            state.apply(action)
    often = [outcomes for outcomes in fallen.values() if len(outcomes) >= 12]
    assert all(len(set(outcomes)) > 1 for outcomes in often)


@each_setting
def test_history_and_every_moment_of_it(setting: Setting) -> None:
    match = played_match(setting, 7, MOST)
    history = match.history()
    assert [entry.ply for entry in history] == list(range(len(match.actions)))
    assert match.state_at(0) == setting.start()
    assert match.state_at(len(history)) == match.state
    state = setting.start()
    for entry, action in zip(history, match.actions, strict=True):
        assert entry.seat == state.current_player
        assert entry.text == state.format(action)
        assert entry.label == state.describe(action)
        state.apply(entry.text)
    assert state == match.state


@each_setting
def test_a_seat_plays_on_its_own_turn_only(setting: Setting) -> None:
    match = setting.match(seed=8)
    before = match.to_json()
    action = match.state.legal_actions()[0]
    for seat in range(setting.players):
        if seat != match.state.current_player:
            with pytest.raises(NotAllowed):
                match.play(action, seat=seat)
    assert match.to_json() == before
    match.play(action, seat=match.state.current_player)
    assert len(match.actions) > len(before["actions"])


# -- taking back ---------------------------------------------------------------------------------------------


def last_decision(history: list[Entry], seat: int | None) -> int | None:
    """Return the place in the log where the seat decided last, or any seat for None."""
    own = [entry.ply for entry in history if entry.seat != CHANCE and seat in (None, entry.seat)]
    return own[-1] if own else None


@each_setting
def test_free_undo_stops_at_chance_and_at_a_passed_turn(setting: Setting) -> None:
    match, dice = setting.match(seed=9), random.Random(9)
    for _ in range(MOST):
        before = list(match.actions), match.state.to_bytes(), match.ending
        earlier = match.state_at(len(match.actions) - 1) if match.actions else None
        for seat in range(setting.players):
            # A free undo takes back only the last line of the log, and only if its player is still to decide.
            still_mine = earlier is not None and earlier.current_player == seat == match.state.current_player
            assert match.free_undo(seat) == (still_mine and not match.is_over)
            if match.free_undo(seat):
                wiser = copy.deepcopy(match)
                wiser.undo(seat)
                assert wiser.state == earlier
                assert wiser.state.current_player == seat
            else:
                with pytest.raises(NotAllowed):
                    match.undo(seat)
        assert (match.actions, match.state.to_bytes(), match.ending) == before
        if match.is_over:
            break
        match.play(dice.choice(match.state.legal_actions()))


@each_setting
def test_undo_with_consent_restores_the_exact_state_before_the_decision(setting: Setting) -> None:
    for most in (1, 2, 5, 12, None):
        played = played_match(setting, 10, most)
        history = played.history()
        for seat in (None, *range(setting.players)):
            match = copy.deepcopy(played)
            place = last_decision(history, seat)
            if place is None:
                with pytest.raises(NotAllowed):
                    match.undo(seat, consent=True)
                continue
            earlier, actions = match.state_at(place), match.actions[:place]
            match.undo(seat, consent=True)
            assert match.state == earlier
            assert match.actions == actions
            assert match.state.current_player == history[place].seat
            # Playing the same actions again leads to the same state: chance is not rolled again.
            while len(match.actions) < len(played.actions):
                match.play(played.actions[len(match.actions)])
            assert same(match, played)


@each_setting
def test_everything_can_be_taken_back_to_the_first_decision(setting: Setting) -> None:
    match = played_match(setting, 11, 9)
    first = setting.match(seed=11)
    while last_decision(match.history(), None) is not None:
        match.undo(consent=True)
    assert same(match, first)
    with pytest.raises(NotAllowed, match="nothing"):
        match.undo(consent=True)


# -- ending early --------------------------------------------------------------------------------------------


@each_setting
def test_resigning_leaves_the_win_to_the_best_of_the_others(setting: Setting) -> None:
    for gone, most, seed in itertools.product(range(setting.players), (6, 15, 30), (12, 13)):
        match = played_match(setting, seed, most)
        if match.is_over or gone in match.auto_seats:
            continue
        match.resign(gone)
        assert match.is_over
        result = match.result
        assert result is not None
        assert bool(result.winners) == (setting.players > 1)
        assert gone not in result.winners
        others = [points for seat, points in enumerate(result.scores) if seat != gone]
        assert all(result.scores[seat] == max(others) for seat in result.winners)
        assert result.reason
        assert same(Match.from_json(match.to_json()), match)
        check_closed(match)


@each_setting
def test_a_seat_that_plays_itself_neither_decides_nor_gives_up(setting: Setting) -> None:
    match = played_match(setting, 12, 20)
    for seat in match.auto_seats:
        assert seat not in match.actors
        with pytest.raises(NotAllowed):
            match.resign(seat)
        with pytest.raises(stockade.CorruptLog):
            Match.from_json(match.to_json() | {"ending": {"resigned": seat}})


@each_setting
def test_an_agreed_draw_is_won_by_all(setting: Setting) -> None:
    match = played_match(setting, 13, 6)
    if match.is_over:
        match.undo(consent=True)
    match.agree_draw()
    assert match.result is not None
    assert match.result.winners == list(range(setting.players))
    assert same(Match.from_json(match.to_json()), match)
    check_closed(match)
    match.undo(consent=True)
    assert not match.is_over
    assert match.result is None


@each_setting
def test_the_end_of_the_rules_is_the_end_of_the_match(setting: Setting) -> None:
    match = played_match(setting, 14)
    assert match.is_over
    assert match.result is not None
    assert match.result.winners == match.state.winners()
    assert match.result.scores == match.state.scores()
    assert match.result.reason == match.state.describe_end() != ""
    check_closed(match)


def check_closed(match: Match) -> None:
    """Check that nothing can be played, resigned or agreed any more."""
    before = match.to_json()
    acts: list[Callable[[], object]] = [lambda: match.play(0), lambda: match.resign(0), match.agree_draw]
    for act in acts:
        with pytest.raises(NotAllowed, match="over"):
            act()
    assert not any(match.free_undo(seat) for seat in range(match.players))
    assert match.to_json() == before


@pytest.mark.parametrize("name", stockade.games())
def test_a_match_without_a_seed_notes_the_one_it_took(name: str) -> None:
    one, other = Match(name), Match(name)
    assert one.seed != other.seed
    assert Match.from_json(one.to_json()).seed == one.seed
