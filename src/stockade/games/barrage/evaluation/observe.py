"""Barrage as numbers, for learning: the valley, the boards, the seats in clockwise order starting with the observer,
and what is pending."""

from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.contract import Tensor
from stockade.core.kernel import kernel
from stockade.games.barrage.layout import (
    ANTON,
    BASES,
    BASINS,
    CARDS,
    COMPANIES,
    CONDUITS,
    CONTRACTS,
    HEADSTREAMS,
    MOST_UNITS,
    NEUTRAL,
    NOTHING,
    OFFICERS,
    PILES,
    POWERHOUSES,
    PRIVATE,
    ROUNDS,
    ROWS,
    SEATS,
    SEGMENTS,
    SITES,
    TILES,
    Player,
    Record,
    Step,
)
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.tables import BONUS_NAMES, HEADSTREAM_DROPS, OBJECTIVE_NAMES, PIECES

STEPS = len(Step)
KINDS = len(PIECES)
BONUSES = len(BONUS_NAMES)
OBJECTIVES = len(OBJECTIVE_NAMES)
DAM = SEATS + 3  # owner or neutral, level, drops
STREAM = ROUNDS - 1 + 2  # drops of its tile in each round, waiting drops, drops that run next
SPACE = SEATS + 1  # whose engineers are there, or closed
SEGMENT = ANTON + 3  # tile, excavators, mixers
SEAT = 13 + KINDS
SLOTS = 3
FULL_VP = 100.0
FULL_CREDITS = 20.0
FULL_ENERGY = 30.0
FULL_MACHINES = 10.0
FULL_ENGINEERS = 12.0
FULL_DROPS = 4.0
MOST_LEVEL = 4.0  # highest level of an Automa
BLOCKS = (
    ("dams", BASES * DAM),
    ("conduits", CONDUITS * SEATS),
    ("powerhouses", POWERHOUSES * SEATS),
    ("headstreams", HEADSTREAMS * STREAM),
    ("spaces", 2 * ROWS * SPACE),
    ("round", ROUNDS),
    ("bonus tiles", ROUNDS * BONUSES),
    ("objective", OBJECTIVES),
    ("open contracts", CONTRACTS),
    ("contracts in the piles", CONTRACTS),
    ("discarded contracts", CONTRACTS),
    ("open patents", TILES),
    ("patents in the piles", TILES),
    ("bought patents", SLOTS * SEATS),
    ("seats", SEATS * SEAT),
    ("companies", SEATS * COMPANIES),
    ("officers", SEATS * OFFICERS),
    ("copied officers", SEATS * OFFICERS),
    ("tiles", SEATS * (ANTON + 1)),
    ("wheels", SEATS * SEGMENTS * SEGMENT),
    ("contracts in hand", SEATS * CONTRACTS),
    ("fulfilled contracts", SEATS * CONTRACTS),
    ("companies to pick", COMPANIES),
    ("officers to pick", COMPANIES * OFFICERS),
    ("contracts to pick", PRIVATE),
    ("spare officers", OFFICERS),
    ("tiles of the Automas", 3 * CARDS),  # in the pile, on top, last discarded
    ("who decides", SEATS),
    ("whose turn", SEATS),
    ("next step", STEPS + 2),  # the step and its two numbers
    ("site of the next step", SITES),
    ("steps below", STEPS),
    ("first production", BASINS),
    ("rules", 3),  # full game or not, number of players, number of Automas
)
OBSERVATION_SIZE = sum(size for _, size in BLOCKS)


@kernel
def observe(state: Record, player: int, tensor: npt.NDArray[np.float32]) -> None:
    """Fill a tensor of zeros with what a player observes."""
    first = max(int(player), 0)
    at = observe_map(state, first, 0, tensor)
    at = observe_board(state, first, at, tensor)
    at = observe_contracts(state, at, tensor)
    at = observe_patents(state, first, at, tensor)
    at = observe_seats(state, first, at, tensor)
    at = observe_draft(state, at, tensor)
    observe_moment(state, first, at, tensor)


@kernel
def mark(numbers: Any, base: int, value: int) -> None:
    """Set the number of one of several values to 1. NOTHING sets none."""
    if value >= 0:
        numbers[base + value] = 1.0


@kernel
def mark_bits(tensor: Tensor, at: int, bits: int, count: int) -> int:
    """Write a set as zeros and ones, and return where the next block begins."""
    for number in range(count):
        tensor[at + number] = bits >> number & 1
    return at + count


@kernel
def seen(state: Record, first: int, seat: int) -> int:
    """Return how many seats after the observer a seat sits, or NOTHING if there is no seat."""
    if seat < 0 or seat >= state.players:
        return NOTHING
    return int((seat - first) % state.players)


@kernel
def observe_map(state: Record, first: int, at: int, tensor: Tensor) -> int:
    """Write dams, conduits, powerhouses and headstreams."""
    for space in range(BASES):
        owner = int(state.dam_owner[space])
        mark(tensor, at, seen(state, first, owner))
        tensor[at + SEATS] = owner == NEUTRAL
        tensor[at + SEATS + 1] = state.dam_level[space] / 3.0
        tensor[at + SEATS + 2] = state.dam_drops[space] / FULL_DROPS
        at += DAM
    for space in range(CONDUITS):
        mark(tensor, at, seen(state, first, int(state.conduit[space])))
        at += SEATS
    for space in range(POWERHOUSES):
        mark(tensor, at, seen(state, first, int(state.powerhouse[space])))
        at += SEATS
    for stream in range(HEADSTREAMS):
        tile = int(state.headstream[stream])
        for number in range(ROUNDS - 1):
            if tile != NOTHING:
                tensor[at + number] = HEADSTREAM_DROPS[tile, number] / FULL_DROPS
        tensor[at + ROUNDS - 1] = state.waiting[stream] / FULL_DROPS
        tensor[at + ROUNDS] = state.falling[stream] / FULL_DROPS
        at += STREAM
    return at


@kernel
def observe_board(state: Record, first: int, at: int, tensor: Tensor) -> int:
    """Write the management board, the round and its bonus."""
    for space in range(2 * ROWS):
        owner = int(state.space[space])
        mark(tensor, at, seen(state, first, owner))
        tensor[at + SEATS] = owner == NEUTRAL
        at += SPACE
    mark(tensor, at, int(state.round_no) - 1)
    at += ROUNDS
    for number in range(ROUNDS):
        mark(tensor, at, int(state.bonus[number]))
        at += BONUSES
    mark(tensor, at, int(state.objective))
    return at + OBJECTIVES


@kernel
def observe_contracts(state: Record, at: int, tensor: Tensor) -> int:
    """Write the contracts that lie open."""
    for place in range(2 * PILES):
        mark(tensor, at, int(state.open[place]))
    for place in range(len(state.national)):
        mark(tensor, at, int(state.national[place]))
    at = mark_bits(tensor, at + CONTRACTS, int(state.pile), CONTRACTS)
    return mark_bits(tensor, at, int(state.discarded), CONTRACTS)


@kernel
def observe_patents(state: Record, first: int, at: int, tensor: Tensor) -> int:
    """Write the tiles that can be bought now, the tiles that come later, and who has bought one."""
    for slot in range(SLOTS):
        mark(tensor, at, int(state.patent[slot]))
    at = mark_bits(tensor, at + TILES, int(state.patent_pile), TILES)
    for slot in range(SLOTS):
        mark(tensor, at, seen(state, first, int(state.patent_taken[slot])))
        at += SEATS
    return at


@kernel
def observe_seats(state: Record, first: int, at: int, tensor: Tensor) -> int:
    """Write what each seat has, block by block."""
    for step in range(state.players):
        observe_seat(state, (first + step) % state.players, at + step * SEAT, tensor)
    at += SEATS * SEAT
    for step in range(state.players):
        player = state.player[(first + step) % state.players]
        mark(tensor, at + step * COMPANIES, int(player.company))
        mark(tensor, at + SEATS * COMPANIES + step * OFFICERS, int(player.officer))
        mark(tensor, at + SEATS * (COMPANIES + OFFICERS) + step * OFFICERS, int(player.copied))
    at += SEATS * (COMPANIES + 2 * OFFICERS)
    for step in range(state.players):
        player = state.player[(first + step) % state.players]
        mark_bits(tensor, at + step * (ANTON + 1), int(player.tiles), ANTON + 1)
        observe_wheel(player, at + SEATS * (ANTON + 1) + step * SEGMENTS * SEGMENT, tensor)
    at += SEATS * (ANTON + 1 + SEGMENTS * SEGMENT)
    for step in range(state.players):
        player = state.player[(first + step) % state.players]
        mark_bits(tensor, at + step * CONTRACTS, int(player.contracts), CONTRACTS)
        mark_bits(tensor, at + (SEATS + step) * CONTRACTS, int(player.fulfilled), CONTRACTS)
    return at + 2 * SEATS * CONTRACTS


@kernel
def observe_seat(state: Record, seat: int, at: int, tensor: Tensor) -> None:
    """Write the plain numbers of a seat."""
    player = state.player[seat]
    tensor[at] = player.vp / FULL_VP
    tensor[at + 1] = player.credits / FULL_CREDITS
    tensor[at + 2] = player.energy / FULL_ENERGY
    tensor[at + 3] = player.excavators / FULL_MACHINES
    tensor[at + 4] = player.mixers / FULL_MACHINES
    tensor[at + 5] = player.engineers / FULL_ENGINEERS
    tensor[at + 6] = player.banked / FULL_ENGINEERS
    tensor[at + 7] = player.constructions / 4.0
    tensor[at + 8] = player.has_passed
    tensor[at + 9] = player.mahiri_uses / 2.0
    tensor[at + 10] = player.has_copied
    tensor[at + 11] = player.level / MOST_LEVEL
    for place in range(state.players):
        if state.order[place] == seat:
            tensor[at + 12] = (place + 1) / state.players
    for kind in range(KINDS):
        tensor[at + 13 + kind] = player.built[kind] / PIECES[kind]


@kernel
def observe_wheel(player: Player, at: int, tensor: Tensor) -> None:
    """Write a seat's wheel, segment by segment, starting with the open one."""
    for segment in range(SEGMENTS):
        mark(tensor, at, int(player.wheel_tile[segment]))
        tensor[at + ANTON + 1] = player.wheel_excavators[segment] / MOST_UNITS
        tensor[at + ANTON + 2] = player.wheel_mixers[segment] / MOST_UNITS
        at += SEGMENT


@kernel
def observe_draft(state: Record, at: int, tensor: Tensor) -> int:
    """Write what can be picked in the draft, and the tiles of the Automas."""
    at = mark_bits(tensor, at, int(state.companies), COMPANIES)
    for company in range(COMPANIES):
        mark(tensor, at, int(state.pair[company]))
        at += OFFICERS
    at = mark_bits(tensor, at, int(state.starting), PRIVATE)
    at = mark_bits(tensor, at, int(state.spares), OFFICERS)
    at = mark_bits(tensor, at, int(state.cards), CARDS)
    mark(tensor, at, int(state.card))
    mark(tensor, at + CARDS, int(state.last_card))
    return at + 2 * CARDS


@kernel
def observe_moment(state: Record, first: int, at: int, tensor: Tensor) -> None:
    """Write who decides, the next step, and the steps pending below it."""
    mark(tensor, at, seen(state, first, int(state.current_player)))
    at += SEATS
    if state.place != NOTHING:
        mark(tensor, at, seen(state, first, int(state.order[state.place])))
    at += SEATS
    if state.depth > 0:
        frame = state.pending[state.depth - 1]
        tensor[at + int(frame.step)] = 1.0
        tensor[at + STEPS] = frame.first / SITES
        tensor[at + STEPS + 1] = frame.second / SITES
        if frame.step == Step.PAY:
            site, _ = numbers_of(frame)
            tensor[at + STEPS + 2 + site] = 1.0
    at += STEPS + 2 + SITES
    for number in range(state.depth - 1):
        tensor[at + int(state.pending[number].step)] += 1.0 / SEATS
    at += STEPS
    mark(tensor, at, int(state.used_powerhouse))
    at += BASINS
    tensor[at] = state.is_full
    tensor[at + 1] = state.players / SEATS
    tensor[at + 2] = state.automas / SEATS
