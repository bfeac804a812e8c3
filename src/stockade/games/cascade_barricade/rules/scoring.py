"""Money, and who wins (ruling 10)."""

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.layout import LOST
from stockade.games.cascade_barricade.layout import NOTHING, SEATS, Record


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
