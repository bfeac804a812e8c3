"""Check `stockade fit`: a small fit from the command line, and its errors."""

from __future__ import annotations

import json

import stockade

GAME = stockade.game("cascade_barricade")


def test_a_small_fit(cli, tmp_path):
    file = tmp_path / "value.json"
    answer = cli("fit", GAME.name, "--samples", "1000", "--size", "3", "--passes", "2", "--out", str(file), "--json")
    report = answer.json
    assert report["file"] == str(file)
    assert len(report["losses"]) == 2
    written = json.loads(file.read_text("utf-8"))
    assert list(written["features"]) == list(GAME.features.FEATURES)
    assert len(written["out"]) == 3


def test_a_game_without_features_is_refused(cli, tmp_path):
    answer = cli("fit", "blockade", "--out", str(tmp_path / "value.json"))
    assert answer.code == 2
    assert "evaluation/features" in answer.err
    assert not (tmp_path / "value.json").exists()
