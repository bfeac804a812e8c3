"""Check stored puzzles again, with other seeds, and replace those that are not confirmed."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from stockade.core.errors import NotAllowed
from stockade.core.game import Game
from stockade.core.registry import game as find_game
from stockade.puzzles.measure import measure_for
from stockade.puzzles.notes import head_of, noted
from stockade.puzzles.puzzle import Puzzle, worth_of
from stockade.puzzles.why import explained


def check(
    game: Game, stored: Sequence[Puzzle], seed: int, jobs: int, work: Path
) -> Generator[tuple[int, Puzzle | None], None, None]:
    """Check puzzles, and yield the number of each with the puzzle, or with None if it is not confirmed.

    Puzzles that the file `work` names are not checked again.
    """
    if game.solution is not None:
        raise NotAllowed(f"the puzzles of {game.spec.title} come from its solution: there is nothing to measure")
    game.compile()
    pieces = {puzzle.number: (puzzle, seed) for puzzle in stored}
    digest = blake2b(repr(stored).encode(), digest_size=8).hexdigest()
    with closing(noted(work, head_of(game, seed, puzzles=digest), confirmed, pieces, jobs)) as results:
        for number, found in results:
            yield number, next(iter(found), None)


def confirmed(puzzle: Puzzle, seed: int) -> list[Puzzle]:
    """Return the puzzle if its answer proves best again, else nothing.

    A short run of all promising choices is enough if the answer is far ahead in it. Otherwise the best of them are
    measured with care, and the puzzle gets the new proof.
    """
    game = find_game(puzzle.position["game"])
    game.compile()
    state = puzzle.state(game)
    [answer] = map(state.parse, puzzle.step.right)
    measure = measure_for(state)
    found = measure.trial(state, seed, answer)
    if measure.is_clear(state, answer, found):
        return [puzzle]
    measured = measure.measure(state, answer, found, seed)
    if measured is None:
        return []
    step = replace(puzzle.step, worth=worth_of(state, measured.worth))
    return [explained(replace(puzzle, step=step, proof=measured.proof))]


def refilled(stored: Sequence[Puzzle], kept: dict[int, Puzzle], new: Sequence[Puzzle]) -> list[Puzzle]:
    """Return stored puzzles with new ones in the places of those that are not kept, and after them.

    What people have solved is stored by number. So puzzles that are kept keep their number and place, and new ones
    get numbers that no stored puzzle had.
    """
    following = max((puzzle.number for puzzle in stored), default=0) + 1
    fresh = iter([replace(puzzle, number=number) for number, puzzle in enumerate(new, following)])
    found = [kept.get(puzzle.number) or next(fresh, None) for puzzle in stored]
    return [puzzle for puzzle in (*found, *fresh) if puzzle is not None]
