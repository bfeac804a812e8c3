"""Cascade Barricade as numbers: what each block of an observation holds, as seen from a seat."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.cascade_barricade.positions import at, seat
from tests.games.observations import block
from tests.games.positions import played

from stockade.core.state import State
from stockade.games.cascade_barricade.evaluation.observe import CARD, OWNED, PLANES, SEAT
from stockade.games.cascade_barricade.layout import CELLS, SEATS, SLOTS, Phase
from stockade.games.cascade_barricade.tables import cell_number

TABLE = at(seat("15 2,0 CC", money=250), seat("20 1,0", "-", "44 0,2", at="3,0"), seat(), holes="2,-1", round=3,
            water="0,0 0,1", order=["jade", "crimson", "azure"], turn="crimson")  # fmt: skip


def test_planes_of_the_land() -> None:
    planes = block(TABLE, 0, "land").reshape(PLANES, CELLS)
    assert planes[0].sum() == 91
    assert planes[1].nonzero()[0].tolist() == [cell_number(0, 0), cell_number(0, 1)]
    assert planes[2].nonzero()[0].tolist() == [cell_number(2, -1)]
    assert planes[3, cell_number(2, 0)] == pytest.approx(1 / 3)
    assert planes[4, cell_number(0, 2)] == 1.0
    assert planes[3 + SEATS + 1, cell_number(3, 0)] == 1.0
    assert not planes[6:9].any()
    mine = block(TABLE, 1, "land").reshape(PLANES, CELLS)
    assert (mine[3] == planes[4]).all()
    assert (mine[5] == planes[3]).all()


def test_walls_and_their_cards() -> None:
    assert block(TABLE, 0, "block").nonzero()[0].tolist() == list(range(6, 12))
    assert block(TABLE, 0, "deck").sum() == 39
    assert block(TABLE, 0, "cards").reshape(48, CARD)[6].tolist() == pytest.approx(
        [7 / 48, 9 / 48, 1 / 3, 1 / 3, 0, 1]
    )
    owned = block(TABLE, 0, "walls").reshape(SEATS, SLOTS, OWNED)
    assert owned[:, :, 0].tolist()[:2] == [[1, 0, 0], [1, 0, 1]]
    assert owned[0, 0, 1 + CARD :].tolist() == pytest.approx([2 / 3, 0, 0, 1, 0])  # maintained, and dry
    assert owned[1, 0, -2:].tolist() == [0, 1]


def test_seats_from_the_own_one() -> None:
    seats = block(TABLE, 2, "seats").reshape(SEATS, SEAT)
    assert seats[:3, 0].tolist() == [1.0, 2.5, 1.0]
    assert seats[:3, 2].tolist() == pytest.approx([1 / 3, 2 / 3, 1])
    assert not seats[3:].any()
    assert block(TABLE, 2, "who decides").argmax() == 1
    assert block(TABLE, None, "who decides").argmax() == 0


def test_the_auction_and_the_market() -> None:
    state = played(at(seat(), seat(), seat(), phase="open"), "open 7", "bid 9")
    assert block(state, 0, "up for auction").nonzero()[0].tolist() == [6]
    assert block(state, 0, "highest bid")[0] == pytest.approx(9 / 999)
    seats = block(state, 0, "seats").reshape(SEATS, SEAT)
    assert (seats[:3, 3].tolist(), seats[:3, 7].tolist()) == ([1, 1, 1], [1, 0, 0])
    assert block(state, 0, "phase").argmax() == Phase.BID
    assert block(TABLE, 0, "market").tolist() == pytest.approx([14 / 16, 1, 1, 2 / 8, 1 / 8, 1 / 8])
    assert block(TABLE, 0, "actions left")[0] == 1.0


def test_two_colours_are_seen_in_turn_from_the_own_first() -> None:
    """The observer's colours are the first and the third, and the others are those of the other player."""
    seats = seat("15 2,0", money=250), seat(at="3,0", money=10), seat(at="-3,0", money=30), seat(at="0,3", money=40)
    state = at(*seats, players=2, turn="gold")
    assert block(state, 0, "seats").reshape(SEATS, SEAT)[:5, 0].tolist() == pytest.approx([2.5, 0.1, 0.3, 0.4, 0])
    assert block(state, 1, "seats").reshape(SEATS, SEAT)[:5, 0].tolist() == pytest.approx([0.1, 0.3, 0.4, 2.5, 0])
    assert [block(state, player, "who decides").argmax() for player in (0, 1)] == [3, 2]
    planes = block(state, 1, "land").reshape(PLANES, CELLS)
    assert planes[3 + 3, cell_number(2, 0)] == pytest.approx(1 / 3)
    assert planes[3 + SEATS + 2, cell_number(0, 3)] == 1.0
    assert block(state, 0, "rules").tolist() == [0, 0, 0, 0, 0, 0, 0, 1]
    assert block(TABLE, 0, "rules").tolist() == [0] * 8


def test_every_reading_is_seen() -> None:
    names = ("two_weakest", "whole_block_for_last", "scrap_leftmost", "rim_protects", "late_deck")
    for number, name in enumerate(names, 2):
        assert block(at(seat(), seat(), **{name: True}), 0, "rules").nonzero()[0].tolist() == [number]


def worth(state: State) -> list[float]:
    """Return what a state seems worth to every seat."""
    values = np.zeros(SEATS)
    state.game.play.evaluate_one(state.data, values)
    return values[: state.players].tolist()


def test_a_player_is_worth_what_both_colours_are() -> None:
    """The chance of a player with two colours is the sum of the chances that four players would have."""
    seats = seat("15 2,0 CC", money=250), seat(money=10), seat("31 3,0", money=30), seat(money=90)
    two, four = at(*seats, players=2, order=["crimson", "azure", "jade", "gold"]), at(*seats)
    chances = [(value * 3 + 1) / 4 for value in worth(four)]
    assert worth(two) == pytest.approx([2 * (chances[0] + chances[2]) - 1, 2 * (chances[1] + chances[3]) - 1])
