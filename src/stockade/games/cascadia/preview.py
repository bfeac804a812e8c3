"""What an action would bring, line by line of the score sheet: for the picture, never for the rules.

A row has one number for every line: five species, five corridors, five majorities, nature tokens. States come in
twos: the first is the one that is asked about, the second is room to try things in.
"""

from typing import Any

import numpy as np

from stockade.core.bits import lowest
from stockade.core.kernel import kernel
from stockade.games.cascadia.corridors import corridor, majority_points
from stockade.games.cascadia.environment import lay_tile, open_hexes, put_token
from stockade.games.cascadia.layout import EDGE_CELLS, NOTHING, SEATS, SLOTS, SPECIES, TERRAINS, Base
from stockade.games.cascadia.rules import apply_tile, apply_token
from stockade.games.cascadia.tables import KEYSTONE, SHOWS, SPIN_COUNT
from stockade.games.cascadia.wildlife import card_points

CORRIDORS = SPECIES
MAJORITIES = CORRIDORS + TERRAINS
NATURE = MAJORITIES + TERRAINS
ROW = NATURE + 1


@kernel
def score_rows(state: Any, rows: Any) -> None:
    """Every seat's score sheet."""
    sizes = np.zeros((TERRAINS, SEATS), np.int32)
    for seat in range(state.players):
        wildlife_row(state, seat, rows[seat])
        land_row(state, seat, sizes, rows[seat])
    for seat in range(state.players):
        land_row(state, seat, sizes, rows[seat])  # again, now that everybody's corridors are known


@kernel
def wildlife_row(state: Any, seat: int, row: Any) -> None:
    """The lines that tokens change."""
    environment = state.environment[seat]
    for species in range(SPECIES):
        row[species] = 0
        if state.cards[species] != NOTHING:
            row[species] = card_points(environment, species, state.cards[species])
    row[NATURE] = environment.nature


@kernel
def land_row(state: Any, seat: int, sizes: Any, row: Any) -> None:
    """The lines that tiles change. `sizes` has everybody's corridors by terrain, and learns those of the seat."""
    for terrain in range(TERRAINS):
        sizes[terrain, seat] = corridor(state.environment[seat], terrain)
        row[CORRIDORS + terrain] = sizes[terrain, seat]
        row[MAJORITIES + terrain] = 0
        if state.majorities:
            row[MAJORITIES + terrain] = majority_points(sizes[terrain], state.players, seat)


@kernel
def differences(states: Any, actions: Any, found: Any) -> None:
    """For every action that lays a tile or places a token: what it adds to each line of its owner's score sheet."""
    seat = states[0].turn_owner
    rows = np.zeros((SEATS, ROW), np.int32)
    score_rows(states[0], rows)
    sizes = rows[:, CORRIDORS:MAJORITIES].T.copy()
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
            land_row(states[1], seat, sizes, after)
        found[place] = after - rows[seat]


@kernel
def best_takes(states: Any, found: Any) -> None:
    """For every tile and token on offer: the most points that the two can bring this turn.

    Neither asks where the other goes, but for a token on the new tile: so the best of both is the sum of two bests,
    or the best on one cell.
    """
    seat = states[0].turn_owner
    environment = states[0].environment[seat]
    rows = np.zeros((SEATS, ROW), np.int32)
    score_rows(states[0], rows)
    on_old, on_new = token_gains(states, rows[seat])
    for tile in range(SLOTS):
        land = land_gains(states, states[0].market_tile[tile], rows)
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
def land_gains(states: Any, face: int, rows: Any) -> Any:
    """What a tile can bring on each cell of the edge."""
    seat = states[0].turn_owner
    sizes = rows[:, CORRIDORS:MAJORITIES].T.copy()
    after = np.zeros(ROW, np.int32)
    gains = np.full(EDGE_CELLS, -1000, np.int32)
    for place in range(states[0].environment[seat].edges):
        for spin in range(SPIN_COUNT[face]):
            states[1] = states[0]
            lay_tile(states[1].environment[seat], states[0].environment[seat].edge[place], face, spin)
            land_row(states[1], seat, sizes, after)
            gain = (after - rows[seat])[CORRIDORS:NATURE].sum()
            gains[place] = max(gains[place], gain)
    return gains


@kernel
def token_gains(states: Any, row: Any) -> Any:
    """What a token of each species can bring: at best on a hex of old, or on a new tile by its cell."""
    seat = states[0].turn_owner
    environment = states[0].environment[seat]
    after = np.zeros(ROW, np.int32)
    on_old = np.full(SPECIES, -1000, np.int32)
    on_new = np.zeros((SPECIES, EDGE_CELLS), np.int32)
    for species in range(SPECIES):
        hexes = open_hexes(environment, species)
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
            lay_tile(states[1].environment[seat], environment.edge[place], 0, 0)  # any tile: only the token counts
            put_token(states[1].environment[seat], environment.hexes, species)
            wildlife_row(states[1], seat, after)
            on_new[species, place] = (after - row)[:SPECIES].sum()
    return on_old, on_new
