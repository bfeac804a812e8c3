"""Reasons for refused moves, with their rulings."""

from __future__ import annotations

import random
import re

import pytest
from tests.games.blockade.positions import FAR, GAME, at
from tests.games.positions import NO_RULE

import stockade


def test_every_refusal_names_a_rule() -> None:
    dice = random.Random(4)
    rulings = set()
    for seed in range(12):
        state = GAME.start(options={"match": 3 * (seed % 2)})
        while not state.is_over:
            for action in set(range(GAME.spec.action_count)) - set(state.legal_actions()):
                reason = state.why_not(action)
                assert NO_RULE not in reason.text
                rulings.add(reason.ruling)
            state.apply(dice.choice(state.legal_actions()))
    assert rulings == {"1", "2", "6", "7", "8", "9"}


@pytest.mark.parametrize(
    ("black", "move", "words"),
    [
        ("C5 B3 B5", "B3-5", "a bridge cannot land on your own castle"),
        ("C2 B3 B3", "C2-1", "a castle never enters its own moat"),
        ("C5 B6 B6", "D5-6", "a castle cannot push a high bridge"),
        ("C5 B6 B7", "D5-6", "square 7 behind the bridge is not empty"),
        ("C5 B5 B6", "D5-6", "a castle on top of a stack cannot push"),
        ("C5 B1 B3", "D5-6", "there is no bridge of yours on 6 to push"),
        ("C5 B5 B1", "B5-7", "a bridge below a castle does not move by itself"),
        ("C5 B1 B3", "B5-7", "there is no bridge of Black on 5"),
        ("C5 B1 B3", "K5-7", "there is no high castle of Black on 5"),
        ("C5 B1 B3", "C7-8", "Black has nothing on 7"),
        ("C5 B8 B1", "B8-10", "an opposing piece stands on 10"),
    ],
)
def test_refusals_say_what_is_wrong(black: str, move: str, words: str) -> None:
    with pytest.raises(stockade.IllegalAction, match=re.escape(words)):
        at(black, FAR).apply(move)
