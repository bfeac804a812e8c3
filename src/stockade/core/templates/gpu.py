"""The rules on a GPU: the same kernels, one thread a game. Loaded only where `numba-cuda` is installed.

A thread works on a copy of its state in its own memory, moved there in words as large as may be: Numba would move a
record byte by byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import config, cuda, float64

from stockade.core.device_room import device_room_of
from stockade.core.layout import CHANCE, OVER

if TYPE_CHECKING:
    from stockade.core.templates.names import (
        CACHE,
        LEGAL_LIMIT,
        PLAYERS_LIMIT,
        STATE,
        apply,
        next_random,
        random_choice,
        returns,
        setup,
    )

WORD = np.dtype(np.uint32 if STATE.itemsize % 8 else np.uint64)
WORDS = STATE.itemsize // WORD.itemsize
list_room = device_room_of(LEGAL_LIMIT, np.int32)
state_room = device_room_of(WORDS, WORD)
NOTHING = -1  # chosen by a row that has done its part
# Registers of a thread: with more of them fewer games run at once, and none of our games gets faster. A simulated GPU
# has none.
LIMITS = {} if config.ENABLE_CUDASIM else {"max_registers": 64}


@cuda.jit(device=True)
def fetch(words, i, own):  # type: ignore[no-untyped-def]
    for k in range(WORDS):
        own[k] = words[i * WORDS + k]


@cuda.jit(device=True)
def bring(own, words, i):  # type: ignore[no-untyped-def]
    for k in range(WORDS):
        words[i * WORDS + k] = own[k]


@cuda.jit(cache=CACHE)
def start_all(words, seeds, players, options):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i >= seeds.shape[0]:
        return
    actions = list_room()
    weights = list_room()
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
    x = seeds[i]
    setup(state, players, options)
    while state.current_player == CHANCE:
        x = next_random(x)
        apply(state, random_choice(state, x, actions, weights))
    bring(own, words, i)
    seeds[i] = x


@cuda.jit(cache=CACHE, **LIMITS)
def playouts(words, seeds, players, options, decisions, finished):  # type: ignore[no-untyped-def]
    """Every thread makes that many random decisions, starting a new game whenever one ends, and counts the ends.
    Threads of a warp run in step, so the loop goes over decisions: over games, all would wait for the longest."""
    i = cuda.grid(1)
    if i >= seeds.shape[0]:
        return
    actions = list_room()
    weights = list_room()
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
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
    bring(own, words, i)
    seeds[i] = x
    finished[i] = ended


@cuda.jit(cache=CACHE, **LIMITS)
def play_on(words, seeds, players, options, decisions, order, chosen, made, finished):  # type: ignore[no-untyped-def]
    """One step of the same playouts for all rows, which are taken in an order: apply what a row has chosen, then
    choose again. The choice waits for the next step, so that rows with like choices can be put side by side."""
    t = cuda.grid(1)
    if t >= order.shape[0]:
        return
    i = order[t]
    if chosen[i] == NOTHING and made[i] >= decisions:
        return
    actions = list_room()
    weights = list_room()
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
    if chosen[i] != NOTHING:
        apply(state, chosen[i])
        chosen[i] = NOTHING
    if made[i] < decisions:
        if state.current_player == OVER:
            setup(state, players, options)
            finished[i] += 1
        x = next_random(seeds[i])
        seeds[i] = x
        made[i] += state.current_player != CHANCE
        chosen[i] = random_choice(state, x, actions, weights)
    bring(own, words, i)


@cuda.jit(cache=CACHE)
def step_all(words, seeds, order, chosen, rewards):  # type: ignore[no-untyped-def]
    """Apply one action in every state, then let chance decide. Rewards are the returns when a game ends."""
    t = cuda.grid(1)
    if t >= order.shape[0]:
        return
    i = order[t]
    for seat in range(PLAYERS_LIMIT):
        rewards[i, seat] = 0.0
    actions = list_room()
    weights = list_room()
    values = cuda.local.array(PLAYERS_LIMIT, float64)
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
    if state.current_player == OVER:
        return
    x = seeds[i]
    apply(state, chosen[i])
    while state.current_player == CHANCE:
        x = next_random(x)
        apply(state, random_choice(state, x, actions, weights))
    bring(own, words, i)
    seeds[i] = x
    if state.current_player == OVER:
        returns(state, values)
        for seat in range(state.players):
            rewards[i, seat] = values[seat]


@cuda.jit(cache=CACHE)
def random_all(words, seeds, chosen):  # type: ignore[no-untyped-def]
    """A random legal action for every state that is not over."""
    i = cuda.grid(1)
    if i >= seeds.shape[0]:
        return
    actions = list_room()
    weights = list_room()
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
    if state.current_player == OVER:
        return
    x = next_random(seeds[i])
    seeds[i] = x
    chosen[i] = random_choice(state, x, actions, weights)
