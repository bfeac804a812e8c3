"""Every game keeps the contract in play: lists, actions, refusals, chance, ends and points."""

from __future__ import annotations

import math
import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stockade
from stockade.conformance.scope import either
from stockade.conformance.table import (
    EXAMPLES,
    QUICK_SETTINGS,
    SETTINGS,
    Setting,
    each_game,
    each_setting,
    follow,
    played,
    some,
    steps,
    walk,
)
from stockade.core.layout import LOST
from stockade.core.state import State

walks = st.sampled_from(SETTINGS)


def check_list(state: State) -> list[int]:
    legal = state.legal_actions()
    spec = state.game.spec
    assert bool(legal) != state.is_over
    assert legal == sorted(set(legal))
    assert all(type(action) is int and 0 <= action < spec.action_count for action in legal)
    assert len(legal) <= spec.legal_limit
    return legal


# -- lists and actions ---------------------------------------------------------------------------------------


@each_setting
def test_the_legal_list_is_ascending_inside_its_range_and_empty_only_at_the_end(setting: Setting) -> None:
    for states in played(setting):
        for state in states:
            check_list(state)


@each_setting
def test_the_mask_is_the_list(setting: Setting) -> None:
    for state in some(setting, 60):
        mask = state.legal_mask()
        assert mask.shape == (state.game.spec.action_count,)
        assert mask.nonzero()[0].tolist() == state.legal_actions()


def check_actions(setting: Setting, most: int) -> None:
    """Check that every legal action applies, and that the game's own check accepts the result of `most` of them."""
    dice = random.Random(7)
    for state in some(setting, either(quick=40, deep=90)):
        before, legal = state.to_bytes(), state.legal_actions()
        checked = set(dice.sample(legal, min(most, len(legal))))
        for action in legal:
            after = state.clone()
            after.apply(action)
            assert after.ply == state.ply + 1
            assert after.players == state.players
            check_list(after)
            # A legal action may only lead to a position that the game itself accepts.
            assert action not in checked or state.game.from_bytes(after.to_bytes()) == after
        assert state.to_bytes() == before


@each_setting
def test_every_legal_action_applies_and_is_one_ply(setting: Setting) -> None:
    check_actions(setting, either(quick=2, deep=4))


@pytest.mark.deep
@each_setting
def test_what_comes_of_every_legal_action_is_a_position(setting: Setting) -> None:
    check_actions(setting, setting.start().game.spec.legal_limit)


@given(setting=walks, picks=steps())
@EXAMPLES
def test_ply_counts_everything_applied_chance_included(setting: Setting, picks: list[int]) -> None:
    state = setting.start()
    assert state.ply == 0
    for taken, pick in enumerate(picks):
        legal = check_list(state)
        if state.is_over:
            break
        state.apply(legal[pick % len(legal)])
        assert state.ply == taken + 1


@each_setting
def test_the_record_carries_the_setting(setting: Setting) -> None:
    for state in some(setting, 12):
        assert state.players == setting.players
        assert -1 <= state.current_player < setting.players or state.is_over


@each_game
def test_settings_make_different_games(name: str) -> None:
    """Some value of every option makes another game than the default, at some player count."""
    ours = [setting for setting in SETTINGS if setting.game == name]
    usual = {setting.players: setting.start() for setting in ours if not setting.changed}
    assert len({start.to_bytes() for start in usual.values()}) == len(usual)
    for option in {tuple(setting.options) for setting in ours if setting.changed}:
        some = [setting for setting in ours if tuple(setting.options) == option]
        assert any(setting.start() != usual[setting.players] for setting in some), option


# -- refusals ------------------------------------------------------------------------------------------------


@each_setting
def test_an_illegal_id_is_refused_with_a_reason_and_changes_nothing(setting: Setting) -> None:
    dice = random.Random(5)
    count = setting.start().game.spec.action_count
    for state in some(setting, 45):
        legal, before = set(state.legal_actions()), state.to_bytes()
        near = {action + step for action in legal for step in (-1, 1)}
        ids = near | {dice.randrange(count) for _ in range(25)} | {-1, count, -(2**31), 2**31, 2**63, -(10**30)}
        for action in ids - legal:
            with pytest.raises(stockade.IllegalAction) as refused:
                state.apply(action)
            assert str(refused.value).strip()
            assert refused.value.message == state.why_not(action).text
            assert state.to_bytes() == before


@each_setting
def test_nothing_can_be_done_after_the_end(setting: Setting) -> None:
    state = played(setting)[0][-1].clone()
    for action in range(0, state.game.spec.action_count, max(1, state.game.spec.action_count // 50)):
        with pytest.raises(stockade.IllegalAction, match="over"):
            state.apply(action)


# -- chance --------------------------------------------------------------------------------------------------


@each_setting
def test_chance_has_outcomes_with_weights_and_only_chance_has(setting: Setting) -> None:
    for states in played(setting):
        for state in states:
            weighted = state.chance_weights()
            assert bool(weighted) == state.is_chance
            if state.is_chance:
                assert [action for action, _ in weighted] == state.legal_actions()
                assert all(type(weight) is int and weight > 0 for _, weight in weighted)
                # A playout adds up the weights in 32 bits.
                assert sum(weight for _, weight in weighted) < 2**31
                outcomes = state.chance_outcomes()
                assert [action for action, _ in outcomes] == state.legal_actions()
                assert math.isclose(sum(probability for _, probability in outcomes), 1.0)
            else:
                assert state.chance_outcomes() == []


# -- the end and the points ----------------------------------------------------------------------------------


@each_setting
def test_a_game_ends_within_its_limit(setting: Setting) -> None:
    for states in played(setting):
        assert states[-1].is_over
        assert states[-1].ply == len(states) - 1 <= states[-1].game.spec.ply_limit
        assert not any(state.is_over for state in states[:-1])


@each_setting
def test_points_are_finite_at_any_time(setting: Setting) -> None:
    for states in played(setting):
        for state in states:
            scores = state.scores()
            assert len(scores) == setting.players
            assert all(math.isfinite(points) for points in scores)


def ranks_of(state: State) -> list[float]:
    """Return what orders the seats: their points, unless the game has a rank of its own."""
    if not hasattr(state.game.rules, "rank"):
        return state.scores()
    values = np.zeros(max(state.game.spec.players))
    state.game.play.rank_all(state.data, values)
    ranks: list[float] = values[: state.players].tolist()
    return ranks


def check_win(end: State) -> None:
    """Check that the best rank wins, and that nobody wins and all lose if even the best is below LOST.

    Among all seats that can win, and among all that cannot, a rank breaks ties of points but does not reverse their
    order.
    """
    seats, scores, ranks = range(end.players), end.scores(), ranks_of(end)
    for one, other in permutations(seats, 2):
        if scores[one] > scores[other] and (ranks[one] >= LOST) == (ranks[other] >= LOST):
            assert ranks[one] > ranks[other]
    may_win = [seat for seat in seats if ranks[seat] >= LOST]
    most = max((scores[seat] for seat in may_win), default=0.0)
    winners = [seat for seat in may_win if ranks[seat] == max(ranks)]
    assert end.winners() == winners
    assert bool(winners) == bool(may_win)
    assert all(scores[seat] == most for seat in winners)
    loss = -1 / max(end.players - 1, 1)
    share = (end.players - len(winners)) / len(winners) * -loss if winners else loss
    assert end.returns() == pytest.approx([share if seat in winners else loss for seat in seats], abs=1e-12)


@each_setting
def test_the_best_rank_wins_and_returns_share_the_win(setting: Setting) -> None:
    for states in played(setting):
        for state in states[:-1]:
            assert state.winners() == []
            assert state.returns() == [0.0] * setting.players
        check_win(states[-1])


@pytest.mark.parametrize("name", stockade.games())
def test_without_a_rank_of_its_own_a_game_has_a_winner(name: str) -> None:
    """Points below zero must not leave a game without a winner by mistake."""
    for setting in (each for each in QUICK_SETTINGS if each.game == name):
        for states in played(setting):
            assert states[-1].winners() or hasattr(states[-1].game.rules, "rank")


@given(setting=walks, picks=steps())
@EXAMPLES
def test_the_same_actions_make_the_same_state(setting: Setting, picks: list[int]) -> None:
    assert follow(setting.start(), picks).to_bytes() == follow(setting.start(), picks).to_bytes()


@pytest.mark.deep
@each_setting
def test_many_games_keep_to_the_contract(setting: Setting) -> None:
    for seed in range(100, 160):
        for state in walk(setting.start(), seed):
            legal = check_list(state)
            assert state.game.from_bytes(state.to_bytes()) == state
            assert state.game.from_json(state.to_json()) == state
            assert [state.parse(state.format(action)) for action in legal] == legal
        assert state.is_over
        assert state.ply <= state.game.spec.ply_limit
