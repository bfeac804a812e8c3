"""Check the reasons of an analysis: what differs at the end of two lines."""

from __future__ import annotations

import stockade
from stockade.analysis.reasons import Pair, reasons
from stockade.core.state import State

GAME = stockade.game("barrage")


def ending(excavators: int, credit: int) -> State:
    """Return a position in which the first seat has that many machines and credits."""
    state = GAME.start(2)
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    position = state.to_json()
    position["seats"][0] |= {"excavators": excavators, "credits": credit}
    return GAME.from_json(position)


def test_two_things_that_differ_equally_on_average_are_both_told() -> None:
    better = ending(6, 6)
    pairs = [Pair(better, ending(4, 3)), Pair(better, ending(3, 4)), Pair(better, ending(4, 3)),
             Pair(better, ending(3, 4))]  # fmt: skip
    told = reasons(pairs, 0)
    assert "−2 excavators" in told
    assert "−2 credits" in told


def test_a_sheet_does_not_repeat_the_ledger() -> None:
    better = ending(6, 6)
    told = reasons([Pair(better, ending(6, 3))] * 3, 0)
    assert [text for text in told if "redit" in text] == ["−3 credits"]


def test_the_largest_difference_comes_first() -> None:
    better = ending(6, 6)
    assert reasons([Pair(better, ending(5, 2))] * 3, 0)[:2] == ["−4 credits", "−1 excavator"]


def test_what_may_be_chance_is_not_told() -> None:
    better = ending(6, 6)
    assert reasons([Pair(better, ending(6, 3)), Pair(better, ending(6, 8))], 0) == []
