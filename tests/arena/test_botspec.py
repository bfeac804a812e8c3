"""Check how bots are read from text."""

from __future__ import annotations

from typing import Any

import pytest

import stockade
from stockade.arena.botspec import parse_bot, parse_bots, read_bots
from stockade.arena.plan import plan_series
from stockade.bots import level
from stockade.core.errors import BadOption


def test_bots_between_commas():
    bots = parse_bots(["mcts:seconds=0.2,threads=1,greedy,greedy:slip=0.1", "random"])
    assert [bot.text for bot in bots] == ["mcts:seconds=0.2,threads=1", "greedy", "greedy:slip=0.1", "random"]
    assert bots[0].options == {"seconds": 0.2, "threads": 1}
    assert bots[2].options == {"slip": 0.1}
    assert parse_bots(["mcts:evaluation=value,keep_tree=off"])[0].options == {
        "evaluation": "value",
        "keep_tree": False,
    }


def slips(bot: Any) -> float:
    """Return how often a bot slips."""
    return float(bot._slips.slip)


def test_a_number_is_a_level() -> None:
    bots = parse_bots(["greedy,3", "level 5"])
    assert [(bot.text, bot.level) for bot in bots] == [("greedy", 0), ("level 3", 3), ("level 5", 5)]
    assert parse_bot(bots[1].text) == bots[1]
    with pytest.raises(BadOption, match="there is no level 6"):
        parse_bot("level 6")


def test_levels_play_in_series_as_they_do_at_that_number_of_players() -> None:
    game = stockade.game("cascade_barricade")
    assert level(game, 1, 2).spec != level(game, 1, 3).spec
    read_bots(game, ["1", "5"])
    for players in (2, 3):
        _, bots = plan_series(game, ["level 1", "random"], players, {}, 2, 0, True).start(0)
        assert slips(bots[0]) == slips(level(game, 1, players).make())
