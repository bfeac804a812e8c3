"""How an Automa picks a space: each criterion, the last ties, and a comparison with a second implementation."""

from __future__ import annotations

import json
import random
from importlib import resources

import numpy as np
import pytest
from tests.games.barrage.automa_oracle import Automa
from tests.games.barrage.both import table_of
from tests.games.barrage.oracle import Table
from tests.games.barrage.valley import (
    AUTOMA,
    CONDUIT_NAMES,
    PERSON,
    POWERHOUSE_NAMES,
    conduit,
    dam,
    give,
    new,
    powerhouse,
    turn,
    valley,
)

from stockade.conformance.scope import either
from stockade.core.state import State
from stockade.games.barrage.layout import BASES, CARDS, NEUTRAL, NOTHING, Kind
from stockade.games.barrage.rules.cards import Want
from stockade.games.barrage.rules.criteria import meeting, pick_space
from stockade.games.barrage.tables import SITE_NAMES

BASE_NAMES = SITE_NAMES[:BASES]
NAMES = {
    Kind.BASE: BASE_NAMES,
    Kind.ELEVATION: BASE_NAMES,
    Kind.CONDUIT: CONDUIT_NAMES,
    Kind.POWERHOUSE: POWERHOUSE_NAMES,
}
MAPS = either(quick=1_000, deep=3_000)


def bits_of(kind: Kind, spaces: str) -> int:
    return sum(1 << NAMES[kind].index(space) for space in spaces.split())


def kept(state: State, kind: Kind, want: Want, spaces: str, card: int = 1) -> str:
    """Return the candidates that meet a criterion."""
    bits = meeting(state.record, AUTOMA, int(kind), int(want), bits_of(kind, spaces), card - 1)
    return " ".join(name for number, name in enumerate(NAMES[kind]) if bits >> number & 1)


def picked(state: State, kind: Kind, spaces: str, card: int) -> str:
    record = state.record
    record.last_card = card - 1
    trace = np.full(1, -1, np.int32)
    return NAMES[kind][pick_space(record, AUTOMA, int(kind), bits_of(kind, spaces), NOTHING, trace)]


# -- bases and elevations --------------------------------------------------------------------------------------


def test_strongest_conduit_of_a_base_is_the_dearest_that_starts_there_rather_an_own_one() -> None:
    state = valley()
    conduit(state, "c5A", "c3B", owner=PERSON)
    assert kept(state, Kind.BASE, Want.STRONGEST_CONDUIT, "b3l b5l b7l") == "b3l b5l"
    conduit(state, "c3B")
    assert kept(state, Kind.BASE, Want.STRONGEST_CONDUIT, "b3l b5l b7l") == "b3l"
    conduit(state, "c1A", owner=PERSON)  # no candidate touches this conduit
    assert kept(state, Kind.BASE, Want.STRONGEST_CONDUIT, "b3l b5l b7l") == "b3l"
    assert kept(state, Kind.BASE, Want.STRONGEST_CONDUIT, "b1u b3l b5l") == "b1u"
    assert kept(state, Kind.BASE, Want.STRONGEST_CONDUIT, "b7l b9l") == ""


def test_own_powerhouse_is_at_the_end_of_any_conduit_space_of_the_basin() -> None:
    state = valley()
    powerhouse(state, "p10.1")
    powerhouse(state, "p11.1", owner=PERSON)
    assert kept(state, Kind.BASE, Want.OWN_POWERHOUSE, "b2l b5u b6l b7u b8l") == "b2l b5u b7u"


def test_below_a_powerhouse_water_has_met_no_dam_before() -> None:
    state = valley()
    powerhouse(state, "p6.1")
    powerhouse(state, "p5.1", owner=PERSON)
    assert kept(state, Kind.BASE, Want.BELOW_OWN, "b6u b6l b10u b10l b9l b3l") == "b6u b6l b10u b10l"
    dam(state, "b6l", owner=PERSON)
    assert kept(state, Kind.BASE, Want.BELOW_OWN, "b6u b10u b10l b9l") == "b6u"
    assert kept(state, Kind.BASE, Want.BELOW_OWN, "b10u b9l") == "b9l"
    assert kept(state, Kind.BASE, Want.BELOW_OPPONENT, "b6u b9l") == "b9l"
    assert kept(state, Kind.BASE, Want.BELOW_OPPONENT, "b6u b10u") == "b6u"
    assert kept(state, Kind.BASE, Want.BELOW_OWN, "b10u b3l") == ""


def test_below_a_powerhouse_an_elevation_counts_its_own_dam() -> None:
    state = valley()
    powerhouse(state, "p5.1")
    dam(state, "b9u")
    dam(state, "b8u")
    assert kept(state, Kind.ELEVATION, Want.BELOW_OWN, "b8u b9u") == "b9u"


def test_red_space() -> None:
    assert kept(valley(), Kind.BASE, Want.RED_SPACE, "b1u b1l b9u") == "b1u b9u"
    assert kept(valley(), Kind.BASE, Want.RED_SPACE, "b1l b9l") == ""


def test_feeding_a_basin_with_an_own_dam_or_else_none_with_an_opponents() -> None:
    state = valley()
    dam(state, "b10l", owner=PERSON)
    dam(state, "b5l", owner=NEUTRAL)
    # Conduits lead from 2, 5 and 7 to 10, from 1 and 3 to 5.
    assert kept(state, Kind.BASE, Want.FEEDS_OWN_DAM_BASIN, "b1l b2l b3l b7l") == "b1l b3l"
    dam(state, "b6l")
    assert kept(state, Kind.BASE, Want.FEEDS_OWN_DAM_BASIN, "b1l b2l b3l b7l") == "b2l b3l"
    assert kept(state, Kind.BASE, Want.FEEDS_OWN_DAM_BASIN, "b7l b5u") == ""


def test_most_water_counts_the_drops_that_come_and_then_where_from() -> None:
    state = valley()
    state.record.waiting[:] = (1, 2, 0, 1)  # A to basins 1 8, B to 2 5 9, D to 4 7 10
    assert kept(state, Kind.BASE, Want.MOST_WATER, "b1l b5l b7l b9u") == "b5l b9u"
    dam(state, "b2l", owner=PERSON, level=1)
    assert kept(state, Kind.BASE, Want.MOST_WATER, "b1l b5l b7l", card=1) == "b1l"  # A before B before C
    assert kept(state, Kind.BASE, Want.MOST_WATER, "b1l b5l b7l", card=2) == "b5l"  # B C D
    assert kept(state, Kind.BASE, Want.MOST_WATER, "b1l b5l b7l", card=4) == "b7l"  # D A B
    assert kept(state, Kind.BASE, Want.MOST_WATER, "b3l b6l") == ""


def test_most_water_of_an_elevation_is_what_reaches_its_dam() -> None:
    state = valley()
    state.record.waiting[:] = (3, 2, 0, 0)
    dam(state, "b1u", level=2, drops=1)
    dam(state, "b2l", level=1, drops=1)
    dam(state, "b8l", level=1)
    assert kept(state, Kind.ELEVATION, Want.MOST_WATER, "b2l b8l", card=2) == "b2l"
    assert kept(state, Kind.ELEVATION, Want.MOST_WATER, "b1u b2l b8l") == "b1u"


# -- conduits --------------------------------------------------------------------------------------------------


def test_strongest_and_second_strongest() -> None:
    state = valley()
    assert kept(state, Kind.CONDUIT, Want.STRONGEST, "c1A c2B c5B c9A") == "c1A c2B"
    assert kept(state, Kind.CONDUIT, Want.SECOND_STRONGEST, "c1A c2B c5B c9A") == "c5B"
    assert kept(state, Kind.CONDUIT, Want.SECOND_STRONGEST, "c1A c2B") == "c1A c2B"


def test_a_conduit_from_a_dam_prefers_owners_in_their_order() -> None:
    state = valley()
    dam(state, "b5u")
    dam(state, "b6l", owner=NEUTRAL)
    dam(state, "b7l", owner=PERSON)
    every = "c5A c6A c7A c8A"
    assert kept(state, Kind.CONDUIT, Want.DAM_OWN, every) == "c5A"
    assert kept(state, Kind.CONDUIT, Want.DAM_OWN, "c6A c7A c8A") == "c6A"
    assert kept(state, Kind.CONDUIT, Want.DAM_OWN, "c7A c8A") == "c7A"
    assert kept(state, Kind.CONDUIT, Want.DAM_OPPONENT, every) == "c7A"
    assert kept(state, Kind.CONDUIT, Want.DAM_OPPONENT, "c5A c6A c8A") == "c6A"
    assert kept(state, Kind.CONDUIT, Want.DAM_OPPONENT, "c5A c8A") == "c5A"
    assert kept(state, Kind.CONDUIT, Want.DAM_OWN, "c8A c9A") == ""


def test_a_conduit_to_a_powerhouse_prefers_owners_in_their_order() -> None:
    state = valley()
    powerhouse(state, "p8.1")
    powerhouse(state, "p10.1", owner=PERSON)
    assert kept(state, Kind.CONDUIT, Want.POWERHOUSE_OWN, "c1A c5B c6A") == "c1A"
    assert kept(state, Kind.CONDUIT, Want.POWERHOUSE_OWN, "c5B c6A") == "c5B"
    assert kept(state, Kind.CONDUIT, Want.POWERHOUSE_OPPONENT, "c1A c5B c6A") == "c5B"
    assert kept(state, Kind.CONDUIT, Want.POWERHOUSE_OPPONENT, "c1A c6A") == "c1A"
    assert kept(state, Kind.CONDUIT, Want.POWERHOUSE_OWN, "c6A c6B") == ""


# -- powerhouses -----------------------------------------------------------------------------------------------


def test_strongest_conduit_of_a_powerhouse_is_the_dearest_that_ends_there() -> None:
    state = valley()
    conduit(state, "c1B", "c3A", "c2A", owner=PERSON)
    assert kept(state, Kind.POWERHOUSE, Want.STRONGEST_CONDUIT, "p5.1 p6.1 p7.1") == "p5.1"
    conduit(state, "c6A")
    assert kept(state, Kind.POWERHOUSE, Want.STRONGEST_CONDUIT, "p5.1 p6.1 p9.1") == "p9.1"
    assert kept(state, Kind.POWERHOUSE, Want.STRONGEST_CONDUIT, "p7.1 p8.1") == ""


def test_own_dam_at_the_start_of_a_conduit_space() -> None:
    state = valley()
    dam(state, "b3l")
    dam(state, "b1l", owner=PERSON)
    assert kept(state, Kind.POWERHOUSE, Want.OWN_DAM, "p5.1 p6.2 p8.1") == "p5.1 p6.2"


def test_feeding_dams_the_two_tests_in_either_order() -> None:
    state = valley()
    dam(state, "b9l")  # below 5 and 9
    dam(state, "b10u", owner=PERSON)  # below 6, 7 and 10
    dam(state, "b8l", owner=NEUTRAL)
    every = "p5.1 p6.1 p8.1 p9.2 p12.1"
    assert kept(state, Kind.POWERHOUSE, Want.FEEDS_OWN_DAM, every) == "p5.1 p9.2"
    assert kept(state, Kind.POWERHOUSE, Want.FEEDS_OWN_DAM, "p6.1 p8.1 p12.1") == "p8.1 p12.1"
    assert kept(state, Kind.POWERHOUSE, Want.NOT_FEEDING_OPPONENT_DAM, every) == "p5.1 p8.1 p9.2 p12.1"
    assert kept(state, Kind.POWERHOUSE, Want.NOT_FEEDING_OPPONENT_DAM, "p6.1 p7.1") == ""


def test_places_by_name() -> None:
    state = valley()
    every = "p5.1 p6.1 p7.1 p8.1 p12.4"
    assert kept(state, Kind.POWERHOUSE, Want.PLAINS, every) == "p8.1 p12.4"
    assert kept(state, Kind.POWERHOUSE, Want.BASIN_5, every) == "p5.1"
    assert kept(state, Kind.POWERHOUSE, Want.BASIN_6, every) == "p6.1"
    assert kept(state, Kind.POWERHOUSE, Want.BASIN_7, every) == "p7.1"


def test_every_criterion_has_its_test() -> None:
    assert len(Want) == 20


# -- the whole choice ------------------------------------------------------------------------------------------


def test_what_completes_a_working_system_comes_before_all_criteria() -> None:
    state = valley()
    powerhouse(state, "p11.1")
    conduit(state, "c9A", owner=PERSON)
    conduit(state, "c1A")
    assert picked(state, Kind.BASE, "b1l b9l b10l", 1) == "b9l"  # although the stronger conduit is in basin 1
    dam(state, "b8l", owner=NEUTRAL)
    assert picked(state, Kind.CONDUIT, "c8A c8B c1B", 1) == "c8A"  # although it is the weakest
    dam(state, "b3l", owner=PERSON)  # of no use to the Automa
    conduit(state, "c3A", "c8B", owner=PERSON)
    assert picked(state, Kind.POWERHOUSE, "p5.1 p9.1 p10.1", 1) == "p9.1"  # although the tile starts at 5


def test_an_elevation_completes_nothing() -> None:
    state = valley()
    powerhouse(state, "p11.1")
    conduit(state, "c9A")
    dam(state, "b9l")
    dam(state, "b10l")
    conduit(state, "c10A")
    assert picked(state, Kind.ELEVATION, "b9l b10l", 1) == "b10l"  # the stronger conduit


@pytest.mark.parametrize(
    ("card", "space"), [(1, "b1l"), (2, "b2u"), (3, "b3l"), (9, "b1u"), (17, "b5u"), (20, "b10l")]
)
def test_the_last_tie_starts_at_the_number_of_the_tile(card: int, space: str) -> None:
    """In an empty valley only red spaces, if the tile wants them, come before it; then the space without a fee."""
    assert picked(valley(), Kind.BASE, " ".join(BASE_NAMES), card) == space


def test_the_last_tie_goes_up_and_round() -> None:
    state = valley()
    assert picked(state, Kind.BASE, "b3u b3l b9l", 20) == "b3l"
    assert picked(state, Kind.CONDUIT, "c1A c2B", 20) == "c1A"  # equal values, from 10B on and round
    assert picked(state, Kind.CONDUIT, "c4A c5A c9B", 11) == "c9B"  # no dam or powerhouse anywhere, equal values
    assert picked(state, Kind.POWERHOUSE, "p10.2 p10.3 p9.3", 12) == "p10.2"
    assert picked(state, Kind.POWERHOUSE, "p8.3 p8.2 p9.3", 9) == "p8.2"


def test_a_criterion_that_nobody_meets_is_skipped() -> None:
    state = valley(criteria=2)  # strongest conduit, own powerhouse: none is built; then red spaces
    give(state, 6, 0)
    state.record.dam_owner[BASE_NAMES.index("b5u")] = PERSON
    assert new(state, turn(state, 17)) == {"b2u"}


# -- a second implementation -----------------------------------------------------------------------------------


def random_valley(chance: random.Random) -> State:
    """Return a map on which anything may stand."""
    state = valley(players=4, automas=3)
    record = state.record
    owners = [PERSON, AUTOMA, AUTOMA, 2, 3, NEUTRAL]
    density = chance.random()
    for number in range(BASES):
        if chance.random() < density:
            taken = record.dam_owner[number ^ 1] if number % 2 else NOTHING  # one base of a company in each basin
            level = chance.randint(1, 3)
            record.dam_owner[number] = chance.choice([each for each in owners if each != taken])
            record.dam_level[number], record.dam_drops[number] = level, chance.randint(0, level)
    for field in (record.conduit, record.powerhouse):
        for number in range(len(field)):
            if chance.random() < density:
                field[number] = chance.choice(owners[:-1])
    for seat in range(4):
        own = record.dam_owner == seat
        raised = int(record.dam_level[own].sum()) - int(own.sum())
        counts = [int((field == seat).sum()) for field in (record.conduit, record.powerhouse)]
        record.player[seat].built[:] = [int(own.sum()), raised, *counts]
    record.waiting[:] = [chance.randint(0, 3) for _ in range(4)]
    record.last_card = chance.randrange(CARDS)
    return state


def candidates(chance: random.Random, kind: Kind, table: Table) -> list[str]:
    """Return free spaces, or for elevations the Automa's own dams."""
    if kind == Kind.ELEVATION:
        return [space for space, dam in table.dams.items() if dam.owner == AUTOMA]
    free = [space for space in NAMES[kind] if space not in {**table.dams, **table.conduits, **table.houses}]
    return chance.sample(free, chance.randint(0, len(free)))


def test_a_second_implementation_picks_the_same() -> None:
    chance = random.Random(61)
    compared = 0
    for _ in range(MAPS):
        state, kind = random_valley(chance), chance.choice(list(Kind))
        table, card = table_of(state), int(state.record.last_card) + 1
        if spaces := candidates(chance, kind, table):
            compared += 1
            expected = Automa(table, AUTOMA).pick(kind.name.lower(), set(spaces))
            assert picked(state, kind, " ".join(spaces), card) == expected, (kind, table)
    assert compared > 2 * MAPS // 3


def test_the_second_implementation_knows_every_word_of_the_tiles() -> None:
    words = json.loads(resources.files("stockade.games.barrage").joinpath("data/automa.json").read_text("utf-8"))
    for tile in words["tiles"]:
        for kind, prefix in (("base_elevation", "base"), ("conduit", "conduit"), ("powerhouse", "powerhouse")):
            for word in tile["criteria"][kind]:
                assert hasattr(Automa, f"{prefix}_{word.partition(':')[0]}")
