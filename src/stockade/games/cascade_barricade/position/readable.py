"""Positions of Cascade Barricade as JSON that a person can read and write, and the check of a record.

What follows from the rest is computed again: the stands from the walls, and the market from the laborers on them.
Walls that are in no slot, on no block and in no deck have been discarded. `seats` lists the colours at the table; if
there are twice as many as players, each player has two.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from stockade.core.checks import field, names_only, one_of, require, whole, within
from stockade.core.errors import BadOption, BadPosition
from stockade.core.layout import CHANCE, OVER
from stockade.core.positions import flag, lowered, numbers, part, reads_back
from stockade.games.cascade_barricade import edition
from stockade.games.cascade_barricade.edition import KIND_NAMES, PLAYER_COUNTS, PRICE_ROWS, TYPE_LETTERS
from stockade.games.cascade_barricade.layout import (
    ACTIONS,
    CELLS,
    COLOURS,
    HIGHEST_BID,
    LABOR_LIMIT,
    LARGEST,
    NOTHING,
    SEATS,
    SIDE,
    SLOTS,
    STATE,
    TYPES,
    WALLS,
    Phase,
    Player,
    Record,
)
from stockade.games.cascade_barricade.position.checks import MOST_MONEY, validate_table, validate_turn
from stockade.games.cascade_barricade.rules.setup import EDITION, setup
from stockade.games.cascade_barricade.rules.turn import ask, ask_nobody
from stockade.games.cascade_barricade.spec import SPEC
from stockade.games.cascade_barricade.tables import cell_number
from stockade.games.cascade_barricade.text.notation import COLOUR_NAMES, place_of
from stockade.games.cascade_barricade.text.words import needs_text

COLOUR_WORDS = lowered(COLOUR_NAMES)
PHASES = lowered(Phase)
FIELDS = {
    "game",
    "players",
    "colours",
    "radius",
    "edition",
    "round",
    "phase",
    "after_draw",
    "turn",
    "order",
    "ply",
}
FLAGS = ("two_weakest", "whole_block_for_last", "scrap_leftmost", "rim_protects", "late_deck")
PARTS = {"block", "deck", "deck_out", "has_purged", "market", "water", "holes", "seats"}
STEPS = {"auction", "won", "actions_left", "shift", "flooded"}
SEAT_FIELDS = {"seat", "money", "earned", "character", "drowned", "has_third", "walls"}
EDITION_FIELDS = {"purge_below", "prices", "spaces", "walls"}
AUCTION_FIELDS = {"wall", "bid", "bidder", "in", "next"}
AUCTION_PHASES = (Phase.BID, Phase.STAND)
DRAW_MAY_BE_FOR = tuple(PHASES[phase] for phase in (Phase.OPEN, Phase.HIRE, Phase.ACT))


def to_json(state: Record) -> dict[str, Any]:
    position = {
        "players": int(state.players),
        "colours": int(state.colours) // int(state.players),
        "radius": int(state.radius),
        **{name: bool(state[name]) for name in FLAGS},
        "edition": _edition_to_json(state),
        "round": int(state.round_no),
        "phase": "over" if state.current_player == OVER else PHASES[state.phase],
        "turn": _turn_to_json(state),
        "order": [COLOUR_WORDS[colour] for colour in state.order.tolist() if colour != NOTHING],
        "ply": int(state.ply),
        "block": _walls_of(int(state.block)),
        "deck": _walls_of(int(state.deck)),
        "deck_out": bool(state.deck_out),
        "has_purged": bool(state.has_purged),
        "market": {TYPE_LETTERS[kind]: int(state.market[kind]) for kind in range(TYPES)},
        "water": _places_of(state.water),
        "holes": _places_of(state.holes),
        "seats": [_seat_to_json(state, colour) for colour in range(state.colours)],
    }
    return position | _step_to_json(state)


def options(state: Record) -> dict[str, Any]:
    name = _edition_to_json(state)
    require(isinstance(name, str), "a match cannot begin at a position of an edition of your own")
    colours = int(state.colours) // int(state.players)
    flags = {flag: bool(state[flag]) for flag in FLAGS}
    return {"colours": colours, "radius": int(state.radius), "edition": name, **flags}


def _step_to_json(state: Record) -> dict[str, Any]:
    """Return the fields that only some phases have."""
    step: dict[str, Any] = {}
    if state.after_draw != NOTHING:
        step["after_draw"] = PHASES[state.after_draw]
    if state.phase in AUCTION_PHASES:
        step["auction"] = {
            "wall": int(state.lot) + 1,
            "bid": int(state.bid),
            "bidder": None if state.bidder == NOTHING else COLOUR_WORDS[state.bidder],
            "in": _names_of(int(state.bidding)),
            "next": COLOUR_WORDS[state.colour],
        }
    if state.won:
        step["won"] = _names_of(int(state.won))
    if state.actions_left:
        step["actions_left"] = int(state.actions_left)
    if state.shift_from != NOTHING:
        step["shift"] = [int(state.shift_from) + 1, int(state.shift_to) + 1]
    if state.flooded:
        step["flooded"] = _names_of(int(state.flooded))
    return step


def _turn_to_json(state: Record) -> str | None:
    """Return the colour whose turn it is. While the block is refilled in the auction, it is the one that opened
    last."""
    place = int(state.cursor) - (state.phase == Phase.DRAW and state.after_draw == Phase.OPEN)
    has_none = state.phase == Phase.ORDER or state.after_draw == Phase.HIRE or state.current_player == OVER
    return None if has_none else COLOUR_WORDS[state.order[place]]


def _edition_to_json(state: Record) -> str | dict[str, Any]:
    """Return the name of an edition that is included, or else all that the record holds of another."""
    for name in edition.NAMES:
        if _edition_bytes(name, int(state.colours)) == _own_edition(state):
            return name
    walls = [
        {
            "bid": wall + 1,
            "type": KIND_NAMES[state.kind[wall]],
            "needs": needs_text(state, wall),
            "production": int(state.production[wall]),
        }
        for wall in range(WALLS)
    ]
    return {
        "purge_below": int(state.purge_below),
        "prices": state.prices.tolist(),
        "spaces": int(state.spaces),
        "walls": walls,
    }


def _own_edition(state: Record) -> bytes:
    parts = (state.prices, state.production, state.needs, state.needs_any, state.kind)
    return bytes([int(state.purge_below), int(state.spaces)]) + b"".join(part.tobytes() for part in parts)


@cache
def _edition_bytes(name: str, colours: int) -> bytes:
    """Return the bytes of an included edition, as in a new state."""
    fresh = np.zeros(1, STATE)
    options = SPEC.check_options(colours, {"edition": name, "colours": 1})
    setup(fresh[0], colours, np.array(SPEC.encode_options(options), np.int32))
    return _own_edition(fresh[0])


def _seat_to_json(state: Record, colour: int) -> dict[str, Any]:
    player = state.player[colour]
    walls = [
        {
            "slot": slot + 1,
            "bid": int(player.wall[slot]) + 1,
            "at": _place_to_json(int(player.stand[slot])),
            "labor": "".join(TYPE_LETTERS[kind] * int(player.labor[slot, kind]) for kind in range(TYPES)),
        }
        for slot in range(SLOTS)
        if player.wall[slot] != NOTHING
    ]
    return {
        "seat": COLOUR_WORDS[colour],
        "money": int(player.money),
        "earned": int(player.earned),
        "character": _place_to_json(int(player.character)),
        "drowned": bool(player.drowned),
        "has_third": bool(player.has_third),
        "walls": walls,
    }


def _place_to_json(cell: int) -> list[int] | None:
    return None if cell == NOTHING else list(place_of(cell))


def _walls_of(bits: int) -> list[int]:
    return [wall + 1 for wall in range(WALLS) if bits >> wall & 1]


def _names_of(bits: int) -> list[str]:
    return [COLOUR_WORDS[colour] for colour in range(COLOURS) if bits >> colour & 1]


def _places_of(rows: Any) -> list[list[int]]:
    bits = enumerate(rows.tolist())
    return [list(place_of(row * SIDE + column)) for row, each in bits for column in range(SIDE) if each >> column & 1]


# -- reading -----------------------------------------------------------------------------------------------


def from_json(position: Mapping[str, Any], state: Record) -> None:
    """Fill an empty record from a position."""
    names_only(position, FIELDS.union(FLAGS, PARTS, STEPS), "a position")
    players = whole(position, "players", 2, SEATS, SPEC.check_players(None))
    seats = field(position, "seats", list)
    colours = players * whole(position, "colours", 1, 2, 2 if len(seats) > players == 2 else 1)
    require(colours == players or players == 2, "only in a game of two each player may have two colours", "14")
    options = {name: flag(position, name) for name in FLAGS} | {"colours": colours // players}
    if "radius" in position:
        options["radius"] = whole(position, "radius", 4, LARGEST)
    settings = SPEC.encode_options(SPEC.check_options(players, options))[:EDITION]
    setup(
        state, players, np.array([*settings, *_edition_numbers(position.get("edition", edition.NAMES[0]))], np.int32)
    )
    state.ply = whole(position, "ply", 0, SPEC.ply_limit, 0)
    state.round_no = whole(position, "round", 0, CELLS + WALLS, 1)
    state.block = _read_walls(position, "block")
    state.deck = _read_walls(position, "deck")
    state.deck_out = flag(position, "deck_out") or (state.deck == 0 and not state.late_deck)
    state.has_purged = flag(position, "has_purged")
    state.water[:], state.holes[:] = _read_rows(position, "water", [[0, 0]]), _read_rows(position, "holes", [])
    _read_seats(state, seats)
    _read_market(state, position)
    order = _read_names(position, "order", colours, list(COLOUR_WORDS[:colours]))
    state.order[: len(order)] = order
    _read_phase(state, position)
    state.won = _bits(_read_names(position, "won", colours, []))
    state.flooded = _bits(_read_names(position, "flooded", colours, []))
    state.actions_left = whole(position, "actions_left", 0, ACTIONS, 0)
    if "shift" in position:
        slots = numbers(field(position, "shift", list), "shift", 2, 1, SLOTS)
        state.shift_from, state.shift_to = slots[0] - 1, slots[1] - 1


def _edition_numbers(given: Any) -> list[int]:
    if isinstance(given, str):
        if given not in edition.NAMES:
            raise BadPosition(f"there is no edition {given!r}; there are: {', '.join(edition.NAMES)}", "13")
        return edition.numbers(given)
    own = part(given, EDITION_FIELDS, "an edition")
    spaces = {str(players): own.get("spaces") for players in PLAYER_COUNTS}
    try:  # a position does not have the starting money, which no longer matters
        return edition.numbers(json.dumps({"name": "", "start_money": 100, **own, "spaces": spaces}))
    except BadOption as error:
        raise BadPosition(error.message, "13") from error


def _read_walls(given: Mapping[str, Any], name: str) -> int:
    walls = field(given, name, list, [])
    bids = numbers(walls, name, len(walls), 1, WALLS)
    require(len(set(bids)) == len(bids), f"{name!r} has a wall twice", "2")
    return sum(1 << (bid - 1) for bid in bids)


def _read_names(given: Mapping[str, Any], name: str, colours: int, default: list[str]) -> list[int]:
    names = field(given, name, list, default)
    found = [COLOUR_WORDS.index(one_of({name: each}, name, COLOUR_WORDS[:colours], None)) for each in names]
    require(len(set(found)) == len(found), f"{name!r} has a colour twice", "1")
    return found


def _bits(colours: Iterable[int]) -> int:
    return sum(1 << colour for colour in colours)


def _read_cell(given: Any, name: str) -> int:
    if not isinstance(given, list):
        raise BadPosition(f"{name!r} is two numbers, q and r")
    q, r = numbers(given, name, 2, -LARGEST, LARGEST)
    return cell_number(q, r)


def _read_rows(given: Mapping[str, Any], name: str, default: list[Any]) -> list[int]:
    rows = [0] * SIDE
    for place in field(given, name, list, default):
        row, column = divmod(_read_cell(place, name), SIDE)
        require(not rows[row] >> column & 1, f"{name!r} has a space twice")
        rows[row] |= 1 << column
    return rows


def _read_seats(state: Record, seats: list[Any]) -> None:
    require(len(seats) == state.colours, f"seats are {state.colours}, one for each colour", "1")
    for colour, given in enumerate(seats):
        each, player = part(given, SEAT_FIELDS, "a seat"), state.player[colour]
        name = each.get("seat", COLOUR_WORDS[colour])
        require(name == COLOUR_WORDS[colour], f"seat {colour} is {COLOUR_WORDS[colour]}, not {name!r}", "1")
        player.money = whole(each, "money", 0, MOST_MONEY)
        player.earned = whole(each, "earned", 0, SLOTS * edition.MOST, 0)
        place = each.get("character")
        player.character = NOTHING if place is None else _read_cell(place, "character")
        player.drowned, player.has_third = flag(each, "drowned"), flag(each, "has_third")
        for wall in field(each, "walls", list, []):
            _read_wall(state, player, part(wall, {"slot", "bid", "at", "labor"}, "a wall"))


def _read_wall(state: Record, player: Player, given: Mapping[str, Any]) -> None:
    slot = whole(given, "slot", 1, SLOTS) - 1
    require(player.wall[slot] == NOTHING, f"two walls in slot {slot + 1}", "2")
    player.wall[slot] = whole(given, "bid", 1, WALLS) - 1
    labor = given.get("labor", "")
    if not isinstance(labor, str) or any(letter not in TYPE_LETTERS for letter in labor):
        raise BadPosition(f"'labor' is letters of {TYPE_LETTERS}, not {labor!r}", "5")
    require(len(labor) <= LABOR_LIMIT, f"more than {LABOR_LIMIT} laborers on a wall", "5")
    player.labor[slot] = [labor.count(letter) for letter in TYPE_LETTERS]
    if given.get("at") is not None:
        cell = _read_cell(given["at"], "at")
        row, column = divmod(cell, SIDE)
        require(not state.stands[row] >> column & 1, "two walls on a space", "2")
        player.stand[slot] = cell
        state.stands[row] |= 1 << column


def _read_market(state: Record, position: Mapping[str, Any]) -> None:
    """Read the market. Laborers that are on no wall are in it; if numbers are given, they must agree."""
    given = part(position.get("market", {}), set(TYPE_LETTERS), "a market")
    for kind, letter in enumerate(TYPE_LETTERS):
        left = PRICE_ROWS * int(state.spaces) - int(state.player["labor"][:, :, kind].sum())
        require(left >= 0, f"there are more laborers {letter} on walls than there are", "5")
        wrong = f"of the laborers {letter} {left} are on no wall: that many are in the market"
        require(whole(given, letter, 0, PRICE_ROWS * int(state.spaces), left) == left, wrong, "5")
        state.market[kind] = left


def _read_phase(state: Record, position: Mapping[str, Any]) -> None:
    """Read the phase, the cursor and who decides."""
    phase = one_of(position, "phase", (*PHASES, "over"), PHASES[Phase.ACT])
    state.phase = Phase.FLEE if phase == "over" else PHASES.index(phase)
    if "after_draw" in position:
        require(phase == PHASES[Phase.DRAW], "'after_draw' is for while walls are drawn", "4")
    if phase == PHASES[Phase.DRAW]:
        state.after_draw = PHASES.index(one_of(position, "after_draw", DRAW_MAY_BE_FOR, None))
    placed = [colour for colour in state.order.tolist() if colour != NOTHING]
    if phase == "over":
        state.cursor = 0
        ask_nobody(state, OVER)
    elif state.phase == Phase.ORDER:
        state.cursor = len(placed)
        ask_nobody(state, CHANCE)
    else:
        require(len(placed) == state.colours, "every colour has its place in the turn order", "1")
        state.cursor = _read_cursor(state, position, placed)
        if state.phase == Phase.DRAW:
            ask_nobody(state, CHANCE)
        else:
            ask(state, placed[min(state.cursor, len(placed) - 1)])
    if state.phase in AUCTION_PHASES and phase != "over":
        _read_auction(state, part(field(position, "auction", Mapping), AUCTION_FIELDS, "an auction"))
    else:
        require("auction" not in position, "'auction' is for while there is bidding", "2")


def _read_cursor(state: Record, position: Mapping[str, Any], placed: list[int]) -> int:
    if state.after_draw == Phase.HIRE:
        return len(placed) - 1
    turn = one_of(position, "turn", COLOUR_WORDS[: state.colours], COLOUR_WORDS[placed[0]])
    require(turn is not None, "'turn' is missing", "2")
    return placed.index(COLOUR_WORDS.index(turn)) + (state.after_draw == Phase.OPEN)


def _read_auction(state: Record, given: Mapping[str, Any]) -> None:
    colours = int(state.colours)
    names = COLOUR_WORDS[:colours]
    state.lot = whole(given, "wall", 1, WALLS) - 1
    state.bid = whole(given, "bid", 0, HIGHEST_BID, 0)
    bidder = one_of(given, "bidder", (*names, None), None)
    state.bidder = NOTHING if bidder is None else names.index(bidder)
    state.bidding = _bits(_read_names(given, "in", colours, list(names)))
    ask(state, names.index(one_of(given, "next", names, names[state.colour])))


# -- checking ----------------------------------------------------------------------------------------------


def validate(state: Record) -> None:
    """Refuse a record that breaks the rules. It must be exactly what its own JSON reads back as, and its parts must
    agree."""
    _validate_ranges(state)
    reads_back(state, to_json, from_json)
    validate_table(state)
    validate_turn(state)


def _validate_ranges(state: Record) -> None:
    """Require that values are in range, so that they can be written as JSON."""
    require(2 <= state.players <= SEATS, "players is out of range", "1")
    each = {state.players, 2 * state.players} if state.players == 2 else {state.players}
    require(state.colours in each, "colours is out of range", "1")
    require(state.current_player == OVER or CHANCE <= state.current_player < state.players, "nobody decides")
    decides = int(state.phase in AUCTION_PHASES)
    limits = {
        "colour": (0 if decides else NOTHING, state.colours - 1),
        "phase": (0, len(Phase) - 1),
        "after_draw": (NOTHING, len(Phase) - 1),
        "order": (NOTHING, state.colours - 1),
        "cursor": (0, state.colours),
        "bidder": (NOTHING, state.colours - 1),
        "kind": (0, len(KIND_NAMES) - 1),
        "needs": (0, LABOR_LIMIT),
        "purge_below": (0, 127),
        "spaces": (0, 127),
        "block": (0, (1 << WALLS) - 1),
        "deck": (0, (1 << WALLS) - 1),
    }
    in_player = {
        "character": (NOTHING, CELLS - 1),
        "stand": (NOTHING, CELLS - 1),
        "wall": (NOTHING, WALLS - 1),
        "labor": (0, LABOR_LIMIT),
    }
    within(state, limits)
    within(state.player, in_player)
    has_turn = state.phase != Phase.ORDER and state.after_draw != Phase.HIRE and state.current_player != OVER
    place = int(state.cursor) - (state.phase == Phase.DRAW and state.after_draw == Phase.OPEN)
    is_placed = 0 <= place < state.colours and state.order[place] != NOTHING
    require(is_placed or not has_turn, "it is nobody's turn", "1")
