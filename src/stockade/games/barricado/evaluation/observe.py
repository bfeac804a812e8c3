"""Barricado as numbers, for learning: planes of the table, the player's own colour first."""

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.barricado.layout import CELLS, COLOURS, PLACES, Phase, Record
from stockade.games.barricado.rules.dispatch import can_rotate
from stockade.games.barricado.tables import CORNER_COLOUR, SEGMENTS

PLANE = CELLS * CELLS
PHASES = len(Phase)
HAND = 4 * COLOURS + 8  # colour of each corner as printed, then which corner is a plaza or a sewer
BLOCKS = (
    ("open cells", PLANE),
    ("X by colour", COLOURS * PLANE),  # own colour first, then in turn order, then unused colours
    ("segments by colour", COLOURS * PLANE),
    ("tiles without a segment", PLACES * PLACES),
    ("tile in hand", HAND),
    ("phase", PHASES),
    ("segments left by colour", COLOURS),  # share of the bag
    ("unseen tiles", 6),  # share of the six
    ("unseen kinds", 3),  # share of the 36
    ("places left", 1),  # share of the board
    ("rotations in a row", 1),  # share of the maximum
)
OBSERVATION_SIZE = sum(size for _, size in BLOCKS)


@kernel
def observe(state: Record, player: int, tensor: npt.NDArray[np.float32]) -> None:
    """Fill a tensor of zeros with what a player sees."""
    first = player if player >= 0 else state.turn_owner
    at = observe_lines(state, first, tensor)
    for row in range(PLACES):
        for column in range(PLACES):
            tensor[at + row * PLACES + column] = can_rotate(state, row, column)
    at += PLACES * PLACES
    if state.drawn_variation >= 0:
        for corner in range(4):
            colour = int(CORNER_COLOUR[state.drawn_variation, 0, corner])
            if colour < state.players:
                colour = int((colour - first) % state.players)
            tensor[at + corner * COLOURS + colour] = 1.0
        if state.drawn_cell >= 0:
            tensor[at + 4 * COLOURS + int((state.drawn_kind - 1) * 4 + state.drawn_cell)] = 1.0
    at += HAND
    tensor[at + int(state.phase)] = 1.0
    at += PHASES
    for step in range(COLOURS):
        seat = colour_after(state, first, step)
        tensor[at + step] = state.segments[seat] / SEGMENTS[seat]
    at += COLOURS
    for variation in range(6):
        tensor[at + variation] = state.unseen[variation] / 6.0
    for kind in range(3):
        tensor[at + 6 + kind] = state.unseen_kinds[kind] / 36.0
    tensor[at + 9] = state.tiles_left / (state.length * state.length)
    tensor[at + 10] = state.rotations / state.players


@kernel
def colour_after(state: Record, first: int, step: int) -> int:
    """Return the colour this many steps after the first: seats in turn order, then unused colours."""
    return (first + step) % state.players if step < state.players else step


@kernel
def observe_lines(state: Record, first: int, tensor: npt.NDArray[np.float32]) -> int:
    """Fill in the planes of cells, and return where the next block begins."""
    for row in range(CELLS):
        for column in range(CELLS):
            cell = row * CELLS + column
            tensor[cell] = state.open[row] >> column & 1
            for step in range(COLOURS):
                seat = colour_after(state, first, step)
                tensor[(1 + step) * PLANE + cell] = state.marks[seat, row] >> column & 1
                covered = state.bars[seat, row] >> column | state.bars[seat, CELLS + column] >> row
                tensor[(1 + COLOURS + step) * PLANE + cell] = covered & 1
    return (1 + 2 * COLOURS) * PLANE
