"""Check that a match's history has the consequences of an action, if the game tells them."""

from __future__ import annotations

from typing import Any

import pytest

import stockade
from stockade.core.language import noun
from stockade.core.ledger import POINT, Account, Event
from stockade.core.match import Match, entries, replay

COIN, PEG = noun("{count} coin", "{count} coins"), noun("{count} peg", "{count} pegs")


@pytest.fixture
def telling(monkeypatch: pytest.MonkeyPatch) -> Match:
    game = stockade.game("blockade")

    def tell(before: Any, action: int, after: Any) -> list[Event]:
        assert before.ply + 1 == after.ply
        return [Event(f"action {action}"), Event(f"ply {after.ply}")] if after.ply > 1 else []

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


def test_what_no_event_tells_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stockade.game("blockade")
    purse, peg = Account(0, COIN), Account(1, PEG)

    def ledger(state: Any) -> dict[Account, int]:
        return {purse: 9 - 3 * int(state.ply), peg: int(state.ply)}

    monkeypatch.setattr(game, "counter", ledger)
    monkeypatch.setattr(game, "teller", lambda *_: [Event("White finds 1 peg", {peg: 1})])
    match = Match(game, seed=1)
    match.play(match.state.legal_actions()[0])
    assert [entry.told for entry in match.history()] == [("Black −3 coins", "White finds 1 peg")]
    choice = match.state.scene(1).choices[0]
    assert choice.gain == "+1 peg; Black −3 coins"


def test_the_line_of_the_action_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stockade.game("blockade")
    peg = Account(0, PEG)
    state = game.start()
    label = state.describe(state.parse("B3-5"))
    monkeypatch.setattr(game, "counter", lambda state: {peg: int(state.ply)})
    monkeypatch.setattr(game, "teller", lambda *_: [Event(label, {peg: 1}), Event("Once")])
    match = Match(game, seed=1)
    match.play("B3-5")
    (entry,) = match.history()
    assert (entry.label, entry.told) == (label, ("Once",))


def test_a_game_without_a_ledger_tells_points(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stockade.game("barricado")
    monkeypatch.setattr(game, "counter", None)
    monkeypatch.setattr(game, "teller", None)
    state = game.start(2)
    assert state.ledger() == {Account(0, POINT): 0, Account(1, POINT): 0}
