"""Reasons why an action is not legal, with the ruling that forbids it."""

from __future__ import annotations

from stockade.core.errors import Reason
from stockade.core.language import mark
from stockade.games.cascadia.language import say
from stockade.games.cascadia.layout import NOTHING, Phase, Record
from stockade.games.cascadia.rules.actions import Base, tile_of
from stockade.games.cascadia.rules.dispatch import equal_slots
from stockade.games.cascadia.rules.environment import hex_on, occupied
from stockade.games.cascadia.tables import SHOWS, SPIN_COUNT
from stockade.games.cascadia.text.names import animal, seat_words, tile_words
from stockade.games.cascadia.text.notation import format_action, place_text

DUE = {
    Phase.CARD: (mark("a card is dealt now, and chance decides"), range(Base.CARD, Base.STARTER)),
    Phase.STARTER: (mark("a starter is dealt now, and chance decides"), range(Base.STARTER, Base.DRAW_TILE)),
    Phase.DRAW_TILE: (mark("a tile is dealt now, and chance decides"), range(Base.DRAW_TILE, Base.DRAW_TOKEN)),
    Phase.DRAW_TOKEN: (mark("a token is dealt now, and chance decides"), range(Base.DRAW_TOKEN, Base.END)),
}


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids the action, in the order in which a player would check them."""
    words, ruling = _why(state, action)
    text = format_action(state, action)
    if not words:
        return Reason(say("{action} is not possible here", action=text), ruling)
    return Reason(f"{text}: {words}", ruling)


def _why(state: Record, action: int) -> tuple[str, str]:
    """Return the rule in words, if there are any for it, and the ruling."""
    phase = Phase(int(state.phase))
    if phase in DUE:
        return _outcome(action, phase, bool(state.aside.any()))
    if action >= Base.CARD:
        return say("what comes out of stack and bag is left to chance"), "5"
    if phase == Phase.MARKET:
        return _market(state, action)
    if action < Base.TILE:
        return say("a tile and a token are taken already"), "15"
    if phase == Phase.TILE:
        if action >= Base.TOKEN:
            return say("the tile in hand is laid first"), "15"
        return _tile(state, action)
    if action < Base.TOKEN:
        return say("the tile of this turn is laid; its token is in hand"), "15"
    return _token(state, action)


def _outcome(action: int, phase: Phase, is_wiping: bool) -> tuple[str, str]:
    words, due = DUE[phase]
    if action not in due:
        return say(words), "5"
    if phase == Phase.STARTER:
        return say("a seat has this starter already"), "4"
    if phase == Phase.DRAW_TILE:
        return say("no such tile is left in the stack"), "5"
    if is_wiping:
        return say("none is in the bag; what lies aside is not back yet"), "8"
    return say("none is left in the bag"), "5"


def _market(state: Record, action: int) -> tuple[str, str]:
    if action >= Base.TILE:
        return say("a tile and a token are taken first"), "15"
    who = seat_words(int(state.turn_owner))
    if action >= Base.TAKE:
        return say("{who} has no nature token to take from different slots", who=who), "12"
    if action > Base.WIPE:
        return say("{who} has no nature token to pay for it", who=who), "11"
    if equal_slots(state) == 0:
        return say("no three tokens are equal"), "7"
    return say("three equal tokens are wiped once a turn, and they have been"), "7"


def _tile(state: Record, action: int) -> tuple[str, str]:
    environment = state.environment[state.turn_owner]
    cell, spin = tile_of(action)
    if hex_on(environment, cell) != NOTHING:
        return say("a tile lies on {place} already", place=place_text(cell)), "14"
    if cell not in environment.edge[: environment.edges]:
        return say("{place} shares no edge with the environment", place=place_text(cell)), "14"
    if spin >= SPIN_COUNT[state.hand_tile]:
        return say("a tile of one terrain looks the same in every spin, and is written k0"), "14"
    return "", "14"


def _token(state: Record, action: int) -> tuple[str, str]:
    environment = state.environment[state.turn_owner]
    place = place_text(action - Base.TOKEN)
    hex_no = hex_on(environment, action - Base.TOKEN)
    if hex_no == NOTHING:
        return say("no tile lies on {place}", place=place), "16"
    if not SHOWS[environment.face[hex_no], state.hand_token]:
        tile = tile_words(int(environment.face[hex_no]))
        name = animal(int(state.hand_token))
        return say("on {place} lies a {tile}, not for {animal}", place=place, tile=tile, animal=name), "16"
    if occupied(environment) >> hex_no & 1:
        return say("on {place} stands a token already", place=place), "16"
    return "", "16"
