"""`stockade check-game`: run the tests that every game must pass, and report the results."""

from __future__ import annotations

import importlib.util
import json as js
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

import stockade
from stockade.cli.options import GameName, Json, page
from stockade.core.errors import NotAllowed

HELP = page(
    "Check that a game keeps the contract: rules, notation, positions, pictures, logs, numbers, files. "
    "Run it often while you write a game. It needs pytest and hypothesis: pip install 'stockade\\[check]'.",
    "check-game GAME",
    "check-game GAME --json",
    json="game, passed, failed, seconds, and for each check its name, parts, outcome and message",
)


def check_game(
    game: GameName,
    deep: Annotated[bool, typer.Option("--deep", help="Many more examples; this takes minutes.")] = False,
    json: Json = False,
) -> None:
    from stockade.cli.terminal import busy, print_json

    found = stockade.game(game)
    if missing := [name for name in ("pytest", "hypothesis") if importlib.util.find_spec(name) is None]:
        raise NotAllowed(f"{' and '.join(missing)} must be installed for this: pip install 'stockade[check]'")
    with busy(f"checking {found.spec.title}"):
        report = run_suite(game, deep)
    if json:
        print_json(report)
    else:
        show(report)
    if report["failed"]:
        raise typer.Exit(1)


def run_suite(game: str, deep: bool) -> dict[str, Any]:
    """Run the suite in a process of its own, so that it cannot change anything here."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pytest", "--pyargs", "stockade.conformance", "-q", "-c", os.devnull]
        command += ["--rootdir", folder, "--import-mode=importlib", "-p", "no:cacheprovider"]
        command += ["-p", "stockade.conformance.report", "--check-game", game, "--check-report", str(file)]
        done = subprocess.run(
            [*command, *([] if deep else ["-m", "not deep"])], cwd=folder, capture_output=True, text=True, check=False
        )
        if not file.is_file():
            raise NotAllowed(f"the checks did not run: {(done.stdout + done.stderr)[-2000:]}")
        report: dict[str, Any] = js.loads(file.read_text("utf-8"))
        return report


def show(report: dict[str, Any]) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import say

    marks = {"passed": "[green]ok[/]    ", "failed": "[red]FAILED[/]"}
    for check in report["checks"]:
        parts = f" [dim]({check['parts']} times)[/]" if check["parts"] > 1 else ""
        say(f"{marks[check['outcome']]} {escape(check['name'])}{parts}")
        if check["message"]:
            say(f"       {escape(check['message'])}")
    say()
    verdict = f"{report['passed']} passed, {report['failed']} failed"
    say(f"{stockade.game(report['game']).spec.title}: {verdict}, {report['seconds']:.0f} s")
