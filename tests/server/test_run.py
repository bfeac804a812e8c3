"""A server as a separate process: it starts fast, prints its address, and can be killed at any moment."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator

import httpx
import pytest
from tests.server.at_table import Person, begin, wait
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stockade.server.launch import address, listen

PATIENCE = 120  # seconds, for a busy machine
PROGRAM = """
import sys, time
import stockade.server.thinking as thinking
if sys.argv[3] == "stuck":
    thinking.choose = lambda *_: time.sleep(600)
from stockade.server import run
run(port=int(sys.argv[2]), database_url=sys.argv[1], workers=0)
"""


@pytest.fixture
def start(tmp_path) -> Iterator[Callable[..., tuple[subprocess.Popen[str], httpx.Client, str]]]:
    running: list[subprocess.Popen[str]] = []
    clients: list[httpx.Client] = []

    def begin_process(port: int = 0, mood: str = "well"):
        url = f"sqlite:///{tmp_path / 'matches.sqlite3'}"
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, url, str(port), mood], stdout=subprocess.PIPE, text=True
        )
        running.append(process)
        said = ""
        while "http://" not in said:
            line = process.stdout.readline()
            assert line, "the server ended before it listened"
            said += line
        client = httpx.Client(base_url=re.search(r"http://\S+", said)[0], timeout=PATIENCE)
        clients.append(client)
        assert client.get("/healthz").json()["status"] == "ok"
        return process, client, said

    yield begin_process
    for client in clients:
        client.close()
    for process in running:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_killed_server_loses_nothing(start):
    process, client, _ = start(mood="stuck")
    me = begin(client, "blockade", ["human", "bot"])
    assert me.play()["thinking"]
    process.send_signal(signal.SIGKILL)
    process.wait()
    _, client, _ = start()
    again = me.elsewhere(client)
    wait(lambda: len(again.view()["log"]) == 2)
    again.play()


def test_it_says_where_it_is_and_stops_cleanly(start):
    process, _, _ = start()
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    process, client, said = start()
    assert "Stockade is running at http://localhost:" in said
    person = begin(client, "blockade", ["human", "bot"])
    assert isinstance(person, Person)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) in (0, -signal.SIGTERM)


def test_it_stops_under_open_connections(start):
    process, client, _ = start()
    me = begin(client, "blockade", ["human", "bot"])
    url = f"{client.base_url}api/matches/{me.id}/live".replace("http", "ws", 1)
    with connect(url, open_timeout=PATIENCE) as wire:
        wire.send(json.dumps({"type": "join", "token": me.token}))
        view = json.loads(wire.recv())["view"]
        action = view["scene"]["choices"][0]["text"]
        wire.send(json.dumps({"type": "play", "version": view["version"], "action": action}))
        while len(json.loads(wire.recv())["view"]["log"]) < 2:
            pass
        wire.send("x" * 65_600)
        assert json.loads(wire.recv())["code"] == "too_large"
        process.send_signal(signal.SIGINT)
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(timeout=PATIENCE)
        assert closed.value.rcvd.code == 1012  # tells the client that it may reconnect
    assert process.wait(PATIENCE) == 0


def test_a_database_that_cannot_be_opened_ends_the_start(tmp_path):
    (tmp_path / "file").write_text("")
    url = f"sqlite:///{tmp_path / 'file'}/x.sqlite3"
    program = [sys.executable, "-c", PROGRAM, url, "0", "well"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode != 0
    assert f"BrokenDatabase: the database {tmp_path / 'file'}/x.sqlite3 cannot be opened" in done.stderr
    assert "http://" not in done.stdout


def test_another_port_where_the_wanted_one_is_taken(start):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        _, client, said = start(port)
        assert f"Port {port} is taken; using " in said
        assert client.base_url.port != port


def test_addresses(capsys):
    assert address("127.0.0.1", 8000) == "http://localhost:8000/"
    assert address("0.0.0.0", 80) == "http://localhost:80/"
    assert address("::1", 80) == "http://[::1]:80/"
    assert address("192.168.1.5", 80) == "http://192.168.1.5:80/"
    with pytest.raises(OSError, match=r".+"):
        listen("203.0.113.1", 0)  # an address that this machine does not have
    assert capsys.readouterr().out == ""
