"""Measure how strong the levels of games are, and write the figures that the server and docs/strength.md have.

    python scripts/ladder.py [game ...] [--players N] [--games 200] [--until decided] [--jobs N] [--ray ADDRESS]

Every level meets the one below it until it is clear which is better, or all games are played. This takes long,
because the strong levels get their full time for every move. What was played is kept in build/ladder: run the script
again to go on. Measurements of other games are kept. With --write, only docs/strength.md is written again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import stockade
from stockade.arena.jobs import Workers
from stockade.arena.ladder import level_figures, plan_ladder
from stockade.arena.tournament.kept import Kept
from stockade.arena.tournament.run import Tournament
from stockade.arena.tournament.stopping import Until, read_until
from stockade.bots.levels import levels
from stockade.cli.options import workers
from stockade.server.ratings import anchors

ROOT = Path(__file__).resolve().parent.parent
FILE = Path(anchors.__file__).with_name(anchors.TABLE)
PAGE = ROOT / "docs" / "strength.md"
KEPT = ROOT / "build" / "ladder"

Table = dict[str, dict[str, dict[str, Any]]]
"""Figures by game and number of players."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=stockade.games(), metavar="game")
    parser.add_argument("--players", type=int, action="append", help="all numbers of players, unless given")
    parser.add_argument("--games", type=int, default=200, help="the most that each two levels play")
    parser.add_argument("--until", action="append", help="decided (the default), width=0.2")
    parser.add_argument(
        "--jobs", type=int, default=1, help="more than one slows searches down if there are few cores"
    )
    parser.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster")
    parser.add_argument("--write", action="store_true", help="play nothing, write docs/strength.md from the figures")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where games are kept")
    parser.add_argument("--figures", type=Path, default=FILE, help="the file of figures that is changed")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page that is written")
    given = parser.parse_args()
    if not given.write:
        until = read_until(given.until or ["decided"])
        where = workers(given.jobs, given.ray)
        for name in given.names:
            game = stockade.game(name)
            game.compile()
            for players in given.players or [number for number in game.spec.players if number > 1]:
                found = measure(name, players, given.games, until, where, given.kept)
                print(f"{name}, {players} players: {found['ratings']}", flush=True)
                write_figures(given.figures, name, players, found)
    given.page.write_text(page(read(given.figures)), "utf-8")


def measure(name: str, players: int, games: int, until: Until, where: int | Workers, folder: Path) -> dict[str, Any]:
    """Play a ladder, or what is left of it, and return its figures."""
    plan = plan_ladder(stockade.game(name), players, games, until)
    tournament = Tournament(plan)
    place = folder / f"{name}-{players}"
    place.mkdir(parents=True, exist_ok=True)
    with Kept(place, plan, resume=True) as kept:
        tournament.take(kept.deals)
        try:
            for _ in tournament.play(where, kept):
                pass
        except KeyboardInterrupt:
            raise SystemExit("interrupted: run the script again to go on") from None
    return level_figures(tournament)


def read(file: Path) -> Table:
    found: Table = json.loads(file.read_text("utf-8"))
    return found


def write_figures(file: Path, name: str, players: int, found: dict[str, Any]) -> None:
    """Put the figures of one game and number of players into the file."""
    table = read(file)
    table.setdefault(name, {})[str(players)] = found
    games = []
    for game, counts in sorted(table.items()):
        lines = [f"    {json.dumps(count)}: {json.dumps(each)}" for count, each in sorted(counts.items())]
        games.append(f"  {json.dumps(game)}: {{\n" + ",\n".join(lines) + "\n  }")
    file.write_text("{\n" + ",\n".join(games) + "\n}\n", "utf-8")


INTRODUCTION = """\
# How strong the levels are

`python scripts/ladder.py` plays the tournaments and writes this page. Each level meets the one below it. Every deal
is played with every rotation of the seats, and a series ends as soon as it is clear which level is better
([arena.md](arena.md)).

*Rating* is on the Elo scale, where 400 points are ten wins to one. Level 3 has 1500 in every game, so the ratings of
two games cannot be compared. The interval is a 95% interval by deals. *Wins over the level below* is the share of
comparisons won, with ties as half, and an interval that stays valid although the series could stop early. *Time* is
how long a decision took, and *processor* its processor time, of all threads together. A level with a clock plays
better on a faster machine.
"""


def page(table: Table) -> str:
    """Return docs/strength.md."""
    parts = [INTRODUCTION]
    for name, counts in sorted(table.items()):
        game = stockade.game(name)
        parts.append(f"## {game.spec.title}\n")
        for players, found in sorted(counts.items()):
            parts.append(f"### {players} players\n")
            parts += [_row(*_head()), _row(*["---"] * len(_head()))]
            known = levels(game)[: len(found["ratings"])]
            parts += [_row(*_level(found, number, level.name)) for number, level in enumerate(known)]
            if "complete" not in found:
                parts.append("\nOnly the ratings of an earlier measurement are known. Some leads are assumed.")
            elif not found["complete"]:
                parts.append("\nThis ladder is not complete: levels without an interval have an assumed lead.")
            parts.append("")
    return "\n".join(parts).rstrip() + "\n"


def _head() -> list[str]:
    return ["level", "rating", "95% interval", "wins over the level below", "games", "time", "processor"]


def _level(found: dict[str, Any], number: int, name: str) -> list[str]:
    def figure(what: str) -> Any:
        return (found.get(what) or [None] * (number + 1))[number]

    interval, over = figure("intervals"), figure("over")
    return [
        f"{number + 1}, {name}",
        str(found["ratings"][number]),
        f"{interval[0]} to {interval[1]}" if interval else "–",
        f"{over['share']:.1%} ({over['low']:.1%} to {over['high']:.1%})" if over else "–",
        f"{over['games']}" if over else "–",
        _milliseconds(figure("milliseconds")),
        _milliseconds(figure("processor")),
    ]


def _milliseconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g} ms"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
