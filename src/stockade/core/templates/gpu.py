"""The rules on a GPU: the same kernels, one thread a game. Loaded only where `numba-cuda` is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import config, cuda, float64, from_dtype, int32

from stockade.core.layout import CHANCE, OVER

if TYPE_CHECKING:
    from stockade.core.templates.names import (
        LEGAL_LIMIT,
        PLAYERS_LIMIT,
        STATE,
        apply,
        next_random,
        random_choice,
        returns,
        setup,
    )

RECORD = from_dtype(STATE)
# Registers of a thread: with more of them fewer games run at once, and none of our games gets faster. A simulated GPU
# has none.
LIMITS = {} if config.ENABLE_CUDASIM else {"max_registers": 64}


@cuda.jit
def start_all(states, seeds, players, options):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i >= states.shape[0]:
        return
    actions = cuda.local.array(LEGAL_LIMIT, int32)
    weights = cuda.local.array(LEGAL_LIMIT, int32)
    state = states[i]
    x = seeds[i]
    setup(state, players, options)
    while state.current_player == CHANCE:
        x = next_random(x)
        apply(state, random_choice(state, x, actions, weights))
    seeds[i] = x


@cuda.jit(**LIMITS)
def playouts(states, seeds, players, options, decisions, finished):  # type: ignore[no-untyped-def]
    """Every thread makes that many random decisions, starting a new game whenever one ends, and counts the ends.
    Threads of a warp run in step, so the loop goes over decisions: over games, all would wait for the longest."""
    i = cuda.grid(1)
    if i >= states.shape[0]:
        return
    actions = cuda.local.array(LEGAL_LIMIT, int32)
    weights = cuda.local.array(LEGAL_LIMIT, int32)
    own = cuda.local.array(1, RECORD)
    own[0] = states[i]
    state = own[0]
    x = seeds[i]
    made = 0
    ended = 0
    while made < decisions:
        if state.current_player == OVER:
            setup(state, players, options)
            ended += 1
        x = next_random(x)
        made += state.current_player != CHANCE
        apply(state, random_choice(state, x, actions, weights))
    states[i] = own[0]
    seeds[i] = x
    finished[i] = ended


@cuda.jit
def step_all(states, seeds, chosen, rewards):  # type: ignore[no-untyped-def]
    """Apply one action in every state, then let chance decide. Rewards are the returns when a game ends."""
    i = cuda.grid(1)
    if i >= states.shape[0]:
        return
    actions = cuda.local.array(LEGAL_LIMIT, int32)
    weights = cuda.local.array(LEGAL_LIMIT, int32)
    values = cuda.local.array(PLAYERS_LIMIT, float64)
    state = states[i]
    for seat in range(PLAYERS_LIMIT):
        rewards[i, seat] = 0.0
    if state.current_player == OVER:
        return
    x = seeds[i]
    apply(state, chosen[i])
    while state.current_player == CHANCE:
        x = next_random(x)
        apply(state, random_choice(state, x, actions, weights))
    seeds[i] = x
    if state.current_player == OVER:
        returns(state, values)
        for seat in range(state.players):
            rewards[i, seat] = values[seat]


@cuda.jit
def random_all(states, seeds, chosen):  # type: ignore[no-untyped-def]
    """A random legal action for every state that is not over."""
    i = cuda.grid(1)
    if i >= states.shape[0] or states[i].current_player == OVER:
        return
    actions = cuda.local.array(LEGAL_LIMIT, int32)
    weights = cuda.local.array(LEGAL_LIMIT, int32)
    x = next_random(seeds[i])
    seeds[i] = x
    chosen[i] = random_choice(states[i], x, actions, weights)
