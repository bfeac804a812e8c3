"""Rulings 50 to 55: the seven officers."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.barrage.facts import CONDUITS
from tests.games.barrage.laid import (
    GAME,
    can,
    conduits,
    dam,
    dams,
    drawn,
    gained,
    give,
    legal,
    over,
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
from stockade.games.barrage.layout import STATE, Officer
from stockade.games.barrage.rules.board import can_copy
from stockade.games.barrage.tables import OFFICER_NAMES

NAMES = (
    "wilhelm_adler",
    "graziano_del_monte",
    "viktor_fiesler",
    "jill_mcdowell",
    "solomon_p_jordan",
    "anton_krylov",
    "mahiri_sekiso",
)
ALONE = "france usa"


def mahiri(*lent: str, **fields: object) -> State:
    """Return a state in which France has Mahiri in the first seat. The named officers are laid out for her."""
    state = table(companies=ALONE, officers="mahiri")
    state.record.spares = sum(1 << OFFICER_NAMES.index(name) for name in NAMES if name.split("_")[0] in lent)
    return give(state, 0, **fields)


# -- the officers by name --------------------------------------------------------------------------------------------


def test_the_seven_officers() -> None:
    assert OFFICER_NAMES == NAMES
    assert len(Officer) == 7


@pytest.mark.parametrize("basin", range(1, 11))
def test_adler_builds_bases_for_3_excavators(basin: int) -> None:
    state = give(table(companies=ALONE, officers="adler"), 0, excavators=3)
    assert gained(state, played(state, f"build b{basin}l base")) == {"engineers": -1, "excavators": -3}
    assert gained(state, played(state, f"build b{basin}u base"))["credits"] == -3
    assert not can(give(state, 0, excavators=2), f"build b{basin}l base")


def test_adler_leaves_elevations_as_they_are() -> None:
    state = dams(table(companies=ALONE, officers="adler"), "b1l 0/1, b5l 0/1, b8l 0/1", 0)
    for space, mixers in (("b1l+", 4), ("b5l+", 3), ("b8l+", 2)):
        assert gained(state, played(state, f"build {space} elevation")) == {"engineers": -1, "mixers": -mixers}


@pytest.mark.parametrize(("level", "room"), [(1, 1), (2, 2), (3, 4)])
def test_graziano_holds_4_drops_in_dams_of_the_third_level(level: int, room: int) -> None:
    state = dam(table(companies=ALONE, officers="graziano"), "b2l", 0, 0, level)
    assert water(run(state, "BBBBB"))["b2l"] == f"{room}/{level}"


def test_fiesler_makes_4_of_less() -> None:
    state = dam(table(companies=ALONE, officers="fiesler"), "b6l", 0, 3, 3)
    powerhouses(conduits(state, "c6B", 0), "p7.1", 0)
    made = [player(played(state, "turbine_0 L", f"produce b6l c6B {drops}")).energy for drops in (1, 2, 3)]
    assert made == [4, 4, 6]
    made = [player(played(state, "turbine_m2 L", f"produce b6l c6B {drops}")).energy for drops in (1, 2, 3)]
    assert made == [2, 2, 4]


@pytest.mark.parametrize("conduit", CONDUITS)
def test_jill_builds_conduits_with_mixers(conduit: str) -> None:
    value = CONDUITS[conduit][2]
    state = give(table(companies=ALONE, officers="jill"), 0, excavators=2 * value - 1, mixers=value)
    after = played(state, f"build {conduit} conduit", f"pay 0E {value}M")  # no mix
    assert gained(state, after) == {"engineers": -1, "mixers": -value}
    assert wheel(after) == {1: ("conduit", 0, value)}
    assert not can(give(state, 0, mixers=value - 1), f"build {conduit} conduit")


def test_jill_builds_nothing_else_so() -> None:
    state = give(table(companies=ALONE, officers="jill"), 0, excavators=0)
    assert legal(state, "build b") == []
    assert can(state, "build p5.1 powerhouse")


def test_solomon_pays_3_credits_for_a_machine() -> None:
    state = dam(give(table(companies=ALONE, officers="solomon"), 0, excavators=0, mixers=0, credits=30), "b5l", 0)
    for build, credits in (("b8l base", 9), ("b5l+ elevation", 9), ("c7A conduit", 12), ("p5.1 powerhouse", 6)):
        after = played(state, f"build {build}", f"pay 0E 0M {credits}C")
        assert gained(state, after).pop("credits") == -credits
        assert wheel(after) == {1: (build.split()[1], 0, 0)}
    assert can(give(state, 0, credits=30), "build c1A conduit")
    assert not can(give(state, 0, credits=29), "build c1A conduit")


def test_solomon_may_pay_for_machines_that_he_has() -> None:
    state = played(give(table(officers="solomon"), 0, credits=6), "build b8l base")
    assert legal(state) == ["pay 1E 0M 6C", "pay 2E 0M 3C", "pay 3E 0M"]


def anton(*on: str, **fields: object) -> State:
    """Return a state in which France has Anton, with these tiles on the wheel."""
    state = dam(table(companies=ALONE, officers="anton"), "b5l", 0)
    return give(state, 0, wheel={2 + at: (tile, 0, 0) for at, tile in enumerate(on)}, **fields)


def test_anton_copies_what_a_tile_of_the_wheel_builds() -> None:
    state = anton("conduit", "I-wild")
    found = {text.split(maxsplit=2)[2] for text in legal(state, "build") if "copy" in text}
    assert found == {"copy conduit", "copy I-wild"}
    after = played(state, "build c10B copy conduit")
    assert gained(state, after) == {"engineers": -1, "excavators": -2}
    assert wheel(after) == {1: ("anton", 2, 0), 3: ("conduit", 0, 0), 4: ("I-wild", 0, 0)}
    assert "anton" not in tiles(after)


@pytest.mark.parametrize(
    ("tile", "space", "gain"),
    [
        ("I-conduit", "c7A", {"excavators": -4, "credits": 4}),
        ("I-wild", "b8u", {"excavators": -3}),
        ("II-conduit", "c1A", {"excavators": -5}),
        ("III-base", "b8l", {}),
        ("III-conduit", "c7A", {"excavators": -4, "energy": 4}),
        ("III-powerhouse", "p5.1", {"mixers": -2, "vp": 3}),
        ("III-wild", "c7A", {"excavators": -4, "vp": 3}),
        ("III-elevation", "b5l+", {"mixers": -3, "vp": 3}),
    ],
)
def test_anton_copies_the_special_effect(tile: str, space: str, gain: dict[str, int]) -> None:
    state = anton(tile)
    player(state).built[0] = 0  # so that a base uncovers nothing
    after = played(state, f"build {space} copy {tile}")
    assert gained(state, after) == {"engineers": -1} | gain


def test_mahiri_has_the_ability_of_another_for_a_turn() -> None:
    state = mahiri("wilhelm", "jill")
    assert legal(state, "officer") == ["officer wilhelm_adler", "officer jill_mcdowell"]
    named = played(state, "officer wilhelm_adler")
    assert named.current_player == 0
    assert gained(state, named) == {"engineers": -1}
    after = played(named, "build b1l base")
    assert gained(named, after) == {"engineers": -1, "excavators": -3}
    assert after.current_player == 1
    again = turn(after, 0)
    give(again, 0, tiles="base")
    assert gained(again, played(again, "build b2l base"))["excavators"] == -5


# -- 50: Graziano ----------------------------------------------------------------------------------------------------


def test_ruling_50_own_dams_of_the_third_level_alone() -> None:
    state = table(officers="graziano -")
    for space, owner in (("b1l", 0), ("b2l", 1), ("b3l", "neutral")):
        dam(state, space, owner, 3, 3)
    after = run(state, "ABC")
    assert water(after) == {"b1l": "4/3", "b2l": "3/3", "b3l": "3/3"}


def test_ruling_50_four_drops_can_be_produced_and_score() -> None:
    state = dam(table(companies=ALONE, officers="graziano", round_no=5), "b7l", 0, 4, 3)
    powerhouses(conduits(state, "c7A", 0), "p10.1", 0)
    assert player(played(state, "turbine_0 L", "produce b7l c7A 4")).energy == 8
    held = over(state)
    state.record.dam_drops[:] = 0
    assert gained(over(state), held)["vp"] == 4


def test_ruling_50_through_mahiri_the_room_lasts_for_the_turn() -> None:
    state = dam(mahiri("graziano"), "b1l", 0, 3, 3)
    plain = played(state, "water_flow_1 L", "drop A")
    assert water(plain)["b1l"] == "3/3"
    state = played(state, "officer graziano_del_monte", "water_flow_1 L", "drop A")
    assert water(state)["b1l"] == "4/3"  # it stays after the turn
    assert water(drawn(over(state)))["b1l"] == "4/3"
    less = played(turn(state, 1), "bank 1")
    powerhouses(conduits(less, "c1A", 0), "p8.1", 0)
    less = played(less, "turbine_0 L", "produce b1l c1A 1")
    assert water(run(less, "A"))["b1l"] == "3/3"  # once it has left, three are the most again


# -- 51 and 52: Mahiri -----------------------------------------------------------------------------------------------


def test_ruling_51_once_a_turn_and_the_ability_need_not_be_used() -> None:
    state = played(mahiri("wilhelm", "jill"), "officer jill_mcdowell")
    assert legal(state, "officer") == []
    assert not can(state, "pass")
    after = played(state, "bank 1")
    assert after.current_player == 1
    assert player(after).copied == -1


def test_ruling_51_the_second_use_of_a_round_costs_3_credits() -> None:
    state = turn(played(mahiri("wilhelm"), "officer wilhelm_adler", "bank 1"), 0)
    assert not can(give(state.clone(), 0, credits=2), "officer wilhelm_adler")
    again = played(state, "officer wilhelm_adler")
    assert gained(state, again) == {"engineers": -1, "credits": -3}
    last = turn(played(again, "bank 1"), 0)
    assert legal(last, "officer") == []  # there are two spaces
    fresh = turn(drawn(over(last)), 0)
    named = played(fresh, "officer wilhelm_adler")
    assert gained(fresh, named) == {"engineers": -1}


def test_ruling_51_a_turn_must_be_left() -> None:
    state = mahiri("wilhelm", engineers=2)
    assert can(state, "officer wilhelm_adler")
    assert legal(played(state, "officer wilhelm_adler"), "bank") == ["bank 1"]
    assert legal(give(state, 0, engineers=1), "officer") == []
    assert legal(give(state, 0, engineers=0, tiles="III-base"), "officer") == []


def test_ruling_51_or_a_build_without_engineers() -> None:
    """With Solomon's ability, or Anton's, the free build can be carried out; with Adler's it cannot."""
    state = mahiri("wilhelm", "solomon", "anton", engineers=1, mixers=0, tiles="I-powerhouse")
    assert legal(state, "officer") == ["officer solomon_p_jordan"]
    named = played(state, "officer solomon_p_jordan")
    assert player(named).engineers == 0
    assert all(" free I-powerhouse" in text for text in legal(named))
    assert not can(named, "pass")
    after = played(named, "build p5.1 free I-powerhouse", "pay 0E 0M 6C")
    assert gained(named, after) == {"credits": -6}
    give(state, 0, wheel={3: ("III-base", 0, 0)})
    assert legal(state, "officer") == ["officer solomon_p_jordan", "officer anton_krylov"]
    give(state, 0, mahiri_uses=1, credits=8)  # after 3 for the second use 5 of 6 credits are left
    assert legal(state, "officer") == ["officer anton_krylov"]


def test_ruling_51_is_asked_without_touching_the_state() -> None:
    state = mahiri("solomon", engineers=1, mixers=0, tiles="I-powerhouse")
    record = np.frombuffer(state.record.tobytes(), STATE)[0]  # read-only
    with pytest.raises(ValueError, match="read-only"):
        record.player[0].copied = Officer.SOLOMON
    assert can_copy(record, 0, Officer.SOLOMON)


def test_ruling_51_fiesler_opens_a_turbine() -> None:
    state = dam(mahiri("viktor"), "b10l", 0, 1, 1)
    powerhouses(conduits(state, "c10B", 0), "p12.1", 0)
    assert not can(state, "turbine_m2 L")
    assert player(played(state, "officer viktor_fiesler", "turbine_m2 L")).energy == 2


def test_ruling_52_the_officers_of_the_others_and_those_laid_out() -> None:
    state = table(3, officers="mahiri adler jill")
    state.record.spares = 1 << Officer.FIESLER
    found = ["officer wilhelm_adler", "officer viktor_fiesler", "officer jill_mcdowell"]
    assert legal(state, "officer") == found
    assert legal(turn(state, 1), "officer") == []


def drafting(officers: str, players: int, **options: object) -> State:
    """Return a game before the draft, in which the first companies get these officers."""
    state = GAME.start(players, {"setup": "full"} | options)
    while not legal(state, "company"):
        state.apply(state.legal_actions()[0])
    for name in ("usa", "germany", "italy", "france")[:players]:
        state.apply(f"company {name}")
    for name in officers.split():
        state.apply(f"lend {name}")
    while legal(state, "lay"):
        state.apply(state.legal_actions()[0])
    return state


@pytest.mark.parametrize(("players", "more"), [(2, 2), (3, 1), (4, 0)])
def test_ruling_52_more_are_drawn_up_to_three(players: int, more: int) -> None:
    names = ["mahiri_sekiso", "anton_krylov", "jill_mcdowell", "wilhelm_adler"][:players]
    state = drafting(" ".join(names), players)
    for _ in range(more):
        assert legal(state) == [f"lend {name}" for name in NAMES if name not in names]
        names.append("viktor_fiesler" if "viktor_fiesler" not in names else "graziano_del_monte")
        state.apply(f"lend {names[-1]}")
    assert legal(state) == [f"chooser {number}" for number in range(1, players + 1)]
    state = played(state, "chooser 1", "pick usa S1")
    while state.is_chance or legal(state, "pick"):
        state.apply(state.legal_actions()[0])
    copied = [name for name in NAMES if name in names[1:]]
    assert legal(turn(state, 0), "officer") == [f"officer {name}" for name in copied]
    assert len(copied) == 3


def test_ruling_52_none_are_drawn_without_her() -> None:
    assert legal(drafting("anton_krylov jill_mcdowell", 2)) == ["chooser 1", "chooser 2"]


@pytest.mark.parametrize(("level", "more"), [("1", 3), ("2", 3), ("3", 3), ("4", 2)])
def test_ruling_52_the_officer_of_an_automa_counts_where_it_serves(level: str, more: int) -> None:
    state = drafting("mahiri_sekiso anton_krylov", 2, automas=1, level=level)
    count = 0
    while legal(state, "lend"):
        state.apply(state.legal_actions()[0])
        count += 1
    assert count == more
    state = played(state, "chooser 1", "pick usa S1")
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    assert len(legal(turn(state, 0), "officer")) == 3


# -- 53 to 55 --------------------------------------------------------------------------------------------------------


def test_ruling_53_mahiri_as_anton_puts_no_tile_in() -> None:
    state = mahiri("anton", wheel={3: ("I-conduit", 0, 0)})
    assert not [text for text in legal(state, "build") if "copy" in text]
    state = played(state, "officer anton_krylov")
    after = played(state, "build c7A copy I-conduit")
    assert gained(state, after) == {"engineers": -1, "excavators": -4, "credits": 4}
    assert wheel(after) == {1: ("", 4, 0), 4: ("I-conduit", 0, 0)}
    assert tiles(after) == tiles(state)
    after = played(turn(after, 0), "rotate_3 L")
    after = played(turn(after, 0), "rotate_3 R")
    assert player(after).excavators == 20  # the machines come back as usual


def test_ruling_54_anton_copies_from_the_wheel_alone() -> None:
    state = anton(tiles="II-base")
    assert not [text for text in legal(state, "build") if "copy" in text]
    give(state, 0, wheel={4: ("base", 0, 0), 5: ("II-base", 0, 0)})
    found = {text.split(maxsplit=2)[2] for text in legal(state, "build") if "copy" in text}
    assert found == {"copy base", "copy II-base"}  # including basic ones


def test_ruling_54_a_tile_that_comes_back_by_the_same_turn_is_copied() -> None:
    state = give(anton(), 0, wheel={5: ("I-conduit", 0, 0)})
    after = played(state, "build c7A copy I-conduit")
    assert gained(state, after)["credits"] == 4
    assert "I-conduit" in tiles(after)
    assert wheel(after) == {1: ("anton", 4, 0)}


def test_ruling_54_never_itself_and_no_advanced_tile() -> None:
    state = give(anton("III-wild"), 0, tiles="I-base")
    state = played(state, "build c10B copy III-wild")
    assert player(state).vp == 10 + 6  # III-wild and I-base
    give(turn(state, 0), 0, wheel={2: ("base", 0, 0)})
    assert not [text for text in legal(state, "build") if "copy" in text]  # it lies on the wheel now


def test_ruling_54_whoever_picks_anton_has_his_tile() -> None:
    state = played(drafting("anton_krylov jill_mcdowell", 2), "chooser 2", "pick usa S1")
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    assert "anton" in tiles(state, 1)
    assert "anton" not in tiles(state, 0)


def test_ruling_55_officers_help_builds_without_engineers() -> None:
    state = give(table(companies=ALONE, officers="solomon"), 0, tiles="I-powerhouse", mixers=0, credits=9)
    after = played(state, "build p5.2 free I-powerhouse", "pay 0E 0M 6C")
    assert gained(state, after) == {"credits": -9}
    assert not can(give(state, 0, credits=8), "build p5.2 free I-powerhouse")
    state = anton("I-powerhouse", engineers=0)
    after = played(state, "build p5.1 free copy I-powerhouse")
    assert gained(state, after) == {"mixers": -2}
    assert wheel(after) == {1: ("anton", 0, 2), 3: ("I-powerhouse", 0, 0)}


# -- the draft -------------------------------------------------------------------------------------------------------


def test_the_draft_goes_round_and_turns_go_the_other_way() -> None:
    state = drafting("anton_krylov jill_mcdowell wilhelm_adler", 3)
    state = played(state, "chooser 2")
    assert state.current_player == 1
    state = played(state, "pick germany S2")
    assert state.current_player == 2
    assert not [text for text in legal(state) if "germany" in text or "S2" in text]
    state = drawn(played(state, "pick usa S3"))  # the last player has no choice
    assert list(state.record.order[:3]) == [0, 2, 1]
    assert [OFFICER_NAMES[player(state, seat).officer] for seat in range(3)] == [
        "wilhelm_adler",
        "jill_mcdowell",
        "anton_krylov",
    ]
    assert [state.seat_name(seat) for seat in range(3)] == ["Italy", "Germany", "USA"]


@pytest.mark.parametrize("officer", NAMES)
def test_section_9_everybody_starts_alike_mahiri_too(officer: str) -> None:
    other = "wilhelm_adler" if officer != "wilhelm_adler" else "jill_mcdowell"
    state = drafting(f"{officer} {other}", 2)
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    state = played(state, "pick usa S1")
    for seat in range(2):
        found = player(state, seat)
        assert (found.credits, found.excavators, found.mixers, found.engineers, found.vp) == (6, 6, 4, 12, 10)
    assert tiles(state, 1)[:4] == ["base", "elevation", "conduit", "powerhouse"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_introductory_seats(players: int) -> None:
    state = drawn(GAME.start(players))
    found = [
        (state.seat_name(seat), OFFICER_NAMES[player(state, seat).officer], int(player(state, seat).contracts))
        for seat in range(players)
    ]
    wanted = [
        ("USA", "wilhelm_adler", 1),
        ("Germany", "jill_mcdowell", 2),
        ("Italy", "solomon_p_jordan", 4),
        ("France", "viktor_fiesler", 8),
    ]
    assert found == wanted[:players]
    assert state.current_player == 0
