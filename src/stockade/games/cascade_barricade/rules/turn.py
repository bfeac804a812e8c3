"""Who decides: a colour, and the seat that plays it."""

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import NOTHING, Record


@kernel
def seat_of(state: Record, colour: int) -> int:
    """Return the seat that plays a colour. Two colours of a seat sit opposite each other."""
    return int(colour) % int(state.players)


@kernel
def ask(state: Record, colour: int) -> None:
    """Let a colour decide."""
    state.colour = colour
    state.current_player = seat_of(state, colour)


@kernel
def ask_nobody(state: Record, who: int) -> None:
    """Leave the next step to chance, or end the game. `who` is CHANCE or OVER."""
    state.colour = NOTHING
    state.current_player = who
