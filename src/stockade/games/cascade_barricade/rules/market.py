"""Laborers: the market with its rising and falling prices, and which laborers stand on which wall.

The market is a row of spaces by price. Hiring takes the cheapest laborer; a sale or a return fills the most expensive
free space. So laborers are always on the most expensive spaces, and their number describes the whole market.
"""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import (
    ACTIONS,
    LABOR_LIMIT,
    NOTHING,
    PRICE_ROWS,
    SLOTS,
    TYPES,
    Phase,
    Player,
    Record,
)
from stockade.games.cascade_barricade.rules.actions import (
    Base,
    hire_action,
    labor_of,
    sell_action,
    shift_action,
    shift_of,
)
from stockade.games.cascade_barricade.rules.turn import ask


@kernel
def hire_price(state: Record, kind: int) -> int:
    """Return the price of the cheapest laborer of a type. There must be one."""
    space = PRICE_ROWS * state.spaces - state.market[kind]
    return int(state.prices[space // state.spaces])


@kernel
def asking_price(state: Record, kind: int) -> int:
    """Return the price of the cheapest laborer of a type, or the highest price if there is none."""
    return hire_price(state, kind) if state.market[kind] > 0 else int(state.prices[PRICE_ROWS - 1])


@kernel
def sale_price(state: Record, kind: int) -> int:
    """Return what the market pays for a laborer: the price of its most expensive free space."""
    space = PRICE_ROWS * state.spaces - state.market[kind] - 1
    return int(state.prices[space // state.spaces])


@kernel
def laborers(player: Player, slot: int) -> int:
    """Return how many laborers stand on a wall."""
    count = 0
    for kind in range(TYPES):
        count += player.labor[slot, kind]
    return count


@kernel
def has_room(state: Record, player: Player, slot: int, kind: int) -> bool:
    """Return whether a wall shows a type and has fewer than three laborers."""
    wall = player.wall[slot]
    return wall != NOTHING and state.needs[wall, kind] > 0 and laborers(player, slot) < LABOR_LIMIT


@kernel
def is_maintained(state: Record, player: Player, slot: int) -> bool:
    """Return whether a wall has the laborers it needs: all that the card shows, or any one of them."""
    wall = player.wall[slot]
    lacking = 0
    present = 0
    for kind in range(TYPES):
        wanted = state.needs[wall, kind]
        lacking += player.labor[slot, kind] < wanted
        present += wanted > 0 and player.labor[slot, kind] > 0
    return present > 0 if state.needs_any[wall] else lacking == 0


# -- hiring --------------------------------------------------------------------------------------------------


@kernel
def begin_hiring(state: Record) -> None:
    """Begin the hiring, which goes in reverse turn order."""
    state.cursor = state.colours - 1
    state.phase = Phase.HIRE


@kernel
def seek_hire(state: Record) -> bool:
    """Find the next player who can hire a laborer. When nobody can, the action phase begins."""
    while state.cursor >= 0:
        colour = state.order[state.cursor]
        if can_hire(state, colour):
            ask(state, colour)
            return True
        state.cursor -= 1
    state.cursor = 0
    state.actions_left = ACTIONS
    state.phase = Phase.ACT
    return False


@kernel
def legal_hire(state: Record, colour: int, actions: Actions) -> int:
    """List the laborers that a colour can pay for, on walls that show their type and have room. Being done is also
    legal (ruling 5)."""
    player = state.player[colour]
    n = 0
    for kind in range(TYPES):
        if state.market[kind] > 0 and hire_price(state, kind) <= player.money:
            for slot in range(SLOTS):
                if has_room(state, player, slot, kind):
                    actions[n] = hire_action(kind, slot)
                    n += 1
    actions[n] = Base.DONE
    return n + 1


@kernel
def can_hire(state: Record, colour: int) -> bool:
    """Return whether a colour can hire any laborer."""
    player = state.player[colour]
    ways = 0
    for kind in range(TYPES):
        if state.market[kind] > 0 and hire_price(state, kind) <= player.money:
            for slot in range(SLOTS):
                ways += has_room(state, player, slot, kind)
    return ways > 0


@kernel
def apply_hire(state: Record, colour: int, action: int) -> None:
    """Hire a laborer, or go on to the next player."""
    if action == Base.DONE:
        state.cursor -= 1
    else:
        kind, slot = labor_of(action, Base.HIRE)
        hire(state, colour, kind, slot)


@kernel
def hire(state: Record, colour: int, kind: int, slot: int) -> None:
    """Hire the cheapest laborer of a type for a wall."""
    player = state.player[colour]
    player.money -= hire_price(state, kind)
    state.market[kind] -= 1
    player.labor[slot, kind] += 1


# -- selling and shifting ------------------------------------------------------------------------------------


@kernel
def legal_sell(state: Record, colour: int, actions: Actions, n: int) -> int:
    """List the laborers that a colour has."""
    for kind in range(TYPES):
        for slot in range(SLOTS):
            if state.player[colour].labor[slot, kind] > 0:
                actions[n] = sell_action(kind, slot)
                n += 1
    return n


@kernel
def can_sell(state: Record, colour: int) -> bool:
    """Return whether a colour has any laborer."""
    count = 0
    for slot in range(SLOTS):
        count += laborers(state.player[colour], slot)
    return count > 0


@kernel
def sell(state: Record, colour: int, kind: int, slot: int) -> None:
    """Sell a laborer to the market."""
    player = state.player[colour]
    player.money += sale_price(state, kind)
    player.labor[slot, kind] -= 1
    state.market[kind] += 1


@kernel
def legal_shift(state: Record, colour: int, actions: Actions, n: int) -> int:
    """List the laborers that can shift to another wall that shows their type and has room. A shift that has begun
    stays between the same two walls."""
    player = state.player[colour]
    for kind in range(TYPES):
        for start in range(SLOTS):
            for end in range(SLOTS):
                is_fixed = state.shift_from != NOTHING and (start != state.shift_from or end != state.shift_to)
                if start == end or is_fixed or player.labor[start, kind] == 0:
                    continue
                if has_room(state, player, end, kind):
                    actions[n] = shift_action(kind, start, end)
                    n += 1
    return n


@kernel
def can_shift(state: Record, colour: int) -> bool:
    """Return whether the current shift can go on."""
    player = state.player[colour]
    ways = 0
    for kind in range(TYPES):
        ways += player.labor[state.shift_from, kind] > 0 and has_room(state, player, state.shift_to, kind)
    return ways > 0


@kernel
def apply_shift(state: Record, colour: int, action: int) -> None:
    """Shift a laborer to another wall. The two walls are fixed from now on."""
    kind, start, end = shift_of(action)
    state.shift_from = start
    state.shift_to = end
    player = state.player[colour]
    player.labor[start, kind] -= 1
    player.labor[end, kind] += 1


@kernel
def return_laborers(state: Record, colour: int, slot: int) -> None:
    """Return the laborers of a wall to the market without payment."""
    for kind in range(TYPES):
        state.market[kind] += state.player[colour].labor[slot, kind]
        state.player[colour].labor[slot, kind] = 0


@kernel
def sell_out(state: Record, colour: int) -> None:
    """Sell all laborers of a colour at the end of the game, wall by wall (ruling 10)."""
    for slot in range(SLOTS):
        for kind in range(TYPES):
            while state.player[colour].labor[slot, kind] > 0:
                sell(state, colour, kind, slot)
