"""The rules of Cascade Barricade as compiled functions over its state. Rulings are numbered in RULINGS.md.

A round is a walk through phases, and each phase a walk through the turn order with `cursor`. `seek_...` finds the
next who has something to decide in a phase, or ends it; `run_on` goes from phase to phase until someone, or chance,
must decide.
"""

from typing import Any

from stockade.core.bits import first_of, size_of
from stockade.core.contract import Actions, Values
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, LOST, OVER
from stockade.games.cascade_barricade.layout import (
    BLOCK,
    MIDDLE,
    NOTHING,
    PRICE_ROWS,
    SEATS,
    SIDE,
    SLOTS,
    TYPES,
    WALLS,
    Base,
    Phase,
    Player,
    Record,
)
from stockade.games.cascade_barricade.rules.auction import (
    apply_open,
    apply_stand,
    buy,
    eligible_seats,
    is_eligible,
    legal_bid,
    legal_open,
    legal_stand,
    seek_bidder,
)
from stockade.games.cascade_barricade.rules.land import (
    advance_water,
    can_flee,
    drop_bit,
    free_row,
    has_bit,
    has_free_space,
    is_lone_and_surrounded,
    list_row,
    list_steps,
    put_bit,
    touches_water,
)
from stockade.games.cascade_barricade.rules.market import (
    apply_hire,
    apply_shift,
    can_hire,
    can_sell,
    can_shift,
    is_maintained,
    legal_hire,
    legal_sell,
    legal_shift,
    return_laborers,
    sell,
    sell_out,
)
from stockade.games.cascade_barricade.tables import CORNERS

FIRST_BLOCK = (1 << BLOCK) - 1  # the walls of starting bid 1 to 6
ALL_WALLS = (1 << WALLS) - 1
ACTIONS = 2
FIRST_FLOOD_ROUND = 2  # from this round on the weakest wall is destroyed
TWO_WEAKEST_ROUND = 4


@kernel
def setup(state: Record, players: int, options: Actions) -> None:
    """Dry land but for the spring in the middle, the six lowest walls on the block; chance orders the seats."""
    state.block = FIRST_BLOCK
    state.deck = ALL_WALLS & ~FIRST_BLOCK
    state.players = players
    state.ply = 0
    state.radius = options[0]
    state.two_weakest = options[1]
    read_edition(state, options[2:])
    for row in range(SIDE):
        state.water[row] = 0
        state.holes[row] = 0
        state.stands[row] = 0
    put_bit(state.water, MIDDLE * SIDE + MIDDLE)
    for kind in range(TYPES):
        state.market[kind] = PRICE_ROWS * state.spaces
    for seat in range(SEATS):
        clear_player(state.player[seat], options[2] if seat < players else 0)
        state.order[seat] = NOTHING
    state.round_no = 0
    state.after_draw = NOTHING
    state.deck_out = False
    state.has_purged = False
    state.actions_left = 0
    state.shift_from = NOTHING
    state.shift_to = NOTHING
    state.flooded = 0
    state.won = 0
    state.bid = 0
    state.lot = NOTHING
    state.bidder = NOTHING
    state.bidding = 0
    state.cursor = 0
    state.phase = Phase.ORDER
    state.current_player = CHANCE


@kernel
def read_edition(state: Record, numbers: Any) -> None:
    """The edition as `edition.numbers` has written it: money, the purge, prices, spaces by players, walls."""
    state.purge_below = numbers[1]
    for row in range(PRICE_ROWS):
        state.prices[row] = numbers[2 + row]
    state.spaces = numbers[2 + PRICE_ROWS + state.players - 2]
    at = 2 + PRICE_ROWS + SEATS - 1
    for wall in range(WALLS):
        state.production[wall] = numbers[at]
        for kind in range(TYPES):
            state.needs[wall, kind] = numbers[at + 1 + kind]
        state.needs_any[wall] = numbers[at + 1 + TYPES]
        state.kind[wall] = numbers[at + 2 + TYPES]
        at += 3 + TYPES


@kernel
def clear_player(player: Player, money: int) -> None:
    """A player with nothing but money."""
    player.money = money
    player.earned = 0
    player.character = NOTHING
    player.has_third = False
    player.drowned = False
    for slot in range(SLOTS):
        player.wall[slot] = NOTHING
        player.stand[slot] = NOTHING
        for kind in range(TYPES):
            player.labor[slot, kind] = 0


# -- actions (phase 3) ---------------------------------------------------------------------------------------


@kernel
def legal_act(state: Record, seat: int, actions: Actions) -> int:
    """The six actions in the order of their ids; `skip` gives up the rest (ruling 6)."""
    n = list_steps(state, int(state.player[seat].character), Base.MOVE, actions)
    n = legal_sell(state, seat, actions, n)
    n = legal_shift(state, seat, actions, n)
    for row in range(SIDE):
        n = list_row(free_row(state, row), Base.DIG + row * SIDE, actions, n)
    for row in range(SIDE):
        n = list_row(int(state.holes[row]), Base.FILL + row * SIDE, actions, n)
    n = legal_trash(state, actions, n)
    actions[n] = Base.SKIP
    return n + 1


@kernel
def legal_trash(state: Record, actions: Actions, n: int) -> int:
    """Any two walls of the block; where there is but one, that one."""
    walls = int(state.block)
    if walls != 0 and walls & (walls - 1) == 0:
        actions[n] = Base.TRASH + first_of(walls) * (WALLS + 1)
        return n + 1
    while walls:
        low = first_of(walls)
        walls &= walls - 1
        others = walls
        while others:
            actions[n] = Base.TRASH + low * WALLS + first_of(others)
            others &= others - 1
            n += 1
    return n


@kernel
def apply_act(state: Record, seat: int, action: int) -> None:
    """One of the two actions, or none of those left. Selling and shifting may go on."""
    state.actions_left = 0 if action == Base.SKIP else state.actions_left - 1
    if action == Base.SKIP:
        return
    if action >= Base.TRASH:
        low, high = divmod(action - Base.TRASH, WALLS)
        state.block &= ~(1 << low | 1 << high)
        ask_refill(state)
    elif action >= Base.FILL:
        drop_bit(state.holes, action - Base.FILL)
    elif action >= Base.DIG:
        put_bit(state.holes, action - Base.DIG)
    elif action >= Base.SHIFT:
        apply_shift(state, seat, action)
        state.phase = Phase.SHIFT
    elif action >= Base.SELL:
        sell(state, seat, (action - Base.SELL) // SLOTS, (action - Base.SELL) % SLOTS)
        state.phase = Phase.SELL
    else:
        state.player[seat].character = action - Base.MOVE


# -- production and consequences (phases 4 and 5) ------------------------------------------------------------


@kernel
def remove_wall(state: Record, seat: int, slot: int) -> None:
    """A wall leaves the game: stand back, card gone, laborers to the market for nothing."""
    player = state.player[seat]
    return_laborers(state, seat, slot)
    drop_bit(state.stands, player.stand[slot])
    player.stand[slot] = NOTHING
    player.wall[slot] = NOTHING


@kernel
def destroy_weakest(state: Record) -> None:
    """Of all walls next to water the one with the lowest starting bid."""
    weakest = WALLS
    owner = 0
    place = 0
    for seat in range(state.players):
        for slot in range(SLOTS):
            wall = state.player[seat].wall[slot]
            if wall != NOTHING and wall < weakest and touches_water(state, state.player[seat].stand[slot]):
                weakest = wall
                owner = seat
                place = slot
    if weakest < WALLS:
        remove_wall(state, owner, place)


@kernel
def produce(state: Record) -> None:
    """The weakest wall falls, the others next to water pay where they are maintained, and who earned most comes first
    in the new turn order (ruling 7)."""
    if state.round_no >= FIRST_FLOOD_ROUND:
        destroy_weakest(state)
    if state.two_weakest and state.round_no >= TWO_WEAKEST_ROUND:
        destroy_weakest(state)
    for seat in range(state.players):
        player = state.player[seat]
        player.earned = 0
        for slot in range(SLOTS):
            if player.wall[slot] == NOTHING or not touches_water(state, player.stand[slot]):
                continue
            if is_maintained(state, player, slot):
                player.earned += state.production[player.wall[slot]]
        player.money += player.earned
    for place in range(1, state.players):  # sorted by insertion: equals keep their order
        seat = state.order[place]
        at = place
        while at > 0 and state.player[state.order[at - 1]].earned < state.player[seat].earned:
            state.order[at] = state.order[at - 1]
            at -= 1
        state.order[at] = seat


@kernel
def flood(state: Record) -> None:
    """The water advances, lone walls it surrounds are gone, and whoever stands in it must flee (ruling 8)."""
    advance_water(state)
    for seat in range(state.players):
        for slot in range(SLOTS):
            player = state.player[seat]
            if player.wall[slot] != NOTHING and is_lone_and_surrounded(state, player.stand[slot]):
                remove_wall(state, seat, slot)
    state.flooded = 0
    for seat in range(state.players):
        if has_bit(state.water, state.player[seat].character):
            state.flooded |= 1 << seat


@kernel
def legal_flee(state: Record, seat: int, actions: Actions) -> int:
    """Dry neighbouring spaces."""
    return list_steps(state, int(state.player[seat].character), Base.FLEE, actions)


# -- the walk through a round --------------------------------------------------------------------------------


@kernel
def run_on(state: Record) -> None:
    """From phase to phase until someone, or chance, must decide."""
    found = False
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
            case Phase.SELL | Phase.SHIFT:
                found = seek_more(state)
            case _:
                found = seek_flee(state)


@kernel
def ask_refill(state: Record) -> None:
    """The block is filled up before anything else goes on."""
    state.after_draw = state.phase
    state.phase = Phase.DRAW


@kernel
def seek_draw(state: Record) -> bool:
    """Chance draws while the block has room; an empty deck is remembered (ruling 4)."""
    walls = size_of(int(state.block))
    if walls < BLOCK and state.deck != 0:
        state.current_player = CHANCE
        return True
    if walls < BLOCK:
        state.deck_out = True
    state.phase = state.after_draw
    state.after_draw = NOTHING
    return False


@kernel
def seek_corner(state: Record) -> bool:
    """Every seat takes a corner; then round 1 begins with its auction."""
    if state.cursor < state.players:
        state.current_player = state.order[state.cursor]
        return True
    state.round_no = 1
    state.cursor = 0
    state.won = 0
    state.phase = Phase.OPEN
    return False


@kernel
def seek_scrap(state: Record) -> bool:
    """Who has a wall in slot 1 is asked; then the auction, unless the deck has run out (rulings 4, 9)."""
    while state.cursor < state.players:
        seat = state.order[state.cursor]
        if state.player[seat].wall[0] != NOTHING:
            state.current_player = seat
            return True
        state.cursor += 1
    state.won = 0
    if state.deck_out:
        begin_hiring(state)
    else:
        state.cursor = 0
        state.phase = Phase.OPEN
    return False


@kernel
def seek_opener(state: Record) -> bool:
    """The next in turn order who may open and can pay any wall; in round 1 again and again until all have one."""
    is_open = state.block != 0 and has_free_space(state)
    if is_open and state.round_no == 1 and state.cursor == state.players and eligible_seats(state) != 0:
        state.cursor = 0
    while is_open and state.cursor < state.players:
        seat = state.order[state.cursor]
        if is_eligible(state, seat) and (state.round_no == 1 or can_pay_any(state, seat)):
            state.current_player = seat
            return True
        state.cursor += 1
        if state.round_no == 1 and state.cursor == state.players and eligible_seats(state) != 0:
            state.cursor = 0
    state.won = 0
    begin_hiring(state)
    if state.round_no == 1:
        ask_refill(state)
    return False


@kernel
def can_pay_any(state: Record, seat: int) -> bool:
    """Whether the seat can pay the cheapest wall of the block."""
    return state.block != 0 and first_of(int(state.block)) + 1 <= state.player[seat].money


@kernel
def begin_hiring(state: Record) -> None:
    """Laborers are hired in reverse turn order."""
    state.cursor = state.players - 1
    state.phase = Phase.HIRE


@kernel
def seek_hire(state: Record) -> bool:
    """The next who can hire anyone."""
    while state.cursor >= 0:
        seat = state.order[state.cursor]
        if can_hire(state, seat):
            state.current_player = seat
            return True
        state.cursor -= 1
    state.cursor = 0
    state.actions_left = ACTIONS
    state.phase = Phase.ACT
    return False


@kernel
def seek_act(state: Record) -> bool:
    """Two actions for everyone; then production, and the water comes."""
    if state.actions_left == 0:
        state.cursor += 1
        state.actions_left = ACTIONS
    if state.cursor < state.players:
        state.current_player = state.order[state.cursor]
        return True
    state.actions_left = 0
    produce(state)
    flood(state)
    state.cursor = 0
    state.phase = Phase.FLEE
    return False


@kernel
def seek_more(state: Record) -> bool:
    """A sale or a shift goes on while anything more can move, else the next action comes."""
    seat = state.order[state.cursor]
    if state.phase == Phase.SELL and can_sell(state, seat):
        return True
    if state.phase == Phase.SHIFT and can_shift(state, seat):
        return True
    end_sequence(state)
    return False


@kernel
def apply_more(state: Record, seat: int, action: int) -> None:
    """One more laborer sold or shifted, or no more."""
    if action == Base.DONE:
        end_sequence(state)
    elif state.phase == Phase.SELL:
        sell(state, seat, (action - Base.SELL) // SLOTS, (action - Base.SELL) % SLOTS)
    else:
        apply_shift(state, seat, action)


@kernel
def end_sequence(state: Record) -> None:
    """The sale or shift is over."""
    state.shift_from = NOTHING
    state.shift_to = NOTHING
    state.phase = Phase.ACT


@kernel
def seek_flee(state: Record) -> bool:
    """In the new turn order everybody in the water flees or drowns; then the next round, or the end (rulings 8,
    10)."""
    while state.cursor < state.players:
        seat = state.order[state.cursor]
        if state.flooded >> seat & 1:
            if can_flee(state, state.player[seat].character):
                state.current_player = seat
                return True
            state.player[seat].drowned = True
        state.cursor += 1
    state.flooded = 0
    state.cursor = 0
    if anyone_drowned(state):
        for place in range(state.players - 1, -1, -1):
            sell_out(state, state.order[place])
        state.current_player = OVER
        return True
    state.round_no += 1
    state.phase = Phase.SCRAP
    return False


@kernel
def anyone_drowned(state: Record) -> bool:
    """Whether the game ends with this flood."""
    drowned = 0
    for seat in range(state.players):
        drowned += state.player[seat].drowned
    return drowned > 0


@kernel
def purge_if_due(state: Record) -> None:
    """Once everybody has placed a third stand, the low walls leave block and deck (ruling 4)."""
    thirds = 0
    for seat in range(state.players):
        thirds += state.player[seat].has_third
    if thirds == state.players and not state.has_purged:
        state.has_purged = True
        low = (1 << (int(state.purge_below) - 1)) - 1
        state.block &= ~low
        state.deck &= ~low


# -- legal and apply -----------------------------------------------------------------------------------------


@kernel
def legal(state: Record, actions: Actions) -> int:
    """Fill the buffer with the legal action ids, ascending."""
    seat = int(state.current_player)
    if seat < 0:
        return 0
    n = 0
    match state.phase:
        case Phase.CORNER:
            for corner in range(6):
                actions[corner] = Base.CORNER + corner
            n = 6
        case Phase.SCRAP:
            actions[0] = Base.SCRAP
            actions[1] = Base.KEEP
            n = 2
        case Phase.OPEN:
            n = legal_open(state, seat, actions)
        case Phase.BID:
            n = legal_bid(state, seat, actions)
        case Phase.STAND:
            n = legal_stand(state, actions)
        case Phase.HIRE:
            n = legal_hire(state, seat, actions)
            actions[n] = Base.DONE
            n += 1
        case Phase.ACT:
            n = legal_act(state, seat, actions)
        case Phase.SELL:
            n = legal_sell(state, seat, actions, 0)
            actions[n] = Base.DONE
            n += 1
        case Phase.SHIFT:
            n = legal_shift(state, seat, actions, 0)
            actions[n] = Base.DONE
            n += 1
        case _:
            n = legal_flee(state, seat, actions)
    return n


@kernel
def apply(state: Record, action: int) -> None:
    """Make a legal action happen, and run on to the next decision."""
    state.ply += 1
    seat = int(state.current_player)
    match state.phase:
        case Phase.ORDER:
            apply_order(state, action)
        case Phase.DRAW:
            state.deck &= ~(1 << (action - Base.DRAW))
            state.block |= 1 << (action - Base.DRAW)
        case Phase.CORNER:
            state.player[seat].character = CORNERS[state.radius, action - Base.CORNER]
            state.cursor += 1
        case Phase.SCRAP:
            if action == Base.SCRAP:
                remove_wall(state, seat, 0)
            state.cursor += 1
        case Phase.OPEN:
            if action == Base.PASS:
                state.cursor += 1
            else:
                apply_open(state, seat, action)
        case Phase.BID:
            if action == Base.PASS:
                state.bidding &= ~(1 << seat)
            else:
                state.bid = action - Base.BID
                state.bidder = seat
        case Phase.STAND:
            apply_stand(state, seat, action)
            purge_if_due(state)
            state.cursor += 1
            state.phase = Phase.OPEN
            if state.round_no > 1:
                ask_refill(state)
        case Phase.HIRE:
            if action == Base.DONE:
                state.cursor -= 1
            else:
                apply_hire(state, seat, action)
        case Phase.ACT:
            apply_act(state, seat, action)
        case Phase.SELL | Phase.SHIFT:
            apply_more(state, seat, action)
        case _:
            state.player[seat].character = action - Base.FLEE
            state.cursor += 1
    if state.phase != Phase.ORDER:
        run_on(state)


@kernel
def apply_order(state: Record, action: int) -> None:
    """The next seat of the first turn order; after the last one, corners are taken."""
    state.order[state.cursor] = action - Base.ORDER
    state.cursor += 1
    if state.cursor == state.players:
        state.cursor = 0
        state.phase = Phase.CORNER


# -- chance and points ---------------------------------------------------------------------------------------


@kernel
def outcomes(state: Record, actions: Actions, weights: Actions) -> int:
    """The next seat of the first turn order, or the next wall of the deck: all alike."""
    n = 0
    if state.phase == Phase.ORDER:
        for seat in range(state.players):
            taken = 0
            for place in range(state.cursor):
                taken += state.order[place] == seat
            if taken == 0:
                actions[n] = Base.ORDER + seat
                weights[n] = 1
                n += 1
        return n
    deck = int(state.deck)
    while deck:
        actions[n] = Base.DRAW + first_of(deck)
        weights[n] = 1
        deck &= deck - 1
        n += 1
    return n


@kernel
def score(state: Record, points: Values) -> None:
    """Money."""
    for seat in range(state.players):
        points[seat] = state.player[seat].money


@kernel
def rank(state: Record, values: Values) -> None:
    """Orders the seats (ruling 10): the drowned below all others and so that none of them wins; by
    money; then by turn order."""
    for place in range(state.players):
        seat = state.order[place]
        if seat == NOTHING:
            continue
        player = state.player[seat]
        values[seat] = float(player.money) * SEATS + (SEATS - 1 - place)
        if player.drowned:
            values[seat] += 2 * LOST
