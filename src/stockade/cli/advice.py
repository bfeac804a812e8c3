"""What bots can tell a person: a hint, and their answer to an offered draw."""

from __future__ import annotations

from dataclasses import dataclass

from stockade.bots import Bot, levels
from stockade.bots.greedy import evaluation
from stockade.bots.mcts import MctsBot
from stockade.bots.perfect import PerfectBot, solution_of
from stockade.core.state import State

DRAW_SECONDS = 0.5
EVEN = 0.05  # in [-1, 1]: up to here a bot calls itself no better than even
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """An action and what it is worth, in words; the best comes first."""

    action: int
    worth: str


def hints(state: State) -> tuple[str, list[Hint]]:
    """What the strongest bot of the game thinks, and its name."""
    strongest = levels(state.game)[-1]
    bot = strongest.make()
    if isinstance(bot, PerfectBot):
        return strongest.name, _solved_hints(state, bot)
    if isinstance(bot, MctsBot):
        ranked = sorted(bot.analyse(state), key=lambda found: (found.visits, found.value), reverse=True)
        return strongest.name, [Hint(found.action, _chance_text(state, found.value)) for found in ranked[:SHOWN]]
    return strongest.name, [Hint(bot.choose(state), "")]


def _solved_hints(state: State, bot: PerfectBot) -> list[Hint]:
    best = bot.choose(state)
    after = state.clone()
    after.apply(best)
    verdict = solution_of(state).verdict_for(state.current_player, after)
    left = f"after {verdict.distance} more moves" if verdict.distance else "at once"
    words = {1: f"wins {left}", 0: "holds the draw", -1: f"loses {left}, at best"}
    return [Hint(best, words[verdict.value])]


def _chance_text(state: State, value: float) -> str:
    """The mean return of a search, as the share of wins that gives it: the returns are in the game's range."""
    low = -1.0 / max(state.players - 1, 1)
    return f"wins about {(value - low) / (1.0 - low):.0%}"


def accepts_draw(bot: Bot, state: State, seat: int) -> bool:
    """A bot takes a draw when it thinks itself no better than about even. It judges with what it plays with."""
    return _worth(bot, state, seat) <= EVEN


def _worth(bot: Bot, state: State, seat: int) -> float:
    mover = state.current_player
    if isinstance(bot, PerfectBot):
        return float(solution_of(state).verdict_for(seat, state).value)
    # A search values the position for the mover: it speaks for the other seat only where there are two.
    if isinstance(bot, MctsBot) and (mover == seat or state.players == 2):
        searcher = MctsBot(seconds=DRAW_SECONDS)
        best = max(searcher.analyse(state), key=lambda found: found.visits)
        return best.value if mover == seat else -best.value
    return evaluation(state)[seat]
