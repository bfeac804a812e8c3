"""The bus between processes: the same behaviour over a Unix socket, a local port and a real Redis server."""

from __future__ import annotations

import asyncio
import json
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from tests.server.services import RedisServer

from stockade.server.bus import RECONNECTED, Bus, QuietBus, open_bus
from stockade.server.bus import local as local_module
from stockade.server.bus import redis as redis_module
from stockade.server.bus.contract import LINE_LIMIT, WAITING_LIMIT
from stockade.server.bus.local import LocalBus, local_address
from stockade.server.bus.redis import RedisBus
from stockade.server.settings import Settings

Got = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def folder() -> Iterator[str]:
    with local_address() as address:
        yield address.removeprefix("local:")


@pytest.fixture(params=["unix", "port", "redis"])
def new(request: pytest.FixtureRequest, folder: str) -> Callable[[], Bus]:
    """Make another node of the same bus."""
    if request.param == "redis":
        server = request.getfixturevalue("redis_server")
        return lambda: RedisBus(server.url)
    return lambda: LocalBus(folder, unix=request.param == "unix")


@asynccontextmanager
async def joined(*buses: Bus) -> AsyncIterator[list[Got]]:
    """Start buses, and yield what each of them receives."""
    received: list[Got] = [[] for _ in buses]
    for bus, got in zip(buses, received, strict=True):
        await bus.start(lambda topic, message, got=got: got.append((topic, message)))
    try:
        yield received
    finally:
        for bus in buses:
            await bus.stop()


async def until(true: Callable[[], Any], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


# ------------------------------------------------------------------ every kind


def test_everybody_else_receives_in_order(new: Callable[[], Bus]) -> None:
    async def test() -> None:
        buses = [new(), new(), new()]
        async with joined(*buses) as received:
            assert all(bus.connected for bus in buses)
            for sender, bus in enumerate(buses):
                for number in range(50):
                    bus.publish("change", {"match": f"from {sender}", "version": number})
            await until(lambda: all(len(got) == 100 for got in received))
            await asyncio.sleep(0.05)  # a message that came twice, or back to its sender, would arrive now
        for receiver, got in enumerate(received):
            for sender in range(3):
                versions = [message["version"] for _, message in got if message["match"] == f"from {sender}"]
                assert versions == ([] if sender == receiver else list(range(50)))
        assert {topic for got in received for topic, _ in got} == {"change"}

    run(test)


def test_what_was_published_before_a_stop_arrives(new: Callable[[], Bus]) -> None:
    async def test() -> None:
        leaver, stayer = new(), new()
        async with joined(stayer) as (got,), joined(leaver):
            leaver.publish("gone", {"text": "Grüße"})
            await leaver.stop()
            await until(lambda: got == [("gone", {"text": "Grüße"})])

    run(test)


def test_a_receiver_that_fails_goes_on(new: Callable[[], Bus], caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        got: list[int] = []

        def receive(_: str, message: dict[str, Any]) -> None:
            got.append(1 // message["number"])

        sender, receiver = new(), new()
        await receiver.start(receive)
        async with joined(sender):
            for number in (0, 1):
                sender.publish("number", {"number": number})
            await until(lambda: got == [1])
        await receiver.stop()

    run(test)
    assert "ZeroDivisionError" in caplog.text


def test_a_message_must_be_short_json(new: Callable[[], Bus]) -> None:
    async def test() -> None:
        for bus in (new(), QuietBus()):
            with pytest.raises(ValueError, match="too long for the bus"):
                bus.publish("long", {"text": "x" * LINE_LIMIT})
            with pytest.raises(TypeError):
                bus.publish("odd", {"object": object()})

    run(test)


class Slow:
    """A node in a thread of its own that stands still while it receives its first message."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.stuck, self.go_on, self.leave = threading.Event(), threading.Event(), threading.Event()
        self.last: dict[str, Any] = {}
        self.count = 0
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run()))

    async def run(self) -> None:
        await self.bus.start(self.receive)
        while not self.leave.is_set():
            await asyncio.sleep(0.005)
        await self.bus.stop()

    def receive(self, _: str, message: dict[str, Any]) -> None:
        self.count += 1
        self.last = message
        self.stuck.set()
        self.go_on.wait(60)

    def __enter__(self) -> Slow:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go_on.set()
        self.leave.set()
        self.thread.join(60)


def test_nobody_waits_for_a_slow_receiver(new: Callable[[], Bus]) -> None:
    async def test() -> None:
        sender, quick = new(), new()
        text = "x" * 8000
        count = 8 * WAITING_LIMIT // len(text)
        async with joined(sender, quick) as (_, got):
            with Slow(new()) as slow:
                await until(lambda: slow.bus.connected)
                sender.publish("first", {})
                await until(slow.stuck.is_set)
                for number in range(count):
                    sender.publish("more", {"number": number, "text": text})
                    if number % 10 == 0:
                        await until(
                            lambda number=number: len(got) >= number
                        )  # the quick receiver has everything all the time
                await until(lambda: len(got) == count + 1)
                assert slow.count == 1

                slow.go_on.set()

                def is_back() -> bool:
                    sender.publish("last", {"number": -1})
                    return slow.last.get("number") == -1

                await until(is_back)
                if isinstance(sender, LocalBus):
                    assert slow.count < count
                    assert sender.dropped > 0

    run(test)


# ------------------------------------------------------------------ what makes no sense

ODD = [
    b"",
    b"\xff\xfe",
    b"null",
    b"[1, 2]",
    b'"text"',
    b'{"from": "x", "topic": "t"}',
    b'{"from": "x", "topic": 7, "message": {}}',
    b'{"from": "x", "topic": "t", "message": []}',
    b"[" * 10_000,
    b'{"from": "x", "topic": "t", "message": {"n": ' + b"9" * 5_000 + b"}}",
]


def test_odd_messages_are_skipped_by_redis(redis_server: RedisServer, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        sender, receiver = RedisBus(redis_server.url), RedisBus(redis_server.url)
        async with joined(sender, receiver) as (_, got):
            with Redis.from_url(redis_server.url) as stranger:
                for line in ODD:
                    stranger.publish("stockade:0:bus", line)
            sender.publish("sense", {})
            await until(lambda: got == [("sense", {})])

    run(test)
    assert caplog.text.count("makes no sense") == 2 * (len(ODD) - 1)  # an empty text has no line


def test_odd_messages_are_skipped_locally(folder: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        listener, receiver = LocalBus(folder), LocalBus(folder)
        async with joined(listener, receiver) as (heard, got):
            reader, writer = await asyncio.open_unix_connection(receiver.path)
            writer.write(local_module.read_address(Path(folder) / "address")[1].encode() + b"\n")
            assert await reader.readline() == b"\n"
            for line in ODD:
                writer.write(line + b"\n")
            writer.write(json.dumps({"from": "x", "topic": "sense", "message": {}}).encode() + b"\n")
            await until(lambda: got == heard == [("sense", {})])

            writer.write(b"x" * (3 * LINE_LIMIT))  # a line without an end ends the connection
            assert await reader.read() == b""
            writer.close()
            listener.publish("sense", {})
            await until(lambda: len(got) == 2)

    run(test)
    assert caplog.text.count("makes no sense") == 2 * len(ODD)


# ------------------------------------------------------------------ on one machine

NODE = """
import asyncio, os, sys
from stockade.server.bus.local import LocalBus

async def main():
    bus = LocalBus(sys.argv[1], unix=sys.argv[2] == "unix")

    def answer(topic, message):
        if topic == "who is there":
            bus.publish("here", {"pid": os.getpid(), "listens": bus._listens, **message})

    await bus.start(answer)
    print("ready", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("kind", ["unix", "port"])
def test_another_process_takes_over_from_a_killed_one(folder: str, kind: str) -> None:
    def another() -> subprocess.Popen[str]:
        process = subprocess.Popen([sys.executable, "-c", NODE, folder, kind], stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "ready\n"
        return process

    async def call_all(bus: Bus, got: Got, count: int, name: str) -> list[int]:
        """Call until this many processes have answered, and return those that listen."""
        answers: dict[int, bool] = {}

        def is_heard() -> bool:
            bus.publish("who is there", {"name": name})
            heard = [message for topic, message in got if topic == "here" and message["name"] == name]
            answers.update({message["pid"]: message["listens"] for message in heard})
            return len(answers) == count

        await until(is_heard)
        return [pid for pid, listens in answers.items() if listens]

    async def test() -> None:
        bus = LocalBus(folder, unix=kind == "unix")
        async with joined(bus) as (got,):
            for count in (2, 1):
                (listening,) = await call_all(bus, got, count + 1, f"before {count}")
                assert not bus._listens
                processes.pop(listening).kill()
                await until(lambda: (RECONNECTED, {}) in got)
                got.clear()
                others = await call_all(bus, got, count, f"after {count}")
                assert len(others) + bus._listens == 1
                if bus._listens:
                    break

    processes = {process.pid: process for process in (another(), another(), another())}
    everybody = list(processes.values())
    try:
        run(test)
    finally:
        for process in everybody:
            process.kill()
            process.communicate()


def test_others_cannot_join(folder: str) -> None:
    """Only this user may open the folder, and only a process that read the secret in it is listened to."""

    async def test() -> None:
        listener = LocalBus(folder, unix=False)
        async with joined(listener) as (got,):
            port, secret = local_module.read_address(Path(folder) / "address")
            for greeting in (b"\n", b"wrong\n", secret[:-1].encode() + b"\n", b"x" * 100_000):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(greeting + b'{"from": "x", "topic": "t", "message": {}}\n')
                with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
                    await reader.readexactly(1)
                writer.close()
            assert got == []

    run(test)
    assert stat.S_IMODE(Path(folder).stat().st_mode) == 0o700
    assert stat.S_IMODE((Path(folder) / "address").stat().st_mode) == 0o600


def test_a_folder_with_a_long_name(folder: str) -> None:
    long = Path(folder) / ("x" * 120)
    long.mkdir()

    async def test() -> None:
        first, second = LocalBus(long), LocalBus(long)
        assert not first.unix
        async with joined(first, second) as (_, got):
            first.publish("topic", {})
            await until(lambda: got == [("topic", {})])

    run(test)


# ------------------------------------------------------------------ Redis


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis server that a test may kill."""
    server = RedisServer(tmp_path)
    server.start()
    yield server
    if server.process is not None:
        server.process.send_signal(signal.SIGCONT)
    server.stop()


def test_redis_is_killed_and_comes_back(own_redis: RedisServer, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        buses = RedisBus(own_redis.url), RedisBus(own_redis.url)
        async with joined(*buses) as received:
            for _ in range(3):
                own_redis.kill()
                await until(lambda: not any(bus.connected for bus in buses))
                buses[0].publish("away", {})  # it waits for Redis
                own_redis.start()
                await until(lambda: all((RECONNECTED, {}) in got for got in received))
                buses[0].publish("back", {})
                buses[1].publish("back", {})
                await until(lambda: all(("back", {}) in got for got in received))
                for got in received:
                    got.clear()

    run(test)
    assert caplog.text.count("not connected to Redis") == 6  # once for each loss and process, not for each try


def test_redis_that_starts_later(own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_module, "FIRST_SECONDS", 0.1)

    async def test() -> None:
        own_redis.kill()
        buses = RedisBus(own_redis.url), RedisBus(own_redis.url)
        async with joined(*buses) as (_, got):
            assert not any(bus.connected for bus in buses)
            own_redis.start()
            await until(lambda: all(bus.connected for bus in buses))
            buses[0].publish("change", {})
            await until(lambda: ("change", {}) in got)

    run(test)


def test_redis_that_no_longer_answers(own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_module, "PATIENCE", 0.3)

    async def test() -> None:
        buses = RedisBus(own_redis.url), RedisBus(own_redis.url)
        async with joined(*buses) as (_, got):
            await asyncio.sleep(1.0)  # it is asked several times whether it is still there
            assert all(bus.connected for bus in buses)
            assert got == []
            own_redis.process.send_signal(signal.SIGSTOP)
            await until(lambda: not any(bus.connected for bus in buses))
            own_redis.process.send_signal(signal.SIGCONT)
            await until(lambda: all(bus.connected for bus in buses))
            buses[0].publish("change", {})
            await until(lambda: ("change", {}) in got)

    run(test)


def test_two_sites_share_a_redis_server(redis_server: RedisServer) -> None:
    async def test() -> None:
        other_url = redis_server.url.removesuffix("/0") + "/1"
        here, there, other = RedisBus(redis_server.url), RedisBus(redis_server.url), RedisBus(other_url)
        async with joined(here, there, other) as (_, got, foreign):
            other.publish("theirs", {})
            here.publish("ours", {})
            await until(lambda: got)
            await asyncio.sleep(0.05)
            assert got == [("ours", {})]
            assert foreign == []

    run(test)


# ------------------------------------------------------------------ which bus


def test_the_settings_name_the_bus(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(open_bus(Settings(bus=None)), QuietBus)
    local = open_bus(Settings(bus=f"local:{folder}"))
    assert isinstance(local, LocalBus)
    assert local.folder == Path(folder)
    monkeypatch.setenv("STOCKADE_BUS", "redis://:secret@127.0.0.1:1/3")
    assert isinstance(open_bus(Settings()), RedisBus)
    assert "secret" not in repr(Settings())
    with pytest.raises(ValueError, match="STOCKADE_BUS must be") as error:
        open_bus(Settings(bus="kafka://:secret@somewhere"))
    assert "secret" not in str(error.value)


def test_redis_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "stockade.server.bus.redis")
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(ValueError, match=r"stockade\[redis\]"):
        open_bus(Settings(bus="redis://127.0.0.1"))
