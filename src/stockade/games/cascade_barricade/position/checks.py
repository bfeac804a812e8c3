"""Checks that hold in every position: of the table, and of the moment in the round.

Not every accepted position can arise in play, but play can go on from each of them, and it ends.
"""

from __future__ import annotations

from typing import Any

from stockade.core.checks import require
from stockade.core.layout import OVER
from stockade.games.cascade_barricade.layout import (
    BLOCK,
    HIGHEST_BID,
    LABOR_LIMIT,
    MIDDLE,
    NOTHING,
    SIDE,
    SLOTS,
    TYPES,
    WALLS,
    Phase,
    Record,
)
from stockade.games.cascade_barricade.rules.auction import can_pay_any, eligible_colours, lowest_bid, walls_shown
from stockade.games.cascade_barricade.rules.land import can_flee, has_bit, has_free_space
from stockade.games.cascade_barricade.rules.market import can_hire, can_sell, can_shift
from stockade.games.cascade_barricade.rules.scrapping import scrap_slot
from stockade.games.cascade_barricade.rules.setup import ALL_WALLS, FIRST_BLOCK
from stockade.games.cascade_barricade.tables import LAND
from stockade.games.cascade_barricade.text.notation import COLOUR_NAMES

MOST_MONEY = 100_000_000
SETUP = (Phase.ORDER, Phase.CORNER)
AUCTION = (Phase.OPEN, Phase.BID, Phase.STAND)
ACTING = (Phase.ACT, Phase.SELL, Phase.SHIFT)

# The most plies of a game. Set-up: orders, corners and draws. A wall: opened, bid for up to the highest bid, passed
# by all but one, and placed. A round: six players scrap, pass, hire nine and are done, sell and shift, and flee.
PLIES_OF_SETUP = 60
PLIES_OF_A_WALL = HIGHEST_BID + 7
PLIES_OF_A_ROUND = 200


def _colours(state: Record) -> range:
    return range(int(state.colours))


def _walls(state: Record) -> list[tuple[int, int, int]]:
    """Return the colour, slot and wall of each wall that has an owner."""
    slots = state.player["wall"][: state.colours].tolist()
    return [
        (colour, slot, wall) for colour, row in enumerate(slots) for slot, wall in enumerate(row) if wall != NOTHING
    ]


def _cells(rows: Any) -> set[int]:
    return {
        row * SIDE + column
        for row, bits in enumerate(rows.tolist())
        if bits
        for column in range(SIDE)
        if bits >> column & 1
    }


# -- the table -----------------------------------------------------------------------------------------------


def validate_table(state: Record) -> None:
    """Check where everything lies, and that nothing lies in two places."""
    _validate_land(state)
    _validate_walls(state)
    _validate_supply(state)
    _validate_purge(state)
    _validate_length(state)


def _validate_land(state: Record) -> None:
    land, water, holes, stands = (
        _cells(rows) for rows in (LAND[state.radius], state.water, state.holes, state.stands)
    )
    characters = {int(state.player[colour].character) for colour in _colours(state)} - {NOTHING}
    require(water | holes | stands | characters <= land, "something lies off the land", "1")
    require(MIDDLE * SIDE + MIDDLE in water, "the spring in the middle is water", "8")
    require(not water & holes, "water and a hole on one space", "6")
    require(not stands & (water | holes), "a wall on water or a hole", "2")
    require(not characters & (stands | holes), "a character on a wall or a hole", "6")


def _validate_walls(state: Record) -> None:
    for colour, slot, wall in _walls(state):
        player, name = state.player[colour], f"{COLOUR_NAMES[colour]}'s wall {slot + 1}"
        is_new = state.phase == Phase.STAND and colour == state.bidder and wall == state.lot
        require((player.stand[slot] == NOTHING) == is_new, f"{name} stands nowhere, or too early", "2")
        labor = player.labor[slot].tolist()
        require(sum(labor) <= LABOR_LIMIT, f"{name} has more than {LABOR_LIMIT} laborers", "5")
        shown = all(state.needs[wall, kind] > 0 or not labor[kind] for kind in range(TYPES))
        require(shown, f"{name} has laborers that its card does not show", "5")
        require(slot < SLOTS - 1 or is_new or bool(player.has_third), f"{name}: the third was placed", "4")
        require(not is_new or not any(labor), f"{name} has laborers before it stands", "5")
    for colour in _colours(state):
        owned = sum(each == colour for each, *_ in _walls(state))
        require(owned <= state.round_no, f"{COLOUR_NAMES[colour]} won more than a wall a round", "2")


def _validate_supply(state: Record) -> None:
    block, deck = int(state.block), int(state.deck)
    walls = [wall for *_, wall in _walls(state)]
    owned = sum(1 << wall for wall in set(walls))
    require(len(set(walls)) == len(walls), "a wall is owned twice", "2")
    require(not block & deck, "a wall lies on the block and in the deck", "2")
    require(not owned & (block | deck), "a wall is owned, and on the block or in the deck", "2")
    require(block.bit_count() <= BLOCK, f"more than {BLOCK} walls on the block", "2")
    is_first = state.round_no == 0 or (state.round_no == 1 and state.phase in AUCTION)
    if is_first or state.after_draw == Phase.HIRE:
        all_there = block | deck | owned == ALL_WALLS
        require(all_there, "no wall is discarded before the first auction is over", "3")
    if is_first:
        require(block | owned == FIRST_BLOCK, "the first auction is for the walls 1 to 6", "3")
        require(not any(state.holes) and len(_cells(state.water)) == 1, "there is water only after round 1", "8")
    elif state.phase != Phase.DRAW:
        missing = int(state.phase == Phase.STAND)
        is_full = block.bit_count() == BLOCK - missing or bool(state.deck_out)
        require(is_full, "the block is full, or the deck has run out", "4")
    require(not state.deck_out or deck == 0, "the deck has run out, and has walls", "4")


def _validate_purge(state: Record) -> None:
    all_third = all(state.player[colour].has_third for colour in _colours(state))
    require(bool(state.has_purged) == all_third, "the low walls leave when everybody has placed a third stand", "4")
    low = (1 << (int(state.purge_below) - 1)) - 1
    is_clean = not (int(state.block) | int(state.deck)) & low
    require(not state.has_purged or is_clean, "walls that have left the game are on the block or in the deck", "4")


def _validate_length(state: Record) -> None:
    """Require that the game ends within its limit of plies. From round 2 on, each round takes a wall or floods a
    space."""
    left = (int(state.block) | int(state.deck)).bit_count()
    discarded = WALLS - left - len(_walls(state))
    gone = discarded + len(_cells(state.water)) - 1
    require(state.round_no <= gone + 2, "too many rounds for so little water and so many walls", "8")
    most = PLIES_OF_SETUP + PLIES_OF_A_WALL * (WALLS - left) + PLIES_OF_A_ROUND * int(state.round_no) + int(state.bid)
    require(state.ply <= most, "more moves than a game can have by now", "12")


# -- the moment ----------------------------------------------------------------------------------------------


def validate_turn(state: Record) -> None:
    """Require that the player who decides has a decision to make, and that nothing is left over from another
    phase."""
    _validate_round(state)
    _validate_characters(state)
    _validate_rest(state)
    colour = int(state.colour)
    if state.current_player == OVER:
        _validate_end(state)
        return
    match state.phase:
        case Phase.SCRAP:
            require(scrap_slot(state, colour) != NOTHING, "a player who has no wall to scrap is not asked", "9")
        case Phase.OPEN | Phase.BID | Phase.STAND:
            _validate_auction(state, colour)
        case Phase.HIRE:
            require(can_hire(state, colour), "a player who can hire nobody is not asked", "11")
        case Phase.ACT:
            require(state.actions_left > 0, "a player who has no action left is not asked", "6")
        case Phase.SELL:
            require(can_sell(state, colour), "a sale ends when there is nobody left to sell", "6")
        case Phase.SHIFT:
            require(state.shift_from != state.shift_to, "a shift is between two walls", "6")
            require(can_shift(state, colour), "a shift ends when nobody can move", "6")
        case Phase.FLEE:
            require(can_flee(state, state.player[colour].character), "a player who cannot flee is not asked", "8")
        case Phase.DRAW:
            _validate_draw(state)


def _validate_round(state: Record) -> None:
    phase, number = state.phase, state.round_no
    require((number == 0) == (phase in SETUP), "round 0 is for setting up", "1")
    require(phase != Phase.SCRAP or number > 1, "walls are scrapped from round 2 on", "9")
    order = [colour for colour in state.order.tolist() if colour != NOTHING]
    require(phase != Phase.ORDER or len(order) < state.colours, "everybody has a place in the turn order", "1")
    earned = [int(state.player[colour].earned) for colour in _colours(state)]
    has_produced = number > 1 or phase == Phase.FLEE
    require(has_produced or not any(earned), "nobody earns before the first production", "7")
    in_order = [earned[colour] for colour in order]
    require(in_order == sorted(in_order, reverse=True), "who earned more comes first in the turn order", "7")


def _validate_characters(state: Record) -> None:
    is_over = state.current_player == OVER
    for colour in _colours(state):
        player = state.player[colour]
        place = state.order.tolist().index(colour) if colour in state.order else NOTHING
        if state.phase in SETUP:
            has_one = state.phase == Phase.CORNER and place < state.cursor
            require((player.character != NOTHING) == has_one, "characters are placed in turn order", "1")
            is_dry = not has_one or not has_bit(state.water, player.character)
            require(is_dry, "characters start on dry land", "1")
            _validate_first_money(state, colour, has_won=False)
            require(not player.drowned, "nobody has drowned yet", "8")
            continue
        require(player.character != NOTHING, f"{COLOUR_NAMES[colour]} has no character on the land", "1")
        is_wet = bool(has_bit(state.water, player.character))
        is_flooded = bool(state.flooded >> colour & 1)
        if is_over:
            require(is_wet == bool(player.drowned), "who is in the water has drowned, and nobody else", "8")
        elif state.phase == Phase.FLEE and place < state.cursor:
            require(is_wet == bool(player.drowned), "who is in the water has drowned, and nobody else", "8")
            require(is_flooded or not is_wet, "who drowned was flooded", "8")
        else:
            require(not player.drowned, "nobody has drowned yet", "8")
            is_due = state.phase == Phase.FLEE and is_flooded
            require(is_wet == is_due, "characters in the water flee before anything else", "8")


def _validate_rest(state: Record) -> None:
    """Require that nothing is left over from another phase."""
    phase = Phase(int(state.phase))
    is_auction = phase in AUCTION or state.after_draw == Phase.OPEN
    require(is_auction or state.won == 0, "nobody has won a wall outside the auction", "2")
    require((phase == Phase.SHIFT) == (state.shift_from != NOTHING), "'shift' is for while laborers shift", "6")
    is_acting = phase in ACTING or state.after_draw == Phase.ACT
    most = 2 if phase == Phase.ACT else 1
    require(state.actions_left <= most * is_acting, "more actions are left than there are", "6")
    is_fleeing = phase == Phase.FLEE and state.current_player != OVER
    require(is_fleeing or state.flooded == 0, "nobody flees now", "8")


def _validate_end(state: Record) -> None:
    require(
        any(state.player[colour].drowned for colour in _colours(state)), "the game ends when somebody drowns", "10"
    )
    require(not state.player["labor"].any(), "at the end all laborers are sold", "10")


def _validate_draw(state: Record) -> None:
    require(state.deck != 0 and int(state.block).bit_count() < BLOCK, "there is no wall to draw, or no room", "4")
    is_first = state.after_draw == Phase.HIRE
    require((state.round_no == 1) == is_first or state.after_draw == Phase.ACT, "no refill is due", "3")
    require(state.after_draw != Phase.OPEN or state.won != 0, "a wall is replaced when it was won", "2")


def _validate_first_money(state: Record, colour: int, has_won: bool) -> None:
    """Require that a colour can pay any wall of the first block, because everybody has to take one of them."""
    has_money = has_won or state.player[colour].money >= BLOCK
    require(has_money, f"{COLOUR_NAMES[colour]} cannot pay the walls of round 1", "3")


def _validate_auction(state: Record, colour: int) -> None:
    require(has_free_space(state), "there is no auction without a free space", "2")
    owners = {owner for owner, *_ in _walls(state)}
    for each in _colours(state):
        has_won = bool(state.won >> each & 1)
        require(each in owners or not has_won, f"{COLOUR_NAMES[each]} won a wall, and has none", "2")
        if state.round_no == 1:
            require(has_won == (each in owners), "in round 1 everybody wins one wall", "3")
            _validate_first_money(state, each, has_won)
    if state.phase == Phase.STAND:
        _validate_stand(state, colour)
        return
    eligible = int(eligible_colours(state))
    opener = int(state.order[state.cursor])
    require(bool(eligible >> opener & 1), f"{COLOUR_NAMES[opener]} may not open", "2")
    require(state.block != 0, "there is no auction without walls", "2")
    require(bool(can_pay_any(state, opener)), f"{COLOUR_NAMES[opener]} can pay no wall", "11")
    if state.phase == Phase.BID:
        _validate_bidding(state, colour, eligible, opener)


def _validate_bidding(state: Record, colour: int, eligible: int, opener: int) -> None:
    bidding, bidder, colours = int(state.bidding), int(state.bidder), int(state.colours)
    shown = walls_shown(state, opener)
    open_walls = [wall for wall in range(WALLS) if int(state.block) >> wall & 1][:shown]
    require(int(state.lot) in open_walls, "the wall is not open to bidding", "2")
    require(not bidding & ~eligible, "somebody bids who may not", "2")
    money = [int(state.player[each].money) for each in _colours(state)]
    if bidder == NOTHING:
        require(state.bid == 0 and colour == opener, "the opener bids first", "2")
        require(bidding == eligible != 1 << colour, "all who may are in at first, and they are more than one", "2")
        require(money[colour] > state.lot, "the opener can pay the wall", "2")
        return
    require(bidding >> bidder & bidding >> colour & 1 == 1, "who has bid or is to bid is in", "2")
    require(state.lot < state.bid <= money[bidder], "the bid is too low, or above its bidder's money", "2")
    require(colour != bidder and money[colour] >= lowest_bid(state), "who is next can bid more", "11")
    require(state.bid < HIGHEST_BID, f"no bid is above {HIGHEST_BID}", "12")
    between = [(bidder + step) % colours for step in range(1, (colour - bidder) % colours)]
    require(not any(bidding >> each & 1 for each in between), "bidding goes round", "2")


def _validate_stand(state: Record, colour: int) -> None:
    require(colour == state.bidder and state.bidding == 1 << colour, "who won the wall places it", "2")
    require(bool(state.won >> colour & 1), "who places a wall has won it", "2")
    require(state.lot < state.bid <= HIGHEST_BID, "the wall was paid", "2")
    walls = state.player[colour].wall.tolist()
    require(int(state.lot) in walls, "the wall that was won has an owner", "2")
