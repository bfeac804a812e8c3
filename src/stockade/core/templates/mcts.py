"""Monte-Carlo tree search for any number of players, with chance.

A tree is an array of nodes, in which the children of a node are adjacent. States are not kept: every simulation walks
down from a copy of the state at the root, so a node takes 32 bytes in any game. Each node adds up the returns of its
simulations to the player who chose it, and every player chooses by their own return (UCT).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER, Records
from stockade.core.room import room_of

if TYPE_CHECKING:
    from stockade.core.templates.names import *

NODE = np.dtype(
    (  # a record, so that its fields are also attributes in uncompiled code
        np.record,
        np.dtype(
            [
                ("total", np.float64),  # sum of returns to the player who chose this node
                ("visits", np.int32),
                ("action", np.int32),  # how it is reached from its parent
                ("first_child", np.int32),  # 0 if not expanded
                ("children", np.int32),
                ("prior", np.float32),  # what it seemed worth to the player who chose it, before it was tried
                ("mover", np.int8),  # who decides here
            ],
            align=True,
        ),
    )
)
ODDS = 8.0  # logarithms of odds are divided by this, so that they are about from -1 to 1
LEAST = 0.0005  # no chance is taken as less than this, or as more than 1 minus this
DEPTH_LIMIT = 512
FAR = 32  # how many plies deep a tree is searched for a later state
list_room = room_of(LEGAL_LIMIT, np.int32)
value_room = room_of(PLAYERS_LIMIT, np.float64)
path_room = room_of(DEPTH_LIMIT, np.int32)
state_room = room_of(1, STATE)
way_room = room_of(FAR + 1, STATE)
level_room = room_of(FAR + 1, np.int64)
Nodes = npt.NDArray[Any]


@kernel
def expand(nodes: Nodes, used: npt.NDArray[np.int64], node: int, state: Record, actions: Actions, n: int) -> bool:
    """Add the children of a node. Returns False if the array is full."""
    if used[0] + n > nodes.shape[0]:
        return False
    first = used[0]
    for k in range(n):
        child = nodes[first + k]
        child.total = 0.0
        child.visits = 0
        child.action = actions[k]
        child.first_child = 0
        child.children = 0
    nodes[node].first_child = first
    nodes[node].children = n
    nodes[node].mover = state.current_player
    used[0] += n
    return True


@kernel
def as_odds(value: float, players: int) -> float:
    """Return the logarithm of the odds of winning, for a return from -1 to 1."""
    chance = (value * (players - 1.0) + 1.0) / players
    chance = min(max(chance, LEAST), 1.0 - LEAST)
    return math.log(chance / (1.0 - chance)) / ODDS


@kernel
def give_priors(nodes: Nodes, node: int, state: Record, by_odds: bool, room: Records[Record], values: Values) -> None:
    """Set what every child of a node seems worth to the player who decides there, before any simulation."""
    first = nodes[node].first_child
    for k in range(first, first + nodes[node].children):
        look_at(state, nodes[k].action, room, values)
        value = values[nodes[node].mover]
        nodes[k].prior = as_odds(value, state.players) if by_odds else value


@kernel
def pick_by_uct(nodes: Nodes, node: int, offset: int, exploration: float, trust: int) -> int:
    """Return the child with the best upper bound.

    A prior counts as `trust` visits. Without priors, a child that was never tried comes first. The search begins at a
    random child, so that equal children are equally likely.
    """
    first = nodes[node].first_child
    n = nodes[node].children
    log_visits = math.log(nodes[node].visits + 1.0)
    best = first
    best_bound = -1e30
    for i in range(n):
        k = i + offset
        if k >= n:
            k -= n
        child = nodes[first + k]
        visits = child.visits + trust
        if visits == 0:
            return first + k
        bound = (child.total + trust * child.prior) / visits + exploration * math.sqrt(log_visits / visits)
        if bound > best_bound:
            best_bound = bound
            best = first + k
    return best


@kernel
def pick_outcome(x: Any, luck: int, visits: int, breadth: float, actions: Actions, weights: Actions, n: int) -> int:
    """Return which outcome of chance a simulation goes on with.

    With a breadth of 1 it is any of them. With less, a node tries one, and slowly more: visits ** breadth. Which ones
    these are depends on `luck` and on what can be drawn, so that the actions before meet the same luck.
    """
    if breadth >= 1.0:
        return pick_by_weight(x, weights, n)
    drawn = mixed(luck, n)
    drawn = mixed(drawn, int(actions[0]))
    drawn = mixed(drawn, int(actions[n - 1]))
    drawn = mixed(drawn, random_below(x, max(1, int(visits**breadth))))
    return pick_by_weight(np.uint64(drawn) << np.uint64(32), weights, n)


@kernel
def mixed(bits: int, number: int) -> int:
    """Return 32 bits that depend on 32 bits and a number as if at random. Meanwhile, nothing exceeds 63 bits."""
    bits = ((bits ^ number) * 0x6C8E9CF5) & 0xFFFFFFFF
    bits ^= bits >> 15
    bits = (bits * 0x2C1B3C6D) & 0xFFFFFFFF
    return bits ^ (bits >> 16)


@kernel
def count_visits(
    nodes: Nodes, path: npt.NDArray[np.int32], depth: int, by_odds: bool, values: Values, totals: Values
) -> None:
    """Add one simulation to the nodes on its path: to each, its return to the player who chose the node."""
    nodes[0].visits += 1
    for seat in range(len(totals)):
        totals[seat] += values[seat]
    for level in range(1, depth + 1):
        chooser = nodes[path[level - 1]].mover
        nodes[path[level]].visits += 1
        if chooser != CHANCE:
            value = values[chooser]
            nodes[path[level]].total += as_odds(value, len(totals)) if by_odds else value


@kernel
def judge_leaf(state: Record, by_value: bool, x: Any, actions: Actions, weights: Actions, values: Values) -> Any:
    """Fill in what the end of a simulation is worth: by evaluation, or by random play to the end of the game. Returns
    the new state of the generator."""
    if state.current_player != OVER and by_value:
        evaluate(state, values)
        return x
    while state.current_player != OVER:
        x = next_random(x)
        apply(state, random_choice(state, x, actions, weights))
    returns(state, values)
    return x


@kernel
def search(
    nodes: Nodes,
    used: npt.NDArray[np.int64],
    data: npt.NDArray[np.uint8],
    simulations: int,
    seed: Any,
    exploration: float,
    trust: int,
    trust_others: int,
    breadth: float,
    by_odds: bool,
    luck: int,
    totals: Values,
) -> Any:
    """Run simulations from the state in `data`, whose node is 0, and return the new state of the generator.

    The settings are those of `Manner` in `stockade.bots.mcts`. `totals` adds up the returns to every seat.
    """
    root = data.view(STATE)[0]
    played = state_room()
    state = played[0]
    actions = list_room()
    weights = list_room()
    values = value_room()
    room = state_room()
    by_value = trust > 0
    path = path_room()
    x = np.uint64(seed)
    for _ in range(simulations):
        played[0] = root
        node = depth = 0
        path[0] = 0
        while state.current_player != OVER and depth < DEPTH_LIMIT - 1:
            n = int(nodes[node].children)
            is_new = nodes[node].first_child == 0
            is_leaf = is_new and node != 0 and nodes[node].visits == 0
            if is_leaf or (by_value and is_beyond(root, state)):
                break
            if state.current_player == CHANCE:
                n = outcomes(state, actions, weights)
            elif is_new:
                n = narrow(state, actions, legal(state, actions))
            if is_new:
                if not expand(nodes, used, node, state, actions, n):
                    break
                if by_value and state.current_player != CHANCE:
                    give_priors(nodes, node, state, by_odds, room, values)
            x = next_random(x)
            if state.current_player == CHANCE:
                drawn = pick_outcome(x, luck, nodes[node].visits, breadth, actions, weights, n)
                node = nodes[node].first_child + drawn
            else:
                counted = trust if state.current_player == root.current_player else trust_others
                node = pick_by_uct(nodes, node, random_below(x, n), exploration, counted)
            apply(state, nodes[node].action)
            depth += 1
            path[depth] = node
        x = judge_leaf(state, by_value, x, actions, weights, values)
        count_visits(nodes, path, depth, by_odds, values, totals)
    return x


@kernel
def find(nodes: Nodes, data: npt.NDArray[np.uint8], wanted: npt.NDArray[np.uint8], most: int) -> int:
    """Return the node whose state is `wanted`, below the root with the state `data`, or -1.

    Visits at most `most` nodes.
    """
    depth = data.view(STATE)[0].ply
    depth = wanted.view(STATE)[0].ply - depth
    if depth < 0 or depth > FAR:
        return -1
    states = way_room()
    at = level_room()  # the node at every level
    tried = level_room()  # how many of its children were looked at
    states[0] = data.view(STATE)[0]
    at[0] = 0
    tried[0] = 0
    level = 0
    while level >= 0 and most > 0:
        if level == depth:
            if is_same(states[level : level + 1].view(np.uint8), wanted):
                return at[level]
            level -= 1
        elif tried[level] < nodes[at[level]].children:
            child = nodes[at[level]].first_child + tried[level]
            tried[level] += 1
            if nodes[child].visits > 0:
                most -= 1
                states[level + 1] = states[level]
                apply(states[level + 1], nodes[child].action)
                level += 1
                at[level] = child
                tried[level] = 0
        else:
            level -= 1
    return -1


@kernel
def is_same(data: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> bool:
    """Return whether two states have the same bytes."""
    different = 0
    for k in range(data.size):
        different += data[k] != other[k]
    return different == 0


@kernel
def keep_subtree(nodes: Nodes, node: int, kept: Nodes) -> int:
    """Copy a node and everything below it into an empty array, and return how many nodes that are."""
    kept[0] = nodes[node]
    used = 1
    done = 0
    while done < used:
        first = kept[done].first_child
        n = kept[done].children
        if first > 0:
            for k in range(n):
                kept[used + k] = nodes[first + k]
            kept[done].first_child = used
            used += n
        done += 1
    return used
