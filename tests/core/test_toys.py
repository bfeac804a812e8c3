"""The conformance suite and the bots' tests on a game with chance, several seats and turns of several decisions.

It runs uncompiled, which is a second test of that.
"""

from __future__ import annotations

import pytest
from tests.core.process import python

ABOUT_OUR_OWN_TESTS = ("test_a_game_has_its_tests", "test_every_ruling_is_shown_by_a_test_of_its_number")


def check_suite(*which: str) -> None:
    left_out = [f"--deselect=tests/conformance/test_files.py::{name}" for name in ABOUT_OUR_OWN_TESTS]
    suites = ["tests/conformance", "--ignore=tests/conformance/test_bad_input.py", "tests/bots/test_every_game.py"]
    plugins = ["-p", "tests.core.with_toys", "-p", "no:cacheprovider", "-p", "no:xdist"]
    said = python("-m", "pytest", "-q", *plugins, *left_out, *which, *suites, STOCKADE_COMPILE="never")
    assert " passed" in said
    assert "skipped" not in said


def test_a_game_of_chance_passes_the_suite_for_every_game() -> None:
    check_suite("-m", "not deep")


@pytest.mark.deep
def test_a_game_of_chance_passes_the_deep_suite() -> None:
    check_suite()
