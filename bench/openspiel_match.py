"""Let our best bots play OpenSpiel's own C++ search at our games, for two players and with equal time.

    python bench/openspiel_match.py [game ...] [--games 20] [--seconds 0.1] [--their-seconds 1.0] [--bot mcts]

Both think on one core, one after the other, and swap seats after each game. OpenSpiel plays through
`stockade.research.openspiel`: its search asks Python for every rule, and gets far fewer simulations in the same time
than ours. `--their-seconds` gives it more.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pyspiel

import stockade
from stockade.arena.botspec import parse_bot
from stockade.bots.planner import PlannerBot
from stockade.research import openspiel
from stockade.research.intervals import wilson

PLAYERS = 2
EXPLORATION = 2.0  # as in OpenSpiel's own examples
MEGABYTES = 1000
UNLIMITED = 2**30  # simulations; time ends the search
FEWEST = 2  # simulations, however long they take: a search that had no time for them has no move


@dataclass
class Side:
    """One of the two opponents, and how long it took."""

    name: str
    choose: Callable[[Any], int]
    seconds: float = 0.0
    decisions: int = 0
    simulations: list[int] = field(default_factory=list)

    def move(self, state: Any) -> int:
        started = time.perf_counter()
        action = self.choose(state)
        self.seconds += time.perf_counter() - started
        self.decisions += 1
        return action


def ours(name: str, bot: str, seconds: float, seed: int) -> Side:
    """Return our bot: the planner where a game can be planned, and else the search."""
    kind = bot or ("planner" if PlannerBot.can_play(stockade.game(name)) else "mcts")
    timed = "" if kind in ("perfect", "greedy", "random") else f":seconds={seconds:g},threads=1"
    made = parse_bot(kind + timed).make(stockade.game(name), seed)
    return Side(kind + timed, lambda state: int(made.choose(state.position)))


def theirs(game: Any, seconds: float, seed: int) -> Side:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)

    def search_of(**limits: Any) -> Any:
        return pyspiel.MCTSBot(
            game,
            evaluator,
            uct_c=EXPLORATION,
            max_memory_mb=MEGABYTES,
            solve=True,
            seed=seed,
            verbose=False,
            **limits,
        )

    timed = search_of(max_simulations=UNLIMITED, max_wall_clock_time=seconds)
    shortest = search_of(max_simulations=FEWEST)
    side = Side(f"OpenSpiel MCTS:seconds={seconds:g}", lambda _: 0)

    def choose(state: Any) -> int:
        # `step` of OpenSpiel 2.0 crashes on every game that is written in Python; this is what it does.
        root = timed.mcts_search(state)
        if root.best_child() is None:
            root = shortest.mcts_search(state)
        side.simulations.append(root.explore_count)
        return int(root.best_child().action)

    side.choose = choose
    return side


def play(game: Any, sides: list[Side], seed: int) -> list[float]:
    """Play one game and return its results by seat."""
    chooser = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, chances)[0])
        else:
            state.apply_action(sides[state.current_player()].move(state))
    results: list[float] = state.returns()
    return results


def series(name: str, arguments: argparse.Namespace) -> None:
    stockade.game(name).compile()
    game = openspiel.load_game(name, PLAYERS)
    us = ours(name, arguments.bot, arguments.seconds, seed=1)
    them = theirs(game, arguments.their_seconds or arguments.seconds, seed=1)
    won = shared = lost = 0
    for number in range(arguments.games):
        seat = number % PLAYERS
        results = play(game, [us, them] if seat == 0 else [them, us], seed=number)
        mine, other = results[seat], results[1 - seat]
        won, shared, lost = won + (mine > other), shared + (mine == other), lost + (mine < other)
    low, high = wilson(won + shared / 2, arguments.games)
    print(f"{name}: {us.name} against {them.name}: {won} won, {shared} shared, {lost} lost; ", end="")
    print(f"{(won + shared / 2) / arguments.games:.0%}, 95% {low:.0%} to {high:.0%}; ", end="")
    print(f"{us.seconds / us.decisions:.3f} and {them.seconds / them.decisions:.3f} s a decision, ", end="")
    print(f"{sum(them.simulations) / len(them.simulations):.0f} simulations of OpenSpiel", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="game", default=list(stockade.games()))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--their-seconds", type=float, default=0.0, help="default: as many")
    parser.add_argument("--bot", default="", help="default: planner if the game can be planned, else mcts")
    arguments = parser.parse_args()
    for name in arguments.names:
        series(name, arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
