"""Notes of long work on puzzles, so that an interrupted run goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from pathlib import Path

from stockade.arena.jobs import Piece, share_out
from stockade.core.cache import write_whole
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
    """
    done = _resume(work, head)
    yield from done.items()
    todo = [number for number in pieces if number not in done]
    with work.open("a", encoding="utf-8") as notes:
        for place, puzzles in share_out(task, [pieces[number] for number in todo], jobs):
            line = {"number": todo[place], "puzzles": [puzzle.to_json() for puzzle in puzzles]}
            notes.write(json.dumps(line, ensure_ascii=False) + "\n")
            notes.flush()
            yield todo[place], puzzles


def _resume(work: Path, head: dict[str, object]) -> dict[int, list[Puzzle]]:
    """Return the results that are noted already. Starts the file anew if it belongs to another run."""
    text = work.read_bytes() if work.is_file() else b""
    first, *lines = text[: text.rfind(b"\n") + 1].splitlines() or [b""]  # a killed run may leave half a line
    if first != json.dumps(head).encode():
        write_whole(work, json.dumps(head).encode() + b"\n")
        return {}
    write_whole(work, b"".join(line + b"\n" for line in (first, *lines)))
    found = {}
    for note in map(json.loads, lines):
        found[int(note["number"])] = [Puzzle.from_json(each) for each in note["puzzles"]]
    return found
