"""Cascadia's scene: what is on the table, the choices, and what they would bring.

One touch on a tile takes its pair. A player who has a nature token can first touch a token and then the tile of
another slot. Below every token there is a sign to touch for wiping it; several can be wiped, in any order. So the
touch that takes a pair never spends a nature token.
"""

from __future__ import annotations

import numpy as np

from stockade.core.language import cache_by_language, capital, listed, signed, winning
from stockade.core.layout import copies
from stockade.core.scene import Choice, Piece, Scene, Shape, choosable
from stockade.core.state import State
from stockade.games.cascadia.language import say
from stockade.games.cascadia.layout import SLOTS, SPECIES, TERRAINS, Phase, Species
from stockade.games.cascadia.picture.preview import best_takes, differences
from stockade.games.cascadia.picture.sheets import (
    bag_sheet,
    nature_line,
    panel,
    score_sheet,
    solo_sheets,
    species_line,
    terrain_line,
    total_line,
)
from stockade.games.cascadia.picture.table import Table, clockwise, slot_id, wipe_id
from stockade.games.cascadia.rules.actions import Base, take_of, tile_of
from stockade.games.cascadia.rules.dispatch import equal_slots
from stockade.games.cascadia.rules.scoresheet import CORRIDORS, MAJORITIES, NATURE, ROW, rows_of
from stockade.games.cascadia.text.names import many, seat_words, the_animal
from stockade.games.cascadia.text.notation import (
    format_action,
    is_mixed,
    place_text,
    slots_of,
    taken_words,
    with_turn,
)

Parts = list[tuple[str, int]]
"""Lines of the score sheet, with what a choice adds to each."""


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    """Return what a client draws. The environment of the viewer, or else of the player to move, is large."""
    record = state.record
    table, rows = Table(record, viewer, shape), rows_of(record)
    legal = choosable(state, viewer)
    choices = _choices(state, table, legal)
    for choice in choices:
        choice.kind, choice.asks = _kind(choice.action), _asks(choice)
    return Scene.of(
        state,
        viewer,
        size=table.frame.size,
        areas=table.areas(wipes=any(Base.WIPE < action < Base.TAKE for action in legal)),
        pieces=table.pieces(),
        panels=tuple(panel(record, row, seat) for seat, row in enumerate(rows)),
        prompt=_prompt(state),
        choices=choices,
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
    lines += [terrain_line(terrain) for terrain in range(TERRAINS)] + [nature_line()]
    parts = [_parts(lines, row) for row in found.tolist()]
    place = _tile if table.phase == Phase.TILE else _token
    return tuple(place(state, table, action, part) for action, part in zip(legal, parts, strict=True))


def _take(state: State, table: Table, action: int, best: list[list[int]]) -> Choice:
    text = format_action(state.record, action)
    tile, token = take_of(action)
    prospect = say("up to {points}", points=signed(best[tile][token]))
    things, animal = taken_words(state.record, action)
    if is_mixed(action):
        label = say("Pay a nature token and take the {tile}, with {animal}", tile=things, animal=animal)
        touches = (table.offered_token_id(token), table.offered_tile_id(tile))
        return Choice(action, text, label, touches, prospect, gains=_spent())
    label = say("Take the {tile}, with {animal}", tile=things, animal=animal)
    return Choice(action, text, label, (slot_id(tile),), prospect)


def _wipe(state: State, action: int) -> Choice:
    text = format_action(state.record, action)
    if action == Base.WIPE:
        return Choice(action, text, say("Wipe the three {animals}", animals=many(_crowd(state))), ())
    slots, tokens = slots_of(action), state.record.market_token.tolist()
    things = [say("{animal} in slot {slot}", animal=the_animal(tokens[s]), slot=s) for s in slots]
    touches, either = tuple(wipe_id(slot) for slot in slots), len(slots) > 1
    label = capital(say("Wipe {things}", things=listed(things)))
    return Choice(action, text, label, touches, either=either, gains=_spent())


def _tile(state: State, table: Table, action: int, parts: Parts) -> Choice:
    cell, spin = tile_of(action)
    return Choice(
        action=action,
        text=format_action(state.record, action),
        label=_laying(cell, spin),
        touches=(table.own.area_id(cell),),
        ghost=table.own.tile(table.names["hand"], table.hand_tile, spin, cell),
        turn=clockwise(spin),
        gains=_each(parts),
    )


@cache_by_language
def _laying(cell: int, spin: int) -> str:
    return with_turn(say("Lay the tile on {place}", place=place_text(cell)), spin)


def _token(state: State, table: Table, action: int, parts: Parts) -> Choice:
    text, animal = format_action(state.record, action), the_animal(table.hand_token)
    if action == Base.RETURN:
        return Choice(action, text, capital(say("Return {animal} to the bag", animal=animal)), ())
    cell = action - Base.TOKEN
    label = capital(say("Place {animal} on {place}", animal=animal, place=place_text(cell)))
    touches = (table.own.area_id(cell),)
    ghost = (*_new_sights(table, cell), table.own.token("token-hand", table.hand_token, cell))
    return Choice(action, text, label, touches, ghost=ghost, turn=0, gains=_each(parts))


def _new_sights(table: Table, cell: int) -> list[Piece]:
    """Return the lines of sight that the token in hand would have on a cell."""
    return table.sights(table.own, cell) if table.hand_token == Species.HAWK else []


def _kind(action: int) -> str:
    if action < Base.TAKE:
        return say("Wipe")
    if action < Base.TILE:
        return say("Take")
    if action < Base.TOKEN:
        return say("Lay tile")
    return say("Return token") if action == Base.RETURN else say("Place token")


def _asks(choice: Choice) -> tuple[str, ...]:
    """Return what each touch chooses."""
    count = len(choice.touches)
    if choice.action >= Base.TILE:
        return (say("a place"),) * count
    if choice.action >= Base.TAKE:
        return (say("a token"), say("a tile")) if count > 1 else (say("a pair"),)
    return (say("a token to wipe"), *[say("another token to wipe")] * (count - 1))[:count]


# -- what it brings ------------------------------------------------------------------------------------------


def _parts(lines: list[str], row: list[int]) -> Parts:
    """Return the lines of the score sheet that change. A corridor's majority is part of the corridor's line."""
    lands = [row[CORRIDORS + terrain] + row[MAJORITIES + terrain] for terrain in range(TERRAINS)]
    values = [*row[:SPECIES], *lands, row[NATURE]]
    return [(line, value) for line, value in zip(lines, values, strict=True) if value]


def _each(parts: Parts) -> tuple[tuple[str, str], ...]:
    """Return what each line of the score sheet gains, and the total."""
    total = sum(points for _, points in parts)
    sums = ((total_line(), signed(total)),) if total else ()
    return (*((line, signed(points)) for line, points in parts), *sums)


def _spent() -> tuple[tuple[str, str], ...]:
    """Return what a nature token costs. The gain of a choice tells the token itself."""
    return ((total_line(), signed(-1)),)


# -- what is asked -------------------------------------------------------------------------------------------


def _prompt(state: State) -> str:
    record = state.record
    if state.is_over:
        return _ending(state)
    who = seat_words(int(record.turn_owner) % int(record.players))
    match int(record.phase):
        case Phase.CARD:
            return say("The wildlife cards are dealt")
        case Phase.STARTER:
            return say("{who} gets a starter", who=who)
        case Phase.DRAW_TILE:
            return say("A tile is drawn for {who}'s turn", who=who)
        case Phase.DRAW_TOKEN:
            return say("A token is drawn for {who}'s turn", who=who)
        case Phase.TILE:
            return say("{who}: lay the tile", who=who)
        case Phase.TOKEN:
            return _token_prompt(state, who)
    if Base.WIPE in state.legal_actions():
        crowd = many(_crowd(state))
        return say("{who}: take a tile and a token, or wipe the three {animals} first", who=who, animals=crowd)
    return say("{who}: take a tile and a token", who=who)


def _token_prompt(state: State, who: str) -> str:
    animal = the_animal(int(state.record.hand_token))
    if len(state.legal_actions()) == 1:
        return say("{who}: return {animal}, it fits nowhere", who=who, animal=animal)
    return say("{who}: place {animal} or return it", who=who, animal=animal)


def _ending(state: State) -> str:
    if state.players == 1:
        return say("{who} has finished: {end}", who=state.seat_name(0), end=state.describe_end())
    names = [state.seat_name(seat) for seat in state.winners()]
    return f"{winning(names)}: {state.describe_end()}"


def _crowd(state: State) -> int:
    """Return the species of the three equal tokens."""
    slots = int(equal_slots(state.record))
    return int(state.record.market_token[(slots & -slots).bit_length() - 1])
