"""Orders of players with one colour and with two."""

from __future__ import annotations

import random

import pytest

import stockade


@pytest.mark.parametrize("players", [2, 3])
def test_the_orders_of_a_seat_have_different_titles(players):
    dice = random.Random(3)
    match = stockade.Match("cascade_barricade", players, seed=3)
    most = 0
    for _ in range(60):
        for seat in range(players):
            titles = [order.title for order in match.state.orders(seat)]
            assert len(set(titles)) == len(titles)
            most = max(most, len(titles))
        match.play(dice.choice(match.state.legal_actions()))
    assert most >= (6 if players == 2 else 3)
