"""Headers, cookies and origins; and what no answer and no log may ever contain."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import re
from dataclasses import replace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.at_table import Person, begin, ok, play_on, refused
from tests.server.company import Guest

import stockade
from stockade.server.pages import content_policy
from stockade.server.storage import Storage

# The answers with a token, the key of a program or a link. Those to people with a cookie have none.
TELLING = re.compile(r"POST /api/(matches|matches/\w+/join|me/keys|me/link) 20[01] ")
HTTPS = "https://play.example.org"
INDEX = "<!doctype html><style>p{color:red}</style><script>hello()</script><script src='/assets/a.js'></script>"


# ---------------------------------------------------------------------- headers


def rules(response: Any) -> dict[str, str]:
    parts = response.headers["content-security-policy"].split("; ")
    return {name: value for name, _, value in (part.partition(" ") for part in parts)}


def test_pages_run_our_own_scripts_and_styles_only(client, settings):
    settings.client_folder.mkdir()
    (settings.client_folder / "index.html").write_text(INDEX)
    (settings.client_folder / "push.js").write_text("//")
    page = client.get("/m/abcdefghjk")
    found = rules(page)
    digest = base64.b64encode(hashlib.sha256(b"hello()").digest()).decode()
    assert found["script-src"] == f"'self' 'sha256-{digest}'"
    assert found["default-src"] == found["base-uri"] == found["frame-ancestors"] == "'none'"
    assert found["style-src"].startswith("'self' 'sha256-")
    for path in (
        "/",
        "/push.js",
        "/assets/none.js",
        "/api/games",
        "/api/none",
        "/healthz",
        "/api/games/blockade/art",
    ):
        response = client.get(path)
        assert "unsafe" not in response.headers["content-security-policy"], path
        assert rules(response)["frame-ancestors"] == "'none'"
        assert response.headers["x-frame-options"] == "DENY"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "camera=()" in response.headers["permissions-policy"]
        assert "strict-transport-security" not in response.headers
    assert rules(client.get("/api/games"))["default-src"] == "'none'"


def test_a_new_build_has_a_new_policy(client, settings):
    settings.client_folder.mkdir()
    index = settings.client_folder / "index.html"
    for script in ("one()", "two()"):
        index.write_text(INDEX.replace("hello()", script))
        assert client.get("/").headers["content-security-policy"] == content_policy(index.read_text())


def test_a_site_with_https_stays_with_it(serve, settings):
    client = serve(replace(settings, public_url=HTTPS))
    for path in ("/", "/api/games", "/api/none"):
        assert client.get(path).headers["strict-transport-security"] == "max-age=31536000"


# ---------------------------------------------------------------------- cookies


def cookie_of(response: Any) -> tuple[str, set[str]]:
    [name, *traits] = response.headers["set-cookie"].split("; ")
    return name.partition("=")[0], {trait.lower() for trait in traits}


def test_a_cookie_over_http(client):
    name, traits = cookie_of(client.post("/api/me", json={"name": "Anna"}))
    assert name == "stockade"
    assert {"httponly", "samesite=lax", "path=/"} <= traits
    assert "secure" not in traits  # a browser would not send it back


@pytest.mark.parametrize("how", ["public url", "proxy"])
def test_a_cookie_over_https(serve, settings, how):
    changes = {"public_url": HTTPS} if how == "public url" else {"trusted_proxies": "testclient"}
    client = serve(replace(settings, **changes))
    headers = {"X-Forwarded-Proto": "https"}
    answer = client.post("/api/me", json={"name": "Anna"}, headers=headers)
    name, traits = cookie_of(answer)
    assert name == "__Host-stockade"
    assert {"httponly", "samesite=lax", "path=/", "secure"} <= traits
    assert not any(trait.startswith("domain") for trait in traits)
    key = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    client.cookies.clear()
    for cookie in (f"__Host-stockade={key}", f"stockade={key}"):  # the second was set before there was HTTPS
        asked = client.get("/api/me", headers={**headers, "Cookie": cookie})
        assert ok(asked)["me"]["name"] == "Anna"
        assert ok(client.get("/api/me/keys", headers={**headers, "Cookie": cookie}))[0]["this"]
    out = client.post("/api/me/sign-out", headers={**headers, "Cookie": f"__Host-stockade={key}"})
    gone = [line for line in out.headers.get_list("set-cookie") if line.startswith("__Host-stockade=")]
    assert len(gone) == 1
    assert "Secure" in gone[0]
    assert ok(client.get("/api/me", headers={**headers, "Cookie": f"__Host-stockade={key}"}))["me"] is None


def test_nobody_else_says_that_it_is_https(client):
    name, _ = cookie_of(client.post("/api/me", json={"name": "Anna"}, headers={"X-Forwarded-Proto": "https"}))
    assert name == "stockade"


# ---------------------------------------------------------------------- origins


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://testserver.evil.example", "http://testserver:81", "null", ""]
)
def test_other_sites_open_no_connection_and_change_nothing(client, origin):
    anna = Guest(client, "Anna")
    mine = anna.begin("blockade", ["human", "open"])
    headers = {"Origin": origin, "Cookie": f"stockade={anna.key}"}
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect(f"/api/matches/{mine.id}/live", headers=headers),
    ):
        pass
    assert closed.value.code == 4403
    before = mine.view()
    for path in ("cancel", "leave", "seats/1"):
        answer = client.post(f"/api/matches/{mine.id}/{path}", json={"version": 1}, headers=headers)
        refused(answer, 403, "bad_origin")
    assert mine.view() == before


# ---------------------------------------------------------------------- secrets


class Ears:
    """A client that keeps everything a server answers."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.heard: list[str] = []

    @property
    def cookies(self) -> Any:
        return self.client.cookies

    def request(self, method: str, path: str, **more: Any) -> Any:
        answer = self.client.request(method, path, **more)
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        self.heard.append(f"{method} {path} {answer.status_code} {headers} {answer.text}")
        return answer

    def get(self, path: str, **more: Any) -> Any:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> Any:
        return self.request("POST", path, **more)

    def websocket_connect(self, *given: Any, **more: Any) -> Any:
        return Listening(self.client.websocket_connect(*given, **more), self.heard)


class Listening:
    def __init__(self, socket: Any, heard: list[str]) -> None:
        self.socket, self.heard = socket, heard

    def __enter__(self) -> Listening:
        self.socket.__enter__()
        return self

    def __exit__(self, *error: Any) -> Any:
        return self.socket.__exit__(*error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.socket, name)

    def receive_json(self) -> Any:
        message = self.socket.receive_json()
        self.heard.append(json.dumps(message))
        return message


def busy(client: Any) -> tuple[list[str], list[Person]]:
    """Let people do all kinds of things, right and wrong. Return their secrets and where they sit."""
    anna, ben = Guest(client, "Anna"), Guest(client, "Ben")
    ok(anna.post("/api/me/claim", name="Anna", password="open sesame"))
    program = ok(anna.post("/api/me/keys", label="Bot", scopes=["read", "play"]))["key"]
    link = ok(anna.post("/api/me/link"))["path"].partition("#")[2]
    for wrong in ("open sesam", "open sesame!"):
        refused(anna.post("/api/me/sign-in", name="Anna", password=wrong), 401, "bad_token")
    mine = anna.begin("cascadia", ["human", "open"])
    theirs = ben.join(mine.id)
    stranger = begin(client, "barricado", ["human", "open"])
    friend = stranger.friend()
    with mine.live() as live:
        live.receive_json()
        view = mine.view()
        live.send_json({"type": "play", "version": view["version"], "action": "nonsense"})
        live.send_json({"type": "play", "version": view["version"], "action": view["scene"]["choices"][0]["action"]})
        while (message := live.receive_json())["type"] != "view" or message["view"]["version"] == view["version"]:
            pass
    play_on([mine, theirs], 6)
    play_on([stranger, friend], 4)
    for seat in (mine, theirs, stranger, friend, stranger.watcher()):
        seat.get("/log")
        seat.get("/scenes/1")
        seat.get("/scenes/999")
        seat.post("actions", version=1, action=0)
        seat.post("hint", version=seat.view()["version"])
        seat.post("messages", room="table", text="Hello")
        seat.get("/messages")
    for path in ("/api/me", "/api/me/keys", "/api/me/matches", "/api/matches", "/openapi.json", "/api/me/notices"):
        anna.get(path)
    client.get("/api/games", headers={"Authorization": f"Bearer {program}x"})
    client.get(f"/api/matches/{mine.id}", headers={"Authorization": "Bearer wrong"})
    client.post("/api/matches", content=b"[" * 1000)
    tokens = [stranger.token, friend.token]
    return [anna.key, ben.key, program, link, "open sesame", *tokens], [mine, theirs, stranger, friend]


def test_no_secret_is_in_any_answer_or_log(serve, settings, caplog, capfd, monkeypatch):
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "sqlalchemy")  # its statements, but not the rows that it found
    client = Ears(serve(settings))
    secrets, seats = busy(client)
    broken = begin(client, "blockade", ["human", "open"])
    secrets.append(broken.token)
    service = client.client.app.state.service

    def fail(*_: Any) -> None:
        raise RuntimeError("as on a full disk")

    monkeypatch.setattr(service.storage, "write", fail)
    monkeypatch.setattr(service.tables.storage, "write", fail)
    assert broken.post("leave", version=broken.view()["version"]).status_code == 500
    storage = Storage(settings.database_url)
    seeds = {str(storage.read(seat.id).row.seed) for seat in [*seats, broken]}
    hashes = [row.token_hash for seat in [*seats, broken] for row in storage.read(seat.id).seats if row.token_hash]
    storage.close()
    # A secret is told once, to the person whose it is.
    told = [line for line in client.heard if TELLING.match(line)]
    answers = "\n".join(line for line in client.heard if line not in told)
    assert len([line for line in told if any(secret in line for secret in secrets)]) == len(secrets) - 3
    output = "".join(capfd.readouterr())
    logs = caplog.text + output
    for secret in (*secrets, *hashes, *seeds):
        assert secret not in answers
        assert secret not in logs
    for line in told:
        assert sum(secret in line for secret in secrets) <= 1
    assert not any(seed in line for seed in seeds for line in told)
    assert "$argon2" not in answers + logs
    assert "full disk" in logs
    assert "198.51" not in logs


def test_nothing_that_is_sent_depends_on_what_chance_will_do(client, race):  # noqa: ARG001
    """Two matches whose dice fell the same so far, and will not next time, look the same."""
    first, second = twins()
    sights = []
    for seed in (first, second):
        host = begin(client, "race", ["human", "open", "open"], seed=seed)
        people = [host, host.friend(), host.friend()]
        for person in people[:2]:
            person.play("walk")
            person.play("walk")
        people[2].play("walk")
        sights.append([sight(person) for person in (*people, host.watcher())])
        rolled = people[2].play("walk")["log"][-1]["text"]
        sights[-1].append(rolled)
    assert sights[0][-1] != sights[1][-1]
    assert sights[0][:-1] == sights[1][:-1]


def twins() -> tuple[int, int]:
    """Return two seeds with the same first two rolls and different third ones."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for seed in range(2000):
        match = stockade.Match("race", players=3, seed=seed)
        for _ in range(6):
            match.play("walk")
        rolls = [action for action in match.actions if action > 1]
        other = found.setdefault(tuple(rolls[:2]), (seed, rolls[2]))
        if other[1] != rolls[2]:
            return other[0], seed
    raise AssertionError("there are no such seeds")


def sight(person: Person) -> Any:
    """Return everything that somebody can get about a match, without what differs in every match."""
    view, log = person.view(), ok(person.get("/log"))
    scenes = [ok(person.get(f"/scenes/{ply}")) for ply in range(len(view["log"]) + 1)]
    text = json.dumps([view, log, scenes], sort_keys=True).replace(person.id, "ID")
    return json.loads(text, object_hook=lambda found: {k: v for k, v in found.items() if k not in TIMES})


TIMES = ("at", "updated", "created", "now")
