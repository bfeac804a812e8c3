"""Plays many matches between bots and adds up the results.

The same plan gives the same tally on any number of cores.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from stockade.arena.jobs import Workers, share_out, workers_of
from stockade.arena.plan import Plan, mixed
from stockade.arena.tally import Tally
from stockade.core.registry import game as find_game
from stockade.research import random_playouts
from stockade.research.intervals import mean_interval, wilson

KERNEL_CHUNK = 5000  # games of compiled random play for each step of the progress bar


def play_games(plan: Plan, first: int, count: int) -> Tally:
    """Play some of the games of a plan. Each depends only on the seed and its own number."""
    tally = Tally.empty(plan)
    if plan.is_random:
        _play_random(plan, tally, range(first, first + count))
    else:
        for number in range(first, first + count):
            _play_one(plan, number, tally)
    return tally


def _play_one(plan: Plan, number: int, tally: Tally) -> None:
    seating = plan.seating(number)
    match, bots = plan.start(number)
    while not match.is_over:
        seat = match.state.current_player
        bot = seating[seat]
        started = time.perf_counter()
        action = bots[seat].choose(match.state)
        if tally.decisions[bot]:  # the first choice of a bot loads its kernels
            tally.timed[bot] += 1
            tally.seconds[bot] += time.perf_counter() - started
        tally.decisions[bot] += 1
        match.play(action)
    tally.note(seating, match.state.winners(), match.state.ply)
    tally.note_points(seating, match.state.scores())


def _play_random(plan: Plan, tally: Tally, numbers: range) -> None:
    """Play a chunk of games in the compiled loop.

    The games depend on the seed and the first number of the chunk. Chunks are the same for any number of jobs.
    """
    started = time.perf_counter()
    played = random_playouts(plan.game, len(numbers), plan.players, plan.options, mixed(plan.seed, numbers.start))
    for number, values, length in zip(numbers, played.returns.tolist(), played.lengths.tolist(), strict=True):
        tally.note(plan.seating(number), winners_of(values), length)
    tally.decisions[0] += played.decisions  # all random bots count as the first
    tally.timed[0] += played.decisions
    tally.seconds[0] += time.perf_counter() - started


def winners_of(values: list[float]) -> list[int]:
    """Return the seats that won, by the value of the result for each seat. Only a loss is worth less than zero."""
    return [seat for seat, value in enumerate(values) if value >= 0.0]


def play_all(plan: Plan, where: int | Workers) -> Iterator[Tally]:
    """Play all games of a plan, and yield the tally of each piece when it is done."""
    size = KERNEL_CHUNK if plan.is_random else max(1, min(32, plan.games // (workers_of(where).count * 8)))
    pieces = [(first, min(size, plan.games - first)) for first in range(0, plan.games, size)]
    for _, tally in share_out(partial(play_games, plan), pieces, where):
        yield tally


def report(plan: Plan, tally: Tally, seconds: float, jobs: int) -> dict[str, Any]:
    """Return the results with their uncertainty, as a mapping for JSON. Only `timing` differs between runs."""
    game = find_game(plan.game)
    state = game.start(plan.players, plan.options)
    decisions = sum(tally.decisions)
    bots, times = [], []
    for number, name in enumerate(plan.sitters):
        wins, draws, played = tally.wins[number], tally.draws[number], tally.played[number]
        row = {"bot": name, "games": played, "wins": wins, "draws": draws, "losses": played - wins - draws}
        scored = tally.scored[number]
        row |= {"win_rate": wins / max(played, 1), "win_interval": list(wilson(wins, played))}
        bots.append(row | {"points": tally.points[number] / scored if scored else None})
        # Compiled random play is timed as a whole, under the first bot.
        clock = 0 if plan.is_random and number < len(plan.bots) else number
        times.append(1e6 * tally.seconds[clock] / max(tally.timed[clock], 1))
    points = None
    if any(tally.scored):
        interval = mean_interval(tally.total / plan.players, tally.squares / plan.players**2, tally.games)
        points = {"mean": tally.total / plan.players / tally.games, "interval": list(interval)}
    return {
        "game": game.name,
        "players": plan.players,
        "options": plan.options,
        "games": tally.games,
        "seed": plan.seed,
        "swap": plan.swap,
        "reproducible": plan.is_reproducible,
        "bots": bots,
        "seats": [{"seat": n, "name": state.seat_name(n), "wins": wins} for n, wins in enumerate(tally.seat_wins)],
        "shared": tally.shared,
        "nobody": tally.nobody,
        "length": {"mean": tally.plies / tally.games, "shortest": tally.shortest, "longest": tally.longest},
        "points": points,
        "decisions": decisions,
        "timing": {
            "seconds": seconds,
            "jobs": jobs,
            "games_per_second": tally.games / seconds,
            "decisions_per_second": decisions / seconds,
            "microseconds_per_decision": times,
        },
    }
