"""Check that analyses are right: their worst mistakes, their luck and their chances.

    python bench/analysis.py GAME ... [--games N] [--positions N] [--jobs N] [--factor N] [--keep FILE] [--plot FILE]

Bots of different strength play games, which are analysed at the quick setting. The worst mistake of each game is
measured again with 50 times the budget. Luck is added up over all games. For the chances, equal bots play, and what
was said about positions is compared with who won. This takes hours: with --keep, what is done is kept in a file, and
a second run continues there.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import stockade
from stockade.analysis import SETTINGS, analyse
from stockade.analysis.judge import judge_of
from stockade.arena.jobs import share_out
from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.mcts import MctsBot
from stockade.bots.planner import PlannerBot
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.research.intervals import measured_interval, wilson

BINS = 10
EACH = 4  # positions of a game that are asked about


def strong(game: Game, seed: int) -> Bot:
    """Return a bot about as strong as level 4, with a budget that is counted."""
    if game.plans is not None:
        return PlannerBot(playouts=200, plans=8, threads=1, seed=seed)
    return MctsBot(simulations=2000, threads=1, seed=seed)


def play(game: Game, number: int, kinds: str) -> Match:
    """Play a game between bots of these kinds: 2 slips, 3 does not, 4 searches."""
    dice = random.Random(f"{game.name}:{number}:{kinds}")
    players = dice.choice([count for count in game.spec.players if count > 1])
    match = Match(game, players, seed=dice.getrandbits(60))
    bots = []
    for _ in range(players):
        kind, seed = dice.choice(kinds), dice.getrandbits(30)
        bots.append(strong(game, seed) if kind == "4" else GreedyBot(0.5 if kind == "2" else 0.0, seed=seed))
    while not match.is_over:
        match.play(bots[match.state.current_player].choose(match.state))
    return match


def check_game(name: str, factor: int, number: int) -> dict[str, Any]:
    """Analyse a game, and measure its worst mistake again."""
    game = stockade.game(name)
    game.compile()
    match = play(game, number, "234")
    started = time.perf_counter()
    found = analyse(match, SETTINGS["quick"], jobs=1, codes=())
    seconds = time.perf_counter() - started
    result: dict[str, Any] = {"number": number, "players": match.players, "seconds": seconds}
    result["luck"] = [found.luck_of(seat) for seat in range(match.players)]
    worst = max(found.mistakes, key=lambda each: each.decision.loss, default=None)
    if worst is not None:
        steps = list(match.steps())
        decision = worst.decision
        setting = SETTINGS["quick"].times(factor)
        gap = judge_of(game).compare(steps, decision.ply, decision.better, setting, 1_000_000 + number)
        result["worst"] = {"ply": decision.ply, "loss": decision.loss, "again": gap.mean, "low": gap.low}
    return result


def ask_positions(name: str, number: int) -> list[tuple[float, float]]:
    """Return what was said about positions of a game between equal bots, and what became of it, for every seat."""
    game = stockade.game(name)
    game.compile()
    match = play(game, number, "34"[number % 2])
    winners = match.state.winners()
    steps = list(match.steps())
    judge = judge_of(game)
    dice = random.Random(number)
    decided = [at for at, step in enumerate(steps) if not step.before.is_chance]
    said = []
    for at in dice.sample(decided, min(EACH, len(decided))):
        opinion = judge.look(steps, at, SETTINGS["quick"], number)
        chances = opinion.chances if opinion is not None and opinion.chances else judge.chances(steps[at].before)
        for seat, chance in enumerate(chances):
            said.append((chance, 1 / len(winners) if seat in winners else 0.0))
    return said


def calibrated(said: list[tuple[float, float]]) -> list[dict[str, float]]:
    rows = []
    for k in range(BINS):
        inside = [(chance, won) for chance, won in said if k / BINS <= chance < (k + 1) / BINS + (k == BINS - 1)]
        if inside:
            count = len(inside)
            mean, won = (sum(each[i] for each in inside) / count for i in (0, 1))
            rows.append({"said": mean, "won": won, "count": count})
    return rows


def with_interval(values: list[float]) -> tuple[float, float, float]:
    return (sum(values) / len(values), *measured_interval(values))


class Kept:
    """Results by kind, game and number, in a file that a later run reads again."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
        self.results: dict[tuple[Any, ...], Any] = {tuple(key): result for key, result in map(json.loads, lines)}

    def all(self, work: Callable[..., Any], pieces: list[tuple[Any, ...]], jobs: int) -> list[Any]:
        """Return the results for these arguments. Work that is done is not done again."""
        keys = [(work.__name__, *piece) for piece in pieces]
        missing = [piece for key, piece in zip(keys, pieces, strict=True) if key not in self.results]
        for at, result in share_out(work, missing, jobs):
            key = (work.__name__, *missing[at])
            self.results[key] = result
            if self.path is not None:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([key, result]) + "\n")
        return [self.results[key] for key in keys]


def report(name: str, arguments: argparse.Namespace, kept: Kept) -> dict[str, Any]:
    found: dict[str, Any] = {"game": name}
    if arguments.games:
        pieces = [(name, arguments.factor, number) for number in range(arguments.games)]
        results = kept.all(check_game, pieces, arguments.jobs)
        worst = [result["worst"] for result in results if "worst" in result]
        sure = sum(each["low"] > 0 for each in worst)
        first = [result["luck"][0] for result in results if result["luck"]]
        found |= {
            "games": len(results),
            "mistakes": len(worst),
            "confirmed": sure,
            "confirmed_interval": wilson(sure, len(worst)) if worst else None,
            "luck_of_the_first_seat": with_interval(first) if len(first) > 1 else None,
            "seconds": with_interval([result["seconds"] for result in results]),
            "longest": max(result["seconds"] for result in results),
            "not_confirmed": [each for each in worst if each["low"] <= 0],
        }
    if arguments.positions:
        pieces = [(name, number) for number in range(-(-arguments.positions // EACH))]
        said = [each for part in kept.all(ask_positions, pieces, arguments.jobs) for each in part]
        found["calibration"] = calibrated(said)
    return found


def plot(reports: list[dict[str, Any]]) -> str:
    """Return the chances that were said against those that came true, one line a game."""
    size, left = 420, 46
    colours = ("#0068a8", "#c04e00", "#1f7a3a", "#8d57a8", "#b3261e")

    def place(share: float) -> float:
        return left + share * (size - left - 16)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 170} {size}" font-family="sans-serif" '
             f'font-size="12"><rect width="{size + 170}" height="{size}" fill="#fff"/>']  # fmt: skip
    parts.append(f'<path d="M{place(0)} {size - place(0)}L{place(1)} {size - place(1)}" stroke="#999" fill="none"/>')
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = place(share), size - place(share)
        parts.append(f'<text x="{x}" y="{size - 24}" text-anchor="middle">{share:.0%}</text>')
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    parts.append(f'<text x="{size / 2}" y="{size - 6}" text-anchor="middle">chance that was said</text>')
    for number, found in enumerate(reports):
        rows = [row for row in found.get("calibration", ()) if row["count"] >= 20]
        points = " ".join(f"{place(row['said']):.1f},{size - place(row['won']):.1f}" for row in rows)
        colour = colours[number % len(colours)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for row in rows:
            x, y = place(row["said"]), size - place(row["won"])
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
        parts.append(f'<text x="{size + 6}" y="{40 + 20 * number}" fill="{colour}">{found["game"]}</text>')
    parts.append(f'<text x="{size + 6}" y="20">share that was won</text></svg>')
    return "\n".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--factor", type=int, default=50, help="how much larger the budget of the second search is")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep results in this file and continue from it")
    parser.add_argument("--plot", type=Path)
    arguments = parser.parse_args()
    reports, kept = [], Kept(arguments.keep)
    for name in arguments.names:
        reports.append(report(name, arguments, kept))
        print(json.dumps(reports[-1]), flush=True)
    if arguments.plot is not None:
        arguments.plot.write_text(plot(reports), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
