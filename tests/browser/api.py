"""Create and advance matches without a browser, for tests that begin in the middle of a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import httpx
from playwright.sync_api import BrowserContext
from tests.browser.serving import Server

import stockade
from stockade.core.state import State
from stockade.server import replay
from stockade.server.storage import Storage

HUMAN, OPEN = {"kind": "human"}, {"kind": "open"}


class Api:
    def __init__(self, url: str) -> None:
        self._client = httpx.Client(base_url=f"{url}/api", timeout=120)

    def __enter__(self) -> Api:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def games(self) -> list[dict[str, Any]]:
        return self._client.get("/games").raise_for_status().json()

    def create(self, game: str, *seats: dict[str, Any], **wishes: Any) -> dict[str, Any]:
        answer = self._client.post("/matches", json={"game": game, "seats": list(seats), "seed": 1, **wishes})
        return {**answer.raise_for_status().json(), "game": game}

    def join(self, match: dict[str, Any], name: str) -> str:
        """Take the next open seat and return its token."""
        answer = self._client.post(f"/matches/{match['id']}/join", json={"name": name})
        return answer.raise_for_status().json()["token"]

    def view(self, match: dict[str, Any]) -> dict[str, Any]:
        return self._client.get(f"/matches/{match['id']}").raise_for_status().json()

    def write(self, match: dict[str, Any], path: str) -> None:
        """Make a request of a seat that needs no more than the version, such as an offer of a draw."""
        self._client.post(
            f"/matches/{match['id']}/{path}",
            json={"version": self.view(match)["version"]},
            headers={"Authorization": f"Bearer {match['token']}"},
        ).raise_for_status()

    def play(self, match: dict[str, Any], moves: Iterable[tuple[int, str]], *others: str) -> None:
        """Play moves, given as seat and notation. `others` are the tokens of the second seat and so on."""
        tokens = (match["token"], *others)
        version = self.view(match)["version"]
        for seat, action in moves:
            answer = self._client.post(
                f"/matches/{match['id']}/actions",
                json={"version": version, "action": action},
                headers={"Authorization": f"Bearer {tokens[seat]}"},
            )
            version = answer.raise_for_status().json()["version"]
        for token in tokens:
            self.mark_seen(match, token)

    def mark_seen(self, match: dict[str, Any], token: str) -> None:
        """Note that a seat was shown the whole log, so that its player has nothing to catch up on."""
        self._client.post(
            f"/matches/{match['id']}/seen",
            json={"ply": len(self.view(match)["log"])},
            headers={"Authorization": f"Bearer {token}"},
        ).raise_for_status()


def play_ahead(site: Server, match: dict[str, Any], moves: Iterable[tuple[int, str]]) -> None:
    """Play many moves at once, in the server's database. It would draw a picture after each that comes by HTTP."""
    storage = Storage(site.database)
    stored = storage.read(match["id"])
    assert stored is not None
    played = replay.resume(stored)
    steps = [step for _, action in moves for step in played.play(action)]
    storage.write(stored, replay.summary(played), replay.journal_of(steps))
    storage.close()


def hold(context: BrowserContext, *matches: dict[str, Any]) -> None:
    """Store the seats of these matches in the browser, as an earlier client did. The person takes them over."""
    seats = [
        {key: match[key] for key in ("id", "token", "seat", "game")} | {"title": match["game"].title(), "at": 0}
        for match in matches
    ]
    kept = json.dumps(json.dumps(seats))
    context.add_init_script(f"localStorage.setItem('stockade.seats', {kept})")


def greedy_moves(game: str, until: Callable[[State], bool], **wishes: Any) -> list[tuple[int, str]]:
    """Return the moves of greedy players until a condition holds, with the same outcomes of chance as on a server."""
    bots = {seat: stockade.bot("greedy", seed=seat) for seat in range(6)}
    return moves_by(lambda state: bots[state.current_player].choose(state), game, until, **wishes)


def moves_by(
    choose: Callable[[State], int], game: str, until: Callable[[State], bool], **wishes: Any
) -> list[tuple[int, str]]:
    """Return the chosen moves until a condition holds, with the same outcomes of chance as on a server."""
    match = stockade.Match(game, **{"seed": 1, **wishes})
    moves = []
    while not match.state.is_over and not until(match.state):
        action = choose(match.state)
        moves.append((match.state.current_player, match.state.format(action)))
        match.play(action)
    return moves
