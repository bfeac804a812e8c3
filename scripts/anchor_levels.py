"""Measure how strong the levels of games are, and write the ratings at which their bots start.

    python scripts/anchor_levels.py [game ...] [--players N] [--jobs N] [--games 200,200,40,20]

This takes long, because the strong levels get their full time for every move. Other measurements are kept.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import stockade
from stockade.arena.anchors import GAMES, anchored_levels
from stockade.server.ratings import anchors

FILE = Path(anchors.__file__).with_name(anchors.TABLE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=stockade.games(), metavar="game")
    parser.add_argument("--players", type=int, action="append", help="all numbers of players, unless given")
    parser.add_argument(
        "--jobs", type=int, default=1, help="more than one slows searches down if there are few cores"
    )
    parser.add_argument(
        "--games", default=",".join(map(str, GAMES)), help="for each pair of neighbouring levels; 0: do not measure"
    )
    given = parser.parse_args()
    counts = [int(count) for count in given.games.split(",")]
    for name in given.names:
        game = stockade.game(name)
        for players in given.players or [number for number in game.spec.players if number > 1]:
            values = anchored_levels(game, players, counts, jobs=given.jobs)
            print(f"{name}, {players} players: {values}", flush=True)
            write(name, players, values)


def write(name: str, players: int, values: list[int]) -> None:
    table: dict[str, dict[str, list[int]]] = json.loads(FILE.read_text("utf-8"))
    table.setdefault(name, {})[str(players)] = values
    lines = [
        f"  {json.dumps(game)}: {json.dumps(dict(sorted(counts.items())))}" for game, counts in sorted(table.items())
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
