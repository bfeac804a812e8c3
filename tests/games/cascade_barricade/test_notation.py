"""Cascade Barricade's notation: each kind of action both ways, what is read loosely, what is refused, the drawing."""

from __future__ import annotations

import pytest
from tests.games.cascade_barricade.positions import GAME, at, seat, start
from tests.games.positions import played
from tests.games.texts import check_both_ways, check_no_action

from stockade.core.state import State
from stockade.games.cascade_barricade.layout import WALLS
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.tables import cell_number

ACTING = at(seat("15 2,0 CC", "26 3,0", at="1,0"), seat("20 1,1", at="0,3"), holes="2,-1")


@pytest.mark.parametrize(
    ("state", "text", "action"),
    [
        (GAME.start(2), "next azure", Base.ORDER + 1),
        (played(GAME.start(3), "next azure", "next crimson", "next jade"), "corner 6", Base.CORNER + 5),
        (at(seat("15 2,0"), seat(), phase="scrap"), "scrap", Base.SCRAP),
        (at(seat("15 2,0"), seat(), phase="scrap"), "keep", Base.KEEP),
        (start(), "open 3", Base.OPEN + 2),
        (at(seat(), seat(), phase="open"), "pass", Base.PASS),
        (played(start(), "open 3"), "bid 12", Base.BID + 12),
        (played(start(), "open 3", "bid 3", "pass"), "wall 1,-1", Base.WALL + cell_number(1, -1)),
        (at(seat("26 2,0"), seat(), phase="hire"), "hire M 1", Base.HIRE + 3),
        (at(seat("26 2,0"), seat(), phase="hire"), "done", Base.DONE),
        (ACTING, "move 0,1", Base.MOVE + cell_number(0, 1)),
        (ACTING, "sell C 1", Base.SELL),
        (ACTING, "shift C 1 2", Base.SHIFT + 1),
        (ACTING, "dig -5,0", Base.DIG + cell_number(-5, 0)),
        (ACTING, "fill 2,-1", Base.FILL + cell_number(2, -1)),
        (ACTING, "trash 7 9", Base.TRASH + 6 * WALLS + 8),
        (ACTING, "skip", Base.SKIP),
        (played(ACTING, "trash 7 9"), "draw 48", Base.DRAW + 47),
        (at(seat(at="0,0"), seat(), phase="flee", flooded=["crimson"]), "flee 1,0", Base.FLEE + cell_number(1, 0)),
    ],
)
def test_every_kind_of_action_both_ways(state: State, text: str, action: int) -> None:
    check_both_ways(state, text, action)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("MOVE 0 , 1", "move 0,1"),
        (" trash 9 7 ", "trash 7 9"),
        ("trash 7 7", "trash 7"),
        ("Sell c 1", "sell C 1"),
        ("shift  w 3 1", "shift W 3 1"),
        ("SKIP", "skip"),
        ("next Azure", "next azure"),
        ("bid 007", "bid 7"),
    ],
)
def test_texts_are_read_loosely(text: str, same: str) -> None:
    assert ACTING.format(ACTING.parse(text)) == same


@pytest.mark.parametrize(
    "text",
    ["", "open", "open 0", "open 49", "bid 1000", "bid -1", "corner 7", "corner 0", "wall 7,0", "wall 6,1", "move 1",
     "hire X 1", "hire C 4", "sell C", "shift C 1", "trash", "trash 0 1", "trash 1 2 3", "next green", "draw 49",
     "flee", "dance", "１"],
)  # fmt: skip
def test_what_is_no_action_is_refused(text: str) -> None:
    check_no_action(ACTING, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("move 0,1", "Crimson moves to 0,1"),
        ("sell C 1", "Crimson sells a craftsman from wall 1"),
        ("shift C 1 2", "Crimson shifts a craftsman from wall 1 to wall 2"),
        ("dig 0,4", "Crimson digs a hole on 0,4"),
        ("trash 7 10", "Crimson trashes the junk wall 7 and the stone wall 10"),
        ("skip", "Crimson gives up the rest"),
        ("draw 44", "the magic wall 44 comes on the block"),
        ("next jade", "Jade is next in turn order"),
        ("bid 12", "Crimson bids $12"),
    ],
)
def test_words_for_the_log(text: str, words: str) -> None:
    state = ACTING if not text.startswith("next") else played(GAME.start(3), "next azure")
    assert state.describe(state.parse(text)) == words


def test_the_drawing_shows_walls_water_and_market() -> None:
    drawn = str(ACTING)
    for words in (
        "round 2",
        "7(C/M:9)",
        "deck: 39",
        "C 14 from $2",
        "Crimson: $100; 1: 15(C+C:18) CC",
        " o ",
        "~",
        "A1",
    ):
        assert words in drawn
    assert "up for auction: wood wall 3, $5 by Crimson" in str(played(start(), "open 3", "bid 5"))
