"""Blockade in numbers: what each block of an observation holds, seen from a seat, and the hand-made evaluation."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.games.blockade.positions import GAME, at
from tests.games.observations import block

START = {"black": {"castle": 2, "bridges": [1, 3]}, "white": {"castle": 9, "bridges": [8, 10]}}
MATCH: dict[str, Any] = {"target": 11, "points": [3, 4], "rounds": 2, "black": 0}


def turned(given: dict[str, Any]) -> dict[str, Any]:
    """Return the same position with colours and board mirrored."""

    def side(pieces: dict[str, Any]) -> dict[str, Any]:
        retreat = pieces.get("retreat")
        if retreat is not None:
            start, end = (11 - int(square) for square in retreat[1:].split("-"))
            retreat = f"{retreat[0]}{start}-{end}"
        return {
            "castle": 11 - pieces["castle"],
            "bridges": [11 - square for square in pieces["bridges"]],
            "retreat": retreat,
        }

    return {"black": side(given["white"]), "white": side(given["black"])}


SEEN = {
    "black": {"castle": 5, "bridges": [3, 5], "retreat": "K5-3"},
    "white": {"castle": 8, "bridges": [10, 10], "retreat": "C8-9"},
}


def test_both_sides_see_the_board_from_their_own_moat() -> None:
    black = GAME.from_json(SEEN).observation(0)
    white = GAME.from_json(turned(SEEN) | {"to_move": "white"}).observation(1)
    assert (black == white).all()


def test_an_observation_by_hand() -> None:
    seen = partial(block, GAME.from_json(SEEN | {"moves": 100}), 0)
    assert seen("own bridges").tolist() == [0, 0, 0.5, 0, 0.5, 0, 0, 0, 0, 0]
    assert seen("own castle").argmax() == 4
    assert seen("opposing bridges").tolist() == [0] * 9 + [1.0]
    assert seen("opposing castle").argmax() == 7
    parse = GAME.start().parse
    assert np.flatnonzero(seen("own retreat")).tolist() == [parse("K5-3")]
    assert np.flatnonzero(seen("opposing retreat")).tolist() == [parse("C8-9")]
    assert seen("moves left") == pytest.approx([0.75])
    assert not seen("own points").any()


def test_points_of_a_match_are_seen_by_both() -> None:
    state = at(match=MATCH, last_round={"ending": "moat", "winner": 1})
    for seat in (0, 1):
        seen = partial(block, state, seat)
        assert seen("own points") == pytest.approx([MATCH["points"][seat] / 11])
        assert seen("opposing points") == pytest.approx([MATCH["points"][1 - seat] / 11])


def test_the_evaluation_is_even_at_the_start_but_for_the_move_and_turns_with_the_board() -> None:
    def value(given: dict[str, Any]) -> float:
        values = np.zeros(2)
        state = GAME.from_json(given)
        GAME.play.evaluate_one(state.data, values)
        assert values[0] == -values[1]
        return float(values[0])

    assert value(START) == pytest.approx(0)
    assert value(SEEN) == pytest.approx(-value(turned(SEEN)))
    assert value(START | {"black": {"castle": 6, "bridges": [1, 3]}}) > 0
