"""Check the fitting of evaluations: gradients, samples that agree with their games, and a network that learns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stockade
from stockade.core import network
from stockade.research.fit import Samples, fit, joined, record, slope

FITTED = [name for name in stockade.games() if stockade.game(name).features is not None]


def random_samples(count: int, seed: int = 0) -> Samples:
    """Return samples of three seats out of four, in which the seat with the highest first feature wins."""
    tables = np.random.default_rng(seed).normal(size=(count, 4, 5)).astype(np.float32)
    shares = np.zeros((count, 4), np.float32)
    shares[np.arange(count), tables[:, :3, 0].argmax(axis=1)] = 1.0
    shares[:, 3] = -1.0
    return Samples(tables, shares)


def samples_with_losses(count: int, seed: int = 0) -> Samples:
    """Return such samples in which the second feature is the same for all seats, and nobody wins if it is low."""
    samples = random_samples(count, seed)
    samples.tables[:, :, 1] = samples.tables[:, :1, 1]
    samples.shares[samples.tables[:, 0, 1] < -0.3, :3] = 0.0
    return samples


@pytest.mark.parametrize("samples", [random_samples(40), samples_with_losses(40)], ids=["won", "some lost"])
def test_slopes_are_those_of_the_loss(samples: Samples) -> None:
    random = np.random.default_rng(1)
    weights: list[Any] = [random.normal(size=shape).astype(np.float64) for shape in ((5, 6), (6,), (6,), (5,))]
    _, slopes = slope(weights, samples.tables, samples.shares, samples.nobody)
    for number, weight in enumerate(weights):
        for at in np.ndindex(weight.shape):
            nudged = [each.copy() for each in weights]
            nudged[number][at] += 1e-4
            up = slope(nudged, samples.tables, samples.shares, samples.nobody)[0]
            nudged[number][at] -= 2e-4
            down = slope(nudged, samples.tables, samples.shares, samples.nobody)[0]
            assert slopes[number][at] == pytest.approx((up - down) / 2e-4, abs=2e-3)


def test_it_learns_who_wins() -> None:
    samples = random_samples(4000)
    losses = [loss for _, loss in fit(samples, size=8, epochs=6, batch=64)]
    assert losses[-1] < 0.35 < losses[0]


def test_it_learns_how_often_nobody_wins() -> None:
    samples = samples_with_losses(4000)
    *_, (found, _) = fit(samples, size=8, epochs=6, batch=64)
    assert found.nobody == 0.0
    shares = np.array([judged(found, table)[:3] for table in samples.tables]) * (2 / 3) + 1 / 3
    won = samples.shares[:, :3].sum(axis=1)
    assert 0.3 < won.mean() < 0.8
    assert shares.sum(axis=1).mean() == pytest.approx(won.mean(), abs=0.05)
    assert shares[won > 0.5].sum(axis=1).mean() > shares[won < 0.5].sum(axis=1).mean() + 0.5


def judged(found: network.Network, table: Any) -> Any:
    """Return what a network says that a position of three seats is worth to each."""
    values = np.zeros(4)
    network.judge(table, 3, found.hidden, found.start, found.out, found.straight, found.nobody, values)
    return values


@pytest.mark.parametrize("samples", [random_samples(512), samples_with_losses(512)], ids=["won", "some lost"])
def test_a_network_survives_its_file(samples: Samples) -> None:
    *_, (found, _) = fit(samples, size=4, epochs=1, batch=64)
    names = ("a", "b", "c", "d", "e")
    again = network.from_json(found.to_json(names), names)
    for name in ("hidden", "start", "out", "straight"):
        assert getattr(again, name) == pytest.approx(getattr(found, name), abs=6e-4)
    assert again.nobody == found.nobody
    wider = network.from_json(found.to_json(names), (*names, "new"))
    assert not wider.hidden[5].any()
    assert wider.straight[5] == 0.0


@pytest.mark.parametrize("samples", [random_samples(512), samples_with_losses(512)], ids=["won", "some lost"])
def test_a_judgement_is_a_share_of_the_win(samples: Samples) -> None:
    *_, (found, _) = fit(samples, size=4, epochs=2, batch=64)
    table = random_samples(1, seed=3).tables[0]
    values = judged(found, table)
    units = np.maximum(table[:3] @ found.hidden + found.start, 0.0)
    sums = np.exp(units @ found.out + table[:3] @ found.straight)
    total = sums.sum() + np.exp(found.nobody)
    assert values[:3] == pytest.approx((3 * sums / total - 1) / 2, abs=1e-5)
    assert values[3] == 0.0


@pytest.mark.parametrize("name", FITTED)
def test_recorded_games_say_who_won(name: str) -> None:
    game = stockade.game(name)
    players = min(game.spec.players)
    samples = joined([record(game, players, {}, 40, seed) for seed in (1, 2)])
    assert len(samples) == 80
    assert set(samples.shares[:, :players].sum(axis=1).round(5)) <= {0.0, 1.0}
    assert samples.shares[:, :players].max() > 0.0
    assert (samples.shares[:, players:] == -1.0).all()
    assert np.isfinite(samples.tables).all()
    assert np.abs(samples.tables).max() < 40
    again = record(game, players, {}, 40, 1)
    assert (again.tables == samples.tables[:40]).all()


@pytest.mark.parametrize("name", FITTED)
def test_the_network_of_a_game_knows_its_features(name: str) -> None:
    game = stockade.game(name)
    features = game.features.FEATURES
    found = network.load(game.package, features)
    assert len(set(features)) == len(features)
    assert found.hidden.shape[0] == len(features)
    assert np.abs(found.hidden).sum(axis=1).astype(bool).mean() > 0.8
