"""`make bench-strength`: let the bots play each other and check the results.

    python bench/strength.py [game ...] [--jobs N]

This takes long, because searches get their full time for every move.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

FLOORS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("floors.json").read_text("utf-8"))


def play(game: str, series: dict[str, Any], jobs: int) -> bool:
    """Play one series and return whether its first bot reached its target."""
    command = [sys.executable, "-m", "stockade.cli", "simulate", game, "--json", "--bots", series["bots"]]
    command += ["--games", str(series["games"]), "--players", str(series.get("players", 2)), "--jobs", str(jobs)]
    command += [part for option in series.get("options", []) for part in ("--option", option)]
    started = time.perf_counter()
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    score, wanted, held = judge(found, series)
    spent = time.perf_counter() - started
    print(
        f"{'ok  ' if held else 'MISS'} {game}, {series.get('players', 2)} players: {series['bots']}: {score} "
        f"({wanted}); {spent:.0f} s",
        flush=True,
    )
    return held


def judge(found: dict[str, Any], series: dict[str, Any]) -> tuple[str, str, bool]:
    """Return the result, the target, and whether it was reached.

    A target is the mean points of a seat, the games that nobody won, or the wins of the first bot.
    """
    if "least_points" in series:
        mean, (low, high) = found["points"]["mean"], found["points"]["interval"]
        least = series["least_points"]
        return f"{mean:.2f} points a seat, 95% {low:.2f} to {high:.2f}", f"points >= {least}", mean >= least
    if "most_nobody" in series:
        nobody, most = found["nobody"], series["most_nobody"]
        return f"{nobody} of {series['games']} games won by nobody", f"at most {most}", nobody <= most
    first = found["bots"][0]
    least, most = series.get("least_wins", 0), series.get("most_losses", series["games"])
    held = first["wins"] >= least and first["losses"] <= most
    score = f"{first['wins']} won, {first['draws']} shared, {first['losses']} lost"
    return score, f"wins >= {least}" if least else f"losses <= {most}", held


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(FLOORS))
    parser.add_argument(
        "--jobs", type=int, default=1, help="more than one slows each search down if there are few cores"
    )
    arguments = parser.parse_args()
    held = [play(game, series, arguments.jobs) for game in arguments.games for series in FLOORS[game]["strength"]]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
