"""Check seats that the rules play, at the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

import stockade
from stockade import BadOption, NotAllowed
from stockade.cli.play import _new_table
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
