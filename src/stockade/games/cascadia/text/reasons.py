"""Reasons why an action is not legal, with the ruling that forbids it."""

from __future__ import annotations

from stockade.core.errors import Reason
from stockade.games.cascadia.layout import NOTHING, Phase, Record
from stockade.games.cascadia.rules.actions import Base, tile_of
from stockade.games.cascadia.rules.dispatch import equal_slots
from stockade.games.cascadia.rules.environment import hex_on, occupied
from stockade.games.cascadia.tables import SHOWS, SPIN_COUNT, WILDLIFE_NAMES
from stockade.games.cascadia.text.notation import format_action, place_text, seat_name, tile_words

DUE = {
    Phase.CARD: ("a card", range(Base.CARD, Base.STARTER)),
    Phase.STARTER: ("a starter", range(Base.STARTER, Base.DRAW_TILE)),
    Phase.DRAW_TILE: ("a tile", range(Base.DRAW_TILE, Base.DRAW_TOKEN)),
    Phase.DRAW_TOKEN: ("a token", range(Base.DRAW_TOKEN, Base.END)),
}


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids the action, in the order in which a player would check them."""
    text = format_action(state, action)
    phase = Phase(int(state.phase))
    if phase in DUE:
        return _outcome(text, action, phase, bool(state.aside.any()))
    if action >= Base.CARD:
        return Reason(f"{text}: what comes out of stack and bag is left to chance", "5")
    if phase == Phase.MARKET:
        return _market(state, text, action)
    if action < Base.TILE:
        return Reason(f"{text}: a tile and a token are taken already", "15")
    if phase == Phase.TILE:
        if action >= Base.TOKEN:
            return Reason(f"{text}: the tile in hand is laid first", "15")
        return _tile(state, text, action)
    if action < Base.TOKEN:
        return Reason(f"{text}: the tile of this turn is laid; its token is in hand", "15")
    return _token(state, text, action)


def _outcome(text: str, action: int, phase: Phase, is_wiping: bool) -> Reason:
    what, due = DUE[phase]
    if action not in due:
        return Reason(f"{text}: {what} is dealt now, and chance decides", "5")
    if phase == Phase.STARTER:
        return Reason(f"{text}: a seat has this starter already", "4")
    if phase == Phase.DRAW_TILE:
        return Reason(f"{text}: no such tile is left in the stack", "5")
    if is_wiping:
        return Reason(f"{text}: none is in the bag; what lies aside is not back yet", "8")
    return Reason(f"{text}: none is left in the bag", "5")


def _market(state: Record, text: str, action: int) -> Reason:
    if action >= Base.TILE:
        return Reason(f"{text}: a tile and a token are taken first", "15")
    who = seat_name(state, int(state.turn_owner))
    if action >= Base.TAKE:
        return Reason(f"{text}: {who} has no nature token to take from different slots", "12")
    if action > Base.WIPE:
        return Reason(f"{text}: {who} has no nature token to pay for it", "11")
    if equal_slots(state) == 0:
        return Reason(f"{text}: no three tokens are equal", "7")
    return Reason(f"{text}: three equal tokens are wiped once a turn, and they have been", "7")


def _tile(state: Record, text: str, action: int) -> Reason:
    environment = state.environment[state.turn_owner]
    cell, spin = tile_of(action)
    if hex_on(environment, cell) != NOTHING:
        return Reason(f"{text}: a tile lies on {place_text(cell)} already", "14")
    if cell not in environment.edge[: environment.edges]:
        return Reason(f"{text}: {place_text(cell)} shares no edge with the environment", "14")
    if spin >= SPIN_COUNT[state.hand_tile]:
        return Reason(f"{text}: a tile of one terrain looks the same in every spin, and is written k0", "14")
    return Reason(f"{text} is not possible here", "14")


def _token(state: Record, text: str, action: int) -> Reason:
    environment = state.environment[state.turn_owner]
    place = place_text(action - Base.TOKEN)
    hex_no = hex_on(environment, action - Base.TOKEN)
    if hex_no == NOTHING:
        return Reason(f"{text}: no tile lies on {place}", "16")
    if not SHOWS[environment.face[hex_no], state.hand_token]:
        tile, name = tile_words(int(environment.face[hex_no])), WILDLIFE_NAMES[state.hand_token]
        return Reason(f"{text}: on {place} lies a {tile}, not for {name}", "16")
    if occupied(environment) >> hex_no & 1:
        return Reason(f"{text}: on {place} stands a token already", "16")
    return Reason(f"{text} is not possible here", "16")
