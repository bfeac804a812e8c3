"""Check which networks evaluate a table, and how it is searched."""

from __future__ import annotations

import numpy as np
import pytest

import stockade
from stockade.core.network import NEVER, Network, load, share_out
from stockade.core.state import State
from stockade.games.barrage.evaluation.features import FEATURES, describe
from stockade.games.barrage.evaluation.value import AUTOMAS_FILE, PACKAGE, evaluate, for_table

GAME = stockade.game("barrage")
AUTOMAS: dict[str, int | str] = {"setup": "full", "automas": 2, "level": "4"}


def begun(players: int, options: dict[str, int | str]) -> State:
    """Return the first turn of a game in which nobody thinks."""
    state = GAME.start(players, options)
    while state.is_chance or state.record.round_no == 0:
        state.apply(state.legal_actions()[0])
    return state


def result(network: Network, row: np.ndarray) -> float:
    units = np.maximum(row @ network.hidden + network.start, 0.0)
    return float(units @ network.out + row @ network.straight)


@pytest.mark.parametrize(("players", "options"), [(3, {"setup": "full"}), (3, AUTOMAS), (4, AUTOMAS)])
def test_people_and_automas_have_networks_of_their_own(players: int, options: dict[str, int | str]) -> None:
    state = begun(players, options)
    automas = int(options.get("automas", 0))
    file, parts = (AUTOMAS_FILE, ("people", "automas")) if automas else ("data/value.json", (None, None))
    people, others = (load(PACKAGE, FEATURES, file, part) for part in parts)
    table = np.zeros((4, len(FEATURES)))
    describe(state.record, table)
    expected = np.array(
        [result(others if seat >= players - automas else people, table[seat]) for seat in range(players)]
    )
    share_out(players, NEVER, expected)
    values = np.zeros(4)
    evaluate(state.record, values)
    assert values[:players] == pytest.approx(expected)
    assert values.sum() == pytest.approx(0.0)


def test_only_tables_with_automas_are_searched_otherwise() -> None:
    assert for_table(begun(3, {"setup": "full"}).record) == {}
    assert for_table(begun(3, AUTOMAS).record)["BY_ODDS"]
