"""Records the positions that an evaluation is fitted to, on several processes or a cluster.

They are of games of compiled greedy play or, more slowly, of any bots.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from stockade.arena.grid import Cell
from stockade.arena.jobs import Workers, share_out
from stockade.arena.plan import plan_series
from stockade.core.game import Game
from stockade.research.fit import EVERY, SLIPS, Samples, joined, record, samples_of

SHARE = 10_000  # positions, about
PLAYED_SHARE = 500  # the same if bots play, which take longer
SURE = 1000  # slips are given in parts of this
Share = tuple[Any, ...]
"""The arguments of one call of `record_share`."""


def shares_of(game: Game, cells: Sequence[Cell], samples: int, seed: int, bots: Sequence[str] = ()) -> list[Share]:
    """Divide the work into shares of equal size, as many for each setting. Who does the work does not matter."""
    rounds = max(1, round(samples / (PLAYED_SHARE if bots else SHARE) / len(cells)))
    parts = rounds * len(cells)
    size = -(-samples // parts)
    chosen = [cells[number % len(cells)] for number in range(parts)]
    return [
        (game, cell.players, cell.options, size, seed + 1000 * number, tuple(bots))
        for number, cell in enumerate(chosen)
    ]


def record_shares(shares: Sequence[Share], where: int | Workers, advance: Callable[[int], None]) -> Samples:
    """Record all shares and return them as one, in order. `advance` is called after each share."""
    found = {}
    for number, played in share_out(record_share, shares, where):
        found[number] = played
        advance(1)
    return joined([found[number] for number in range(len(shares))])


def record_share(
    game: Game, players: int, options: Mapping[str, Any], count: int, seed: int, bots: Sequence[str]
) -> Samples:
    """Return `count` positions of games between bots, or of greedy play if none are given."""
    return (
        record_played(game, players, options, count, seed, bots)
        if bots
        else record(game, players, options, count, seed)
    )


def record_played(
    game: Game, players: int, options: Mapping[str, Any], count: int, seed: int, bots: Sequence[str]
) -> Samples:
    """Return `count` positions of a series of games between bots, in which seats slip as they do in `record`."""
    features = game.features
    assert features is not None
    plan = plan_series(game, list(bots), players, options, count, seed, swap=True)
    tables = np.zeros((count, max(game.spec.players), len(features.FEATURES)), np.float64)
    results = np.zeros(tables.shape[:2], np.float64)
    dice, done, number = random.Random(seed), 0, 0
    while done < count:
        (match, sitting), first = plan.start(number), done
        number += 1
        slips = [dice.choice(SLIPS) / SURE for _ in range(players)]
        while not match.is_over:
            state = match.state
            slips_now = dice.random() < slips[state.current_player]
            match.play(
                dice.choice(state.legal_actions()) if slips_now else sitting[state.current_player].choose(state)
            )
            if not match.is_over and done < count and dice.random() * EVERY < 1:
                features.describe(match.state.record, tables[done])
                done += 1
        results[first:done, :players] = match.state.returns()
    return samples_of(tables, results, players)
