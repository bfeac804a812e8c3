"""Openings: what each choice of a solved game is worth, and what first choices have been worth in others."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import stockade
from stockade.core.game import Game
from stockade.core.language import cache_by_language
from stockade.core.scene import Shape
from stockade.core.state import State
from stockade.openings.table import first_choice, openings_of, sorts_of
from stockade.puzzles.solved import solution_of, verdicts

from .errors import Refused
from .positions import picture
from .puzzles.words import worth_words
from .schemas import BookMove, BookPage, OpeningRow


def book_page(game: Game, actions: list[str], shape: Shape, check: Callable[[State], None]) -> BookPage:
    """Return a page of the book of a solved game: the position after some moves, and what each choice is worth.

    `check` refuses positions that the reader may not look up.
    """
    if game.solution is None:
        raise Refused("not_allowed", "This game is not solved, so there is no book of it.")
    state = game.start()
    labels = []
    for text in actions:
        labels.append(state.describe(state.parse(text)))
        state.apply(text)
    check(state)
    scene = picture(state, None, shape)
    return BookPage(
        position=state.to_json(), scene=scene, labels=labels, moves=[] if state.is_over else _moves(state)
    )


def _moves(state: State) -> list[BookMove]:
    found = verdicts(solution_of(state.game), state)
    order = sorted(found, key=lambda action: (found[action].value, -found[action].value * found[action].distance))
    return [
        BookMove(
            action=action,
            text=state.format(action),
            label=state.describe(action),
            value=found[action].value,
            distance=found[action].distance,
            worth=worth_words("moves", (found[action].value, found[action].distance)),
        )
        for action in reversed(order)
    ]


@cache
def is_solved(name: str) -> bool:
    return stockade.game(name).has("solution")


@cache_by_language
def rows_of(name: str) -> list[OpeningRow]:
    """Return what first choices have been worth, by number of players, the best first."""
    game = stockade.game(name)
    rows = []
    for row in openings_of(name):
        state = first_choice(game, row.players, row.seed)
        values: dict[str, Any] = {
            "players": row.players,
            "choice": sorts_of(state)[state.parse(row.action)],
            "games": row.games,
            "wins": row.wins,
            "wins_interval": row.wins_interval,
            "points": row.points,
            "points_interval": row.points_interval,
        }
        rows.append(OpeningRow(**values))
    return rows
