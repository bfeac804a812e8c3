"""A pytest plugin that runs the suite for one game and writes the results to a file.

`stockade check-game` reads it.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from stockade.conformance import scope


@dataclass
class Check:
    """A test of the suite, with all settings that it was run in."""

    name: str
    parts: int = 0
    outcome: str = "passed"
    message: str = ""  # from the first part that failed


class Report:
    def __init__(self, game: str, file: Path) -> None:
        self.game, self.file = game, file
        self.started = time.perf_counter()
        self.checks: dict[str, Check] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped or (report.when != "call" and not report.failed):
            return
        path, _, test = report.nodeid.partition("::")
        name, _, part = test.partition("[")
        check = self.checks.setdefault(f"{path}::{name}", Check(words(name)))
        check.parts += 1
        if report.failed and check.outcome != "failed":
            check.outcome = "failed"
            where = f"{part.rstrip(']')}: " if part else ""
            check.message = where + reason(report)

    def pytest_sessionfinish(self) -> None:
        checks = list(self.checks.values())
        failed = sum(check.outcome == "failed" for check in checks)
        found = {
            "game": self.game,
            "passed": len(checks) - failed,
            "failed": failed,
            "seconds": round(time.perf_counter() - self.started, 1),
            "checks": [asdict(check) for check in checks],
        }
        self.file.write_text(json.dumps(found), "utf-8")


def words(test: str) -> str:
    """Return `test_a_copy_is_equal` as a sentence."""
    return test.removeprefix("test_").replace("_", " ").capitalize()


def reason(report: pytest.TestReport) -> str:
    """Return the line that says what went wrong, and where."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return str(report.longrepr).strip().splitlines()[-1]
    return f"{crash.message.splitlines()[0]} ({Path(crash.path).name}:{crash.lineno})"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("stockade")
    group.addoption("--check-game", required=True)
    group.addoption("--check-report", type=Path, required=True)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "deep: takes minutes")
    game = config.getoption("--check-game")
    scope.set_scope(games=(game,), is_deep="not deep" not in config.option.markexpr)
    config.pluginmanager.register(Report(game, config.getoption("--check-report")))
