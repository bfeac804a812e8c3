"""Let bots play a long series, whose games are kept, and report points and wins with their 95% intervals.

    python -m bench.series GAME --bots BOT,... [--players N] [--options NAME=VALUE,...] [--games N] [--first N]
                           [--jobs N] [--keep FILE]

The games are those of `stockade simulate` with the same arguments. If bots count their budgets, each game depends on
its number alone, so a series can be played in parts: with --keep, every finished game is a line of a file, and a
second run goes on after these. Machines can share a series with --first, which is the number of the first game: join
their files, and a run without --first reports on all games. Files of published series are in bench/played.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.kept import Kept

import stockade
from stockade.arena.options import read_options
from stockade.arena.plan import Plan, plan_series
from stockade.research.intervals import measured_interval, wilson

Played = dict[str, Any]


def plan_of(name: str, bots: str, players: int | None, options: str) -> Plan:
    """Return the plan of a series. How many games it has makes no difference to any of them."""
    game = stockade.game(name)
    return plan_series(
        game, [bots], players, read_options(options.split(",") if options else [], game.spec), 1, seed=0, swap=True
    )


def play_game(name: str, bots: str, players: int | None, options: str, number: int) -> Played:
    """Play a game. Return the seats of the first bot and its processor time, who won, and the points of all seats."""
    plan = plan_of(name, bots, players, options)
    stockade.game(name).compile()
    match, sitting = plan.start(number)
    seats = [seat for seat, bot in enumerate(plan.seating(number)) if plan.sitters[bot] == plan.bots[0]]
    times = []
    while not match.is_over:
        seat = match.state.current_player
        started = time.process_time()
        action = sitting[seat].choose(match.state)
        if seat in seats:
            times.append(time.process_time() - started)
        match.play(action)
    return {
        "seats": seats,
        "winners": match.state.winners(),
        "points": match.state.scores(),
        "decisions": len(times),
        "processor": round(sum(times), 6),
        "longest": round(max(times), 6),
    }


def summary(played: list[Played]) -> dict[str, Any]:
    """Return what came of the first bot: its points by game, its share of the wins, and its processor time."""
    points = [fmean(each["points"][seat] for seat in each["seats"]) for each in played]
    won = [sum(seat in each["winners"] for seat in each["seats"]) / max(1, len(each["winners"])) for each in played]
    return {
        "games": len(played),
        "points": fmean(points),
        "points_interval": measured_interval(points),
        "won": sum(won),
        "won_interval": wilson(sum(won), len(played)),
        "processor": sum(each["processor"] for each in played) / sum(each["decisions"] for each in played),
        "longest": max(each["longest"] for each in played),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", metavar="GAME")
    parser.add_argument("--bots", required=True, help="they take the seats in turn; the report is about the first")
    parser.add_argument("--players", type=int)
    parser.add_argument("--options", default="", metavar="NAME=VALUE,...")
    parser.add_argument("--games", type=int, default=100, help="at least two")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep games in this file and continue from it")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.games)
    pieces = [(given.name, given.bots, given.players, given.options, number) for number in numbers]
    played = Kept(given.keep).all(play_game, pieces, given.jobs)
    print(json.dumps(summary(played)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
