"""Manage the builds of libraries for this process: start them, track progress, load the results."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from stockade.core import library
from stockade.core.errors import StockadeError
from stockade.core.game import Game
from stockade.core.registry import game as find_game
from stockade.core.registry import games

TELLING = 0.2  # with less progress than this, an estimate of the time left would be useless
STOPPED = "it was stopped"
NICE = 15  # low priority, so that people who play come first; not used for a game that somebody waits for
PROGRAM = """
import os, sys
if hasattr(os, "nice"):
    os.nice(int(sys.argv[2]))
from stockade.ready.build import main
main(sys.argv[1])
"""
WEIGHTS = ("light", "light to medium", "medium", "heavy")  # light games are compiled first


class NotCompiled(StockadeError):
    """A game's library could not be compiled."""

    code = "not_compiled"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the compilation of a game is."""

    ready: bool
    share: float = 0.0  # how much of the work is done, from 0 to 1
    seconds_left: float | None = None  # an estimate, or None if nothing is known yet
    failed: bool = False


@dataclass
class _Build:
    game: Game
    share: float = 0.0
    asked: int = 0  # the game that was last requested first has the highest number
    is_awaited: bool = False  # whether somebody is waiting for it and does nothing else
    started: float | None = None
    process: subprocess.Popen[str] | None = None
    failed: str = ""
    done: threading.Event = field(default_factory=threading.Event)


def lightest_first(names: Iterable[str]) -> list[str]:
    """Return games in the order in which they are compiled."""
    return sorted(names, key=lambda name: weight_of(find_game(name)))


def weight_of(game: Game) -> int:
    weight = game.spec.weight
    return WEIGHTS.index(weight) if weight in WEIGHTS else len(WEIGHTS)


class Builds:
    """Runs one process per core, lightest game first.

    Games that people play come before the others, and get extra processes if needed.
    """

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1
        self._lock = threading.RLock()
        self._builds: dict[str, _Build] = {}
        self._queue: list[str] = []
        self._asked = 0
        atexit.register(self.close)

    def start(self, game: Game, first: bool = False, awaited: bool = False) -> None:
        """Compile a game's library if it is missing; with `first`, before all others in the queue.

        With `awaited`, the build runs at normal priority. Otherwise it yields to other processes.
        """
        with self._lock:
            if self._is_nothing_to_do(game):
                return
            if game.name not in self._builds:
                self._builds[game.name] = _Build(game)
                self._queue.append(game.name)
            self._builds[game.name].is_awaited |= awaited
            if first:
                self._asked += 1
                self._builds[game.name].asked = self._asked
            self._queue.sort(key=lambda name: (-self._builds[name].asked, weight_of(self._builds[name].game)))
            self._go_on()

    def progress(self, game: Game) -> Progress:
        if self._is_nothing_to_do(game):
            return Progress(True, 1.0, 0.0)
        with self._lock:
            build = self._builds.get(game.name)
            if build is None:
                return Progress(False)
            if build.started is None or build.share < TELLING:
                return Progress(False, build.share, failed=bool(build.failed))
            passed = time.monotonic() - build.started
            left = max(0.0, passed / build.share - passed)
            return Progress(False, build.share, left, bool(build.failed))

    def wait(self, game: Game, tell: Callable[[Progress], None] | None = None) -> None:
        """Wait until a game is compiled in this process, and report progress to `tell`."""
        self.start(game, first=True, awaited=True)
        build = self._builds.get(game.name)
        while build is not None and not build.done.wait(0.1):
            if tell is not None:
                tell(self.progress(game))
        if build is not None and build.failed and not game.is_compiled:
            raise NotCompiled(f"{game.spec.title} could not be compiled: {build.failed}")
        if tell is not None:
            tell(self.progress(game))

    def wait_for_all(self, games: Iterable[Game], done: Callable[[Game], None]) -> None:
        """Wait for several games, compiled in one process per core, and call `done` for each that is ready."""
        games = list(games)
        for game in games:
            self.start(game, awaited=True)
        for game in games:
            self.wait(game)
            done(game)

    def close(self) -> None:
        """Stop all builds. They can be started again.

        Other processes that wait for them compile the libraries themselves.
        """
        with self._lock:
            self._queue.clear()
            for build in [build for build in self._builds.values() if not build.done.is_set()]:
                del self._builds[build.game.name]
                build.failed = STOPPED
                if build.process is not None and build.process.poll() is None:
                    build.process.kill()
                if build.started is None:
                    build.done.set()

    def _is_nothing_to_do(self, game: Game) -> bool:
        """Return whether a game needs no build, because it is ready or because it is not registered.

        No other process could find a game that is not registered.
        """
        return game.name not in games() or game.is_ready

    def _go_on(self) -> None:
        """Start as many processes as allowed. The caller holds the lock."""
        while self._queue and self._has_room_for(self._builds[self._queue[0]]):
            build = self._builds[self._queue.pop(0)]
            build.started = time.monotonic()
            threading.Thread(target=self._run, args=(build,), name=f"compile {build.game.name}", daemon=True).start()

    def _has_room_for(self, build: _Build) -> bool:
        """Return whether a build may start. Games that nobody plays do not block a game that somebody plays."""
        busy = [other for other in self._builds.values() if other.started is not None and not other.done.is_set()]
        return sum(other.asked > 0 or not build.asked for other in busy) < self.processes

    def _run(self, build: _Build) -> None:
        try:
            self._make(build)
            if not build.failed and not library.load(build.game):
                build.failed = "what was made cannot be read"
        except Exception as error:
            build.failed = str(error) or type(error).__name__
        finally:
            build.done.set()
            with self._lock:
                self._go_on()

    def _make(self, build: _Build) -> None:
        nice = 0 if build.is_awaited else NICE
        command = [sys.executable, "-c", PROGRAM, build.game.name, str(nice)]
        with self._lock:
            if build.failed:
                return
            build.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        process = build.process
        assert process.stdout is not None
        assert process.stderr is not None
        complaints: list[str] = []
        listener = threading.Thread(target=lambda: complaints.extend(process.stderr or ()), daemon=True)
        listener.start()
        with process:
            for line in process.stdout:
                with suppress(ValueError):
                    build.share = max(build.share, float(json.loads(line)["share"]))
            listener.join()
        if process.returncode != 0:
            build.failed = build.failed or (complaints or ["its process ended"])[-1].strip()


builds = Builds()


def start(game: Game) -> None:
    """Compile a game that is about to be played without its library, as `STOCKADE_COMPILE` says.

    The values are `meanwhile` (in the background, the default), `wait` (before going on) and `later` (when it is
    needed).
    """
    way = os.environ.get("STOCKADE_COMPILE", "meanwhile")
    if way == "wait":
        wait(game)
    elif way == "meanwhile":
        builds.start(game, first=True)


def wait(game: Game) -> None:
    """Wait until a game is compiled, and show the progress."""
    builds.wait(game, lambda progress: _telling[-1](words_for(game, progress)))


def words_for(game: Game, progress: Progress) -> str:
    """Return a line that shows progress, or an empty text if the game is ready."""
    if progress.ready:
        return ""
    left = "" if progress.seconds_left is None else f", about {progress.seconds_left:.0f} s left"
    return f"compiling {game.spec.title}, once for this version: {progress.share:.0%}{left}"


def _say_on_terminal(words: str) -> None:
    """Overwrite the current line of the terminal. An empty text clears it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()


_telling: list[Callable[[str], None]] = [_say_on_terminal]


@contextmanager
def told_to(note: Callable[[str], None]) -> Iterator[None]:
    """Send progress to `note` instead of the terminal. It receives an empty text at the end."""
    _telling.append(note)
    try:
        yield
    finally:
        _telling.remove(note)
