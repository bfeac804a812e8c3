"""Check that the consequences of an action are told, at the prompt and in a replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import stockade
from stockade.cli.app import app
from stockade.cli.terminal import say_entry
from stockade.core.ledger import Event
from stockade.core.match import Entry


def test_it_stands_under_its_action(capsys: pytest.CaptureFixture[str]) -> None:
    say_entry(Entry(3, 0, "D2-3", "White moves", ("a wall falls", "water [rises]")), 4)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == ["  4. D2-3 White moves", "      a wall falls", "      water [rises]"]


def test_a_replay_shows_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        stockade.game("blockade"), "teller", lambda _before, _action, after: [Event(f"ply {after.ply}!")]
    )
    match = stockade.Match("blockade", seed=1)
    for _ in range(2):
        match.play(match.state.legal_actions()[0])
    match.save(tmp_path / "match.json")
    shown = CliRunner().invoke(app, ["replay", str(tmp_path / "match.json")]).output
    assert shown.index("ply 1!") < shown.index("ply 2!")
    told = json.loads(CliRunner().invoke(app, ["replay", str(tmp_path / "match.json"), "--json"]).output)["actions"]
    assert [entry["told"] for entry in told] == [["ply 1!"], ["ply 2!"]]
