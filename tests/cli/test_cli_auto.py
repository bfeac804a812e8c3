"""Check seats that the rules play, at the prompt and in simulations."""

from __future__ import annotations

from pathlib import Path

import pytest

import stockade
from stockade import BadOption, NotAllowed
from stockade.cli.play import _new_table
from stockade.cli.series import Plan, Tally, play_games
from stockade.cli.simulate import _count
from stockade.cli.sweeping import play_piece
from stockade.cli.table import Table
from stockade.core.spec import Value

GAME = "barrage"
ONE = ["setup=full", "automas=1"]
TWO = ["setup=full", "automas=2"]
CHECKED: dict[str, Value] = {"setup": "full", "automas": 1, "level": "2"}


def test_alone_against_them_there_is_no_bot() -> None:
    table = _new_table(GAME, 3, TWO, 1, None, None)
    assert table.people == [0]
    assert not any(table.is_bot(seat) for seat in range(3))
    assert [table.who(seat).endswith("(Automa)") for seat in range(3)] == [False, True, True]
    assert table.who(0).endswith("(you)")


def test_bots_take_the_seats_that_are_left() -> None:
    table = _new_table(GAME, 4, ONE, 1, ["random"], "1")
    assert table.people == [1]
    assert [table.is_bot(seat) for seat in range(4)] == [True, False, True, False]
    with pytest.raises(BadOption, match="3 bots are too many: 2 seats are left"):
        _new_table(GAME, 4, ONE, 1, ["random", "random", "random"], None)
    with pytest.raises(BadOption, match="seat 3 plays itself"):
        _new_table(GAME, 4, ONE, 1, ["random"], "3")


def test_people_at_a_hot_seat_leave_them_alone() -> None:
    table = _new_table(GAME, 3, ONE, 1, [], None)
    assert table.people == [0, 1]
    assert table.who(2).endswith("(Automa)")


def test_a_saved_match_has_them_again(tmp_path: Path) -> None:
    table = _new_table(GAME, 3, ONE, 1, ["random:seed=1"], None)
    table.save(tmp_path / "match.json")
    loaded = Table.load(tmp_path / "match.json")
    assert loaded.people == [0]
    assert loaded.is_bot(1)
    assert not loaded.is_bot(2)


def test_they_do_not_give_up() -> None:
    match = stockade.Match(GAME, 2, CHECKED, seed=1)
    assert match.auto_seats == range(1, 2)
    with pytest.raises(NotAllowed, match="plays by itself"):
        match.resign(1)
    match.resign(0)
    assert match.result is not None
    assert match.result.winners == [1]


def test_bots_rotate_among_the_other_seats() -> None:
    plan = Plan(GAME, 4, CHECKED, ("a", "b", "c"), 6, 0, True)
    assert plan.sitters == ("a", "b", "c", "Automa")
    assert [plan.seating(number) for number in range(3)] == [[0, 1, 2, 3], [1, 2, 0, 3], [2, 0, 1, 3]]
    assert Plan(GAME, 4, CHECKED | {"automas": 0}, ("a",), 6, 0, True).sitters == ("a",)


def test_a_series_counts_what_they_win() -> None:
    plan = Plan(GAME, 2, CHECKED, ("random:seed=3",), 2, 0, True)
    tally = Tally.empty(plan)
    tally.add(play_games(plan, 0, 2))
    assert tally.played == [2, 2]
    assert tally.wins[0] + tally.wins[1] + tally.shared == 2
    assert tally.decisions[0] > 20
    assert tally.decisions[1] == 0
    assert tally.scored == [2, 2]
    assert [played.number for played in play_piece(plan, 0, 1)] == [0]


def test_how_many_play_follows_from_the_bots_and_them() -> None:
    game = stockade.game(GAME)
    assert _count(game, None, 1, {"automas": "2"}) == 3
    assert _count(game, None, 2, {"automas": 1}) == 3
    assert _count(game, None, 2, {}) == 2
    assert _count(game, 4, 1, {"automas": 2}) == 4
    assert _count(game, None, 1, {}) == 2  # a bot against itself
    assert _count(stockade.game("cascadia"), None, 3, {}) == 3
