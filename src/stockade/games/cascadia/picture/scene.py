"""Cascadia's scene: what is on the table, the choices, and what they would bring.

One touch on a tile takes its pair. A player who has a nature token can first touch a token and then the tile of
another slot. Below every token there is a sign to touch for wiping it; several can be wiped, in any order. So the
touch that takes a pair never spends a nature token.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from stockade.core.language import capital, listed, signed, winning
from stockade.core.layout import copies
from stockade.core.scene import Choice, Piece, Scene, Shape, choosable
from stockade.core.state import State
from stockade.games.cascadia.layout import SLOTS, SPECIES, TERRAINS, Phase, Species
from stockade.games.cascadia.picture.preview import best_takes, differences
from stockade.games.cascadia.picture.sheets import (
    NATURE_LINE,
    TOTAL_LINE,
    bag_sheet,
    panel,
    score_sheet,
    solo_sheets,
    species_line,
    terrain_line,
)
from stockade.games.cascadia.picture.table import Table, clockwise, slot_id, wipe_id
from stockade.games.cascadia.rules.actions import Base, take_of, tile_of
from stockade.games.cascadia.rules.dispatch import equal_slots
from stockade.games.cascadia.rules.scoresheet import CORRIDORS, MAJORITIES, NATURE, ROW, rows_of
from stockade.games.cascadia.tables import WILDLIFE_NAMES, many
from stockade.games.cascadia.text.notation import SEAT_NAMES, format_action, laid_words, place_text, slots_of

Parts = list[tuple[str, int]]
SPENT: Parts = [(NATURE_LINE, -1)]  # a nature token
"""Lines of the score sheet, with what a choice adds to each."""


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    """Return what a client draws. The environment of the viewer, or else of the player to move, is large."""
    record = state.record
    table, rows = Table(record, viewer, shape), rows_of(record)
    legal = choosable(state, viewer)
    choices = (
        replace(choice, kind=_kind(choice.action), asks=_asks(choice)) for choice in _choices(state, table, legal)
    )
    return Scene.of(
        state,
        viewer,
        size=table.frame.size,
        areas=table.areas(wipes=any(Base.WIPE < action < Base.TAKE for action in legal)),
        pieces=table.pieces(),
        panels=tuple(panel(record, row, seat) for seat, row in enumerate(rows)),
        prompt=_prompt(state),
        choices=tuple(choices),
        sheets=(score_sheet(record, rows, table.focus), bag_sheet(record), *solo_sheets(record)),
        focus=table.part(),
    )


# -- what may be done ----------------------------------------------------------------------------------------


def _choices(state: State, table: Table, legal: list[int]) -> tuple[Choice, ...]:
    if not legal:
        return ()
    states = copies(state.record, 2)
    if table.phase == Phase.MARKET:
        best = np.zeros((SLOTS, SLOTS), np.int32)
        best_takes(states, best)
        takes = best.tolist()
        return tuple(
            _wipe(state, action) if action < Base.TAKE else _take(state, table, action, takes) for action in legal
        )
    found = np.zeros((len(legal), ROW), np.int32)
    differences(states, np.array(legal, np.int32), found)
    lines = [species_line(state.record, species) for species in range(SPECIES)]
    lines += [terrain_line(terrain) for terrain in range(TERRAINS)] + [NATURE_LINE]
    parts = [_parts(lines, row) for row in found.tolist()]
    place = _tile if table.phase == Phase.TILE else _token
    return tuple(place(state, table, action, part) for action, part in zip(legal, parts, strict=True))


def _take(state: State, table: Table, action: int, best: list[list[int]]) -> Choice:
    tile, token = take_of(action)
    is_pair = tile == token
    prospect = f"up to {signed(best[tile][token])}"
    touches = (slot_id(tile),) if is_pair else (table.offered_token_id(token), table.offered_tile_id(tile))
    words = state.describe(action).removeprefix(f"{state.seat_name(state.current_player)} ")
    label = capital(words.replace("takes ", "take ").replace("pays ", "pay "))
    gains = () if is_pair else _each(SPENT)
    return Choice(action, format_action(state.record, action), label, touches, prospect, gains=gains)


def _wipe(state: State, action: int) -> Choice:
    text = format_action(state.record, action)
    if action == Base.WIPE:
        return Choice(action, text, f"Wipe the three {many(_crowd(state))}", ())
    slots, tokens = slots_of(action), state.record.market_token.tolist()
    label = f"Wipe {listed([f'the {WILDLIFE_NAMES[tokens[slot]]} in slot {slot}' for slot in slots])}"
    touches, either = tuple(wipe_id(slot) for slot in slots), len(slots) > 1
    return Choice(action, text, label, touches, either=either, gains=_each(SPENT))


def _tile(state: State, table: Table, action: int, parts: Parts) -> Choice:
    cell, spin = tile_of(action)
    return Choice(
        action=action,
        text=format_action(state.record, action),
        label=capital(laid_words(cell, spin).replace("lays ", "lay ")),
        touches=(table.own.area_id(cell),),
        ghost=tuple(table.own.tile(table.names["hand"], table.hand_tile, spin, cell)),
        turn=clockwise(spin),
        gains=_each(parts),
    )


def _token(state: State, table: Table, action: int, parts: Parts) -> Choice:
    text, animal = format_action(state.record, action), WILDLIFE_NAMES[table.hand_token]
    if action == Base.RETURN:
        return Choice(action, text, f"Return the {animal} to the bag", ())
    cell = action - Base.TOKEN
    label, touches = f"Place the {animal} on {place_text(cell)}", (table.own.area_id(cell),)
    ghost = (*_new_sights(table, cell), table.own.token("token-hand", table.hand_token, cell))
    return Choice(action, text, label, touches, ghost=ghost, turn=0, gains=_each(parts))


def _new_sights(table: Table, cell: int) -> list[Piece]:
    """Return the lines of sight that the token in hand would have on a cell."""
    return table.sights(table.own, cell) if table.hand_token == Species.HAWK else []


def _kind(action: int) -> str:
    if action < Base.TAKE:
        return "Wipe"
    if action < Base.TILE:
        return "Take"
    if action < Base.TOKEN:
        return "Lay tile"
    return "Return token" if action == Base.RETURN else "Place token"


def _asks(choice: Choice) -> tuple[str, ...]:
    """Return what each touch chooses."""
    match _kind(choice.action):
        case "Wipe":
            return ("a token to wipe", *["another token to wipe"] * (len(choice.touches) - 1))[: len(choice.touches)]
        case "Take":
            return ("a token", "a tile") if len(choice.touches) > 1 else ("a pair",)
    return ("a place",) * len(choice.touches)


# -- what it brings ------------------------------------------------------------------------------------------


def _parts(lines: list[str], row: list[int]) -> Parts:
    """Return the lines of the score sheet that change. A corridor's majority is part of the corridor's line."""
    lands = [row[CORRIDORS + terrain] + row[MAJORITIES + terrain] for terrain in range(TERRAINS)]
    values = [*row[:SPECIES], *lands, row[NATURE]]
    return [(line, value) for line, value in zip(lines, values, strict=True) if value]


def _each(parts: Parts) -> tuple[tuple[str, str], ...]:
    """Return what each line of the score sheet gains, and the total."""
    total = sum(points for _, points in parts)
    sums = ((TOTAL_LINE, signed(total)),) if total else ()
    return (*((line, signed(points)) for line, points in parts), *sums)


# -- what is asked -------------------------------------------------------------------------------------------


def _prompt(state: State) -> str:
    record = state.record
    if state.is_over:
        return _ending(state)
    who = SEAT_NAMES[int(record.turn_owner) % int(record.players)]
    match int(record.phase):
        case Phase.CARD:
            return "The wildlife cards are dealt"
        case Phase.STARTER:
            return f"{who} gets a starter"
        case Phase.DRAW_TILE:
            return f"A tile is drawn for {who}'s turn"
        case Phase.DRAW_TOKEN:
            return f"A token is drawn for {who}'s turn"
        case Phase.TILE:
            return f"{who}: lay the tile"
        case Phase.TOKEN:
            return _token_prompt(state, who)
    wipe = f", or wipe the three {many(_crowd(state))} first" if Base.WIPE in state.legal_actions() else ""
    return f"{who}: take a tile and a token{wipe}"


def _token_prompt(state: State, who: str) -> str:
    animal = WILDLIFE_NAMES[int(state.record.hand_token)]
    if len(state.legal_actions()) == 1:
        return f"{who}: return the {animal}, it fits nowhere"
    return f"{who}: place the {animal} or return it"


def _ending(state: State) -> str:
    if state.players == 1:
        return f"{state.seat_name(0)} has finished: {state.describe_end()}"
    names = [state.seat_name(seat) for seat in state.winners()]
    return f"{winning(names)}: {state.describe_end()}"


def _crowd(state: State) -> int:
    """Return the species of the three equal tokens."""
    slots = int(equal_slots(state.record))
    return int(state.record.market_token[(slots & -slots).bit_length() - 1])
