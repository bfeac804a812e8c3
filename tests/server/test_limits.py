"""Limits: each of them bites somebody who does too much, and nobody else notices."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.at_table import begin, ok, refused, wait
from tests.server.company import Guest

from stockade.server import moments
from stockade.server.limits.addresses import holder_of
from stockade.server.limits.bodies import DEEPEST, LONGEST_NUMBER
from stockade.server.limits.rules import NO_LIMITS, RATES, Limits, from_env, kind_of
from stockade.server.settings import Settings

PROXY = "192.0.2.1"
LONG = "1/hour burst 3"  # so that nothing comes back during a test


def limited(settings: Settings, rates: dict[Any, str] | None = None, **numbers: int) -> Settings:
    """Return settings with these limits alone, behind a proxy that says who asks."""
    return replace(settings, limits=replace(NO_LIMITS, rates=rates or {}, **numbers), trusted_proxies="testclient")


class From:
    """A client at an address of its own."""

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self.forwarded = {"X-Forwarded-For": address}

    @property
    def cookies(self) -> Any:
        return self.client.cookies

    def request(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> Any:
        return self.client.request(method, path, headers={**self.forwarded, **(headers or {})}, **more)

    def get(self, path: str, **more: Any) -> Any:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> Any:
        return self.request("POST", path, **more)

    def websocket_connect(self, path: str, headers: dict[str, str] | None = None) -> Any:
        return self.client.websocket_connect(path, headers={**self.forwarded, **(headers or {})})


def too_many(response: Any) -> int:
    """Check that a request was refused, and return how many seconds to wait."""
    refused(response, 429, "too_many")
    return int(response.headers["retry-after"])


# ---------------------------------------------------------------------- rates

FLOODS: dict[str, tuple[str, str, Any]] = {
    "page": ("GET", "/icon.svg", None),
    "read": ("GET", "/api/matches", None),
    "write": ("POST", "/api/matches/{id}/seen", {"ply": 0}),
    "draw": ("GET", "/api/matches/{id}/scenes/0", None),
    "enter": ("POST", "/api/me", {"name": "Flood"}),
    "sign-in": ("POST", "/api/me/sign-in", {"name": "Flood", "password": "wrong wrong"}),
    "table": ("POST", "/api/matches", {"game": "blockade"}),
    "hint": ("POST", "/api/matches/{id}/hint", {"version": 1}),
}


def test_every_rate_is_flooded_here():
    assert {kind for kind, _ in RATES} == {*FLOODS, "socket", "message"}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_from_one_address_is_refused_and_others_go_on(serve, settings, kind):
    client = serve(limited(settings, {(kind, "address"): LONG}))
    method, path, body = FLOODS[kind]
    flood, other = From(client, "198.51.100.7"), From(client, "198.51.100.8")
    match = begin(From(client, "198.51.100.9"), "blockade", ["human", "open"])
    path = path.format(id=match.id)
    for _ in range(3):
        assert flood.request(method, path, json=body).status_code != 429
    for _ in range(5):
        assert 1000 < too_many(flood.request(method, path, json=body)) <= 3600
    assert other.request(method, path, json=body).status_code != 429
    assert flood.get("/healthz").status_code == 200
    if kind != "read":
        assert flood.get("/api/games").status_code == 200  # other kinds are counted for themselves


@pytest.mark.parametrize("kind", sorted(FLOODS.keys() - {"page"}))
def test_a_flood_by_one_person_is_refused_wherever_they_are(serve, settings, kind):
    client = serve(limited(settings, {(kind, "person"): LONG}))
    method, path, body = FLOODS[kind]
    mine = Guest(From(client, "198.51.100.1"), "Anna")
    ok(mine.get("/api/me"))  # now the server knows whose key it is
    match = begin(From(client, "198.51.100.9"), "blockade", ["human", "open"])
    path = path.format(id=match.id)
    codes = []
    for place in range(8):
        mine.client = From(client, f"198.51.100.{place}")
        codes.append(mine.send(method, path, json=body).status_code)
    assert codes.count(429) >= 4, codes
    assert codes[-1] == 429
    other = Guest(From(client, "198.51.100.1"), "Ben")
    assert other.send(method, path, json=body).status_code != 429
    key = ok(other.post("/api/me/keys", label="x", scopes=["read", "play"]))["key"] if kind == "table" else None
    if key:  # a person's programs are the person
        asked = [client.post("/api/matches", json=body, headers={"Authorization": f"Bearer {key}"}) for _ in range(6)]
        assert asked[-1].status_code == 429


def test_what_was_used_up_comes_back(serve, settings):
    client = serve(limited(settings, {("read", "address"): "20/second burst 2"}))
    answers = [client.get("/api/matches") for _ in range(12)]
    refusals = [answer for answer in answers if answer.status_code == 429]
    assert refusals
    assert {too_many(answer) for answer in refusals} == {1}
    assert wait(lambda: client.get("/api/matches").status_code == 200)


def test_refusals_are_said_in_the_readers_language(serve, settings):
    client = serve(limited(settings, {("read", "address"): "1/hour burst 1"}))
    client.get("/api/matches")
    assert "Try again in 60 minutes." in client.get("/api/matches").json()["message"]
    german = client.get("/api/matches", headers={"Accept-Language": "de"})
    assert "in 60 Minuten" in german.json()["message"]


def test_networks_of_ipv6_are_one_address(serve, settings):
    assert holder_of("2001:db8:1:2:3:4:5:6") == holder_of("2001:db8:1:2::9") != holder_of("2001:db8:1:3::9")
    assert holder_of("::ffff:192.0.2.9") == holder_of("192.0.2.9") == "192.0.2.9"
    assert holder_of("testclient") == "testclient"
    client = serve(limited(settings, {("read", "address"): LONG}))
    codes = [From(client, f"2001:db8::{place:x}").get("/api/matches").status_code for place in range(1, 6)]
    assert codes == [200, 200, 200, 429, 429]


def test_only_trusted_proxies_say_who_asks(serve, settings):
    """Everybody else could pretend to be somebody new with every request."""
    limits = replace(NO_LIMITS, rates={("read", "address"): LONG})
    for trusted, last in (("", 429), ("192.0.2.77", 429), ("testclient", 200)):
        client = serve(replace(settings, limits=limits, trusted_proxies=trusted))
        codes = [From(client, f"198.51.100.{place}").get("/api/matches").status_code for place in range(5)]
        assert codes[-1] == last, trusted


def test_the_defaults_let_normal_people_play(serve, settings):
    """A page makes some twenty requests; a club of ten people behind one address opens it at the same time."""
    client = serve(replace(settings, limits=Limits()))
    people = [Guest(client, f"Player {number}") for number in range(10)]
    for person in people:
        for _ in range(20):
            ok(person.get("/api/games/blockade"))
        assert ok(person.post("/api/matches", game="blockade"))["id"]


def test_every_request_has_a_kind():
    assert kind_of("GET", "/healthz") is None
    assert kind_of("GET", "/assets/index.js") == "page"
    assert kind_of("HEAD", "/api/games/blockade/learn") == "draw"
    assert kind_of("POST", "/api/matches/abc/rematch") == "table"
    assert kind_of("POST", "/api/matches/abc/actions") == "write"
    assert kind_of("POST", "/api/me/passkey-sign-in/options") == "write"
    assert kind_of("DELETE", "/api/matches/abc") == "write"


def test_an_operator_sets_limits(monkeypatch):
    monkeypatch.setenv("STOCKADE_LIMITS", "off")
    assert from_env() == NO_LIMITS == Settings().limits
    assert not any(getattr(NO_LIMITS, each.name) for each in fields(Limits))
    monkeypatch.setenv("STOCKADE_LIMITS", "hint.person=5/minute burst 9, sockets=7, read.address=off")
    found = from_env()
    assert found.rates["hint", "person"] == "5/minute burst 9"
    assert ("read", "address") not in found.rates
    assert (found.sockets, found.open_tables) == (7, Limits().open_tables)
    for wrong in ("tea=3", "hint.person=often", "sockets=many", "hint.person"):
        monkeypatch.setenv("STOCKADE_LIMITS", wrong)
        with pytest.raises(ValueError, match="STOCKADE_LIMITS"):
            from_env()


# ---------------------------------------------------------------------- shared between processes


@pytest.fixture
def redis(tmp_path) -> Iterator[tuple[str, subprocess.Popen]]:
    program = shutil.which("redis-server")
    assert program, "redis-server is missing: install Debian's package"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)],
        stdout=subprocess.DEVNULL,
    )

    def answers() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    wait(answers)
    yield f"redis://127.0.0.1:{port}/0", process
    process.kill()
    process.wait()


def test_processes_count_together_and_alone_when_redis_is_gone(serve, settings, redis):
    url, process = redis
    shared = replace(limited(settings, {("read", "address"): "1/hour burst 6"}), bus=url)
    clients = serve(shared), serve(shared)
    codes = [clients[number % 2].get("/api/matches").status_code for number in range(8)]
    assert codes == [200] * 6 + [429] * 2
    assert From(clients[0], "198.51.100.3").get("/api/matches").status_code == 200
    process.kill()
    process.wait()
    # Each has let three requests through, and may let three more.
    codes = [clients[0].get("/api/matches").status_code for _ in range(5)]
    assert codes[0] == 200
    assert codes[-1] == 429


# ---------------------------------------------------------------------- connections


def test_connections_are_opened_at_a_limited_rate(serve, settings):
    client = serve(limited(settings, {("socket", "address"): LONG}))
    flood, other = From(client, "198.51.100.7"), From(client, "198.51.100.8")
    match = begin(client, "blockade", ["human", "open"])
    for _ in range(3):
        with match.elsewhere(flood).live() as opened:
            assert opened.receive_json()["type"] == "view"
    with pytest.raises(WebSocketDisconnect) as denied, match.elsewhere(flood).live():
        pass
    answer: Any = denied.value  # Starlette's test client raises the response
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 1000
    with match.elsewhere(other).live() as opened:
        assert opened.receive_json()["type"] == "view"


@pytest.mark.parametrize("by", ["sockets", "sockets_address"])
def test_connections_are_open_in_limited_number(serve, settings, by):
    client = serve(limited(settings, None, **{by: 2}))
    anna, ben = Guest(From(client, "198.51.100.7"), "Anna"), Guest(From(client, "198.51.100.8"), "Ben")
    seat = anna.begin("blockade", ["human", "open"])
    theirs = ben.join(seat.id)
    with seat.live() as first, seat.live() as second:
        assert first.receive_json()["type"] == second.receive_json()["type"] == "view"
        with seat.live() as third:
            assert third.receive_json()["code"] == "too_many"
            with pytest.raises(WebSocketDisconnect):
                third.receive_json()
        with theirs.live() as other:
            assert other.receive_json()["type"] == "view"
    with seat.live() as again:
        assert again.receive_json()["type"] == "view"


def test_messages_over_one_connection_are_limited(serve, settings):
    client = serve(limited(settings, {("message", "person"): "1/hour burst 3"}))
    match = begin(client, "blockade", ["human", "open"])
    version = match.view()["version"]
    with match.live(version=version) as flood, match.watcher().live(version=version) as other:
        for _ in range(5):
            flood.send_json({"type": "ping"})
        said = [next_answer(flood) for _ in range(5)]
        assert [message["type"] for message in said] == ["pong"] * 3 + ["error"] * 2
        assert said[-1]["code"] == "too_many"
        other.send_json({"type": "ping"})
        assert next_answer(other)["type"] == "pong"


def next_answer(connection: Any) -> dict[str, Any]:
    while (message := connection.receive_json())["type"] == "view":
        pass
    return message


# ---------------------------------------------------------------------- tables and bots


@pytest.mark.parametrize("by", ["open_tables", "open_tables_address"])
def test_open_tables_are_limited(serve, settings, by):
    client = serve(limited(settings, None, **{by: 2}))
    anna, ben = Guest(From(client, "198.51.100.7"), "Anna"), Guest(From(client, "198.51.100.8"), "Ben")
    first = anna.begin("blockade", ["human", "open"])
    anna.begin("blockade", ["human", "open"])
    assert too_many(anna.post("/api/matches", game="blockade")) > 3600
    ben.begin("blockade", ["human", "open"])
    ok(first.write("cancel"))
    third = anna.begin("blockade", ["human", "open"])
    ben.join(third.id)
    too_many(anna.post("/api/matches", game="blockade"))
    ok(third.write("resign"))
    anna.begin("blockade", ["human", "open"])


def test_strangers_have_as_many_tables_as_their_address(serve, settings):
    client = serve(limited(settings, open_tables_address=2))
    here, there = From(client, "2001:db8::1"), From(client, "198.51.100.8")
    for _ in range(2):
        begin(here, "blockade", ["human", "open"])
    too_many(here.post("/api/matches", json={"game": "blockade"}))
    begin(there, "blockade", ["human", "open"])
    stored = settings.database_url.removeprefix("sqlite:///")
    for name in (stored, f"{stored}-wal"):
        assert b"198.51.100.8" not in Path(name).read_bytes()


def test_forgotten_matches_are_not_open(serve, settings):
    client = serve(limited(settings, open_tables=1))
    anna = Guest(client, "Anna")
    mine = anna.begin("blockade", ["human", "open"])
    Guest(client, "Ben").join(mine.id)
    too_many(anna.post("/api/matches", game="blockade"))
    moments.move_on(timedelta(days=4))
    try:
        anna.begin("blockade", ["human", "open"])
    finally:
        moments.move_on(timedelta(days=-4))


def test_bots_think_for_a_limited_time_in_a_day(serve, settings):
    client = serve(limited(settings, bot_seconds=100, bot_seconds_address=100))
    quotas = client.app.state.service.quotas
    anna, ben = Guest(client, "Anna"), Guest(client, "Ben")
    mine = anna.begin("blockade", ["human", "bot"])
    quotas.thought(mine.id, anna.me()["id"], 99.0)
    ok(mine.write("hint"))
    quotas.thought(mine.id, anna.me()["id"], 1.0)
    assert 0 < too_many(mine.write("hint")) <= 24 * 3600
    with_bot = {"game": "blockade", "seats": [{"kind": "human"}, {"kind": "bot", "level": 1}]}
    too_many(anna.post("/api/matches", **with_bot))
    mine.play()  # the match itself goes on
    wait(lambda: mine.view()["scene"]["current_player"] == 0)
    assert anna.begin("blockade", ["human", "open"])
    ok(ben.post("/api/matches", **with_bot))
    stranger = begin(client, "blockade", ["human", "bot"])
    quotas.thought(stranger.id, None, 100.0)
    too_many(stranger.write("hint"))
    moments.move_on(timedelta(days=1))
    try:
        ok(mine.write("hint"))
    finally:
        moments.move_on(timedelta(days=-1))


def test_what_bots_think_is_counted(serve, settings):
    client = serve(limited(settings, bot_seconds=10**6))
    counted: list[tuple[str, str | None, float]] = []
    client.app.state.service.bots.thought = lambda *thought: counted.append(thought)
    anna = Guest(client, "Anna")
    mine = anna.begin("blockade", ["human", "bot"])
    mine.play()
    wait(lambda: counted)
    assert counted[0][:2] == (mine.id, anna.me()["id"])
    assert 0 < counted[0][2] < 60


# ---------------------------------------------------------------------- bodies

NUMBERS = ("1" * 5000, "-" + "1" * 5000, "1." + "1" * 5000, "1" * (LONGEST_NUMBER + 1), "1e" + "9" * 5000)
BODIES = {
    **{f"number {place}": f'{{"version": {number}}}' for place, number in enumerate(NUMBERS)},
    "number in a list": json.dumps({"version": [1, 2]})[:-2] + "2" * 5000 + "]}",
    "brackets": "[" * 60_000,
    "nested lists": "[" * 5000 + "]" * 5000,
    "nested objects": '{"a":' * 500 + "1" + "}" * 500,
    "too deep by one": "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
    "brackets after a string": '["\\"", ' + "[" * 5000,
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32-le"])
def test_no_json_breaks_the_parser(shared_client, name, encoding):
    content = BODIES[name].encode(encoding)[:60_000]
    for path in ("/api/matches", "/api/games/blockade/position", "/api/me/adopt"):
        answer = shared_client.post(path, content=content, headers={"Content-Type": "application/json"})
        refused(answer, 422, "bad_request")


def test_a_body_in_pieces_is_looked_at_as_a_whole(shared_client):
    pieces = iter([b'{"version": ', b"1" * 30, b"1" * 30, b"}"])
    answer = shared_client.post("/api/matches", content=pieces, headers={"Content-Type": "application/json"})
    assert "too long" in refused(answer, 422, "bad_request")["message"]


def test_brackets_and_digits_in_texts_are_texts(client):
    anna = Guest(client, "Anna")
    mine = anna.begin("blockade", ["human", "open"])
    for text in ("[" * 100, "1" * 100, '"' + "{" * 100, "\\" * 50 + "[" * 50):
        assert ok(mine.post("messages", room="table", text=text))["text"] == text
    ok(anna.post_list("/api/me/adopt", [{"id": "x", "token": "y"}] * 300))  # many, but not deep


def test_no_message_breaks_a_connection(pair):
    first, _ = pair
    version = first.view()["version"]
    with first.live(version=version) as connection:
        for content in BODIES.values():
            connection.send_text(content)
            assert next_answer(connection)["code"] == "bad_request"
        connection.send_json({"type": "ping"})
        assert next_answer(connection)["type"] == "pong"


def test_a_flood_costs_little(serve, settings):
    """A refusal reads no body, starts no thread and asks no database: it works while all of these are gone."""
    client = serve(limited(settings, {("write", "address"): LONG}))
    for _ in range(3):
        client.post("/api/me/language")
    client.app.state.service.storage.engine.dispose()
    client.app.state.service.people.caller = None
    for _ in range(50):
        too_many(client.post("/api/me/language", content=b"x" * 1000))
