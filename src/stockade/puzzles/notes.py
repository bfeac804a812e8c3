"""Notes of long work on puzzles, so that an interrupted run goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from pathlib import Path

from stockade.arena.jobs import Piece, share_out
from stockade.arena.keeping import KeptLines
from stockade.core.game import Game
from stockade.puzzles.puzzle import Puzzle


def head_of(game: Game, seed: int, **more: str) -> dict[str, object]:
    """Return what the results of a run depend on."""
    return {"game": game.name, "rules_version": game.spec.rules_version, "seed": seed, **more}


def noted(
    work: Path, head: dict[str, object], task: Callable[..., list[Puzzle]], pieces: Mapping[int, Piece], jobs: int
) -> Generator[tuple[int, list[Puzzle]], None, None]:
    """Do numbered pieces of work that result in puzzles, and note each result in the file `work`.

    Yields the number and the result of each piece, first of those that an earlier run with the same head has noted.
    Notes of another run are dropped.
    """
    with KeptLines(work) as notes:
        if notes.found[:1] != [head]:
            notes.clear()
            notes.add(head)
        done = {int(note["number"]): [Puzzle.from_json(each) for each in note["puzzles"]] for note in notes.found[1:]}
        yield from done.items()
        todo = [number for number in pieces if number not in done]
        for place, puzzles in share_out(task, [pieces[number] for number in todo], jobs):
            notes.add({"number": todo[place], "puzzles": [puzzle.to_json() for puzzle in puzzles]})
            yield todo[place], puzzles
