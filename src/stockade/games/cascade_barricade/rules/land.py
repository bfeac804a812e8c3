"""The land: what lies on it, and how the water advances. Rows are bits, so each operation handles a whole row."""

from typing import Any

from stockade.core.bits import lowest
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.scratch import scratch
from stockade.games.cascade_barricade.layout import NOTHING, SIDE, Record
from stockade.games.cascade_barricade.tables import LAND, NEIGHBOURS

ASCENDING = (2, 1, 3, 0, 4, 5)  # directions, ordered so that the spaces they lead to ascend


@kernel
def has_bit(rows: Any, cell: int) -> bool:
    """Return whether a cell is in a set of cells."""
    return bool(rows[cell // SIDE] >> (cell % SIDE) & 1)


@kernel
def put_bit(rows: Any, cell: int) -> None:
    """Add a cell to a set."""
    rows[cell // SIDE] |= 1 << (cell % SIDE)


@kernel
def drop_bit(rows: Any, cell: int) -> None:
    """Remove a cell from a set."""
    rows[cell // SIDE] &= ~(1 << (cell % SIDE))


@kernel
def list_row(cells: int, base: int, actions: Actions, n: int) -> int:
    """List an action for each cell of a row, counted from `base`."""
    while cells:
        actions[n] = base + lowest(cells)
        cells &= cells - 1
        n += 1
    return n


@kernel
def beside_row(rows: Any, row: int) -> int:
    """Return the cells of a row that touch a set of cells."""
    here = int(rows[row])
    cells = here << 1 | here >> 1
    if row > 0:  # from the row above: south-west and south-east of its cells
        above = int(rows[row - 1])
        cells |= above | above >> 1
    if row < SIDE - 1:  # from the row below: north-west and north-east
        below = int(rows[row + 1])
        cells |= below | below << 1
    return cells & ((1 << SIDE) - 1)


@kernel
def is_beside(cell: int, other: int) -> bool:
    """Return whether two spaces touch."""
    beside = 0
    for direction in range(6):
        beside += NEIGHBOURS[cell, direction] == other
    return beside > 0


@kernel
def touches_water(state: Record, cell: int) -> bool:
    """Return whether a neighbouring space has water."""
    return bool(beside_row(state.water, cell // SIDE) >> (cell % SIDE) & 1)


@kernel
def is_dry(state: Record, cell: int) -> bool:
    """Return whether a character may stand on a space: it has no water, hole or stand."""
    row = cell // SIDE
    taken = int(state.water[row]) | int(state.holes[row]) | int(state.stands[row])
    return bool((int(LAND[state.radius, row]) & ~taken) >> (cell % SIDE) & 1)


@kernel
def list_steps(state: Record, character: int, base: int, actions: Actions) -> int:
    """List an action for each dry neighbour of a character, ascending."""
    n = 0
    for direction in ASCENDING:
        cell = int(NEIGHBOURS[character, direction])
        if cell != NOTHING and is_dry(state, cell):
            actions[n] = base + cell
            n += 1
    return n


@kernel
def free_row(state: Record, row: int) -> int:
    """Return the free spaces of a row: no water, hole, stand or character."""
    free = int(LAND[state.radius, row]) & ~(int(state.water[row]) | int(state.holes[row]) | int(state.stands[row]))
    for colour in range(state.colours):
        cell = int(state.player[colour].character)
        if cell != NOTHING and cell // SIDE == row:
            free &= ~(1 << (cell % SIDE))
    return free


@kernel
def has_free_space(state: Record) -> bool:
    """Return whether any space is free."""
    free = 0
    for row in range(SIDE):
        free |= free_row(state, row)
    return free != 0


@kernel
def advance_water(state: Record) -> None:
    """Advance all water at once, from where it stood before (ruling 8). Water next to holes fills those holes and
    nothing else; other water floods every dry space that it touches and that has no wall."""
    room = scratch()
    drawn, loose, new = room[:SIDE], room[SIDE : 2 * SIDE], room[2 * SIDE : 3 * SIDE]
    spread(state.water, state.holes, state.stands, LAND[state.radius], drawn, loose, new)


@kernel
def spread(water: Any, holes: Any, stands: Any, land: Any, drawn: Any, loose: Any, new: Any) -> None:
    """Advance the water on rows of bits. `drawn` is room for the water next to a hole, `loose` for all other
    water."""
    for row in range(SIDE):
        drawn[row] = int(water[row]) & beside_row(holes, row)
        loose[row] = int(water[row]) & ~drawn[row]
    for row in range(SIDE):
        dry = int(land[row]) & ~(int(water[row]) | int(stands[row]))
        new[row] = (beside_row(drawn, row) & int(holes[row])) | (beside_row(loose, row) & dry)
    for row in range(SIDE):
        water[row] |= new[row]
        holes[row] &= ~new[row]


@kernel
def is_lone_and_surrounded(state: Record, cell: int) -> bool:
    """Return whether a stand has no other beside it and water on all sides. Beyond the rim counts as water here,
    unless an option says that the rim protects (ruling 8)."""
    dry = 0
    for direction in range(6):
        other = int(NEIGHBOURS[cell, direction])
        if other != NOTHING and has_bit(LAND[state.radius], other):
            dry += has_bit(state.stands, other) or not has_bit(state.water, other)
        else:
            dry += state.rim_protects
    return dry == 0


@kernel
def can_flee(state: Record, cell: int) -> bool:
    """Return whether any neighbouring space is dry."""
    ways = 0
    for direction in range(6):
        other = int(NEIGHBOURS[cell, direction])
        ways += other != NOTHING and is_dry(state, other)
    return ways > 0
