"""Habitat corridors and their majorities."""

from typing import Any

from stockade.core.bits import how_many, lowest
from stockade.core.kernel import kernel
from stockade.games.cascadia.layout import SPINS, Environment
from stockade.games.cascadia.tables import (
    EDGE,
    FIRST_TERRAIN,
    KEYSTONE,
    LAST_TERRAIN,
    MAJORITY_ALONE,
    MAJORITY_FIRST,
    MAJORITY_LEAST,
    MAJORITY_SECOND,
)


@kernel
def has_terrain(environment: Environment, hex_no: int, terrain: int) -> bool:
    """Return whether a hex shows the terrain."""
    face = environment.face[hex_no]
    return FIRST_TERRAIN[face] == terrain or LAST_TERRAIN[face] == terrain


@kernel
def joined(environment: Environment, hex_no: int, terrain: int) -> int:
    """Return the hexes joined to this one by an edge that has the terrain on both sides."""
    face = environment.face[hex_no]
    first = int(environment.spin[hex_no]) + (0 if FIRST_TERRAIN[face] == terrain else 3)
    hexes = 0
    for step in range(6 if KEYSTONE[face] else 3):
        direction = (first + step) % SPINS
        other = int(environment.beside[hex_no, direction])
        if other >= 0 and EDGE[environment.face[other], environment.spin[other], (direction + 3) % SPINS] == terrain:
            hexes |= 1 << other
    return hexes


@kernel
def corridor(environment: Environment, terrain: int) -> int:
    """Return the number of tiles in the largest corridor of a terrain."""
    left = 0
    for hex_no in range(environment.hexes):
        if has_terrain(environment, hex_no, terrain):
            left |= 1 << hex_no
    largest = 0
    while left:
        group = left & -left
        fresh = group
        while fresh:
            found = joined(environment, lowest(fresh), terrain) & ~group
            fresh = (fresh & (fresh - 1)) | found
            group |= found
        left &= ~group
        largest = max(largest, how_many(group))
    return largest


@kernel
def majority_points(sizes: Any, players: int, seat: int) -> int:
    """Return a seat's majority bonus for one terrain, given everybody's corridors."""
    mine = sizes[seat]
    if players == 1:
        return MAJORITY_ALONE if mine >= MAJORITY_LEAST else 0
    above = 0
    level = 0
    for other in range(players):
        above += sizes[other] > mine
        level += sizes[other] == mine
    if above == 0:
        return MAJORITY_FIRST[players, level - 1]
    if above == 1 and level == 1:
        return MAJORITY_SECOND[players]
    return 0
