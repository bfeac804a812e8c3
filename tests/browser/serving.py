"""A real server in a separate process, with its own database file, that can be killed and restarted."""

from __future__ import annotations

import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path

from stockade.server.settings import default_client_folder

START_SECONDS = 300.0  # long, because the machine may be busy or compile first

# These programs change how bots think, so their bots think in the web process: workers would not know of it.

# A server whose bots never finish thinking.
STUCK = """
import sys, time
import stockade.server.thinking as thinking
thinking.choose = lambda *_: time.sleep(600)
from stockade.server import run
run(port=int(sys.argv[1]), database_url=sys.argv[2], workers=0)
"""

# A server whose bots answer without a delay, and which compiles only games that are played.
BRISK = """
import sys
import stockade.server.launch as launch
from stockade.server.settings import Settings
launch.from_env = lambda url: Settings(database_url=url, bot_delay=0.02, warm_up=False)
launch.run("127.0.0.1", int(sys.argv[1]), False, sys.argv[2], workers=0)
"""

# Like BRISK, but bots also raise bids as long as these are low.
BIDDING = (
    """
import stockade.server.thinking as thinking
at_will = thinking.choose
def bids(state, level, minds):
    choices = state.scene(state.current_player).choices
    offers = [choice for choice in choices if choice.amount is not None]
    if not offers:
        return at_will(state, level, minds)
    others = [choice for choice in choices if choice.amount is None]
    lowest = min(offers, key=lambda choice: choice.amount)
    return (others[0] if others and lowest.amount > 9 else lowest).action
thinking.choose = bids
"""
    + BRISK
)

# A server with only the toy game, uncompiled.
TOYS = """
import sys
import tests.core.with_toys
from stockade.server import run
run(port=int(sys.argv[1]), database_url=sys.argv[2], workers=0)
"""
ROOT = Path(__file__).resolve().parents[2]


def require_client() -> None:
    """Raise an error if the client has not been built."""
    page = default_client_folder() / "index.html"
    if not page.is_file():
        raise AssertionError(f"the client is not built ({page} is missing): run `make client` first")


def free_port() -> int:
    """Return a port below the range for outgoing connections, so that it is still free at a restart."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class Server:
    """`stockade serve` on this machine, with the same port and database at every start."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        require_client()
        self.folder = folder
        self.python = python
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.database = f"sqlite:///{folder / 'matches.sqlite3'}"
        self._process: subprocess.Popen[str] | None = None

    def start(
        self,
        *,
        stuck: bool = False,
        brisk: bool = False,
        bidding: bool = False,
        toys: bool = False,
        compiles: bool = True,
    ) -> Server:
        """Start the server and wait until it listens. With `stuck` its bots think for ever, with `brisk` they answer
        at once, with `bidding` they also raise bids up to a limit, and with `toys` it serves the toy game. A server
        that does not compile runs games in Python unless they have been compiled before."""
        serve = [self.python, "-m", "stockade.cli", "serve", "--no-open", "--port", str(self.port)]
        command = [*serve, "--database", self.database]
        if stuck or brisk or bidding or toys:
            program = STUCK if stuck else BIDDING if bidding else BRISK if brisk else TOYS
            command = [self.python, "-c", program, str(self.port), self.database]
        # As for users: a game is playable before it is compiled. The toy is never compiled.
        compiling = "never" if toys else "meanwhile" if compiles else "later"
        # All people of all tests come from one address.
        environment = {"STOCKADE_LIMITS": "off", **os.environ, "STOCKADE_COMPILE": compiling}
        with (self.folder / "stderr.txt").open("a") as errors:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT, env=environment
            )
        said = self._first_line()
        assert f"{self.url}/" in said, f"the server is not where it should be: {said!r}\n{self.complaints()}"
        return self

    def _first_line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], START_SECONDS)
        said = self._process.stdout.readline() if ready else ""
        assert re.search(r"http://\S+", said), f"the server did not start: {said!r}\n{self.complaints()}"
        return said

    def kill(self) -> None:
        """Kill the server without warning, like a power cut."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(sign)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def complaints(self) -> str:
        """Return all warnings and errors it has logged so far."""
        written = self.folder / "stderr.txt"
        return written.read_text() if written.is_file() else ""
