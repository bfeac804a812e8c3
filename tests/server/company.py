"""People with cookies, for tests: each has a device of their own on one server."""

from __future__ import annotations

from typing import Any

from tests.server.at_table import Person, live, ok

COOKIE = "stockade"


class Guest:
    """Somebody with a browser. Without a name they are a stranger until they sign in."""

    def __init__(self, client: Any, name: str | None = None) -> None:
        self.client = client
        self.key: str | None = None
        if name is not None:
            ok(self.post("/api/me", name=name))

    def send(self, method: str, path: str, **more: Any) -> Any:
        self.client.cookies.clear()
        if self.key:
            self.client.cookies.set(COOKIE, self.key)
        response = self.client.request(method, path, **more)
        given = response.headers.get("set-cookie", "").removeprefix("__Host-")  # over HTTPS
        if given.startswith(f"{COOKIE}="):
            self.key = given.partition("=")[2].partition(";")[0].strip('"') or None
        self.client.cookies.clear()
        return response

    def get(self, path: str, **params: Any) -> Any:
        return self.send("GET", path, params=params)

    def post(self, path: str, **body: Any) -> Any:
        return self.send("POST", path, json=body)

    def post_list(self, path: str, body: list[Any]) -> Any:
        return self.send("POST", path, json=body)

    def me(self) -> Any:
        return ok(self.get("/api/me"))["me"]

    def begin(self, game: str, kinds: list[str], level: int = 1, **more: Any) -> Seat:
        seats = [{"kind": kind, "level": level} if kind == "bot" else {"kind": kind} for kind in kinds]
        return self.create(game, seats, **more)

    def create(self, game: str, seats: list[dict[str, Any]], **more: Any) -> Seat:
        made = ok(self.post("/api/matches", game=game, seats=seats, **more))
        return Seat(self, made["id"], made["seat"])

    def join(self, match_id: str, **body: Any) -> Seat:
        joined = ok(self.post(f"/api/matches/{match_id}/join", **body))
        return Seat(self, match_id, joined["seat"])

    def at(self, match_id: str) -> Seat:
        return Seat(self, match_id, None)


class Seat(Person):
    """A guest's place at one table."""

    def __init__(self, guest: Guest, match_id: str, seat: int | None) -> None:
        super().__init__(guest.client, match_id, None, seat)
        self.guest = guest

    def get(self, path: str = "", **params: Any) -> Any:
        return self.guest.get(f"/api/matches/{self.id}{path}", **params)

    def post(self, path: str, **body: Any) -> Any:
        return self.guest.post(f"/api/matches/{self.id}/{path}", **body)

    def live(self, **joining: Any) -> Any:
        headers = {"Cookie": f"{COOKIE}={self.guest.key}"} if self.guest.key else {}
        return live(self.client, self.id, headers, **joining)
