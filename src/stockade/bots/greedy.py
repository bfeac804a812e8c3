"""A bot that looks one action ahead with the game's own evaluation."""

from __future__ import annotations

from stockade.bots.bot import Hint, check_decides
from stockade.bots.lookahead import looked_ahead
from stockade.bots.slips import EVEN, SlippingBot, compared
from stockade.core.state import State


class GreedyBot(SlippingBot):
    """Takes the action whose result looks best, and breaks ties at random.

    With `slip`, it sometimes takes one that looks nearly as good instead: one that loses at most `near`. If there is
    none, it does not slip. Its hints never slip.
    """

    name = "greedy"

    def hints(self, state: State, seconds: float | None = None) -> list[Hint]:  # noqa: ARG002
        check_decides(state)
        return [Hint(self._best(state), "")]

    @classmethod
    def rehearse(cls, state: State) -> None:
        cls(seed=1).choose(state)
        looked_ahead(state)  # `choose` does not call this in games with plans

    def _best(self, state: State) -> int:
        actions, losses, _ = compared(state)
        return int(self._random.choice(actions[losses <= EVEN]))
