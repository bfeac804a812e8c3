"""What a bot is: something that chooses an action for whoever decides in a state."""

from __future__ import annotations

from typing import Protocol

from stockade.core.errors import NotAllowed
from stockade.core.state import State


class Bot(Protocol):
    """Bots see what everybody at the table sees: the state."""

    name: str

    def choose(self, state: State) -> int:
        """A legal action for the player who decides. The state is left as it was."""
        ...


def check_decides(state: State) -> None:
    """Refuse a state in which no player decides."""
    if state.current_player < 0:
        raise NotAllowed("no player decides here: the game is over or it is chance's turn")
