"""Who may make which request. The requests come from OpenAPI: one that is not listed here fails the test.

Every request is made by everybody, each time at a fresh table. Those who may not are refused before anything else is
looked at; those who may get any other answer, whatever the request needs besides.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import pytest
from tests.server.at_table import begin, ok
from tests.server.company import Guest

from stockade.server.moderation.admins import appoint

ALL = frozenset(
    {
        "stranger",
        "guest",
        "host",
        "player",
        "former",
        "deleted",
        "reader",
        "player's program",
        "admin",
        "their program",
    }
)
SEATED = frozenset({"host", "player", "reader", "player's program"})
PLAYING = SEATED - {"reader"}
PEOPLE = frozenset({"guest", "host", "player", "former", "admin"})
ADMIN = frozenset({"admin"})
SANCTION = {"kind": "mute", "person": "aaaaaaaaaa", "hours": 1, "why": "x"}


@dataclass(frozen=True)
class Right:
    """Who may make a request."""

    who: frozenset[str]
    status: str = "live"  # of the table at which it is tried; "left" is live, and the third person has left
    body: Any = None
    policy: dict[str, Any] | None = None


def write(**more: Any) -> dict[str, Any]:
    """Return a body that names the table's version."""
    return {"version": None, **more}


CLOSED_TABLE = {"spectators": False}
RIGHTS: dict[str, Right] = {
    "GET /healthz": Right(ALL),
    "GET /readyz": Right(ALL),
    "GET /api/games": Right(ALL),
    "GET /api/games/{game}": Right(ALL),
    "GET /api/games/{game}/art": Right(ALL),
    "GET /api/games/{game}/legend": Right(ALL),
    "GET /api/games/{game}/learn": Right(ALL),
    "POST /api/games/{game}/position": Right(ALL, body={"position": {}}),
    "POST /api/games/{game}/opening": Right(ALL, body={}),
    "POST /api/games/{game}/draft": Right(ALL, body={"position": {}}),
    "POST /api/games/{game}/think": Right(ALL - {"reader"}, body={"position": {}}),
    "GET /api/games/{game}/openings": Right(ALL),
    "POST /api/games/{game}/book": Right(ALL, body={"actions": []}),
    "GET /api/puzzles": Right(ALL),
    "GET /api/puzzles/{game}/next": Right(ALL),
    "GET /api/puzzles/{game}/{number}": Right(ALL),
    "POST /api/puzzles/{game}/{number}/answer": Right(ALL - {"reader"}, body={"actions": [0]}),
    "POST /api/puzzles/{game}/{number}/solution": Right(ALL - {"reader"}, body={}),
    "POST /api/matches": Right(ALL - {"reader"}, body={"game": "blockade"}),
    "GET /api/matches": Right(ALL),
    "GET /api/matches/{id}": Right(SEATED, policy=CLOSED_TABLE),
    "GET /api/matches/{id}/events": Right(SEATED, "over", policy=CLOSED_TABLE),  # it ends when the match is over
    "GET /api/matches/{id}/log": Right(SEATED, policy=CLOSED_TABLE),
    "GET /api/matches/{id}/record": Right(SEATED, policy=CLOSED_TABLE),
    "GET /api/matches/{id}/comments": Right(SEATED, policy=CLOSED_TABLE),
    "GET /api/records/formats": Right(ALL),
    "POST /api/records": Right(PEOPLE, body={"record": "x"}),
    "GET /api/matches/{id}/scenes/{ply}": Right(SEATED, policy=CLOSED_TABLE),
    "GET /api/matches/{id}/pictures/{ply}.svg": Right(SEATED, policy=CLOSED_TABLE),
    "GET /api/matches/{id}/positions/{ply}": Right(SEATED, "over", policy=CLOSED_TABLE),
    "POST /api/matches/{id}/line": Right(SEATED, "over", {"ply": 0, "actions": []}, CLOSED_TABLE),
    "GET /api/matches/{id}/variations": Right(SEATED, "over", policy=CLOSED_TABLE),
    "POST /api/matches/{id}/variations": Right(frozenset({"host", "player"}), "over", write(nodes=[]), CLOSED_TABLE),
    "GET /api/matches/{id}/analysis": Right(SEATED, "over", policy=CLOSED_TABLE),
    "POST /api/matches/{id}/analysis": Right(PLAYING, "over", {}, CLOSED_TABLE),
    "POST /api/matches/{id}/analysis/cancel": Right(PLAYING, "over", policy=CLOSED_TABLE),
    "POST /api/matches/{id}/join": Right(ALL - {"reader"}, "waiting", {}),
    "POST /api/matches/{id}/seats/{seat}": Right(frozenset({"host"}), "waiting", write(kind="bot", level=1)),
    "POST /api/matches/{id}/cancel": Right(frozenset({"host"}), "waiting", write()),
    "POST /api/matches/{id}/leave": Right(PLAYING, body=write()),
    "POST /api/matches/{id}/return": Right(SEATED, body=None, policy=CLOSED_TABLE),
    "POST /api/matches/{id}/seats/{seat}/stand-in": Right(PLAYING, "left", write(), {"absent": "bot", "stand_in": 1}),
    "POST /api/matches/{id}/seats/{seat}/claim": Right(PLAYING, "left", write(), {"absent": "claim"}),
    "POST /api/matches/{id}/actions": Right(PLAYING, body=write(action=0, seat=None)),
    "POST /api/matches/{id}/undo": Right(PLAYING, body=write(answer="decline")),
    "POST /api/matches/{id}/resign": Right(PLAYING, body=write()),
    "POST /api/matches/{id}/draw": Right(PLAYING, body=write()),
    "POST /api/matches/{id}/hint": Right(PLAYING, body=write()),
    "POST /api/matches/{id}/rematch": Right(PLAYING, "over", write()),
    "POST /api/matches/{id}/guide": Right(PLAYING, body=write(on=False)),
    "POST /api/matches/{id}/orders": Right(PLAYING, body={"name": "x", "occasion": "x"}, policy=CLOSED_TABLE),
    "POST /api/matches/{id}/seen": Right(SEATED, body={"ply": 0}, policy=CLOSED_TABLE),
    "POST /api/matches/{id}/hide": Right(PEOPLE, body={}),
    "GET /api/matches/{id}/messages": Right(SEATED, policy=CLOSED_TABLE),
    "POST /api/matches/{id}/messages": Right(PLAYING, body={"room": "table", "text": "Hello"}),
    "POST /api/matches/{id}/messages/{no}/react": Right(PLAYING, body={"mark": "👍"}, policy=CLOSED_TABLE),
    "POST /api/matches/{id}/messages/{no}/delete": Right(PLAYING, policy=CLOSED_TABLE),
    "POST /api/matches/{id}/messages/{no}/report": Right(PLAYING, body={"reason": "rude"}, policy=CLOSED_TABLE),
    "POST /api/matches/{id}/mute": Right(PLAYING, body={"seat": 2}, policy=CLOSED_TABLE),
    "GET /api/matches/{id}/ratings": Right(SEATED, policy=CLOSED_TABLE),
    "GET /api/ratings": Right(ALL),
    "GET /api/people/{id}": Right(ALL),
    "GET /api/me": Right(ALL),
    "POST /api/me": Right(ALL - {"reader", "player's program", "their program"}, body={"name": "Somebody"}),
    "POST /api/me/language": Right(PEOPLE),
    "POST /api/me/claim": Right(PEOPLE, body={"name": "Somebody", "password": "x"}),
    "POST /api/me/sign-in": Right(frozenset(), body={"name": "Somebody", "password": "x"}),
    "POST /api/me/sign-out": Right(ALL),
    "POST /api/me/link": Right(PEOPLE),
    "POST /api/me/use-link": Right(frozenset(), body={"key": "x"}),
    "GET /api/me/keys": Right(PEOPLE),
    "POST /api/me/keys": Right(PEOPLE, body={"label": "x", "scopes": ["read"]}),
    "POST /api/me/keys/{id}/end": Right(PEOPLE),
    "GET /api/me/passkeys": Right(PEOPLE),
    "POST /api/me/passkeys": Right(frozenset(), body={"id": "x", "credential": {}}),
    "POST /api/me/passkeys/options": Right(PEOPLE),
    "POST /api/me/passkeys/{id}/remove": Right(PEOPLE),
    "POST /api/me/passkey-sign-in": Right(frozenset(), body={"id": "x", "credential": {}}),
    "POST /api/me/passkey-sign-in/options": Right(ALL),
    "POST /api/me/delete": Right(PEOPLE),
    "POST /api/me/adopt": Right(PEOPLE, body=[]),
    "GET /api/me/matches": Right(ALL),  # nobody sees more than their own
    "GET /api/me/records": Right(ALL),
    "GET /api/me/notices": Right(PEOPLE),
    "POST /api/me/notices": Right(PEOPLE, body={}),
    "POST /api/me/notices/mail": Right(PEOPLE, body={"address": "x@x"}),
    "POST /api/me/notices/mail/confirm": Right(PEOPLE, body={"code": "x"}),
    "POST /api/me/notices/mail/remove": Right(PEOPLE),
    "POST /api/me/notices/push": Right(PEOPLE, body={"endpoint": "x", "keys": {"p256dh": "x", "auth": "x"}}),
    "POST /api/me/notices/push/end": Right(PEOPLE, body={"endpoint": "x"}),
    "POST /api/me/notices/webhooks": Right(PEOPLE, body={"url": "x"}),
    "POST /api/me/notices/webhooks/{id}/end": Right(PEOPLE),
    "POST /api/me/notices/test": Right(PEOPLE, body={"channel": "mail"}),
    "GET /api/me/notices/log": Right(PEOPLE),
    "POST /api/admin/matches/{id}/close": Right(ADMIN, body={"why": "x"}),
    "GET /api/admin/sanctions": Right(ADMIN),
    "POST /api/admin/sanctions": Right(ADMIN, body=SANCTION),
    "POST /api/admin/sanctions/{no}/lift": Right(ADMIN, body={"why": "x"}),
    "GET /api/admin/reports": Right(ADMIN),
    "GET /api/admin/audit": Right(ADMIN),
    "GET /api/notices/stop/{key}": Right(ALL),  # the key is the right
    "POST /api/notices/stop/{key}": Right(ALL),
}


def administrator(client: Any) -> Guest:
    """Return a new administrator. The names are claimed, so each has another."""
    guest = Guest(client, "Admin")
    person, service = guest.me()["id"], client.app.state.service
    service.people.claim(person, f"Admin {person}", None)  # passwords take long on purpose
    appoint(service.storage.engine, f"Admin {person}")
    return guest


class Cast:
    """Those who make requests, and a table for three at which they meet. The third person makes none."""

    def __init__(self, client: Any, right: Right, wanted: Collection[str]) -> None:
        self.client = client
        host, player = Guest(client, "Host"), Guest(client, "Player")
        match = host.begin("barricado", ["human", "open", "open"], policy=right.policy or {})
        self.guests = {"host": host, "player": player}
        if "former" in wanted:
            former = self.guests["former"] = Guest(client, "Former")
            ok(match.write(f"seats/{former.join(match.id).seat}", kind="open"))
        seat = player.join(match.id)
        if right.status != "waiting":
            third = Guest(client, "Third").join(match.id)
            if right.status == "over":
                ok(third.write("resign"))
            elif right.status == "left":
                ok(third.write("leave"))
        self.id, self.version = match.id, seat.view()["version"]
        if "stranger" in wanted:
            self.guests["stranger"] = Guest(client)
        if "guest" in wanted:
            self.guests["guest"] = Guest(client, "Guest")
        if "deleted" in wanted:
            self.guests["deleted"] = Guest(client, "Deleted")
            self.guests["deleted"].post("/api/me/delete")
        if not {"admin", "their program"}.isdisjoint(wanted):
            self.guests["admin"] = administrator(client)
        self.keys = {
            name: ok(self.guests[whose].post("/api/me/keys", label=name, scopes=scopes))["key"]
            for name, whose, scopes in (
                ("reader", "player", ["read"]),
                ("player's program", "player", ["read", "play"]),
                ("their program", "admin", ["read", "play"]),  # of the administrator
            )
            if name in wanted
        }

    def send(self, who: str, method: str, path: str, body: Any) -> Any:
        if isinstance(body, dict) and "version" in body:
            body = {**body, "version": self.version}
        filled = path.format(game="blockade", id=self.id, seat=2, ply=0, no=1, number=1, key="x")
        if who in self.keys:
            headers = {"Authorization": f"Bearer {self.keys[who]}"}
            return self.client.request(method, filled, json=body, headers=headers)
        return self.guests[who].send(method, filled, json=body)


def requests(client: Any) -> list[str]:
    paths = ok(client.get("/openapi.json"))["paths"]
    return [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]


def test_every_request_has_its_right(client):
    assert sorted(RIGHTS) == sorted(requests(client))


def is_refused(response: Any) -> bool:
    """Return whether somebody was refused because of who they are."""
    return response.status_code >= 400 and response.json()["code"] in ("bad_token", "forbidden", "not_your_seat")


@pytest.mark.parametrize("request_", sorted(RIGHTS))
def test_nobody_can_do_what_is_not_theirs(shared_client, request_):
    right = RIGHTS[request_]
    method, path = request_.split()
    cast, is_changed = Cast(shared_client, right, ALL), False
    wrong = {}
    for who in sorted(ALL, key=lambda who: who in right.who):  # those who are refused change nothing
        if is_changed:
            cast = Cast(shared_client, right, {who})
        response = cast.send(who, method, path, right.body)
        is_changed |= method != "GET" and response.status_code < 400
        if is_refused(response) == (who in right.who):
            wrong[who] = response.status_code, response.text[:200]
    assert not wrong


def test_a_seats_token_opens_its_own_seat_only(client):
    first, second = begin(client, "blockade", ["human", "open"]), begin(client, "blockade", ["human", "open"])
    stolen = {"Authorization": f"Bearer {first.token}"}
    assert client.get(f"/api/matches/{second.id}", headers=stolen).status_code == 403
    for path in ("cancel", "leave", "resign", "hint"):
        assert client.post(f"/api/matches/{second.id}/{path}", json={"version": 1}, headers=stolen).status_code == 403
    for path in ("", "/keys", "/matches"):
        response = client.get(f"/api/me{path}", headers=stolen)
        assert response.status_code in (200, 401)
        assert response.status_code == 401 or response.json() in ({"me": None}, {"matches": [], "next": None})
