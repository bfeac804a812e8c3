"""The events of a match over HTTP: the same messages as over a WebSocket, the same rights, and a tidy end."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.server.at_table import Person, begin, ok, resign, wait
from tests.server.company import Guest
from tests.server.processes import PATIENCE, Running, free_port, running

from stockade.server.routes.common import EventStream, event

# A server with ten heartbeats a second.
PROGRAM = """
import sys
from stockade.server import launch
from stockade.server.settings import Settings

launch.from_env = lambda url: Settings(database_url=url, heartbeat_seconds=0.1, warm_up=False)
launch.run(port=int(sys.argv[1]), database_url=f"sqlite:///{sys.argv[2]}/matches.sqlite3", workers=0)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder, port = tmp_path_factory.mktemp("server"), free_port()
    with running(folder, ["-c", PROGRAM, str(port), str(folder)], port, STOCKADE_LIMITS="sockets=2") as found:
        yield found


class Reading:
    """A stream of events that is being read."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.lines = response.iter_lines()

    def block(self) -> dict[str, str]:
        """Return the fields of the next event, or none for a comment."""
        fields: dict[str, str] = {}
        for line in self.lines:
            if not line:
                return fields
            name, _, value = line.partition(":")
            if name:
                fields[name] = value.removeprefix(" ")
        raise EOFError

    def next(self, kind: str = "view") -> Any:
        """Return the next message of a kind, with the id of its event."""
        while True:
            fields = self.block()
            if fields and (message := json.loads(fields["data"]))["type"] == kind:
                return message | {"id": int(fields["id"])}

    def rest(self) -> list[dict[str, str]]:
        """Return all events until the stream ends."""
        found = []
        while True:
            try:
                found.append(self.block())
            except EOFError:
                return found


def open_stream(person: Person, **headers: str) -> Any:
    path = f"/api/matches/{person.id}/events"
    return person.client.stream("GET", path, headers={**person.headers, **headers})


def denied(person: Person, **headers: str) -> tuple[int, str]:
    """Return how a request for a stream is refused."""
    with open_stream(person, **headers) as response:
        assert response.status_code != 200  # it would never end
        response.read()
        return response.status_code, response.json()["code"]


def is_there(person: Person, seat: int = 0) -> bool:
    found: bool = person.view()["seats"][seat]["connected"]
    return found


def test_a_view_comes_at_once_and_after_every_change(server):
    first = begin(server.client, "blockade", ["human", "open"])
    second = first.friend()
    with open_stream(second) as response:
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert response.headers["cache-control"] == "no-store"
        stream = Reading(response)
        now = stream.next()
        assert (now["view"]["you"], now["id"]) == (1, now["view"]["version"])
        ok(first.post("messages", room="table", text="Hello"))
        assert stream.next("talk")["room"] == "table"
        played = first.play()["version"]
        seen = stream.next()
        while seen["id"] < played:  # somebody has come or gone
            seen = stream.next()
        assert len(seen["view"]["log"]) == 1
        assert seen["view"]["scene"]["choices"]


def test_whoever_is_up_to_date_gets_only_what_is_new(server):
    me = begin(server.client, "blockade", ["human", "open"])
    me.friend()
    version = me.view()["version"]
    with open_stream(me.watcher(), **{"Last-Event-ID": str(version)}) as response:
        stream = Reading(response)
        assert stream.block() == {}  # a heartbeat
        me.play()
        assert stream.next()["id"] == version + 1
    assert denied(me, **{"Last-Event-ID": "yesterday"}) == (422, "bad_request")


def test_the_stream_ends_with_the_match_and_then_there_is_no_more(server):
    me = begin(server.client, "blockade", ["human", "open"])
    me.friend()
    with open_stream(me) as response:
        stream = Reading(response)
        stream.next()
        resign(me)
        last = stream.next()
        while last["view"]["result"] is None:
            last = stream.next()
        stream.rest()
    again = me.client.get(f"/api/matches/{me.id}/events", headers=me.headers)  # it ends by itself
    assert f"id: {last['id']}\n" in again.text
    done = me.client.get(f"/api/matches/{me.id}/events", headers={**me.headers, "Last-Event-ID": str(last["id"])})
    assert (done.status_code, done.content) == (204, b"")


def test_the_stream_of_a_table_that_is_cancelled_ends(server):
    me = begin(server.client, "blockade", ["human", "open"])
    with open_stream(me) as response:
        stream = Reading(response)
        stream.next()
        ok(me.write("cancel"))
        assert '"status":"closed"' in stream.rest()[-1]["data"]


def test_somebody_whose_connection_is_lost_is_seen_to_be_gone(server):
    host = Guest(server.client, "Host")
    match = host.begin("blockade", ["human", "open"])
    key = ok(host.post("/api/me/keys", label="mine", scopes=["read", "play"]))["key"]
    me = Person(server.client, match.id, key)
    first, second = open_stream(me), open_stream(me)
    readings = [Reading(stream.__enter__()) for stream in (first, second)]  # one that is forgotten is closed
    assert [reading.next()["view"]["you"] for reading in readings] == [0, 0]
    assert denied(me) == (429, "too_many")  # of a person who may have two connections
    assert is_there(me)
    first.__exit__(None, None, None)
    second.__exit__(None, None, None)
    wait(lambda: not is_there(me))
    with open_stream(me) as again:  # both places are free again
        assert Reading(again).next()["view"]["you"] == 0


@pytest.mark.parametrize(
    ("token", "headers", "status", "code"),
    [
        ("wrong", {}, 401, "bad_token"),
        (None, {}, 403, "forbidden"),
        ("mine", {"Origin": "https://evil.example"}, 403, "bad_origin"),
        ("mine", {"Sec-Fetch-Site": "cross-site"}, 403, "bad_origin"),
    ],
)
def test_whoever_may_not_see_a_match_is_told_why(server, token, headers, status, code):
    me = begin(server.client, "blockade", ["human", "open"], policy={"spectators": False})
    me.friend()
    person = me if token == "mine" else Person(server.client, me.id, token)
    assert denied(person, **headers) == (status, code)
    assert not is_there(me)


def test_there_is_no_stream_of_a_match_that_is_not_there(server):
    assert denied(Person(server.client, "aaaaaaaaaa", None)) == (404, "unknown_match")


def test_a_server_that_stops_ends_its_streams(tmp_path):
    port = free_port()
    with running(tmp_path, ["-c", PROGRAM, str(port), str(tmp_path)], port) as server:
        me = begin(server.client, "blockade", ["human", "open"])
        with open_stream(me) as response:
            stream = Reading(response)
            stream.next()
            began = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            stream.rest()  # raises an error if the connection breaks off in the middle
            assert server.process.wait(PATIENCE) in (0, -signal.SIGTERM)
            assert time.monotonic() - began < 60
    assert "Traceback" not in server.written()
    assert "Cancel" not in server.written()


def test_a_client_that_does_not_read_is_given_up():
    closed = []

    async def endless() -> Any:
        try:
            while True:
                yield event("x")
        finally:
            closed.append(True)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.sleep(600)

    asyncio.run(EventStream(endless(), 0.05).stream_response(send))
    assert closed == [True]
