"""Matches begun under version 1 of the rules go on by it: what version 2 changed is as it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.games.barrage.laid import conduits, dams, give, legal, player, powerhouses, table
from tests.games.barrage.positions import at
from tests.games.barrage.valley import AUTOMA, conduit, dam, lay, new, powerhouse, tiles, turn, valley, works
from tests.games.barrage.valley import give as automa_has
from tests.games.positions import played

import stockade
from stockade import Match
from stockade.core.state import State
from stockade.games.barrage.layout import Officer

KEPT = Path(__file__).parents[2] / "server" / "kept" / "barrage.json"


def under(version: int, state: State) -> State:
    state.record.rulings = version
    return state


def test_a_log_of_version_1_is_replayed_by_its_rulings() -> None:
    assert json.loads(KEPT.read_text("utf-8"))["rules_version"] == 1
    assert Match.load(KEPT).state.record.rulings == 1
    assert Match("barrage").state.record.rulings == 2


def test_the_version_is_part_of_a_position() -> None:
    state = at(rulings=1)
    assert state.record.rulings == state.to_json()["rulings"] == 1
    assert at().record.rulings == 2
    assert "rulings" not in at().to_json()
    with pytest.raises(stockade.BadPosition):
        at(rulings=3)


def test_a_sole_payment_was_never_asked() -> None:
    state = give(under(1, table(officers="solomon")), 0, excavators=0, credits=9)
    after = played(state, "build b9l base")
    assert (after.current_player, player(after).credits) == (1, 0)


def test_a_third_powerhouse_from_the_contract_counted_at_once() -> None:
    state = dams(under(1, table(3, "germany usa france")), "b7l 2/3", 0)
    powerhouses(conduits(state, "c7A c7B", 0), "p12.1 p10.1", 0)
    give(state, 0, contracts="Y02")
    state = played(state, "turbine_p2 L", "produce b7l c7B 1", "contract Y02", "place p9.1")
    assert legal(state) == ["produce b7l c7A 1", "produce none"]


def test_jill_took_what_the_automa_had_less_of() -> None:
    state = under(1, valley(4, officer=Officer.JILL))
    works(state)
    lay(state, "G02", "-")
    automa_has(state, 2, 3)
    record = turn(state, 9)
    assert (record.player[AUTOMA].excavators, record.player[AUTOMA].mixers) == (4, 3)


def test_adler_preferred_nothing_for_a_base_from_a_reward() -> None:
    state = under(1, valley(4, criteria=20, officer=Officer.ADLER))
    dam(state, "b9l", level=3, drops=3)
    conduit(state, "c9B")
    powerhouse(state, "p12.1")
    lay(state, "G01", "-", "-", "-", "R02", "-")
    assert new(state, turn(state, 9)) == {"b10l"}


def test_only_the_highest_tile_was_tried() -> None:
    state = under(1, valley(3))
    tiles(state, "II-conduit", "III-conduit")
    automa_has(state, 5, 0)
    assert new(state, turn(state, 12)) == set()
