"""Find the best choice of patterns that share no token: elk formations, pairs of foxes, pairs of hawks.

Patterns and the stack of the search share one array, so that this runs on a GPU too:

    room[0]                          the number of patterns
    room[1 + 2 * i], room[2 + 2 * i] the tokens of pattern i as bits, and its worth; for a ring, its middle
    room[STACK ...]                  the stack
"""

from typing import Any

from stockade.core.bits import how_many, lowest
from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.games.cascadia.layout import SPINS, Card
from stockade.games.cascadia.tables import BEST_HERD, ELK_SIZES, STEP

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
def best_rings(cell: Any, elk: int, room: Any) -> int:
    """Return what elk on card D are worth more than single elk, if a formation may have gaps.

    A formation is then any elk on the ring around one hex. Each further elk adds at least as much as the one before,
    so in one of the best divisions every elk belongs to the largest formation that it could belong to. The search
    takes formations in order of size: each takes all elk left on its ring, and those of one size share no elk.
    """
    add_rings(cell, elk, room)
    count = room[0]
    best = 0
    room[STACK] = elk
    room[STACK + 1] = 0
    room[STACK + 2] = SPINS
    room[STACK + 3] = 0
    top = STACK + 4
    while top > STACK:
        top -= 4
        left = room[top]
        total = room[top + 1]
        size = room[top + 2]
        ring = room[top + 3]
        while size >= 2 and total + how_many(left) * over_single_elk(size) // size > best:
            while ring < count and how_many(room[1 + 2 * ring] & left) != size:
                ring += 1
            if ring == count:
                size -= 1
                ring = 0
                continue
            room[top] = left  # without this formation, to be tried later
            room[top + 1] = total
            room[top + 2] = size
            room[top + 3] = ring + 1
            top += 4
            left &= ~room[1 + 2 * ring]
            total += over_single_elk(size)
            ring += 1
        best = max(best, total)
    return best


@kernel
def over_single_elk(size: int) -> int:
    """Return what a formation of card D is worth more than as many single elk."""
    return ELK_SIZES[Card.D, size] - size * ELK_SIZES[Card.D, 1]


@kernel
def add_rings(cell: Any, elk: int, room: Any) -> None:
    """Add the ring around every hex beside an elk: the elk on it, and the cell of its middle."""
    no_patterns(room)
    left = int(elk)
    while left:
        one = left & -left
        left &= ~one
        for direction in range(SPINS):
            middle = int(cell[lowest(one)]) + int(STEP[direction])
            ring = 0
            while ring < room[0] and room[2 + 2 * ring] != middle:
                ring += 1
            if ring == room[0]:
                room[0] = ring + 1
                room[1 + 2 * ring] = 0
                room[2 + 2 * ring] = middle
            room[1 + 2 * ring] |= one


@kernel
def neighbours(near: Any, hexes: int) -> int:
    """Return all hexes adjacent to a set of hexes."""
    found = 0
    while hexes:
        found |= near[lowest(hexes)]
        hexes &= hexes - 1
    return found
