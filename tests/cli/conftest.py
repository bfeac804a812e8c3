"""Fixtures that run the command line, in this process or in a real pseudo-terminal."""

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

PATIENCE = 300  # seconds; long, because kernels may have to be compiled and the machine may be busy


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
    """Give every test its own data folder, and output without colours and line breaks."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("TERM", "dumb")
    return tmp_path / "data"


@pytest.fixture
def matches_folder(data_home: Path) -> Path:
    return data_home / "stockade" / "matches"


@pytest.fixture
def cli() -> Callable[..., Answer]:
    """Provide a function that runs a command to its end, with lines as input."""

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
        """Wait until one of the patterns appears, and return its index."""
        return int(self.child.expect(list(patterns)))

    def ask(self, line: str, prompt: str = r"\w+> ") -> str:
        """Type a line, and return the output up to the next prompt."""
        self.type(line)
        self.wait(r"\r\n")  # the echo of the input
        self.wait(prompt)
        return str(self.child.before)

    def interrupt(self) -> str:
        """Press Ctrl-C, repeatedly if needed, and return the program's last output.

        Python loses a Ctrl-C that arrives between showing a prompt and reading input. In the background of a shell,
        the tests and their child processes ignore Ctrl-C unless its handler is set, as for this child.
        """
        for _ in range(PATIENCE // 10):
            time.sleep(0.2)
            self.child.sendintr()
            if self.child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=10) == 0:
                break
        return self._left()

    def end(self) -> str:
        """Wait for the program to exit by itself, and return its last output."""
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
