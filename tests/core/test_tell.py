"""Check that a match's history has the consequences of an action, if the game tells them."""

from __future__ import annotations

from typing import Any

import pytest

import stockade
from stockade.core.match import Match, entries, replay


@pytest.fixture
def telling(monkeypatch: pytest.MonkeyPatch) -> Match:
    game = stockade.game("blockade")

    def tell(before: Any, action: int, after: Any) -> list[str]:
        assert before.ply + 1 == after.ply
        return [f"action {action}", f"ply {after.ply}"] if after.ply > 1 else []

    monkeypatch.setattr(game, "teller", tell)
    match = Match(game, seed=1)
    for _ in range(3):
        match.play(match.state.legal_actions()[0])
    return match


def test_a_history_has_what_is_told(telling: Match) -> None:
    told = [entry.told for entry in telling.history()]
    first, second, third = telling.actions
    assert told == [(), (f"action {second}", "ply 2"), (f"action {third}", "ply 3")]
    assert first == telling.actions[0]


def test_a_log_file_does_not_have_it(telling: Match) -> None:
    log = telling.to_json()
    assert log["actions"] == [entry.text for entry in telling.history()] == telling.texts()
    assert "ply 2" not in str(log)


def test_lines_from_any_moment_on(telling: Match) -> None:
    state = telling.state_at(1)
    before = state.to_bytes()
    lines = list(entries(replay(state, telling.actions[1:])))
    assert [line.ply for line in lines] == [1, 2]
    assert [line.label for line in lines] == [entry.label for entry in telling.history()[1:]]
    assert [line.told[1] for line in lines] == ["ply 2", "ply 3"]
    assert state.to_bytes() == before


def test_a_game_without_it_tells_nothing() -> None:
    match = Match("blockade", seed=1)
    match.play(match.state.legal_actions()[0])
    assert match.game.teller is None
    assert [entry.told for entry in match.history()] == [()]
