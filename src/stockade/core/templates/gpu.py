"""The rules on a GPU: the same kernels, with one thread for each game. Loaded only if `numba-cuda` is installed.

A thread works on a copy of its state in its own memory. The copy is moved in words that are as large as possible,
because Numba would move a record byte by byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import config, cuda, float64

from stockade.core.device_room import device_room_of
from stockade.core.layout import CHANCE, OVER

if TYPE_CHECKING:
    from stockade.core.templates.names import *

WORD = np.dtype(np.uint32 if STATE.itemsize % 8 else np.uint64)
WORDS = STATE.itemsize // WORD.itemsize
list_room = device_room_of(LEGAL_LIMIT, np.int32)
state_room = device_room_of(WORDS, WORD)
NOTHING = -1  # the choice of a row that has nothing left to do
START, RESET, STEP, NEXT, CHOOSE, PLAY = range(6)  # what `turn` does
LIST, MASK, CHECK = range(3)  # what `find_legal` does
# Registers of a thread. With more registers, fewer games run at once, and none of our games gets faster. A simulated
# GPU has none.
LIMITS = {} if config.ENABLE_CUDASIM else {"max_registers": 64}


def compiled(function):  # type: ignore[no-untyped-def]
    """Compile a kernel for the GPU.

    The code is kept on disk by game and by source, because all games share this file.
    """
    function.__qualname__ = f"{KEY}.{function.__qualname__}"
    return cuda.jit(cache=CACHE, **LIMITS)(function)


@cuda.jit(device=True)
def fetch(words, i, own):  # type: ignore[no-untyped-def]
    for k in range(WORDS):
        own[k] = words[i * WORDS + k]


@cuda.jit(device=True)
def bring(own, words, i):  # type: ignore[no-untyped-def]
    for k in range(WORDS):
        words[i * WORDS + k] = own[k]


@compiled
def turn(words, seeds, order, chosen, made, finished, rewards, players, options, decisions, what):  # type: ignore[no-untyped-def]
    """Do one step in every row. The rows are taken in the given order. `what` is one of:

    START   start a game, and let chance decide until a player must
    RESET   the same, in rows whose game is over
    STEP    apply the chosen action, and let chance decide; the rewards are the returns of games that end
    NEXT    RESET rows whose game is over, and STEP in the others
    CHOOSE  choose a random legal action, unless the game is over
    PLAY    one step of `playouts`: apply the chosen action, then choose the next. It is applied in the next step, so
            that rows with similar choices can be put side by side first

    This is one kernel, and it calls the rules in one place only, because compiling them takes long.
    """
    t = cuda.grid(1)
    if t >= order.shape[0]:
        return
    i = order[t]
    if what == PLAY and chosen[i] == NOTHING and made[i] >= decisions:
        return
    actions = list_room()
    weights = list_room()
    values = cuda.local.array(PLAYERS_LIMIT, float64)
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
    if what == STEP or what == NEXT:
        for seat in range(PLAYERS_LIMIT):
            rewards[i, seat] = 0.0
    if what == NEXT:
        what = RESET if state.current_player == OVER else STEP
    if (what == STEP or what == CHOOSE) and state.current_player == OVER:
        return
    if what == RESET and state.current_player != OVER:
        return
    x = seeds[i]
    begins = what == START or what == RESET
    settles = begins or what == STEP
    action = chosen[i] if what == STEP or what == PLAY else NOTHING
    goes_on = True
    while goes_on:
        if action != NOTHING:
            apply(state, action)
            action = NOTHING
        if what == PLAY and made[i] < decisions and state.current_player == OVER:
            begins = True
            finished[i] += 1
        if begins:
            setup(state, players, options)
            begins = False
        wants = what == CHOOSE or (what == PLAY and made[i] < decisions)
        if settles:
            wants = state.current_player == CHANCE
        if wants:
            if what == PLAY:
                made[i] += state.current_player != CHANCE
            x = next_random(x)
            action = random_choice(state, x, actions, weights)
        goes_on = wants and settles
    bring(own, words, i)
    seeds[i] = x
    if what == CHOOSE or what == PLAY:
        chosen[i] = action
    if what == STEP and state.current_player == OVER:
        returns(state, values)
        for seat in range(state.players):
            rewards[i, seat] = values[seat]


@compiled
def playouts(words, seeds, players, options, decisions, finished):  # type: ignore[no-untyped-def]
    """Make that many random decisions in every thread, starting a new game whenever one ends, and count the ends.

    The threads of a warp run in step, so the loop goes over decisions: in a loop over games, all would wait for the
    longest.
    """
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


@compiled
def find_legal(words, chosen, listed, counts, mask, illegal, what):  # type: ignore[no-untyped-def]
    """Find the legal actions of every row. In a finished game nothing is legal. `what` is one of:

    LIST   fill in the lists of legal actions and their lengths
    MASK   set the legal actions in a mask that is all false
    CHECK  lower `illegal` to the first row whose chosen action is illegal; a finished game accepts any action
    """
    i = cuda.grid(1)
    if i >= counts.shape[0]:
        return
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
    counts[i] = 0
    if state.current_player == OVER:
        return
    actions = list_room()
    n = legal(state, actions)
    counts[i] = n
    found = False
    for k in range(n):
        if what == LIST:
            listed[i, k] = actions[k]
        elif what == MASK:
            mask[i, actions[k]] = True
        else:
            found = found or actions[k] == chosen[i]
    if what == CHECK and not found:
        cuda.atomic.min(illegal, 0, i)


@compiled
def observe_all(words, tensors):  # type: ignore[no-untyped-def]
    """Fill in every row as the player who decides sees it. All numbers are zero before."""
    i = cuda.grid(1)
    if i >= tensors.shape[0]:
        return
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
    if state.current_player != OVER:
        observe(state, state.current_player, tensors[i])


@compiled
def tell(words, deciding, over, points, scores):  # type: ignore[no-untyped-def]
    """Fill in who decides in every row, whether its game is over and, if `scores`, the points by the rules."""
    i = cuda.grid(1)
    if i >= deciding.shape[0]:
        return
    own = state_room()
    fetch(words, i, own)
    state = own.view(STATE)[0]
    deciding[i] = state.current_player
    over[i] = state.current_player == OVER
    if scores:
        values = cuda.local.array(PLAYERS_LIMIT, float64)
        score(state, values)
        for seat in range(state.players):
            points[i, seat] = values[seat]
