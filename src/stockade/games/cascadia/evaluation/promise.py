"""The promise of tokens: their points, plus what unfinished patterns are worth that may still be completed.

A group that lacks a token counts as the completed group, reduced by a factor for each missing token. The factor falls
with the turns left: in the last turn nothing can be completed any more, and the promise is just the points.
"""

from typing import Any

from stockade.core.bits import how_many, lowest
from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.games.cascadia.evaluation.weights import BEAR_SHARE, FOX_ROOM, GROUP_SHARE, SALMON_SHARE
from stockade.games.cascadia.layout import SPECIES, SPINS, Card, Environment, Record, Species
from stockade.games.cascadia.rules.environment import group_of, occupied
from stockade.games.cascadia.rules.packing import neighbours
from stockade.games.cascadia.rules.wildlife import card_points, next_run, scoring_salmon, shortest_run
from stockade.games.cascadia.tables import (
    BEAR_ALL_SIZES,
    BEAR_PAIRS,
    BEAR_SIZES,
    GROUP_SIZES,
    SALMON_EACH,
    SALMON_LENGTHS,
    SALMON_NEIGHBOUR,
)


@kernel
def wildlife_promise(state: Record, environment: Environment, species: int, weights: Any, ripeness: float) -> float:
    """Return the promise of a species' tokens. `ripeness` is 1 with many turns left and zero in the last."""
    if environment.wildlife[species] == 0:
        return 0.0
    card = int(state.cards[species])
    if card >= Card.FAMILY:
        return group_promise(environment, species, card, weights[GROUP_SHARE] * ripeness)
    if species == Species.BEAR:
        return bear_promise(environment, card, weights[BEAR_SHARE] * ripeness)
    if species == Species.SALMON:
        return salmon_promise(state, environment, card, weights[SALMON_SHARE] * ripeness)
    points = float(card_points(state, environment, species))
    if species == Species.FOX:
        points += weights[FOX_ROOM + card] * ripeness * fox_room(environment, card)
    return points


@kernel
def size_promise(points: Values, size: int, longest: int, share: float) -> float:
    """Return the promise of a group of this size: its points, or a share of those with up to three more tokens."""
    best = float(points[size])
    rest = share
    for grown in range(size + 1, longest + 1):
        best = max(best, points[grown] * rest)
        rest *= share
    return best


@kernel
def group_promise(environment: Environment, species: int, card: int, share: float) -> float:
    """Return the promise of groups on the Family and Intermediate cards."""
    left = environment.wildlife[species]
    promise = 0.0
    while left:
        group = group_of(environment.near, left, lowest(left))
        left &= ~group
        promise += size_promise(GROUP_SIZES[card - Card.FAMILY], min(how_many(group), 4), 4, share)
    return promise


@kernel
def bear_promise(environment: Environment, card: int, share: float) -> float:
    """Return the promise of bears. On card A, single bears are future pairs, each less likely than the one before."""
    left = environment.wildlife[Species.BEAR]
    promise = 0.0
    pairs = 0
    singles = 0
    sizes = 0
    while left:
        group = group_of(environment.near, left, lowest(left))
        left &= ~group
        size = how_many(group)
        if size <= 4:
            sizes |= 1 << size
            pairs += size == 2
            singles += size == 1
            promise += size_promise(BEAR_SIZES[card], size, 4, share)
    if card != Card.A:
        return promise + (BEAR_ALL_SIZES[card] if sizes & 0b1110 == 0b1110 else 0)
    promise = float(BEAR_PAIRS[min(pairs, 4)])
    rest = share
    for count in range(pairs, min(pairs + singles, 4)):
        promise += (BEAR_PAIRS[count + 1] - BEAR_PAIRS[count]) * rest
        rest *= share
    return promise


@kernel
def salmon_promise(state: Record, environment: Environment, card: int, share: float) -> float:
    """Return the promise of salmon. Short runs may grow to three; on card D, adjacent wildlife already counts."""
    near = environment.near
    salmon = environment.wildlife[Species.SALMON]
    others = occupied(environment) & ~salmon if card == Card.D else 0
    promise = 0.0
    left = scoring_salmon(state, near, salmon)
    shortest = shortest_run(state)
    while left:
        run, left = next_run(near, left)
        if run == 0:
            break
        length = how_many(run)
        if card != Card.D:
            promise += size_promise(SALMON_LENGTHS[card], min(length, 7), 3, share)
        else:
            touching = SALMON_NEIGHBOUR * how_many(neighbours(near, run) & others)
            rest = 1.0
            for _ in range(length, shortest):
                rest *= share
            promise += rest * (SALMON_EACH * max(length, shortest) + touching)
    return promise


@kernel
def fox_room(environment: Environment, card: int) -> int:
    """Count free places beside foxes that could still score.

    On card A these are places for species that the fox lacks, on B and D for the second token of a species, on C for
    more of an adjacent species.
    """
    taken = occupied(environment)
    left = environment.wildlife[Species.FOX]
    room = 0
    while left:
        around = environment.near[lowest(left)]
        left &= left - 1
        lacking = 0
        for species in range(SPECIES):
            found = environment.wildlife[species] & around
            if card == Card.A:
                lacking += found == 0
            elif species != Species.FOX:
                lacking += found != 0 and (card == Card.C or found & (found - 1) == 0)
        room += min(lacking, SPINS - how_many(around & taken))
    return room


@kernel
def gain_at(
    state: Record, environment: Environment, hex_no: int, species: int, now: Values, weights: Any, ripeness: float
) -> float:
    """Return what a token on a hex adds to the promise `now` of all species.

    Foxes depend on all adjacent tokens; on card D, salmon and hawks do too.
    """
    cards = state.cards
    environment.wildlife[species] |= 1 << hex_no
    foxes = environment.wildlife[Species.FOX]
    gain = wildlife_promise(state, environment, species, weights, ripeness) - now[species]
    if species != Species.FOX and foxes and (environment.near[hex_no] & foxes or cards[Species.FOX] == Card.D):
        gain += wildlife_promise(state, environment, Species.FOX, weights, ripeness) - now[Species.FOX]
    if species != Species.SALMON and cards[Species.SALMON] == Card.D:
        gain += salmon_promise(state, environment, Card.D, weights[SALMON_SHARE] * ripeness) - now[Species.SALMON]
    if species != Species.HAWK and cards[Species.HAWK] == Card.D:
        gain += card_points(state, environment, Species.HAWK) - now[Species.HAWK]
    environment.wildlife[species] &= ~(1 << hex_no)
    return gain
