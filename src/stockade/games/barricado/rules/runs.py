"""Find runs on a line by shifting bits, and keep track of the lines that have any.

The cells of a line are bits, so that all of them are handled at once. `open_cells` are the cells that can take a
segment, `marks` the X of one colour, `bars` that colour's barricades along the line.
"""

import numpy as np

from stockade.core.kernel import kernel
from stockade.games.barricado.layout import LINES, MOST_SEGMENTS, Record


@kernel
def reach_up(start: int, open_cells: int) -> int:
    """Return every cell that can be reached from `start`, including `start`, going up the line over open cells."""
    reach = start & open_cells
    way = open_cells
    reach |= way & (reach << 1)
    way &= way << 1
    reach |= way & (reach << 2)
    way &= way << 2
    reach |= way & (reach << 4)
    way &= way << 4
    return reach | (way & (reach << 8))


@kernel
def reach_down(start: int, open_cells: int) -> int:
    """Return every cell that can be reached from `start`, including `start`, going down the line over open cells."""
    reach = start & open_cells
    way = open_cells
    reach |= way & (reach >> 1)
    way &= way >> 1
    reach |= way & (reach >> 2)
    way &= way >> 2
    reach |= way & (reach >> 4)
    way &= way >> 4
    return reach | (way & (reach >> 8))


@kernel
def has_run(open_cells: int, marks: int, bars: int) -> bool:
    """Return whether the colour can build or extend on this line if it has enough segments."""
    ends = marks & open_cells
    reached = reach_up((ends | bars) << 1, open_cells) | reach_down(bars >> 1, open_cells)
    return (reached & ends) != 0


@kernel
def has_run_within(open_cells: int, marks: int, bars: int, segments: int) -> bool:
    """Return whether the colour can build or extend on this line with this many segments."""
    ends = marks & open_cells
    built = (ends << 1) & open_cells  # the second cell, then the third, ...
    above = (bars << 1) & open_cells
    below = (bars >> 1) & open_cells
    for used in range(1, segments + 1):
        if (above | below) & ends or (used < segments and built & ends):
            return True
        built = (built << 1) & open_cells
        above = (above << 1) & open_cells
        below = (below >> 1) & open_cells
    return False


@kernel
def refresh(state: Record, line: int) -> None:
    """Update which seats have a run on a line that has changed."""
    bit = np.int64(1) << line
    for seat in range(state.players):
        if has_run(state.open[line], state.marks[seat, line], state.bars[seat, line]):
            state.live[seat] |= bit
        else:
            state.live[seat] &= ~bit


@kernel
def can_run(state: Record, seat: int) -> bool:
    """Return whether a seat can build or extend anywhere with the segments it has left (ruling 6)."""
    if state.segments[seat] >= MOST_SEGMENTS or state.live[seat] == 0:
        return state.live[seat] != 0
    for line in range(LINES):
        if state.live[seat] >> line & 1 and has_run_within(
            state.open[line], state.marks[seat, line], state.bars[seat, line], state.segments[seat]
        ):
            return True
    return False
