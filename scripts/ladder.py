"""Measure how strong the levels of games are, and write the figures that the server and docs/strength.md have.

    python scripts/ladder.py [game ...] [--players N] [--level N] [--games 200] [--until decided] [--jobs N]

Every level meets the one below it, at every number of players. This takes long for levels that search. What was
played is kept in build/ladder, each series in a folder of its own: run the script again to go on. Figures of other
levels and games stay as they are, unless the bot of a level has changed. With --write, nothing is played.

The page ends with the sections in docs/strength: Markdown files, in the order of their names.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from zlib import crc32

import stockade
from stockade.arena.jobs import Workers
from stockade.arena.ladder import Figures, level_figures, plan_step, step_figures
from stockade.arena.tournament.kept import Kept
from stockade.arena.tournament.run import Tournament
from stockade.arena.tournament.stopping import Until, read_until
from stockade.bots.levels import Level, levels
from stockade.cli.options import workers
from stockade.core.game import Game
from stockade.server.ratings import anchors

ROOT = Path(__file__).resolve().parent.parent
FILE = Path(anchors.__file__).with_name(anchors.TABLE)
PAGE = ROOT / "docs" / "strength.md"
SECTIONS = ROOT / "docs" / "strength"
KEPT = ROOT / "build" / "ladder"

Table = dict[str, dict[str, Figures]]
"""Figures by game and number of players."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=stockade.games(), metavar="game")
    parser.add_argument("--players", type=int, action="append", help="all numbers of players, unless given")
    parser.add_argument("--level", type=int, action="append", help="the upper of two levels; all, unless given")
    parser.add_argument("--games", type=int, default=200, help="the most that each two levels play")
    parser.add_argument("--until", action="append", help="stop earlier: decided, width=0.2")
    parser.add_argument(
        "--jobs", type=int, default=1, help="more than one slows searches by a clock down if there are few cores"
    )
    parser.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster")
    parser.add_argument("--write", action="store_true", help="play nothing, write docs/strength.md from the figures")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where games are kept")
    parser.add_argument("--figures", type=Path, default=FILE, help="the file of figures that is changed")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page that is written")
    given = parser.parse_args()
    if not given.write:
        until, where = read_until(given.until), workers(given.jobs, given.ray)
        for name in given.names:
            game = stockade.game(name)
            game.compile()
            for players in given.players or counts_of(game):
                for number in given.level or [level.level for level in levels(game)][1:]:
                    found = measure(game, players, number, given.games, until, where, given.kept)
                    print(f"{name}, {players} players, level {number}: {found}", flush=True)
                    write_figures(given.figures, game, players, {number: found})
    given.page.write_text(page(read(given.figures)), "utf-8")


def counts_of(game: Game) -> list[int]:
    """Return the numbers of players at which somebody can win against others."""
    return [number for number in game.spec.players if number > 1]


def measure(
    game: Game, players: int, number: int, games: int, until: Until, where: int | Workers, folder: Path
) -> Figures:
    """Let a level and the one below it play, or what is left of their games, and return the figures."""
    below, above = levels(game, players)[number - 2 : number]
    plan = plan_step(game, players, below, above, games, until)
    tournament = Tournament(plan)
    place = folder / f"{game.name}-{players}-{number}" / f"{crc32(json.dumps(plan.to_json()).encode()):08x}"
    place.mkdir(parents=True, exist_ok=True)
    with Kept(place, plan, resume=True) as kept:
        tournament.take(kept.deals)
        try:
            for _ in tournament.play(where, kept):
                pass
        except KeyboardInterrupt:
            raise SystemExit("interrupted: run the script again to go on") from None
    return step_figures(tournament)


def read(file: Path) -> Table:
    found: Table = json.loads(file.read_text("utf-8"))
    return found


def steps_of(found: Figures | None, now: tuple[Level, ...]) -> dict[int, Figures]:
    """Return what the figures of an earlier run say about levels that are still the same."""
    if found is None or "levels" not in found:
        return {}
    specs = [level.spec for level in now]
    return {
        number + 1: step
        for number, step in enumerate(found["over"])
        if step is not None and found["levels"][number - 1 : number + 1] == specs[number - 1 : number + 1]
    }


def write_figures(file: Path, game: Game, players: int, new: Mapping[int, Figures]) -> None:
    """Put what was measured at one number of players into the file.

    Where a level has not met the one below it, its lead is assumed to be the mean of its leads at other numbers of
    players.
    """
    table = read(file)
    counts = table.setdefault(game.name, {})
    now = {count: levels(game, count) for count in counts_of(game)}
    steps = {count: steps_of(counts.get(str(count)), found) for count, found in now.items()}
    steps[players] |= new
    measured: dict[int, list[int]] = {}
    for known in steps.values():
        for number, step in known.items():
            measured.setdefault(number, []).append(step["lead"])
    assumed = {number: fmean(leads) for number, leads in measured.items()}
    for count, known in steps.items():
        counts[str(count)] = level_figures(now[count], known, assumed)
    games = []
    for name, found in sorted(table.items()):
        lines = [f"    {json.dumps(count)}: {json.dumps(each)}" for count, each in sorted(found.items())]
        games.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    file.write_text("{\n" + ",\n".join(games) + "\n}\n", "utf-8")


INTRODUCTION = """\
# How strong the levels are

`python scripts/ladder.py` plays the games and writes this page. Each level meets the one below it. Every deal is
played with every rotation of the seats ([arena.md](arena.md)).

*Wins over the level below* is the share of comparisons won, with ties as half, and its 95% interval by deals. Where
it is missing, the two have not met at this number of players; the rating then assumes the lead that was measured at
other numbers of players, or 200 points. *Rating* is on the Elo scale, where 400 points are ten wins to one. Level 3
has 1500 in every game, so the ratings of two games cannot be compared. *Processor* is the mean processor time of a
decision, of all threads together.

Budgets are counted, not timed, so levels are as strong on any machine.
"""


def page(table: Table) -> str:
    """Return docs/strength.md."""
    parts = [INTRODUCTION]
    for name, counts in sorted(table.items()):
        game = stockade.game(name)
        parts.append(f"## {game.spec.title}\n")
        for players, found in sorted(counts.items()):
            now = levels(game, int(players))
            rows = [_level(found, number, level) for number, level in enumerate(now)]
            parts += [f"### {players} players\n", *_table([HEAD, *rows]), "", *map(_bot, now), ""]
    parts += [section.read_text("utf-8") for section in sorted(SECTIONS.glob("*.md"))]
    return "\n".join(parts).rstrip() + "\n"


HEAD = ["level", "rating", "95% interval", "wins over the level below", "games", "processor"]


def _bot(level: Level) -> str:
    return f"- {level.name}: `{level.spec}`. {level.text}"


def _level(found: Figures, number: int, level: Level) -> list[str]:
    interval, over, processor = (
        found.get(what, {number: None})[number] for what in ("intervals", "over", "processor")
    )
    return [
        f"{level.level}, {level.name}",
        str(found["ratings"][number]),
        f"{interval[0]} to {interval[1]}" if interval else "–",
        f"{over['share']:.1%} ({over['low']:.1%} to {over['high']:.1%})" if over else "–",
        f"{over['games']}" if over else "–",
        "–" if processor is None else f"{processor:g} ms",
    ]


def _table(rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]]]


if __name__ == "__main__":
    main()
