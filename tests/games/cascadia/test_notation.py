"""Cascadia's notation: every kind of action in both directions, lenient reading, refusals, and the drawing."""

from __future__ import annotations

import random

import pytest
from tests.games.cascadia.positions import GAME, at, dealt
from tests.games.positions import legal, played
from tests.games.texts import check_both_ways, check_no_action, check_random_game

import stockade
from stockade.core.state import State
from stockade.games.cascadia.layout import SPINS
from stockade.games.cascadia.rules.actions import Base
from stockade.games.cascadia.rules.environment import cell_at

TWINS = at("M | 1,0 W s salmon", "F", tiles="P-e P-e WR-hf FW-esh", tokens="fox elk fox bear", nature=(1, 0))
RICH = at("M | 1,0 W s salmon", "F", tiles="MF-bh MP-bs WR-hf FW-esh", nature=(1, 0))


@pytest.mark.parametrize(
    ("state", "text", "action"),
    [
        (at("M", "F", tokens="elk elk elk fox"), "wipe", Base.WIPE),
        (RICH, "wipe 0", Base.WIPE + 1),
        (RICH, "wipe 1,3", Base.WIPE + 0b1010),
        (RICH, "take 2", Base.TAKE + 10),
        (RICH, "take 2 0", Base.TAKE + 8),
        (played(RICH, "take 0"), "tile 1,-1 k5", Base.TILE + cell_at(1, -1) * SPINS + 5),
        (played(RICH, "take 0", "tile 1,-1 k5"), "token 0,0", Base.TOKEN + cell_at(0, 0)),
        (played(RICH, "take 0", "tile 1,-1 k5"), "return", Base.RETURN),
        (GAME.start(2, {"cards": "random"}), "card bear C", Base.CARD + 2),
        (GAME.start(2), "starter R", Base.STARTER + 4),
        (dealt(), "draw MF bh", Base.DRAW_TILE + 15),
        (played(dealt(), "draw M b", "draw M e", "draw M e", "draw M h"), "draw fox", Base.DRAW_TOKEN + 4),
    ],
)
def test_every_kind_of_action_both_ways(state: State, text: str, action: int) -> None:
    check_both_ways(state, text, action)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("WIPE 1,3", "wipe 1,3"),
        (" wipe 3 1 ", "wipe 1,3"),
        ("take 2 2", "take 2"),
        ("Take  0", "take 0"),
        ("tile 1, -1 K2", "tile 1,-1 k2"),
        ("TOKEN 0 , 0", "token 0,0"),
        ("Return", "return"),
        ("draw mf bh", "draw MF bh"),
        ("draw ELK", "draw elk"),
        ("starter r", "starter R"),
    ],
)
def test_texts_are_read_loosely(text: str, same: str) -> None:
    assert RICH.format(RICH.parse(text)) == same


@pytest.mark.parametrize(
    "text",
    ["", "take", "take 4", "take 0 1 2", "wipe 4", "wipe 1,1", "tile 1,-1", "tile 1,-1 k6", "tile 22,0 k0", "token",
     "token 0", "draw", "draw wolf", "draw MX bh", "draw MF be", "starter X", "card wolf A", "card bear E", "pass"],
)  # fmt: skip
def test_what_is_no_action_is_refused(text: str) -> None:
    check_no_action(RICH, text)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_legal_action_reads_back_and_is_described(players: int) -> None:
    check_random_game(GAME.start(players, {"cards": "random"}), random.Random(players))


def test_a_starters_hex_is_no_tile_to_draw() -> None:
    with pytest.raises(stockade.ParseError, match="no tile of the stack") as refused:
        dealt().parse("draw FW ehf")
    assert refused.value.ruling == "1"


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (RICH, "take 0", "Cedar takes the mountain and forest tile for bear or hawk, with the bear"),
        (RICH, "take 0 1", "Cedar pays a nature token and takes the mountain and forest tile for bear or hawk, with"),
        (TWINS, "take 3 2", "Cedar pays a nature token and takes the forest and wetland tile for elk or salmon"
                            " or hawk, with the fox in slot 2"),
        (TWINS, "take 0 1", "Cedar pays a nature token and takes the prairie keystone for elk"
                            " in slot 0, with the elk"),
        (TWINS, "wipe 2", "Cedar pays a nature token to wipe 1 fox in slot 2"),
        (TWINS, "wipe 1,2", "Cedar pays a nature token to wipe 1 elk and 1 fox in slots 1 and 2"),
        (TWINS, "wipe 0,2", "Cedar pays a nature token to wipe 2 foxes"),
        (RICH, "wipe 0,2", "Cedar pays a nature token to wipe 1 bear and 1 salmon"),
        (RICH, "wipe 0", "Cedar pays a nature token to wipe 1 bear"),
        (at("M", "F", tokens="elk elk elk fox", turn=1), "wipe", "Fern wipes the three equal tokens"),
        (played(RICH, "take 0"), "tile 1,-1 k5", "Cedar lays the tile on 1,-1, turned 1 step to the right"),
        (played(RICH, "take 0", "tile 1,-1 k0"), "token 0,0", "Cedar places the bear on 0,0"),
        (played(RICH, "take 0", "tile 1,-1 k0"), "return", "Cedar puts the bear back into the bag"),
        (GAME.start(2), "starter R", "Cedar gets the river starter"),
        (dealt(), "draw W s", "a tile is drawn: wetland keystone for salmon"),
    ],
)  # fmt: skip
def test_words_for_the_log(state: State, text: str, words: str) -> None:
    assert state.describe(state.parse(text)).startswith(words)


def test_different_choices_have_different_words() -> None:
    words = [TWINS.describe(action) for action in TWINS.legal_actions()]
    assert len(set(words)) == len(words)


def test_the_drawing_shows_market_hand_and_environments() -> None:
    drawn = str(RICH)
    assert " 1: MP bs   elk" in drawn
    assert "tiles left: 37" in drawn
    assert "W*   S" in drawn  # a keystone with its token
    assert "Cedar: " in drawn
    assert "1 nature token" in drawn
    taking = str(played(RICH, "take 1"))
    assert "in hand: MP bs and elk" in taking
    assert "2,-1" in taking  # where the tile may go
    assert all(text.split()[1] in taking for text in legal(played(RICH, "take 1"), "tile"))


def test_the_end_is_told_with_the_points() -> None:
    for players in (1, 2):
        dice, state = random.Random(5), GAME.start(players)
        while not state.is_over:
            state.apply(dice.choice(state.legal_actions()))
        told = state.describe_end()
        assert f"Cedar {state.scores()[0]:g}" in told
        assert told.startswith("twenty turns are over" if players == 1 else "the last tile is laid")
