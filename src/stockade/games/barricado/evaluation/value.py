"""A handcrafted evaluation of Barricado: segments on the board, and the runs that each seat could still build."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from stockade.core.bits import lowest
from stockade.core.kernel import kernel
from stockade.core.network import NEVER, share_out
from stockade.core.room import room_of
from stockade.games.barricado.layout import LINES, MOST_SEGMENTS, Phase, Record
from stockade.games.barricado.rules.runs import reach_down, reach_up
from stockade.games.barricado.tables import SEGMENTS

EVALUATION = "value"  # random games say little about good ones, so search uses this value
EXPLORATION = 0.15
LATER = 0.7  # factor on a run for each of its owner's turns it has to wait, because it may be blocked
WAIT = 0.93  # the same for a turn of another seat
# By the number of players: how many segments change the odds of winning by a factor of e, at the end of the game, and
# how many more for every tile that is still to come. Fitted to games between bots.
SPREAD = np.array([[1.0, 0.0], [1.0, 0.0], [1.2, 0.16], [0.95, 0.4], [1.5, 0.28]])
SPREAD.flags.writeable = False
# By the number of players: how much surer the chances are that people are shown. Fitted to games of bots of level 3.
CERTAINTIES = (1.0, 1.0, 1.14, 1.0, 0.86)
line_counts = room_of(MOST_SEGMENTS + 1, np.int64)


@kernel
def evaluate(state: Record, values: npt.NDArray[np.float64]) -> None:
    """Fill in each seat's chance to win as a value in [-1, 1], where zero is an even share."""
    players = int(state.players)
    spread = SPREAD[players, 0] + SPREAD[players, 1] * state.tiles_left
    for seat in range(players):
        values[seat] = standing(state, seat) / spread
    share_out(players, NEVER, values)


def for_table(state: Record) -> Mapping[str, float | bool]:
    """Return how sure estimates are to be taken with so many players."""
    return {"CERTAINTY": CERTAINTIES[state.players]}


@kernel
def standing(state: Record, seat: int) -> float:
    """Return the segments on the board plus expected ones: the longest run of every line, longer runs first."""
    lines_by_length = line_counts()
    for length in range(MOST_SEGMENTS + 1):
        lines_by_length[length] = 0
    for line in range(LINES):
        if state.live[seat] >> line & 1:
            lines_by_length[min(longest_run(state, seat, line), state.segments[seat])] += 1
    share = WAIT ** ((seat - next_to_act(state)) % state.players)
    promise = 0.0
    for length in range(MOST_SEGMENTS, 0, -1):
        for _ in range(lines_by_length[length]):
            promise += share * length
            share *= LATER
    return SEGMENTS[seat] - state.segments[seat] + promise


@kernel
def next_to_act(state: Record) -> int:
    """Return the seat that may build next: the one whose turn it is, unless it has drawn a tile instead."""
    if state.phase == Phase.ACT:
        return state.turn_owner
    return (state.turn_owner + 1) % state.players


@kernel
def longest_run(state: Record, seat: int, line: int) -> int:
    """Return the most segments that one turn can put on a line."""
    open_cells = state.open[line]
    ends = state.marks[seat, line] & open_cells
    bars = state.bars[seat, line]
    longest = 0
    starts = ends
    while starts:
        low = lowest(starts)
        starts &= starts - 1
        others = reach_up(2 << low, open_cells) & ends
        if others:
            longest = max(longest, highest(others) - low + 1)
    up = reach_up(bars << 1, open_cells) & ends
    while up:
        end = lowest(up)
        up &= up - 1
        longest = max(longest, count_down(open_cells, end))
    down = reach_down(bars >> 1, open_cells) & ends
    while down:
        end = lowest(down)
        down &= down - 1
        longest = max(longest, lowest(~(open_cells >> end)))
    return longest


@kernel
def highest(bits: int) -> int:
    """Return the index of the highest bit that is set."""
    place = 0
    while bits > 1:
        bits >>= 1
        place += 1
    return place


@kernel
def count_down(open_cells: int, end: int) -> int:
    """Count consecutive open cells from `end` downwards, including `end`."""
    count = 0
    while end >= 0 and open_cells >> end & 1:
        end -= 1
        count += 1
    return count
