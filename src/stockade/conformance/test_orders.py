"""Orders: what players can decide before they are asked is well formed, and never leads to an illegal action."""

from __future__ import annotations

import pytest

import stockade
from stockade.conformance.table import QUICK_SETTINGS, Setting, played_match
from stockade.core.orders import Given


@pytest.mark.parametrize("setting", QUICK_SETTINGS, ids=str)
def test_an_order_is_followed_or_says_nothing(setting: Setting) -> None:
    game = stockade.game(setting.game)
    if not game.has_orders:
        assert game.start(setting.players, setting.options).orders(0) == []
        return
    given: dict[int, dict[str, Given]] = {}
    for step in played_match(setting, 7).steps():
        state, kept = step.before, step.before.to_bytes()
        if not state.is_chance:
            legal = state.legal_actions()
            for own in given.get(state.current_player, {}).values():
                assert state.answer([own]) in (None, *legal)
        for seat in range(state.players):
            offered = state.orders(seat)
            assert len({order.name for order in offered}) == len(offered)
            for order in offered:
                assert order.title
                assert order.occasion
                assert order.takes(order.low)
                assert order.takes(order.high)
                assert not order.takes(-1 if order.low is None else order.low - 1)
                amount = order.low if state.ply % 2 else order.high
                given.setdefault(seat, {})[order.name] = Given(order.name, order.occasion, amount)
        assert state.to_bytes() == kept
