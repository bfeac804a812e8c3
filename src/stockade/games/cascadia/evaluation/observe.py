"""Cascadia as numbers, for learning: environments hex by hex, the player's own first, then the shared parts."""

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.cascadia.layout import (
    HEXES,
    HOME,
    KINDS,
    NOTHING,
    SEATS,
    SIDE,
    SLOTS,
    SPECIES,
    SPINS,
    TERRAINS,
    Card,
    Environment,
    Phase,
    Record,
)
from stockade.games.cascadia.tables import (
    COPIES,
    EDGE,
    FIRST_TERRAIN,
    KEYSTONE,
    LAST_TERRAIN,
    SCENARIO_CARDS,
    SHOWS,
    TILES_IN_GAME,
    TOKENS,
    TURNS,
)

# A hex: whether it exists, q and r, the terrain on each of its six edges after rotation, the wildlife it shows, its
# token, and whether it is a keystone.
HEX = 3 + SPINS * TERRAINS + 2 * SPECIES + 1
ENVIRONMENT = HEXES * HEX
TILE = TERRAINS + SPECIES + 1  # a tile that is not laid: its terrains, its wildlife, whether it is a keystone
PAIR = TILE + SPECIES
CARDS, PHASES = len(Card), len(Phase)
SCENARIO_COUNT = len(SCENARIO_CARDS) - 1
BLOCKS = (
    ("environments", SEATS * ENVIRONMENT),  # in the order hexes were laid; the player's own seat first
    ("nature tokens", SEATS),  # tenths
    ("turns left", SEATS),  # share of the twenty
    ("whose turn", SEATS),
    ("market", SLOTS * PAIR),
    ("hand", PAIR),
    ("bag", SPECIES),  # share of the twenty
    ("aside", SPECIES),  # share of the twenty
    ("unseen tiles", KINDS),  # share of the copies
    ("stack", 1),  # share of the tiles in the game
    ("phase", PHASES),
    ("cards", SPECIES * CARDS),
    ("free wipe used", 1),
    ("majorities", 1),
    ("scenario", SCENARIO_COUNT),
    ("readings of cards", 3),  # elk with gaps, branching salmon, short salmon runs
)
OBSERVATION_SIZE = sum(size for _, size in BLOCKS)


@kernel
def observe(state: Record, player: int, tensor: npt.NDArray[np.float32]) -> None:
    """Fill a tensor of zeros with what a player sees."""
    first = player if player >= 0 else state.turn_owner
    for step in range(state.players):
        observe_environment(state.environment[(first + step) % state.players], step * ENVIRONMENT, tensor)
    at = SEATS * ENVIRONMENT
    for step in range(state.players):
        environment = state.environment[(first + step) % state.players]
        tensor[at + step] = environment.nature / 10.0
        tensor[at + SEATS + step] = (TURNS + 3 - max(environment.hexes, 3)) / TURNS
    at += 2 * SEATS
    tensor[at + int((state.turn_owner - first) % state.players)] = 1.0
    at += SEATS
    for slot in range(SLOTS):
        observe_pair(state.market_tile[slot], state.market_token[slot], at, tensor)
        at += PAIR
    observe_pair(state.hand_tile, state.hand_token, at, tensor)
    at = observe_supply(state, at + PAIR, tensor)
    tensor[at + int(state.phase)] = 1.0
    at += PHASES
    for species in range(SPECIES):
        if state.cards[species] != NOTHING:
            tensor[at + species * CARDS + int(state.cards[species])] = 1.0
    at += SPECIES * CARDS
    tensor[at] = state.has_wiped
    tensor[at + 1] = state.majorities
    if state.scenario:
        tensor[at + 1 + int(state.scenario)] = 1.0
    at += 2 + SCENARIO_COUNT
    tensor[at] = state.elk_with_gaps
    tensor[at + 1] = state.branching_salmon
    tensor[at + 2] = state.short_salmon_runs


@kernel
def observe_environment(environment: Environment, start: int, tensor: npt.NDArray[np.float32]) -> None:
    """Fill in one environment, hex by hex."""
    for hex_no in range(environment.hexes):
        at = start + hex_no * HEX
        row, column = divmod(int(environment.cell[hex_no]), SIDE)
        face = environment.face[hex_no]
        tensor[at] = 1.0
        tensor[at + 1] = (column - HOME) / HOME
        tensor[at + 2] = (row - HOME) / HOME
        at += 3
        for direction in range(SPINS):
            tensor[at + direction * TERRAINS + int(EDGE[face, environment.spin[hex_no], direction])] = 1.0
        at += SPINS * TERRAINS
        for species in range(SPECIES):
            tensor[at + species] = SHOWS[face, species]
            tensor[at + SPECIES + species] = environment.wildlife[species] >> hex_no & 1
        tensor[at + 2 * SPECIES] = KEYSTONE[face]


@kernel
def observe_pair(face: int, token: int, at: int, tensor: npt.NDArray[np.float32]) -> None:
    """Fill in a tile and a token that can be taken or are in hand, or leave zeros if there are none."""
    if face != NOTHING:
        tensor[at + int(FIRST_TERRAIN[face])] = 1.0
        tensor[at + int(LAST_TERRAIN[face])] = 1.0
        for species in range(SPECIES):
            tensor[at + TERRAINS + species] = SHOWS[face, species]
        tensor[at + TERRAINS + SPECIES] = KEYSTONE[face]
    if token != NOTHING:
        tensor[at + TILE + int(token)] = 1.0


@kernel
def observe_supply(state: Record, at: int, tensor: npt.NDArray[np.float32]) -> int:
    """Fill in what can still be drawn, and return where the next block begins."""
    for species in range(SPECIES):
        tensor[at + species] = state.bag[species] / TOKENS[species]
        tensor[at + SPECIES + species] = state.aside[species] / TOKENS[species]
    at += 2 * SPECIES
    for kind in range(KINDS):
        tensor[at + kind] = state.unseen[kind] / COPIES[kind]
    at += KINDS
    tensor[at] = state.stack / TILES_IN_GAME[state.players]
    return at + 1
