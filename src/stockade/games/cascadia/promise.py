"""What an environment promises: points, and what unfinished patterns are worth that may still be finished.

A group that lacks a token counts as the finished one, less a share for each token it lacks. The share falls with the
turns left; in the last turn nothing is left to be finished, and a promise is the points themselves.
"""

from typing import Any

import numpy as np

from stockade.core.bits import how_many, lowest
from stockade.core.kernel import kernel
from stockade.games.cascadia.environment import group_of, occupied
from stockade.games.cascadia.layout import NOTHING, SPECIES, SPINS, Card, Species
from stockade.games.cascadia.packing import neighbours
from stockade.games.cascadia.tables import (
    BEAR_ALL_SIZES,
    BEAR_PAIRS,
    BEAR_SIZES,
    DIRECTION_OF,
    GROUP_SIZES,
    SALMON_LENGTHS,
)
from stockade.games.cascadia.layout import SIDE
from stockade.games.cascadia.wildlife import card_points, is_run

# Places in the vector of weights.
BEAR_SHARE = 0  # of a bear group that lacks one bear
SALMON_SHARE = 1
GROUP_SHARE = 2
FOX_ROOM = 3  # a free place beside a fox that still lacks a species
ELK_ROOM = 4  # unused
HORIZON = 5  # turns from which on patterns count in full
EDGE_MATCH = 6  # an edge with the same terrain on both sides
KEYSTONE_WORTH = 7  # a nature token earned, over its point
OCCUPY = 8  # of what another species would have been worth on the hex
FLEXIBLE = 9  # a further species that the hex shows
SPOT_BEST = 10  # of the best promise for a species that a new tile shows
SPOT_SUM = 11  # of the others
NATURE_PRICE = 12  # what a free pick must bring
WIPE_BELOW = 13  # a turn worth less than this, and three equal tokens are wiped
KEYSTONE_SPOT = 14  # a new keystone
JOIN_SMALL = 15  # growth of a corridor that is not the largest
OPEN_TARGET = 16  # a species with no open hex
SALMON_ROOM = 17
HAWK_ROOM = 18
CROWD = 19
WEIGHTS = 20


@kernel
def bear_promise(environment: Any, card: int, share: float) -> float:
    left = environment.wildlife[Species.BEAR]
    promise = 0.0
    pairs = 0
    singles = 0
    sizes = 0
    while left:
        group = group_of(environment.near, left, lowest(left))
        left &= ~group
        size = how_many(group)
        if size > 4:
            continue
        sizes |= 1 << size
        pairs += size == 2
        singles += size == 1
        best = float(BEAR_SIZES[card, size])
        rest = share
        for grown in range(size + 1, 5):
            best = max(best, BEAR_SIZES[card, grown] * rest)
            rest *= share
        promise += best
    if card == Card.A:
        promise = float(BEAR_PAIRS[min(pairs, 4)])
        rest = share
        for _ in range(singles):
            if pairs < 4:
                promise += (BEAR_PAIRS[pairs + 1] - BEAR_PAIRS[pairs]) * rest
                rest *= share
                pairs += 1
        return promise
    if sizes & 0b1110 == 0b1110:
        promise += BEAR_ALL_SIZES[card]
    return promise


@kernel
def salmon_promise(environment: Any, card: int, share: float) -> float:
    left = environment.wildlife[Species.SALMON]
    promise = 0.0
    while left:
        run = group_of(environment.near, left, lowest(left))
        left &= ~run
        if not is_run(environment.near, run):
            continue
        length = min(how_many(run), 7)
        best = float(SALMON_LENGTHS[card, length])
        rest = share
        for grown in range(length + 1, 4):
            best = max(best, SALMON_LENGTHS[card, grown] * rest)
            rest *= share
        promise += best
    return promise


@kernel
def group_promise(environment: Any, species: int, card: int, share: float) -> float:
    left = environment.wildlife[species]
    promise = 0.0
    while left:
        group = group_of(environment.near, left, lowest(left))
        left &= ~group
        size = min(how_many(group), 4)
        best = float(GROUP_SIZES[card - Card.FAMILY, size])
        rest = share
        for grown in range(size + 1, 5):
            best = max(best, GROUP_SIZES[card - Card.FAMILY, grown] * rest)
            rest *= share
        promise += best
    return promise


@kernel
def wildlife_promise(environment: Any, species: int, card: int, weights: Any, ripeness: float) -> float:
    """What the tokens of a species promise. `ripeness` falls to nought with the last turn."""
    if environment.wildlife[species] == 0:
        return 0.0
    if card >= Card.FAMILY:
        return group_promise(environment, species, card, weights[GROUP_SHARE] * ripeness)
    if species == Species.BEAR:
        return bear_promise(environment, card, weights[BEAR_SHARE] * ripeness)
    if species == Species.SALMON and card != Card.D:
        return salmon_promise(environment, card, weights[SALMON_SHARE] * ripeness)
    points = float(card_points(environment, species, card))
    if species == Species.FOX:
        points += weights[FOX_ROOM] * ripeness * fox_room(environment, card)
    return points


@kernel
def fox_room(environment: Any, card: int) -> float:
    """Free places beside foxes, up to what each still lacks."""
    taken = occupied(environment)
    left = environment.wildlife[Species.FOX]
    room = 0
    while left:
        around = environment.near[lowest(left)]
        left &= left - 1
        free = SPINS - how_many(around & taken)
        lacks = SPECIES
        for species in range(SPECIES):
            lacks -= environment.wildlife[species] & around != 0
        room += min(free, lacks)
    return room


@kernel
def attach(environment: Any, cell: int) -> int:
    """A hex without a tile, to try what a token there would promise; says its number."""
    new = int(environment.hexes)
    environment.hexes = new + 1
    environment.cell[new] = cell
    environment.near[new] = 0
    for direction in range(SPINS):
        environment.beside[new, direction] = NOTHING
    for hex_no in range(new):
        step = int(environment.cell[hex_no]) - cell
        if -SIDE <= step <= SIDE and DIRECTION_OF[step + SIDE] >= 0:
            direction = int(DIRECTION_OF[step + SIDE])
            environment.beside[new, direction] = hex_no
            environment.beside[hex_no, (direction + 3) % SPINS] = new
            environment.near[new] |= 1 << hex_no
            environment.near[hex_no] |= 1 << new
    return new


@kernel
def detach(environment: Any) -> None:
    """Take the last hex away again."""
    new = int(environment.hexes) - 1
    environment.hexes = new
    for direction in range(SPINS):
        other = environment.beside[new, direction]
        if other != NOTHING:
            environment.beside[other, (direction + 3) % SPINS] = NOTHING
            environment.near[other] &= ~(1 << new)


@kernel
def gain_at(
    environment: Any, cards: Any, hex_no: int, species: int, now: Any, weights: Any, ripeness: float
) -> float:
    """What a token on a hex adds to the promise `now` of each species."""
    environment.wildlife[species] |= 1 << hex_no
    gain = wildlife_promise(environment, species, cards[species], weights, ripeness) - now[species]
    if species != Species.FOX and environment.wildlife[Species.FOX] and (
        environment.near[hex_no] & environment.wildlife[Species.FOX] or cards[Species.FOX] == Card.D
    ):
        gain += wildlife_promise(environment, Species.FOX, cards[Species.FOX], weights, ripeness) - now[Species.FOX]
    if species != Species.SALMON and cards[Species.SALMON] == Card.D:
        gain += wildlife_promise(environment, Species.SALMON, Card.D, weights, ripeness) - now[Species.SALMON]
    if species != Species.HAWK and cards[Species.HAWK] == Card.D:
        gain += wildlife_promise(environment, Species.HAWK, Card.D, weights, ripeness) - now[Species.HAWK]
    environment.wildlife[species] &= ~(1 << hex_no)
    return gain
