"""What bots think, apart from when and where: an action, a hint, an answer to an offered draw."""

from __future__ import annotations

import random

from stockade.core.state import State

from .levels import level_of, levels_of
from .schemas import Hint

EVEN = 0.05  # in [-1, 1]: up to here a bot calls itself no better than even


def choose(state: State, level: int | None) -> int:
    return int(level_of(state.game.name, level).make().choose(state.clone()))


def any_action(state: State) -> int:
    """What a bot plays that failed to think: the people at the table should not have to wait for ever."""
    return random.choice(state.legal_actions())


def hint(state: State, seconds: float) -> Hint:
    """What the strongest bot would play, after a short look."""
    from stockade.bots.mcts import MctsBot

    bot = levels_of(state.game.name)[-1].make()
    if isinstance(bot, MctsBot) and bot.seconds is not None:
        bot.seconds = min(bot.seconds, seconds)
    action = int(bot.choose(state.clone()))
    return Hint(action=action, text=state.format(action), label=state.describe(action))


def accepts_draw(state: State, seat: int, level: int | None, seconds: float) -> bool:
    """A bot takes a draw when it thinks itself no better than about even, and refuses when it is winning.

    It judges with what it plays with: perfect play asks the solution, a searching bot searches for a moment,
    and the others look at the position with the game's own evaluation.
    """
    return worth(state, seat, level, seconds) <= EVEN


def worth(state: State, seat: int, level: int | None, seconds: float) -> float:
    from stockade.bots.greedy import evaluation
    from stockade.bots.mcts import MctsBot
    from stockade.bots.perfect import PerfectBot, solution_of

    bot = level_of(state.game.name, level).make()
    mover = state.current_player
    if isinstance(bot, PerfectBot):
        return float(solution_of(state).verdict_for(seat, state).value)
    # A search values the position for the mover: it speaks for the other seat only where there are two.
    if isinstance(bot, MctsBot) and (mover == seat or state.players == 2):
        bot.seconds = seconds if bot.seconds is None else min(bot.seconds, seconds)
        best = max(bot.analyse(state.clone()), key=lambda candidate: candidate.visits)
        return best.value if mover == seat else -best.value
    return evaluation(state)[seat]
