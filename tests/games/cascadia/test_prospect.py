"""Check the estimate of what a seat will have at the end of the game."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest

import stockade
from stockade.bots.planner import PlannerBot
from stockade.core.match import Match
from stockade.core.state import State
from stockade.games.cascadia.evaluation.plans import outlook
from stockade.games.cascadia.evaluation.prospect import (
    CORRIDORS_AT,
    EACH_SPECIES,
    FEATURES,
    FULL,
    MAJORITIES_AT,
    TABLE_AT,
    TERRAIN_AT,
    TOKENS_AT,
    describe_seat,
    prospect,
)
from stockade.games.cascadia.layout import TERRAINS
from stockade.games.cascadia.rules.corridors import corridor
from stockade.games.cascadia.rules.dispatch import wildlife_points

GAME = stockade.game("cascadia")


def played(players: int, seed: int, **options: object) -> Match:
    match = Match(GAME, players, options, seed=seed)
    bots = [PlannerBot(playouts=30, plans=4, threads=1, seed=seed + seat) for seat in range(players)]
    while not match.is_over:
        match.play(bots[match.state.current_player].choose(match.state))
    return match


def between_turns(match: Match, hexes: int) -> State:
    """Return the first state in which the first seat has so many hexes and another seat decides."""
    return next(
        step.before
        for step in match.steps()
        if step.before.record.environment[0].hexes == hexes and step.before.current_player == 1
    )


def described(state: State, seat: int = 0) -> tuple[float, dict[str, float]]:
    row = np.full(len(FEATURES), np.nan)
    points = describe_seat(state.record, seat, row)
    assert np.isfinite(row).all()
    return points, dict(zip(FEATURES, row.tolist(), strict=True))


def test_every_number_has_a_name_and_a_place() -> None:
    assert len(set(FEATURES)) == len(FEATURES) == TABLE_AT + 5
    for at, name in (
        (CORRIDORS_AT, "corridors"),
        (MAJORITIES_AT, "majorities"),
        (TERRAIN_AT, "terrain 0: corridor"),
        (TOKENS_AT, "bear: points"),
        (TOKENS_AT + EACH_SPECIES, "elk: points"),
        (TABLE_AT, "1 players"),
    ):
        assert FEATURES[at] == name


def test_an_environment_is_described_by_what_is_on_it() -> None:
    state = between_turns(played(3, 5, cards="ABCDA"), 13)
    points, row = described(state)
    environment = state.record.environment[0]
    corridors = sum(corridor(environment, terrain) for terrain in range(TERRAINS))
    assert row["corridors"] == pytest.approx(corridors / 20)
    assert points == pytest.approx(
        wildlife_points(state.record, 0) + corridors + environment.nature + 5 * row["majorities"]
    )
    assert row["turns"] == pytest.approx((FULL - 13) / 20)
    assert row["nature tokens"] == environment.nature / 4
    assert [row[f"elk: card {card}"] for card in "ABCD"] == [0, 1, 0, 0]
    assert row["3 players"] == row["with majorities"] == 1
    tokens = sum(row[f"{name}: tokens"] for name in ("bear", "elk", "salmon", "hawk", "fox"))
    assert tokens * 5 == sum(int(hexes).bit_count() for hexes in environment.wildlife)
    assert row["open hexes"] * 10 == pytest.approx(13 - tokens * 5)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_at_the_end_the_outlook_is_the_score(players: int) -> None:
    match = played(players, 7)
    assert [outlook(match.state.record, seat) for seat in range(players)] == list(match.result.scores)


def test_what_may_be_expected_comes_true_on_average() -> None:
    misses = []
    for seed in range(6):
        match = played(4, seed, majorities=False)
        for hexes in (8, 13, 18):
            misses.append(prospect(between_turns(match, hexes).record, 0) - match.result.scores[0])
    assert abs(fmean(misses)) < 2.5
    assert fmean(abs(miss) for miss in misses) < 6
