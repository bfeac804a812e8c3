"""Why the answer of a puzzle is right, in the game's own terms: what the next best choice changes in the end.

Both choices are played to the end many times, quickly and with the same luck. A puzzle keeps what differs, in every
language, so that nobody has to wait for it. If quick play does better after the next best choice, it has missed the
reason, and the puzzle keeps none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from stockade.analysis.lines import end_of
from stockade.analysis.reasons import Pair, differences
from stockade.core.language import languages, speaking
from stockade.core.registry import game as find_game
from stockade.core.state import State
from stockade.puzzles.puzzle import Puzzle

GAMES = 16  # after each of the two choices


def explained(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with what the next best choice changes in the end. An exact answer needs no such reason."""
    if puzzle.unit == "moves":
        return puzzle
    game = find_game(puzzle.position["game"])
    game.compile()
    state = puzzle.state(game)
    right, other = (state.parse(text) for text in (next(iter(puzzle.step.right)), puzzle.second))
    pairs = [Pair(end_of(state, (right,), seed), end_of(state, (other,), seed)) for seed in range(GAMES)]
    agrees = _gain(puzzle, pairs) > 0.0
    why = {}
    for code in languages():
        with speaking(code):
            why[code] = tuple(differences(pairs, puzzle.seat)) if agrees else ()
    return replace(puzzle, why=why)


def _gain(puzzle: Puzzle, pairs: Sequence[Pair]) -> float:
    """Return how much better the right choice does on average: by points, or by what the result is worth."""

    def worth(end: State) -> float:
        return float((end.scores() if puzzle.unit == "points" else end.returns())[puzzle.seat])

    return fmean(worth(pair.better) - worth(pair.played) for pair in pairs)
