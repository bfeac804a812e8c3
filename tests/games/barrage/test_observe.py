"""Barrage as numbers: what each block of an observation holds, as seen from a seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.games.barrage.lively import SETTINGS, walk
from tests.games.barrage.positions import at, full
from tests.games.observations import block
from tests.games.positions import played

from stockade.games.barrage.evaluation.observe import (
    BONUSES,
    DAM,
    SEAT,
    SEGMENT,
    SPACE,
    STEPS,
    STREAM,
)
from stockade.games.barrage.layout import ANTON, BASES, CONTRACTS, ROWS, SEATS, SEGMENTS, SITES, Step
from stockade.games.barrage.position.readable import BASE_NAMES, CONDUIT_NAMES, POWERHOUSE_NAMES, SPACE_NAMES
from stockade.games.barrage.tables import CONTRACT_NAMES, SITE_NAMES, TILE_NAMES

TABLE = at(
    {"vp": 25, "credits": 10, "excavators": 5, "contracts": ["S1"], "energy": 15, "banked": 3},
    {"wheel": [{"segment": 4, "tile": "base", "excavators": 3}], "fulfilled": ["G05"], "constructions": 1},
    {},
    order=["italy", "usa", "germany"],
    turn="usa",
    round=2,
    dams="b9u germany 1/2",
    conduits="c9A usa",
    powerhouses="p11.1 italy",
    spaces="water_2 L germany",
    headstreams={"B": {"waiting": 3}},
    objective="most_area",
)


def test_the_valley_from_two_seats() -> None:
    dams = block(TABLE, 0, "dams").reshape(BASES, DAM)
    assert dams[BASE_NAMES.index("b9u")].tolist() == pytest.approx([0, 1, 0, 0, 0, 2 / 3, 1 / 4])
    assert dams[BASE_NAMES.index("b5l")].tolist() == pytest.approx([0, 0, 0, 0, 1, 2 / 3, 1 / 4])
    assert block(TABLE, 1, "dams").reshape(BASES, DAM)[BASE_NAMES.index("b9u")][0] == 1
    conduits = block(TABLE, 1, "conduits").reshape(-1, SEATS)
    assert conduits[CONDUIT_NAMES.index("c9A")].tolist() == [0, 0, 1, 0]
    assert conduits.sum() == 1
    houses = block(TABLE, 1, "powerhouses").reshape(-1, SEATS)
    assert houses[POWERHOUSE_NAMES.index("p11.1")].tolist() == [0, 1, 0, 0]
    streams = block(TABLE, 0, "headstreams").reshape(-1, STREAM)
    assert streams[1].tolist() == pytest.approx([0, 0, 1 / 4, 3 / 4, 3 / 4, 0])


def test_the_board_and_the_round() -> None:
    spaces = block(TABLE, 2, "spaces").reshape(2 * ROWS, SPACE)
    assert spaces[SPACE_NAMES.index("water_2 L")].tolist() == [0, 0, 1, 0, 0]
    assert spaces[:, SEATS].sum() == 2 * 3  # rows for four players
    assert block(TABLE, 0, "round").tolist() == [0, 1, 0, 0, 0]
    assert (block(TABLE, 0, "bonus tiles").reshape(5, BONUSES).argmax(axis=1) == range(5)).all()
    assert block(TABLE, 0, "objective").argmax() == 2


def test_contracts_lie_where_they_lie() -> None:
    opened = {CONTRACT_NAMES[number] for number in block(TABLE, 0, "open contracts").nonzero()[0]}
    assert opened == {"G01", "G02", "Y01", "Y02", "R01", "R02", "N1", "N2"}
    assert block(TABLE, 0, "contracts in the piles").sum() == 45 - 6 - 1
    hands = block(TABLE, 1, "contracts in hand").reshape(SEATS, CONTRACTS)
    assert hands.sum() == hands[2, CONTRACT_NAMES.index("S1")] == 1
    done = block(TABLE, 1, "fulfilled contracts").reshape(SEATS, CONTRACTS)
    assert done.sum() == done[0, CONTRACT_NAMES.index("G05")] == 1


def test_seats_from_the_own_one() -> None:
    seats = block(TABLE, 0, "seats").reshape(SEATS, SEAT)
    assert seats[0, :7].tolist() == pytest.approx([0.25, 0.5, 0.5, 0.5, 0.4, 9 / 12, 3 / 12])
    assert seats[1, 5:8].tolist() == pytest.approx([(12 - 1 - 1) / 12, 0, 1 / 4])
    assert seats[:3, 12].tolist() == pytest.approx([2 / 3, 1, 1 / 3])
    assert seats[1, 13:].tolist() == pytest.approx([1 / 5, 1 / 5, 0, 0])
    assert not seats[3].any()
    turned = block(TABLE, 2, "seats").reshape(SEATS, SEAT)
    assert (turned[1] == seats[0]).all()
    assert block(TABLE, 2, "companies").reshape(SEATS, 4)[:3].argmax(axis=1).tolist() == [2, 0, 1]
    assert block(TABLE, 2, "who decides").tolist() == [0, 1, 0, 0]
    assert block(TABLE, 2, "whose turn").tolist() == [0, 1, 0, 0]
    assert block(TABLE, None, "who decides").tolist() == [1, 0, 0, 0]


def test_wheels_and_tiles() -> None:
    wheels = block(TABLE, 1, "wheels").reshape(SEATS, SEGMENTS, SEGMENT)
    assert wheels[0, 3, 0] == 1
    assert wheels[0, 3, ANTON + 1 :].tolist() == pytest.approx([0.3, 0])
    assert wheels.sum() == pytest.approx(1.3)
    tiles = block(TABLE, 1, "tiles").reshape(SEATS, ANTON + 1)
    assert tiles[:3].sum(axis=1).tolist() == [4, 5, 5]


def test_patents_and_officers_of_the_full_game() -> None:
    state = played(full({}, {"credits": 9}, officers=("mahiri_sekiso", "jill_mcdowell")), "patent 2")
    opened = {TILE_NAMES[number] for number in block(state, 0, "open patents").nonzero()[0]}
    assert opened == {"I-base", "I-conduit"}
    assert block(state, 1, "bought patents").reshape(3, SEATS).tolist() == [[0] * 4, [0, 1, 0, 0], [0] * 4]
    assert block(state, 0, "patents in the piles").sum() == 12
    assert block(state, 0, "officers").reshape(SEATS, 7)[:2].argmax(axis=1).tolist() == [6, 3]
    copied = played(full({}, {}, officers=("mahiri_sekiso", "jill_mcdowell")), "officer jill_mcdowell")
    assert block(copied, 0, "copied officers").reshape(SEATS, 7)[0].argmax() == 3
    assert block(state, 0, "spare officers").sum() == 2
    assert block(state, 0, "rules").tolist() == pytest.approx([1, 0.5, 0])


def test_what_is_left_to_do() -> None:
    state = played(at({}, {"excavators": 8, "mixers": 8}, turn="germany"), "build c5A wild")
    step = block(state, 0, "next step")
    assert step[:STEPS].argmax() == Step.PAY
    assert block(state, 0, "site of the next step").argmax() == SITE_NAMES.index("c5A")
    below = block(state, 0, "steps below")
    assert set(below.nonzero()[0]) == {Step.BUILD, Step.TILE_EFFECT, Step.END_TURN}
    water = block(played(at(), "water_2 L", "drop A"), 0, "next step")
    assert water[STEPS:].tolist() == pytest.approx([1 / SITES, 1 / SITES])


@pytest.mark.parametrize(("players", "options"), SETTINGS[2::3], ids=str)
def test_numbers_stay_small_and_states_that_differ_look_different(players: int, options: dict[str, Any]) -> None:
    seen: dict[bytes, bytes] = {}
    for state in walk(players, options, 8):
        tensor = state.observation(0)
        assert np.abs(tensor).max() <= 8
        without_ply = state.to_json() | {"ply": 0}
        key = repr(without_ply).encode()
        assert seen.setdefault(tensor.tobytes(), key) == key
