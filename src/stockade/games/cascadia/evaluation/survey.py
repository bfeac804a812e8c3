"""Survey an environment before a turn, so that all plans for the turn can be judged from its figures.

A survey says what every token would add on every hex and on every cell of the edge, and which corridors a tile there
would join.
"""

from typing import Annotated, Any

from stockade.core.bits import how_many, lowest
from stockade.core.kernel import kernel
from stockade.core.layout import Float64, Float64s, Int8s, Int64s, Layout, dtype_of
from stockade.games.cascadia.evaluation.promise import gain_at, wildlife_promise
from stockade.games.cascadia.evaluation.weights import (
    EDGE_MATCH,
    HORIZON,
    KEYSTONE_TILE,
    KEYSTONE_TOKEN,
    OCCUPY,
    SMALL_CORRIDOR,
    SPOT_BEST,
    SPOT_OTHERS,
)
from stockade.games.cascadia.layout import (
    EDGE_CELLS,
    HEXES,
    NOTHING,
    SPECIES,
    SPINS,
    TERRAINS,
    Card,
    Environment,
    Record,
    Species,
)
from stockade.games.cascadia.rules.corridors import joined
from stockade.games.cascadia.rules.environment import join_hexes, occupied
from stockade.games.cascadia.tables import (
    EDGE,
    FIRST_TERRAIN,
    KEYSTONE,
    LAST_TERRAIN,
    SHOWS,
    SIDES,
    SPIN_COUNT,
    TURNS,
)


class Survey(Layout):
    environment: Environment  # a copy, to try things in
    ripeness: Float64  # 1 with many turns left, zero in the last
    now: Annotated[Float64s, SPECIES]  # the promise of each species
    on_hex: Annotated[Float64s, (HEXES, SPECIES)]  # worth of a token on an open hex
    best_worth: Annotated[Float64s, SPECIES]  # the best of these, or zero if there is none and the token is returned
    best_hex: Annotated[Int64s, SPECIES]
    on_edge: Annotated[Float64s, (EDGE_CELLS, SPECIES)]  # what a token on a new tile adds
    alone: Annotated[Float64s, SPECIES]  # the same, for a token that stands alone: see `settled_alone`
    is_known: Annotated[Int8s, SPECIES]  # whether `alone` is filled in
    beside: Annotated[Int8s, (EDGE_CELLS, SPINS)]  # the hex on each side of the cell, or NOTHING
    sides: Annotated[Int8s, (EDGE_CELLS, TERRAINS)]  # the directions, as bits, in which that hex shows the terrain
    ground: Annotated[Float64s, EDGE_CELLS]  # for the surveyed tile: growth of corridors in its best spin
    spot: Annotated[Float64s, EDGE_CELLS]  # its worth if it stays open
    best_spin: Annotated[Int64s, EDGE_CELLS]
    corridor: Annotated[Int8s, (HEXES, TERRAINS)]  # the first hex of the corridor that a hex is in, or NOTHING
    tiles: Annotated[Int8s, (HEXES, TERRAINS)]  # by that first hex: the tiles of the corridor
    largest: Annotated[Int8s, TERRAINS]


SURVEY = dtype_of(Survey)


@kernel
def turns_after(environment: Environment) -> int:
    """Return how many turns follow the one in which the next tile is laid."""
    return TURNS + 2 - environment.hexes


@kernel
def survey_hexes(survey: Survey, state: Record, environment: Environment, turns: int, weights: Any) -> None:
    """Fill in the worth of tokens on the open hexes."""
    survey.environment = environment
    survey.ripeness = min(1.0, turns / weights[HORIZON])
    for species in range(SPECIES):
        survey.now[species] = wildlife_promise(state, environment, species, weights, survey.ripeness)
        survey.best_worth[species] = 0.0
        survey.best_hex[species] = NOTHING
        survey.is_known[species] = False
    taken = occupied(environment)
    for hex_no in range(environment.hexes):
        if not taken >> hex_no & 1:
            survey_hex(survey, state, hex_no, weights)


@kernel
def survey_hex(survey: Survey, state: Record, hex_no: int, weights: Any) -> None:
    """Fill in the worth of tokens on one open hex. A token takes the hex away from other species."""
    environment = survey.environment
    best = 0.0
    second = 0.0
    for species in range(SPECIES):
        if environment.shows[species] >> hex_no & 1:
            gain = gain_at(state, environment, hex_no, species, survey.now, weights, survey.ripeness)
            survey.on_hex[hex_no, species] = gain
            if gain > best:
                second = best
                best = gain
            elif gain > second:
                second = gain
    bonus = keystone_bonus(survey, environment.face[hex_no], weights)
    for species in range(SPECIES):
        if environment.shows[species] >> hex_no & 1:
            gain = survey.on_hex[hex_no, species]
            lost = weights[OCCUPY] * (second if gain == best else best)
            worth = gain + bonus - survey.ripeness * lost
            survey.on_hex[hex_no, species] = worth
            if worth > survey.best_worth[species]:
                survey.best_worth[species] = worth
                survey.best_hex[species] = hex_no


@kernel
def keystone_bonus(survey: Survey, face: int, weights: Any) -> float:
    """Return what a token on a keystone earns in addition to its own points."""
    return 1.0 + weights[KEYSTONE_TOKEN] * survey.ripeness if KEYSTONE[face] else 0.0


@kernel
def survey_edge(survey: Survey, state: Record, wanted: int, weights: Any) -> None:
    """Fill in the worth of new tiles for the given species (bits): tokens on them, and corridors beside them."""
    environment = survey.environment
    label_corridors(survey)
    settled = settled_alone(state)
    for place in range(environment.edges):
        new = attach(environment, environment.edge[place])
        for terrain in range(TERRAINS):
            survey.sides[place, terrain] = 0
        for direction in range(SPINS):
            other = environment.beside[new, direction]
            survey.beside[place, direction] = other
            if other != NOTHING:
                terrain = EDGE[environment.face[other], environment.spin[other], (direction + 3) % SPINS]
                survey.sides[place, terrain] |= 1 << direction
        for species in range(SPECIES):
            if wanted >> species & 1:
                survey.on_edge[place, species] = gain_on_edge(survey, state, new, species, settled, weights)
        detach(environment)


@kernel
def gain_on_edge(survey: Survey, state: Record, new: int, species: int, settled: int, weights: Any) -> float:
    """Return what a token on a new hex adds. For tokens that stand alone it is often the same everywhere."""
    environment = survey.environment
    touched = environment.near[new] & (environment.wildlife[species] | environment.wildlife[Species.FOX])
    is_alone = touched == 0 and settled >> species & 1 == 1
    if is_alone and survey.is_known[species]:
        return survey.alone[species]
    gain = gain_at(state, environment, new, species, survey.now, weights, survey.ripeness)
    if is_alone:
        survey.alone[species] = gain
        survey.is_known[species] = True
    return gain


@kernel
def settled_alone(state: Record) -> int:
    """Return the species, as bits, for which all places beside neither their own tokens nor a fox are equal.

    Foxes always look around. With some cards hawks look far, salmon look around, and elk may stand apart.
    """
    cards = state.cards
    if cards[Species.FOX] == Card.D or cards[Species.SALMON] == Card.D or cards[Species.HAWK] == Card.D:
        return 0
    settled = 1 << Species.BEAR | 1 << Species.SALMON
    if not (cards[Species.ELK] == Card.D and state.elk_with_gaps):
        settled |= 1 << Species.ELK
    if cards[Species.HAWK] == Card.A or cards[Species.HAWK] >= Card.FAMILY:
        settled |= 1 << Species.HAWK
    return settled


@kernel
def label_corridors(survey: Survey) -> None:
    """Label the corridors and count their tiles."""
    environment = survey.environment
    for terrain in range(TERRAINS):
        survey.largest[terrain] = 0
        for hex_no in range(environment.hexes):
            survey.corridor[hex_no, terrain] = NOTHING
    for hex_no in range(environment.hexes):
        face = environment.face[hex_no]
        for terrain in (int(FIRST_TERRAIN[face]), int(LAST_TERRAIN[face])):
            if survey.corridor[hex_no, terrain] == NOTHING:
                label_corridor(survey, hex_no, terrain)


@kernel
def label_corridor(survey: Survey, first: int, terrain: int) -> None:
    """Label one corridor, starting from its first hex."""
    group = 1 << first
    fresh = group
    count = 0
    while fresh:
        hex_no = lowest(fresh)
        survey.corridor[hex_no, terrain] = first
        count += 1
        found = joined(survey.environment, hex_no, terrain) & ~group
        fresh = (fresh & (fresh - 1)) | found
        group |= found
    survey.tiles[first, terrain] = count
    survey.largest[terrain] = max(survey.largest[terrain], count)


@kernel
def attach(environment: Environment, cell: int) -> int:
    """Add a hex without a tile, to try tokens on it, and return its number."""
    new = int(environment.hexes)
    environment.hexes = new + 1
    environment.cell[new] = cell
    environment.near[new] = 0
    for direction in range(SPINS):
        environment.beside[new, direction] = NOTHING
    join_hexes(environment, new)
    return new


@kernel
def detach(environment: Environment) -> None:
    """Remove that hex again."""
    new = int(environment.hexes) - 1
    environment.hexes = new
    for direction in range(SPINS):
        other = environment.beside[new, direction]
        if other != NOTHING:
            environment.beside[other, (direction + 3) % SPINS] = NOTHING
            environment.near[other] &= ~(1 << new)


# -- judging plans from the figures --------------------------------------------------------------------------


@kernel
def ground_worth(survey: Survey, place: int, kind: int, spin: int, weights: Any) -> float:
    """Return the growth of corridors from a tile on a cell of the edge."""
    first = int(FIRST_TERRAIN[kind])
    last = int(LAST_TERRAIN[kind])
    worth = terrain_worth(survey, place, kind, spin, first, weights)
    if last != first:
        worth += terrain_worth(survey, place, kind, spin, last, weights)
    return worth


@kernel
def terrain_worth(survey: Survey, place: int, kind: int, spin: int, terrain: int, weights: Any) -> float:
    """Return the growth in one terrain: full for the largest corridor, a little for another one."""
    matching = int(survey.sides[place, terrain] & SIDES[kind, spin, terrain])
    if matching == 0:
        return 1.0 if survey.largest[terrain] == 0 else 0.0
    merged = 1
    seen = 0
    matches = how_many(matching)
    while matching:
        corridor = int(survey.corridor[survey.beside[place, lowest(matching)], terrain])
        matching &= matching - 1
        if not seen >> corridor & 1:
            seen |= 1 << corridor
            merged += survey.tiles[corridor, terrain]
    growth = merged - survey.largest[terrain]
    small = 0.0 if growth > 0 else weights[SMALL_CORRIDOR] * (merged - 1)
    return max(growth, 0) + survey.ripeness * (small + weights[EDGE_MATCH] * matches)


@kernel
def survey_tile(survey: Survey, kind: int, weights: Any) -> None:
    """Fill in what one kind of tile is worth on every cell of the edge."""
    for place in range(survey.environment.edges):
        survey.spot[place] = spot_worth(survey, place, kind, weights)
        survey.ground[place] = -1.0
        for spin in range(SPIN_COUNT[kind]):
            worth = ground_worth(survey, place, kind, spin, weights)
            if worth > survey.ground[place]:
                survey.ground[place] = worth
                survey.best_spin[place] = spin


@kernel
def spot_worth(survey: Survey, place: int, kind: int, weights: Any) -> float:
    """Return the worth of a new tile that stays open: its best use later, and a little for the other uses."""
    best = 0.0
    total = 0.0
    for species in range(SPECIES):
        if SHOWS[kind, species]:
            gain = max(survey.on_edge[place, species], 0.0)
            best = max(best, gain)
            total += gain
    worth = weights[SPOT_BEST] * best + weights[SPOT_OTHERS] * (total - best)
    if KEYSTONE[kind]:
        worth += weights[KEYSTONE_TILE]
    return survey.ripeness * worth


@kernel
def token_there(survey: Survey, place: int, kind: int, species: int, weights: Any) -> float:
    """Return the worth of a token on the new tile itself, or a large negative number if the tile does not show it."""
    if not SHOWS[kind, species]:
        return -1e9
    return survey.on_edge[place, species] + keystone_bonus(survey, kind, weights)
