"""The random generator of the kernels, written in plain Python: what chance and random play must give."""

from __future__ import annotations

from stockade.core.state import State

WORD = 2**64


def next_random(x: int) -> int:
    x ^= x << 13 & WORD - 1
    x ^= x >> 7
    return x ^ (x << 17 & WORD - 1)


def below(x: int, n: int) -> int:
    return (x >> 32) * n >> 32


def outcome(state: State, x: int) -> int:
    """Return what chance gives for a number of the generator."""
    weighted = state.chance_weights()
    left = below(x, sum(weight for _, weight in weighted))
    for action, weight in weighted:
        if left < weight:
            return action
        left -= weight
    raise AssertionError("more was drawn than there is")


def settle(state: State, x: int) -> int:
    """Let chance decide until a player must, and return the state of the generator."""
    while state.is_chance:
        x = next_random(x)
        state.apply(outcome(state, x))
    return x
