"""Each ruling has a test, and so has each choice where another reading of the rulebook is possible."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
NAMES = re.findall(r"def (test_\w+)", "\n".join(path.read_text("utf-8") for path in sorted(HERE.glob("test_*.py"))))


def test_every_ruling_has_a_test() -> None:
    numbers = {int(found[1]) for name in NAMES if (found := re.match(r"test_ruling_(\d+)_", name))}
    assert set(range(1, 70)) - numbers == set()


def test_every_worked_scenario_has_a_test() -> None:
    numbers = {int(found[1]) for name in NAMES if (found := re.match(r"test_w(\d+)_", name))}
    assert numbers == set(range(1, 15))
