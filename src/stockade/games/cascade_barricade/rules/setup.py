"""The set-up: the edition, the colours, and a corner for each character."""

from typing import Any

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
from stockade.games.cascade_barricade.layout import (
    BLOCK,
    COLOURS,
    MIDDLE,
    NOTHING,
    PRICE_ROWS,
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
from stockade.games.cascade_barricade.rules.turn import ask, ask_nobody
from stockade.games.cascade_barricade.tables import CORNERS

FIRST_BLOCK = (1 << BLOCK) - 1  # the walls with starting bids 1 to 6
ALL_WALLS = (1 << WALLS) - 1
EDITION = 7  # where the numbers of the edition begin in the options


@kernel
def setup(state: Record, players: int, options: Actions) -> None:
    """Set up dry land with the spring in the middle, and the six lowest walls on the block. Chance orders the
    colours."""
    state.block = FIRST_BLOCK
    state.deck = ALL_WALLS & ~FIRST_BLOCK
    state.players = players
    state.colours = players * colours_each(players, options[0])
    state.ply = 0
    state.radius = options[1]
    state.two_weakest = options[2]
    state.whole_block_for_last = options[3]
    state.scrap_leftmost = options[4]
    state.rim_protects = options[5]
    state.late_deck = options[6]
    read_edition(state, options[EDITION:])
    for row in range(SIDE):
        state.water[row] = 0
        state.holes[row] = 0
        state.stands[row] = 0
    put_bit(state.water, MIDDLE * SIDE + MIDDLE)
    for kind in range(TYPES):
        state.market[kind] = PRICE_ROWS * state.spaces
    for colour in range(COLOURS):
        clear_player(state.player[colour], options[EDITION] if colour < state.colours else 0)
        state.order[colour] = NOTHING
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
    ask_nobody(state, CHANCE)


@kernel
def colours_each(players: int, wanted: int) -> int:
    """Return how many colours each player has. Zero stands for the usual number: two in a game of two."""
    if wanted > 0:
        return wanted
    return 2 if players == 2 else 1


@kernel
def read_edition(state: Record, numbers: Any) -> None:
    """Read the edition as `edition.numbers` writes it: money, the purge, prices, spaces by colours at the
    table, walls."""
    state.purge_below = numbers[1]
    for row in range(PRICE_ROWS):
        state.prices[row] = numbers[2 + row]
    state.spaces = numbers[2 + PRICE_ROWS + state.colours - 2]
    at = 2 + PRICE_ROWS + COLOURS - 1
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
    if state.cursor < state.colours:
        ask(state, state.order[state.cursor])
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
def apply_corner(state: Record, colour: int, action: int) -> None:
    """Place a character in a corner."""
    state.player[colour].character = CORNERS[state.radius, action - Base.CORNER]
    state.cursor += 1
