"""Puzzles that a person solves with touches on the board that mean nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import stockade
from stockade.core.scene import Choice, Shape
from stockade.core.state import State
from stockade.puzzles.puzzle import Puzzle, puzzles_of


@dataclass(frozen=True)
class PlainPuzzle:
    """A puzzle that ends with one plain choice, and a plain choice that is wrong, if there is one."""

    puzzle: Puzzle
    state: State
    right: Choice
    wrong: Choice | None


def plain_puzzle(game: str) -> PlainPuzzle | None:
    """Return the first such puzzle of a game, best one with a wrong choice; None if there is no such puzzle."""
    found = None
    for puzzle in puzzles_of(game):
        if any(reply.then is not None for reply in puzzle.step.right.values()):
            continue
        state = puzzle.state(stockade.game(game))
        rights = [plain(state, puzzle.seat, text) for text in puzzle.step.right]
        if None in rights or rights[0] is None:
            continue
        others = [state.format(action) for action in state.legal_actions()]
        tried = (plain(state, puzzle.seat, text) for text in others if text not in puzzle.step.right)
        made = PlainPuzzle(puzzle, state, rights[0], next((choice for choice in tried if choice), None))
        if made.wrong is not None:
            return made
        found = found or made
    return found


def plain(state: State, seat: int, text: str, shape: Shape = "wide") -> Choice | None:
    """Return a choice that a person makes with touches that mean nothing else, or None."""
    choices = state.scene(seat, shape).choices
    [chosen] = [choice for choice in choices if choice.text == text]
    alike = [choice for choice in choices if choice.touches[: len(chosen.touches)] == chosen.touches]
    return chosen if len(alike) == 1 and chosen.touches and chosen.turn is None else None
