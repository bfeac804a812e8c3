"""Chance: what can be drawn, and what happens then."""

from typing import Any

from stockade.core.bits import first_of
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
from stockade.games.barrage.layout import (
    ANTON,
    COMPANIES,
    HEADSTREAMS,
    NOTHING,
    OFFICERS,
    ROUNDS,
    Numbers,
    Officer,
    Record,
    Step,
)
from stockade.games.barrage.rules.actions import Base, action_of, number_of
from stockade.games.barrage.rules.contracts import open_nationals
from stockade.games.barrage.rules.setup import (
    ALL_CARDS,
    choose_first,
    pair_automa,
    paired_officers,
    place_neutral,
)
from stockade.games.barrage.rules.stack import numbers_of, push
from stockade.games.barrage.tables import LEVEL_BITS, NATIONAL_BITS, NEUTRAL_AREA, PILE_BITS

BONUS_TILES = 6
INTRO_BONUS_TILES = 5  # all but the last, which is for advanced tiles
OBJECTIVES = 6
HEADSTREAM_TILES = 8
NEUTRAL_TILES = 10


@kernel
def candidates(state: Record, step: int, numbers: Numbers) -> Any:
    """Return what can be drawn in a step, as bits, and the first action id of its kind."""
    match step:
        case Step.DRAW_HEADSTREAM:
            bits = (1 << HEADSTREAM_TILES) - 1
            for stream in range(HEADSTREAMS):
                if state.headstream[stream] != NOTHING:
                    bits &= ~(1 << int(state.headstream[stream]))
            return bits, Base.DRAW_HEADSTREAM
        case Step.DRAW_BONUS:
            bits = (1 << (BONUS_TILES if state.is_full else INTRO_BONUS_TILES)) - 1
            for number in range(ROUNDS):
                if state.bonus[number] != NOTHING:
                    bits &= ~(1 << int(state.bonus[number]))
            return bits, Base.DRAW_BONUS
        case Step.DRAW_OBJECTIVE:
            return (1 << OBJECTIVES) - 1, Base.DRAW_OBJECTIVE
        case Step.DRAW_NATIONAL:
            return NATIONAL_BITS & ~open_nationals(state), Base.DRAW_CONTRACT
        case Step.DRAW_CONTRACT:
            place, _ = numbers
            return int(state.pile) & int(PILE_BITS[place // 2]), Base.DRAW_CONTRACT
        case Step.DRAW_NEUTRAL:
            area, _ = numbers
            bits = 0
            for tile in range(NEUTRAL_TILES):
                if NEUTRAL_AREA[tile] == area:
                    bits |= 1 << tile
            return bits, Base.DRAW_NEUTRAL
        case Step.DRAW_PATENT:
            return lowest_level(int(state.patent_pile)), Base.DRAW_TILE
    return drafted(state, step)


@kernel
def drafted(state: Record, step: int) -> Any:
    """Return the same for the steps of the draft and for the Automas' tiles."""
    match step:
        case Step.DRAW_COMPANY:
            return ((1 << COMPANIES) - 1) & ~int(state.companies), Base.DRAW_COMPANY
        case Step.DRAW_OFFICER:
            # An Automa that drew Mahiri draws again, and Mahiri herself is never laid out to be copied.
            is_late = paired_officers(state) >> Officer.MAHIRI & 1
            taken = paired_officers(state) | int(state.spares)
            return ((1 << OFFICERS) - 1) & ~(taken | is_late << Officer.MAHIRI), Base.DRAW_OFFICER
        case Step.DRAW_STARTING:
            return 15 & ~int(state.starting), Base.DRAW_CONTRACT
        case Step.DRAW_CHOOSER:
            return (1 << int(state.players - state.automas)) - 1, Base.DRAW_SEAT
        case Step.DRAW_PAIR:
            return int(state.companies), Base.DRAW_COMPANY
    cards = int(state.cards)
    return cards if cards else ALL_CARDS, Base.DRAW_CARD


@kernel
def lowest_level(tiles: int) -> int:
    """Return the tiles of the lowest level in a set of advanced tiles."""
    level = 1
    while not tiles & LEVEL_BITS[level]:
        level += 1
    return tiles & int(LEVEL_BITS[level])


@kernel
def outcomes(state: Record, actions: Actions, weights: Actions) -> int:
    """List what can be drawn. All outcomes are equally likely."""
    frame = state.pending[state.depth - 1]
    bits, base = candidates(state, int(frame.step), numbers_of(frame))
    n = 0
    while bits:
        actions[n] = action_of(base, first_of(bits))
        weights[n] = 1
        bits &= bits - 1
        n += 1
    return n


@kernel
def apply_chance(state: Record, step: int, player: int, numbers: Numbers, action: int) -> None:
    """Put what was drawn where it belongs."""
    drawn = number_of(action)
    match step:
        case Step.DRAW_HEADSTREAM:
            stream, _ = numbers
            state.headstream[stream] = drawn
        case Step.DRAW_BONUS:
            number, _ = numbers
            state.bonus[number] = drawn
        case Step.DRAW_OBJECTIVE:
            state.objective = drawn
        case Step.DRAW_NATIONAL:
            place, _ = numbers
            state.national[place] = drawn
        case Step.DRAW_CONTRACT:
            place, _ = numbers
            state.open[place] = drawn
            state.pile &= ~(1 << drawn)
        case Step.DRAW_NEUTRAL:
            place_neutral(state, drawn)
        case Step.DRAW_PATENT:
            slot, _ = numbers
            state.patent[slot] = drawn
            state.patent_pile &= ~(1 << drawn)
        case Step.DRAW_CARD:
            draw_card(state, drawn)
        case _:
            apply_draft(state, step, player, numbers, drawn)


@kernel
def apply_draft(state: Record, step: int, player: int, numbers: Numbers, drawn: int) -> None:
    """Apply a draw of the draft: companies, officers, starting contracts, and who picks first."""
    match step:
        case Step.DRAW_COMPANY:
            state.companies |= 1 << drawn
        case Step.DRAW_OFFICER:
            company, _ = numbers
            draw_officer(state, player, company, drawn)
        case Step.DRAW_STARTING:
            state.starting |= 1 << drawn
        case Step.DRAW_CHOOSER:
            choose_first(state, drawn)
        case Step.DRAW_PAIR:
            seat, _ = numbers
            pair_automa(state, seat, drawn)


@kernel
def draw_officer(state: Record, player: int, company: int, officer: int) -> None:
    """Give a drawn officer to the first company without one, lay it out for Mahiri, or give it to an Automa instead
    of Mahiri."""
    if company == NOTHING:
        state.spares |= 1 << officer
    elif player != CHANCE:
        state.player[player].officer = officer
        if officer == Officer.ANTON:
            state.player[player].tiles |= 1 << ANTON
    else:
        for other in range(COMPANIES):
            if state.companies >> other & 1 and state.pair[other] == NOTHING:
                state.pair[other] = officer
                return


@kernel
def draw_card(state: Record, card: int) -> None:
    """Turn a tile over. It gives the actions; the tile that was on top before gives the criteria. If the pile is
    empty, all tiles are shuffled into a new one, its first tile is discarded, and another is drawn (ruling 62)."""
    is_new = state.cards == 0
    if is_new:
        state.cards = ALL_CARDS
    state.cards &= ~(1 << card)
    if is_new:
        state.last_card = card
        state.card = NOTHING
        push(state, Step.DRAW_CARD, CHANCE, 0, 0)
        return
    if state.card != NOTHING:  # there is no top tile at the start of the game or of a new pile
        state.last_card = state.card
    state.card = card
