"""Gets the compiled kernels ready behind a server that already answers, so that the first move is fast."""

from __future__ import annotations

import logging
import threading

import stockade
from stockade.core.game import Game
from stockade.core.match import Match

logger = logging.getLogger("stockade.server")
WEIGHTS = (
    "light",
    "light to medium",
    "medium",
    "heavy",
)  # nobody who wants a light game waits for a heavy one
TURN = 3  # actions: enough for a table to have shown every kind of question


def warm_up(stopping: threading.Event) -> None:
    """First what every table needs, for all games; then what the bots need."""
    for step in (_table, _bots):
        for name in sorted(stockade.games(), key=_weight):
            if stopping.is_set():
                return
            try:
                step(stockade.game(name))
            except Exception:
                logger.exception("warming up %s failed", name)


def _weight(name: str) -> int:
    weight = stockade.game(name).spec.weight
    return WEIGHTS.index(weight) if weight in WEIGHTS else len(WEIGHTS)


def _table(game: Game) -> None:
    match = Match(game, seed=0)
    for _ in range(TURN):
        match.state.scene(match.state.current_player)
        match.play(match.state.legal_actions()[0])
    match.state.scores()
    match.history()


def _bots(game: Game) -> None:
    from stockade.bots.greedy import GreedyBot
    from stockade.bots.levels import levels
    from stockade.bots.mcts import MctsBot
    from stockade.bots.perfect import PerfectBot
    from stockade.bots.planner import PlannerBot

    state = Match(game, seed=0).state
    GreedyBot().choose(state)
    MctsBot(simulations=1, threads=1).choose(state)
    strongest = levels(game)[-1].make()
    if isinstance(strongest, PerfectBot):  # solves the game, or loads the solution
        strongest.choose(state)
    elif isinstance(strongest, PlannerBot):
        PlannerBot(playouts=1, plans=2, threads=1).choose(state)
