"""`stockade puzzles`: make the puzzles of a game, check them again, or say what puzzles it has."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import GameName, Json, page
from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stockade.core.game import Game
    from stockade.puzzles.puzzle import Puzzle

SEED_LIMIT = 2**62
HELP = page(
    "Make puzzles: positions in which one choice is better than all others. Bots play games. In a solved game the "
    "answers are exact. In others, a position is kept if several long searches agree and the best choice is clearly "
    "ahead. --check measures stored puzzles again with another seed and names those that are not confirmed; together "
    "with --make it replaces these. Ctrl-C ends a run early, and the same command continues it. --explain plays the "
    "best two choices of each stored puzzle to the end, and stores what differs. Without any of these, shows what "
    "puzzles exist.",
    "puzzles GAME                                      what puzzles there are",
    "puzzles GAME --make 2 --out mine.ndjson           a quick try",
    "puzzles OTHER --make 2 --jobs 2 --out mine.ndjson",
    "puzzles OTHER --check --seed 7 --jobs 2           measure them again",
    "puzzles OTHER --explain --jobs 2                  after a change of texts or languages",
    json="game, file, count, tasks, themes, ratings (lowest, middle, highest), found (the share of puzzles that each "
    "level of bots finds); unconfirmed (numbers), if they were checked; timing, if puzzles were made or checked",
)


def puzzles(
    game: GameName,
    make: Annotated[int | None, typer.Option("--make", "-n", help="How many puzzles to make.", min=1)] = None,
    check: Annotated[bool, typer.Option("--check", help="Measure the stored puzzles again.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Store anew, in every language, why the answers are right.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Sets the games and the searches.", min=0, max=SEED_LIMIT)] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many processes share the work.", min=1)] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", help="The file to write.", show_default="data/puzzles.ndjson of the game")
    ] = None,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.cli.terminal import print_json
    from stockade.puzzles.puzzle import file_of, read

    if explain and (check or make is not None):
        raise BadOption("--explain goes alone: --make and --check explain the puzzles that they change")
    found = stockade.game(game)
    file = out or file_of(found)
    started = time.perf_counter()
    unconfirmed = None
    if check:
        unconfirmed = _check(found, make, seed, jobs, file)
    elif make is not None:
        _make(found, make, seed, jobs, file)
    elif explain:
        _explain(found, jobs, file)
    stored = read(file) if file.is_file() else []
    report = {"game": found.name, "file": str(file)} | _summary(stored)
    if unconfirmed is not None:
        report["unconfirmed"] = unconfirmed
    if check or explain or make is not None:
        report["timing"] = {"seconds": time.perf_counter() - started, "jobs": jobs}
    if json:
        print_json(report)
    else:
        _show(found, report)


def _make(game: Game, wanted: int, seed: int, jobs: int, file: Path) -> None:
    from stockade.puzzles.making import finish

    work = file.with_suffix(".work")
    made: list[Puzzle] = []
    try:
        _collect(made, game, wanted, seed, jobs, work)
    except KeyboardInterrupt:
        finish(file, made)
        raise typer.Exit(130) from None
    finish(file, made)
    if len(made) == wanted:
        work.unlink()


def _check(game: Game, wanted: int | None, seed: int, jobs: int, file: Path) -> list[int]:
    """Check puzzles, and replace those that are not confirmed if so many are wanted. Returns the numbers of these.

    A run that is ended early leaves the puzzles as they are.
    """
    from stockade.cli.terminal import progress
    from stockade.puzzles.checking import check, refilled
    from stockade.puzzles.puzzle import read, write

    if not file.is_file():
        raise BadOption(f"there is no file {file}: make puzzles before you check them")
    stored = read(file)
    notes, work = file.with_suffix(".check"), file.with_suffix(".work")
    kept: dict[int, Puzzle] = {}
    made: list[Puzzle] = []
    try:
        with progress(f"{game.spec.title}: puzzles checked", len(stored)) as advance:
            for number, puzzle in check(game, stored, seed, jobs, notes):
                advance(1)
                if puzzle is not None:
                    kept[number] = puzzle
        if wanted is not None:
            _collect(made, game, wanted, seed, jobs, work, list(kept.values()))
            write(file, refilled(stored, kept, made))
            work.unlink(missing_ok=True)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    notes.unlink()
    return sorted({puzzle.number for puzzle in stored} - kept.keys())


def _explain(game: Game, jobs: int, file: Path) -> None:
    from stockade.arena.jobs import share_out
    from stockade.cli.terminal import busy, progress
    from stockade.puzzles.puzzle import read, write
    from stockade.puzzles.why import explained

    if not file.is_file():
        raise BadOption(f"there is no file {file}: make puzzles before you explain them")
    puzzles = read(file)
    with busy(f"setting up {game.spec.title}"):
        game.compile()
    with progress(f"{game.spec.title}: puzzles explained", len(puzzles)) as advance:
        for at, puzzle in share_out(explained, [(puzzle,) for puzzle in puzzles], jobs):
            puzzles[at] = puzzle
            advance(1)
    write(file, puzzles)


def _collect(
    made: list[Puzzle], game: Game, wanted: int, seed: int, jobs: int, work: Path, kept: Sequence[Puzzle] = ()
) -> None:
    """Make puzzles with a progress bar, and add each to a list as soon as it is made."""
    from stockade.cli.terminal import busy, progress
    from stockade.puzzles.making import make

    with busy(f"setting up {game.spec.title}"):
        game.compile()
    with progress(f"{game.spec.title}: puzzles", max(wanted - len(kept), 0)) as advance:
        for found in make(game, wanted, seed, jobs, work, kept):
            advance(len(found) - len(made))
            made[:] = found


def _summary(stored: list[Puzzle]) -> dict[str, Any]:
    ratings = sorted(puzzle.rating for puzzle in stored)
    return {
        "count": len(stored),
        "tasks": dict(Counter(puzzle.task for puzzle in stored)),
        "themes": dict(Counter(puzzle.theme for puzzle in stored).most_common()),
        "ratings": [ratings[0], ratings[len(ratings) // 2], ratings[-1]] if ratings else [],
        "found": {
            level: round(sum(puzzle.found[level] for puzzle in stored) / len(stored), 3)
            for level in (stored[0].found if stored else ())
        },
    }


def _show(game: Game, report: dict[str, Any]) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import say, say_whole

    title = f"[bold]{escape(game.spec.title)}[/]"
    if not report["count"]:
        say(f"{title} has no puzzles yet. Make some with --make.")
        return
    low, middle, high = report["ratings"]
    say(f"{title}: {report['count']} puzzles, rated {low} to {high}, in the middle {middle}")
    for title, counts in (("tasks", report["tasks"]), ("themes", report["themes"])):
        say(f"  {title}: " + ", ".join(f"{escape(name)} {count}" for name, count in counts.items()))
    shares = ", ".join(f"level {level} {share:.0%}" for level, share in report["found"].items())
    say(f"  found by bots: {shares}")
    if (numbers := report.get("unconfirmed")) is not None:
        say("  not confirmed: " + (", ".join(map(str, numbers)) or "none"))
    say_whole(f"[dim]{escape(report['file'])}[/]")
