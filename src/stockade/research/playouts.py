"""Many random games, with the counts that designers and researchers ask for first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.registry import game as find_game


@dataclass(frozen=True)
class Playouts:
    """The results of random play."""

    games: int
    decisions: int  # by players, without chance
    returns: npt.NDArray[np.float64]  # by game and seat
    lengths: npt.NDArray[np.int64]  # plies of every game


def random_playouts(
    game: str,
    games: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
) -> Playouts:
    """Play whole games at random in compiled code, on one core. Releases the GIL."""
    found = find_game(game)
    count, encoded = found.setup_arguments(players, options)
    results = np.zeros((games, count), np.float64)
    lengths = np.zeros(games, np.int64)
    run = found.kernels("playout").playouts
    decisions = run(count, encoded, games, spread_seed(seed), results, lengths)
    return Playouts(games, int(decisions), results, lengths)


def spread_seed(seed: int) -> int:
    """Return a random generator state for a small seed.

    It is never zero, and neighbouring seeds give distant states.
    """
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1)) | 1
