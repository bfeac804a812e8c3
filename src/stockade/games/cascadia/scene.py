"""Cascadia's picture: what lies on the table, what may be done with it, and what that would bring.

A pair is taken by one touch of its tile. Whoever has a nature token can touch a token first and then the tile of
another slot; and under every token there is a sign to touch for wiping it, one or several in any order. So nothing
that is paid for ever happens by the touch that takes a pair.
"""

from __future__ import annotations

import numpy as np

from stockade.core.scene import Choice, Piece, Scene, Shape
from stockade.core.state import State
from stockade.games.cascadia.layout import SLOTS, SPECIES, SPINS, TERRAINS, Base, Phase
from stockade.games.cascadia.notation import SEAT_NAMES, format_action, place_text, slots_of
from stockade.games.cascadia.preview import CORRIDORS, MAJORITIES, NATURE, ROW, best_takes, differences
from stockade.games.cascadia.rules import equal_slots
from stockade.games.cascadia.sheets import (
    NATURE_LINE,
    bag_sheet,
    panel,
    rows_of,
    score_sheet,
    species_line,
    terrain_line,
)
from stockade.games.cascadia.table import Table, capital, clockwise, many, slot_id, wipe_id
from stockade.games.cascadia.tables import SPIN_COUNT, WILDLIFE_NAMES


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    """What a client draws: the viewer's environment large, or that of whoever's turn it is."""
    record = state.record
    table, rows = Table(record, viewer, shape), rows_of(record)
    may_choose = state.current_player >= 0 and viewer in (None, state.current_player)
    legal = state.legal_actions() if may_choose else []
    return Scene(
        game=state.game.name,
        size=table.frame.size,
        areas=table.areas(wipes=any(Base.WIPE < action < Base.TAKE for action in legal)),
        pieces=table.pieces(),
        panels=tuple(panel(record, row, seat) for seat, row in enumerate(rows)),
        prompt=_prompt(state),
        choices=_choices(state, table, legal),
        current_player=state.current_player,
        ply=state.ply,
        is_over=state.is_over,
        viewer=viewer,
        sheets=(score_sheet(record, rows, table.focus), bag_sheet(record)),
        focus=table.frame.own,
    )


# -- what may be done ----------------------------------------------------------------------------------------


def _choices(state: State, table: Table, legal: list[int]) -> tuple[Choice, ...]:
    if not legal:
        return ()
    states = np.empty(2, state.game.record)
    states[:] = state.record
    if table.phase == Phase.MARKET:
        best = np.zeros((SLOTS, SLOTS), np.int32)
        best_takes(states, best)
        gains = best.tolist()
        return tuple(
            _take(state, table, action, gains) if action >= Base.TAKE else _wipe(state, table, action)
            for action in legal
        )
    found = np.zeros((len(legal), ROW), np.int32)
    differences(states, np.array(legal, np.int32), found)
    lines = [species_line(state.record, species) for species in range(SPECIES)]
    lines += [terrain_line(terrain) for terrain in range(TERRAINS)] + [NATURE_LINE]
    choice = _tile if table.phase == Phase.TILE else _token
    return tuple(
        choice(state, table, action, _parts(lines, row)) for action, row in zip(legal, found.tolist(), strict=True)
    )


def _parts(lines: list[str], row: list[int]) -> list[tuple[str, int]]:
    """The lines of the score sheet that change; a corridor's majority stands in the corridor's line."""
    lands = [row[CORRIDORS + terrain] + row[MAJORITIES + terrain] for terrain in range(TERRAINS)]
    values = [*row[:SPECIES], *lands, row[NATURE]]
    return [(line, value) for line, value in zip(lines, values, strict=True) if value]


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else f"+{points}"


def _take(state: State, table: Table, action: int, best: list[list[int]]) -> Choice:
    tile, token = divmod(action - Base.TAKE, SLOTS)
    is_pair = tile == token
    points = best[tile][token] - (not is_pair)
    touches = (slot_id(tile),) if is_pair else (table.offered_token_id(token), table.offered_tile_id(tile))
    species = table.market_token[token]
    ghost = [*table.in_hand_tile(table.market_tile[tile], table.names[tile]), table.in_hand_token(species, token)]
    return _choice(state, action, _words(state, action), touches, f"up to {_signed(points)}", ghost)


def _wipe(state: State, table: Table, action: int) -> Choice:
    if action == Base.WIPE:
        return _choice(state, action, f"Wipe the three {many(_crowd(state))}", (), "", [])
    slots = slots_of(action)
    animals = _listed([WILDLIFE_NAMES[table.market_token[slot]] for slot in slots], "and")
    where = f"slot{'s' * (len(slots) > 1)} {_listed([str(slot) for slot in slots], 'and')}"
    label = f"Wipe {animals} in {where} for a nature token"
    touches = tuple(wipe_id(slot) for slot in slots)
    return _choice(state, action, label, touches, _signed(-1), [], either=len(slots) > 1)


def _tile(state: State, table: Table, action: int, parts: list[tuple[str, int]]) -> Choice:
    cell, spin = divmod(action - Base.TILE, SPINS)
    steps = clockwise(spin)
    turned = f", turned {steps} step{'s' * (steps > 1)} to the right" if steps else ""
    ghost = table.own.tile(table.names["hand"], table.hand_tile, spin, cell)
    label = f"Lay the tile on {place_text(cell)}{turned}"
    turn = steps if SPIN_COUNT[table.hand_tile] > 1 else None
    return _placing(state, action, label, table.own.area_id(cell), parts, ghost, turn)


def _token(state: State, table: Table, action: int, parts: list[tuple[str, int]]) -> Choice:
    animal = WILDLIFE_NAMES[table.hand_token]
    if action == Base.RETURN:
        return _choice(state, action, f"Return the {animal} to the bag", (), _signed(0), [])
    cell = action - Base.TOKEN
    label = f"Place the {animal} on {place_text(cell)}"
    ghost = [table.own.token("token-hand", table.hand_token, cell)]
    return _placing(state, action, label, table.own.area_id(cell), parts, ghost, None)


def _placing(
    state: State,
    action: int,
    label: str,
    area: str,
    parts: list[tuple[str, int]],
    ghost: list[Piece],
    turn: int | None,
) -> Choice:
    return Choice(
        action=action,
        text=format_action(state.record, action),
        label=label,
        touches=(area,),
        gain=_signed(sum(points for _, points in parts)),
        ghost=tuple(ghost),
        turn=turn,
        gains=tuple((line, _signed(points)) for line, points in parts),
    )


def _choice(
    state: State,
    action: int,
    label: str,
    touches: tuple[str, ...],
    gain: str,
    ghost: list[Piece],
    either: bool = False,
) -> Choice:
    text = format_action(state.record, action)
    return Choice(action, text, label, touches, gain, tuple(ghost), either=either)


def _words(state: State, action: int) -> str:
    """What a choice does, as something to do: "Take the forest keystone for elk, with the bear"."""
    words = state.describe(action).removeprefix(f"{state.seat_name(state.current_player)} ")
    return capital(words.replace("takes ", "take ").replace("pays ", "pay "))


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
    return f"{_listed(names, 'and')} {'wins' if len(names) == 1 else 'share the win'}: {state.describe_end()}"


def _crowd(state: State) -> int:
    """The species of the three equal tokens."""
    slots = int(equal_slots(state.record))
    return int(state.record.market_token[(slots & -slots).bit_length() - 1])


def _listed(words: list[str], link: str) -> str:
    return f" {link} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
