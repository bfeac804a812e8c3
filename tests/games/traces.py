"""Games as digests, to compare compiled and interpreted rules.

A test module plays its games with `trace`. Run as a program, it prints the digests; `interpreted` runs it without the
compiler.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

from tests.core.process import python

from stockade.core.state import State

Pick = Callable[[State, random.Random], int]


def trace(state: State, pick: Pick, seed: int, plies: int = 10_000, scored: int = 1, observed: int = 1) -> list[str]:
    """Play on from a state, to the end or to a ply. Return a digest of every state with its legal actions.

    Every n-th state is also scored and every n-th observed, for n = `scored` and `observed`. In some games this takes
    long uncompiled.
    """
    dice, seen = random.Random(seed), []
    while not state.is_over and state.ply < plies:
        told = f"{state.legal_actions()} {state.chance_weights()}".encode()
        if state.ply % scored == 0:
            told += f" {state.scores()}".encode()
        if state.ply % observed == 0:
            told += state.observation().tobytes()
        seen.append(hashlib.blake2b(state.to_bytes() + told, digest_size=8).hexdigest())
        state.apply(pick(state, dice))
    return [*seen, f"{state.scores()} {state.winners()} {state.returns()}"]


def interpreted(module: str, *arguments: object) -> Any:
    """Return what a test module prints if Python runs the rules."""
    return json.loads(python("-m", module, *map(str, arguments), STOCKADE_COMPILE="never"))
