"""What people count in Barricado, and what the log tells about an action: plazas, sewers, seats passed over."""

from __future__ import annotations

from functools import partial

from stockade.core.language import listed
from stockade.core.layout import OVER
from stockade.core.ledger import TABLE, Account, Event, Ledger, change_words, changes_between, event_of
from stockade.games.barricado.language import counted, noun, say
from stockade.games.barricado.layout import CELLS, PLACES, Kind, Record
from stockade.games.barricado.rules.actions import Base
from stockade.games.barricado.tables import CORNER_AT, PRINTED_CORNER, SEGMENTS, VARIATIONS
from stockade.games.barricado.text.notation import CELL_HOME, describe_action
from stockade.games.barricado.text.words import SEAT_NAMES, name_of, tile_colours

Place = tuple[int, int]
"""The row and column of a cell."""
BUILT = tuple(
    Account(seat, noun("{count} segment on the board", "{count} segments on the board"))
    for seat in range(len(SEAT_NAMES))
)
STACK = Account(TABLE, noun("{count} tile to draw", "{count} tiles to draw"))
PLAZAS = Account(TABLE, noun("{count} open plaza", "{count} open plazas"))
SEWERS = Account(TABLE, noun("{count} sewer on the board", "{count} sewers on the board"))
ROTATIONS = Account(TABLE, noun("{count} rotation in a row", "{count} rotations in a row"))
UNSEEN = tuple(
    Account(
        TABLE, noun("{count} tile not yet seen ({colours})", "{count} tiles not yet seen ({colours})", colours=of)
    )
    for of in (partial(tile_colours, variation) for variation in range(len(VARIATIONS)))
)
UNSEEN_KINDS = {
    Kind.PLAIN: Account(
        TABLE, noun("{count} tile not yet seen without either", "{count} tiles not yet seen without either")
    ),
    Kind.PLAZA: Account(TABLE, noun("{count} plaza not yet seen", "{count} plazas not yet seen")),
    Kind.SEWER: Account(TABLE, noun("{count} sewer not yet seen", "{count} sewers not yet seen")),
}


def ledger(state: Record) -> Ledger:
    """Return the segments on the board, the tiles that are left and, in the variants, what these count."""
    left = state.segments.tolist()
    found = {BUILT[seat]: int(SEGMENTS[seat]) - left[seat] for seat in range(int(state.players))}
    found[STACK] = int(state.tiles_left) - int(state.drawn_variation >= 0)
    if state.revolution:
        found[ROTATIONS] = int(state.rotations)
    if state.special_tiles:
        found[PLAZAS], found[SEWERS] = len(_open_plazas(state)), len(_specials(state, Kind.SEWER))
        found.update(zip(UNSEEN_KINDS.values(), state.unseen_kinds.tolist(), strict=True))
    found.update(zip(UNSEEN, state.unseen.tolist(), strict=True))
    return found


def _specials(state: Record, kind: Kind) -> list[Place]:
    """Return the cells on the board with a plaza, or with a sewer."""
    first = 1 if kind == Kind.PLAZA else 5
    tiles, cells = state.tile.tolist(), []
    for place, special in enumerate(state.special.ravel().tolist()):
        if first <= special < first + 4:
            row, column = divmod(place, PLACES)
            corner = PRINTED_CORNER[(tiles[row][column] - 1) % 4].tolist().index(special - first)
            down, right = CORNER_AT[corner].tolist()
            cells.append((2 * row + down, 2 * column + right))
    return cells


def _open_plazas(state: Record) -> list[Place]:
    """Return the plazas that no segment covers."""
    open_rows = state.open[:CELLS].tolist()
    return [(row, column) for row, column in _specials(state, Kind.PLAZA) if open_rows[row] >> column & 1]


def tell(before: Record, action: int, after: Record) -> list[Event]:
    """Tell what the action's own line does not: plazas and sewers, rotations in a row, and who is passed over."""
    changed = changes_between(ledger(before), ledger(after))
    special = {account: changed.pop(account) for account in (PLAZAS, SEWERS) if account in changed}
    rotations = {ROTATIONS: changed.pop(ROTATIONS)} if ROTATIONS in changed else {}
    events = [Event(describe_action(before, action), changed)] if changed else []
    if special:
        events.append(event_of(_special_words(before, action, after), special, name_of))
    if rotations:
        events.append(Event(_rotation_words(change_words(rotations, name_of), after), rotations))
    return events + [Event(line) for line in _end_of_turn(before, action, after)]


def _special_words(before: Record, action: int, after: Record) -> str:
    """Name the plaza or sewer that a tile brings, or the plazas that a barricade covers."""
    if action < Base.BUILD:
        new = [set(_specials(after, kind)) - set(_specials(before, kind)) for kind in (Kind.PLAZA, Kind.SEWER)]
        if new[0]:
            return say("Every colour may build from the plaza on {cell}", cell=_cells(new[0]))
        return say("No barricade can pass the sewer on {cell}", cell=_cells(new[1]))
    covered = set(_open_plazas(before)) - set(_open_plazas(after))
    return counted(
        len(covered),
        "The barricade covers the plaza on {cells}",
        "The barricade covers the plazas on {cells}",
        cells=_cells(covered),
    )


def _cells(places: set[Place]) -> str:
    return listed([f"{column - CELL_HOME},{row - CELL_HOME}" for row, column in sorted(places)])


def _rotation_words(change: str, after: Record) -> str:
    if after.rotations == 0:
        return say("{change}: the count starts again", change=change)
    counts = say(
        "{change} ({rotations} of {players})", change=change, rotations=after.rotations, players=after.players
    )
    if after.rotations < after.players:
        return counts
    return say("{counts}: the next turn must be something else", counts=counts)


def _end_of_turn(before: Record, action: int, after: Record) -> list[str]:
    """Tell when the board is full, who cannot build any more, and the end (ruling 7)."""
    if after.tiles_left > 0 or action >= Base.VARIATION:
        return []
    lines = [say("The board is full: from now on players only build and extend")] if before.tiles_left else []
    if after.current_player == OVER:
        return [*lines, say("Nobody can build or extend any more")]
    seat, passed = (int(before.turn_owner) + 1) % int(after.players), []
    while seat != after.turn_owner:
        passed.append(name_of(seat))
        seat = (seat + 1) % int(after.players)
    if passed:
        told = counted(
            len(passed),
            "{names} cannot build or extend: passed over",
            "{names} cannot build or extend: passed over",
            names=listed(passed),
        )
        lines.append(told)
    return lines
