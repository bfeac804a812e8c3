"""Compute what an action would add to each line of the score sheet. Used by the picture, never by the rules.

States come in pairs: the first is the given state, the second is working memory to try actions in.
"""

from typing import Any

import numpy as np

from stockade.core.bits import how_many, lowest
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.layout import Records
from stockade.games.cascadia.layout import (
    EDGE_CELLS,
    HEXES,
    SEATS,
    SLOTS,
    SPECIES,
    TERRAINS,
    Environment,
    Record,
)
from stockade.games.cascadia.rules.actions import Base
from stockade.games.cascadia.rules.corridors import has_terrain, joined, majority_points
from stockade.games.cascadia.rules.dispatch import apply_tile, apply_token
from stockade.games.cascadia.rules.environment import lay_tile, open_hexes, put_token
from stockade.games.cascadia.rules.scoresheet import CORRIDORS, MAJORITIES, NATURE, ROW, score_rows, wildlife_row
from stockade.games.cascadia.tables import FIRST_TERRAIN, KEYSTONE, LAST_TERRAIN, SHOWS, SPIN_COUNT


@kernel
def differences(states: Records[Record], actions: Actions, found: Any) -> None:
    """For each action that lays a tile or places a token, fill in what it adds to the player's score sheet."""
    seat = states[0].turn_owner
    rows = np.zeros((SEATS, ROW), np.int32)
    score_rows(states[0], rows)
    groups = corridors_of(states[0])
    after = np.zeros(ROW, np.int32)
    for place in range(len(actions)):
        action = actions[place]
        states[1] = states[0]
        after[:] = rows[seat]
        if action >= Base.TOKEN:
            apply_token(states[1], action)
            wildlife_row(states[1], seat, after)
        else:
            apply_tile(states[1], action)
            grown_row(states[1].environment[seat], states[0], rows, groups, after)
        found[place] = after - rows[seat]


@kernel
def best_takes(states: Records[Record], found: Any) -> None:
    """For each tile and token in the market, fill in the most points that both can bring this turn.

    The two do not depend on each other, unless the token goes on the new tile. So the best is the sum of two separate
    maxima, or the maximum over one cell for both.
    """
    seat = states[0].turn_owner
    environment = states[0].environment[seat]
    rows = np.zeros((SEATS, ROW), np.int32)
    score_rows(states[0], rows)
    groups = corridors_of(states[0])
    on_old, on_new = token_gains(states, rows[seat])
    for tile in range(SLOTS):
        land = land_gains(states, states[0].market_tile[tile], rows, groups)
        best_land = land[: environment.edges].max()
        for token in range(SLOTS):
            species = states[0].market_token[token]
            best = best_land + max(0, on_old[species])
            if SHOWS[states[0].market_tile[tile], species]:
                earned = int(KEYSTONE[states[0].market_tile[tile]])
                for place in range(environment.edges):
                    best = max(best, land[place] + on_new[species, place] + earned)
            found[tile, token] = best


@kernel
def corridors_of(state: Record) -> Any:
    """Return the corridors of the current player: for each terrain and hex, all hexes connected with it."""
    groups = np.zeros((TERRAINS, HEXES), np.int64)
    for terrain in range(TERRAINS):
        list_corridors(state.environment[state.turn_owner], terrain, groups[terrain])
    return groups


@kernel
def list_corridors(environment: Environment, terrain: int, groups: Any) -> None:
    """For each hex that shows a terrain, fill in all hexes of its corridor."""
    for hex_no in range(environment.hexes):
        if groups[hex_no] == 0 and has_terrain(environment, hex_no, terrain):
            group = 1 << hex_no
            fresh = group
            while fresh:
                found = joined(environment, lowest(fresh), terrain) & ~group
                fresh = (fresh & (fresh - 1)) | found
                group |= found
            left = group
            while left:
                groups[lowest(left)] = group
                left &= left - 1


@kernel
def land_gains(states: Records[Record], face: int, rows: Any, groups: Any) -> Any:
    """Return the most points that a tile can bring on each cell of the edge."""
    seat = states[0].turn_owner
    before = rows[seat, CORRIDORS:NATURE].sum()
    after = np.zeros(ROW, np.int32)
    edge = states[0].environment[seat].edge
    gains = np.full(EDGE_CELLS, -1000, np.int32)
    for place in range(states[0].environment[seat].edges):
        states[1] = states[0]
        environment = states[1].environment[seat]
        lay_tile(environment, edge[place], face, 0)
        new = int(environment.hexes) - 1
        for spin in range(SPIN_COUNT[face]):
            environment.spin[new] = spin
            grown_row(environment, states[0], rows, groups, after)
            gains[place] = max(gains[place], after[CORRIDORS:NATURE].sum() - before)
    return gains


@kernel
def grown_row(environment: Environment, state: Record, rows: Any, groups: Any, row: Any) -> None:
    """Fill in the lines that change with the newest tile of an environment: those of its terrains.

    `state`, `rows` and `groups` are from before the tile was laid.
    """
    new = int(environment.hexes) - 1
    face = environment.face[new]
    seat = state.turn_owner
    for terrain in range(TERRAINS):
        size = int(rows[seat, CORRIDORS + terrain])
        row[MAJORITIES + terrain] = rows[seat, MAJORITIES + terrain]
        if terrain == FIRST_TERRAIN[face] or terrain == LAST_TERRAIN[face]:
            group = 1 << new
            found = joined(environment, new, terrain)
            while found:
                group |= groups[terrain, lowest(found)]
                found &= found - 1
            if how_many(group) > size:
                size = how_many(group)
                row[MAJORITIES + terrain] = majority_with(state, rows, terrain, size)
        row[CORRIDORS + terrain] = size


@kernel
def majority_with(state: Record, rows: Any, terrain: int, size: int) -> int:
    """Return the current player's majority bonus with a corridor of this size."""
    if not state.majorities:
        return 0
    sizes = rows[:, CORRIDORS + terrain].copy()
    sizes[state.turn_owner] = size
    return majority_points(sizes, state.players, state.turn_owner)


@kernel
def token_gains(states: Records[Record], row: Any) -> Any:
    """Return the most points that a token of each species brings on existing hexes, and on a new tile by cell."""
    seat = states[0].turn_owner
    environment = states[0].environment[seat]
    after = np.zeros(ROW, np.int32)
    on_old = np.full(SPECIES, -1000, np.int32)
    on_new = np.zeros((SPECIES, EDGE_CELLS), np.int32)
    for species in range(SPECIES):
        hexes = open_hexes(environment, species) if is_offered(states[0], species) else 0
        while hexes:
            hex_no = lowest(hexes)
            hexes &= hexes - 1
            states[1] = states[0]
            put_token(states[1].environment[seat], hex_no, species)
            wildlife_row(states[1], seat, after)
            earned = int(KEYSTONE[environment.face[hex_no]])
            on_old[species] = max(on_old[species], (after - row)[:SPECIES].sum() + earned)
    for place in range(environment.edges):
        states[1] = states[0]
        grown = states[1].environment[seat]
        lay_tile(grown, environment.edge[place], 0, 0)  # any tile will do, because only the token matters
        for species in range(SPECIES):
            if is_offered(states[0], species):
                before = grown.wildlife[species]
                put_token(grown, environment.hexes, species)
                wildlife_row(states[1], seat, after)
                on_new[species, place] = (after - row)[:SPECIES].sum()
                grown.wildlife[species] = before
    return on_old, on_new


@kernel
def is_offered(state: Record, species: int) -> bool:
    """Return whether a token of the species is in the market."""
    count = 0
    for slot in range(SLOTS):
        count += state.market_token[slot] == species
    return count > 0
