"""Check series of games: fair seats, results that add up, unrelated seeds."""

from __future__ import annotations

from itertools import pairwise

import pytest

import stockade
from stockade.arena.plan import Plan, count_players, mixed
from stockade.arena.series import play_games, winners_of
from stockade.arena.sweep import play_piece
from stockade.arena.tally import Tally
from stockade.core.spec import Value

AUTO_GAME = "barrage"
CHECKED: dict[str, Value] = {"setup": "full", "automas": 1, "level": "2"}


def plan(players: int, bots: int, swap: bool = True) -> Plan:
    return Plan("blockade", players, {}, ("greedy",) * bots, 1, 0, swap)


@pytest.mark.parametrize(("players", "bots"), [(2, 2), (3, 3), (4, 4), (4, 2), (4, 3), (5, 2)])
def test_every_bot_sits_on_every_seat_equally_often(players, bots):
    seatings = [plan(players, bots).seating(number) for number in range(players)]
    for seat in range(players):
        met = [seating[seat] for seating in seatings]
        first = [seating[0] for seating in seatings]
        assert sorted(met) == sorted(first)
    assert all(set(seating) == set(range(bots)) for seating in seatings)


def test_seats_stay_without_swap():
    assert {tuple(plan(3, 3, swap=False).seating(number)) for number in range(5)} == {(0, 1, 2)}


def test_a_chunk_is_the_sum_of_its_games():
    # A plan needs a value for every option of the game.
    whole_plan = Plan("blockade", 2, {"limit": 60, "match": 0}, ("greedy", "random"), 6, 3, True)
    whole = play_games(whole_plan, 0, 6)
    parts = Tally.empty(whole_plan)
    for number in reversed(range(6)):
        parts.add(play_games(whole_plan, number, 1))
    for name in (
        "games",
        "wins",
        "draws",
        "played",
        "seat_wins",
        "shared",
        "nobody",
        "plies",
        "shortest",
        "longest",
        "decisions",
    ):
        assert getattr(whole, name) == getattr(parts, name)


def test_shared_wins_are_draws():
    tally = Tally.empty(plan(4, 4))
    tally.note([0, 1, 2, 3], [1, 2], 10)  # two of four share the win
    tally.note([0, 1, 2, 3], [3], 12)
    assert tally.wins == [0, 0, 0, 1]
    assert tally.draws == [0, 1, 1, 0]
    assert (tally.shared, tally.seat_wins) == (1, [0, 0, 0, 1])


def test_a_game_that_nobody_won_is_lost_by_all():
    tally = Tally.empty(plan(4, 2))
    tally.note([0, 1, 0, 1], [], 10)
    assert (tally.wins, tally.draws, tally.played) == ([0, 0], [0, 0], [1, 1])
    assert (tally.nobody, tally.shared, tally.seat_wins) == (1, 0, [0, 0, 0, 0])


@pytest.mark.parametrize(
    ("values", "winners"),
    [([1.0, -1.0], [0]), ([0.0, 0.0], [0, 1]), ([-1.0, -1.0], []), ([0.25, -0.5, 0.25], [0, 2]), ([-0.5] * 3, [])],
)
def test_who_won_follows_from_the_values(values: list[float], winners: list[int]) -> None:
    assert winners_of(values) == winners


def test_seeds_of_neighbours_have_nothing_in_common():
    seeds = [mixed(seed, number) for seed in range(30) for number in range(30)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**63 for seed in seeds)
    bits = [bin(a ^ b).count("1") for a, b in pairwise(seeds)]
    assert 28 < sum(bits) / len(bits) < 35


# -- automated seats -------------------------------------------------------------------------------------------


def test_bots_rotate_among_the_other_seats() -> None:
    plan = Plan(AUTO_GAME, 4, CHECKED, ("a", "b", "c"), 6, 0, True)
    assert plan.sitters == ("a", "b", "c", "Automa")
    assert [plan.seating(number) for number in range(3)] == [[0, 1, 2, 3], [1, 2, 0, 3], [2, 0, 1, 3]]
    assert Plan(AUTO_GAME, 4, CHECKED | {"automas": 0}, ("a",), 6, 0, True).sitters == ("a",)


def test_a_series_counts_what_they_win() -> None:
    plan = Plan(AUTO_GAME, 2, CHECKED, ("random:seed=3",), 2, 0, True)
    tally = Tally.empty(plan)
    tally.add(play_games(plan, 0, 2))
    assert tally.played == [2, 2]
    assert tally.wins[0] + tally.wins[1] + tally.shared == 2
    assert tally.decisions[0] > 20
    assert tally.decisions[1] == 0
    assert tally.scored == [2, 2]
    assert [played.number for played in play_piece(plan, 0, 1)] == [0]


def test_how_many_play_follows_from_the_bots_and_them() -> None:
    game = stockade.game(AUTO_GAME)
    assert count_players(game, None, 1, {"automas": "2"}) == 3
    assert count_players(game, None, 2, {"automas": 1}) == 3
    assert count_players(game, None, 2, {}) == 2
    assert count_players(game, 4, 1, {"automas": 2}) == 4
    assert count_players(game, None, 1, {}) == 2  # a bot against itself
    assert count_players(stockade.game("cascadia"), None, 3, {}) == 3
    assert count_players(stockade.game("cascadia"), None, 1, {}) == 2  # although it can be played alone
    assert count_players(stockade.game("cascadia"), 1, 1, {}) == 1
