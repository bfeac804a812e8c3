"""A server that is told to stop: nothing is lost, and nobody is alarmed."""

from __future__ import annotations

import json
import signal
import threading

from tests.server.at_table import begin, wait
from tests.server.processes import PATIENCE, free_port, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

# A server on which one request waits for a file, and bots that think for ten minutes if they are stuck.
PROGRAM = """
import sys, time
from pathlib import Path
import stockade.server.thinking as thinking
from stockade.server.matches import Matches
from stockade.server import run

if "stuck" in sys.argv:
    def stuck(*_):
        Path(sys.argv[2], "thinking").touch()
        time.sleep(600)
    thinking.choose = stuck

scene_at = Matches.scene_at
def slow(*given):
    Path(sys.argv[2], "asked").touch()
    while not Path(sys.argv[2], "go on").exists():
        time.sleep(0.01)
    return scene_at(*given)
Matches.scene_at = slow
run(port=int(sys.argv[1]), database_url=f"sqlite:///{sys.argv[2]}/matches.sqlite3", workers=0)
"""


def close_code(wire) -> int:
    """Read until the server closes a connection, and return why it did."""
    try:
        while True:
            wire.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code


def serve(folder, *more: str, **environment: str):
    port = free_port()
    return running(folder, ["-c", PROGRAM, str(port), str(folder), *more], port, **environment)


def test_it_says_so_first_and_then_lets_requests_finish(tmp_path):
    with serve(tmp_path, STOCKADE_DRAIN_SECONDS="5") as server:
        me = begin(server.client, "blockade", ["human", "bot"])
        live = server.url(f"/api/matches/{me.id}/live")
        with connect(live, open_timeout=PATIENCE) as wire:
            wire.send(json.dumps({"type": "join", "token": me.token, "shape": "wide", "version": None}))
            wire.recv(timeout=PATIENCE)
            answers = []
            asking = threading.Thread(target=lambda: answers.append(me.get("/scenes/0").status_code))
            asking.start()
            wait((tmp_path / "asked").exists)
            server.process.send_signal(signal.SIGTERM)
            wait(lambda: server.client.get("/readyz").status_code == 503)
            assert server.client.get("/readyz").json() == {"status": "stopping", "missing": []}
            assert server.client.get("/healthz").status_code == 200
            assert me.play()["log"]  # who is there may go on until a balancer has noticed
            assert close_code(wire) == 1012  # the client comes back at once
            (tmp_path / "go on").touch()
            asking.join()
        assert answers == [200]
        assert server.process.wait(PATIENCE) in (0, -signal.SIGTERM)


def test_the_next_process_takes_up_the_thoughts_of_bots(tmp_path):
    with serve(tmp_path, "stuck") as server:
        me = begin(server.client, "blockade", ["human", "bot"])
        assert me.play()["thinking"]
        wait((tmp_path / "thinking").exists)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0  # it does not wait for the bot
    with serve(tmp_path) as server:
        wait(lambda: len(me.elsewhere(server.client).view()["log"]) == 2)
