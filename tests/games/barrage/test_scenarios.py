"""The worked scenarios W1 to W14 of the rulings, sentence by sentence."""

from __future__ import annotations

import pytest
from tests.games.barrage.facts import RED_POWERHOUSES
from tests.games.barrage.laid import (
    bonus,
    can,
    conduits,
    dam,
    dams,
    drawn,
    drops,
    fulfilled,
    gained,
    give,
    hand,
    legal,
    order,
    over,
    player,
    powerhouses,
    run,
    table,
    tiles,
    turn,
    waiting,
    water,
    wheel,
)
from tests.games.positions import played

from stockade.core.state import State

# -- W1, W2: water ---------------------------------------------------------------------------------------------------


def flowing(round_no: int = 1) -> State:
    state = waiting(table(3, round_no=round_no), A=2, B=3)
    dams(state, "b1l 1/1, b8l 2/3, b2l 1/2, b5u 0/1", 1)
    return dam(state, "b5l", "neutral", 1, 2)


def test_w1_water_flow() -> None:
    state = flowing()
    after = over(state)
    assert water(after) == {"b1l": "1/1", "b2l": "2/2", "b5u": "1/1", "b5l": "2/2", "b8l": "3/3"}
    assert drops(state) + 5 - drops(after) == 1


def test_w1_the_lost_drop_leaves_on_the_left() -> None:
    """Powerhouses of the USA at both exits count the drops that pass, and the last round keeps its energy."""
    state = powerhouses(flowing(5), "p11.1 p12.1 p6.1", 0)
    assert player(over(state)).energy == 1
    twin = powerhouses(flowing(5), "p12.1 p6.1 p10.1", 0)
    assert player(over(twin)).energy == 0


JOINED = {"b6l": "2/2", "b7l": "2/2", "b10u": "1/1", "b10l": "3/3"}


def joining(round_no: int = 1) -> State:
    return dams(table(3, round_no=round_no), "b6l 2/2, b7l 1/2, b10u 0/1, b10l 1/3", 1)


def test_w2_joining_rivers() -> None:
    state = waiting(joining(), C=2, D=3)
    after = over(state)
    assert water(after) == JOINED
    assert drops(state) + 5 - drops(after) == 1
    right = powerhouses(waiting(joining(5), C=2, D=3), "p12.1 p11.1 p8.1", 0)
    assert player(over(right)).energy == 1


@pytest.mark.parametrize("streams", ["CCDDD", "DDDCC", "DCDCD"])
def test_w2_whichever_headstream_is_emptied_first(streams: str) -> None:
    assert water(run(joining(), streams)) == JOINED


# -- W3 to W6: production --------------------------------------------------------------------------------------------


def foreign() -> State:
    """Return a state with the USA in the first seat and Italy in the third."""
    state = dam(table(4), "b5l", "neutral", 2, 2)
    return powerhouses(conduits(state, "c5B", 2), "p10.1", 0)


def test_w3_foreign_conduit() -> None:
    state = foreign()
    after = played(state, "turbine_p1 L", "produce b5l c5B 2")
    assert gained(state, after, 0) == {"energy": 9, "credits": -2, "engineers": -2}
    assert gained(state, after, 2) == {"credits": 2, "vp": 2}
    assert water(after) == {"b5l": "0/2"}


@pytest.mark.parametrize(("space", "credits"), [("turbine_p1 L", 1), ("turbine_p1 R", 4)])
def test_w3_one_credit_left_after_placing_is_one_drop(space: str, credits: int) -> None:
    state = give(foreign(), 0, credits=credits)
    after = played(state, space)  # it is the only production
    assert player(after, 0).energy == 5
    assert player(after, 0).credits == 0
    assert water(after) == {"b5l": "1/2"}
    assert not can(give(foreign(), 0, credits=credits - 1), space)


def german() -> State:
    """Return a state with Germany in the second seat and to move, and France in the fourth."""
    state = dams(table(4), "b6l 2/2, b7l 1/3", 1)
    powerhouses(conduits(state, "c6B", 1), "p7.1 p10.1 p11.1", 1)
    return turn(conduits(state, "c7A", 3), 1)


def test_w4_germany() -> None:
    state = german()
    first = played(state, "turbine_p2 L", "produce b6l c6B 2")
    assert gained(state, first, 1) == {"energy": 7, "engineers": -2}
    assert water(first) == {"b6l": "0/2", "b7l": "3/3"}
    assert "produce b7l c7A 3" in legal(first)
    after = played(first, "produce b7l c7A 3")
    assert gained(first, after, 1) == {"energy": 6, "credits": -3}
    assert gained(first, after, 3) == {"credits": 3, "vp": 3}
    assert gained(state, after, 1)["energy"] == 13
    assert water(after) == {"b6l": "0/2", "b7l": "0/3"}


def test_w4_contracts_see_7_and_6_but_never_13() -> None:
    state = give(german(), 1, contracts="Y06 Y11 R01")  # 6, 7 and 8; N1 needs 13
    first = played(state, "turbine_p2 L", "produce b6l c6B 2")
    assert legal(first) == ["contract Y06", "contract Y11", "contract none"]
    second = played(first, "contract none", "produce b7l c7A 3")
    assert legal(second) == ["contract Y06", "contract none"]


@pytest.mark.parametrize(
    ("own", "dammed", "steps"),
    [("p5.1 p9.1 p11.1", False, 4), ("p5.1 p9.1 p11.1", True, 3), ("p9.1 p11.1", False, 0)],
    ids=["open", "a dam on b9u", "two powerhouses"],
)
def test_w5_usa(own: str, dammed: bool, steps: int) -> None:
    state = dam(powerhouses(table(3), own, 0), "b1l", 2, 2, 2)
    powerhouses(conduits(state, "c1B", 2), "p5.2", 2)
    if dammed:
        dam(state, "b9u", 1)
    after = played(turn(state, 2), "turbine_0 L", "produce b1l c1B 2")
    assert gained(state, after, 0) == ({"energy": steps} if steps else {})
    assert gained(state, after, 2)["energy"] == 8
    assert water(after).get("b9u") == ("1/1" if dammed else None)


def test_w6_fiesler() -> None:
    state = dam(table(companies="france usa", officers="fiesler"), "b10l", 0, 1, 1)
    powerhouses(conduits(state, "c10B", 0), "p12.1", 0)
    assert gained(state, played(state, "turbine_m2 L")) == {"energy": 2, "engineers": -1}
    other = give(state.clone(), 0, officer="-")
    assert legal(other, "turbine") == ["turbine_p2 L", "turbine_p2 R", "turbine_0 L", "turbine_0 R"]


def test_w6_fiesler_with_enough_drops() -> None:
    state = dam(table(companies="france usa", officers="fiesler"), "b6l", 0, 3, 3)
    powerhouses(conduits(state, "c6B", 0), "p7.1 p8.1 p9.1 p11.1", 0)
    assert gained(state, played(state, "turbine_0 L", "produce b6l c6B 3"))["energy"] == 9


# -- W7, W8: the wheel and incomes -----------------------------------------------------------------------------------


def test_w7_wheel() -> None:
    state = give(table(), 0, excavators=6)
    state = turn(played(state, "build b5l base"), 0)  # turn 1
    assert player(state).excavators == 2
    state = turn(played(state, "rotate_3 L"), 0)  # turns 2 to 4
    state = turn(played(state, "build c10B conduit"), 0)  # turn 5
    assert player(state).excavators == 0
    assert wheel(state) == {5: ("base", 4, 0), 1: ("conduit", 2, 0)}
    state = turn(played(state, "rotate_1 L"), 0)  # turn 6
    assert player(state).excavators == 4
    assert "base" in tiles(state)
    assert wheel(state) == {2: ("conduit", 2, 0)}
    state = turn(played(state, "rotate_3 R"), 0)  # turns 7 to 9
    assert wheel(state) == {5: ("conduit", 2, 0)}
    state = played(state, "rotate_1 R")  # turn 10
    assert player(state).excavators == 6
    assert tiles(state) == ["base", "elevation", "conduit", "powerhouse"]
    assert wheel(state) == {}


def test_w8_income_of_the_usa() -> None:
    state = dams(table(), "b1l 0/1, b2l 0/1, b3l 0/1", 0)
    built = played(state, "build b4l base")
    assert gained(state, built) == {"credits": 6, "excavators": -5, "engineers": -1}
    give(built, 0, wheel={1: ("", 0, 0), 5: ("base", 5, 0)})
    scored = over(built)  # stops where the patents are drawn, before the income
    after = drawn(scored)
    assert gained(scored, after) == {"credits": 6, "excavators": 5}
    assert "base" in tiles(after)


def test_w8_income_of_germany() -> None:
    state = turn(dam(table(), "b1l", 1), 1)
    built = played(state, "build b2l base")
    assert gained(state, built, 1) == {"vp": 3, "excavators": -5, "engineers": -1}
    for _ in range(2):
        scored = over(built)
        built = drawn(scored)
        assert gained(scored, built, 1) == {"vp": 3}


# -- W9 to W11, W14: points ------------------------------------------------------------------------------------------


def test_w9_round_scoring() -> None:
    state = bonus(table(4, round_no=2), "conduits")
    conduits(state, "c1A c1B", 0)
    conduits(state, "c2A", 1)
    conduits(state, "c3A c3B c4A", 2)
    conduits(state, "c4B c5A c5B c6A", 3)
    for seat, energy in enumerate((13, 9, 9, 0)):
        give(state, seat, energy=energy, engineers=0)
    after = over(state)
    assert gained(state, after, 0) == {"vp": 6 + 8, "credits": 5, "energy": -13, "engineers": 12}
    assert gained(state, after, 1) == {"vp": 1, "credits": 4, "energy": -9, "engineers": 12}
    assert gained(state, after, 2) == {"vp": 1 + 8, "credits": 4, "energy": -9, "engineers": 12}
    assert gained(state, after, 3) == {"vp": -3, "credits": 3, "engineers": 12}
    assert order(after) == [3, 2, 1, 0]


def test_w10_bonus_reduction() -> None:
    state = bonus(table(4, round_no=3), "powerhouses")
    for seat, (energy, own) in enumerate(((18, "p5.1 p6.1"), (12, "p7.1 p8.1 p9.1"), (7, "p10.1"))):
        powerhouses(give(state, seat, energy=energy), own, seat)
    powerhouses(give(state, 3, energy=5), "p11.1 p12.1 p8.2", 3)
    after = over(state)
    ranks = (6, 2, 0, 0)
    found = [gained(state, after, seat).get("vp", 0) - ranks[seat] for seat in range(4)]
    assert found == [10, 11, 0, 0]


def test_w10_bonus_reduction_in_the_last_round() -> None:
    state = dams(give(table(round_no=5), 0, energy=29), "b1l 0/1, b2l 0/1, b3l 0/1, b4l 0/1", 0)
    with_tile = over(bonus(state, "bases"))
    without = over(bonus(state, "elevations"))
    assert gained(without, with_tile) == {"vp": 12}


RED = [*(f"b{basin}u" for basin in range(1, 11)), *RED_POWERHOUSES]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((4, 4, 2, 1), (13, 13, 5, 0)),
        ((3, 3, 3, 3), (8, 8, 8, 8)),
        ((5, 2, 2, 2), (15, 5, 5, 5)),
        ((5, 3, 1, 1), (15, 10, 3, 3)),
        ((2, 0), (15, 10)),
    ],
)
def test_w11_objective_ties(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    state = table(len(counts), round_no=5, objective="red_spaces")
    spaces = iter(RED)
    for seat, count in enumerate(counts):
        give(state, seat, credits=0, excavators=0, mixers=0)
        for space in [next(spaces) for _ in range(count)]:
            dam(state, space, seat) if space[0] == "b" else powerhouses(state, space, seat)
    after = over(state)
    assert after.is_over
    found = tuple(gained(state, after, seat).get("vp", 0) + 3 for seat in range(len(counts)))  # 3 lost without energy
    assert found == points


def test_w14_final_count() -> None:
    state = give(table(round_no=5), 0, mixers=4, excavators=6, credits=8 - 3)  # 3 credits come from the track
    give(state, 0, wheel={2: ("base", 4, 0), 3: ("elevation", 0, 3)})
    without_drops = over(state)
    assert gained(state, without_drops)["vp"] == -3 + 13 + 3  # no energy, a shared objective, 18 things left over
    dams(state, "b5l 1/1, b6l 1/2", 0)
    dam(state, "b8l", "neutral", 3, 3)
    assert gained(without_drops, over(state)) == {"vp": 2}


# -- W12, W13: costs and contracts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("officer", "extra", "build", "ways"),
    [
        ("-", "", "c5B conduit", ["pay 8E 0M"]),
        ("jill", "", "c5B conduit", ["pay 0E 4M", "pay 8E 0M"]),
        ("-", "II-conduit", "c5B II-conduit", ["pay 5E 0M"]),
        ("-", "", "b4l base", ["pay 5E 0M"]),
        ("adler", "", "b4l base", ["pay 3E 0M"]),
    ],
)
def test_w12_costs(officer: str, extra: str, build: str, ways: list[str]) -> None:
    state = give(table(), 0, officer=officer, tiles=extra)
    asked = played(state, f"build {build}")
    if len(ways) == 1:  # paid at once
        spent = gained(state, asked)
        assert spent.pop("engineers") == -1
        assert spent == {"excavators": -int(ways[0][4])}
    else:
        assert legal(asked) == ways


def test_w12_solomon() -> None:
    state = give(table(), 0, officer="solomon", excavators=2, credits=12)
    lower = played(state, "build b1l base")
    assert "pay 2E 0M 9C" in legal(lower)
    upper = played(state, "build b1u base", "pay 2E 0M 9C")  # 12 credits are just enough, 3 for the red space
    assert gained(state, upper) == {"excavators": -2, "credits": -12, "engineers": -1}
    assert not can(give(state.clone(), 0, credits=11), "build b1u base")


def test_w12_third_powerhouse_and_elevation_on_a_red_space() -> None:
    state = powerhouses(table(companies="france usa"), "p5.1 p6.1", 0)
    assert gained(state, played(state, "build p7.1 powerhouse")) == {"mixers": -4, "engineers": -1}
    dam(state, "b5u", 0)
    assert gained(state, played(state, "build b5u+ elevation")) == {"mixers": -3, "engineers": -1}


def test_w13_contracts() -> None:
    state = give(table(), 0, contracts="S1 G05 Y05")
    after = played(state, "contract_2 L", "take G01", "take R01", "discard S1", "discard R01")
    assert gained(state, after) == {"credits": -1, "engineers": -2}
    assert hand(after) == ["G01", "G05", "Y05"]


def french(space: str) -> State:
    state = dam(table(3, companies="france usa italy"), "b7l", 0, 3, 3)
    powerhouses(conduits(state, "c7B", 0), "p12.1 p11.1 p9.1", 0)
    give(state, 0, contracts="R11", wheel={2: ("base", 4, 0), 1: ("conduit", 2, 0)})
    return played(state, space, "produce b7l c7B 3")


def test_w13_france_fulfils_a_national_with_10() -> None:
    state = french("turbine_0 L")
    assert player(state).energy == 10
    assert legal(state) == ["contract R11", "contract N1", "contract N2", "contract none"]  # 10, 13 and 13
    after = played(state, "contract N1")
    assert gained(state, after) == {"vp": 7, "excavators": 4}  # segment 2 comes back on the fourth turn
    assert wheel(after) == {5: ("conduit", 2, 0)}
    assert fulfilled(after) == ["N1"]


def test_w13_france_does_not_with_9() -> None:
    state = french("turbine_m1 L")
    assert player(state).energy == 9
    assert legal(state) == ["contract R11", "contract none"]
