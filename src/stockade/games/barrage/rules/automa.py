"""The Automas: how they read their tiles and answer what their actions ask (rulings 61-67)."""

from typing import Any

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
from stockade.core.room import room_of
from stockade.core.scratch import scratch
from stockade.games.barrage.layout import (
    CONTRACTS,
    COPIES,
    FREE_TILES,
    HEADSTREAMS,
    MOST_UNITS,
    NEUTRAL,
    NOTHING,
    PILES,
    PLAIN,
    ROUNDS,
    ROWS,
    STATE,
    Company,
    Effect,
    Kind,
    Numbers,
    Officer,
    Record,
    Run,
    Step,
)
from stockade.games.barrage.rules.actions import Base, action_of, number_of, payment_of, production_of
from stockade.games.barrage.rules.cards import ACTION, LINES, STREAMS, Column, Do
from stockade.games.barrage.rules.construction import has_piece, is_site_free, legal_place, push_build
from stockade.games.barrage.rules.contracts import energy_needed
from stockade.games.barrage.rules.criteria import CANDIDATES, LINE, PREFERRED, in_areas, note, pick_space
from stockade.games.barrage.rules.payment import (
    MACHINE_CREDITS,
    can_pay,
    conduit_value,
    legal_pay,
    mixers_alone,
    uses_mixers,
)
from stockade.games.barrage.rules.production import energy_of, list_productions
from stockade.games.barrage.rules.rewards import gain, push_effect
from stockade.games.barrage.rules.scoring import SECTION, held_drops
from stockade.games.barrage.rules.seats import POWER_LEVEL, RICH, has_officer
from stockade.games.barrage.rules.stack import push
from stockade.games.barrage.rules.variants import has_variant, is_free, variant_tile, words_of
from stockade.games.barrage.rules.water import run_drop
from stockade.games.barrage.rules.wheel import is_wheel_empty, rotate
from stockade.games.barrage.tables import (
    CONDUIT_VALUE,
    CONTRACT_ENERGY,
    FIRST_SITE,
    HEADSTREAM_BASIN,
    ROW_SECTION,
    SITE_AREA,
    TILE_BUILDS,
    TILE_LEVEL,
)

ALL_AREAS = 7
BEYOND_OTHERS = (MOST_UNITS + 1) ** 3  # more than any payment is rated for its machines
TURBINE, WATER_SECTION, WORKSHOP, SHOP, OFFICE = range(5)  # sections of the board
one_state = room_of(1, STATE)


@kernel
def untraced(room: Any) -> Any:
    """Return a working room as a trace that records nothing."""
    room[0] = -1
    return room


@kernel
def run_automa(state: Record, seat: int, line: int, trace: Any) -> None:
    """Read the top tile from a line on, and carry out the first line that is possible. If that line says so, reading
    goes on later."""
    while line < LINES and state.player[seat].engineers > 0:
        row = ACTION[state.card, line]
        if can_do(state, seat, row):
            note(trace, LINE, line, 0)
            if row[Column.GOES_ON]:
                push(state, Step.AUTOMA, seat, line + 1, 0)
            do(state, seat, row, trace)
            return
        line += 1


@kernel
def can_do(state: Record, seat: int, row: Any) -> bool:
    """Return whether an Automa can carry out a line."""
    match row[Column.DO]:
        case Do.PRODUCE:
            return wants_to_produce(state, seat, row)
        case Do.WATER:
            drops = int(row[Column.FLOW]) + int(row[Column.WATER])
            return helping_stream(state, seat, row[Column.FLOW] > 0, drops) != NOTHING
        case Do.DISCARD_CONTRACTS:
            return open_of_pile(state, int(row[Column.PILE])) != 0
        case Do.BUILD:
            return can_build(state, seat, row)
        case Do.PATENT:
            return best_patent(state, int(row[Column.KIND])) != NOTHING
        case Do.WORKSHOP:
            return not is_wheel_empty(state.player[seat])
        case Do.MACHINERY:
            return state.round_no < ROUNDS or not row[Column.EARLY]
        case Do.BANK:
            return True
    return False


@kernel
def place_engineers(state: Record, seat: int, wanted: int, section: int) -> None:
    """Place engineers on the first empty space of a section, left spaces first. If no space is empty, they are only
    spent. If the Automa has too few engineers, it places those it has."""
    player = state.player[seat]
    player.engineers -= min(wanted, int(player.engineers))
    for side in range(2):
        for row in range(ROWS):
            if ROW_SECTION[row] == section and state.space[2 * row + side] == NOTHING:
                state.space[2 * row + side] = seat
                return


@kernel
def do(state: Record, seat: int, row: Any, trace: Any) -> None:
    """Carry out a line."""
    engineers = int(row[Column.ENGINEERS])
    player = state.player[seat]
    player.vp += row[Column.VP]
    match row[Column.DO]:
        case Do.PRODUCE:
            place_engineers(state, seat, engineers, TURBINE)
            push(state, Step.PRODUCE, seat, int(row[Column.MODIFIER]), Run.PLAIN)
        case Do.WATER:
            place_engineers(state, seat, engineers, WATER_SECTION)
            if row[Column.FLOW] > 0:
                push_effect(state, seat, Effect.FLOW, int(row[Column.FLOW]))
            else:
                push_effect(state, seat, Effect.WATER, int(row[Column.WATER]))
        case Do.DISCARD_CONTRACTS:
            place_engineers(state, seat, engineers, OFFICE)
            discard_pile(state, int(row[Column.PILE]))
            player.energy += row[Column.ENERGY]
        case Do.BUILD:
            start_build(state, seat, row, trace)
        case Do.PATENT:
            player.engineers -= min(engineers, int(player.engineers))
            slot = best_patent(state, int(row[Column.KIND]))
            player.tiles |= 1 << int(state.patent[slot])
            state.patent[slot] = NOTHING
            state.patent_taken[slot] = seat
        case Do.WORKSHOP:
            place_engineers(state, seat, engineers, WORKSHOP)
            rotate(player, int(row[Column.ROTATE]))
        case Do.MACHINERY:
            place_engineers(state, seat, engineers, SHOP)
            gain(state, seat, Effect.EXCAVATORS, int(row[Column.EXCAVATORS]))
            gain(state, seat, Effect.MIXERS, int(row[Column.MIXERS]))
            if row[Column.MACHINES] > 0:
                push_effect(state, seat, Effect.MACHINES, int(row[Column.MACHINES]))
        case _:
            player.engineers -= engineers
            player.banked += engineers


# -- production ----------------------------------------------------------------------------------------------


@kernel
def wants_to_produce(state: Record, seat: int, row: Any) -> bool:
    """Return whether an Automa produces: it can, it is not already far enough ahead, and its best production would
    fulfil an open contract of the pile."""
    energy = int(state.player[seat].energy)
    leads_alone = energy > 0
    for other in range(state.players):
        if other != seat and state.player[other].energy >= energy:
            leads_alone = False
    if energy >= SECTION * state.round_no and leads_alone:
        return False
    best = best_production(state, seat, int(row[Column.MODIFIER]), Run.PLAIN, untraced(scratch()))
    if best == NOTHING:
        return False
    made = energy_of_action(state, seat, best, int(row[Column.MODIFIER]), Run.PLAIN)
    bits = open_of_pile(state, int(row[Column.PILE]))
    enough = 0
    for contract in range(CONTRACTS):
        enough += bits >> contract & 1 and energy_needed(state, seat, contract) <= made
    return enough > 0


@kernel
def energy_of_action(state: Record, seat: int, action: int, modifier: int, run: int) -> int:
    """Return the energy of a production."""
    _, conduit, drops = production_of(action)
    return energy_of(state, seat, drops, int(CONDUIT_VALUE[conduit]), modifier, run)


@kernel
def merit(state: Record, seat: int, action: int, modifier: int, run: int) -> int:
    """Rate a production: by its energy, and among equals a neutral dam is better. All drops of a dam must be used,
    except that Fiesler sends one drop through a small conduit (ruling 67); any other production rates zero."""
    dam, conduit, drops = production_of(action)
    wanted = int(state.dam_drops[dam])
    if has_officer(state, seat, Officer.FIESLER) and run != Run.SECOND and CONDUIT_VALUE[conduit] <= 2:
        wanted = 1
    if drops != wanted:
        return 0
    return 2 * energy_of_action(state, seat, action, modifier, run) + (state.dam_owner[dam] == NEUTRAL)


@kernel
def best_production(state: Record, seat: int, modifier: int, run: int, trace: Any) -> int:
    """Return the best production, or NOTHING. Ties are broken by the criteria for conduits (ruling 66)."""
    actions = scratch()
    n = list_productions(state, seat, modifier, run, RICH, actions)
    best = 0
    conduits = 0
    for k in range(n):
        worth = merit(state, seat, int(actions[k]), modifier, run)
        if worth > best:
            best = worth
            conduits = 0
        if worth == best and worth > 0:
            _, conduit, _ = production_of(int(actions[k]))
            conduits |= 1 << conduit
    if conduits == 0:
        return NOTHING
    chosen = pick_space(state, seat, Kind.CONDUIT, conduits, NOTHING, trace)
    for k in range(n):
        action = int(actions[k])
        _, conduit, _ = production_of(action)
        if conduit == chosen and merit(state, seat, action, modifier, run) == best:
            return action
    return NOTHING


# -- contracts and patents -----------------------------------------------------------------------------------


@kernel
def open_of_pile(state: Record, pile: int) -> int:
    """Return the open contracts of a pile, as bits."""
    bits = 0
    for place in range(2 * pile, 2 * pile + 2):
        if state.open[place] != NOTHING:
            bits |= 1 << int(state.open[place])
    return bits


@kernel
def discard_pile(state: Record, pile: int) -> None:
    """Discard the open contracts of a pile, and lay out others at once."""
    for place in range(2 * pile + 1, 2 * pile - 1, -1):
        if state.open[place] != NOTHING:
            state.discarded |= 1 << int(state.open[place])
            state.open[place] = NOTHING
    push(state, Step.LAY_OUT, CHANCE, pile, 0)


@kernel
def best_contract(state: Record, seat: int, energy: int) -> int:
    """Return the highest contract, private or national, that the energy fulfils, or NOTHING. Of equal ones, take the
    right-hand one."""
    best = NOTHING
    for place in range(2 * PILES):
        best = higher(state, seat, energy, int(state.open[place]), best)
    for place in range(len(state.national)):
        best = higher(state, seat, energy, int(state.national[place]), best)
    return best


@kernel
def higher(state: Record, seat: int, energy: int, contract: int, best: int) -> int:
    """Return the higher of two contracts, provided that the first can be fulfilled, else `best`."""
    if contract == NOTHING or energy_needed(state, seat, contract) > energy:
        return best
    return contract if best == NOTHING or CONTRACT_ENERGY[contract] >= CONTRACT_ENERGY[best] else best


@kernel
def best_patent(state: Record, kind: int) -> int:
    """Return the slot of the highest tile that builds a structure, or NOTHING. A tile for this structure alone
    precedes a wild one of its level."""
    best = NOTHING
    best_worth = 0
    for slot in range(len(state.patent)):
        tile = int(state.patent[slot])
        if tile == NOTHING or not TILE_BUILDS[tile] >> kind & 1:
            continue
        worth = 2 * int(TILE_LEVEL[tile]) + (TILE_BUILDS[tile] == 1 << kind)
        if worth > best_worth:
            best = slot
            best_worth = worth
    return best


# -- water ---------------------------------------------------------------------------------------------------


@kernel
def own_water_after(state: Record, seat: int, stream: int, drops: int, flows: bool) -> Numbers:
    """Return how many drops the seat's dams would hold if more drops were put on a headstream and the water flowed,
    and the seat's energy then: only the drops that run at once if `flows`, else all that wait. The water flows on a
    copy of the state."""
    room = one_state()
    room[0] = state
    after = room[0]
    for other in range(HEADSTREAMS):
        count = drops if other == stream else 0
        count += int(state.falling[other]) if flows else int(state.waiting[other])
        for _ in range(count):
            run_drop(after, int(HEADSTREAM_BASIN[other]), True)
    return int(held_drops(after, seat)), int(after.player[seat].energy)


@kernel
def is_counting_steps(state: Record, seat: int) -> bool:
    """Return whether ties between headstreams are broken by the energy from passing water (ruling 67)."""
    return state.player[seat].company == Company.USA and state.player[seat].level >= POWER_LEVEL


@kernel
def helping_stream(state: Record, seat: int, flows: bool, most: int) -> int:
    """Return the first headstream, in the order of the tile, where one drop, or else two, would leave more water in
    the seat's dams. The USA takes the one of these with the most energy from passing water (rulings 66, 67). Return
    NOTHING if none helps."""
    now, _ = own_water_after(state, seat, 0, 0, flows)
    wants_energy = is_counting_steps(state, seat)
    for drops in range(1, min(most, 2) + 1):
        best = NOTHING
        most = -1
        for number in range(HEADSTREAMS):
            stream = int(STREAMS[state.last_card, number])
            held, energy = own_water_after(state, seat, stream, drops, flows)
            if held > now and (best == NOTHING or (wants_energy and energy > most)):
                best = stream
                most = energy
        if best != NOTHING:
            return best
    return NOTHING


# -- building ------------------------------------------------------------------------------------------------


@kernel
def named_kind(state: Record, seat: int, row: Any) -> int:
    """Return the structure that a line builds. Graziano builds an elevation whenever he can (ruling 67)."""
    if has_officer(state, seat, Officer.GRAZIANO) and build_sites(state, seat, Kind.ELEVATION, ALL_AREAS, 0) != 0:
        return 1
    return int(row[Column.KIND])


@kernel
def best_variant(state: Record, seat: int, kind: int, areas: int, least: int) -> int:
    """Return the variant with the highest tile with which the Automa can pay for a structure that a line allows, or
    NOTHING. A tile for this structure alone precedes a wild one of its level, and Anton's tile comes last. A tile
    that needs no engineers is used without them if the Automa's level allows that."""
    best = NOTHING
    best_worth = -1
    for variant in range(COPIES):
        tile = variant_tile(variant)
        if not TILE_BUILDS[tile] >> kind & 1 or not has_variant(state, seat, variant):
            continue
        worth = 2 * int(TILE_LEVEL[tile]) + (TILE_BUILDS[tile] == 1 << kind) + (0 if variant >= PLAIN else 100)
        if worth <= best_worth or (state.rulings > 1 and not payable_sites(state, seat, kind, variant, areas, least)):
            continue
        best = variant
        best_worth = worth
    if best != NOTHING and state.player[seat].level >= POWER_LEVEL:
        for number in range(len(FREE_TILES)):
            if variant_tile(best) == FREE_TILES[number]:
                best = COPIES + number + (len(FREE_TILES) if best >= PLAIN else 0)
    return best


@kernel
def build_sites(state: Record, seat: int, kind: int, areas: int, least: int) -> int:
    """Return the spaces for a structure from which an Automa picks one, as bits."""
    variant = best_variant(state, seat, kind, areas, least)
    return payable_sites(state, seat, kind, variant, areas, least) if variant != NOTHING else 0


@kernel
def payable_sites(state: Record, seat: int, kind: int, variant: int, areas: int, least: int) -> int:
    """Return the free spaces for a structure that a line allows and the Automa can pay with machines if it uses a
    tile, as bits. Solomon replaces at most one machine."""
    bits = 0
    if not has_piece(state, seat, kind):
        return 0
    tile = words_of(state, seat, variant)
    for site in range(FIRST_SITE[kind], FIRST_SITE[kind + 1]):
        is_allowed = (areas >> int(SITE_AREA[site]) & 1) != 0
        if kind == Kind.CONDUIT:
            is_allowed &= conduit_value(site) >= least
        if is_allowed and is_site_free(state, seat, site) and can_pay(state, seat, site, tile, MACHINE_CREDITS):
            bits |= 1 << (site - int(FIRST_SITE[kind]))
    return bits


@kernel
def can_build(state: Record, seat: int, row: Any) -> bool:
    """Return whether an Automa can carry out a line that builds."""
    kind = named_kind(state, seat, row)
    return build_sites(state, seat, kind, areas_of(row, kind), int(row[Column.LEAST])) != 0


@kernel
def areas_of(row: Any, kind: int) -> int:
    """Return the areas where a line allows a structure. An elevation that Graziano builds instead may go anywhere."""
    return int(row[Column.AREAS]) if kind == row[Column.KIND] else ALL_AREAS


@kernel
def start_build(state: Record, seat: int, row: Any, trace: Any) -> None:
    """Place engineers, unless the tile needs none, and push the steps of a construction."""
    kind = named_kind(state, seat, row)
    areas = areas_of(row, kind)
    least = int(row[Column.LEAST])
    variant = best_variant(state, seat, kind, areas, least)
    bits = preferred(state, seat, kind, build_sites(state, seat, kind, areas, least), trace)
    space = pick_space(state, seat, kind, bits, words_of(state, seat, variant), trace)
    player = state.player[seat]
    if not is_free(variant):
        player.engineers -= min(int(row[Column.ENGINEERS]), int(player.engineers))
    push_build(state, seat, int(FIRST_SITE[kind]) + space, variant)


@kernel
def preferred(state: Record, seat: int, kind: int, bits: int, trace: Any) -> int:
    """Return the spaces that Adler prefers: the mountains to the hills, and these to the plains (ruling 67). For
    others, return all."""
    if kind == Kind.BASE and has_officer(state, seat, Officer.ADLER):
        for areas in (4, 2):
            kept = in_areas(kind, bits, areas)
            if kept:
                if kept != bits:
                    note(trace, CANDIDATES, kind, bits)
                    note(trace, PREFERRED, kind, kept)
                return kept
    return bits


# -- answers -------------------------------------------------------------------------------------------------


@kernel
def answer(state: Record, step: int, seat: int, numbers: Numbers) -> int:
    """Return an Automa's answer to a step (ruling 64)."""
    match step:
        case Step.PAY:
            site, variant = numbers
            return best_payment(state, seat, site, variant)
        case Step.PRODUCE:
            modifier, run = numbers
            found = best_production(state, seat, modifier, run, untraced(scratch()))
            return action_of(Base.NO_PRODUCTION, 0) if found == NOTHING else found
        case Step.CONTRACT:
            energy, _ = numbers
            found = best_contract(state, seat, energy)
            return action_of(Base.NO_CONTRACT, 0) if found == NOTHING else action_of(Base.CONTRACT, found)
        case Step.MACHINE:
            return action_of(Base.MACHINE, wanted_machine(state, seat))
        case Step.PLACE:
            amount, _ = numbers
            return best_place(state, seat, amount, untraced(scratch()))
    drops, _ = numbers
    stream = helping_stream(state, seat, step == Step.FALL, drops)
    if stream == NOTHING:  # it does not place a drop that does not help
        return action_of(Base.STOP, 0)
    return action_of(Base.DROP, stream)


@kernel
def wanted_machine(state: Record, seat: int) -> int:
    """Return the machine that an Automa takes: the one it has fewer of, else an excavator. Jill takes mixers (ruling
    67)."""
    if has_officer(state, seat, Officer.JILL) and state.rulings > 1:
        return 1
    return 1 if state.player[seat].mixers < state.player[seat].excavators else 0


@kernel
def best_payment(state: Record, seat: int, site: int, variant: int) -> int:
    """Return how an Automa pays: with the usual machines first, with mixers for Jill, with as few credits as possible
    for Solomon."""
    actions = scratch()
    n = legal_pay(state, seat, site, variant, actions)
    best = int(actions[0])
    best_worth = -1
    alone = mixers_alone(state, seat, site)
    prefers_mixers = uses_mixers(site) or alone != NOTHING
    for k in range(n):
        excavators, mixers = payment_of(int(actions[k]))
        usual = mixers if prefers_mixers else excavators
        worth = (excavators + mixers) * (MOST_UNITS + 1) + usual
        if excavators == 0 and mixers == alone:
            worth = BEYOND_OTHERS
        if worth > best_worth:
            best = int(actions[k])
            best_worth = worth
    return best


@kernel
def best_place(state: Record, seat: int, amount: int, trace: Any) -> int:
    """Return where an Automa places a structure from a reward, by the criteria. It places none if it cannot."""
    actions = scratch()
    n = legal_place(state, seat, amount, actions)
    kind = amount % 4
    bits = 0
    for k in range(n - 1):
        bits |= 1 << (number_of(int(actions[k])) - int(FIRST_SITE[kind]))
    if bits == 0:
        return action_of(Base.NO_PLACE, 0)
    if state.rulings > 1:
        bits = preferred(state, seat, kind, bits, trace)
    space = pick_space(state, seat, kind, bits, NOTHING, trace)
    return action_of(Base.PLACE, int(FIRST_SITE[kind]) + space)
