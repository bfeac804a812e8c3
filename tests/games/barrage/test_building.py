"""Rulings 11 to 21: what building costs, where it is allowed, and in which order things happen."""

from __future__ import annotations

import pytest
from tests.games.barrage.facts import CONDUITS, RED_POWERHOUSES
from tests.games.barrage.laid import (
    BASES,
    POWERHOUSES,
    ask,
    can,
    conduits,
    dam,
    dams,
    drops,
    gained,
    give,
    legal,
    player,
    powerhouses,
    run,
    table,
    tiles,
    turn,
    water,
    wheel,
)
from tests.games.positions import played

from stockade.core.state import State
from stockade.games.barrage.layout import Step

RED = {f"b{basin}u" for basin in range(1, 11)} | set(RED_POWERHOUSES)


def places(state: State, tile: str) -> set[str]:
    """Return the sites where a tile can build."""
    return {text.split()[1] for text in legal(state, "build") if text.split()[2:] == tile.split()}


# -- 11 to 13: the order of things -----------------------------------------------------------------------------------


def test_ruling_11_income_comes_before_the_effect_of_the_tile() -> None:
    """Germany's fourth base gives two machines; then comes the energy of II-base."""
    state = give(dams(table(), "b1l 0/1, b2l 0/1, b3l 0/1", 1), 1, tiles="II-base", contracts="G06")
    asked = played(turn(state, 1), "build b4l II-base")
    assert wheel(asked, 1) == {1: ("II-base", 5, 0)}  # the wheel has turned
    assert water(asked)["b4l"] == "0/1"  # the piece stands
    assert legal(asked) == ["machine E", "machine M"]
    assert player(asked, 1).energy == 0
    after = played(asked, "machine E", "machine M")
    assert player(after, 1).energy == 4
    assert legal(after) == ["contract G06", "contract none"]


def test_ruling_11_the_wheel_turns_before_what_the_piece_uncovers() -> None:
    """The second base of the USA turns the wheel once more."""
    state = give(dam(table(), "b1l", 0), 0, wheel={4: ("conduit", 3, 0)})
    after = played(state, "build b2u base")
    assert gained(state, after) == {"engineers": -1, "excavators": -5 + 3, "credits": -3}
    assert wheel(after) == {2: ("base", 5, 0)}
    assert tiles(after) == ["elevation", "conduit", "powerhouse"]


@pytest.mark.parametrize(
    ("spaces", "turns"),
    [
        ("", 1),
        ("rotate_1 L", 2),
        ("rotate_1 L, rotate_1 R", 3),
        ("rotate_3 L", 4),
        ("rotate_3 L, rotate_1 L", 5),
        ("rotate_3 L, rotate_1 R, rotate_1 L", 6),
    ],
)
def test_ruling_12_things_come_back_on_the_sixth_turn(spaces: str, turns: int) -> None:
    state = played(table(), "build b5l base")
    for space in spaces.split(", ") if spaces else []:
        state = played(turn(state, 0), space)
    assert wheel(state) == ({turns: ("base", 4, 0)} if turns < 6 else {})
    assert player(state).excavators == (16 if turns < 6 else 20)
    assert ("base" in tiles(state)) == (turns == 6)


def test_ruling_12_every_single_turn_hands_back_a_segment() -> None:
    state = give(table(), 0, wheel={5: ("base", 1, 2), 4: ("conduit", 3, 0), 3: ("elevation", 0, 4), 2: ("", 0, 5)})
    after = played(state, "rotate_3 L")
    assert gained(state, after) == {"credits": -5, "engineers": -2, "excavators": 4, "mixers": 6}
    assert tiles(after) == ["base", "elevation", "conduit", "powerhouse"]
    assert wheel(after) == {5: ("", 0, 5)}


def test_ruling_13_machines_of_the_same_turn_come_too_late() -> None:
    state = give(table(), 0, excavators=3, wheel={5: ("conduit", 6, 0)})
    assert can(state, "build b8l base")
    assert not can(state, "build b5l base")
    assert not can(state, "build c10B conduit")  # and so does the tile
    assert gained(state, played(state, "build b8l base")) == {"engineers": -1, "excavators": 3}


def test_ruling_13_credits_uncovered_by_the_build_come_too_late() -> None:
    state = give(dams(table(), "b1l 0/1, b2l 0/1, b3l 0/1", 0), 0, credits=2)  # the fourth base brings 6
    assert can(state, "build b4l base")
    assert not can(state, "build b4u base")
    after = played(give(state, 0, credits=3), "build b4u base")
    assert player(after).credits == 6


# -- 14 to 16: pieces and spaces -------------------------------------------------------------------------------------


def test_ruling_14_the_second_fourth_and_fifth_piece_uncover_income() -> None:
    state = give(turn(table(companies="usa germany"), 1), 1, excavators=99)
    found = []
    for basin in range(1, 6):
        after = played(state, f"build b{basin}l base", *(["machine M", "machine M"] if basin == 4 else []))
        found.append({name: value for name, value in gained(state, after, 1).items() if name in ("vp", "mixers")})
        state = give(turn(after, 1), 1, engineers=12, constructions=0, tiles="base")
    assert found == [{}, {"vp": 3}, {}, {"mixers": 2}, {"vp": 7}]
    assert places(state, "base") == set()  # no piece is left


def test_ruling_14_powerhouses_uncover_nothing() -> None:
    state = give(table(companies="france usa"), 0, mixers=14)
    for basin in (5, 6, 7, 8):
        after = played(state, f"build p{basin}.1 powerhouse")
        assert set(gained(state, after)) == {"mixers", "engineers"}
        state = give(turn(after, 0), 0, engineers=12, constructions=0, tiles="powerhouse")
    assert player(state).mixers == 0  # 2, 3, 4 and 5
    assert places(give(state, 0, mixers=9), "powerhouse") == set()


def test_ruling_14_pieces_of_contracts_uncover_it_too() -> None:
    state = give(dam(table(companies="germany usa"), "b1l", 0), 0, contracts="R02")
    ask(state, 0, Step.CONTRACT, 8)
    assert gained(state, played(state, "contract R02", "place b2l")) == {"vp": 3}
    assert player(played(state, "contract R02", "place b2l")).built[0] == 2


def test_ruling_15_one_base_and_one_powerhouse_in_a_basin() -> None:
    state = dam(powerhouses(table(), "p5.1", 0), "b5l", 0)
    dam(state, "b6l", "neutral", 1, 2)
    dam(state, "b7l", 1)
    assert places(state, "base") == set(BASES) - {"b5l", "b5u", "b6l", "b7l"}
    assert places(state, "powerhouse") == set(POWERHOUSES) - {"p5.1", "p5.2"}
    assert places(turn(state.clone(), 1), "powerhouse") == set(POWERHOUSES) - {"p5.1"}
    assert places(state, "elevation") == {"b5l+"}


def test_ruling_15_both_conduits_of_a_basin_may_be_one_players() -> None:
    state = conduits(table(), "c5A", 0)
    assert places(state, "conduit") == set(CONDUITS) - {"c5A"}
    state = give(played(state, "build c5B conduit"), 0, tiles="conduit")
    assert places(turn(state, 0), "conduit") == set(CONDUITS) - {"c5A", "c5B"}


def test_ruling_15_elevations_stand_on_own_dams_up_to_the_third_level() -> None:
    state = dams(table(), "b1l 0/1, b2l 0/2, b3l 0/3", 0)
    dam(state, "b4l", 1)
    dam(state, "b5l", "neutral", 1, 2)
    assert places(state, "elevation") == {"b1l+", "b2l+"}


def test_ruling_16_red_spaces_cost_3_credits() -> None:
    state = give(table(), 0, credits=2)
    for basin in range(1, 10, 2):
        dam(state, f"b{basin}u", 0)
    state.record.player[0].built[0] = 4
    poor = places(state, "base") | places(state, "powerhouse")
    give(state, 0, credits=3)
    rich = places(state, "base") | places(state, "powerhouse")
    assert not poor & RED
    assert rich - poor == {space for space in RED if space[0] == "p" or int(space[1:-1]) % 2 == 0}
    assert rich - RED == poor
    assert places(give(state, 0, credits=0), "elevation") == {f"b{basin}u+" for basin in range(1, 10, 2)}
    assert places(state, "conduit") == set(CONDUITS)


@pytest.mark.parametrize("space", [*BASES, *POWERHOUSES])
def test_ruling_16_every_space_for_a_base_or_a_powerhouse(space: str) -> None:
    state = table()
    after = played(state, f"build {space} {'base' if space[0] == 'b' else 'powerhouse'}")
    assert gained(state, after).get("credits", 0) == (-3 if space in RED else 0)


@pytest.mark.parametrize(
    ("area", "basins", "base", "elevation"),
    [("mountains", range(1, 5), 5, 4), ("hills", range(5, 8), 4, 3), ("plains", range(8, 11), 3, 2)],
)
def test_costs_by_area(area: str, basins: range, base: int, elevation: int) -> None:
    for basin in basins:
        state = table()
        built = played(state, f"build b{basin}l base")
        assert gained(state, built) == {"engineers": -1, "excavators": -base}, area
        raised = played(turn(built, 0), f"build b{basin}l+ elevation")
        assert gained(built, raised) == {"engineers": -2, "mixers": -elevation}, area


@pytest.mark.parametrize("conduit", CONDUITS)
def test_costs_of_every_conduit(conduit: str) -> None:
    state = give(table(), 0, credits=0)
    cost = 2 * CONDUITS[conduit][2]
    assert gained(state, played(state, f"build {conduit} conduit")) == {"engineers": -1, "excavators": -cost}
    assert not can(give(state, 0, excavators=cost - 1), f"build {conduit} conduit")


# -- 17 to 19: given pieces, water -----------------------------------------------------------------------------------


def fulfilling(contract: str, **fields: object) -> State:
    """Return a state in which a contract was just fulfilled, and its structure is to be placed."""
    state = give(table(companies="italy usa"), 0, contracts=contract, **fields)
    return played(ask(state, 0, Step.CONTRACT, 10), f"contract {contract}")


def test_ruling_17_a_given_structure_costs_the_red_fee_alone() -> None:
    state = fulfilling("Y02", excavators=0, mixers=0, engineers=0, credits=3)
    assert [text.split()[1] for text in legal(state)] == [*POWERHOUSES, "none"]
    assert gained(state, played(state, "place p5.2")) == {"credits": -3}
    assert gained(state, played(state, "place p5.1")) == {}
    assert wheel(played(state, "place p5.1")) == {}
    poor = fulfilling("Y02", credits=2)
    assert {text.split()[1] for text in legal(poor)} == set(POWERHOUSES) - RED | {"none"}


def test_ruling_17_it_may_be_declined() -> None:
    state = fulfilling("Y02")
    after = played(state, "place none")
    assert gained(state, after) == {}
    assert player(after).built[3] == 0
    assert after.current_player == 1


@pytest.mark.parametrize(("contract", "value"), [("G11", 2), ("Y08", 3), ("R04", 4), ("R11", 5)])
def test_ruling_17_a_greatest_value_means_that_or_less(contract: str, value: int) -> None:
    found = [text.split()[1] for text in legal(fulfilling(contract))]
    assert found == [*(name for name, fact in CONDUITS.items() if fact[2] <= value), "none"]


def test_ruling_17_without_a_piece_nothing_is_asked() -> None:
    state = powerhouses(table(companies="italy usa"), "p5.1 p6.1 p7.1 p8.1", 0)
    give(state, 0, contracts="Y02")
    after = played(ask(state, 0, Step.CONTRACT, 5), "contract Y02")
    assert after.current_player == 1


def test_ruling_18_raising_a_dam_attracts_no_water() -> None:
    state = dams(table(), "b1l 1/1, b8l 1/1", 0)
    dam(state, "b1u", 1, 1, 1)
    after = played(state, "build b1l+ elevation")
    assert water(after) == {"b1u": "1/1", "b1l": "1/2", "b8l": "1/1"}
    assert water(run(after, "A"))["b1l"] == "2/2"


def test_ruling_18_a_dam_upstream_leaves_the_water_below() -> None:
    state = dams(table(), "b5l 1/1, b9l 2/2", 0)
    after = played(state, "build b2l base")
    assert water(after) == {"b2l": "0/1", "b5l": "1/1", "b9l": "2/2"}


def test_ruling_19_drops_of_tiles_do_not_flow() -> None:
    """If they did, the USA would earn in every basin below."""
    state = powerhouses(dams(table(), "b5l 0/2, b6l 1/2", 0), "p5.1 p8.1 p9.1 p11.1", 0)
    dam(state, "b7l", "neutral", 0, 2)
    dam(state, "b10l", 1, 0, 1)
    after = played(give(state, 0, tiles="I-base"), "build b8l I-base")
    assert water(after) == {"b5l": "1/2", "b6l": "1/2", "b7l": "0/2", "b8l": "1/1", "b10l": "0/1"}
    assert player(after).energy == 0
    filled = played(give(state, 0, tiles="II-elevation"), "build b5l+ II-elevation")
    assert water(filled)["b5l"] == "3/3"
    assert player(filled).energy == 0


@pytest.mark.parametrize(("officer", "level", "full"), [("-", 2, 3), ("graziano", 2, 4), ("graziano", 1, 2)])
def test_ruling_19_a_dam_is_filled_to_what_it_holds(officer: str, level: int, full: int) -> None:
    state = dam(table(companies="france usa"), "b5l", 0, 1, level)
    give(state, 0, tiles="II-elevation", officer=officer)
    assert water(played(state, "build b5l+ II-elevation"))["b5l"] == f"{full}/{level + 1}"


def test_section_9_the_drops_of_i_base_are_placed_unasked() -> None:
    state = give(table(), 0, tiles="I-base")
    assert drops(played(state, "build b8l I-base")) == 1


# -- 20 and 21: costs together ---------------------------------------------------------------------------------------


def ways(officer: str, tile: str, space: str, **fields: object) -> list[str]:
    """Return the payments to choose from, or the only one if it was made at once."""
    state = give(table(), 0, officer=officer, tiles=tile, **fields)
    after = played(state, f"build {space} {tile}")
    if after.current_player == 0 and legal(after, "pay"):
        return legal(after)
    change = gained(state, after)
    paid = f"pay {-change.get('excavators', 0)}E {-change.get('mixers', 0)}M"
    return [paid + (f" {-change['credits']}C" if "credits" in change else "")]


@pytest.mark.parametrize(
    ("officer", "tile", "space", "payments"),
    [
        ("jill", "conduit", "c1A", "0E 5M, 10E 0M"),
        ("jill", "II-conduit", "c1A", "0E 5M, 5E 0M"),
        ("jill", "II-conduit", "c5B", "0E 4M, 5E 0M"),
        ("jill", "II-conduit", "c7A", "0E 2M, 4E 0M"),
        ("jill", "II-wild", "c7A", "0E 2M, 0E 4M, 1E 3M, 2E 2M, 3E 1M, 4E 0M"),
        ("jill", "II-wild", "c10B", "0E 1M, 0E 2M, 1E 1M, 2E 0M"),
        ("jill", "powerhouse", "p5.1", "0E 2M"),
        ("-", "II-conduit", "c7B", "5E 0M"),
        ("-", "II-conduit", "c7A", "4E 0M"),
        ("-", "II-wild", "p5.1", "0E 2M, 1E 1M, 2E 0M"),
        ("-", "II-wild", "b8l", "0E 3M, 1E 2M, 2E 1M, 3E 0M"),
        ("adler", "II-wild", "b1l", "0E 3M, 1E 2M, 2E 1M, 3E 0M"),
        ("adler", "III-base", "b1l", "0E 0M"),
        ("solomon", "III-base", "b1l", "0E 0M"),
        ("-", "III-base", "b1l", "0E 0M"),
        ("solomon", "II-conduit", "c7B", "0E 0M 15C, 1E 0M 12C, 2E 0M 9C, 3E 0M 6C, 4E 0M 3C, 5E 0M"),
        ("solomon", "powerhouse", "p5.1", "0E 0M 6C, 0E 1M 3C, 0E 2M"),
        ("solomon", "II-wild", "p5.1", "0E 0M 6C, 0E 1M 3C, 0E 2M, 1E 0M 3C, 1E 1M, 2E 0M"),
        ("solomon", "II-wild", "c10B", "0E 0M 6C, 0E 1M 3C, 0E 2M, 1E 0M 3C, 1E 1M, 2E 0M"),
    ],
)
def test_ruling_20_officer_first_then_tile(officer: str, tile: str, space: str, payments: str) -> None:
    assert ways(officer, tile, space) == [f"pay {each}" for each in payments.split(", ")]


def test_ruling_20_payments_do_what_they_say() -> None:
    state = give(table(), 0, officer="solomon", tiles="II-wild")
    after = played(state, "build c10B II-wild", "pay 0E 1M 3C")
    assert gained(state, after) == {"engineers": -1, "mixers": -1, "credits": -3}
    assert wheel(after) == {1: ("II-wild", 0, 1)}  # credits never go on the wheel
    state = give(table(), 0, officer="jill")
    after = played(state, "build c5B conduit", "pay 0E 4M")
    assert gained(state, after) == {"engineers": -1, "mixers": -4}
    assert wheel(after) == {1: ("conduit", 0, 4)}


def test_ruling_21_all_credits_are_paid_from_one_purse() -> None:
    state = give(table(officers="solomon"), 0, excavators=0, constructions=3, engineers=3, credits=15)
    after = played(state, "build b8u base", "pay 0E 0M 9C")  # and 3 for the fourth space, 3 for the red one
    assert player(after).credits == 0
    give(state, 0, credits=14)
    assert not can(state, "build b8u base")
    assert can(state, "build b8l base")
    assert not can(give(state, 0, credits=11), "build b8l base")


# -- 68: what is asked -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("officer", "tile", "space", "purse", "payment"),
    [
        ("solomon", "base", "b9l", (0, 0, 9), "pay 0E 0M 9C"),
        ("solomon", "powerhouse", "p5.1", (9, 1, 3), "pay 0E 1M 3C"),
        ("jill", "conduit", "c5B", (7, 4, 0), "pay 0E 4M"),
        ("-", "II-wild", "c10B", (1, 1, 0), "pay 1E 1M"),
        ("-", "II-wild", "b9l", (0, 3, 0), "pay 0E 3M"),
        ("-", "II-wild", "p5.1", (2, 0, 0), "pay 2E 0M"),
    ],
)
def test_ruling_68_a_sole_payment_that_is_not_plain_is_asked(
    officer: str, tile: str, space: str, purse: tuple[int, int, int], payment: str
) -> None:
    excavators, mixers, credits = purse
    state = give(table(officers=officer), 0, tiles=tile, excavators=excavators, mixers=mixers, credits=credits)
    asked = played(state, f"build {space} {tile}")
    assert (asked.current_player, legal(asked)) == (0, [payment])
    assert played(asked, payment).current_player == 1


@pytest.mark.parametrize(
    ("officer", "tile", "space", "paid"),
    [
        ("-", "base", "b9l", (3, 0)),
        ("adler", "base", "b1l", (3, 0)),
        ("-", "II-conduit", "c1A", (5, 0)),
        ("-", "III-base", "b9l", (0, 0)),
        ("-", "II-wild", "b9l", (3, 0)),
        ("jill", "conduit", "c10B", (2, 0)),
        ("solomon", "powerhouse", "p5.1", (0, 2)),
    ],
)
def test_ruling_68_a_sole_payment_in_the_usual_machines_is_not_asked(
    officer: str, tile: str, space: str, paid: tuple[int, int]
) -> None:
    excavators, mixers = paid
    state = give(table(officers=officer), 0, tiles=tile, excavators=excavators, mixers=mixers, credits=0)
    after = played(state, f"build {space} {tile}")
    assert after.current_player == 1
    assert (player(after).excavators, player(after).mixers) == (0, 0)
