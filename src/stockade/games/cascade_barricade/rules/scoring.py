"""The score, and who wins (ruling 10)."""

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.layout import LOST
from stockade.games.cascade_barricade.layout import COLOURS, Record


@kernel
def score(state: Record, points: Values) -> None:
    """Fill in each seat's money. If it plays two colours, that is the money of the one that ranks higher."""
    for seat in range(state.players):
        points[seat] = state.player[best_of(state, seat)].money


@kernel
def rank(state: Record, values: Values) -> None:
    """Order the seats by their best colours (ruling 10)."""
    for seat in range(state.players):
        values[seat] = standing(state, best_of(state, seat))


@kernel
def best_of(state: Record, seat: int) -> int:
    """Return the colour of a seat that ranks highest."""
    best = seat
    for colour in range(seat + int(state.players), state.colours, state.players):
        if standing(state, colour) > standing(state, best):
            best = colour
    return best


@kernel
def standing(state: Record, colour: int) -> float:
    """Return a value that orders the colours by money, then by turn order. Those that drowned rank below all others,
    and none of them wins."""
    place = 0
    while place < COLOURS - 1 and state.order[place] != colour:
        place += 1
    value = float(state.player[colour].money) * COLOURS + (COLOURS - 1 - place)
    if state.player[colour].drowned:
        value += 2 * LOST
    return value
