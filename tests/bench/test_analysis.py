"""Check that the measurement of chances finds how sure they should be."""

from __future__ import annotations

import numpy as np
import pytest
from bench.analysis import between, by_seat, calibrated, fitted, row_of

from stockade.bots.certainty import Certainty

NOBODY = 3  # stands for no winner


def played(power: float, nobody: float, count: int = 4000) -> list[dict[str, object]]:
    """Return chances of three seats, with winners drawn from the sharpened ones."""
    dice = np.random.default_rng(1)
    found = []
    for *chances, _ in dice.dirichlet([1.0, 1.0, 1.0, 0.7], count).tolist():
        true = Certainty(power, nobody).sharpened(chances)
        drawn = int(dice.choice(4, p=[*true, 1.0 - sum(true)]))
        found.append({"chances": chances, "winners": [] if drawn == NOBODY else [drawn]})
    return found


@pytest.mark.parametrize(("power", "nobody"), [(1.0, 1.0), (1.5, 0.4)])
def test_a_fit_finds_how_sure_chances_should_be(power: float, nobody: float) -> None:
    found = fitted(played(power, nobody))
    assert found["certainty"] == pytest.approx(power, rel=0.08)
    assert found["nobody"] == pytest.approx(nobody, rel=0.2)
    assert found["surprise"] <= found["before"]


def test_chances_that_came_true_are_counted_by_range() -> None:
    said = by_seat([{"chances": [0.7, 0.3], "winners": [0]}, {"chances": [0.72, 0.28], "winners": [0, 1]}])
    assert said == [(0.7, 1.0), (0.3, 0.0), (0.72, 0.5), (0.28, 0.5)]
    row = row_of(between(said, 0.65, 0.75))
    assert (row["said"], row["won"], row["count"]) == (pytest.approx(0.71), 0.75, 2)
    assert [each["count"] for each in calibrated(said)] == [1, 1, 2]
