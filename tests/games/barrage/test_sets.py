"""Sets of contracts need more than 32 bits: each contract can be drawn, and counts in a hand."""

from __future__ import annotations

import pytest

import stockade
from stockade.core.bits import first_of, size_of
from stockade.games.barrage.layout import CONTRACTS


@pytest.mark.parametrize("contract", range(CONTRACTS))
def test_the_lowest_and_the_number_of_members(contract: int) -> None:
    bits = 1 << contract | 1 << (CONTRACTS - 1)
    assert first_of(bits) == contract
    assert size_of(bits) == len({contract, CONTRACTS - 1})


def test_the_office_opens_with_two_contracts_of_each_colour() -> None:
    state, drawn = stockade.game("barrage").start(), []
    while state.is_chance:
        texts = [state.format(action) for action in state.legal_actions()]
        drawn += [texts[-1]] if texts[-1].startswith("lay ") else []
        state.apply(state.legal_actions()[-1])
    assert drawn == ["lay N6", "lay G15", "lay G14", "lay Y15", "lay Y14", "lay R15", "lay R14"]
