"""The features that describe each seat to the fitted network: points, means, structures, water and contracts.

A turn that has begun is finished first, on a copy (`finish_turn.py`).
"""

from enum import IntEnum
from typing import Any

from stockade.core.bits import how_many, size_of
from stockade.core.kernel import kernel
from stockade.core.layout import OVER
from stockade.core.room import room_of
from stockade.games.barrage.evaluation.finish_turn import finish_turn, reward_worth
from stockade.games.barrage.layout import (
    BASES,
    BASIC,
    CONTRACTS,
    NATIONAL,
    NEUTRAL,
    NOTHING,
    ROUNDS,
    SEATS,
    SEGMENTS,
    STATE,
    Effect,
    Kind,
    Record,
    Run,
)
from stockade.games.barrage.rules.contracts import energy_needed
from stockade.games.barrage.rules.production import energy_of
from stockade.games.barrage.rules.scoring import (
    bonus_count,
    bonus_vp,
    count_of,
    held_drops,
    left_over_vp,
    objective_counts,
    objective_vp,
)
from stockade.games.barrage.rules.seats import advanced_tiles, dam_room, powerhouse_basins
from stockade.games.barrage.rules.water import run_waiting
from stockade.games.barrage.tables import BONUS_VP, CONDUIT_TO, CONDUIT_VALUE, INCOME, INCOME_PIECES, MOST_EFFECTS

two_states = room_of(2, STATE)
POINTS = 0.1  # victory points are given in tens
TIMED = 16  # features that appear a second time, multiplied by the share of the game that is left


class Feature(IntEnum):
    """The features of a row. The first TIMED of them appear again at its end, multiplied by the share of the game
    that is left."""

    CREDITS = 0
    EXCAVATORS = 1
    MIXERS = 2
    WHEEL = 3  # machines on the wheel; they count more the sooner they return
    TILES = 4  # basic tiles off the wheel
    SYSTEM = 5  # the most energy that one full dam could produce
    SYSTEMS = 6  # the energy that all full dams could produce
    HALF_SYSTEM = 7  # the most energy that one more piece would make possible
    SOON = 8  # energy of the best production after the water has flowed
    SOON_ALL = 9  # energy of all productions after the water has flowed
    HAND = 10  # what the contracts in hand would be worth
    INCOME_VP = 11
    INCOME_MEANS = 12  # credits, machines and turns of the wheel from income
    INCOME_ENERGY = 13
    ADVANCED = 14  # advanced technology tiles
    POWERHOUSES = 15
    VP = 16
    ROUND_VP = 17  # bonus points if the round ended now
    OBJECTIVE_VP = 18
    OBJECTIVE_COUNT = 19
    LEFT_OVER = 20
    HELD = 21  # drops in the seat's dams
    ENGINEERS = 22
    ENERGY = 23
    ENERGY_LEAD = 24  # compared with the highest energy of another seat
    SHORT = 25  # energy missing to reach the section of this round
    NOW = 26  # energy of the best production now
    NOW_ALL = 27
    WITHIN_REACH = 28  # the best contract, in hand or national, within reach of that energy
    BONUS_NOW = 29  # victory points that this round's bonus tile would count
    BONUS_LATER = 30  # the same for the tiles of later rounds
    BASES = 31
    ELEVATIONS = 32
    CONDUITS = 33
    FULFILLED = 34
    HAND_SIZE = 35
    PLACE = 36  # place in the turn order
    ROUND = 37
    PLAYERS = 38
    VP_LEAD = 39  # points, with those that the round and the objective would bring, compared with the best other seat
    NEXT_TURNS = 40  # seats that move before this one
    COMPANY = 41  # four features, one for each company
    OFFICER = 45  # seven features, one for each officer
    IS_AUTOMA = 52
    LATER = 53  # the first TIMED features again


_blocks = {Feature.COMPANY: 4, Feature.OFFICER: 7, Feature.LATER: TIMED}
FEATURES = tuple(
    f"{feature.name.lower()}_{number}" if feature in _blocks else feature.name.lower()
    for feature in Feature
    for number in range(_blocks.get(feature, 1))
)


@kernel
def describe(state: Record, table: Any) -> None:
    """Fill in a row of features for each seat."""
    room = two_states()
    room[0] = state
    now = room[0]
    finish_turn(now)
    room[1] = now
    after = room[1]
    if now.current_player != OVER:
        run_waiting(after)
    counts = objective_counts(now)
    left = (ROUNDS - now.round_no) / ROUNDS if now.current_player != OVER else 0.0
    for seat in range(now.players):
        row = table[seat]
        for feature in range(len(FEATURES)):
            row[feature] = 0.0
        describe_means(now, seat, row)
        describe_works(now, after, seat, row)
        describe_contracts(now, seat, row)
        describe_points(now, seat, counts, row)
        describe_seat(now, seat, row)
    describe_leads(now, table)
    for seat in range(now.players):
        for feature in range(TIMED):
            table[seat, Feature.LATER + feature] = left * table[seat, feature]


@kernel
def describe_means(state: Record, seat: int, row: Any) -> None:
    """Describe what a seat can build with, and its income."""
    player = state.player[seat]
    row[Feature.CREDITS] = player.credits / 10.0
    row[Feature.EXCAVATORS] = player.excavators / 5.0
    row[Feature.MIXERS] = player.mixers / 5.0
    for segment in range(SEGMENTS):
        machines = player.wheel_excavators[segment] + 1.3 * player.wheel_mixers[segment]
        row[Feature.WHEEL] += machines * (segment + 1.0) / SEGMENTS / 5.0
    row[Feature.TILES] = how_many(int(player.tiles) & ((1 << BASIC) - 1)) / BASIC
    row[Feature.ENGINEERS] = player.engineers / 12.0
    for kind in range(3):
        for piece in INCOME_PIECES:
            if player.company == NOTHING or piece > player.built[kind]:
                continue
            for number in range(MOST_EFFECTS):
                effect = INCOME[player.company, kind, piece, number, 0]
                amount = INCOME[player.company, kind, piece, number, 1]
                if effect == Effect.VP:
                    row[Feature.INCOME_VP] += amount * POINTS
                elif effect == Effect.ENERGY:
                    row[Feature.INCOME_ENERGY] += amount * POINTS
                elif effect == Effect.CREDITS:
                    row[Feature.INCOME_MEANS] += 0.4 * amount * POINTS
                elif effect != Effect.NONE:
                    row[Feature.INCOME_MEANS] += amount * POINTS


@kernel
def describe_works(state: Record, after: Record, seat: int, row: Any) -> None:
    """Describe the energy that a seat can produce: now, after the water has flowed, with full dams, and with one more
    piece."""
    basins = powerhouse_basins(state, seat)
    for dam in range(BASES):
        owner = state.dam_owner[dam]
        if owner != seat and owner != NEUTRAL:
            continue
        room = dam_room(state, dam)
        for conduit in range(dam // 2 * 2, dam // 2 * 2 + 2):
            value = int(CONDUIT_VALUE[conduit])
            is_fed = (basins >> int(CONDUIT_TO[conduit]) & 1) != 0
            is_own = state.conduit[conduit] == seat
            full = room * value * POINTS
            if owner == NEUTRAL:
                full *= 0.7
            if state.conduit[conduit] == NOTHING or (is_own and not is_fed):
                row[Feature.HALF_SYSTEM] = max(row[Feature.HALF_SYSTEM], full * (1.0 if is_own or is_fed else 0.3))
                continue
            if not is_fed:
                continue
            if not is_own:
                full *= 0.6
            row[Feature.SYSTEM] = max(row[Feature.SYSTEM], full)
            row[Feature.SYSTEMS] += full
            now = drop_energy(state, seat, int(state.dam_drops[dam]), value, is_own)
            soon = drop_energy(state, seat, int(after.dam_drops[dam]), value, is_own)
            row[Feature.NOW] = max(row[Feature.NOW], now)
            row[Feature.NOW_ALL] += now
            row[Feature.SOON] = max(row[Feature.SOON], soon)
            row[Feature.SOON_ALL] += soon
    row[Feature.POWERHOUSES] = state.player[seat].built[Kind.POWERHOUSE] / 4.0


@kernel
def drop_energy(state: Record, seat: int, drops: int, value: int, is_own: bool) -> float:
    """Return the energy that a number of drops gives, reduced by the cost of another player's conduit."""
    if drops == 0:
        return 0.0
    energy = energy_of(state, seat, drops, value, 0, Run.PLAIN) * POINTS
    return energy if is_own else energy - 0.07 * drops


@kernel
def describe_contracts(state: Record, seat: int, row: Any) -> None:
    """Describe the contracts in a seat's hand, and the best one that it can fulfil now."""
    player = state.player[seat]
    energy = row[Feature.NOW] * 10.0
    hand = int(player.contracts)
    for contract in range(CONTRACTS):
        if not hand >> contract & 1:
            continue
        row[Feature.HAND] += reward_worth(contract) * POINTS
        if energy_needed(state, seat, contract) <= energy + 1:
            row[Feature.WITHIN_REACH] = max(row[Feature.WITHIN_REACH], reward_worth(contract) * POINTS)
    for place in range(len(state.national)):
        contract = int(state.national[place])
        if contract >= NATIONAL and energy_needed(state, seat, contract) <= energy + 1:
            row[Feature.WITHIN_REACH] = max(row[Feature.WITHIN_REACH], reward_worth(contract) * POINTS)
    row[Feature.HAND_SIZE] = size_of(hand) / 3.0
    row[Feature.FULFILLED] = size_of(int(player.fulfilled)) / 5.0


@kernel
def describe_points(state: Record, seat: int, counts: int, row: Any) -> None:
    """Describe a seat's points, and those that the bonus tiles and the objective would add."""
    player = state.player[seat]
    row[Feature.VP] = player.vp * POINTS
    if state.objective == NOTHING or state.bonus[ROUNDS - 1] == NOTHING or state.round_no == 0:
        return  # the game is still being set up
    if state.current_player != OVER:
        row[Feature.ROUND_VP] = bonus_vp(state, seat) * POINTS
        row[Feature.OBJECTIVE_VP] = objective_vp(state, seat, counts) * POINTS
        row[Feature.OBJECTIVE_COUNT] = count_of(counts, seat) / 5.0
        row[Feature.LEFT_OVER] = left_over_vp(state, seat) * POINTS
        row[Feature.HELD] = held_drops(state, seat) * POINTS
        for number in range(state.round_no - 1, ROUNDS):
            bonus = int(state.bonus[number])
            feature = Feature.BONUS_NOW + 0 if number == state.round_no - 1 else Feature.BONUS_LATER + 0
            row[feature] += bonus_count(state, seat, bonus) * BONUS_VP[bonus] * POINTS


@kernel
def describe_seat(state: Record, seat: int, row: Any) -> None:
    """Describe a seat's company and officer, when it moves, and what it has built."""
    player = state.player[seat]
    row[Feature.ENERGY] = player.energy * POINTS
    row[Feature.SHORT] = max(0, 6 * int(state.round_no) - int(player.energy)) * POINTS
    row[Feature.BASES] = player.built[Kind.BASE] / 5.0
    row[Feature.ELEVATIONS] = player.built[Kind.ELEVATION] / 5.0
    row[Feature.CONDUITS] = player.built[Kind.CONDUIT] / 5.0
    row[Feature.ADVANCED] = advanced_tiles(state, seat) / 3.0
    row[Feature.ROUND] = state.round_no / ROUNDS
    row[Feature.PLAYERS] = state.players / SEATS
    row[Feature.IS_AUTOMA] = 1.0 if player.level > 0 else 0.0
    if player.company != NOTHING:
        row[Feature.COMPANY + player.company] = 1.0
    if player.officer != NOTHING:
        row[Feature.OFFICER + player.officer] = 1.0
    for place in range(state.players):
        if state.order[place] == seat:
            row[Feature.PLACE] = place / SEATS
            row[Feature.NEXT_TURNS] = (place - int(state.place) + state.players) % state.players / SEATS


@kernel
def describe_leads(state: Record, table: Any) -> None:
    """Describe how far each seat is ahead of the best other seat."""
    for seat in range(state.players):
        most_energy = 0.0
        most_vp = -100.0
        for other in range(state.players):
            if other != seat:
                most_energy = max(most_energy, table[other, Feature.ENERGY])
                most_vp = max(most_vp, standing(table[other]))
        table[seat, Feature.ENERGY_LEAD] = table[seat, Feature.ENERGY] - most_energy
        table[seat, Feature.VP_LEAD] = standing(table[seat]) - most_vp


@kernel
def standing(row: Any) -> float:
    """Return a seat's points, including those that the round and the objective would bring."""
    return row[Feature.VP] + row[Feature.ROUND_VP] + row[Feature.OBJECTIVE_VP]
