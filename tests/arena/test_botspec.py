"""Check how bots are read from text."""

from __future__ import annotations

from stockade.arena.botspec import parse_bots


def test_bots_between_commas():
    bots = parse_bots(["mcts:seconds=0.2,threads=1,greedy,greedy:slip=0.1", "random"])
    assert [bot.text for bot in bots] == ["mcts:seconds=0.2,threads=1", "greedy", "greedy:slip=0.1", "random"]
    assert bots[0].options == {"seconds": 0.2, "threads": 1}
    assert bots[2].options == {"slip": 0.1}
    assert parse_bots(["mcts:evaluation=value,keep_tree=off"])[0].options == {
        "evaluation": "value",
        "keep_tree": False,
    }
