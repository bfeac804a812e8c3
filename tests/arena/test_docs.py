"""Check that docs/arena.md shows what really happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stockade.cli.app import app

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "arena.md").read_text("utf-8")
TIME = re.compile(r"\d+(\.\d+)? (µs|ms)")


def words(text: str) -> list[str]:
    """Return the words of an output, without times and line breaks."""
    return TIME.sub("", text).split()


def test_the_worked_example_prints_this(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    [example] = re.findall(r"```console\n\$ stockade (.+)\n([^`]+)```", PAGE)
    done = CliRunner().invoke(app, shlex.split(example[0]))
    assert done.exit_code == 0
    assert words(done.stdout) == words(example[1])


def test_the_program_runs(capsys: pytest.CaptureFixture[str]):
    [program] = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)
    said = re.search(r"print\(.+\)  # (.+)", program)
    assert said is not None
    assert capsys.readouterr().out.strip() == said[1]
