"""The effects of the fifteen advanced technology tiles."""

from __future__ import annotations

import pytest
from tests.games.barrage.laid import (
    ADVANCED,
    can,
    conduits,
    dam,
    dams,
    gained,
    give,
    legal,
    player,
    powerhouses,
    table,
    tiles,
    turn,
    water,
    wheel,
)
from tests.games.positions import played

from stockade.core.state import State

KINDS = {"base": "b8l", "elevation": "b5l+", "conduit": "c10B", "powerhouse": "p9.1"}


def holding(tile: str, companies: str = "france usa", **fields: object) -> State:
    """Return a state in which a company has one dam and this tile, and no other."""
    state = give(dam(table(companies=companies), "b5l", 0), 0, **fields)
    player(state).tiles = 0
    return give(state, 0, tiles=tile)


@pytest.mark.parametrize("tile", ADVANCED)
def test_what_a_tile_builds(tile: str) -> None:
    state = holding(tile)
    kind = tile.split("-")[1]
    kinds = list(KINDS) if kind == "wild" else [kind]
    assert [each for each, space in KINDS.items() if can(state, f"build {space} {tile}")] == kinds
    after = played(state, f"build {KINDS[kinds[0]]} {tile}")
    while after.current_player == 0:  # what the tile or a mixed payment asks
        after.apply(after.legal_actions()[-1])
    assert tile not in tiles(after)
    assert tile in [name for name, *_ in wheel(after).values()]


@pytest.mark.parametrize("tile", ADVANCED)
def test_what_needs_engineers(tile: str) -> None:
    state = holding(tile, engineers=0)
    free = [text for text in legal(state, "build") if " free " in text]
    assert free == legal(state, "build")
    assert bool(free) == (tile in ("I-powerhouse", "III-base"))


def test_i_base_puts_a_drop_into_all_own_empty_dams() -> None:
    state = dams(holding("I-base"), "b1l 0/3, b2l 1/2", 0)
    dam(state, "b6l", "neutral", 0, 2)
    dam(state, "b7l", 1, 0, 1)
    after = played(state, "build b8l I-base")
    found = {"b5l": "1/1", "b1l": "1/3", "b2l": "1/2", "b6l": "0/2", "b7l": "0/1", "b8l": "1/1"}
    assert water(after) == found


def test_i_elevation_turns_the_wheel_for_each_own_elevation() -> None:
    state = dams(holding("I-elevation"), "b1l 0/3", 0)  # two elevations, and the new one
    give(state, 0, wheel={2: ("base", 7, 0), 1: ("conduit", 6, 0)})
    after = played(state, "build b5l+ I-elevation")
    assert gained(state, after) == {"engineers": -1, "mixers": -3, "excavators": 7}  # one turn, then three
    assert wheel(after) == {5: ("conduit", 6, 0), 4: ("I-elevation", 0, 3)}


@pytest.mark.parametrize(("conduit", "value"), [("c10B", 1), ("c7A", 2), ("c8A", 3), ("c6A", 4), ("c1A", 5)])
def test_i_conduit_brings_credits_of_twice_the_value(conduit: str, value: int) -> None:
    state = holding("I-conduit", credits=0)
    after = played(state, f"build {conduit} I-conduit")
    assert gained(state, after) == {"engineers": -1, "excavators": -2 * value, "credits": 2 * value}


def test_i_powerhouse_places_no_engineers() -> None:
    state = holding("I-powerhouse")
    assert gained(state, played(state, "build p5.2 free I-powerhouse")) == {"mixers": -2, "credits": -3}


def test_i_wild_pays_no_red_building_fee() -> None:
    state = holding("I-wild", credits=0)
    assert gained(state, played(state, "build b1u I-wild")) == {"engineers": -1, "excavators": -5}
    assert gained(state, played(state, "build p12.4 I-wild")) == {"engineers": -1, "mixers": -2}
    give(state, 0, constructions=3)
    assert legal(state, "build") == []  # the fourth construction space has its own fee
    give(state, 0, credits=3)
    assert gained(state, played(state, "build b1u I-wild")) == {"engineers": -3, "excavators": -5, "credits": -3}


def test_ii_base_makes_energy_for_each_own_base() -> None:
    state = dams(holding("II-base", contracts="S4 G06"), "b1l 0/1, b2l 0/1", 0)
    after = played(state, "build b8l II-base")
    assert player(after).energy == 4
    assert wheel(after) == {3: ("II-base", 3, 0)}  # the fourth base of France turned the wheel twice more
    assert legal(after) == ["contract S4", "contract G06", "contract none"]


def test_ii_base_may_fulfil_a_contract() -> None:
    state = dam(holding("II-base", contracts="S4 G06"), "b1l", 0)
    after = played(state, "build b8l II-base")
    assert player(after).energy == 3
    assert legal(after) == ["contract G06", "contract none"]  # 3, not 4
    assert player(played(after, "contract G06")).energy == 3


def test_ii_elevation_fills_its_dam() -> None:
    state = dam(holding("II-elevation"), "b1l", 0)
    after = played(state, "build b5l+ II-elevation")
    assert water(after) == {"b5l": "2/2", "b1l": "0/1"}


@pytest.mark.parametrize(
    ("conduit", "cost"), [("c10B", 2), ("c7A", 4), ("c8A", 5), ("c6A", 5), ("c1A", 5)], ids="12345"
)
def test_ii_conduit_never_costs_more_than_5(conduit: str, cost: int) -> None:
    state = holding("II-conduit", excavators=cost)
    assert gained(state, played(state, f"build {conduit} II-conduit")) == {"engineers": -1, "excavators": -cost}
    assert not can(give(state, 0, excavators=cost - 1), f"build {conduit} II-conduit")


def test_ii_powerhouse_may_produce_with_2_more() -> None:
    state = dam(holding("II-powerhouse"), "b7l", 0, 1, 1)
    powerhouses(conduits(state, "c7A c7B", 0), "p10.1", 0)
    asked = played(state, "build p12.1 II-powerhouse")
    assert legal(asked) == ["produce b7l c7A 1", "produce b7l c7B 1", "produce none"]  # through any powerhouse
    assert player(played(asked, "produce b7l c7A 1")).energy == 2 + 2 + 1  # with the new one there are two
    assert player(played(asked, "produce b7l c7B 1")).energy == 3 + 2 + 1
    assert gained(state, played(asked, "produce b7l c7B 1")) == {"engineers": -1, "mixers": -3, "energy": 6}
    assert player(played(asked, "produce none")).energy == 0


def test_ii_powerhouse_without_any_production_asks_nothing() -> None:
    assert played(holding("II-powerhouse"), "build p12.1 II-powerhouse").current_player == 1


def test_ii_wild_takes_either_machine() -> None:
    state = holding("II-wild", excavators=0, mixers=8)
    assert gained(state, played(state, "build c6A II-wild", "pay 0E 8M")) == {"engineers": -1, "mixers": -8}
    give(state, 0, excavators=8, mixers=0)
    assert gained(state, played(state, "build b5l+ II-wild", "pay 3E 0M")) == {"engineers": -1, "excavators": -3}
    give(state, 0, excavators=1, mixers=1)
    after = played(state, "build p5.1 II-wild", "pay 1E 1M")
    assert gained(state, after) == {"engineers": -1, "excavators": -1, "mixers": -1}
    assert not can(state, "build b8l II-wild")


def test_iii_base_places_neither_engineers_nor_excavators() -> None:
    state = holding("III-base", excavators=0, engineers=0)
    assert gained(state, played(state, "build b1u free III-base")) == {"credits": -3}


def test_iii_elevation_scores_for_raised_dams() -> None:
    state = dams(holding("III-elevation"), "b1l 0/3, b2l 0/2, b3l 0/1", 0)
    dam(state, "b6l", "neutral", 1, 2)
    state.record.player[0].built[1] = 2  # the third elevation uncovers nothing
    after = played(state, "build b5l+ III-elevation")
    assert gained(state, after)["vp"] == 9


@pytest.mark.parametrize(("conduit", "value"), [("c10B", 1), ("c7A", 2), ("c8A", 3), ("c6A", 4), ("c1A", 5)])
def test_iii_conduit_makes_energy_of_twice_the_value(conduit: str, value: int) -> None:
    state = holding("III-conduit")
    after = played(state, f"build {conduit} III-conduit")
    assert gained(state, after) == {"engineers": -1, "excavators": -2 * value, "energy": 2 * value}


def test_iii_conduit_may_fulfil_a_contract() -> None:
    state = holding("III-conduit", contracts="R01 R06 R11")
    after = played(state, "build c6A III-conduit")
    assert legal(after) == ["contract R01", "contract none"]  # 8, not 9 or 10


def test_iii_powerhouse_scores_for_powerhouses() -> None:
    state = powerhouses(holding("III-powerhouse"), "p5.1 p6.1", 0)
    assert gained(state, played(state, "build p7.1 III-powerhouse"))["vp"] == 9


def test_iii_wild_scores_for_advanced_tiles() -> None:
    state = holding("III-wild", wheel={3: ("II-base", 0, 0), 4: ("conduit", 0, 0), 5: ("anton", 0, 0)})
    give(state, 0, tiles="I-base base")
    after = played(state, "build c10B III-wild")
    assert tiles(after) == ["base", "I-base", "anton"]
    assert gained(state, after)["vp"] == 9  # I-base, II-base on the wheel, and the tile itself


def test_effects_come_with_every_use() -> None:
    state = holding("III-powerhouse", mixers=9)
    state = played(state, "build p5.1 III-powerhouse")
    assert player(state).vp == 13
    give(turn(state, 0), 0, tiles="III-powerhouse", wheel={1: ("", 0, 0)})
    assert player(played(state, "build p6.1 III-powerhouse")).vp == 19
