"""Positions of Barricado as JSON that a person can read and write, and the check that a position is valid.

What follows from the tiles and barricades is not written but computed: bags, unseen tiles, empty places and who can
build.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stockade.core.checks import field, names_only, one_of, require, whole, within
from stockade.core.errors import BadOption, BadPosition
from stockade.core.layout import CHANCE, OVER
from stockade.core.positions import lowered, part, reads_back
from stockade.games.barricado.layout import CELLS, COLOURS, HOME, Kind, Phase, Record
from stockade.games.barricado.rules.dispatch import lay_tile, put_segments, setup
from stockade.games.barricado.rules.runs import can_run
from stockade.games.barricado.spec import SPEC
from stockade.games.barricado.tables import COLOUR_NAMES, KIND_NAMES, SEGMENTS, START_TURN, START_VARIATION
from stockade.games.barricado.text.notation import CELL_HOME, cell_on

SEATS = lowered(COLOUR_NAMES)
PHASES = lowered(Phase)
ANY_PLY = SPEC.ply_limit // 2  # how much the ply of a position written by hand may be off
FIELDS = {"game", "players", "size", "revolution", "plazas_and_sewers", "ply", "turn", "phase", "rotations", "drawn"}


def to_json(state: Record) -> dict[str, Any]:
    return {
        "players": int(state.players),
        "size": int(state.length),
        "revolution": bool(state.revolution),
        "plazas_and_sewers": bool(state.special_tiles),
        "turn": SEATS[state.turn_owner],
        "phase": "over" if state.current_player == OVER else PHASES[state.phase],
        "drawn": _drawn_to_json(state),
        "rotations": int(state.rotations),
        "ply": int(state.ply),
        "tiles": [_tile_to_json(state, row, column) for row, column in _placed(state)],
        "barricades": list(_barricades(state)),
    }


def options(state: Record) -> dict[str, Any]:
    written = to_json(state)
    return {option.name: written[option.name] for option in SPEC.options}


def _placed(state: Record) -> Iterator[tuple[int, int]]:
    return ((row, column) for row, column in np.argwhere(state.tile).tolist())


def _tile_to_json(state: Record, row: int, column: int) -> dict[str, Any]:
    variation, turn = divmod(int(state.tile[row, column]) - 1, 4)
    tile: dict[str, Any] = {"at": [column - HOME, row - HOME], "variation": variation + 1, "turn": turn}
    special = int(state.special[row, column])
    if special:
        tile[KIND_NAMES[Kind.PLAZA if special < 5 else Kind.SEWER]] = (special - 1) % 4 + 1
    return tile


def _barricades(state: Record) -> Iterator[dict[str, Any]]:
    for seat, line in np.argwhere(state.bars).tolist():
        bits = int(state.bars[seat, line])
        while bits:
            low = (bits & -bits).bit_length() - 1
            high = low
            while bits >> (high + 1) & 1:
                high += 1
            bits &= ~((2 << high) - (1 << low))
            yield {"owner": SEATS[seat], "from": list(cell_on(line, low)), "to": list(cell_on(line, high))}


def _drawn_to_json(state: Record) -> dict[str, Any] | None:
    if state.drawn_variation < 0:
        return None
    drawn: dict[str, Any] = {"variation": int(state.drawn_variation) + 1}
    if state.special_tiles and state.phase in (Phase.CELL, Phase.PLACE):
        drawn["kind"] = KIND_NAMES[state.drawn_kind]
        if state.drawn_cell >= 0:
            drawn["cell"] = int(state.drawn_cell) + 1
    return drawn


# -- reading -----------------------------------------------------------------------------------------------


def from_json(position: Mapping[str, Any], state: Record) -> None:
    """Fill an empty record by laying the given tiles and building the given barricades."""
    names_only(position, FIELDS | {"tiles", "barricades"}, "a position")
    players = whole(position, "players", 2, COLOURS, 2)
    given = {option.name: position.get(option.name, option.default) for option in SPEC.options}
    try:
        options = SPEC.check_options(players, given)
    except BadOption as error:
        raise BadPosition(error.message, error.ruling) from error
    setup(state, players, np.array(SPEC.encode_options(options), np.int32))
    given_places: set[tuple[int, int]] = set()
    for tile in field(position, "tiles", list):
        _lay(state, tile, given_places)
    for barricade in field(position, "barricades", list, []):
        _build(state, barricade)
    state.turn_owner = SEATS.index(one_of(position, "turn", SEATS[:players], SEATS[0]))
    state.rotations = whole(position, "rotations", 0, players, 0)
    state.ply = whole(position, "ply", 0, SPEC.ply_limit, 0)
    phase = one_of(position, "phase", (*PHASES, "over"), PHASES[0])
    state.phase = Phase.ACT if phase == "over" else PHASES.index(phase)
    _draw(state, position.get("drawn"))
    if phase == "over":
        state.current_player = OVER
    else:
        state.current_player = state.turn_owner if state.phase in (Phase.ACT, Phase.PLACE) else CHANCE


def _lay(state: Record, given: Any, given_places: set[tuple[int, int]]) -> None:
    tile = part(given, {"at", "variation", "turn", "plaza", "sewer"}, "a tile")
    column, row = _pair(tile, "at", HOME)
    variation = whole(tile, "variation", 1, 6) - 1
    turn = whole(tile, "turn", 0, 3, 0)
    is_start = (row, column) == (HOME, HOME)
    require((row, column) not in given_places, f"two tiles on {column - HOME},{row - HOME}", "4")
    given_places.add((row, column))
    require("plaza" not in tile or "sewer" not in tile, "a tile is a plaza or a sewer, not both", "12")
    special = 0
    for kind, base in ((Kind.PLAZA, 1), (Kind.SEWER, 5)):
        if KIND_NAMES[kind] in tile:
            special = base + whole(tile, KIND_NAMES[kind], 1, 4) - 1
    lay_tile(state, row, column, variation, turn, special)
    if not is_start:
        state.tiles_left -= 1
        state.unseen[variation] -= 1
        if state.special_tiles:
            state.unseen_kinds[0 if special == 0 else 1 if special < 5 else 2] -= 1


def _pair(given: Mapping[str, Any], name: str, home: int) -> tuple[int, int]:
    pair = field(given, name, list)
    if len(pair) != 2:
        raise BadPosition(f"{name!r} is two numbers, X and Y")
    most = home if home == HOME else home + 1
    x, y = (whole({name: number}, name, -home, most) + home for number in pair)
    return x, y


def _build(state: Record, given: Any) -> None:
    barricade = part(given, {"owner", "from", "to"}, "a barricade")
    seat = SEATS.index(one_of(barricade, "owner", SEATS[: state.players], None))
    (ax, ay), (bx, by) = _pair(barricade, "from", CELL_HOME), _pair(barricade, "to", CELL_HOME)
    require((ax == bx) != (ay == by), "a barricade is a straight line of two cells or more", "5")
    line, low, high = (ay, min(ax, bx), max(ax, bx)) if ay == by else (CELLS + ax, min(ay, by), max(ay, by))
    bits = (2 << high) - (1 << low)
    require(state.open[line] & bits == bits, "a barricade over a missing, covered or sewer cell", "5")
    ends = 1 << low | 1 << high
    require(state.marks[seat, line] & ends == ends, "a barricade that does not end on its colour's X", "5")
    require(state.segments[seat] >= high - low + 1, "more segments than the bag holds", "3")
    state.turn_owner = seat
    put_segments(state, line, low, high)


def _draw(state: Record, given: Any) -> None:
    """Read the drawn tile. It must be as far revealed as the phase requires."""
    if given is None:
        require(state.phase in (Phase.ACT, Phase.VARIATION), "a tile is in hand, but none is given")
        return
    drawn = part(given, {"variation", "kind", "cell"}, "drawn")
    require(state.phase not in (Phase.ACT, Phase.VARIATION), "a tile in hand, but nobody has drawn")
    state.drawn_variation = whole(drawn, "variation", 1, 6) - 1
    state.unseen[state.drawn_variation] -= 1
    require(
        bool(state.special_tiles) or state.phase == Phase.PLACE, "a tile's kind and cell need their variant", "12"
    )
    knows_kind = bool(state.special_tiles) and state.phase in (Phase.CELL, Phase.PLACE)
    require(knows_kind or "kind" not in drawn, "the tile's kind is not known yet")
    if knows_kind:
        state.drawn_kind = KIND_NAMES.index(one_of(drawn, "kind", KIND_NAMES, None))
        state.unseen_kinds[state.drawn_kind] -= 1
    require(state.phase != Phase.CELL or state.drawn_kind != Kind.PLAIN, "a plain tile has no special cell", "12")
    knows_cell = state.phase == Phase.PLACE and state.drawn_kind != Kind.PLAIN
    require(knows_cell or "cell" not in drawn, "the tile's special cell is not known yet, or it has none")
    if knows_cell:
        state.drawn_cell = whole(drawn, "cell", 1, 4) - 1


# -- setting up --------------------------------------------------------------------------------------------


def put(position: Mapping[str, Any], item: str, touches: Sequence[str]) -> dict[str, Any]:
    """Lay or turn a tile, build a barricade, or take something away."""
    kind, _, what = item.partition("-")
    tiles, barricades = list(position["tiles"]), list(position["barricades"])
    places = [[int(number) for number in touch.partition("-")[2].split(",")] for touch in touches]
    there = next((tile for tile in tiles if tile["at"] == places[0]), None)
    if kind == "tile":
        tile = {"at": places[0], "variation": int(what), "turn": 0}
        if there is not None and there["variation"] == tile["variation"]:
            tile = {**there, "turn": (there.get("turn", 0) + 1) % 4}
        tiles = [tile if each is there else each for each in tiles] + ([] if there else [tile])
    elif kind == "barricade":
        barricades.append({"owner": what, "from": places[0], "to": places[1]})
    elif touches[0].startswith("segment-"):
        barricades = [each for each in barricades if not _covers(each, places[0])]
    else:
        tiles.remove(there)
    ply = max(1, position["ply"]) if len(tiles) > 1 or barricades else 0
    return {**_at_rest(position), "ply": ply, "tiles": tiles, "barricades": barricades}


def dial(position: Mapping[str, Any], dial: str, value: int | str) -> dict[str, Any]:
    return {**_at_rest(position), dial: value}


def _at_rest(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position in which somebody is about to act, with the same tiles and barricades."""
    return {**position, "phase": PHASES[Phase.ACT], "drawn": None, "rotations": 0}


def _covers(barricade: Mapping[str, Any], cell: list[int]) -> bool:
    ends = zip(barricade["from"], barricade["to"], cell, strict=True)
    return all(min(one, other) <= at <= max(one, other) for one, other, at in ends)


# -- checking ----------------------------------------------------------------------------------------------


def validate(state: Record) -> None:
    """Raise `BadPosition` if no match could reach a record: it must equal its readable form."""
    _validate_ranges(state)
    reads_back(state, to_json, from_json)
    _validate_tiles(state)
    _validate_turn(state)


def _validate_ranges(state: Record) -> None:
    limits = {
        "players": (2, COLOURS),
        "turn_owner": (0, state.players - 1),
        "phase": (0, len(Phase) - 1),
        "length": (4, 6),
        "revolution": (0, 1),
        "special_tiles": (0, 1),
        "drawn_variation": (-1, 5),
        "drawn_kind": (0, 2),
        "drawn_cell": (-1, 3),
        "tile": (0, 24),
        "special": (0, 8),
        "bars": (0, (1 << CELLS) - 1),
    }
    within(state, limits)


def _validate_tiles(state: Record) -> None:
    require(bool((state.unseen >= 0).all()), "more tiles of a variation than there are", "2")
    require(bool((state.unseen_kinds >= 0).all()), "more plazas or sewers than there are", "12")
    require(bool(state.special_tiles) or not state.special.any(), "plazas and sewers need their variant", "12")
    require(not state.special[HOME, HOME], "the start tile is never special", "2")
    variation, turn = divmod(int(state.tile[HOME, HOME]) - 1, 4)
    require(variation == START_VARIATION, "the start tile is variation 1", "2")
    may_turn = bool(state.revolution) and _has_begun(state)
    require(turn == START_TURN or may_turn, "the start tile lies as printed", "2")
    wide = max(state.east - state.west, state.south - state.north) + 1
    require(wide <= state.length, f"the tiles do not fit a square of {state.length} by {state.length}", "4")
    places = set(_placed(state))
    joined = {(HOME, HOME)}
    edge = [(HOME, HOME)]
    while edge:
        row, column = edge.pop()
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place in places and place not in joined:
                joined.add(place)
                edge.append(place)
    require(joined == places, "a tile that shares no side with the others", "4")


def _validate_turn(state: Record) -> None:
    is_full = state.tiles_left == 0
    runners = [seat for seat in range(state.players) if can_run(state, seat)]
    if state.current_player == OVER:
        require(is_full and not runners, "the game is not over: someone can still play", "7")
        return
    if state.phase == Phase.ACT:
        require(
            not is_full or state.turn_owner in runners, "on a full board, the turn of someone who cannot build", "7"
        )
    else:
        require(not is_full, "there is no place left for a tile", "7")
    at_rest = state.phase == Phase.ACT and bool(state.revolution) and not is_full
    require(state.rotations == 0 or at_rest, "rotations do not fit the turn", "9")
    is_start = not _has_begun(state) and state.phase == Phase.ACT
    require((state.ply == 0) == is_start, "no move has been made at the start of the game, and only there", "6")
    require(_has_begun(state) or state.turn_owner == 0, "the first seat begins", "3")
    require(state.ply <= _most_plies(state) + ANY_PLY, "too many moves: the game could not end within its limit")


def _has_begun(state: Record) -> bool:
    """Return whether the first turn of the game is over."""
    return bool(state.tiles_left < state.length * state.length - 1)


def _most_plies(state: Record) -> int:
    """Return the most plies that can lead to a position.

    These are five for each tile, one for each segment and, between two such turns, as many rotations as there are
    players. The longest game has about a thousand.
    """
    tiles = int(state.length) ** 2 - 1 - int(state.tiles_left)
    segments = int((SEGMENTS - state.segments).sum())
    is_drawing = state.phase != Phase.ACT
    gaps = tiles + segments - 1 + is_drawing
    rotations = int(state.players) * max(gaps, 0) + int(state.rotations) if state.revolution else 0
    return 5 * tiles + segments + int(state.phase) + rotations
