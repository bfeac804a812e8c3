"""Check that every example of every help page runs as it is written."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.core.process import ROOT
from tests.server.kept_databases import REVISIONS, unpack

import stockade
from stockade import records
from stockade.cli.app import app
from stockade.core.cache import cache_root

EXAMPLE = re.compile(r"^  stockade (.+)$", re.MULTILINE)
RUNNING = re.compile(r"is running( at http://[\w.:]+)?")


def examples() -> list[str]:
    """Return the examples on the pages of `stockade` and of all its subcommands."""
    pages: list[Any] = [typer.main.get_command(app)]
    for page in pages:  # groups add their commands to the end
        pages.extend(getattr(page, "commands", {}).values())
    found = [EXAMPLE.findall(page.help) for page in pages]
    assert all(found), "every page has examples"
    return list(dict.fromkeys(example for each in found for example in each))


# Of these, the quick run tries the first example.
SLOW = ("tournament", "report", "puzzles", "openings", "sweep", "fit", "bench", "check-game", "serve", "worker")


def quick_or_deep(examples: list[str]) -> list[Any]:
    """Mark the examples of slow commands that are left to the deep run."""
    firsts = {example.split()[0]: example for example in reversed(examples)}.values()
    return [
        pytest.param(example, marks=pytest.mark.deep)
        if (example.startswith(SLOW) and example not in firsts) or "--ray" in example
        else example
        for example in examples
    ]


EXAMPLES = examples()
SERVING = [example for example in EXAMPLES if example.startswith(("serve", "worker"))]
ENDING = [example for example in EXAMPLES if example not in SERVING]
GAME = "blockade"
ASSISTANT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
HELLO = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ASSISTANT})
EDITION = Path(stockade.__file__).parent / "games/cascade_barricade/data/editions/stockade-1.json"


def test_examples_are_found_and_have_no_gaps() -> None:
    assert len(EXAMPLES) >= 40
    assert {example.split()[0] for example in EXAMPLES} >= {
        "play",
        "serve",
        "solve",
        "sweep",
        "fit",
        "check-game",
        "admin",
    }
    assert not [example for example in EXAMPLES if re.search(r"\b[A-Z]{2,}\b", example)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a folder with the files that examples name: a match, a position, a table of data, and databases."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STOCKADE_CACHE_DIR", str(cache_root()))  # the home changes, but games stay compiled
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("BROWSER", "true")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")  # examples start `stockade`
    monkeypatch.setenv("PYTEST_ADDOPTS", "-k test_lessons")  # for `check-game`, which runs pytest for minutes
    match, dice = stockade.Match(GAME, seed=1), random.Random(1)
    while len(match.actions) < 12:
        match.play(dice.choice(match.state.legal_actions()))
    match.save(tmp_path / "match.json")
    (tmp_path / "match.txt").write_bytes(records.write(match, "text"))
    (tmp_path / "p.json").write_text(json.dumps(match.state.to_json()))
    shutil.copy(EDITION, tmp_path / "mine.json")
    shutil.copy(ROOT / "examples" / "mybot.py", tmp_path)
    database = tmp_path / "data" / "stockade" / "stockade.sqlite3"
    database.parent.mkdir(parents=True)
    for file in (database, tmp_path / "backup.sqlite3", tmp_path / "copy.sqlite3"):
        unpack(REVISIONS[-1], file)
    (tmp_path / "backups").mkdir()
    return tmp_path


@pytest.mark.parametrize("example", quick_or_deep(ENDING))
@pytest.mark.usefixtures("folder")
def test_an_example_runs(cli: Callable[..., Any], example: str) -> None:
    arguments = shlex.split(example)
    if "--resume" in arguments:
        cli("play", GAME, "--hotseat", lines=("B3-5", "quit"))
    typed = {"play": ("1", "quit")[len(arguments) > 1 :], "engine": ("stockade 1", "quit"), "mcp": (HELLO,)}
    answer = cli(*arguments, lines=typed.get(arguments[0], ()))
    assert answer.code == 0, answer.err
    assert answer.out or answer.err


@pytest.mark.parametrize("example", quick_or_deep(SERVING))
def test_a_server_starts(folder: Path, example: str) -> None:
    command = [sys.executable, "-m", "stockade.cli", *shlex.split(example)]
    environment = dict(os.environ, XDG_DATA_HOME=str(folder))
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout is not None
        try:
            assert any(RUNNING.search(line) for line in server.stdout)
        finally:
            server.send_signal(signal.SIGINT)
            server.stdout.read()
            server.wait(60)
