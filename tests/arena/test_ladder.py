"""Check the ladder of levels: what it measures, and the files that the script writes."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import ladder
import pytest

import stockade
from stockade.arena.ladder import level_figures, plan_ladder
from stockade.arena.tournament.run import Tournament
from stockade.arena.tournament.stopping import Until
from stockade.bots.levels import levels
from stockade.server.ratings import anchors

GAME = stockade.game("blockade")


def weak_levels_played(games: int = 32) -> Tournament:
    """Return a ladder in which the three levels without a clock have met, and the others have not."""
    tournament = Tournament(plan_ladder(GAME, 2, games, Until(decided=True)))
    strong = tournament.meetings[2:]
    tournament.meetings = tournament.meetings[:2]
    for _ in tournament.play(1):
        pass
    tournament.meetings += strong
    return tournament


def test_levels_meet_their_neighbours_and_the_middle_is_fixed():
    found = level_figures(weak_levels_played())
    assert found["ratings"][0] < found["ratings"][1] < found["ratings"][2] == 1500
    assert found["ratings"][3:] == [1800, 2000]  # not measured: the usual leads
    assert found["intervals"][2] == [1500, 1500]
    assert found["intervals"][3:] == [None, None]
    assert not found["complete"]
    first, second, third, *others = found["over"]
    assert first is None
    assert others == [None, None]
    assert all(each["low"] < each["share"] <= each["high"] for each in (second, third))
    assert second["low"] > 0.5
    assert found["processor"][0] < 10


def test_the_script_goes_on_and_writes_what_the_server_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The strong levels think for a second and more, so they are replaced by weak ones here."""
    quick = levels(GAME)[:3]
    monkeypatch.setattr("stockade.arena.ladder.levels", lambda _: quick)
    monkeypatch.setattr("stockade.arena.ladder.USUAL", (300.0, 300.0))
    figures, page = tmp_path / "levels.json", tmp_path / "strength.md"
    figures.write_text(json.dumps({"cascadia": {"2": {"ratings": [500, 1000, 1500, 1992, 2139]}}}))
    script = [sys.executable, "blockade", "--games", "24", "--kept", str(tmp_path), "--figures", str(figures)]
    monkeypatch.setattr(sys, "argv", [*script, "--page", str(page)])
    for _ in range(2):  # the second time, everything is there
        runpy.run_path(ladder.__file__, run_name="__main__")
    table = json.loads(figures.read_text())
    assert table["cascadia"]["2"] == {"ratings": [500, 1000, 1500, 1992, 2139]}
    ratings = table["blockade"]["2"]["ratings"]
    assert ratings == sorted(ratings)
    assert f"| 1, {quick[0].name} | {ratings[0]} |" in page.read_text()
    assert "Only the ratings of an earlier measurement are known" in page.read_text()  # of Cascadia
    assert "| 2, Apprentice |" in page.read_text()


def test_the_table_of_the_server_can_be_shown():
    text = ladder.page(ladder.read(ladder.FILE))
    for name, counts in anchors.measured().items():
        assert f"## {stockade.game(name).spec.title}" in text
        for values in counts.values():
            assert f"| {values[0]} |" in text
