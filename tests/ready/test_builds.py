"""Check compiling in other processes: its order, its progress, and that it ends with the parent process."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

import pytest
from tests.core.process import python

import stockade
from stockade.core import library
from stockade.core.game import Game
from stockade.ready.build import alone, reached
from stockade.ready.builds import NICE, Builds, NotCompiled, Progress, words_for


class Slow(Builds):
    """Compiles nothing, and waits until it is told to end."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes)
        self.begun: list[str] = []
        self.ends: dict[str, threading.Event] = {name: threading.Event() for name in stockade.games()}

    def _make(self, build) -> None:
        self.begun.append(build.game.name)
        build.share = 0.5
        self.ends[build.game.name].wait(60)
        build.failed = "nothing was made"


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that no library is loaded or stored."""
    monkeypatch.setattr(Game, "is_compiled", property(lambda _game: False))
    monkeypatch.setattr(library, "load", lambda _game: False)


def wait_for(condition) -> None:
    ended = threading.Event()
    while not condition():
        ended.wait(0.01)


@pytest.mark.usefixtures("absent")
def test_light_games_first_and_the_one_that_is_played_before_all() -> None:
    builds = Slow(1)
    order = ("light", "light to medium", "medium", "heavy")
    weights = {name: order.index(stockade.game(name).spec.weight) for name in stockade.games()}
    for name in weights:
        builds.start(stockade.game(name))
    wait_for(lambda: builds.begun)
    played = max((name for name in weights if name not in builds.begun), key=lambda name: weights[name])
    builds.start(stockade.game(played), first=True)
    for end in builds.ends.values():
        end.set()
    wait_for(lambda: len(builds.begun) == len(weights))
    assert builds.begun[1] == played
    rest = [weights[name] for name in builds.begun[2:]]
    assert rest == sorted(rest)


@pytest.mark.usefixtures("absent")
def test_progress_is_told_and_a_failure_is_no_endless_wait() -> None:
    builds = Slow(2)
    game = stockade.game(stockade.games()[0])
    assert builds.progress(game) == Progress(False)
    builds.start(game)
    wait_for(lambda: builds.progress(game).share == 0.5)
    now = builds.progress(game)
    assert not now.ready
    assert now.seconds_left is not None
    assert "50%" in words_for(game, now)
    builds.ends[game.name].set()
    with pytest.raises(NotCompiled, match="nothing was made"):
        builds.wait(game)
    assert words_for(game, Progress(True, 1.0, 0.0)) == ""


@pytest.mark.usefixtures("absent")
def test_only_what_nobody_waits_for_gives_way_to_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that somebody waits for has normal priority, because a low one hardly runs on a busy machine."""
    asked: dict[str, int] = {}

    def refuse(command: list[str], **_: object) -> None:
        asked[command[-2]] = int(command[-1])
        raise OSError("no process today")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    builds, (alone, awaited, *_) = Builds(1), stockade.games()
    builds.start(stockade.game(alone))
    wait_for(lambda: alone in asked)
    with pytest.raises(NotCompiled, match="no process today"):
        builds.wait(stockade.game(awaited))
    assert asked == {alone: NICE, awaited: 0}


def test_what_is_there_is_not_made_again() -> None:
    game = stockade.game(stockade.games()[0])
    game.compile()
    builds = Slow(1)
    builds.start(game)
    assert builds.begun == []
    assert builds.progress(game) == Progress(True, 1.0, 0.0)


def test_one_process_makes_and_the_others_wait(tmp_path: Path) -> None:
    path, told, order = tmp_path / "game.library", [], []

    def second() -> None:
        with alone(path, told.append):
            order.append("second")

    with alone(path, told.append):
        path.with_suffix(".lock").write_text("0.25", "utf-8")
        other = threading.Thread(target=second)
        other.start()
        wait_for(lambda: 0.25 in told)
        order.append("first")
    other.join()
    assert order == ["first", "second"]


def test_a_builder_ends_with_whoever_started_it() -> None:
    """A builder exits when its standard input closes, so that no process is left running."""
    code = """
import subprocess, sys, tempfile, os
with tempfile.TemporaryDirectory() as folder:
    build = [sys.executable, "-m", "stockade.ready.build", sys.argv[1]]
    child = subprocess.Popen(build, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             env={**os.environ, "STOCKADE_CACHE_DIR": folder})
    child.stdout.readline()
    child.stdin.close()
    assert child.wait() == 1
    child.stdout.close()
"""
    python("-c", code, stockade.games()[0])


def test_what_a_kernel_calls_is_counted_ahead() -> None:
    game = stockade.game(stockade.games()[0])
    found = {kernel.__name__ for kernel in reached([game.play.apply_checked])}
    assert {"apply_checked", "list_actions", "legal", "apply", "outcomes"} <= found
