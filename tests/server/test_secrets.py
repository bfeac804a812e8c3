"""A busy server that logs as much as it can writes no secret: no key, token, password, seed, mail address or chat."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from typing import Any

import pytest
from tests.server.at_table import begin, ok
from tests.server.company import Guest
from tests.server.processes import PATIENCE, free_port, running
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

# A server with a request that fails and says who made it.
PROGRAM = """
import sys
from stockade.server.matches import Matches
from stockade.server.app import create_app

def fail(self, match_id, caller, *_):
    raise RuntimeError(f"it failed for Bearer {caller.token}, seed {self.stored(match_id).row.seed}")

Matches.scene_at = fail
if __name__ == "__main__":
    from stockade.server import run
    run(port=int(sys.argv[1]))
"""
PASSWORD = "correct horse battery"
MAIL = "ada.lovelace@example.org"
SMTP_PASSWORD = "for-the-mail-server"
WORDS = "Nobody else may read this sentence"


def be_busy(server) -> list[str]:
    """Do everything for which a secret is needed, and return the secrets."""
    client = server.client
    ada, bob = Guest(client, "Ada"), Guest(client, "Bob")
    ok(ada.post("/api/me/claim", name="Ada", password=PASSWORD))
    assert Guest(client).post("/api/me/sign-in", name="Ada", password=PASSWORD + "!").status_code == 401
    elsewhere = Guest(client)
    ok(elsewhere.post("/api/me/sign-in", name="Ada", password=PASSWORD))
    link = ok(ada.post("/api/me/link"))["path"].partition("#")[2]
    ok(Guest(client).post("/api/me/use-link", key=link))
    program = ok(ada.post("/api/me/keys", label="bot", scopes=["read", "play"]))["key"]
    ada.post("/api/me/notices/mail", address=MAIL)
    ada.post("/api/me/notices/mail/confirm", code="918273")
    hook = ok(ada.post("/api/me/notices/webhooks", url="http://127.0.0.1:1/hook-of-ada"))["secret"]
    ada.post("/api/me/notices/test", channel="webhook")

    seat = ada.begin("cascadia", ["human", "open"], policy={"chat": True})
    other = bob.join(seat.id)
    ok(seat.post("messages", room="table", text=WORDS))
    for player in (seat, other):
        view = player.view()
        if view["scene"]["current_player"] == player.seat:
            player.play()

    me = begin(client, "blockade", ["human", "bot"])
    for token, origin in ((me.token, None), (me.token, "http://elsewhere.example"), (link, None)):
        live(server, me.id, token, origin)
    me.play()
    assert me.get("/scenes/1").status_code == 500
    client.get(f"/api/matches/{me.id}?token={me.token}")
    client.get(f"/m/{me.id}?token={me.token}", headers={"Cookie": f"stockade={ada.key}"})
    client.post("/api/matches", content=json.dumps({"token": me.token, "game": 3}).encode())
    client.post(f"/api/notices/stop/{link}")
    return [ada.key, bob.key, elsewhere.key, link, program, hook, me.token, PASSWORD, MAIL, "918273", WORDS]


def live(server, match_id: str, token: str, origin: Any) -> None:
    """Open a live connection, and show the token in every way that a client may try."""
    address = server.url(f"/api/matches/{match_id}/live?token={token}")
    headers = {"Authorization": f"Bearer {token}", "Cookie": f"stockade={token}"}
    with suppress(WebSocketException), connect(address, origin=origin, additional_headers=headers) as wire:
        wire.send(json.dumps({"type": "join", "token": token, "shape": "wide", "version": None, "patches": True}))
        wire.send(json.dumps({"type": "ping", "token": token}))
        wire.recv(timeout=PATIENCE)


@pytest.mark.parametrize("kind", ["json", "several"])
def test_a_busy_server_writes_no_secret(tmp_path, kind):
    database, port = tmp_path / "matches.sqlite3", free_port()
    (tmp_path / "busy.py").write_text(PROGRAM)
    command = [str(tmp_path / "busy.py"), str(port)]
    if kind == "several":  # several processes, with the log of the library at its most talkative
        command = ["-m", "uvicorn", "--app-dir", str(tmp_path), "--factory", "busy:create_app", "--port", str(port)]
        command += ["--workers", "2", "--log-level", "trace", "--ws", "websockets-sansio"]
    environment = {
        "STOCKADE_DATABASE_URL": f"sqlite:///{database}",
        "STOCKADE_LOG": "json" if kind == "json" else "text",
        "STOCKADE_LOG_LEVEL": "debug",
        "STOCKADE_ACCESS_LOG": "1",
        "STOCKADE_SMTP_URL": f"smtp://games:{SMTP_PASSWORD}@127.0.0.1:1/?from=games@play.example.org",
        "STOCKADE_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "STOCKADE_PRIVATE_ADDRESSES": "1",
    }
    with running(tmp_path, command, port, **environment) as server:
        secrets = [*be_busy(server), SMTP_PASSWORD]
        written = server.stop()
    with sqlite3.connect(database) as connection:
        seeds = [str(seed) for (seed,) in connection.execute("SELECT seed FROM matches")]
    connection.close()
    assert len(seeds) == 2
    assert all(len(secret) > 5 for secret in secrets)
    assert not [secret for secret in (*secrets, *seeds) if secret in written]
    # It did write what it should.
    assert "it failed for Bearer [hidden], seed [hidden]" in written
    assert "/scenes/1" in written
    if kind == "json":
        events = [json.loads(line) for line in written.splitlines()]
        assert {"time", "level", "event", "process"} <= set.intersection(*map(set, events))
        assert [event["request"] for event in events if "error" in event and "scene_at" in event["error"]]
