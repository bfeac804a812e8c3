"""Counts of sequences: the parts by first action add up to the whole."""

from __future__ import annotations

import stockade
from stockade.research.perft import divide, perft


def test_the_counts_by_first_action_add_up() -> None:
    state = stockade.game("blockade").start()
    before = state.to_bytes()
    parts = divide(state, 3)
    assert list(parts) == state.legal_actions()
    assert sum(parts.values()) == perft(state, 3)
    assert state.to_bytes() == before


def test_nothing_is_one_sequence_without_a_first_action() -> None:
    state = stockade.game("blockade").start()
    assert perft(state, 0) == 1
    assert divide(state, 0) == {}
