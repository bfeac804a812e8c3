"""Check games at the prompt that are not compiled yet: which bots wait, and that no process is left running."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.ready.held import PERCENT, held

GAME = "blockade"


@pytest.fixture
def cold(tmp_path: Path) -> Path:
    """Provide a cache folder where nothing is compiled."""
    return tmp_path / "cache"


@pytest.fixture
def let_go(cold: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Provide a function; the game is not compiled there until it is called."""
    monkeypatch.setenv("STOCKADE_COMPILE", "meanwhile")
    with held(GAME, cold, monkeypatch) as let_go:
        yield let_go


def compiling_for(folder: Path) -> list[str]:
    """Return the processes that compile into a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, around = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            continue
        if b"stockade.ready" in command and str(folder).encode() in around:
            found.append(process.name)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
@pytest.mark.usefixtures("let_go")
def test_people_and_light_bots_play_at_once_and_leaving_ends_what_compiles(terminal, cold):
    table = terminal("play", GAME, "--level", "1")
    table.wait(r"\w+> ")
    assert "Stroller would play" in table.ask("hint")
    table.type("quit")
    table.end()
    for _ in range(100):  # a terminated process may take a moment to exit
        if not compiling_for(cold):
            break
        time.sleep(0.1)
    assert compiling_for(cold) == []


def test_a_strong_bot_waits_and_says_how_far_it_is(terminal, let_go):
    table = terminal("play", GAME, "--level", "4", "--seat", "1", term="xterm")
    table.wait(rf"compiling Blockade, once for this version: {PERCENT}%")
    let_go()
    table.wait(r"White> ")  # it has moved
    table.type("quit")
    table.end()
