"""Games that are not compiled yet, at the prompt: who plays at once, who waits, and what is left behind."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import stockade
from stockade.core import library

GAME = "blockade"


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place where nothing is compiled."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("STOCKADE_CACHE_DIR", str(folder))
    monkeypatch.setenv("STOCKADE_COMPILE", "meanwhile")
    return folder


def compiling_for(folder: Path) -> list[str]:
    """The processes that compile into a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, around = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            continue
        if b"stockade.ready" in command and str(folder).encode() in around:
            found.append(process.name)
    return found


def no_library(folder: Path) -> bool:
    return not list(folder.rglob("*.library"))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_people_and_light_bots_play_at_once_and_leaving_ends_what_compiles(terminal, cold):
    import fcntl

    path = library.path_of(stockade.game(GAME)).with_suffix(".lock")
    path.parent.mkdir(parents=True)
    with path.open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as if another process were at it: it will not be done before we are
        table = terminal("play", GAME, "--level", "3")
        table.wait(r"\w+> ")
        assert "Journeyman would play" in table.ask("hint")
        table.type("quit")
        table.end()
    for _ in range(100):  # a process that was ended may take a moment to be gone
        if not compiling_for(cold):
            break
        time.sleep(0.1)
    assert compiling_for(cold) == []


def test_a_strong_bot_waits_and_says_how_far_it_is(terminal, cold):
    table = terminal("play", GAME, "--level", "4", "--seat", "1", term="xterm")
    table.wait(r"compiling Blockade, once for this version: \d+%")
    table.wait(r"White> ")  # it has moved
    assert not no_library(cold)
    table.type("quit")
    table.end()
