"""The names a template finds in its namespace, with the types a reader and a type checker need.

This file is never imported at run time: `bind` puts the real things of one game in place of it.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Record = Any
Actions = npt.NDArray[np.int32]

STATE: np.dtype[Any]  # layout of the record
LEGAL_LIMIT: int  # no list of legal actions or outcomes is longer
ACTION_COUNT: int
PLAYERS_LIMIT: int  # most seats the game can have
OBSERVATION_SIZE: int  # floats in an observation
CACHE: bool  # on a GPU: whether what is compiled may be kept on disk
KEY: str  # on a GPU: names the game and its source


def setup(state: Record, players: int, options: Actions) -> None:
    raise NotImplementedError


def legal(state: Record, actions: Actions) -> int:
    raise NotImplementedError


def outcomes(state: Record, actions: Actions, weights: Actions) -> int:
    raise NotImplementedError


def apply(state: Record, action: int) -> None:
    raise NotImplementedError


def score(state: Record, points: npt.NDArray[np.float64]) -> None:
    raise NotImplementedError


def rank(state: Record, values: npt.NDArray[np.float64]) -> None:
    raise NotImplementedError


def evaluate(state: Record, values: npt.NDArray[np.float64]) -> None:
    raise NotImplementedError


def narrow(state: Record, actions: Actions, n: int) -> int:
    raise NotImplementedError


def describe(state: Record, table: npt.NDArray[np.float64]) -> None:
    raise NotImplementedError


def is_beyond(root: Record, state: Record) -> bool:
    raise NotImplementedError


# Only where the game has a `plans.py`: what each action seems worth, quick play to the end of a turn, and what
# quick play to the end of the game has brought a seat.
def prefer(state: Record, actions: Actions, n: int, worth: npt.NDArray[np.float64]) -> None:
    raise NotImplementedError


def advance(state: Record) -> None:
    raise NotImplementedError


def outlook(state: Record, seat: int) -> float:
    raise NotImplementedError


def observe(state: Record, player: int, tensor: npt.NDArray[np.float32]) -> None:
    raise NotImplementedError


# From the template `play`, for the templates that build on it.
def choices(state: Record, actions: Actions, weights: Actions) -> int:
    raise NotImplementedError


def returns(state: Record, values: npt.NDArray[np.float64]) -> None:
    raise NotImplementedError


def look_at(state: Record, action: int, room: Any, values: npt.NDArray[np.float64]) -> None:
    raise NotImplementedError


def next_random(x: Any) -> Any:
    raise NotImplementedError


def random_below(x: Any, n: int) -> int:
    raise NotImplementedError


def pick_by_weight(x: Any, weights: Actions, n: int) -> int:
    raise NotImplementedError


def random_choice(state: Record, x: Any, actions: Actions, weights: Actions) -> int:
    raise NotImplementedError
