"""Positions for the Automas: an empty valley in which one is about to act, and the few pieces that a test is about.

Seat 0 is a person and seat 1 is an Automa. The tile on top gives the criteria of the coming turn, because `turn`
draws the tile with the actions.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import stockade
from stockade.core.state import State
from stockade.games.barrage.layout import BASES, CARDS, CONDUITS, NEUTRAL, NOTHING, POWERHOUSES, Company, Officer
from stockade.games.barrage.tables import CONTRACT_NAMES, SITE_NAMES, TILE_NAMES

GAME = stockade.game("barrage")
PERSON, AUTOMA = 0, 1
CONDUIT_NAMES = SITE_NAMES[2 * BASES : 2 * BASES + CONDUITS]
POWERHOUSE_NAMES = SITE_NAMES[2 * BASES + CONDUITS :]


@cache
def _started(players: int, automas: int, level: str) -> State:
    """Return the first turn of a game in which chance and people always took the first thing."""
    state = GAME.start(players, {"setup": "full", "automas": automas, "level": level})
    while state.record.round_no < 1:
        state.apply(state.legal_actions()[0])
    return state


def valley(
    level: int = 2,
    criteria: int = 1,
    company: Company = Company.GERMANY,
    officer: Officer | None = None,
    players: int = 2,
    automas: int = 1,
) -> State:
    """Return a state in which an Automa is about to draw its tile. Nothing stands or waits in the valley."""
    state = _started(players, automas, "2").clone()
    record = state.record
    record.dam_owner[:] = NOTHING
    record.dam_level[:] = 0
    record.dam_drops[:] = 0
    record.waiting[:] = 0
    record.card = criteria - 1
    record.cards = (1 << CARDS) - 1 & ~(1 << (criteria - 1))
    me = record.player[players - automas]
    me.level, me.company = level, company
    me.officer = NOTHING if officer is None else officer
    if officer == Officer.ANTON:
        me.tiles |= 1 << 20
    for other in range(players - automas):
        record.player[other].company = (company + other + 1) % 4
        record.player[other].officer = NOTHING
    return state


def dam(state: State, space: str, owner: int = AUTOMA, level: int = 1, drops: int = 0) -> None:
    """Put a dam, which may be neutral, on a space."""
    number = SITE_NAMES.index(space)
    state.record.dam_owner[number] = owner
    state.record.dam_level[number] = level
    state.record.dam_drops[number] = drops
    if owner != NEUTRAL:
        state.record.player[owner].built[0] += 1
        state.record.player[owner].built[1] += level - 1


def conduit(state: State, *spaces: str, owner: int = AUTOMA) -> None:
    for space in spaces:
        state.record.conduit[CONDUIT_NAMES.index(space)] = owner
        state.record.player[owner].built[2] += 1


def powerhouse(state: State, *spaces: str, owner: int = AUTOMA) -> None:
    for space in spaces:
        state.record.powerhouse[POWERHOUSE_NAMES.index(space)] = owner
        state.record.player[owner].built[3] += 1


def works(state: State, drops: int = 3) -> None:
    """Give the Automa a dam in basin 9, a conduit of value 1 and a powerhouse in basin 11: one energy for each
    drop."""
    dam(state, "b9l", level=3, drops=drops)
    conduit(state, "c9A")
    powerhouse(state, "p11.1")


def lay(state: State, *contracts: str) -> None:
    """Lay out contracts: green, yellow and red, left and right. A dash is an empty place."""
    names = [*contracts, *["-"] * (6 - len(contracts))]
    state.record.open[:] = [NOTHING if name == "-" else CONTRACT_NAMES.index(name) for name in names]


def give(state: State, excavators: int, mixers: int, seat: int = AUTOMA) -> None:
    state.record.player[seat].excavators = excavators
    state.record.player[seat].mixers = mixers


def tiles(state: State, *names: str, seat: int = AUTOMA) -> None:
    """Set the technology tiles of a seat. They are off the wheel, and Anton's stays."""
    player = state.record.player[seat]
    player.tiles = player.tiles & 1 << 20 | sum(1 << TILE_NAMES.index(name) for name in names)


def turn(state: State, card: int) -> Any:
    """Return the record after the Automa's turn with a tile, up to the next decision or draw."""
    after = state.clone()
    after.apply(f"card {card}")
    return after.record


def mine(record: Any, seat: int = AUTOMA) -> set[str]:
    """Return what a seat has on the map: `b5l` is a base, `b5l+2` one raised to the second level; conduits and
    powerhouses."""
    found = {CONDUIT_NAMES[n] for n in range(CONDUITS) if record.conduit[n] == seat}
    found |= {POWERHOUSE_NAMES[n] for n in range(POWERHOUSES) if record.powerhouse[n] == seat}
    for space in range(BASES):
        if record.dam_owner[space] == seat:
            level = int(record.dam_level[space])
            found.add(SITE_NAMES[space] + (f"+{level}" if level > 1 else ""))
    return found


def new(state: State, record: Any) -> set[str]:
    """Return what a turn has added."""
    return mine(record) - mine(state.record)


def change(state: State, record: Any, field: str, seat: int = AUTOMA) -> int:
    return int(record.player[seat][field]) - int(state.record.player[seat][field])
