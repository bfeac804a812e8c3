"""Find the best choice of patterns that share no token: elk formations, pairs of foxes, pairs of hawks.

Patterns and the stack of the search share one array, so that this runs on a GPU too:

    room[0]                          the number of patterns
    room[1 + 2 * i], room[2 + 2 * i] the tokens of pattern i as bits, and its worth
    room[STACK ...]                  the stack
"""

from typing import Any

from stockade.core.bits import how_many, lowest
from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.games.cascadia.tables import BEST_HERD, ELK_SIZES

STACK = 1024
LARGEST_HERD = 8


@kernel
def no_patterns(room: Any) -> None:
    room[0] = 0


@kernel
def add_pattern(room: Any, tokens: int, worth: int) -> None:
    """Add a pattern to choose from. Worthless patterns are skipped."""
    if worth > 0:
        n = room[0]
        room[1 + 2 * n] = tokens
        room[2 + 2 * n] = worth
        room[0] = n + 1


@kernel
def best_packing(room: Any) -> int:
    """Return the largest total worth of patterns of which no two share a token.

    For the lowest remaining token, every pattern that contains it is tried, and none. A branch ends if the remaining
    tokens cannot beat the best total.
    """
    count = room[0]
    tokens = 0
    worth_of_token = 0.0
    for i in range(count):
        tokens |= room[1 + 2 * i]
        worth_of_token = max(worth_of_token, room[2 + 2 * i] / how_many(room[1 + 2 * i]))
    best = 0
    room[STACK] = tokens
    room[STACK + 1] = 0
    top = STACK + 2
    while top > STACK:
        top -= 2
        left = room[top]
        total = room[top + 1]
        best = max(best, total)
        if total + how_many(left) * worth_of_token <= best:
            continue
        token = left & -left
        room[top] = left & ~token
        top += 2  # the total is unchanged
        for i in range(count):
            pattern = room[1 + 2 * i]
            if pattern & token and pattern & left == pattern:
                room[top] = left & ~pattern
                room[top + 1] = total + room[2 + 2 * i]
                top += 2
    return best


@kernel
def best_herds(near: Any, elk: int, room: Any) -> int:
    """Return the most points of a herd of more than eight, divided into connected herds of at most eight.

    The current herd grows by the lowest adjacent elk, or excludes that elk for good, or is closed, and the next one
    starts with the lowest remaining elk. A stack entry has the elk for later herds, the current herd, the elk
    excluded from it, and the points of closed herds.
    """
    points = ELK_SIZES[2]
    size = how_many(elk)
    best = 0
    first = elk & -elk
    room[STACK] = elk & ~first
    room[STACK + 1] = first
    room[STACK + 2] = 0
    room[STACK + 3] = 0
    top = STACK + 4
    while top > STACK and best < BEST_HERD[size]:
        top -= 4
        left = room[top]
        herd = room[top + 1]
        out = room[top + 2]
        total = room[top + 3]
        count = how_many(herd)
        if total + most_to_come(points, count, how_many(left)) <= best:
            continue
        closed = total + points[count]
        if left == 0:
            best = max(best, closed)
            continue
        first = left & -left  # closing the herd is tried last
        room[top] = left & ~first
        room[top + 1] = first
        room[top + 2] = 0
        room[top + 3] = closed
        top += 4
        beside = neighbours(near, herd) & left & ~out
        if count < LARGEST_HERD and beside:
            one = beside & -beside
            room[top] = left
            room[top + 1] = herd
            room[top + 2] = out | one
            room[top + 3] = total
            room[top + 4] = left & ~one
            room[top + 5] = herd | one
            room[top + 6] = out
            room[top + 7] = total
            top += 8
    return best


@kernel
def most_to_come(points: Values, count: int, left: int) -> int:
    """Return an upper bound for the points from a herd of `count` with `left` other elk."""
    most = 0
    for grown in range(count, min(LARGEST_HERD, count + left) + 1):
        most = max(most, points[grown] + BEST_HERD[left - (grown - count)])
    return most


@kernel
def neighbours(near: Any, hexes: int) -> int:
    """Return all hexes adjacent to a set of hexes."""
    found = 0
    while hexes:
        found |= near[lowest(hexes)]
        hexes &= hexes - 1
    return found
