"""Check the example of a bot that plays over the network: a real server, and the script as it is."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest
from tests.core.process import ROOT
from tests.server.at_table import ok
from tests.server.processes import Running, free_port, running

GUIDE = ROOT / "docs" / "write-a-bot.md"
BOT = ROOT / "examples" / "http_bot.py"
RESULT = re.compile(r".+ \[[01]\.0, [01]\.0\]\n")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder, port = tmp_path_factory.mktemp("server"), free_port()
    database = str(folder / "matches.sqlite3")
    with running(
        folder, ["-m", "stockade.cli", "serve", "--workers", "0", "--port", str(port), "--database", database], port
    ) as found:
        yield found


def play(server: Running, *key: str) -> subprocess.CompletedProcess[str]:
    """Run the command of `docs/write-a-bot.md`, with the address of this server."""
    [command] = re.findall(r"^\$ python3 (http_bot\.py .*)$", GUIDE.read_text("utf-8"), re.MULTILINE)
    words = command.replace("http://localhost:8000", f"http://127.0.0.1:{server.port}").split()
    return subprocess.run(
        [sys.executable, *words, *key], cwd=BOT.parent, capture_output=True, text=True, timeout=300, check=False
    )


def test_a_stranger_plays_with_the_token_of_a_seat(server):
    done = play(server)
    assert done.returncode == 0, done.stderr
    assert RESULT.fullmatch(done.stdout)


def test_a_person_lets_a_program_play_with_a_key(server):
    with httpx.Client(base_url=server.client.base_url, timeout=120) as browser:
        ok(browser.post("/api/me", json={"name": "Ada"}))
        key = ok(browser.post("/api/me/keys", json={"label": "my bot", "scopes": ["read", "play"]}))["key"]
        done = play(server, key)
        assert done.returncode == 0, done.stderr
        assert RESULT.fullmatch(done.stdout)
        [match] = ok(browser.get("/api/me/matches", params={"status": "over"}))["matches"]
        assert match["game"] == "blockade"
        assert match["result"]["reason"] == done.stdout.partition(" [")[0]


def test_the_example_has_twenty_lines_of_code_and_needs_only_python():
    tree = ast.parse(BOT.read_text("utf-8"))
    assert ast.get_docstring(tree)
    lines = [line for line in BOT.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) - 1 <= 20  # without the docstring
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
