"""Points of the wildlife cards. Cards look at tokens only: terrain and empty hexes do not matter (ruling 23).

The state says which cards are in play, and how they are read where the rulebook leaves room (rulings 27 to 29).
"""

from typing import Any

from stockade.core.bits import how_many, lowest
from stockade.core.kernel import kernel
from stockade.core.scratch import scratch
from stockade.games.cascadia.layout import NOTHING, SIDE, SPECIES, SPINS, Card, Environment, Record, Species
from stockade.games.cascadia.rules.environment import group_of, occupied
from stockade.games.cascadia.rules.packing import (
    add_pattern,
    best_herds,
    best_packing,
    best_rings,
    neighbours,
    no_patterns,
)
from stockade.games.cascadia.tables import (
    BEAR_ALL_SIZES,
    BEAR_PAIRS,
    BEAR_SIZES,
    COLUMN_STEP,
    ELK_SIZES,
    FOX_MOST,
    FOX_PAIRS,
    FOX_SPECIES,
    GROUP_SIZES,
    HAWK_BETWEEN,
    HAWK_COUNTS,
    HAWK_LINE,
    ROW_STEP,
    SALMON_EACH,
    SALMON_LENGTHS,
    SALMON_NEIGHBOUR,
    SALMON_SHORTEST,
)


@kernel
def card_points(state: Record, environment: Environment, species: int) -> int:
    """Return the points of a species' tokens in an environment."""
    if environment.wildlife[species] == 0:
        return 0
    card = int(state.cards[species])
    if card >= Card.FAMILY:
        return group_points(environment, species, card)
    match species:
        case Species.BEAR:
            return bear_points(environment, card)
        case Species.ELK:
            return elk_points(state, environment, card)
        case Species.SALMON:
            return salmon_points(state, environment, card)
        case Species.HAWK:
            return hawk_points(environment, card)
    return fox_points(environment, card)


@kernel
def group_points(environment: Environment, species: int, card: int) -> int:
    """Score the Family and Intermediate cards: every whole group by its size."""
    left = environment.wildlife[species]
    points = 0
    while left:
        group = group_of(environment.near, left, lowest(left))
        left &= ~group
        points += GROUP_SIZES[card - Card.FAMILY, min(how_many(group), 4)]
    return points


# -- bears ---------------------------------------------------------------------------------------------------


@kernel
def bear_points(environment: Environment, card: int) -> int:
    """Score whole groups of bears of exactly the right size."""
    left = environment.wildlife[Species.BEAR]
    points = 0
    pairs = 0
    sizes = 0
    while left:
        group = group_of(environment.near, left, lowest(left))
        left &= ~group
        size = how_many(group)
        pairs += size == 2
        if size <= 4:
            sizes |= 1 << size
            points += BEAR_SIZES[card, size]
    if card == Card.A:
        return BEAR_PAIRS[min(pairs, 4)]
    if sizes & 0b1110 == 0b1110:
        points += BEAR_ALL_SIZES[card]
    return points


# -- elk -----------------------------------------------------------------------------------------------------


@kernel
def elk_points(state: Record, environment: Environment, card: int) -> int:
    """Score the best division of the elk into formations, herd by herd. A single elk is the smallest formation.

    With gaps, a formation of card D may be part of several herds.
    """
    left = environment.wildlife[Species.ELK]
    if card == Card.D and state.elk_with_gaps:
        return how_many(left) * ELK_SIZES[card, 1] + best_rings(environment.cell, left, scratch())
    points = 0
    while left:
        herd = group_of(environment.near, left, lowest(left))
        left &= ~herd
        size = how_many(herd)
        if card == Card.C:
            points += ELK_SIZES[card, size] if size <= 8 else best_herds(environment.near, herd, scratch())
        elif size <= 2:
            points += ELK_SIZES[card, size]
        else:
            room = scratch()
            no_patterns(room)
            add_formations(environment, card, herd, room)
            points += size * ELK_SIZES[card, 1] + best_packing(room)
    return points


@kernel
def add_formations(environment: Environment, card: int, herd: int, room: Any) -> None:
    """Add every formation of two or more elk, with what it is worth more than single elk."""
    left = herd
    while left:
        elk = lowest(left)
        left &= left - 1
        if card == Card.A:
            add_lines(environment.beside, herd, elk, room)
        elif card == Card.B:
            add_clusters(environment.beside, herd, elk, room)
        else:
            add_arcs(environment.beside, herd, elk, room)


@kernel
def over_singles(card: int, size: int) -> int:
    return ELK_SIZES[card, size] - size * ELK_SIZES[card, 1]


@kernel
def next_in(beside: Any, members: int, hex_no: int, direction: int) -> int:
    """Return the member beside a hex in a direction, or NOTHING."""
    other = int(beside[hex_no, direction % SPINS])
    return other if other >= 0 and members >> other & 1 else NOTHING


@kernel
def add_lines(beside: Any, herd: int, elk: int, room: Any) -> None:
    """Add the formations of card A: straight lines of up to four that start with this elk."""
    for axis in range(3):
        at = elk
        line = 1 << elk
        for size in range(2, 5):
            at = next_in(beside, herd, at, axis)
            if at == NOTHING:
                break
            line |= 1 << at
            add_pattern(room, line, over_singles(Card.A, size))


@kernel
def add_clusters(beside: Any, herd: int, elk: int, room: Any) -> None:
    """Add the formations of card B: pairs, triangles on either side of an east pair, and both together, a rhombus."""
    for axis in range(3):
        other = next_in(beside, herd, elk, axis)
        if other == NOTHING:
            continue
        pair = 1 << elk | 1 << other
        left = next_in(beside, herd, elk, axis + 1)
        right = next_in(beside, herd, elk, axis + 5)
        add_pattern(room, pair, over_singles(Card.B, 2))
        if axis == 0 and left != NOTHING:
            add_pattern(room, pair | 1 << left, over_singles(Card.B, 3))
        if axis == 0 and right != NOTHING:
            add_pattern(room, pair | 1 << right, over_singles(Card.B, 3))
        if left != NOTHING and right != NOTHING:
            add_pattern(room, pair | 1 << left | 1 << right, over_singles(Card.B, 4))


@kernel
def add_arcs(beside: Any, herd: int, elk: int, room: Any) -> None:
    """Add the formations of card D: arcs of two to six from this elk, counter-clockwise around some hex (ruling 27).

    On the ring, a step turns by one direction. An arc of two is on two rings and is counted on one of them.
    """
    for first in range(SPINS):
        at = elk
        arc = 1 << elk
        for size in range(2, 7):
            at = next_in(beside, herd, at, first + size - 2)
            if at == NOTHING or arc >> at & 1:
                break
            arc |= 1 << at
            is_new = (size > 2 or first < 3) and (size < 6 or lowest(arc) == elk)
            if is_new:
                add_pattern(room, arc, over_singles(Card.D, size))


# -- salmon --------------------------------------------------------------------------------------------------


@kernel
def salmon_points(state: Record, environment: Environment, card: int) -> int:
    """Score whole groups in which no salmon touches more than two others (ruling 28)."""
    near = environment.near
    salmon = environment.wildlife[Species.SALMON]
    points = 0
    left = scoring_salmon(state, near, salmon)
    shortest = shortest_run(state)
    while left:
        run, left = next_run(near, left)
        if run == 0:
            break
        length = how_many(run)
        if card != Card.D:
            points += SALMON_LENGTHS[card, min(length, 7)]
        elif length >= shortest:
            others = neighbours(near, run) & ~salmon & occupied(environment)
            points += SALMON_EACH * length + SALMON_NEIGHBOUR * how_many(others)
    return points


@kernel
def scoring_salmon(state: Record, near: Any, salmon: int) -> int:
    """Return the salmon among which runs are found: all, or those that do not branch."""
    if not state.branching_salmon:
        return int(salmon)
    scoring = 0
    left = int(salmon)
    while left:
        fish = left & -left
        left &= ~fish
        if how_many(near[lowest(fish)] & salmon) <= 2:
            scoring |= fish
    return scoring


@kernel
def shortest_run(state: Record) -> int:
    """Return the length of the shortest run that scores on card D (ruling 29)."""
    return 1 if state.short_salmon_runs else SALMON_SHORTEST


@kernel
def next_run(near: Any, salmon: int) -> tuple[int, int]:
    """Return the first run among some salmon, or zero, and the salmon that remain.

    Groups that are not runs are skipped.
    """
    while salmon:
        group = group_of(near, salmon, lowest(salmon))
        salmon &= ~group
        if is_run(near, group):
            return group, salmon
    return 0, 0


@kernel
def is_run(near: Any, group: int) -> bool:
    """Return whether no member touches more than two others."""
    left = group
    while left:
        if how_many(near[lowest(left)] & group) > 2:
            return False
        left &= left - 1
    return True


# -- hawks ---------------------------------------------------------------------------------------------------


@kernel
def hawk_points(environment: Environment, card: int) -> int:
    """Score hawks: A by those that stand alone, B by those that also see another, C by lines of sight, D by pairs."""
    hawks = environment.wildlife[Species.HAWK]
    if card == Card.C:
        return HAWK_LINE * sight_lines(environment, hawks)
    if card == Card.D:
        return hawk_pair_points(environment, hawks)
    count = 0
    left = hawks
    while left:
        hawk = lowest(left)
        left &= left - 1
        if environment.near[hawk] & hawks == 0:
            count += card == Card.A or sees(environment, hawks, hawk)
    return HAWK_COUNTS[card, min(count, 8)]


@kernel
def distance_along(start: int, end: int, direction: int) -> int:
    """Return how many steps in a direction lead from one cell to another, or 0 if none do."""
    columns = int(end) % SIDE - int(start) % SIDE
    rows = int(end) // SIDE - int(start) // SIDE
    step = int(COLUMN_STEP[direction])
    down = int(ROW_STEP[direction])
    steps = columns * step if step != 0 else rows * down
    return steps if steps > 0 and columns == steps * step and rows == steps * down else 0


@kernel
def seen(environment: Environment, hawks: int, hawk: int, direction: int) -> int:
    """Return the hawk in sight in a direction, or NOTHING: the nearest one, unless it is adjacent (ruling 30)."""
    nearest = NOTHING
    best = SIDE
    left = hawks
    while left:
        other = lowest(left)
        left &= left - 1
        steps = distance_along(environment.cell[hawk], environment.cell[other], direction)
        if 0 < steps < best:
            best = steps
            nearest = other
    return nearest if best > 1 else NOTHING


@kernel
def sees(environment: Environment, hawks: int, hawk: int) -> bool:
    """Return whether the hawk has another one in sight."""
    others = 0
    for direction in range(SPINS):
        others += seen(environment, hawks, hawk, direction) != NOTHING
    return others > 0


@kernel
def sight_lines(environment: Environment, hawks: int) -> int:
    """Count lines of sight between two hawks, each from one end only."""
    lines = 0
    left = hawks
    while left:
        hawk = lowest(left)
        left &= left - 1
        for direction in range(3):
            lines += seen(environment, hawks, hawk, direction) != NOTHING
    return lines


@kernel
def hawk_pair_points(environment: Environment, hawks: int) -> int:
    """Score card D: the best pairs in sight of each other, with no hawk in two pairs."""
    room = scratch()
    no_patterns(room)
    left = hawks
    while left:
        hawk = lowest(left)
        left &= left - 1
        for direction in range(3):
            other = seen(environment, hawks, hawk, direction)
            if other != NOTHING:
                between = species_between(environment, hawk, other, direction)
                add_pattern(room, 1 << hawk | 1 << other, HAWK_BETWEEN[between])
    return best_packing(room)


@kernel
def species_between(environment: Environment, hawk: int, other: int, direction: int) -> int:
    """Count the different species between two hawks in sight."""
    start = environment.cell[hawk]
    far = distance_along(start, environment.cell[other], direction)
    count = 0
    for species in range(SPECIES):
        left = environment.wildlife[species] if species != Species.HAWK else 0
        while left:
            steps = distance_along(start, environment.cell[lowest(left)], direction)
            left &= left - 1
            if 0 < steps < far:
                count += 1
                break
    return count


# -- foxes ---------------------------------------------------------------------------------------------------


@kernel
def fox_points(environment: Environment, card: int) -> int:
    """Score foxes: A, B and C look around every fox, D around pairs."""
    if card == Card.D:
        return fox_pair_points(environment)
    left = environment.wildlife[Species.FOX]
    points = 0
    while left:
        around = environment.near[lowest(left)]
        left &= left - 1
        if card == Card.A:
            points += FOX_SPECIES[species_around(environment, around)]
        elif card == Card.B:
            points += FOX_PAIRS[card, pairs_around(environment, around)]
        else:
            points += FOX_MOST[most_around(environment, around)]
    return points


@kernel
def species_around(environment: Environment, around: int) -> int:
    """Count the different species on some hexes."""
    count = 0
    for species in range(SPECIES):
        count += environment.wildlife[species] & around != 0
    return count


@kernel
def pairs_around(environment: Environment, around: int) -> int:
    """Count the species other than foxes with two or more tokens on some hexes."""
    count = 0
    for species in range(SPECIES - 1):
        found = environment.wildlife[species] & around
        count += found & (found - 1) != 0
    return count


@kernel
def most_around(environment: Environment, around: int) -> int:
    """Return the largest number of tokens of one species other than foxes on some hexes."""
    most = 0
    for species in range(SPECIES - 1):
        most = max(most, how_many(environment.wildlife[species] & around))
    return most


@kernel
def fox_pair_points(environment: Environment) -> int:
    """Score card D: the best pairs of adjacent foxes, with no fox in two pairs (ruling 33)."""
    near = environment.near
    foxes = environment.wildlife[Species.FOX]
    room = scratch()
    no_patterns(room)
    left = foxes
    while left:
        fox = lowest(left)
        left &= left - 1
        others = near[fox] & left
        while others:
            other = lowest(others)
            others &= others - 1
            around = near[fox] | near[other]
            add_pattern(room, 1 << fox | 1 << other, FOX_PAIRS[Card.D, pairs_around(environment, around)])
    return best_packing(room)
