"""Check the ladder of levels: what it measures, and the files that the script writes."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import ladder
import pytest

import stockade
from stockade.arena.ladder import USUAL, Figures, level_figures, plan_step, step_figures
from stockade.arena.tournament.run import Tournament
from stockade.arena.tournament.stopping import Until
from stockade.bots.greedy import GreedyBot
from stockade.bots.levels import Level, levels
from stockade.bots.random import RandomBot
from stockade.server.ratings import anchors

GAME = stockade.game("blockade")
QUICK = (Level(1, RandomBot), Level(2, GreedyBot, {"slip": 0.5}), Level(3, GreedyBot))


def met(below: Level, above: Level, until: Until | None = None) -> Figures:
    """Return the figures of a level and the one below it after some games."""
    tournament = Tournament(plan_step(GAME, 2, below, above, 32, until or Until()))
    for _ in tournament.play(1):
        pass
    return step_figures(tournament)


def test_a_level_is_compared_with_the_one_below_it():
    found = met(QUICK[0], QUICK[2])
    assert 0.5 < found["low"] < found["share"] <= found["high"] <= 1
    assert 0 < found["lead_low"] < found["lead"] < found["lead_high"]
    assert (found["games"], found["deals"]) == (32, 16)
    assert all(0 < each < 10 for each in found["processor"])


def test_a_series_that_could_stop_early_has_the_interval_for_that():
    always, early = met(QUICK[0], QUICK[2]), met(QUICK[0], QUICK[2], Until(decided=True))
    assert early["games"] < always["games"]
    assert early["low"] < always["low"]


def test_leads_add_up_around_the_middle():
    steps = {2: met(*QUICK[:2]), 3: met(*QUICK[1:])}
    found = level_figures(QUICK, steps, {})
    lead = steps[2]["lead"]
    assert found["ratings"] == [1500 - lead, 1500, 1500 + steps[3]["lead"]]
    assert found["intervals"] == [
        [1500 - steps[2]["lead_high"], 1500 - steps[2]["lead_low"]],
        None,
        [1500 + steps[3]["lead_low"], 1500 + steps[3]["lead_high"]],
    ]
    assert found["levels"] == ["random", "greedy:slip=0.5", "greedy"]
    assert found["over"] == [None, steps[2], steps[3]]
    assert found["processor"] == [steps[2]["processor"][0], steps[2]["processor"][1], steps[3]["processor"][1]]


def test_a_lead_that_nobody_measured_is_assumed():
    steps = {4: {"lead": 100, "lead_low": 60, "lead_high": 130, "processor": [1.0, 2.0]}}
    found = level_figures(levels(GAME), steps, {5: 250.0})
    assert found["ratings"] == [1500 - 2 * USUAL, 1500 - USUAL, 1500, 1600, 1850]
    assert found["intervals"] == [None, None, None, [1560, 1630], None]
    assert found["processor"] == [None, None, 1.0, 2.0, None]


def test_two_measured_steps_are_less_certain_than_one():
    step = {"lead": 100, "lead_low": 70, "lead_high": 130, "processor": [1.0, 2.0]}
    found = level_figures(levels(GAME), {4: step, 5: step}, {})
    assert found["intervals"][3:] == [[1570, 1630], [1658, 1742]]


def test_the_script_goes_on_and_writes_what_the_server_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The strong levels think for long, so quick ones take their place."""
    monkeypatch.setattr(sys.modules["stockade.bots.levels"], "levels", lambda *_: QUICK)
    figures, page = tmp_path / "levels.json", tmp_path / "strength.md"
    figures.write_text(json.dumps({"cascadia": {"2": {"ratings": [500, 1000, 1500]}}}))
    script = [sys.executable, "blockade", "--games", "24", "--kept", str(tmp_path), "--figures", str(figures)]
    monkeypatch.setattr(sys, "argv", [*script, "--page", str(page)])
    for _ in range(2):  # the second time, everything is there
        runpy.run_path(ladder.__file__, run_name="__main__")
    table = json.loads(figures.read_text())
    assert table["cascadia"]["2"] == {"ratings": [500, 1000, 1500]}
    found = table["blockade"]["2"]
    assert found["ratings"] == sorted(found["ratings"])
    assert found["over"][2]["games"] == 24
    assert f"| 1, Stroller | {found['ratings'][0]} |" in page.read_text()
    assert "- Apprentice: `greedy:slip=0.5`. Looks one move ahead." in page.read_text()
    assert "| 3, Journeyman | 1500 | – | – | – | – |" in page.read_text()  # of Cascadia


def test_figures_of_a_level_that_has_changed_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "levels.json"
    file.write_text("{}")
    monkeypatch.setattr(ladder, "levels", lambda *_: QUICK)
    ladder.write_figures(file, GAME, 2, {2: met(*QUICK[:2]), 3: met(*QUICK[1:])})
    changed = (*QUICK[:2], Level(3, GreedyBot, {"slip": 0.1}))
    monkeypatch.setattr(ladder, "levels", lambda *_: changed)
    ladder.write_figures(file, GAME, 2, {})
    found = json.loads(file.read_text())["blockade"]["2"]
    assert [step is None for step in found["over"]] == [True, False, True]


def test_the_table_of_the_server_is_about_the_levels_of_today():
    table = ladder.read(ladder.FILE)
    text = ladder.page(table)
    assert text == ladder.PAGE.read_text("utf-8")
    for name, counts in anchors.measured().items():
        game = stockade.game(name)
        assert f"## {game.spec.title}" in text
        for players, values in counts.items():
            assert table[name][players]["levels"] == [each.spec for each in levels(game, int(players))]
            assert f"| {values[0]} |" in text
