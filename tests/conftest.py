"""Set how deep the run goes, and order the tests so that no process is left with a long one at the end."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from stockade.conformance import scope

os.environ.setdefault("STOCKADE_COMPILE", "wait")  # tests use compiled games by default

LONG = ("test_compiled.py", "test_heap.py", "test_gpu.py", "test_toys.py", "test_layout.py")  # these take longest


def pytest_configure(config: pytest.Config) -> None:
    scope.set_scope(is_deep="not deep" not in config.option.markexpr, data=Path(__file__).parent / "games")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for garbage seldom, and not among the tests themselves, which are many objects and stay to the end."""
    gc.disable()
    found = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)
    gc.enable()
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long files first, and spread browser tests evenly, so that few of them run at the same time."""
    files = list(dict.fromkeys(item.path for item in items))
    place: dict[Path, tuple[bool, float]] = {}
    for with_browser in (False, True):
        some = [path for path in files if (path.parent.name == "browser") == with_browser]
        place |= {path: (path.name not in LONG, number / len(some)) for number, path in enumerate(some)}
    items.sort(key=lambda item: place[item.path])


@pytest.fixture(autouse=True)
def plain_log_records() -> Iterator[None]:
    """Undo what a test does to all log records of the process. Importing Ray gives each of them another field."""
    factory = logging.getLogRecordFactory()
    yield
    logging.setLogRecordFactory(factory)
