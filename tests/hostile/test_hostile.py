"""Attack every game with hostile positions, bytes, logs, files and actions: see `attack.py`.

Each part is a process of its own with its own seed. The number of cases is fixed, so that a failure can be repeated:
the arguments of the failing part are in its name. All parts together take about a minute in a quick run, and about an
hour in a deep one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.core.process import python

import stockade
from stockade.conformance.scope import either

CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
INTERPRETED = {"STOCKADE_COMPILE": "never"}
PARTS = either(quick=(1,), deep=tuple(range(1, 12)))
CASES = {
    "blockade": either(quick=1500, deep=12_000),
    "barricado": either(quick=900, deep=9000),
    "cascadia": either(quick=700, deep=7000),
    "cascade_barricade": either(quick=200, deep=2500),
    "barrage": either(quick=250, deep=2500),
}
FEW = {"blockade": 200, "barricado": 120, "cascadia": 30, "cascade_barricade": 20, "barrage": 60}  # cases in Python


def attacked(name: str, cases: int, part: int, variables: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(python("-m", "tests.hostile.attack", name, str(cases), str(part), **variables))
    return found


def check(report: dict[str, Any], cases: int) -> None:
    assert report["holes"] == []
    assert sum(report["cases"].values()) == cases
    assert report["new"] > 0, "nothing was accepted, so nothing was tested"


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", stockade.games())
def test_what_is_accepted_never_reaches_outside_an_array(name: str, part: int) -> None:
    check(attacked(name, CASES[name], part, CHECKED), CASES[name])


@pytest.mark.parametrize("part", either(quick=(1,), deep=(1, 2, 3)))
@pytest.mark.parametrize("name", stockade.games())
def test_what_is_accepted_can_be_played_by_python(name: str, part: int) -> None:
    cases = FEW[name] * either(quick=1, deep=10)
    check(attacked(name, cases, 100 + part, INTERPRETED), cases)


WITHOUT_CHECKS = """
import json, pathlib, sys
import stockade
from tests.hostile.attack import Attack
game = stockade.game("blockade")
game.compile()
attack = Attack("blockade", 1, pathlib.Path(sys.argv[1]))
game.position.validate = lambda state: None
attack._check_reading = lambda state: None
print(json.dumps(attack.run(300).to_json()))
"""


def test_without_the_checks_of_positions_holes_are_found(tmp_path: Path) -> None:
    report = json.loads(python("-c", WITHOUT_CHECKS, str(tmp_path), **CHECKED))
    assert any("IndexError" in hole["error"] for hole in report["holes"])
