"""People at a table, for tests: each has a token and uses HTTP."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text

from stockade.server.limits.rules import NO_LIMITS
from stockade.server.settings import Settings
from stockade.server.storage import make_engine


class Person:
    """One seat of one match, on one server."""

    def __init__(self, client: Any, match_id: str, token: str | None, seat: int | None = None) -> None:
        self.client, self.id, self.token, self.seat = client, match_id, token, seat

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str = "", **params: Any) -> Any:
        return self.client.get(f"/api/matches/{self.id}{path}", params=params, headers=self.headers)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/matches/{self.id}/{path}", json=body, headers=self.headers)

    def write(self, path: str, **body: Any) -> Any:
        """Send a write that names the current version."""
        return self.post(path, version=self.view()["version"], **body)

    def view(self) -> dict[str, Any]:
        return ok(self.get())

    def play(self, action: int | str | None = None) -> dict[str, Any]:
        view = self.view()
        chosen = view["scene"]["choices"][0]["action"] if action is None else action
        return ok(self.post("actions", version=view["version"], action=chosen))

    def friend(self, **body: Any) -> Person:
        joined = ok(self.client.post(f"/api/matches/{self.id}/join", json=body))
        return Person(self.client, self.id, joined["token"], joined["seat"])

    def watcher(self) -> Person:
        return Person(self.client, self.id, None)

    def elsewhere(self, client: Any) -> Person:
        """Return the same seat on another server."""
        return Person(client, self.id, self.token, self.seat)

    def live(self, **joining: Any) -> Any:
        return live(self.client, self.id, token=self.token, **joining)


@contextmanager
def live(
    client: Any, match_id: str, headers: Any = None, language: str | None = None, **joining: Any
) -> Iterator[Any]:
    """Open a live connection and join."""
    query = f"?language={language}" if language else ""
    with client.websocket_connect(f"/api/matches/{match_id}/live{query}", headers=headers or {}) as socket:
        socket.send_json({"type": "join", **joining})
        yield socket


def ok(response: Any) -> Any:
    assert response.status_code in (200, 201), response.text
    return response.json()


def refused(response: Any, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = response.json()
    assert (response.status_code, body["code"]) == (status, code), response.text
    assert set(body) >= {"code", "message", "ruling"}
    assert body["message"]
    return body


def begin(client: Any, game: str, kinds: list[str], level: int = 1, **more: Any) -> Person:
    seats = [{"kind": kind, "level": level} if kind == "bot" else {"kind": kind} for kind in kinds]
    made = ok(client.post("/api/matches", json={"game": game, "seats": seats, **more}))
    return Person(client, made["id"], made["token"], made["seat"])


def wait(until: Callable[[], Any], seconds: float = 120.0) -> Any:
    """Wait until `until` returns something true, and return it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = until()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("it did not come to pass in time")


def play_on(people: list[Person], actions: int | None = None, seed: int = 0) -> dict[str, Any]:
    """Let people play at random, for this many actions or to the end."""
    dice = random.Random(seed)
    viewer, done = people[0], 0
    view = viewer.view()
    while view["status"] != "over" and done != actions:
        mover = next((person for person in people if person.seat == view["scene"]["current_player"]), None)
        if mover is None:
            time.sleep(0.01)  # a bot's turn
            view = viewer.view()
            continue
        if mover is not viewer:
            viewer, view = mover, mover.view()
        action = dice.choice(view["scene"]["choices"])["action"]
        view = ok(mover.post("actions", version=view["version"], action=action))
        done += 1
    return people[0].view()


def resign(person: Person) -> None:
    """End a match, unless it is over. A bot may play meanwhile, and the request then comes too late."""
    wait(lambda: person.view()["status"] == "over" or person.write("resign").status_code == 200)


def ask(settings: Settings, statement: str, **values: Any) -> list[tuple[Any, ...]]:
    """Run a statement on the database behind the server's back, and return the rows that it finds."""
    engine = make_engine(settings.database_url)
    try:
        with engine.begin() as connection:
            done = connection.execute(text(statement), values)
            return [tuple(row) for row in done] if done.returns_rows else []
    finally:
        engine.dispose()


def quick(folder: Path, database_url: str | None = None) -> Settings:
    return Settings(
        database_url=database_url or f"sqlite:///{folder / 'matches.sqlite3'}",
        client_folder=folder / "dist",
        thinkers=2,
        bot_delay=0.0,
        hint_seconds=0.1,
        poll_seconds=0.05,
        sweep_seconds=0.2,
        warm_up=False,
        limits=NO_LIMITS,  # tests are faster than people
    )
