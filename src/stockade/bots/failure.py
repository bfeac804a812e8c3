"""What happens if a bot that somebody else wrote goes wrong: one clear error, and the game is as it was."""

from __future__ import annotations

import traceback
from typing import Any

import numpy as np

from stockade.core.errors import ParseError, StockadeError, quoted
from stockade.core.state import State


class BotFailed(StockadeError):
    """A bot answered something illegal, broke down, or did not answer in time.

    `trace` has the details for the bot's author: a traceback, or what a program wrote to its error stream.
    """

    code = "bot_failed"

    def __init__(self, message: str, ruling: str = "", trace: str = "") -> None:
        super().__init__(message, ruling)
        self.trace = trace


def failed(what: str, error: BaseException) -> BotFailed:
    """Return the error for an exception in a bot's own code."""
    said = error.message if isinstance(error, StockadeError) else str(error)
    trace = "".join(traceback.format_exception(error))
    return BotFailed(f"{what}: {type(error).__name__}{f': {said}' if said else ''}", trace=trace)


def moment(name: str, state: State) -> str:
    """Return which bot decides where, such as `mybot.py:MyBot (Black, move 7)`."""
    return f"{name} ({state.seat_name(state.current_player)}, move {state.ply + 1})"


def checked(name: str, state: State, answer: Any) -> int:
    """Return the action that a bot's answer means: an id, or the text of an action. It is legal."""
    try:
        if isinstance(answer, bool) or not isinstance(answer, int | np.integer | str):
            raise ParseError("an answer is the id of a legal action, or its text")
        action = state.parse(answer) if isinstance(answer, str) else int(answer)
        state.clone().apply(action)
    except StockadeError as error:
        shown = _shown(state, answer)
        raise BotFailed(f"{moment(name, state)} answered {shown}: {error.message}", error.ruling) from error
    return action


def _shown(state: State, answer: Any) -> str:
    """Return an answer for an error message, with the text of the action if it is an id of one."""
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
        return quoted(answer)
    known = 0 <= answer < state.game.spec.action_count
    return f"{int(answer)} ({state.format(int(answer))})" if known else quoted(int(answer))
