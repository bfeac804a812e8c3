"""Observations of Cascadia: what each block contains, seen from a seat."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.cascadia.positions import GAME, at, dealt
from tests.games.observations import block
from tests.games.positions import played

from stockade.core.state import State
from stockade.games.cascadia.evaluation.observe import ENVIRONMENT, HEX, PAIR
from stockade.games.cascadia.layout import HEXES, Phase

LANDS = ("M | 0,0 bear | 1,0 MF eh k2", "F | 1,0 W s salmon")


def hexes(state: State, seat: int, step: int) -> np.ndarray:
    return block(state, seat, "environments")[step * ENVIRONMENT : (step + 1) * ENVIRONMENT].reshape(HEXES, HEX)


def test_hexes_in_the_order_they_were_laid() -> None:
    state = at(*LANDS, nature=(1, 1))
    board = hexes(state, 0, 0)
    assert board[:, 0].tolist() == [1] * 4 + [0] * 19
    assert not board[4:].any()
    assert board[:4, 1:3].tolist() == pytest.approx(np.array([[0, 0], [-1, 1], [0, 1], [1, 0]]) / 21)
    # MF turned by two: mountain to the north-west, west and south-west.
    edges = board[3, 3:33].reshape(6, 5)
    assert edges.argmax(axis=1).tolist() == [1, 1, 0, 0, 0, 1]
    assert edges.sum(axis=1).tolist() == [1] * 6
    assert board[3, 33:38].tolist() == [0, 1, 0, 1, 0]  # elk and hawk
    assert board[:4, 38:43].sum(axis=1).tolist() == [1, 0, 0, 0]
    assert board[0, 38] == 1  # the bear
    assert board[:4, 43].tolist() == [1, 0, 0, 0]  # keystones


def test_the_own_environment_comes_first_then_the_others_in_turn_order() -> None:
    state = at("M | 0,0 bear | 1,0 MF eh k2", "F", "P | 1,0 W s salmon", nature=(1, 0, 1))
    boards = [hexes(state, 0, step) for step in range(4)]
    assert not boards[3].any()  # nobody sits there
    for seat in range(3):
        for step in range(3):
            assert (hexes(state, seat, step) == boards[(seat + step) % 3]).all()
        assert block(state, seat, "whose turn").argmax() == (0 - seat) % 3
        own = [(1, 0, 1)[(seat + step) % 3] / 10 for step in range(3)]
        assert block(state, seat, "nature tokens").tolist() == pytest.approx([*own, 0])


def test_nobody_in_particular_sees_what_the_turns_owner_sees() -> None:
    state = at(*LANDS, turn=1, phase="draw_token", rounds=1, tokens="bear - elk fox", nature=(1, 1))
    assert state.is_chance
    assert (state.observation() == state.observation(1)).all()
    assert (state.observation() != state.observation(0)).any()


def test_market_and_hand() -> None:
    state = at("M", "F", tiles="MF-bh W-s PR-bsf ?", tokens="bear elk salmon hawk")
    slots = block(state, 0, "market").reshape(4, PAIR)
    assert slots[0].tolist() == [1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0]
    assert slots[1].tolist() == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0]
    assert not block(state, 0, "hand").any()
    taken = played(state, "take 1")
    assert block(taken, 0, "hand").tolist() == slots[1].tolist()
    assert not block(taken, 0, "market").reshape(4, PAIR)[1].any()


def test_what_is_left_to_draw() -> None:
    state = played(at("M", "F", tokens="elk elk elk fox"), "wipe")
    assert block(state, 0, "bag").tolist() == pytest.approx([1, 17 / 20, 1, 1, 19 / 20])
    assert block(state, 0, "aside").tolist() == pytest.approx([0, 3 / 20, 0, 0, 0])
    assert block(state, 0, "stack").tolist() == pytest.approx([39 / 43])
    assert block(state, 0, "free wipe used").tolist() == [1]
    drawn = played(dealt(), "draw M e", "draw MF bh")
    unseen = block(drawn, 0, "unseen tiles")
    assert unseen[1] == pytest.approx(0.5)
    assert unseen.sum() == pytest.approx(75 - 1.5)


def test_the_small_blocks() -> None:
    state = at(*LANDS, cards="BADCA", majorities=False, nature=(1, 1))
    assert block(state, 0, "cards").reshape(5, 6).argmax(axis=1).tolist() == [1, 0, 3, 2, 0]
    assert block(state, 0, "majorities").tolist() == [0]
    assert block(state, 0, "phase").argmax() == Phase.MARKET
    assert block(state, 0, "turns left").tolist() == pytest.approx([19 / 20, 19 / 20, 0, 0])
    assert not block(state, 0, "scenario").any()
    alone = block(GAME.start(1, {"scenario": 15}), 0, "scenario")
    assert (len(alone), alone.argmax(), alone.sum()) == (15, 14, 1)
    dealing = GAME.start(2, {"cards": "random"})
    assert not block(dealing, 0, "cards").any()
    assert block(dealing, 0, "turns left").tolist() == [1, 1, 0, 0]
