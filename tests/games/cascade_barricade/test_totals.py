"""Totals that no play can change: laborers, walls and stands add up after each step, water only spreads, and money is
accounted for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.games.cascade_barricade.oracle import Space, around, hexagon
from tests.games.cascade_barricade.positions import GAME
from tests.games.cascade_barricade.test_flood import spaces_in
from tests.games.cascade_barricade.test_position import lively

from stockade.core.state import State
from stockade.games.cascade_barricade.layout import NOTHING, Phase
from stockade.games.cascade_barricade.text.notation import place_of

ALL_WALLS = set(range(1, 49))
EDGES = Path(__file__).parent / "edition/edges.json"
SETTINGS: tuple[dict[str, Any], ...] = ({"radius": 4}, {"two_weakest": True}, {"radius": 6}, {"edition": EDGES})


def walls_in(bits: int) -> set[int]:
    return {wall + 1 for wall in range(48) if bits >> wall & 1}


class Seen:
    """What the game had before, to compare the next state with."""

    def __init__(self, state: State) -> None:
        record = state.record
        self.water = spaces_in(record.water)
        self.round = int(record.round_no)
        self.phase = Phase(int(record.phase))
        self.block, self.deck = walls_in(int(record.block)), walls_in(int(record.deck))
        seats = range(int(record.colours))
        self.slots = [
            (seat, slot) for seat in seats for slot in range(3) if record.player[seat].wall[slot] != NOTHING
        ]
        self.owned = [int(record.player[seat].wall[slot]) + 1 for seat, slot in self.slots]
        self.discarded = ALL_WALLS - self.block - self.deck - set(self.owned)


def check_laborers(state: State) -> None:
    record = state.record
    labor = record.player["labor"][: record.colours]
    assert (record.market + labor.sum(axis=(0, 1)) == 8 * record.spaces).all()
    assert labor.min() >= 0
    assert labor.sum(axis=2).max() <= 3
    for seat in range(record.colours):
        for slot in range(3):
            wall = record.player[seat].wall[slot]
            shown = record.needs[wall] > 0 if wall != NOTHING else [False] * 3
            assert not any(count and not is_shown for count, is_shown in zip(labor[seat, slot], shown, strict=True))


def check_walls(now: Seen, before: Seen) -> None:
    assert len(set(now.owned)) == len(now.owned)
    assert len(now.block) + len(now.deck) + len(now.owned) + len(now.discarded) == 48
    assert len(now.block) <= 6
    assert before.discarded <= now.discarded
    assert now.deck <= before.deck
    assert set(before.owned) <= set(now.owned) | now.discarded


def check_land(state: State, now: Seen, before: Seen) -> None:
    record = state.record
    land, holes, stands = hexagon(int(record.radius)), spaces_in(record.holes), spaces_in(record.stands)
    placed = [int(record.player[seat].stand[slot]) for seat, slot in now.slots]
    standing = [place_of(cell) for cell in placed if cell != NOTHING]
    assert sorted(standing) == sorted(stands)
    assert placed.count(NOTHING) == (now.phase == Phase.STAND)
    characters = {place_of(int(each.character)) for each in record.player if each.character != NOTHING}
    assert now.water | holes | stands | characters <= land
    assert not now.water & holes
    assert not stands & (now.water | holes | characters)
    assert not characters & holes
    if now.phase != Phase.FLEE:
        assert not characters & now.water
    # Water only spreads, from neighbour to neighbour, and once in a round.
    assert before.water <= now.water
    assert all(around(space) & before.water for space in now.water - before.water)
    is_flood = now.phase == Phase.FLEE != before.phase or now.round > before.round
    assert now.water == before.water or is_flood
    assert reached(now.water) == now.water


def reached(water: set[Space]) -> set[Space]:
    """Return the water that is connected to the spring."""
    found, edge = {(0, 0)}, {(0, 0)}
    while edge:
        edge = {space for each in edge for space in around(each)} & water - found
        found |= edge
    return found


def check_players(state: State) -> None:
    record = state.record
    players = record.player[: record.colours]
    assert players["money"].min() >= 0
    assert not record.player[record.colours :]["money"].any()
    order = [seat for seat in record.order.tolist() if seat != NOTHING]
    assert len(set(order)) == len(order) == record.colours or record.phase == Phase.ORDER
    earned = [int(players[seat]["earned"]) for seat in order]
    assert earned == sorted(earned, reverse=True)
    assert bool(players["drowned"].any()) <= (state.is_over or record.phase == Phase.FLEE)
    if state.is_over:
        assert players["drowned"].any()
        assert not players["labor"].any()


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(options))
@pytest.mark.parametrize(("players", "colours"), [(2, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)])
def test_everything_adds_up_after_every_step(players: int, colours: int, options: dict[str, Any]) -> None:
    dice, state = random.Random(players), GAME.start(players, options | {"colours": colours})
    before = Seen(state)
    while not state.is_over:
        state.apply(lively(state, dice))
        now = Seen(state)
        check_laborers(state)
        check_walls(now, before)
        check_land(state, now, before)
        check_players(state)
        before = now
    assert before.discarded
    assert len(before.water) > 6
