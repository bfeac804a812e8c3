"""How deep the run goes, and the order of its tests: the longest start first, so that no process is left alone with
one at the end."""

from __future__ import annotations

import os

import pytest
from tests import depth

os.environ.setdefault("STOCKADE_COMPILE", "wait")  # tests are of compiled games, unless they say otherwise

LONG = ("test_compiled.py",)  # plays every game uncompiled


def pytest_configure(config: pytest.Config) -> None:
    depth.set_depth(config.option.markexpr)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONG)
