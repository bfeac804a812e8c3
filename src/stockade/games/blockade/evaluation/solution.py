"""Solve Blockade: compute the value of every position, working backwards from the ends.

A position is seen from the player to move, who always plays up the board like Black; White's positions are mirrored.
It has four numbers: the arrangements of the player to move and of the opponent, and for each of them the index in the
move list of the move that would be a retreat (`NO_SLOT` for none). The table has one number for each position:

    0        a draw: neither side can force a win
    n > 0    the player to move wins with move n, counting both sides' moves
    n < 0    the player to move loses after -n - 1 more moves
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.cache import cache_root, write_whole
from stockade.core.kernel import heavy_kernel, kernel
from stockade.core.layout import OVER
from stockade.core.registry import game
from stockade.core.solution import Verdict
from stockade.core.state import State
from stockade.core.tables import freeze
from stockade.games.blockade.layout import ARRANGEMENTS, NO_ACTION, SIDES, SQUARES, Record, Unit
from stockade.games.blockade.tables import (
    ARRANGEMENT,
    CASTLE,
    FAR_MOAT,
    MAX_MOVES,
    MIRRORED,
    MOVE_ACTION,
    MOVE_COUNT,
    MOVE_LANDING,
    MOVE_NEXT,
    OCCUPIED,
    REVERSE,
    START,
    action_parts,
    arrangement_no,
)

SLOTS = MAX_MOVES + 1
NO_SLOT = MAX_MOVES
POSITIONS = (ARRANGEMENTS * SLOTS) ** 2
Table = npt.NDArray[np.int16]
Progress = Callable[[str, float], None]


# -- tables of the backward step ---------------------------------------------------------------------------


def _slot_of(side: int, arrangement: int, action: int) -> int:
    """Return the index of an action in an arrangement's move list."""
    found = np.flatnonzero(MOVE_ACTION[side, arrangement] == action)
    return int(found[0]) if action != NO_ACTION and len(found) else NO_SLOT


MIRROR = np.array([arrangement_no(*(SQUARES + 1 - square for square in pieces)) for pieces in ARRANGEMENT], np.int16)
MIRROR_SLOT = np.full((SIDES, ARRANGEMENTS, SLOTS), NO_SLOT, np.int8)  # index of a retreat in the mirrored list
BACK_SLOT = np.full((ARRANGEMENTS, MAX_MOVES), NO_SLOT, np.int8)  # Black's moves: index of the reverse move
BANNED = np.zeros((ARRANGEMENTS, SLOTS), np.bool_)  # whether a move of Black's can be a retreat at all
BEFORE: list[list[list[tuple[int, int]]]] = [[[] for _ in range(SLOTS)] for _ in range(ARRANGEMENTS)]

for _no in range(ARRANGEMENTS):
    BANNED[_no, NO_SLOT] = True
    for _side in range(SIDES):
        for _k in range(MOVE_COUNT[_side, _no]):
            _turned = int(MIRRORED[MOVE_ACTION[_side, _no, _k]])
            MIRROR_SLOT[_side, _no, _k] = _slot_of(1 - _side, int(MIRROR[_no]), _turned)
    for _k in range(MOVE_COUNT[0, _no]):
        _action = int(MOVE_ACTION[0, _no, _k])
        _after = int(MOVE_NEXT[0, _no, _k])
        BACK_SLOT[_no, _k] = _slot_of(0, _after, int(REVERSE[_action]))
        BEFORE[_after][BACK_SLOT[_no, _k]].append((_no, _k))
        BANNED[_no, _k] = action_parts(_action)[0] != Unit.PUSH

_MOST_BEFORE = max(len(moves) for slots in BEFORE for moves in slots)
BEFORE_COUNT = np.array([[len(moves) for moves in slots] for slots in BEFORE], np.int8)
BEFORE_MOVE = np.zeros((ARRANGEMENTS, SLOTS, _MOST_BEFORE, 2), np.int16)  # arrangement, index of the move
for _no in range(ARRANGEMENTS):
    for _slot in range(SLOTS):
        for _n, _move in enumerate(BEFORE[_no][_slot]):
            BEFORE_MOVE[_no, _slot, _n] = _move
freeze(globals())


# -- positions and their numbers ---------------------------------------------------------------------------


@kernel
def index_of(own: int, own_slot: int, opposing: int, opposing_slot: int) -> int:
    return ((own * SLOTS + own_slot) * ARRANGEMENTS + opposing) * SLOTS + opposing_slot


@kernel
def parts_of(index: int) -> tuple[int, int, int, int]:
    """Return the own arrangement and banned move, then the opponent's, of a position."""
    rest, opposing_slot = divmod(index, SLOTS)
    rest, opposing = divmod(rest, ARRANGEMENTS)
    own, own_slot = divmod(rest, SLOTS)
    return own, own_slot, opposing, opposing_slot


@kernel
def is_open(own: int, own_slot: int, opposing: int, opposing_slot: int) -> bool:
    """Return whether the four numbers are a position in which the game is not over."""
    if OCCUPIED[own] & OCCUPIED[opposing] or MOVE_COUNT[0, own] == 0 or MOVE_COUNT[1, opposing] == 0:
        return False
    turned = MIRROR[opposing]
    return bool(BANNED[own, own_slot] and BANNED[turned, MIRROR_SLOT[1, opposing, opposing_slot]]) and (
        opposing_slot == NO_SLOT or opposing_slot < MOVE_COUNT[1, opposing]
    )


@kernel
def after_move(own: int, k: int, opposing: int, opposing_slot: int) -> int:
    """Return the position after the k-th move, seen from the opponent."""
    after = MOVE_NEXT[0, own, k]
    return index_of(
        MIRROR[opposing],
        MIRROR_SLOT[1, opposing, opposing_slot],
        MIRROR[after],
        MIRROR_SLOT[0, after, BACK_SLOT[own, k]],
    )


@kernel
def can_play(own: int, own_slot: int, opposing: int, k: int) -> bool:
    return k != own_slot and not OCCUPIED[opposing] >> MOVE_LANDING[0, own, k] & 1


@kernel
def index_of_state(state: Record) -> int:
    """Return the position number of a state, for either player to move."""
    seat = state.current_player
    side = int(state.side[seat])
    own = int(state.arrangement[seat])
    opposing = int(state.arrangement[1 - seat])
    own_slot = slot_in_list(side, own, state.retreat[seat])
    opposing_slot = slot_in_list(1 - side, opposing, state.retreat[1 - seat])
    if side == 0:
        return index_of(own, own_slot, opposing, opposing_slot)
    return index_of(
        int(MIRROR[own]),
        int(MIRROR_SLOT[1, own, own_slot]),
        int(MIRROR[opposing]),
        int(MIRROR_SLOT[0, opposing, opposing_slot]),
    )


@kernel
def slot_in_list(side: int, arrangement: int, action: int) -> int:
    """Return the index of a move in an arrangement's move list, or NO_SLOT."""
    if action == NO_ACTION:
        return NO_SLOT
    for k in range(MOVE_COUNT[side, arrangement]):
        if MOVE_ACTION[side, arrangement, k] == action:
            return k
    return NO_SLOT


# -- the solver --------------------------------------------------------------------------------------------


@heavy_kernel
def find_ends(table: Table, moves_left: npt.NDArray[np.uint8], queue: npt.NDArray[np.int32]) -> int:
    """Mark positions lost for lack of a move and those won by entering the moat. Count the moves of the others."""
    tail = 0
    for wins in range(2):
        for index in range(POSITIONS):
            own, own_slot, opposing, opposing_slot = parts_of(index)
            if not is_open(own, own_slot, opposing, opposing_slot):
                continue
            moves = 0
            entering = False
            for k in range(MOVE_COUNT[0, own]):
                if can_play(own, own_slot, opposing, k):
                    moves += 1
                    entering = entering or CASTLE[MOVE_NEXT[0, own, k]] == FAR_MOAT[0]
            moves_left[index] = moves
            if (wins == 0 and moves == 0) or (wins == 1 and entering):
                table[index] = 1 if entering else -1
                queue[tail] = index
                tail += 1
    return tail


@heavy_kernel
def work_backwards(
    table: Table, moves_left: npt.NDArray[np.uint8], queue: npt.NDArray[np.int32], head: int, tail: int, most: int
) -> tuple[int, int]:
    """Take decided positions from the queue and decide their predecessors.

    Nearer ends come first, so that wins are found at their fastest and losses at their slowest.
    """
    stop = min(tail, head + most)
    while head < stop:
        code = table[queue[head]]
        own, own_slot, opposing, opposing_slot = parts_of(queue[head])
        head += 1
        moved = MIRROR[opposing]  # the player who has just moved, seen from their own side
        back = MIRROR_SLOT[1, opposing, opposing_slot]
        other = MIRROR[own]
        other_slot = MIRROR_SLOT[0, own, own_slot]
        for n in range(BEFORE_COUNT[moved, back]):
            before = BEFORE_MOVE[moved, back, n, 0]
            k = BEFORE_MOVE[moved, back, n, 1]
            if OCCUPIED[other] >> MOVE_LANDING[0, before, k] & 1 or OCCUPIED[before] & OCCUPIED[other]:
                continue
            for slot in range(SLOTS):
                if slot == k or not BANNED[before, slot]:
                    continue
                index = index_of(before, slot, other, other_slot)
                if table[index] != 0:
                    continue
                if code < 0:
                    table[index] = -code
                else:
                    moves_left[index] -= 1
                    if moves_left[index] > 0:
                        continue
                    table[index] = -(code + 2)
                queue[tail] = index
                tail += 1
    return head, tail


@heavy_kernel
def reach(start: int, seen: npt.NDArray[np.uint8], queue: npt.NDArray[np.int32]) -> int:
    """Mark every position that play can reach, and return how many there are.

    Bit 0 is with Black to move, bit 1 with White.
    """
    seen[start] = 1
    queue[0] = start
    head, tail, count = 0, 1, 1
    sides = np.zeros(POSITIONS, np.uint8)  # bits of a position in the queue that are not passed on yet
    sides[start] = 1
    while head != tail:
        index = queue[head]
        head = (head + 1) % queue.shape[0]
        bits = sides[index]
        sides[index] = 0
        turned = (bits & 1) << 1 | bits >> 1
        own, own_slot, opposing, opposing_slot = parts_of(index)
        for k in range(MOVE_COUNT[0, own]):
            if can_play(own, own_slot, opposing, k) and CASTLE[MOVE_NEXT[0, own, k]] != FAR_MOAT[0]:
                child = after_move(own, k, opposing, opposing_slot)
                new = turned & ~seen[child]
                if new:
                    seen[child] |= new
                    count += (new & 1) + (new >> 1)
                    if sides[child] == 0:
                        queue[tail] = child
                        tail = (tail + 1) % queue.shape[0]
                    sides[child] |= new
    return count


def _tell_nobody(stage: str, share: float) -> None:
    pass


def solve(progress: Progress | None = None) -> tuple[Table, npt.NDArray[np.uint8]]:
    """Return the table of all positions, and which of them play can reach."""
    tell = progress or _tell_nobody
    table = np.zeros(POSITIONS, np.int16)
    moves_left = np.zeros(POSITIONS, np.uint8)
    queue = np.zeros(POSITIONS, np.int32)
    tell("finding the ends", 0.0)
    head, tail = 0, find_ends(table, moves_left, queue)
    while head < tail:
        head, tail = work_backwards(table, moves_left, queue, head, tail, 1_000_000)
        tell("working backwards", head / tail * 0.8)
    tell("finding what can be reached", 0.8)
    seen = np.zeros(POSITIONS, np.uint8)
    reach(start_index(), seen, queue)
    tell("done", 1.0)
    return table, seen


def start_index() -> int:
    return int(index_of(int(START[0]), NO_SLOT, int(START[1]), NO_SLOT))


def summarise(table: Table, seen: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """Count the positions that play can reach, by their value for the player to move."""
    times = np.bitwise_count(seen)
    wins, losses = int(times[table > 0].sum()), int(times[table < 0].sum())
    positions = int(times.sum())
    return {
        "positions": positions,
        "wins": wins,
        "draws": positions - wins - losses,
        "losses": losses,
        "longest_win": int(table[seen > 0].max()),
    }


# -- what the rest of the project sees ---------------------------------------------------------------------


class BlockadeSolution:
    """The solved game. See `stockade.core.solution.Solved`."""

    def __init__(self, table: Table, counts: dict[str, Any], seconds: float, cached: bool) -> None:
        self.table = table
        self.counts = counts
        self.seconds = seconds
        self.cached = cached

    def verdict_for(self, seat: int, state: State) -> Verdict:
        record = state.record
        ended = record.current_player == OVER or (record.moves == 0 and record.round_no > 0)
        if ended:
            winner = int(record.winner)
            return Verdict(0 if winner < 0 else 1 if winner == seat else -1, 0)
        code = int(self.table[index_of_state(record)])
        distance = code if code > 0 else -code - 1
        if code == 0 or distance > record.limit - record.moves:
            return Verdict(0, 0)  # no win can be forced, or not before the move limit (ruling 4)
        winning = (code > 0) == (record.current_player == seat)
        return Verdict(1 if winning else -1, distance)

    def summary(self) -> dict[str, Any]:
        return {"game": "blockade", **self.counts, "seconds": self.seconds, "cached": self.cached}

    def openings(self) -> dict[str, Any]:
        """Return the value of the start and of each first move, for Black."""
        start = game("blockade").start()
        first_moves = []
        for action in start.legal_actions():
            after = start.clone()
            after.apply(action)
            verdict = self.verdict_for(0, after)
            told = {"action": start.format(action), "label": start.describe(action)}
            first_moves.append(told | {"value": verdict.value, "distance": verdict.distance})
        verdict = self.verdict_for(0, start)
        opening = {"player": start.seat_name(0), "value": verdict.value, "distance": verdict.distance}
        return {"start": opening, "first_moves": first_moves}


def _rules_hash() -> str:
    """Return a hash of everything that the table depends on."""
    digest = hashlib.blake2b(digest_size=8)
    for name in ("data/board.json", "layout.py", "tables.py", "rules.py", "evaluation/solution.py"):
        digest.update(Path(__file__).parent.parent.joinpath(name).read_bytes())
    return digest.hexdigest()


def _load(stem: Path) -> tuple[Table, dict[str, Any]] | None:
    """Load the table from disk if it matches the hash stored with it."""
    try:
        note = json.loads(stem.with_suffix(".json").read_text("utf-8"))
        data = stem.with_suffix(".table").read_bytes()
    except (OSError, ValueError):
        return None
    if not isinstance(note, dict) or "counts" not in note or hashlib.blake2b(data).hexdigest() != note.get("hash"):
        return None
    return np.frombuffer(data, np.int16), note["counts"]


def _save(stem: Path, table: Table, counts: dict[str, Any]) -> None:
    note = json.dumps({"hash": hashlib.blake2b(table.tobytes()).hexdigest(), "counts": counts})
    for suffix, data in ((".table", table.tobytes()), (".json", note.encode())):
        write_whole(stem.with_suffix(suffix), data)


_solved: list[BlockadeSolution] = []


def solution(progress: Progress | None = None) -> BlockadeSolution:
    """Return the solution, once per process: from the cache on disk, or computed now and stored there."""
    if not _solved:
        _solved.append(_find_solution(progress))
    return _solved[0]


def _find_solution(progress: Progress | None) -> BlockadeSolution:
    started = time.perf_counter()
    stem = cache_root() / "solutions" / f"blockade-{_rules_hash()}"
    loaded = _load(stem)
    if loaded is not None:
        return BlockadeSolution(*loaded, time.perf_counter() - started, True)
    table, seen = solve(progress)
    counts = summarise(table, seen)
    counts |= BlockadeSolution(table, counts, 0.0, False).openings()  # cached too, to work without the rules
    _save(stem, table, counts)
    return BlockadeSolution(table, counts, time.perf_counter() - started, False)
