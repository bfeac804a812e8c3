"""Blockade positions written by hand: impossible ones are refused, with the ruling if there is one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.blockade.positions import GAME
from tests.games.positions import check_reads_back, check_refusal

BLACK = {"castle": 2, "bridges": [1, 3]}
WHITE = {"castle": 9, "bridges": [8, 10]}
MATCH: dict[str, Any] = {"target": 11, "points": [3, 4], "rounds": 2, "black": 0}
LAST = {"ending": "moat", "winner": 1}
WON = {"black": {"castle": 10, "bridges": [1, 3]}, "white": {"castle": 6, "bridges": [7, 8]}, "to_move": None}
STUCK = {"black": {"castle": 3, "bridges": [1, 8]}, "white": {"castle": 9, "bridges": [10, 10]}, "to_move": None}


def position(**fields: Any) -> dict[str, Any]:
    return {"black": BLACK, "white": WHITE, **fields}


def over(board: dict[str, Any], ending: str, winner: int | None, points: list[int], **rest: Any) -> dict[str, Any]:
    match = {"points": points, "rounds": 1} | rest.pop("match", {})
    return {**board, "match": match, "last_round": {"ending": ending, "winner": winner}, **rest}


def test_two_sides_are_enough() -> None:
    assert GAME.from_json({"black": BLACK, "white": WHITE}) == GAME.start()
    assert GAME.from_json({"black": {"castle": 2, "bridges": [3, 1]}, "white": WHITE}) == GAME.start()


@pytest.mark.parametrize(
    "given",
    [
        position(match=MATCH, last_round=LAST, ply=90),
        position(match=MATCH | {"black": 1}, last_round=LAST, to_move="white"),
        position(black=BLACK | {"retreat": "B3-5"}),
        position(moves=399, ply=399),
        over(WON, "moat", 0, [1, 0]),
        over(STUCK, "blocked", 0, [1, 0]),
        over({"black": BLACK, "white": WHITE, "to_move": None}, "limit", None, [0, 0], moves=400),
        over(WON, "moat", 0, [12, 4], match={"target": 11, "rounds": 7}),
        over(WON, "moat", 0, [4, 4], match={"target": 11, "rounds": 40}),
    ],
)
def test_what_can_be_is_accepted_and_reads_back(given: dict[str, Any]) -> None:
    state = GAME.from_json(given)
    check_reads_back(state)
    assert state.is_over == (given.get("to_move", "") is None)


@pytest.mark.parametrize(
    ("given", "words", "ruling"),
    [
        (position(black={"castle": 2, "bridges": [1, 8]}), "both players on one square", "6"),
        (position(white={"castle": 3, "bridges": [8, 10]}), "both players on one square", "6"),
        (position(black={"castle": 1, "bridges": [2, 3]}), "Black's castle stands in its own moat", "7"),
        (position(white={"castle": 10, "bridges": [8, 9]}), "White's castle stands in its own moat", "7"),
        (position(black={"castle": 10, "bridges": [2, 3]}, white={"castle": 9, "bridges": [8, 8]}), "has won", "3"),
        (position(**{**STUCK, "to_move": "white"}), "no valid move", "3"),
        (position(moves=400), "limit is reached", "4"),
        (position(moves=401, ply=401), "more moves than the limit", ""),
        (position(moves=5, limit=4), "more moves than the limit", ""),
        (position(moves=9, ply=8), "fewer moves in the match", ""),
        (position(black=BLACK | {"retreat": "B5-3"}), "cannot have just made", "2"),
        (position(black=BLACK | {"retreat": "D2-3"}), "cannot have just made", "2"),
        (position(black=BLACK | {"retreat": "C2-1"}), "cannot have just made", "2"),
        (position(black=BLACK | {"retreat": "X2-1"}), "retreat of black", ""),
        (position(match={"rounds": 1}), "single game has no earlier rounds", ""),
        (position(match={"points": [1, 0]}), "single game has no earlier rounds", ""),
        (position(match=MATCH | {"rounds": 40}, last_round=LAST), "match is over", "5"),
        (position(match=MATCH | {"points": [11, 0]}, last_round=LAST), "match is over", "5"),
        (position(match=MATCH), "last_round does not fit", ""),
        (position(last_round=LAST), "last_round does not fit", ""),
        (position(match=MATCH, last_round={"ending": "moat", "winner": None}), "winner does not fit", ""),
        (position(match=MATCH, last_round={"ending": "limit", "winner": 1}), "winner does not fit", ""),
        (over(WON, "moat", 1, [0, 1]), "not in the far moat", "3"),
        (over(WON, "moat", None, [0, 0]), "someone's castle", ""),
        (over(WON, "none", None, [0, 0]), "without an ending", ""),
        (over(WON, "moat", 0, [0, 1]), "points do not fit", ""),
        (over(WON, "moat", 0, [1, 0], match={"rounds": 2}), "points do not fit", ""),
        (over(WON, "moat", 0, [1, 0], match={"rounds": 0}), "no round was played", ""),
        (over(WON, "moat", 0, [5, 0], match={"target": 11}), "match is not over", "5"),
        (over(STUCK, "blocked", 1, [0, 1]), "can still move", "3"),
        (
            over({"black": BLACK, "white": WHITE, "to_move": None}, "limit", None, [0, 0], moves=399),
            "limit is not",
            "4",
        ),
        (position(black={"castle": 2, "bridges": [1]}), "two bridges", ""),
        (position(black={"castle": 2, "bridges": [1, 11]}), "'bridges' is a whole number from 1 to 10", ""),
        (position(black={"castle": 0, "bridges": [1, 3]}), "'castle' is a whole number from 1 to 10", ""),
        (position(black={"bridges": [1, 3]}), "'castle' is missing", ""),
        ({"black": BLACK}, "'white' is missing", ""),
        (position(to_move="red"), "'to_move' is one of black, white", ""),
        (position(limit=1), "'limit' is a whole number from 2 to 10000", ""),
        (position(match={"target": 100}), "'target' is a whole number from 0 to 99", ""),
        (position(match={"points": [0]}), "two numbers", ""),
        (position(black=BLACK | {"pawns": []}), "no field 'pawns'", ""),
        (position(match={"colour": 1}), "no field 'colour'", ""),
        (position(last_round={"who": 1}), "no field 'who'", ""),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_cannot_be_is_refused(given: dict[str, Any], words: str, ruling: str) -> None:
    check_refusal(GAME, given, words, ruling)
