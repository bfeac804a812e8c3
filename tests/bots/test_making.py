"""Check how bots are created by name, and that invalid options are refused."""

from __future__ import annotations

from typing import Any

import pytest

import stockade
from stockade.bots import BOTS
from stockade.bots.mcts import MctsBot


def test_every_bot_has_its_name() -> None:
    assert {name: stockade.bot(name).name for name in BOTS} == {name: name for name in BOTS}


@pytest.mark.parametrize("name", ["", "Random", "alphago", None, 3])
def test_another_name_is_unknown(name: Any) -> None:
    with pytest.raises(stockade.UnknownBot, match="random, greedy, mcts, planner, perfect"):
        stockade.bot(name)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("random", {"seconds": 1}),
        ("random", {"seed": []}),
        ("greedy", {"slip": 1.5}),
        ("greedy", {"slip": -0.1}),
        ("greedy", {"slip": float("nan")}),
        ("greedy", {"slip": "much"}),
        ("greedy", {"slip": None}),
        ("perfect", {"seconds": 1}),
        ("mcts", {"seconds": 0}),
        ("mcts", {"seconds": -1.0}),
        ("mcts", {"seconds": float("nan")}),
        ("mcts", {"seconds": float("inf")}),
        ("mcts", {"seconds": "long"}),
        ("mcts", {"simulations": 0}),
        ("mcts", {"simulations": -5}),
        ("mcts", {"simulations": 1.5}),
        ("mcts", {"simulations": "many"}),
        ("mcts", {"simulations": True}),
        ("mcts", {"threads": 0}),
        ("mcts", {"threads": 1.5}),
        ("mcts", {"threads": "two"}),
        ("mcts", {"evaluation": "guess"}),
        ("mcts", {"evaluation": 1}),
        ("mcts", {"exploration": "far"}),
        ("mcts", {"exploration": float("nan")}),
        ("mcts", {"exploration": -1.0}),
        ("mcts", {"depth": 3}),
    ],
    ids=str,
)
def test_an_option_that_makes_no_sense_is_a_bad_option(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(stockade.BadOption) as refused:
        stockade.bot(name, **options)
    assert refused.value.message


def test_without_a_budget_a_search_takes_a_second() -> None:
    assert MctsBot().seconds == 1.0
    assert MctsBot(simulations=5).seconds is None
    assert MctsBot().threads >= 1
