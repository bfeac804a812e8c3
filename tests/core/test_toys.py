"""Run the conformance suite and the bot tests on a game with chance, several seats and turns of several decisions.

The game runs uncompiled, which also tests interpreted play.
"""

from __future__ import annotations

import pytest
from tests.core.process import python


def check_suite(*which: str) -> None:
    suite = "src/stockade/conformance"
    suites = [suite, f"--ignore={suite}/test_bad_input.py", "tests/bots/test_every_game.py"]
    plugins = ["-p", "tests.core.with_toys", "-p", "no:cacheprovider", "-p", "no:xdist"]
    said = python("-m", "pytest", "-q", *plugins, *which, *suites, STOCKADE_COMPILE="never")
    assert " passed" in said
    assert "skipped" not in said


def test_a_game_of_chance_passes_the_suite_for_every_game() -> None:
    check_suite("-m", "not deep")


@pytest.mark.deep
def test_a_game_of_chance_passes_the_deep_suite() -> None:
    check_suite()
