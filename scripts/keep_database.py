"""Write a small database of this version for `tests/server/kept/schemas`, before a migration changes the tables.

    python scripts/keep_database.py tests/server/kept/schemas

The server itself writes it: a live match with chance, one with moves that were undone, one that is over, and a table
that waits; people with keys, talk, notices and ratings. The file is SQL, and next to it are the keys of the players.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from stockade.server.app import create_app
from stockade.server.migrations import HEAD
from stockade.server.settings import Settings

PASSWORD = "correct horse"
COOKIE = "stockade"


class Table:
    """A match of two people, each with the token of their seat or the cookie of their browser."""

    def __init__(self, client: Any, game: str, keys: list[str], seed: int | None = 1, **more: Any) -> None:
        self.client, self.keys = client, keys
        form = {"game": game, "seats": [{"kind": "human"}, {"kind": "open"}], **more}
        made = self.send(0, "POST", "/api/matches", form if seed is None else {**form, "seed": seed})
        self.id, self.tokens = made["id"], [made["token"]]

    def send(self, seat: int, method: str, path: str, body: Any = None) -> Any:
        headers = {"Cookie": f"{COOKIE}={self.keys[seat]}"} if self.keys else {}
        if not self.keys and hasattr(self, "tokens") and seat < len(self.tokens):
            headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        answer = self.client.request(method, path, json=body, headers=headers)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def post(self, seat: int, path: str, **body: Any) -> Any:
        return self.send(seat, "POST", f"/api/matches/{self.id}/{path}", body)

    def join(self) -> None:
        self.tokens.append(self.post(1, "join", **({} if self.keys else {"name": "Ben"}))["token"])

    def view(self) -> Any:
        return self.send(0, "GET", f"/api/matches/{self.id}")

    def play(self, count: int) -> None:
        for _ in range(count):
            seat = self.view()["scene"]["current_player"]
            view = self.send(seat, "GET", f"/api/matches/{self.id}")
            choices = view["scene"]["choices"]
            self.post(
                seat, "actions", version=view["version"], action=choices[view["version"] % len(choices)]["action"]
            )

    def undo(self) -> None:
        """Play, and let the one who played take it back."""
        seat = self.view()["scene"]["current_player"]
        self.play(1)
        self.post(seat, "undo", version=self.view()["version"])
        if self.view()["undo"] is not None:  # the other player has to agree
            self.post(1 - seat, "undo", version=self.view()["version"], answer="accept")

    def describe(self) -> dict[str, Any]:
        view = self.view()
        log = [line["text"] for line in view["log"]]
        return {
            "id": self.id,
            "version": view["version"],
            "status": view["status"],
            "log": log,
            "tokens": self.tokens,
        }


def arrive(client: Any, name: str) -> str:
    """Return the key of a new guest's browser."""
    client.cookies.clear()
    answer = client.post("/api/me", json={"name": name})
    client.cookies.clear()
    # The cookie is for HTTPS, and the client would not keep it.
    (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
    return cookie.value


def fill(client: Any) -> dict[str, Any]:
    keys = [arrive(client, "Anna"), arrive(client, "Ben")] if HEAD >= "0004" else []
    tables = {
        "live": Table(client, "blockade", keys),
        "chance": Table(client, "cascadia", keys),
        "over": Table(client, "blockade", keys, seed=None, **({"rated": True} if HEAD >= "0007" else {})),
        "waiting": Table(client, "blockade", keys),
    }
    for name in ("live", "chance", "over"):
        tables[name].join()
        tables[name].play(4)
    tables["live"].undo()
    tables["over"].post(1, "resign", version=tables["over"].view()["version"])
    live = tables["live"]
    if keys:
        live.send(0, "POST", "/api/me/claim", {"name": "Anna", "password": PASSWORD})
        live.send(0, "POST", "/api/me/keys", {"label": "My bot", "scopes": ["read", "play"]})
    if HEAD >= "0005":
        live.post(0, "messages", room="table", text="Good luck!")
        live.post(1, "messages", room="table", text="You too.")
    if HEAD >= "0006":
        live.send(1, "POST", "/api/me/notices", {"mail": ["turn"], "pace": "daily"})
    return {"keys": keys, "matches": {name: table.describe() for name, table in tables.items()}}


def keep(folder: Path) -> None:
    os.environ |= {
        "STOCKADE_SMTP_URL": "smtp://localhost:9/?from=games@example.org",
        "STOCKADE_PUBLIC_URL": "http://games.example.org",
    }
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "kept.sqlite3"
        settings = Settings(database_url=f"sqlite:///{file}", client_folder=Path(place))
        with TestClient(create_app(settings)) as client:
            kept = fill(client)
        database = sqlite3.connect(file)
        (folder / f"{HEAD}.sql").write_text("\n".join(database.iterdump()) + "\n", "utf-8")
        database.close()
    (folder / f"{HEAD}.json").write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
