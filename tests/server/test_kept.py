"""Logs and a database of an older version can be opened, contain the same states to the byte, and can be continued.

`kept/` was written by version 0.1.0 and has a match of every game. `matches.json` says what is in the database, and
the bytes of each state. If the layout of a game's record has changed since, it also has the position that these bytes
stand for.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.server.at_table import Person, quick

import stockade
from stockade.core.snapshot import from_snapshot
from stockade.server.replay import log_of

KEPT = Path(__file__).parent / "kept"
MATCHES = json.loads((KEPT / "matches.json").read_text("utf-8"))


def test_every_game_has_one() -> None:
    assert tuple(MATCHES) == stockade.games()


@pytest.mark.parametrize("name", MATCHES)
def test_an_old_log_leads_to_the_same_bytes_and_goes_on(name: str, tmp_path: Path) -> None:
    match = stockade.Match.load(KEPT / f"{name}.json")
    if "position" in MATCHES[name]:
        assert MATCHES[name]["position"].items() <= match.state.to_json().items()
    else:
        assert match.state.to_bytes().hex() == MATCHES[name]["bytes"]
    match.play(match.state.legal_actions()[0])
    match.save(tmp_path / "again.json")
    assert stockade.Match.load(tmp_path / "again.json").state == match.state


def test_an_old_database_opens_and_its_matches_go_on(tmp_path, serve):
    settings = quick(tmp_path)
    shutil.copy(KEPT / "matches.db", settings.database_url.removeprefix("sqlite:///"))
    client = serve(settings)
    for kept in MATCHES.values():
        people = [Person(client, kept["id"], token, seat) for seat, token in enumerate(kept["tokens"])]
        before = people[0].view()
        assert before["version"] == kept["version"]
        assert [entry["text"] for entry in before["log"]] == kept["log"]
        after = people[before["scene"]["current_player"]].play()
        assert after["version"] > before["version"]
        assert len(after["log"]) > len(before["log"])


def test_an_old_row_is_replayed_once_and_has_a_snapshot_then(tmp_path, serve, monkeypatch):
    settings = quick(tmp_path)
    shutil.copy(KEPT / "matches.db", settings.database_url.removeprefix("sqlite:///"))
    client = serve(settings)
    storage = client.app.state.service.storage
    replayed: list[str] = []
    rebuild = stockade.Match.from_json

    def count(log: dict[str, Any]) -> stockade.Match:
        replayed.append(log["game"])
        return rebuild(log)

    monkeypatch.setattr(stockade.Match, "from_json", count)
    for name, kept in MATCHES.items():
        people = [Person(client, kept["id"], token, seat) for seat, token in enumerate(kept["tokens"])]
        assert storage.read(kept["id"]).row.state.hex() == kept["bytes"]
        before = people[0].view()
        assert bool(replayed) == ("position" in kept)  # otherwise its bytes can be read
        replayed.clear()
        people[before["scene"]["current_player"]].play()
        assert set(replayed) == {name}
        stored = storage.read(kept["id"])
        state = from_snapshot(stockade.game(name), stored.row.state)
        assert state == rebuild(log_of(stored)).state
        replayed.clear()
        people[people[0].view()["scene"]["current_player"]].play()
        assert replayed == []
