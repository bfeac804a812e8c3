"""Follow `docs/write-a-bot.md` and `docs/bot-protocol.md`: every file, every command and every program in them."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.test_cli_examples import HELLO
from tests.core.process import ROOT

GUIDE = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
PROTOCOL = (ROOT / "docs" / "bot-protocol.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = ROOT / "examples"
ON_A_SERVER = "http_bot.py"  # tests/server/test_example_bot.py runs it


def blocks(text: str, wanted: str) -> list[str]:
    return [block for kind, block in FENCED.findall(text) if kind == wanted]


def commands(text: str) -> Iterator[str]:
    for block in blocks(text, "console"):
        yield from (line.removeprefix("$ ") for line in block.splitlines())


COMMANDS = [command for command in commands(GUIDE) if ON_A_SERVER not in command]
LATER = [pytest.param(command, marks=pytest.mark.deep) for command in commands(PROTOCOL)]  # much the same


@pytest.fixture(scope="module")
def racer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiled = tmp_path_factory.mktemp("racer") / "racer"
    subprocess.run([shutil.which("cc") or "gcc", "-o", str(compiled), str(EXAMPLES / "racer.c")], check=True)
    return compiled


@pytest.fixture
def desk(tmp_path: Path, racer: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a folder with the files that the pages show, beside the examples, and with `stockade` on the path."""
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    shutil.copy(racer, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    return tmp_path


def test_the_pages_show_the_examples_as_they_are():
    shown = blocks(GUIDE, "python")
    for name in ("mybot.py", "stdio_bot.py", ON_A_SERVER):
        assert (EXAMPLES / name).read_text("utf-8") in shown
    assert len(shown) == 4
    assert len(COMMANDS) + len(LATER) >= 12


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("command", [*COMMANDS[1:], *LATER])
def test_a_command_runs(cli, command):
    words = shlex.split(command)
    if words[0] == "stockade":
        answer = cli(*words[1:], lines=("quit",) * (words[1] == "play"))
        assert answer.code == 0, answer.err
        return
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "engine" not in command or re.search(r"^bestmove \d+$", done.stdout, re.MULTILINE)


@pytest.mark.usefixtures("desk")
def test_the_first_bot_wins_as_often_as_the_page_says(cli):
    first, *_ = COMMANDS
    bot, _ = cli(*shlex.split(first)[1:], "--json").json["bots"]
    assert f"{bot['wins']} of these {bot['games']} games" in GUIDE


def test_the_program_of_the_page_runs(desk):
    [program] = [block for block in blocks(GUIDE, "python") if block.startswith("import stockade")]
    done = subprocess.run([sys.executable, "-c", program], cwd=desk, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Result(winners=")


def test_an_assistant_finds_the_server(cli):
    [block] = blocks(GUIDE, "json")
    found = json.loads(block)["mcpServers"]["stockade"]
    assert found["command"] == "stockade"
    assert '"name":"stockade"' in cli(*found["args"], lines=(HELLO,)).out


def test_the_page_names_all_tools():
    from tests.cli.test_cli_mcp import TOOLS

    assert {name for name in re.findall(r"`(\w+)`", GUIDE.partition("## 7.")[2]) if "_" in name} == TOOLS


@pytest.mark.usefixtures("desk")
def test_the_conversation_on_the_page_is_real():
    """The bot in C answers as the page shows, line by line."""
    [shown] = blocks(PROTOCOL, "text")
    lines = shown.splitlines()
    sent = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    done = subprocess.run(["./racer"], input=sent, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [line[2:] for line in lines if line.startswith("< ")]
