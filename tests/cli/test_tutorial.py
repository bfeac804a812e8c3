"""Follow `docs/tutorial.md` word for word in a clean environment: write every file and run every command.

The wheel that the tutorial builds is then installed, and its game is played in a browser against a search bot.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from tests.browser.conftest import launch
from tests.browser.serving import Server
from tests.browser.table import Shelf, visitor
from tests.core.process import ROOT

TUTORIAL = ROOT / "docs" / "tutorial.md"
FENCED = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
GAME = "marbles"


def steps() -> Iterator[tuple[str, str]]:
    """Yield the steps of the tutorial: ("run", command), or (path, text of the file)."""
    for _, kind, text in FENCED.findall(TUTORIAL.read_text("utf-8")):
        if kind == "console":
            yield from (("run", line.removeprefix("$ ")) for line in text.splitlines())
        else:
            first, _, rest = text.partition("\n")
            path = first.removeprefix("# ")
            yield path, rest if "/" in path else text


def test_the_tutorial_has_files_and_commands() -> None:
    found = list(steps())
    assert sum(kind == "run" for kind, _ in found) > 8
    python = [text for path, text in found if path.endswith(".py")]
    assert 150 < sum(len(text.splitlines()) for text in python) < 250
    assert all(compile(text, path, "exec") for path, text in found if path.endswith(".py"))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a folder with a new virtual environment and an empty home. Stockade comes from a wheel of this tree."""
    folder = tmp_path_factory.mktemp("desk")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder / "wheels"), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return folder


def run(desk: Path, command: str) -> str:
    place = {"HOME": str(desk / "home"), "PATH": f"{desk / 'venv' / 'bin'}:{os.environ['PATH']}"}
    place |= {"PIP_FIND_LINKS": str(desk / "wheels"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STOCKADE", "NUMBA", "PYTHON"))}
    done = subprocess.run(
        command, shell=True, cwd=desk, env={**kept, **place}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.deep
@pytest.mark.timeout(1800)
def test_the_tutorial_works_word_for_word(desk: Path) -> None:
    said = {}
    for kind, text in steps():
        if kind == "run":
            said[text] = run(desk, text)
        else:
            path = desk / kind
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    assert " 0 failed" in said[f"stockade check-game {GAME}"]
    assert "passed" in said[f"pytest -q {GAME}/tests"]
    assert "take 1" in said["python search.py"]
    assert "(1000, 3)" in said["python simulate.py"]

    # Replace the editable installation by the wheel.
    (wheel,) = (desk / "dist").glob("*.whl")
    run(desk, f"pip uninstall -q -y stockade-{GAME}")
    run(desk, f"pip install -q --no-deps {wheel}")
    assert GAME in run(desk, "stockade games")
    play_in_a_browser(desk)


def play_in_a_browser(desk: Path) -> None:
    server = Server(desk, python=str(desk / "venv" / "bin" / "python"))
    server.start()
    try:
        with sync_playwright() as playwright, launch(playwright) as browser:
            person = visitor(browser, server.url)
            table = Shelf(person.tab()).open().play_now(GAME, level=4)
            assert table.play_out(random.Random(1)) > 0
            assert table.button("result").inner_text()
            assert person.unexpected() == []
            person.context.close()
    finally:
        server.stop()


def test_nothing_here_knows_the_game() -> None:
    for path in (ROOT / "src" / "stockade").rglob("*"):
        if path.suffix in (".py", ".ts", ".svelte") and "node_modules" not in path.parts:
            assert GAME not in path.read_text("utf-8").lower(), path
