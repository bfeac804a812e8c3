"""Each refusal in Cascade Barricade names the rule that forbids the action."""

from __future__ import annotations

import random

import pytest
from tests.games.cascade_barricade.positions import GAME, at, seat, start
from tests.games.cascade_barricade.test_position import lively
from tests.games.positions import played
from tests.games.reasons import check_reasons, check_refused

from stockade.core.state import State
from stockade.games.cascade_barricade.layout import Phase
from stockade.games.cascade_barricade.rules.actions import Base

OPEN = at(seat(money=8), seat(), phase="open")
BIDDING = played(OPEN, "open 7", "bid 7")
ACTING = at(seat("15 2,0 CC", "26 3,0 CCM", at="1,0"), seat("20 1,1", at="0,3"), holes="2,-1")
HIRING = at(seat("15 2,0 CCC", "24 3,0", money=1), seat("20 1,1", at="0,3"), phase="hire")


@pytest.mark.parametrize(
    ("state", "text", "words", "ruling"),
    [
        (GAME.start(2), "corner 1", "left to chance", "1"),
        (GAME.start(2), "next violet", "Violet does not play", "1"),
        (GAME.start(2, {"colours": 1}), "next jade", "Jade does not play", "1"),
        (played(GAME.start(2), "next azure"), "next azure", "has a place already", "1"),
        (start(), "next azure", "not chance's any more", "1"),
        (start(), "corner 2", "a wall is opened now", "2"),
        (start(), "pass", "nobody passes", "3"),
        (OPEN, "open 6", "not on the block", "2"),
        (OPEN, "open 10", "only the top row", "3"),
        (OPEN, "open 9", "Crimson has $8", "2"),
        (OPEN, "draw 9", "left to chance", "4"),
        (OPEN, "bid 9", "a wall is opened now", "2"),
        (played(OPEN, "open 7"), "pass", "opened the wall", "2"),
        (BIDDING, "bid 7", "the lowest bid is $8", "2"),
        (BIDDING, "bid 101", "Azure has $100", "2"),
        (BIDDING, "skip", "up for auction", "2"),
        (played(BIDDING, "pass"), "wall 0,0", "0,0 is under water", "2"),
        (played(BIDDING, "pass"), "wall 5,0", "a character stands on 5,0", "2"),
        (played(BIDDING, "pass"), "wall 6,0", "off the land", "2"),
        (played(BIDDING, "pass"), "bid 9", "placed first", "2"),
        (at(seat("15 2,0"), seat(), phase="scrap"), "open 7", "scrapped or kept", "9"),
        (HIRING, "hire C 1", "has 3 laborers", "5"),
        (HIRING, "hire W 2", "does not show a wizard", "5"),
        (HIRING, "hire C 3", "no wall in slot 3", "5"),
        (HIRING, "hire C 2", "it costs $2, and Crimson has $1", "5"),
        (HIRING, "skip", "hire or done", "5"),
        (ACTING, "move 0,0", "is under water", "6"),
        (ACTING, "move 2,-1", "is a hole", "6"),
        (ACTING, "move 2,0", "has a wall", "6"),
        (ACTING, "move 4,0", "not next to it", "6"),
        (ACTING, "sell W 1", "no wizard on wall 1", "6"),
        (ACTING, "shift C 1 1", "between two walls", "6"),
        (ACTING, "shift C 1 2", "has 3 laborers", "6"),
        (ACTING, "shift C 3 2", "no craftsman on wall 3", "6"),
        (ACTING, "shift M 2 1", "does not show a mason", "6"),
        (ACTING, "dig 2,-1", "is a hole", "6"),
        (ACTING, "dig 0,3", "a character stands", "6"),
        (ACTING, "fill 0,1", "no hole on 0,1", "6"),
        (ACTING, "fill 0,6", "off the land", "6"),
        (ACTING, "trash 7 6", "wall 6 is not on the block", "6"),
        (ACTING, "trash 7", "two walls are trashed", "6"),
        (ACTING, "bid 7", "action of the action phase", "6"),
        (played(ACTING, "sell C 1"), "move 1,-1", "a sale is going on", "6"),
        (played(ACTING, "trash 7 8"), "draw 9", "not in the deck", "4"),
        (played(ACTING, "trash 7 8"), "skip", "filled up first", "4"),
        (at(seat(at="0,0"), seat(), phase="flee", flooded=["crimson"]), "flee 2,0", "not next to it", "8"),
        (at(seat(at="0,0"), seat(), phase="flee", flooded=["crimson"]), "keep", "flee first", "8"),
    ],
)
def test_reasons_say_which_rule(state: State, text: str, words: str, ruling: str) -> None:
    check_refused(state, text, words, ruling)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_every_refusal_has_a_reason_and_a_ruling(players: int) -> None:
    dice, state, phases = random.Random(players), GAME.start(players), set()
    while not state.is_over:
        tried = {dice.randrange(GAME.spec.action_count) for _ in range(30)} | set(range(Base.HIRE, Base.MOVE))
        tried |= {base.value for base in Base if base != Base.END} | set(range(Base.SELL, Base.DIG))
        check_reasons(state, tried)
        phases.add(Phase(int(state.record.phase)))
        state.apply(lively(state, dice))
    assert len(phases) >= 9
