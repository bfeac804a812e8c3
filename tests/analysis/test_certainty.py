"""Check how estimates become the chances that people are shown."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

import stockade
from stockade.analysis import SETTINGS, chances
from stockade.analysis.chances import estimated, luck_of
from stockade.analysis.judge import judge_of
from stockade.bots import certainty
from stockade.bots.bot import share_of
from stockade.bots.certainty import Certainty, certainty_at, share, shares, with_chance
from stockade.bots.lookahead import evaluation
from stockade.core.match import Match, Step
from stockade.core.network import sharpen
from stockade.core.state import State

OPEN = [name for name in stockade.games() if stockade.game(name).solution is None]
SHARP = Certainty(1.7, 0.4)


def at_the_middle(name: str) -> State:
    """Return a state in which somebody decides, after some moves at random."""
    match, dice = Match(name, seed=5), random.Random(1)
    while match.state.ply < 60:
        match.play(dice.choice(match.state.legal_actions()))
    return match.state


# -- the sum itself ----------------------------------------------------------------------------------------------


def test_a_power_of_one_changes_nothing() -> None:
    assert Certainty().sharpened([0.5, 0.3, 0.1]) == pytest.approx([0.5, 0.3, 0.1], abs=1e-12)


def test_chances_are_raised_to_a_power_and_divided_by_their_sum() -> None:
    total = 0.6**2 + 0.3**2 + 0.1**2
    assert Certainty(2.0).sharpened([0.6, 0.3, 0.1]) == pytest.approx([0.36 / total, 0.09 / total, 0.01 / total])


def test_that_nobody_wins_is_one_more_outcome() -> None:
    total = 0.5**2 + 0.3**2 + 0.5 * 0.2**2
    found = Certainty(2.0, 0.5).sharpened([0.5, 0.3])
    assert found == pytest.approx([0.25 / total, 0.09 / total])
    assert 1.0 - sum(found) == pytest.approx(0.02 / total)


@pytest.mark.parametrize("power", [0.6, 1.0, 1.7])
def test_the_order_of_chances_stays(power: float) -> None:
    found = Certainty(power, 0.4).sharpened([0.4, 0.3, 0.15, 0.1])
    assert all(one > other for one, other in pairwise(found))
    assert sum(found) < 1.0


@pytest.mark.parametrize("certain", [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 0.0]])
def test_what_is_certain_stays_certain(certain: list[float]) -> None:
    assert SHARP.sharpened(certain) == pytest.approx(certain)


def test_sharpening_twice_multiplies_the_powers() -> None:
    """That is how a fit to chances that were shown is turned into new numbers for the game."""
    twice = Certainty(1.5, 2.0).sharpened(SHARP.sharpened([0.5, 0.3, 0.1]))
    assert twice == pytest.approx(Certainty(1.7 * 1.5, 0.4**1.5 * 2.0).sharpened([0.5, 0.3, 0.1]))


def test_a_game_for_one_is_not_sharpened() -> None:
    values = np.array([0.3])
    sharpen(1, 2.0, 0.5, values)
    assert values.tolist() == [0.3]
    assert SHARP.sharpened([0.2]) == pytest.approx([0.2])


def test_the_others_keep_their_proportions() -> None:
    assert with_chance([0.5, 0.3, 0.1], 0, 0.8) == pytest.approx([0.8, 0.12, 0.04])
    assert with_chance([1.0, 0.0, 0.0], 0, 0.8) == pytest.approx([0.8, 0.1, 0.1])


# -- in the games ------------------------------------------------------------------------------------------------


@pytest.fixture
def sharp(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all estimates be shown as surer than they are."""
    for module in (certainty, chances):
        monkeypatch.setattr(module, "certainty_at", lambda _: SHARP)


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.usefixtures("sharp")
def test_all_that_is_shown_is_sharpened(name: str) -> None:
    state = at_the_middle(name)
    values = evaluation(state)
    raw = [share_of(value, state.players) for value in values]
    shown = SHARP.sharpened(raw)
    assert shown != pytest.approx(raw, abs=1e-3)
    assert shares(state, values) == shown
    assert estimated(state) == shown
    seat = state.current_player
    assert share(state, values[seat], values) == pytest.approx(shown[seat])


@pytest.mark.parametrize("name", OPEN)
def test_a_loss_is_counted_in_chances_as_they_are_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, dice = Match(name, seed=5), random.Random(2)
    while not match.is_over and match.state.ply < 80:
        match.play(dice.choice(match.state.legal_actions()))
    steps = list(match.steps())
    judge, setting = judge_of(match.game), SETTINGS["quick"]
    decided = [at for at, step in enumerate(steps) if not step.before.is_chance][:40]
    lost = []
    for each in (Certainty(), Certainty(1.5)):
        monkeypatch.setattr(certainty, "certainty_at", lambda _, each=each: each)
        opinions = [judge.look(steps, at, setting, at) for at in decided]
        lost.append([opinion.loss for opinion in opinions if opinion is not None])
    assert [loss > 0 for loss in lost[0]] == [loss > 0 for loss in lost[1]]
    assert sum(lost[1]) > 1.1 * sum(lost[0]) > 0


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.usefixtures("sharp")
def test_luck_is_zero_on_average_when_estimates_are_sharpened(name: str) -> None:
    match, dice = Match(name, seed=7), random.Random(3)
    while not match.is_over and match.state.ply < 80:
        match.play(dice.choice(match.state.legal_actions()))
    rolled = [
        step.before for step in match.steps() if step.before.is_chance and len(step.before.chance_weights()) > 1
    ]
    assert rolled
    largest = 0.0
    for before in rolled[:: len(rolled) // 5 + 1]:
        gains = np.zeros(match.players)
        for action, probability in before.chance_outcomes():
            after = before.clone()
            after.apply(action)
            luck = luck_of(Step(before, action, after))
            largest = max(largest, *map(abs, luck))
            gains += probability * np.array(luck)
        assert gains.tolist() == pytest.approx([0.0] * match.players, abs=1e-9)
    assert largest > 0.0


@pytest.mark.parametrize("name", stockade.games())
def test_every_game_is_shown_with_sensible_numbers(name: str) -> None:
    for players in stockade.game(name).spec.players:
        found = certainty_at(stockade.game(name).start(players))
        assert 0.25 < found.power < 4.0
        assert 0.05 < found.nobody < 20.0
