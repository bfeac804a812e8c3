"""What bots can tell a person: a hint, and their answer to an offered draw."""

from __future__ import annotations

from dataclasses import dataclass

from stockade.bots.bot import Bot
from stockade.bots.greedy import evaluation
from stockade.bots.levels import best_ready
from stockade.bots.mcts import MctsBot
from stockade.bots.perfect import PerfectBot, solution_of
from stockade.bots.planner import PlannerBot
from stockade.core.state import State

EVEN = 0.05  # in [-1, 1]: up to here a bot calls itself no better than even
DRAW_SECONDS = 0.5
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """An action and what it is worth, in words."""

    action: int
    worth: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What a game's strongest bot that can play now thinks: its name, and its hints with the best first."""

    name: str
    hints: list[Hint]


def advise(state: State, seconds: float | None = None) -> Advice:
    """Ask the strongest bot of the game; a searching one takes at most `seconds`. While the game is not compiled it
    is the strongest one that does without: nobody waits for a hint."""
    strongest = best_ready(state.game)
    bot = strongest.make()
    if isinstance(bot, PerfectBot):
        return Advice(strongest.name, [_solved_hint(state, bot)])
    if isinstance(bot, PlannerBot):
        return Advice(strongest.name, _planned_hints(state, bot, seconds))
    if not isinstance(bot, MctsBot):
        return Advice(strongest.name, [Hint(bot.choose(state), "")])
    if seconds is not None:
        bot.seconds = seconds if bot.seconds is None else min(bot.seconds, seconds)
    ranked = sorted(bot.analyse(state), key=lambda found: (found.visits, found.value), reverse=True)
    return Advice(strongest.name, [Hint(found.action, _chance_text(state, found.value)) for found in ranked[:SHOWN]])


def _solved_hint(state: State, bot: PerfectBot) -> Hint:
    best = bot.choose(state)
    after = state.clone()
    after.apply(best)
    verdict = solution_of(state).verdict_for(state.current_player, after)
    left = f"after {verdict.distance} more moves" if verdict.distance else "at once"
    words = {1: f"wins {left}", 0: "holds the draw", -1: f"loses {left}, at best"}
    return Hint(best, words[verdict.value])


def _planned_hints(state: State, bot: PlannerBot, seconds: float | None) -> list[Hint]:
    """The best plan for each of the actions that may come first, by the points it came to on average."""
    if seconds is not None:
        bot.seconds = seconds if bot.seconds is None else min(bot.seconds, seconds)
    means: dict[int, float] = {}
    for plan, mean in bot.compare(state):
        means.setdefault(plan.actions[0], mean)
    return [Hint(action, f"comes to about {mean:.0f} points") for action, mean in list(means.items())[:SHOWN]]


def _chance_text(state: State, value: float) -> str:
    """The mean return of a search, as the share of wins that gives it: the returns are in the game's range."""
    low = -1.0 / max(state.players - 1, 1)
    share = min(1.0, max(0.0, (value - low) / (1.0 - low)))
    return f"wins about {share:.0%}"


def accepts_draw(bot: Bot, state: State, seat: int) -> bool:
    """A bot takes a draw when it thinks itself no better than about even. It judges with what it plays with: perfect
    play asks the solution, a searching bot searches for a moment, the others use the game's own evaluation."""
    return worth(bot, state, seat) <= EVEN


def worth(bot: Bot, state: State, seat: int) -> float:
    """What the bot thinks a state is worth to a seat, in [-1, 1]."""
    mover = state.current_player
    if isinstance(bot, PerfectBot):
        return float(solution_of(state).verdict_for(seat, state).value)
    # A search values the position for the mover: it speaks for the other seat only where there are two.
    if isinstance(bot, MctsBot) and (mover == seat or state.players == 2):
        best = max(MctsBot(seconds=DRAW_SECONDS).analyse(state), key=lambda found: found.visits)
        return best.value if mover == seat else -best.value
    return evaluation(state)[seat]
