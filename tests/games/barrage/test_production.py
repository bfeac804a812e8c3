"""Rulings 22 to 31: production, and the powers of the companies."""

from __future__ import annotations

import random

import pytest
from tests.games.barrage.facts import CONDUITS
from tests.games.barrage.laid import (
    BASES,
    COMPANIES,
    POWERHOUSES,
    ask,
    can,
    conduits,
    dam,
    dams,
    drawn,
    fulfilled,
    gained,
    give,
    legal,
    over,
    player,
    powerhouses,
    table,
    turn,
    water,
)
from tests.games.positions import played

from stockade.core.state import State
from stockade.games.barrage.layout import NEUTRAL, NOTHING, Run, Step

HOUSES = "p12.1 p11.1 p9.1 p8.1"


def plant(count: int = 1, company: str = "france", drops: int = 3, **fields: object) -> State:
    """Return a state with three seats in which the first has drops on b7l, the conduit c7B of value 3 to basin 12,
    and `count` powerhouses."""
    others = " ".join(name for name in COMPANIES.split() if name != company)
    state = dam(table(3, f"{company} {others}"), "b7l", 0, drops, 3)
    powerhouses(conduits(state, "c7B", 0), " ".join(HOUSES.split()[:count]), 0)
    return give(state, 0, **fields)


# -- 22 to 24: what can be produced ----------------------------------------------------------------------------------


def test_ruling_22_powerhouse_drop_and_conduit() -> None:
    state = plant(drops=2)
    assert legal(played(state, "turbine_0 L")) == ["produce b7l c7B 1", "produce b7l c7B 2"]
    assert legal(plant(0), "turbine") == []
    assert legal(plant(drops=0), "turbine") == []
    state = plant()
    state.record.conduit[:] = NOTHING
    assert legal(state, "turbine") == []


@pytest.mark.parametrize(("owner", "works"), [(0, True), ("neutral", True), (1, False)])
def test_ruling_22_the_dam_is_own_or_neutral(owner: int | str, works: bool) -> None:
    state = dam(table(), "b7l", owner, 1, 1)
    powerhouses(conduits(state, "c7B", 0), "p12.1", 0)
    assert can(state, "turbine_0 L") == works


def test_ruling_22_the_conduit_is_anybodys_and_leads_there() -> None:
    state = dam(table(3), "b7l", 0, 1, 1)
    powerhouses(conduits(state, "c7A", 2), "p12.1", 0)
    assert not can(state, "turbine_0 L")  # that conduit leads to basin 10
    assert can(powerhouses(state, "p10.1", 0), "turbine_0 L")


def test_ruling_22_a_dam_and_a_powerhouse_of_one_basin_are_not_connected() -> None:
    state = powerhouses(dam(table(), "b7l", 0, 1, 1), "p7.1 p10.1", 0)
    assert not can(state, "turbine_0 L")


def test_ruling_22_both_dams_of_a_basin_are_connected() -> None:
    state = dam(plant(drops=1), "b7u", "neutral", 1, 2)
    assert legal(played(state, "turbine_0 L")) == ["produce b7u c7B 1", "produce b7l c7B 1"]


def expected(state: State, modifier: int) -> list[str]:
    """Return all productions of the first seat, found by looking at each pair of a dam and a conduit."""
    record = state.record
    mine = {int(name[1:].split(".")[0]) for name, who in zip(POWERHOUSES, record.powerhouse, strict=True) if who == 0}
    bonus = (0, 0, 1, 1, 3)[player(state).built[3]]
    found = []
    for space, owner, held in zip(BASES, record.dam_owner, record.dam_drops, strict=True):
        for (conduit, (start, end, value)), whose in zip(CONDUITS.items(), record.conduit, strict=True):
            if owner not in (0, NEUTRAL) or whose == NOTHING or start != int(space[1:-1]) or end not in mine:
                continue
            for drops in range(1, held + 1):
                energy = max(drops * value, 4 if player(state).officer == 2 else 0) + modifier + bonus
                if energy >= 1 and (whose == 0 or drops <= player(state).credits):
                    found.append(f"produce {space} {conduit} {drops}")
    return found


@pytest.mark.parametrize("seed", range(12))
def test_ruling_22_every_production_on_a_crowded_map(seed: int) -> None:
    dice = random.Random(seed)
    for modifier in (2, 0, -2):
        state = table(3, officers="fiesler" if seed % 3 == 0 else "")
        for space in BASES:
            level = dice.randint(1, 3)
            dam(state, space, dice.choice((0, 0, 1, "neutral")), dice.randint(0, level), level)
        for conduit in CONDUITS:
            conduits(state, conduit, dice.randrange(3))
        houses = dice.sample(POWERHOUSES, 12)
        powerhouses(state, " ".join(houses[: seed % 5]), 0)
        powerhouses(state, " ".join(houses[6:]), 1)
        give(state, 0, credits=dice.randrange(4))
        wanted = expected(state, modifier)
        space = f"turbine_{'p2' if modifier > 0 else 'm2' if modifier else '0'} L"
        assert can(state, space) == bool(wanted)
        if wanted:
            ask(state, 0, Step.PRODUCE, modifier, Run.PLAIN)
            assert legal(state) == sorted(wanted, key=lambda text: state.parse(text))


@pytest.mark.parametrize("fiesler", [False, True])
@pytest.mark.parametrize("houses", [1, 2, 3, 4])
@pytest.mark.parametrize(("space", "modifier"), [("turbine_p2 L", 2), ("turbine_0 L", 0), ("turbine_m1 L", -1)])
def test_ruling_23_energy(space: str, modifier: int, houses: int, fiesler: bool) -> None:
    state = plant(houses, officer="fiesler" if fiesler else "-")
    for drops in (1, 2, 3):
        after = played(state, space, f"produce b7l c7B {drops}")
        made = max(3 * drops, 4) if fiesler else 3 * drops
        assert player(after).energy == made + modifier + {1: 0, 2: 1, 3: 1, 4: 3}[houses]


def test_ruling_23_at_least_1() -> None:
    state = dam(table(3, "france usa italy"), "b10l", 0, 3, 3)
    powerhouses(conduits(state, "c10B", 0), "p12.1", 0)
    assert legal(played(state, "turbine_m1 L")) == ["produce b10l c10B 2", "produce b10l c10B 3"]
    after = played(state, "turbine_m2 L")  # three drops with value 1 are the only way
    assert player(after).energy == 1
    powerhouses(state, "p11.1", 0)
    assert len(legal(played(state, "turbine_m1 L"))) == 3


def test_ruling_24_credits_limit_the_drops() -> None:
    state = dam(table(3), "b7l", 0, 3, 3)
    powerhouses(conduits(state, "c7B", 2), "p12.1", 0)
    assert legal(played(give(state, 0, credits=2), "turbine_0 L")) == ["produce b7l c7B 1", "produce b7l c7B 2"]
    assert not can(give(state.clone(), 0, credits=0, contracts="G03"), "turbine_0 L")  # its 5 credits come too late
    assert can(give(state.clone(), 0, credits=0), "bank 1")


# -- 25 and 26: in which order, and contracts ------------------------------------------------------------------------


def test_ruling_25_what_has_happened_when_a_contract_is_chosen() -> None:
    """Italy sends two drops through a German conduit; the USA stands in basins 9 and 11 below."""
    state = dams(table(3, "usa germany italy"), "b6l 2/2", 2)
    dam(powerhouses(state, "p9.1 p11.1 p5.1", 0), "b9l", 2, 0, 1)
    powerhouses(conduits(state, "c6A", 1), "p9.2 p7.1 p8.1", 2)
    give(state, 2, contracts="R01")
    asked = played(turn(state, 2), "turbine_0 L", "produce b6l c6A 2")
    assert legal(asked) == ["contract R01", "contract none"]
    assert water(asked) == {"b6l": "0/2", "b9l": "1/1"}
    assert gained(state, asked, 2) == {"energy": 8 + 1, "credits": -2, "engineers": -2}
    assert gained(state, asked, 1) == {"credits": 2, "vp": 2}
    assert gained(state, asked, 0) == {"energy": 1}  # one drop stays in basin 9, the other enters 11
    after = played(asked, "contract R01")
    assert gained(asked, after, 2) == {"vp": 4, "energy": 3}


def test_ruling_26_one_contract_for_a_production() -> None:
    state = plant(4, contracts="S1 R01 R06", drops=3)  # 9 + 2 + 3 = 14; France needs 3 less
    asked = played(state, "turbine_p2 L", "produce b7l c7B 3")
    assert legal(asked) == [f"contract {name}" for name in ("S1", "R01", "R06", "N1", "N2", "none")]
    after = played(asked, "contract R01")
    assert after.current_player == 1
    assert fulfilled(after) == ["R01"]


def test_ruling_26_it_may_be_declined() -> None:
    state = played(plant(contracts="S3"), "turbine_0 L", "produce b7l c7B 1")
    after = played(state, "contract none")
    assert fulfilled(after) == []
    assert after.current_player == 1


def test_ruling_26_two_productions_do_not_add_up() -> None:
    state = plant(contracts="Y01", company="italy")
    state = played(state, "turbine_0 L", "produce b7l c7B 1")
    state = played(turn(state, 0), "turbine_0 R", "produce b7l c7B 1")
    assert player(state).energy == 6
    assert state.current_player == 1  # there is nothing to choose


# -- 27: Germany -----------------------------------------------------------------------------------------------------


def germany(**fields: object) -> State:
    """Return a state in which Germany, with Fiesler, can produce in basins 12, 10 and 9."""
    state = dams(table(3, "germany usa france", "fiesler"), "b7l 2/3, b6l 1/1", 0)
    powerhouses(conduits(state, "c7A c7B", 0), "p12.1 p10.1 p9.1", 0)
    return give(conduits(state, "c6A", 0), 0, **fields)


def test_ruling_27_germany_produces_again_elsewhere() -> None:
    state = played(germany(), "turbine_p2 L", "produce b7l c7B 1")
    assert player(state).energy == 4 + 2 + 1  # at least 4 because of Fiesler
    assert legal(state) == ["produce b6l c6A 1", "produce b7l c7A 1", "produce none"]
    after = played(state, "produce b7l c7A 1")
    assert gained(state, after) == {"energy": 2}  # drops times value, and Fiesler does not help
    assert after.current_player == 1  # there is no third one


def test_ruling_27_it_is_optional() -> None:
    state = played(germany(), "turbine_p2 L", "produce b7l c7B 1")
    after = played(state, "produce none")
    assert gained(state, after) == {}
    assert after.current_player == 1


def test_ruling_27_each_production_may_fulfil_a_contract() -> None:
    state = played(germany(contracts="Y11 S3 G01"), "turbine_p2 L", "produce b7l c7B 1", "contract Y11")
    state = played(state, "produce b7l c7A 1")
    assert legal(state) == ["contract S3", "contract G01", "contract none"]
    assert fulfilled(played(state, "contract S3")) == ["S3", "Y11"]


def test_ruling_27_the_second_one_sees_what_the_first_one_did() -> None:
    """The first production's drop fills a dam, and its contract builds the conduit from there."""
    state = dam(table(3, "germany usa france"), "b4l", 0, 1, 1)
    dam(powerhouses(conduits(state, "c4A", 0), "p7.1 p12.1 p9.1", 0), "b7l", 0, 0, 1)
    give(state, 0, contracts="Y08")
    state = played(state, "turbine_p2 L")
    assert legal(state) == ["contract Y08", "contract none"]  # 3 + 2 + 1
    state = played(state, "contract Y08", "place c7B")
    assert legal(state) == ["produce b7l c7B 1", "produce none"]
    assert gained(state, played(state, "produce b7l c7B 1")) == {"energy": 3}


def test_ruling_27_not_with_two_powerhouses() -> None:
    state = dams(table(3, "germany usa france"), "b7l 2/3", 0)
    powerhouses(conduits(state, "c7A c7B", 0), "p12.1 p10.1", 0)
    assert played(state, "turbine_0 L", "produce b7l c7B 1").current_player == 1


@pytest.mark.parametrize("company", ["germany", "italy"])
def test_ruling_69_a_third_powerhouse_from_the_contract_comes_too_late(company: str) -> None:
    state = dams(table(3, f"{company} usa france"), "b7l 2/3", 0)
    powerhouses(conduits(state, "c7A c7B", 0), "p12.1 p10.1", 0)
    give(state, 0, contracts="Y02")
    after = played(state, "turbine_p2 L", "produce b7l c7B 1", "contract Y02", "place p9.1")
    assert after.current_player == 1  # Germany has no second production
    assert player(after).energy == 3 + 2 + 1  # and Italy has no steps
    assert player(after).built[3] == 3


def test_ruling_69_a_powerhouse_from_the_contract_serves_the_second_production() -> None:
    state = dams(table(3, "germany usa france"), "b7l 2/3", 0)
    powerhouses(conduits(state, "c7A c7B", 0), "p12.1 p5.1 p6.1", 0)
    give(state, 0, contracts="Y02")
    state = played(state, "turbine_p2 L", "produce b7l c7B 1", "contract Y02", "place p10.1")
    assert legal(state) == ["produce b7l c7A 1", "produce none"]


def test_ruling_27_a_foreign_conduit_is_paid_again() -> None:
    state = dams(table(3, "germany usa france"), "b7l 2/3", 0)
    powerhouses(conduits(state, "c7A c7B", 2), "p12.1 p10.1 p9.1", 0)
    first = played(give(state, 0, credits=1), "turbine_0 L", "produce b7l c7B 1")
    assert first.current_player == 1  # there is nothing for the second
    second = played(give(state, 0, credits=2), "turbine_0 L", "produce b7l c7B 1", "produce b7l c7A 1")
    assert player(second).credits == 0
    assert gained(state, second, 2) == {"credits": 2, "vp": 2}


# -- 28 to 30: energy of other kinds ---------------------------------------------------------------------------------


def test_ruling_28_the_production_of_a_tile_is_a_full_one() -> None:
    state = plant(2, "italy", drops=1, tiles="II-powerhouse", contracts="Y06", officer="fiesler")
    asked = played(state, "build p8.1 II-powerhouse", "produce b7l c7B 1")
    assert player(asked).energy == 4 + 2 + 1
    assert legal(asked) == ["contract Y06", "contract none"]
    assert player(played(asked, "contract none")).energy == 7 + 3  # with the third powerhouse Italy has its power
    german = plant(2, "germany", drops=2, tiles="II-powerhouse")
    asked = played(conduits(german, "c7A", 0), "build p10.1 II-powerhouse", "produce b7l c7B 1")
    assert legal(asked) == ["produce b7l c7A 1", "produce none"]


def test_ruling_28_the_fourth_powerhouse_counts_for_it() -> None:
    state = plant(3, drops=1, tiles="II-powerhouse")
    after = played(state, "build p8.1 II-powerhouse", "produce b7l c7B 1")
    assert player(after).energy == 3 + 2 + 3


@pytest.mark.parametrize("company", COMPANIES.split())
def test_ruling_29_energy_of_a_tile_is_no_production(company: str) -> None:
    state = plant(4, company, tiles="II-base III-conduit", officer="fiesler", contracts="G06 Y01")
    based = played(state, "build b8l II-base", *(["machine E"] if company == "france" else []))
    assert player(based).energy == 2  # neither the bonus nor Fiesler counts
    if company == "france":
        assert legal(based) == ["contract G06", "contract Y01", "contract none"]
        based = played(based, "contract none")
    assert player(based).energy == 2  # nor Italy's steps
    assert based.current_player == 1  # nor another production
    piped = played(state, "build c10B III-conduit", *(["machine E"] if company == "italy" else []))
    assert player(piped).energy == 2


def test_ruling_29_it_may_fulfil_a_national_with_the_discount_of_france() -> None:
    state = plant(3, tiles="III-conduit")
    asked = played(state, "build c1A III-conduit")
    assert player(asked).energy == 10
    assert legal(asked) == ["contract N1", "contract N2", "contract none"]
    assert fulfilled(played(asked, "contract N2", *["machine E"] * 4)) == ["N2"]
    assert played(plant(2, tiles="III-conduit"), "build c1A III-conduit").current_player == 1


def test_ruling_30_energy_of_rewards_only_moves_the_marker() -> None:
    state = plant(contracts="S1 G01 G06")
    asked = played(state, "turbine_0 L", "produce b7l c7B 1")
    after = played(asked, "contract S1")
    assert gained(asked, after) == {"credits": 2, "energy": 2}
    assert after.current_player == 1
    # The same for Italy's steps, an income, and water that passes the USA.
    state = played(plant(3, "italy", contracts="Y11"), "turbine_0 L", "produce b7l c7B 1")
    assert (player(state).energy, state.current_player) == (3 + 1 + 3, 1)
    state = dams(table(3, "italy usa france"), "b1l 0/3, b2l 0/2", 0)
    state = give(state, 0, contracts="S4")
    after = played(state, "build b2l+ elevation")
    assert (player(after).energy, after.current_player) == (4, 1)
    state = powerhouses(table(3), "p5.1 p9.1 p11.1", 0)
    after = played(give(state, 0, contracts="S1"), "water_flow_1 L", "drop B")
    assert (player(after).energy, after.current_player) == (3, 1)


# -- 31 and the other powers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("houses", "contracts"), [(2, ["S3"]), (3, ["S1", "S3", "S4"])])
def test_ruling_31_france_needs_3_less(houses: int, contracts: list[str]) -> None:
    state = give(plant(houses), 0, contracts="S1 S3 S4 Y01")  # 3, 2, 4 and 5
    state = ask(state, 0, Step.CONTRACT, 2 if houses == 2 else 1)
    assert legal(state) == [*(f"contract {name}" for name in contracts), "contract none"]


@pytest.mark.parametrize("houses", [1, 2, 3, 4])
@pytest.mark.parametrize("company", COMPANIES.split())
def test_powers_begin_with_the_third_powerhouse(company: str, houses: int) -> None:
    """One drop of value 3 makes up to 6 energy, contract Y11 needs 7; another drop could go to basin 11."""
    state = dam(plant(houses, company, contracts="Y11"), "b8l", 0, 1, 1)
    conduits(state, "c8A", 0)
    has_power = houses >= 3
    after = played(state, "turbine_0 L", "produce b7l c7B 1")
    assert can(after, "contract Y11") == (has_power and company == "france")
    if can(after, "contract none"):
        after = played(after, "contract none")
    asks_again = has_power and company == "germany"
    assert legal(after, "produce") == (["produce b8l c8A 1", "produce none"] if asks_again else [])
    if asks_again:
        after = played(after, "produce none")
    steps = 3 if has_power and company == "italy" else 0
    assert player(after).energy == 3 + (0, 0, 1, 1, 3)[houses] + steps
    passed = played(give(turn(after, 0), 0, energy=0), "water_flow_1 L", "drop B")  # through basins 2, 5, 9 and 11
    assert player(passed).energy == (2 if has_power and company == "usa" else 0)


def test_italy_moves_3_more_steps_after_each_production() -> None:
    state = played(plant(3, "italy"), "turbine_0 L", "produce b7l c7B 1")
    assert player(state).energy == 3 + 1 + 3
    state = played(turn(state, 0), "turbine_0 R", "produce b7l c7B 1")
    assert player(state).energy == 14


def test_powers_work_in_every_round() -> None:
    state = plant(3, "italy")
    state = give(turn(drawn(over(state)), 0), 0, energy=0)
    assert player(played(state, "turbine_0 L", "produce b7l c7B 1")).energy == 7
