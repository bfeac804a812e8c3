"""Check that analyses are right: their worst mistakes, their luck and their chances.

    python -m bench.analysis GAME ... [--games N] [--luck N] [--positions N] [--level N] [--jobs N] [--factor N]
                             [--first N] [--fit] [--keep FILE] [--plot FILE]

Bots of levels 2 to 4 play games, which are analysed at the quick setting. The worst mistake of each game is
measured again with 50 times the budget. Luck is added up over all games, and over others (--luck) that are not
analysed. For the chances, bots of one level play each other, and what was said about positions is compared with who
won. With --fit, it says how much surer or less sure the estimates should be shown: fit to other games than those that
measure it (--first). This takes hours. With --keep, what is done is kept in a file, and a second run continues there.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from pathlib import Path
from typing import Any

from bench.kept import Kept

import stockade
from stockade.analysis import SETTINGS, analyse
from stockade.analysis.chances import luck_of
from stockade.analysis.judge import judge_of
from stockade.analysis.lines import end_of
from stockade.bots.certainty import Certainty
from stockade.bots.levels import level
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.research.intervals import measured_interval, wilson

BINS = 10
LEAST = 1e-6  # nothing is more of a surprise than what has this chance
EACH = 4  # positions of a game that are asked about


def play(game: Game, number: int, choice: Sequence[int]) -> Match:
    """Play a game between bots of these levels, each seat one of its own."""
    dice = random.Random(f"{game.name}:{number}:{choice}")
    players = dice.choice([count for count in game.spec.players if count > 1])
    match = Match(game, players, seed=dice.getrandbits(60))
    bots = [level(game, dice.choice(choice), players).make(dice.getrandbits(30)) for _ in range(players)]
    while not match.is_over:
        match.play(bots[match.state.current_player].choose(match.state))
    return match


def check_game(name: str, factor: int, number: int) -> dict[str, Any]:
    """Analyse a game, and measure its worst mistake again."""
    game = stockade.game(name)
    game.compile()
    match = play(game, number, (2, 3, 4))
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


def weigh_game(name: str, number: int) -> list[float]:
    """Return what chance gave to each seat of a game."""
    game = stockade.game(name)
    game.compile()
    match = play(game, number, (2, 3, 4))
    gains = [luck_of(step) for step in match.steps() if step.before.is_chance]
    return [sum(gain[seat] for gain in gains) for seat in range(match.players)]


def ask_positions(name: str, chosen: int, number: int) -> list[dict[str, Any]]:
    """Return what was said about positions of a game between equal bots, and who won it.

    What is said about a solved game is about perfect play, so it is played on perfectly from each position.
    """
    game = stockade.game(name)
    game.compile()
    match = play(game, number, (chosen,))
    steps = list(match.steps())
    judge = judge_of(game)
    dice = random.Random(number)
    decided = [at for at, step in enumerate(steps) if not step.before.is_chance]
    said = []
    for at in dice.sample(decided, min(EACH, len(decided))):
        opinion = judge.look(steps, at, SETTINGS["quick"], number)
        chances = opinion.chances if opinion is not None and opinion.chances else judge.chances(steps[at].before)
        end = end_of(steps[at].before, (), number) if judge.is_exact else match.state
        said.append({"chances": chances, "winners": end.winners()})
    return said


Said = list[tuple[float, float]]  # a chance that was said, and the share of the win that came of it


def by_seat(positions: Iterable[Mapping[str, Any]]) -> Said:
    """Return what was said about every seat, and what became of it."""
    said = []
    for position in positions:
        winners = position["winners"]
        for seat, chance in enumerate(position["chances"]):
            said.append((chance, 1 / len(winners) if seat in winners else 0.0))
    return said


def row_of(said: Said) -> dict[str, Any]:
    """Return what was said on average, and how often it came true."""
    mean, won = (sum(each[i] for each in said) / len(said) for i in (0, 1))
    return {"said": mean, "won": won, "count": len(said), "interval": wilson(won * len(said), len(said))}


def between(said: Said, low: float, high: float) -> Said:
    return [each for each in said if low <= each[0] < high]


def calibrated(said: Said) -> list[dict[str, Any]]:
    """Return a row for every range of chances."""
    ranges = [(k / BINS, (k + 1) / BINS + (k == BINS - 1)) for k in range(BINS)]
    return [row_of(inside) for low, high in ranges if (inside := between(said, low, high))]


# -- how sure a game's estimates are to be taken --------------------------------------------------------------------


def fitted(positions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how to change `CERTAINTY` and `NOBODY_WINS` of a game, so that what happened was most likely.

    CERTAINTY is to be multiplied by `certainty`. NOBODY_WINS becomes NOBODY_WINS ** certainty * nobody.
    """
    is_void = any(not position["winners"] for position in positions)
    best = before, _, _ = surprise(positions, 1.0, 1.0), 1.0, 1.0
    for step in (0.3, 0.1, 0.03, 0.01, 0.003):
        while True:
            _, certainty, nobody = best
            ways = [(certainty * exp(step), nobody), (certainty * exp(-step), nobody)]
            if is_void:
                ways += [(certainty, nobody * exp(step)), (certainty, nobody * exp(-step))]
            found = min((surprise(positions, *way), *way) for way in ways)
            if found[0] >= best[0]:
                break
            best = found
    return {"certainty": best[1], "nobody": best[2], "surprise": best[0], "before": before, "count": len(positions)}


def surprise(positions: Sequence[Mapping[str, Any]], certainty: float, nobody: float) -> float:
    """Return the mean negative logarithm of the chances of what happened, if chances were sharpened by so much."""
    sharper, total = Certainty(certainty, nobody), 0.0
    for position in positions:
        chances, winners = sharper.sharpened(position["chances"]), position["winners"]
        if winners:
            total -= sum(log(max(chances[seat], LEAST)) for seat in winners) / len(winners)
        else:
            total -= log(max(1.0 - sum(chances), LEAST))
    return total / len(positions)


def with_interval(values: list[float]) -> tuple[float, float, float]:
    return (sum(values) / len(values), *measured_interval(values))


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
    if arguments.luck:
        weighed = kept.all(weigh_game, [(name, number) for number in range(arguments.luck)], arguments.jobs)
        found["luck_by_seat"] = [
            with_interval([each[seat] for each in weighed if seat < len(each)])
            for seat in range(max(map(len, weighed)))
        ]
    if arguments.positions:
        games = range(arguments.first, arguments.first - (-arguments.positions // EACH))
        pieces = [(name, arguments.level, number) for number in games]
        positions = [each for part in kept.all(ask_positions, pieces, arguments.jobs) for each in part]
        said = by_seat(positions)
        found["calibration"] = calibrated(said)
        found["around_70%"] = row_of(near) if (near := between(said, 0.65, 0.75)) else None
        if arguments.fit:
            found["fit"] = fitted(positions)
            counts = sorted({len(each["chances"]) for each in positions})
            found["fit_by_players"] = {
                count: fitted([each for each in positions if len(each["chances"]) == count]) for count in counts
            }
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
    parser.add_argument("--luck", type=int, default=0, help="games of which only the luck is measured")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--level", type=int, default=3, help="of the bots whose games the chances are asked about")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first game whose positions are asked about"
    )
    parser.add_argument("--fit", action="store_true", help="say what would make the chances fit these games better")
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
