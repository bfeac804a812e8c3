"""Check that what is found about a decision does not depend on what was looked at before."""

from __future__ import annotations

import stockade
from stockade.analysis import SETTINGS
from stockade.analysis.judge import judge_of


def test_decisions_of_a_solved_game_can_be_judged_in_any_order():
    match = stockade.Match("blockade", seed=4)
    while not match.is_over and len(match.actions) < 60:
        match.play(match.state.legal_actions()[0])
    steps = list(match.steps())
    places = list(range(len(steps)))
    found = []
    for order in (places, places[::-1]):
        judge = judge_of(match.game)
        opinions = {at: judge.look(steps, at, SETTINGS["quick"], at) for at in order}
        found.append([opinions[at] for at in places])
    assert found[0] == found[1]
    assert any(opinion.line[0] != step.action for opinion, step in zip(found[0], steps, strict=True))
