"""The rules as a whole: what is legal, what an action does, and how a round goes on.

A round goes through phases, and each phase goes through the turn order with `cursor`. `seek_...` finds the next
player who has a decision to make in a phase, or ends it; `run_on` goes from phase to phase until a player or chance
must decide.
"""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import Phase, Record
from stockade.games.cascade_barricade.rules.action_phase import (
    apply_act,
    apply_more,
    end_round,
    legal_act,
    legal_more,
    seek_act,
    seek_more,
)
from stockade.games.cascade_barricade.rules.auction import (
    apply_bid,
    apply_open,
    apply_stand,
    buy,
    end_sale,
    legal_bid,
    legal_open,
    legal_stand,
    seek_bidder,
    seek_opener,
)
from stockade.games.cascade_barricade.rules.chance import apply_draw, apply_order
from stockade.games.cascade_barricade.rules.consequences import apply_flee, legal_flee, seek_flee
from stockade.games.cascade_barricade.rules.deck import seek_draw
from stockade.games.cascade_barricade.rules.market import apply_hire, legal_hire, seek_hire
from stockade.games.cascade_barricade.rules.scrapping import apply_scrap, legal_scrap, seek_scrap
from stockade.games.cascade_barricade.rules.setup import apply_corner, legal_corner, seek_corner


@kernel
def legal(state: Record, actions: Actions) -> int:
    """Fill the buffer with the legal action ids, ascending."""
    colour = int(state.colour)
    if colour < 0:
        return 0
    n = 0
    match state.phase:
        case Phase.CORNER:
            n = legal_corner(actions)
        case Phase.SCRAP:
            n = legal_scrap(actions)
        case Phase.OPEN:
            n = legal_open(state, colour, actions)
        case Phase.BID:
            n = legal_bid(state, colour, actions)
        case Phase.STAND:
            n = legal_stand(state, actions)
        case Phase.HIRE:
            n = legal_hire(state, colour, actions)
        case Phase.ACT:
            n = legal_act(state, colour, actions)
        case Phase.SELL | Phase.SHIFT:
            n = legal_more(state, colour, actions)
        case _:
            n = legal_flee(state, colour, actions)
    return n


@kernel
def apply(state: Record, action: int) -> None:
    """Apply a legal action, and continue to the next decision."""
    take(state, action)
    run_on(state, False)


@kernel
def effect(state: Record, action: int) -> None:
    """Apply a legal action without the end of the round, even if it is the last of the round."""
    take(state, action)
    run_on(state, True)


@kernel
def take(state: Record, action: int) -> None:
    """Carry out an action, and nothing that follows from it."""
    state.ply += 1
    colour = int(state.colour)
    match state.phase:
        case Phase.ORDER:
            apply_order(state, action)
        case Phase.DRAW:
            apply_draw(state, action)
        case Phase.CORNER:
            apply_corner(state, colour, action)
        case Phase.SCRAP:
            apply_scrap(state, colour, action)
        case Phase.OPEN:
            apply_open(state, colour, action)
        case Phase.BID:
            apply_bid(state, colour, action)
        case Phase.STAND:
            apply_stand(state, colour, action)
            end_sale(state)
        case Phase.HIRE:
            apply_hire(state, colour, action)
        case Phase.ACT:
            apply_act(state, colour, action)
        case Phase.SELL | Phase.SHIFT:
            apply_more(state, colour, action)
        case _:
            apply_flee(state, colour, action)


@kernel
def run_on(state: Record, stops: bool) -> None:
    """Go from phase to phase until a player or chance must decide. If it `stops`, it does so before the end of the
    round."""
    found = state.phase == Phase.ORDER
    while not found:
        match state.phase:
            case Phase.DRAW:
                found = seek_draw(state)
            case Phase.CORNER:
                found = seek_corner(state)
            case Phase.SCRAP:
                found = seek_scrap(state)
            case Phase.OPEN:
                found = seek_opener(state)
            case Phase.BID:
                found = seek_bidder(state)
                if not found:
                    buy(state)
                    found = True
            case Phase.HIRE:
                found = seek_hire(state)
            case Phase.ACT:
                found = seek_act(state)
                if not found and not stops:
                    end_round(state)
                found |= stops
            case Phase.SELL | Phase.SHIFT:
                found = seek_more(state)
            case _:
                found = stops or seek_flee(state)
