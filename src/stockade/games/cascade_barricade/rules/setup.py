"""The set-up: the edition, the seats, and a corner for each character."""

from typing import Any

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
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
    Phase,
    Player,
    Record,
)
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.rules.land import put_bit
from stockade.games.cascade_barricade.tables import CORNERS

FIRST_BLOCK = (1 << BLOCK) - 1  # the walls with starting bids 1 to 6
ALL_WALLS = (1 << WALLS) - 1


@kernel
def setup(state: Record, players: int, options: Actions) -> None:
    """Set up dry land with the spring in the middle, and the six lowest walls on the block. Chance orders the
    seats."""
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
    """Read the edition as `edition.numbers` writes it: money, the purge, prices, spaces by players, walls."""
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
    """Give a player money and nothing else."""
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


# -- corners -------------------------------------------------------------------------------------------------


@kernel
def seek_corner(state: Record) -> bool:
    """Find the next player who takes a corner. Then round 1 begins with its auction."""
    if state.cursor < state.players:
        state.current_player = state.order[state.cursor]
        return True
    state.round_no = 1
    state.cursor = 0
    state.won = 0
    state.phase = Phase.OPEN
    return False


@kernel
def legal_corner(actions: Actions) -> int:
    """List all six corners. They may be shared (ruling 1)."""
    for corner in range(6):
        actions[corner] = Base.CORNER + corner
    return 6


@kernel
def apply_corner(state: Record, seat: int, action: int) -> None:
    """Place a character in a corner."""
    state.player[seat].character = CORNERS[state.radius, action - Base.CORNER]
    state.cursor += 1
