"""Measure what installing and running cost: compile time, memory of a server, size of the wheel."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import stockade

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 1e6
PATIENCE = 600.0  # seconds


def compile_seconds(names: list[str]) -> float:
    """Measure the time to compile games from nothing, including bots, in one process per core."""
    with tempfile.TemporaryDirectory() as cache:
        started = time.perf_counter()
        environment = {**os.environ, "STOCKADE_CACHE_DIR": cache}
        command = [sys.executable, "-m", "stockade.cli", "compile", *names]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        return time.perf_counter() - started


def server_megabytes() -> float:
    """Measure the memory of a server that has every game compiled, after each has been played on it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "stockade.cli",
            "serve",
            "--port",
            "0",
            "--database",
            f"sqlite:///{folder}/db",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                said = ""
                while not (found := re.search(r"http://\S+?/", said)):
                    said = server.stdout.readline()
                url = found[0].rstrip("/")
                for name in stockade.games():
                    _play(url, name)
                _wait_until_ready(url)
                status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
                return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024 / MEGABYTE  # type: ignore[index]
            finally:
                server.terminate()


def _play(url: str, name: str) -> None:
    """Create a match against bots and play a first move."""
    spec = stockade.game(name).spec
    seats = [{"kind": "human"}, *({"kind": "bot", "level": 3} for _ in range(spec.check_players(None) - 1))]
    made = _ask(f"{url}/api/matches", {"game": name, "seats": seats})
    view = made["view"]
    if view["scene"]["choices"]:
        wish = {"version": view["version"], "action": view["scene"]["choices"][0]["action"]}
        _ask(f"{url}/api/matches/{view['id']}/actions", wish, made["token"])


def _wait_until_ready(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not all(game["compiled"]["ready"] for game in _ask(f"{url}/api/games")):
        if time.monotonic() > deadline:
            raise RuntimeError("the server did not get its games ready")
        time.sleep(0.5)


def _ask(url: str, body: object = None, token: str = "") -> object:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
        return json.load(answer)


def wheel_megabytes() -> Iterator[float]:
    """Yield the size of the wheel that `make wheel` made last, if there is one."""
    for wheel in sorted((ROOT / "dist").glob("*.whl"), key=lambda path: path.stat().st_mtime)[-1:]:
        yield wheel.stat().st_size / MEGABYTE
