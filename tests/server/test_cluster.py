"""A site of two web processes on PostgreSQL and Redis behind nginx: it does not matter which of them one talks to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.server.at_table import Person, begin, play_on, quick, wait
from tests.server.cluster import PATIENCE, Site, two_processes
from tests.server.services import Nginx, Postgres, RedisServer, Worker, running_postgres
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect


@pytest.fixture(scope="module")
def site(
    postgres: Postgres,
    redis_server: RedisServer,
    nginx: Callable[[list[int]], Nginx],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """Return one site for all tests, because processes take long to start."""
    with two_processes(postgres, redis_server, nginx, tmp_path_factory.mktemp("site")) as site:
        yield site


class Player:
    """Somebody with a live connection, who connects again when it is lost."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.wire: ClientConnection | None = None
        self._open = ExitStack()
        self.view: dict[str, Any] = {}
        self.losses = 0

    def dial(self) -> None:
        url = f"{self.person.client.base_url}/api/matches/{self.person.id}/live".replace("http", "ws", 1)
        self.wire = self._open.enter_context(connect(url, open_timeout=PATIENCE, close_timeout=5))
        self.wire.send(json.dumps({"type": "join", "token": self.person.token}))

    def hear(self, until: Callable[[dict[str, Any]], bool]) -> None:
        """Wait for a view, unless the last one is already as it should be."""
        while not self.view or not until(self.view):
            self.receive()

    def receive(self) -> str:
        """Receive a message and return its type. If the connection is lost, make another one."""
        try:
            if self.wire is None:
                self.dial()
            message = json.loads(self.wire.recv(timeout=PATIENCE))
        except (ConnectionClosed, InvalidStatus):
            self.losses += 1
            self.close()
            return "lost"
        self.view = message.get("view", self.view)
        return message["type"]

    def check(self) -> None:
        """Make sure that the connection is there, and that the last view has arrived."""
        with suppress(ConnectionClosed):
            self.wire.send(json.dumps({"type": "ping"}))
        while (got := self.receive()) not in ("pong", "lost"):
            pass
        if got == "lost":
            assert self.receive() == "view"

    def play(self) -> None:
        action = self.view["scene"]["choices"][0]["action"]
        self.wire.send(json.dumps({"type": "play", "version": self.view["version"], "action": action}))

    def close(self) -> None:
        self._open.close()
        self.wire = None


def test_two_people_on_two_processes_and_one_of_these_dies(site: Site) -> None:
    person = begin(site.client, "blockade", ["human", "open"])
    players = [Player(person), Player(person.friend())]
    for player in players:
        player.hear(lambda view: view["status"] == "live")

    def turn(plies: int) -> None:
        """Let the one whose turn it is play, and both see it."""
        mover = players[players[0].view["scene"]["current_player"]]
        mover.hear(lambda view: len(view["log"]) == plies and bool(view["scene"]["choices"]))
        mover.play()
        for player in players:
            player.hear(lambda view: len(view["log"]) == plies + 1)

    for plies in range(6):
        turn(plies)
    assert [player.losses for player in players] == [0, 0]
    site.web[0].kill()
    for player in players:  # one of them was on the process that is gone
        player.check()
    for plies in range(6, 10):
        turn(plies)
    assert sum(player.losses > 0 for player in players) == 1
    site.web[0].start()
    for plies in range(10, 12):
        turn(plies)
    for player in players:
        player.close()
    assert len(person.view()["log"]) == 12
    ports = [str(process.port) for process in site.web]
    assert set(site.sockets()[:2]) == set(ports)


def test_a_bot_thinks_in_a_worker_and_in_the_next_one(site: Site, tmp_path: Path) -> None:
    me = begin(site.client, "blockade", ["human", "bot"])

    def has_answered(plies: int) -> bool:
        return len(me.view()["log"]) == plies

    workers = [Worker(tmp_path, site.web[0].shared["STOCKADE_DATABASE"], site.web[0].shared["STOCKADE_BUS"])] * 2
    for number, worker in enumerate(workers):
        me.play()  # nobody answers yet
        worker.start()
        try:
            wait(lambda number=number: has_answered(2 * number + 2), PATIENCE)
        finally:
            worker.stop()  # it hands over what it has claimed


@pytest.mark.deep
def test_postgresql_is_killed_and_comes_back(tmp_path: Path, serve: Callable[..., Any]) -> None:
    with running_postgres(durable=True) as postgres:
        client = serve(quick(tmp_path, postgres.new_site()))
        me = begin(client, "blockade", ["human", "open"])
        people = [me, me.friend()]
        for plies in (4, 8):
            acknowledged = play_on(people, 4, seed=plies)["log"]
            assert len(acknowledged) == plies
            mover = people[me.view()["scene"]["current_player"]]
            seen = mover.view()
            postgres.kill()
            action = seen["scene"]["choices"][0]["action"]
            assert mover.post("actions", version=seen["version"], action=action).status_code in (500, 503)
            postgres.start()
            assert [line["text"] for line in me.view()["log"]] == [line["text"] for line in acknowledged]
        assert play_on(people)["status"] == "over"
