"""Workers think for the bots of web processes; what one of them leaves behind, another takes up."""

from __future__ import annotations

import os
import random
import signal
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.at_table import begin, ok, play_on, wait
from tests.server.processes import free_port, running

import stockade
from stockade.server import moments
from stockade.server.bus.local import local_address
from stockade.server.storage import Storage
from stockade.server.stored import Stored, columns_of
from stockade.server.work.claims import Claims
from stockade.server.work.models import QuestionRow


def columns(stored: Stored) -> list[Any]:
    return [columns_of(stored.row), *map(columns_of, stored.seats)]


@pytest.mark.parametrize("game", stockade.games())
def test_what_is_kept_is_what_is_stored(client, game):
    """After every write, the match in memory is the one that the database has."""
    first = begin(client, game, ["human", "open"])
    second = first.friend()
    matches = client.app.state.service.matches
    dice = random.Random(2)
    for _ in range(8):
        play_on([first, second], 1, seed=dice.randrange(1000))
        kept, stored = matches.kept.get(first.id), matches.storage.read(first.id)
        if stored.row.status == "over":
            break
        assert columns(kept) == columns(stored)
        assert [kept.log, kept.hinted, kept.actions, kept.actors] == [
            stored.log,
            stored.hinted,
            stored.actions,
            stored.actors,
        ]


@pytest.fixture
def storage(settings):
    kept = Storage(settings.database_url)
    yield kept
    kept.close()


def test_one_worker_thinks_about_a_match_at_a_time(client, storage):
    match = begin(client, "blockade", ["human", "open"]).id
    one, two = Claims(storage.engine, 10), Claims(storage.engine, 10)
    assert one.take(match)
    assert one.take(match)
    assert not two.take(match)
    one.release(match)
    assert two.take(match)
    moments.move_on(timedelta(seconds=11))
    try:
        two.renew()
        assert not one.take(match)
        moments.move_on(timedelta(seconds=11))  # the other has died
        assert one.take(match)
    finally:
        moments.move_on(timedelta(seconds=-22))
    assert not Claims(storage.engine, 10).take("nowhere")


def test_a_web_process_leaves_bots_and_hints_to_a_worker(settings, serve):
    with local_address() as bus:
        web = serve(replace(settings, bus=bus, thinks=False, tells=False))
        me = begin(web, "blockade", ["human", "bot"])
        me.play()
        time.sleep(0.3)
        assert len(me.view()["log"]) == 1, "nobody should think here"
        worker = serve(replace(settings, bus=bus, serves=False))
        wait(lambda: len(me.view()["log"]) == 2)
        with me.live() as socket:
            version = socket.receive_json()["view"]["version"]
            me.play()
            while True:  # the move of the bot arrives over the bus
                message = socket.receive_json()
                if message["type"] == "view" and message["view"]["version"] == version + 2:
                    break
        hints = ok(me.write("hint"))
        assert hints["hints"]
        engine = worker.app.state.service.storage.engine
        with engine.connect() as connection:
            assert connection.execute(select(QuestionRow)).all() == []


def test_two_web_processes_show_the_same_match(settings, serve):
    with local_address() as bus:
        here, there = (serve(replace(settings, bus=bus, poll_seconds=60, relaxed_seconds=60)) for _ in range(2))
        first = begin(here, "blockade", ["human", "open"])
        second = first.friend()
        far = second.elsewhere(there)
        with first.live() as mine, far.live() as yours:
            version = first.view()["version"]
            first.play()
            for socket in (mine, yours):
                while (message := socket.receive_json())["type"] != "view" or message["view"]["version"] <= version:
                    pass
            far.play()
            while (message := mine.receive_json())["type"] != "view" or len(message["view"]["log"]) < 2:
                pass
            choice = first.view()["scene"]["choices"][0]["text"]
            ok(first.post("actions", version=message["view"]["version"], action=choice))


def test_a_worker_that_is_killed_is_replaced_and_none_is_left_behind(tmp_path):
    port = free_port()
    program = ["-m", "stockade.cli", "serve", "--port", str(port), "--workers", "1"]
    with running(tmp_path, [*program, "--database", str(tmp_path / "matches.sqlite3")], port) as server:
        me = begin(server.client, "blockade", ["human", "bot"])
        me.play()
        wait(lambda: len(me.view()["log"]) == 2)
        (worker,) = workers_of(server.process.pid)
        os.kill(worker, signal.SIGKILL)
        me.play()
        wait(lambda: len(me.view()["log"]) == 4)
        (other,) = wait(lambda: workers_of(server.process.pid))
        assert other != worker
        server.process.kill()
        wait(lambda: not is_worker(other))


def workers_of(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").iterdir()
    children = " ".join((thread / "children").read_text() for thread in threads)
    return [int(child) for child in children.split() if is_worker(int(child))]


def is_worker(pid: int) -> bool:
    try:
        return b"worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
