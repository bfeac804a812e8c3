"""Run the tests that name no game on a game with chance, several seats and turns of several decisions.

These are the conformance suite, the tests of bots, and those of the interfaces of other projects.

The game runs uncompiled, which also tests interpreted play.
"""

from __future__ import annotations

import pytest
from tests.core.process import python

CONFORMANCE = "src/stockade/conformance"
SUITES = (CONFORMANCE, f"--ignore={CONFORMANCE}/test_bad_input.py", "tests/bots/test_every_game.py")
ADAPTERS = ("tests/research/test_adapters_every_game.py",)


def check_suite(*which: str, suites: tuple[str, ...] = SUITES) -> None:
    plugins = ["-p", "tests.core.with_toys", "-p", "no:cacheprovider", "-p", "no:xdist"]
    said = python("-m", "pytest", "-q", *plugins, *which, *suites, STOCKADE_COMPILE="never")
    assert " passed" in said
    assert "skipped" not in said


def test_a_game_of_chance_passes_the_suite_for_every_game() -> None:
    check_suite("-m", "not deep")


def test_a_game_of_chance_passes_the_tests_of_other_projects() -> None:
    check_suite("-m", "not deep", suites=ADAPTERS)


@pytest.mark.deep
def test_a_game_of_chance_passes_the_deep_suite() -> None:
    check_suite()
    check_suite(suites=ADAPTERS)
