"""A whole turn at a glance: every tile in every place with the best place for the token, by what it promises."""

from typing import Any

import numpy as np

from stockade.core.bits import how_many, lowest
from stockade.core.kernel import kernel
from stockade.games.cascadia.corridors import joined
from stockade.games.cascadia.environment import occupied
from stockade.games.cascadia.layout import (
    EDGE_CELLS,
    ENVIRONMENT,
    HEXES,
    NOTHING,
    SIDE,
    SLOTS,
    SPECIES,
    SPINS,
    TERRAINS,
    Base,
)
from stockade.games.cascadia.promise import *
from stockade.games.cascadia.tables import (
    DIRECTION_OF,
    EDGE,
    FIRST_TERRAIN,
    KEYSTONE,
    LAST_TERRAIN,
    SHOWS,
    SPIN_COUNT,
    TURNS,
)
MOST_PLANS = 4096


@kernel
def turns_left(environment: Any) -> int:
    """Turns after this one."""
    return TURNS + 2 - environment.hexes


@kernel
def label_corridors(environment: Any, label: Any, size: Any, largest: Any) -> None:
    """Number the corridors: `label[hex, terrain]` is the lowest hex of the corridor, `size` its tiles by that."""
    for terrain in range(TERRAINS):
        largest[terrain] = 0
    for hex_no in range(environment.hexes):
        face = environment.face[hex_no]
        for half in range(2):
            terrain = int(FIRST_TERRAIN[face] if half == 0 else LAST_TERRAIN[face])
            if label[hex_no, terrain] != NOTHING:
                continue
            group = 1 << hex_no
            fresh = group
            while fresh:
                found = joined(environment, lowest(fresh), terrain) & ~group
                fresh = (fresh & (fresh - 1)) | found
                group |= found
            count = how_many(group)
            size[hex_no, terrain] = count
            largest[terrain] = max(largest[terrain], count)
            while group:
                label[lowest(group), terrain] = hex_no
                group &= group - 1


@kernel
def list_plans(state: Any, weights: Any, plans: Any, worth: Any) -> int:
    """Every way to take a pair, lay its tile and place its token; fills `plans` with the three actions of each."""
    seat = int(state.turn_owner)
    scratch_environment = np.empty(1, ENVIRONMENT)
    scratch_environment[0] = state.environment[seat]
    environment = scratch_environment[0]
    cards = state.cards
    left = turns_left(environment)
    ripeness = min(1.0, left / weights[HORIZON])
    now = np.zeros(SPECIES)
    for species in range(SPECIES):
        now[species] = wildlife_promise(environment, species, cards[species], weights, ripeness)
    # Open hexes.
    taken = occupied(environment)
    hexes = int(environment.hexes)
    gains = np.zeros((HEXES, SPECIES))
    open_worth = np.zeros((HEXES, SPECIES))
    best_open = np.zeros(SPECIES)
    best_hex = np.full(SPECIES, NOTHING, np.int64)
    for hex_no in range(hexes):
        if taken >> hex_no & 1:
            continue
        best = 0.0
        second = 0.0
        shown = 0
        for species in range(SPECIES):
            if environment.shows[species] >> hex_no & 1:
                gain = gain_at(environment, cards, hex_no, species, now, weights, ripeness)
                gains[hex_no, species] = gain
                shown += 1
                if gain > best:
                    second = best
                    best = gain
                elif gain > second:
                    second = gain
        bonus = (1.0 + weights[KEYSTONE_WORTH] * ripeness) if KEYSTONE[environment.face[hex_no]] else 0.0
        for species in range(SPECIES):
            if environment.shows[species] >> hex_no & 1:
                gain = gains[hex_no, species]
                other = second if gain == best else best
                worth_here = (
                    gain + bonus - ripeness * (weights[OCCUPY] * other + weights[FLEXIBLE] * (shown - 1))
                )
                open_worth[hex_no, species] = worth_here
                if worth_here > best_open[species]:
                    best_open[species] = worth_here
                    best_hex[species] = hex_no
    # Cells of the edge.
    label = np.full((HEXES, TERRAINS), NOTHING, np.int64)
    size = np.zeros((HEXES, TERRAINS), np.int64)
    largest = np.zeros(TERRAINS, np.int64)
    label_corridors(environment, label, size, largest)
    is_wanted = np.zeros(SPECIES, np.bool_)
    for slot in range(SLOTS):
        for species in range(SPECIES):
            is_wanted[species] |= SHOWS[state.market_tile[slot], species]
    edge_gain = np.zeros((EDGE_CELLS, SPECIES))
    facing = np.zeros((EDGE_CELLS, SPINS), np.int64)
    beside = np.full((EDGE_CELLS, SPINS), NOTHING, np.int64)
    for place in range(environment.edges):
        new = attach(environment, environment.edge[place])
        for direction in range(SPINS):
            other = int(environment.beside[new, direction])
            beside[place, direction] = other
            if other != NOTHING:
                facing[place, direction] = EDGE[
                    environment.face[other], environment.spin[other], (direction + 3) % SPINS
                ]
        for species in range(SPECIES):
            if is_wanted[species]:
                edge_gain[place, species] = gain_at(environment, cards, new, species, now, weights, ripeness)
        detach(environment)
    n = 0
    pays = environment.nature > 0
    for slot in range(SLOTS):
        kind = int(state.market_tile[slot])
        first = int(FIRST_TERRAIN[kind])
        last = int(LAST_TERRAIN[kind])
        is_keystone = KEYSTONE[kind]
        for place in range(environment.edges):
            spot = 0.0
            total = 0.0
            for species in range(SPECIES):
                if SHOWS[kind, species]:
                    gain = max(edge_gain[place, species], 0.0)
                    spot = max(spot, gain)
                    total += gain
            spot_worth = ripeness * (weights[SPOT_BEST] * spot + weights[SPOT_SUM] * (total - spot))
            if is_keystone:
                spot_worth += ripeness * weights[KEYSTONE_SPOT]
            best_spin = 0
            best_ground = -1e9
            for spin in range(SPIN_COUNT[kind]):
                ground = 0.0
                matches = 0
                for half in range(2):
                    terrain = first if half == 0 else last
                    if half == 1 and first == last:
                        break
                    merged = 1
                    seen = 0
                    for direction in range(SPINS):
                        other = beside[place, direction]
                        if (
                            other != NOTHING
                            and facing[place, direction] == terrain
                            and EDGE[kind, spin, direction] == terrain
                        ):
                            matches += 1
                            corridor = label[other, terrain]
                            if not seen >> corridor & 1:
                                seen |= 1 << corridor
                                merged += size[corridor, terrain]
                    if merged > largest[terrain]:
                        ground += merged - largest[terrain]
                    else:
                        ground += ripeness * weights[JOIN_SMALL] * (merged - 1)
                ground += ripeness * weights[EDGE_MATCH] * matches
                if ground > best_ground:
                    best_ground = ground
                    best_spin = spin
            tile = Base.TILE + int(environment.edge[place]) * SPINS + best_spin
            for token in range(SLOTS):
                if token != slot and not pays:
                    continue
                species = int(state.market_token[token])
                price = 0.0 if token == slot else weights[NATURE_PRICE]
                elsewhere = best_open[species] + spot_worth
                here = -1e9
                if SHOWS[kind, species]:
                    here = edge_gain[place, species]
                    if is_keystone:
                        here += 1.0 + weights[KEYSTONE_WORTH] * ripeness
                    shown = 0
                    other_best = 0.0
                    for other in range(SPECIES):
                        if SHOWS[kind, other] and other != species:
                            shown += 1
                            other_best = max(other_best, edge_gain[place, other])
                    here -= 0.0
                plans[n, 0] = Base.TAKE + slot * SLOTS + token
                plans[n, 1] = tile
                if here > elsewhere:
                    plans[n, 2] = Base.TOKEN + int(environment.edge[place])
                    worth[n] = best_ground + here - price
                else:
                    target = best_hex[species]
                    plans[n, 2] = Base.RETURN if target == NOTHING else Base.TOKEN + int(environment.cell[target])
                    worth[n] = best_ground + elsewhere - price
                n += 1
    return n
