"""Check what the evaluation foresees: how far characters can run, and who is left when somebody drowns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.games.cascade_barricade.positions import GAME, at, seat, spaces
from tests.games.positions import played

from stockade.bots.mcts import MctsBot
from stockade.core.layout import copies
from stockade.core.state import State
from stockade.games.cascade_barricade.evaluation.features import FEATURES, describe
from stockade.games.cascade_barricade.evaluation.finish_round import finish_round
from stockade.games.cascade_barricade.evaluation.forecast import FLIGHT, HORIZON, foresee
from stockade.games.cascade_barricade.layout import SEATS

LAND = [(q, r) for q in range(-6, 7) for r in range(-6, 7) if abs(q + r) <= 6]
ISLAND = " ".join(f"{q},{r}" for q, r in LAND if max(abs(q - 3), abs(r), abs(q - 3 + r)) <= 2)
ALONE = "-6,0"


def water_but(dry: str) -> str:
    """Return all spaces of the land as water, except some."""
    kept = {tuple(place) for place in spaces(dry)}
    return " ".join(f"{q},{r}" for q, r in LAND if (q, r) not in kept)


def row_of(state: State, number: int = 0) -> dict[str, float]:
    table = np.zeros((SEATS, len(FEATURES)))
    describe(copies(record_of(state), 1)[0], table)
    return dict(zip(FEATURES, table[number].tolist(), strict=True))


def record_of(state: State) -> Any:
    return state.data.view(GAME.record)[0]


def refuges_of(state: State) -> list[list[int]]:
    """Return from how many dry spaces each seat can choose, after this round and the next ones."""
    now = copies(record_of(state), 2)
    finish_round(now[1])
    refuge = np.zeros((SEATS, FLIGHT + 1), np.int64)
    foresee(now[0], now[1], np.zeros((SEATS, HORIZON)), np.zeros(SEATS, np.int64), refuge)
    return refuge[: state.players].tolist()


def test_a_character_runs_two_spaces_and_then_flees_one() -> None:
    """The water leaves seven spaces of the island, then one. Crimson is at its edge, and cannot get everywhere."""
    state = at(seat(at="5,0"), seat(at="3,0"), water=water_but(ISLAND), round=7, radius=6)
    assert refuges_of(state) == [[4, 1, 0, 0, 0], [7, 1, 0, 0, 0]]
    state = played(state, "skip")
    assert refuges_of(state) == [[1, 1, 0, 0, 0], [7, 1, 0, 0, 0]]
    assert row_of(state)["runs"] == row_of(state, 1)["runs"] == 2 / 4


def test_a_lone_space_is_no_refuge() -> None:
    state = at(seat(at="5,0"), seat(at=ALONE), water=water_but(f"5,0 {ALONE}"), round=7, radius=6)
    assert [each[0] for each in refuges_of(state)] == [0, 0]
    assert row_of(state)["runs_0"] == 1.0
    assert row_of(state)["no_survivor"] == 1.0
    assert row_of(state)["heir"] == 0.0


@pytest.mark.parametrize("money", [(50, 200), (200, 50)])
def test_the_richest_of_those_who_live_is_the_heir(money: tuple[int, int]) -> None:
    """Two of three are on an island that the water cannot take in this round; the third is cut off."""
    state = at(
        seat(at="3,0", money=money[0]), seat(at="4,0", money=money[1]), seat(at=ALONE, money=900),
        water=water_but(f"{ISLAND} {ALONE}"), round=5, radius=6,
    )  # fmt: skip
    rows = [row_of(state, number) for number in range(3)]
    assert [row["survives"] for row in rows] == [1.0, 1.0, 0.0]
    assert [row["heir"] for row in rows] == [float(money[0] > money[1]), float(money[1] > money[0]), 0.0]
    assert rows[0]["heir_lead"] == pytest.approx(-rows[1]["heir_lead"])
    assert {row["survivors"] for row in rows} == {2 / 6}


def test_hints_give_nobody_a_chance_if_all_must_drown() -> None:
    state = at(seat(at="5,0"), seat(at=ALONE), water=water_but(f"5,0 {ALONE}"), round=7, radius=6)
    state = played(state, "skip")
    state.record.block = 0  # nothing can be trashed, so only skipping is left
    hints = MctsBot(simulations=40, threads=1, seed=1).hints(state)
    assert [(state.format(hint.action), hint.worth) for hint in hints] == [("skip", "wins about 0%")]
