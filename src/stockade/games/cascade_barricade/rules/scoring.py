"""The score, and who wins (ruling 10)."""

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.layout import LOST
from stockade.games.cascade_barricade.layout import NOTHING, SEATS, Record


@kernel
def score(state: Record, points: Values) -> None:
    """Fill in each seat's money."""
    for seat in range(state.players):
        points[seat] = state.player[seat].money


@kernel
def rank(state: Record, values: Values) -> None:
    """Order the seats by money, then by turn order (ruling 10). Those who drowned rank below all others, and none of
    them wins."""
    for place in range(state.players):
        seat = state.order[place]
        if seat == NOTHING:
            continue
        player = state.player[seat]
        values[seat] = float(player.money) * SEATS + (SEATS - 1 - place)
        if player.drowned:
            values[seat] += 2 * LOST
