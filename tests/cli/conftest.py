"""A command line to type at: in this process for most tests, in a real pseudo-terminal for playing."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect
import pytest
from typer.testing import CliRunner

from stockade.cli.app import app

PATIENCE = 300  # seconds: a cold cache compiles the kernels first, and others may use the machine too


@dataclass
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a data folder of its own, and output without colours in lines that do not break."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("TERM", "dumb")
    return tmp_path / "data"


@pytest.fixture
def matches_folder(data_home: Path) -> Path:
    return data_home / "stockade" / "matches"


@pytest.fixture
def cli() -> Callable[..., Answer]:
    """Run a command to its end, with lines typed into it."""

    def run(*arguments: str, lines: tuple[str, ...] = ()) -> Answer:
        result = CliRunner().invoke(app, list(arguments), input="".join(f"{line}\n" for line in lines))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Answer(result.exit_code, result.stdout, result.stderr)

    return run


class Terminal:
    """`stockade` in a pseudo-terminal."""

    def __init__(self, *arguments: str, term: str = "dumb") -> None:
        command = ["-m", "stockade.cli", *arguments]
        environment = dict(os.environ, TERM=term)
        self.child = pexpect.spawn(
            sys.executable,
            command,
            env=environment,
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(50, 160),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # see `interrupt`
        )

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def wait(self, *patterns: str) -> int:
        """Wait until one of the patterns shows; says which."""
        return int(self.child.expect(list(patterns)))

    def ask(self, line: str, prompt: str = r"\w+> ") -> str:
        """Type a line; gives everything that shows until the next prompt."""
        self.type(line)
        self.wait(r"\r\n")  # the echo of what was typed
        self.wait(prompt)
        return str(self.child.before)

    def interrupt(self) -> str:
        """Press Ctrl-C, like a person again if nothing comes of it: Python forgets one that comes in the moment
        between showing a prompt and listening. Gives the program's last words. Where the tests run in the background
        of a shell, Ctrl-C is ignored by them and whatever they start, unless told otherwise."""
        for _ in range(PATIENCE // 10):
            time.sleep(0.2)
            self.child.sendintr()
            if self.child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=10) == 0:
                break
        return self._left()

    def end(self) -> str:
        """Wait for the program to leave by itself; gives its last words."""
        self.wait(pexpect.EOF)
        return self._left()

    def _left(self) -> str:
        said = str(self.child.before)
        self.child.close()
        assert self.child.exitstatus == 0
        return said


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str, term: str = "dumb") -> Terminal:
        opened.append(Terminal(*arguments, term=term))
        return opened[-1]

    yield start
    for each in opened:
        each.child.close(force=True)
