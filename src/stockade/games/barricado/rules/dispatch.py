"""The rules of Barricado as compiled functions over its state. Rulings are numbered in RULINGS.md."""

from typing import Any

from stockade.core.bits import lowest
from stockade.core.contract import Actions, Values
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER
from stockade.games.barricado.layout import (
    CELLS,
    COLOURS,
    HOME,
    LINES,
    PLACES,
    Kind,
    Phase,
    Record,
)
from stockade.games.barricado.rules.actions import (
    Base,
    build_action,
    build_of,
    extend_action,
    extend_of,
    rotate_action,
    rotate_of,
    tile_action,
    tile_of,
)
from stockade.games.barricado.rules.runs import can_run, reach_down, reach_up, refresh
from stockade.games.barricado.tables import (
    COPIES,
    CORNER_AT,
    CORNER_COLOUR,
    KIND_TILES,
    PRINTED_CORNER,
    SEGMENTS,
    START_TURN,
    START_VARIATION,
)


@kernel
def setup(state: Record, players: int, options: Actions) -> None:
    """Set up an empty table with the start tile in the middle. Seat 0 begins."""
    clear_table(state)
    state.players = players
    state.ply = 0
    state.turn_owner = 0
    state.length = options[0]
    state.revolution = options[1]
    state.special_tiles = options[2]
    state.rotations = 0
    state.tiles_left = state.length * state.length - 1
    for variation in range(6):
        state.unseen[variation] = COPIES[variation]
    for kind in range(3):
        state.unseen_kinds[kind] = KIND_TILES[kind] if state.special_tiles else 0
    for seat in range(COLOURS):
        state.segments[seat] = SEGMENTS[seat]
    forget_drawn(state)
    lay_tile(state, HOME, HOME, START_VARIATION, START_TURN, 0)
    state.phase = Phase.ACT
    state.current_player = 0


@kernel
def clear_table(state: Record) -> None:
    """Remove all tiles, X and segments."""
    for row in range(PLACES):
        state.placed[row] = 0
        for column in range(PLACES):
            state.tile[row, column] = 0
            state.special[row, column] = 0
    for line in range(LINES):
        state.open[line] = 0
        for seat in range(COLOURS):
            state.marks[seat, line] = 0
            state.bars[seat, line] = 0
    for seat in range(COLOURS):
        state.live[seat] = 0
    state.west = HOME
    state.east = HOME
    state.north = HOME
    state.south = HOME


# -- tiles -------------------------------------------------------------------------------------------------


@kernel
def lay_tile(state: Record, row: int, column: int, variation: int, turn: int, special: int) -> None:
    """Put a tile on its place, or turn the tile that is there. Its four cells have no segment."""
    state.tile[row, column] = 1 + variation * 4 + turn
    state.special[row, column] = special
    state.placed[row] |= 1 << column
    state.west = min(state.west, column)
    state.east = max(state.east, column)
    state.north = min(state.north, row)
    state.south = max(state.south, row)
    for corner in range(4):
        y = 2 * row + int(CORNER_AT[corner, 0])
        x = 2 * column + int(CORNER_AT[corner, 1])
        printed = PRINTED_CORNER[turn, corner]
        is_plaza = special == 1 + printed
        is_sewer = special == 5 + printed
        set_cell(state.open, y, x, not is_sewer)
        for seat in range(COLOURS):
            has_mark = is_plaza or (CORNER_COLOUR[variation, turn, corner] == seat and not is_sewer)
            set_cell(state.marks[seat], y, x, has_mark)
    for line in (2 * row, 2 * row + 1, CELLS + 2 * column, CELLS + 2 * column + 1):
        refresh(state, line)


@kernel
def set_cell(lines: Any, y: int, x: int, value: bool) -> None:
    """Set or clear a cell in its row and its column."""
    if value:
        lines[y] |= 1 << x
        lines[CELLS + x] |= 1 << y
    else:
        lines[y] &= ~(1 << x)
        lines[CELLS + x] &= ~(1 << y)


@kernel
def legal_tile(state: Record, actions: Actions) -> int:
    """List every empty place beside a tile that keeps all tiles inside a square of the chosen size, in four turns."""
    window = row_bits(state.east - state.length + 1, state.west + state.length - 1)
    n = 0
    for row in range(max(0, state.south - state.length + 1), min(PLACES, state.north + state.length)):
        beside = state.placed[row] << 1 | state.placed[row] >> 1
        if row > 0:
            beside |= state.placed[row - 1]
        if row < PLACES - 1:
            beside |= state.placed[row + 1]
        places = beside & ~state.placed[row] & window
        while places:
            column = lowest(places)
            places &= places - 1
            for turn in range(4):
                actions[n] = tile_action(row, column, turn)
                n += 1
    return n


@kernel
def row_bits(first: int, last: int) -> int:
    """Return the bits of the places from `first` to `last` that are on the table."""
    first = max(int(first), 0)
    last = min(int(last), PLACES - 1)
    return (1 << (last + 1)) - (1 << first)


@kernel
def apply_tile(state: Record, action: int) -> None:
    """Put the tile in hand on its place and end the turn."""
    row, column, turn = tile_of(action)
    special = 0
    if state.drawn_kind != Kind.PLAIN:
        special = (1 if state.drawn_kind == Kind.PLAZA else 5) + state.drawn_cell
    lay_tile(state, row, column, state.drawn_variation, turn, special)
    state.tiles_left -= 1
    forget_drawn(state)
    pass_turn(state)


@kernel
def forget_drawn(state: Record) -> None:
    """Clear the tile in hand."""
    state.drawn_variation = -1
    state.drawn_kind = Kind.PLAIN
    state.drawn_cell = -1


# -- barricades --------------------------------------------------------------------------------------------


@kernel
def legal_build(state: Record, seat: int, actions: Actions, n: int) -> int:
    """List all pairs of the player's X with only open cells between them, if the segments suffice."""
    for line in range(LINES):
        if not state.live[seat] >> line & 1:
            continue
        open_cells = state.open[line]
        ends = state.marks[seat, line] & open_cells
        starts = ends
        while starts:
            low = lowest(starts)
            starts &= starts - 1
            others = reach_up(2 << low, open_cells) & ends
            while others:
                high = lowest(others)
                others &= others - 1
                if high - low + 1 <= state.segments[seat]:
                    actions[n] = build_action(line, low, high)
                    n += 1
    return n


@kernel
def apply_build(state: Record, action: int) -> None:
    """Build a new barricade from X to X."""
    line, low, high = build_of(action)
    put_segments(state, line, low, high)
    pass_turn(state)


@kernel
def legal_extend(state: Record, seat: int, actions: Actions, n: int) -> int:
    """List all of the player's X to which a barricade of the line can be extended, over open cells only."""
    for line in range(LINES):
        if not state.live[seat] >> line & 1:
            continue
        open_cells = state.open[line]
        bars = state.bars[seat, line]
        ends = state.marks[seat, line] & open_cells
        up = reach_up(bars << 1, open_cells) & ends
        down = reach_down(bars >> 1, open_cells) & ends
        both = up | down
        while both:
            end = lowest(both)
            both &= both - 1
            for upwards in range(2):
                grows = (up if upwards else down) >> end & 1
                if grows and growth(open_cells, end, upwards) <= state.segments[seat]:
                    actions[n] = extend_action(line, end, upwards)
                    n += 1
    return n


@kernel
def growth(open_cells: int, end: int, upwards: int) -> int:
    """Return how many segments an extension needs: the open cells up to its new end, including the end."""
    step = -1 if upwards else 1
    count = 0
    while open_cells >> (end + count * step) & 1:
        count += 1
        if end + count * step < 0:
            break
    return count


@kernel
def apply_extend(state: Record, action: int) -> None:
    """Extend a barricade to an X."""
    line, end, upwards = extend_of(action)
    count = growth(state.open[line], end, upwards)
    if upwards:
        put_segments(state, line, end - count + 1, end)
    else:
        put_segments(state, line, end, end + count - 1)
    pass_turn(state)


@kernel
def put_segments(state: Record, line: int, low: int, high: int) -> None:
    """Cover the cells of a line from `low` to `high` with segments of the player whose turn it is."""
    seat = state.turn_owner
    bits = (2 << high) - (1 << low)
    state.bars[seat, line] |= bits
    state.open[line] &= ~bits
    state.segments[seat] -= high - low + 1
    refresh(state, line)
    across = line % CELLS
    for cell in range(low, high + 1):
        crossing = cell + CELLS if line < CELLS else cell
        state.open[crossing] &= ~(1 << across)
        refresh(state, crossing)


# -- rotations (variant Revolution in the Streets) ---------------------------------------------------------


@kernel
def legal_rotate(state: Record, actions: Actions, n: int) -> int:
    """List every tile without a segment, by one to three quarter turns (ruling 9)."""
    if not state.revolution or state.tiles_left == 0 or state.rotations >= state.players:
        return n
    for row in range(state.north, state.south + 1):
        for column in range(state.west, state.east + 1):
            if can_rotate(state, row, column):
                for turn in range(1, 4):
                    actions[n] = rotate_action(row, column, turn)
                    n += 1
    return n


@kernel
def can_rotate(state: Record, row: int, column: int) -> bool:
    """Return whether a place has a tile without a segment: all of its cells except a sewer are open."""
    if state.tile[row, column] == 0:
        return False
    open_cells = 0
    for corner in range(4):
        open_cells += state.open[2 * row + CORNER_AT[corner, 0]] >> (2 * column + CORNER_AT[corner, 1]) & 1
    return open_cells == (3 if state.special[row, column] >= 5 else 4)


@kernel
def apply_rotate(state: Record, action: int) -> None:
    """Rotate a tile and count one more rotation in a row."""
    row, column, turn = rotate_of(action)
    variation, old = divmod(state.tile[row, column] - 1, 4)
    lay_tile(state, row, column, variation, (old + turn) % 4, state.special[row, column])
    rotations = state.rotations + 1
    pass_turn(state)
    state.rotations = rotations


# -- turns -------------------------------------------------------------------------------------------------


@kernel
def legal(state: Record, actions: Actions) -> int:
    """Fill the buffer with the legal action ids, in ascending order."""
    if state.current_player < 0:
        return 0
    if state.phase == Phase.PLACE:
        return legal_tile(state, actions)
    n = 0
    if state.tiles_left > 0:
        actions[0] = Base.DRAW
        n = 1
    if state.ply == 0:  # ruling 6: the first turn of the game
        return n
    n = legal_build(state, state.turn_owner, actions, n)
    n = legal_extend(state, state.turn_owner, actions, n)
    return legal_rotate(state, actions, n)


@kernel
def apply(state: Record, action: int) -> None:
    """Take a legal action."""
    state.ply += 1
    if action >= Base.VARIATION:
        apply_outcome(state, action)
    elif action >= Base.ROTATE:
        apply_rotate(state, action)
    elif action >= Base.EXTEND:
        apply_extend(state, action)
    elif action >= Base.BUILD:
        apply_build(state, action)
    elif action >= Base.TILE:
        apply_tile(state, action)
    else:
        state.rotations = 0
        state.phase = Phase.VARIATION
        state.current_player = CHANCE


@kernel
def pass_turn(state: Record) -> None:
    """Pass the turn to the next seat or, on a full board, to the next seat that can build or extend (ruling 7)."""
    state.rotations = 0
    state.phase = Phase.ACT
    for _ in range(state.players):
        state.turn_owner = (state.turn_owner + 1) % state.players
        if state.tiles_left > 0 or can_run(state, state.turn_owner):
            state.current_player = state.turn_owner
            return
    state.current_player = OVER


# -- chance ------------------------------------------------------------------------------------------------


@kernel
def outcomes(state: Record, actions: Actions, weights: Actions) -> int:
    """List the outcomes for the top tile, by what is unseen: its variation, then its kind, then its special cell."""
    n = 0
    match state.phase:
        case Phase.VARIATION:
            for variation in range(6):
                if state.unseen[variation] > 0:
                    actions[n] = Base.VARIATION + variation
                    weights[n] = state.unseen[variation]
                    n += 1
        case Phase.KIND:
            for kind in range(3):
                if state.unseen_kinds[kind] > 0:
                    actions[n] = Base.KIND + kind
                    weights[n] = state.unseen_kinds[kind]
                    n += 1
        case Phase.CELL:
            for cell in range(4):
                actions[n] = Base.CELL + cell
                weights[n] = 1
                n += 1
    return n


@kernel
def apply_outcome(state: Record, action: int) -> None:
    """Apply a chance outcome. When the tile is fully known, the player whose turn it is places it."""
    if action >= Base.CELL:
        state.drawn_cell = action - Base.CELL
        state.phase = Phase.PLACE
    elif action >= Base.KIND:
        state.drawn_kind = action - Base.KIND
        state.unseen_kinds[state.drawn_kind] -= 1
        state.phase = Phase.PLACE if state.drawn_kind == Kind.PLAIN else Phase.CELL
    else:
        state.drawn_variation = action - Base.VARIATION
        state.unseen[state.drawn_variation] -= 1
        state.phase = Phase.KIND if state.special_tiles else Phase.PLACE
    if state.phase == Phase.PLACE:
        state.current_player = state.turn_owner


@kernel
def score(state: Record, points: Values) -> None:
    """Score one point per segment on the board."""
    for seat in range(state.players):
        points[seat] = SEGMENTS[seat] - state.segments[seat]
