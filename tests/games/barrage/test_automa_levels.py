"""The levels of the Automas, following ruling 67."""

from __future__ import annotations

from tests.games.barrage.valley import (
    AUTOMA,
    GAME,
    PERSON,
    change,
    conduit,
    dam,
    give,
    lay,
    new,
    powerhouse,
    tiles,
    turn,
    valley,
    works,
)

from stockade.core.state import State
from stockade.games.barrage.layout import ANTON, NEUTRAL, NOTHING, Company, Kind, Officer
from stockade.games.barrage.rules.criteria import favoured
from stockade.games.barrage.rules.rewards import push_income
from stockade.games.barrage.tables import CONDUIT_VALUE, CONTRACT_NAMES, OFFICER_NAMES, TILE_NAMES


def wheel(record: object, segment: int = 1) -> tuple[int, int, int]:
    """Return tile, excavators and mixers of a segment. What was just invested is in the second."""
    player = record.player[AUTOMA]  # type: ignore[attr-defined]
    return (
        int(player.wheel_tile[segment]),
        int(player.wheel_excavators[segment]),
        int(player.wheel_mixers[segment]),
    )


# -- levels 1 and 2 --------------------------------------------------------------------------------------------


def test_ruling_67_level_1_has_no_income() -> None:
    for level, points in ((1, 0), (2, 3), (3, 3), (4, 3)):
        state = valley(level, company=Company.ITALY)
        state.record.player[AUTOMA].built[0] = 2
        push_income(state.record, AUTOMA)
        assert state.record.player[AUTOMA].vp == 16 + points
        state = valley(level, criteria=3, company=Company.ITALY)  # the same when the piece is built
        dam(state, "b10u")
        assert change(state, turn(state, 17), "vp") == points


def test_ruling_67_level_1_has_no_powerhouse_bonus() -> None:
    for level, energy in ((1, 3), (2, 4), (3, 4)):
        state = valley(level)
        works(state)
        powerhouse(state, "p5.1")
        lay(state, "G01", "-")
        assert turn(state, 9).player[AUTOMA].energy == energy


def test_ruling_67_level_2_has_no_company_power() -> None:
    for level, energy in ((1, 3), (2, 3 + 1), (3, 3 + 1 + 3), (4, 3 + 1 + 3)):
        state = valley(level, company=Company.ITALY)
        works(state)
        powerhouse(state, "p5.1", "p6.1")
        lay(state, "G01", "-")
        assert turn(state, 9).player[AUTOMA].energy == energy


def test_ruling_67_level_2_builds_with_advanced_tiles_that_do_nothing_more() -> None:
    for level, points in ((1, 0), (2, 0), (3, 3), (4, 3)):
        state = valley(level)
        tiles(state, "III-powerhouse")
        record = turn(state, 20)
        assert len(new(state, record)) == 1
        assert change(state, record, "vp") == points
        assert wheel(record)[0] == TILE_NAMES.index("III-powerhouse")
        assert change(state, record, "engineers") == -2


# -- level 3 ---------------------------------------------------------------------------------------------------


def test_ruling_67_france_uses_her_discount_in_the_check_too() -> None:
    for level, produces in ((2, False), (3, True)):
        state = valley(level, company=Company.FRANCE)
        works(state, 2)
        powerhouse(state, "p5.1", "p6.1")  # 2 drops and a bonus of 1
        lay(state, "-", "-", "Y06", "-")
        give(state, 0, 0)
        record = turn(state, 14)  # one more: 4, and 6 are needed
        assert (record.player[AUTOMA].fulfilled != 0) == produces


def test_ruling_67_germanys_second_production_is_the_strongest() -> None:
    state = valley(3, company=Company.GERMANY)
    lay(state, "G01", "-", "-", "-", "R01", "-")
    assert state.record.national[0] == CONTRACT_NAMES.index("N1")
    powerhouse(state, "p8.1", "p10.1", "p11.1")
    for space, way, drops in (("b1l", "c1A", 3), ("b9l", "c9A", 3), ("b5l", "c5B", 2)):
        dam(state, space, level=3, drops=drops)
        conduit(state, way)
    record = turn(state, 9)
    assert record.player[AUTOMA].energy == 3 * 5 + 1 + 2 * 4
    assert record.dam_drops[[1, 9, 17]].tolist() == [0, 0, 3]
    assert record.player[AUTOMA].fulfilled == 1 << CONTRACT_NAMES.index("N1") | 1 << CONTRACT_NAMES.index("R01")
    state.record.player[AUTOMA].level = 2
    assert turn(state, 9).player[AUTOMA].energy == 3 * 5 + 1


def test_ruling_67_the_usa_break_headstream_ties_by_more_steps() -> None:
    for level, company, held in (
        (2, Company.USA, [1, 0]),
        (3, Company.USA, [0, 1]),
        (3, Company.ITALY, [1, 0]),
    ):
        state = valley(level, criteria=1, company=company)  # A before B
        dam(state, "b8l")
        dam(state, "b9l")
        powerhouse(state, "p5.1", "p9.1", "p12.1")  # a drop from B passes two of them, a drop from A none
        give(state, 0, 0)
        record = turn(state, 14)  # one drop that runs at once
        assert record.dam_drops[[15, 17]].tolist() == held
        assert record.player[AUTOMA].energy == (2 if held[1] else 0)


def test_ruling_67_two_tiles_place_no_engineers() -> None:
    for level, engineers in ((2, -2), (3, 0)):
        state = valley(level)
        tiles(state, "I-powerhouse", "III-base")
        record = turn(state, 20)
        assert len(new(state, record)) == 1
        assert change(state, record, "engineers") == engineers
        record = turn(state, 17)
        assert change(state, record, "engineers") == engineers
        assert (wheel(record)[1] == 0) == (level == 3)  # and with III-base a base costs no machines


def test_ruling_67_the_second_powerhouse_tile_makes_the_best_production() -> None:
    for level, energy in ((2, 0), (3, 3 * 5 + 2 + 1)):
        state = valley(level)
        tiles(state, "II-powerhouse")
        powerhouse(state, "p11.1")
        dam(state, "b9l", level=2, drops=1)
        dam(state, "b1l", level=3, drops=3)
        conduit(state, "c9A", "c1A")
        lay(state, "G01", "-")
        state.record.player[AUTOMA].energy = 0
        state.record.open[0] = NOTHING  # no contract, so that the tile's first line is not possible
        record = turn(state, 20)
        assert new(state, record) == {"p8.1"}
        assert record.player[AUTOMA].energy == energy


def test_ruling_67_the_second_conduit_tile_breaks_ties_towards_value_3_and_more() -> None:
    tile = TILE_NAMES.index("II-conduit")
    every = (1 << 20) - 1
    dear = sum(1 << number for number, value in enumerate(CONDUIT_VALUE) if value >= 3)
    assert favoured(int(Kind.CONDUIT), every, tile) == dear
    assert favoured(int(Kind.CONDUIT), every & ~dear, tile) == every & ~dear
    assert favoured(int(Kind.CONDUIT), every, TILE_NAMES.index("III-conduit")) == every
    for level, cost in ((2, 10), (3, 5)):  # the tile makes conduits cheaper
        state = valley(level)
        tiles(state, "II-conduit")
        give(state, cost - 1, 0)
        assert new(state, turn(state, 19)) != {"c1A"}
        give(state, cost, 0)
        assert new(state, turn(state, 19)) == {"c1A"}


def test_ruling_67_the_first_wild_tile_breaks_ties_of_bases_towards_red() -> None:
    for level, space, points in ((2, "b1l", 0), (3, "b1u", 0)):
        state = valley(level, criteria=1)
        tiles(state, "I-wild")
        record = turn(state, 17)
        assert new(state, record) == {space}
        assert change(state, record, "vp") == points  # the tile saves the fee


def test_ruling_67_the_second_wild_tile_uses_the_usual_machine_first() -> None:
    for level, expected in ((2, (0, 0, 0)), (3, (1, 2, 1))):
        state = valley(level, criteria=8)  # from basin 9: plains, three machines
        tiles(state, "II-wild")
        give(state, 2, 4)
        record = turn(state, 17)
        tile, excavators, mixers = wheel(record)
        assert (int(tile == TILE_NAMES.index("II-wild")), excavators, mixers) == expected


def test_ruling_67_energy_of_two_tiles_fulfils_the_highest_contract_in_reach() -> None:
    state = valley(3, criteria=8)
    tiles(state, "II-base")
    dam(state, "b1l", drops=1)
    dam(state, "b2l", drops=1)
    lay(state, "G01", "G06", "-", "-")
    record = turn(state, 17)  # three bases: 3 energy, the right-hand contract needs 3
    assert record.player[AUTOMA].fulfilled == 1 << CONTRACT_NAMES.index("G06")
    state = valley(3, criteria=1)
    tiles(state, "III-conduit")
    give(state, 10, 0)
    lay(state, "G01", "-", "Y01", "-", "R15", "-")
    record = turn(state, 19)  # value 5: 10 energy
    assert record.player[AUTOMA].energy == 10
    assert record.player[AUTOMA].fulfilled == 1 << CONTRACT_NAMES.index("R15")
    state.record.player[AUTOMA].level = 2
    assert turn(state, 19).player[AUTOMA].fulfilled == 0


def test_ruling_67_it_uses_the_highest_tile_with_which_it_can_pay() -> None:
    for level, tile, space in ((2, None, None), (3, "II-conduit", "c1A")):
        state = valley(level)
        tiles(state, "II-conduit", "III-conduit")
        lay(state)
        give(state, 5, 0)
        record = turn(state, 12)  # a conduit of value 4 or more: eight machines, or five with II-conduit
        assert new(state, record) == ({space} if space else set())
        if tile:
            assert wheel(record)[0] == TILE_NAMES.index(tile)
            give(state, 10, 0)
            assert wheel(turn(state, 12))[0] == TILE_NAMES.index("III-conduit")


# -- level 4 ---------------------------------------------------------------------------------------------------


def test_ruling_67_adler_prefers_mountains_then_hills() -> None:
    state = valley(4, criteria=8, officer=Officer.ADLER)  # from basin 9
    give(state, 3, 0)
    assert new(state, turn(state, 17)) == {"b1l"}
    for basin in range(4):
        state.record.dam_owner[2 * basin : 2 * basin + 2] = PERSON
    assert new(state, turn(state, 17)) == {"b5l"}
    for basin in range(4, 7):
        state.record.dam_owner[2 * basin : 2 * basin + 2] = PERSON
    assert new(state, turn(state, 17)) == {"b9l"}


def test_ruling_67_adler_prefers_mountains_for_a_base_from_a_reward_too() -> None:
    for officer, space in ((Officer.ADLER, "b1l"), (Officer.JILL, "b10l")):
        state = valley(4, criteria=20, officer=officer)  # from basin 10
        dam(state, "b9l", level=3, drops=3)
        conduit(state, "c9B")
        powerhouse(state, "p12.1")
        lay(state, "G01", "-", "-", "-", "R02", "-")  # a base anywhere
        assert new(state, turn(state, 9)) == {space}


def test_ruling_67_graziano_builds_an_elevation_whenever_he_can() -> None:
    state = valley(4, officer=Officer.GRAZIANO)
    dam(state, "b10l", drops=1)
    assert new(state, turn(state, 20)) == {"b10l+2"}
    assert new(state, turn(state, 4)) == {"b10l+2"}  # although the line is about mountains
    give(state, 6, 1)
    assert len(new(state, turn(state, 20))) == 0  # two mixers are missing for each
    give(state, 6, 0)
    assert len(new(state, turn(state, 19))) == 1  # a conduit, because he cannot pay for an elevation


def test_ruling_67_graziano_has_room_for_a_fourth_drop() -> None:
    for officer, drops in ((Officer.GRAZIANO, 1), (Officer.ADLER, 0)):
        state = valley(4, officer=officer)
        dam(state, "b8l", level=3, drops=3)
        give(state, 0, 0)
        assert turn(state, 17).waiting[0] == drops


def test_ruling_67_fiesler_sends_one_drop_through_a_small_conduit() -> None:
    state = valley(4, officer=Officer.FIESLER)
    works(state)
    lay(state, "G11", "-")
    record = turn(state, 9)
    assert record.player[AUTOMA].energy == 4
    assert record.dam_drops[17] == 2
    state.record.conduit[17] = AUTOMA  # to basin 12, value 3: all drops
    powerhouse(state, "p12.1")
    record = turn(state, 9)
    assert record.player[AUTOMA].energy == 3 * 3 + 1
    assert record.dam_drops[17] == 0


def test_ruling_67_jill_prefers_mixers() -> None:
    state = valley(4, criteria=1, officer=Officer.JILL)
    give(state, 10, 5)
    assert wheel(turn(state, 19))[1:] == (0, 5)
    give(state, 10, 4)
    assert wheel(turn(state, 19))[1:] == (10, 0)  # first the strongest conduit is chosen, then how to pay
    give(state, 7, 4)
    assert wheel(turn(state, 19))[1:] == (0, 4)
    tiles(state, "II-wild")
    give(state, 8, 2)
    assert wheel(turn(state, 19))[1:] == (8, 2)


def test_ruling_67_jill_takes_mixers_where_it_may_choose_a_machine() -> None:
    for officer, expected in ((Officer.JILL, (2, 5)), (Officer.ADLER, (4, 3))):
        state = valley(4, officer=officer)
        works(state)
        lay(state, "G02", "-")  # two machines
        give(state, 2, 3)
        record = turn(state, 9)
        assert (record.player[AUTOMA].excavators, record.player[AUTOMA].mixers) == expected


def test_ruling_67_solomon_replaces_one_machine_at_most() -> None:
    state = valley(4, criteria=1, officer=Officer.SOLOMON)
    give(state, 4, 0)
    record = turn(state, 17)
    assert new(state, record) == {"b1l"}  # mountains need five
    assert wheel(record)[1:] == (4, 0)
    assert change(state, record, "vp") == -3
    give(state, 3, 0)
    record = turn(state, 17)
    assert new(state, record) == {"b5l"}
    assert change(state, record, "vp") == -3
    give(state, 1, 0)
    assert new(state, turn(state, 17)) == set()
    give(state, 5, 0)
    assert change(state, turn(state, 17), "vp") == 0


def test_ruling_67_antons_tile_is_used_last_and_copies_the_highest_level() -> None:
    state = valley(4, officer=Officer.ANTON)
    player = state.record.player[AUTOMA]
    player.wheel_tile[[1, 2, 3]] = [TILE_NAMES.index(name) for name in ("powerhouse", "III-powerhouse", "II-wild")]
    record = turn(state, 20)
    assert wheel(record)[0] == TILE_NAMES.index("powerhouse")  # its own tile, although a better one could be copied
    tiles(state, "base")
    record = turn(state, 20)
    assert wheel(record)[0] == ANTON
    assert change(state, record, "vp") == 3  # the effect of III-powerhouse
    player.wheel_tile[2] = TILE_NAMES.index("I-powerhouse")
    record = turn(state, 20)
    assert change(state, record, "engineers") == -2  # II-wild is higher
    player.wheel_tile[3] = NOTHING
    record = turn(state, 20)
    assert wheel(record)[0] == ANTON
    assert change(state, record, "engineers") == 0  # I-powerhouse, which needs none


def test_ruling_67_mahiri_is_redrawn() -> None:
    state = GAME.start(2, {"setup": "full", "automas": 1, "level": "4"})
    mahiri = OFFICER_NAMES[Officer.MAHIRI]
    while state.record.companies.bit_count() != 1 or not state.record.player[PERSON].company >= 0:
        texts = [state.format(action) for action in state.legal_actions()]
        other = [text for text in texts if not (text.startswith("pick") and gives_mahiri(state, text))]
        state.apply(f"lend {mahiri}" if f"lend {mahiri}" in texts else other[0])
    state.apply(state.legal_actions()[0])  # the company that is left
    assert state.record.player[AUTOMA].officer == NOTHING
    drawn = [state.format(action) for action in state.legal_actions()]
    taken = {int(officer) for officer in state.record.pair if officer != NOTHING}
    spares = {number for number in range(7) if state.record.spares >> number & 1}
    free = [name for number, name in enumerate(OFFICER_NAMES) if number not in taken | spares]
    assert drawn == [f"lend {name}" for name in free]
    assert mahiri not in free
    state.apply(drawn[0])
    assert state.record.player[AUTOMA].officer == OFFICER_NAMES.index(free[0])


def gives_mahiri(state: State, text: str) -> bool:
    return bool(state.record.pair[Company[text.split()[1].upper()]] == Officer.MAHIRI)


def test_ruling_67_below_level_4_nobody_serves() -> None:
    """With a neutral dam and a conduit of value 1, all drops are sent if there is no Fiesler."""
    state = valley(3)
    works(state)
    state.record.dam_owner[17] = NEUTRAL
    lay(state, "G01", "-")
    assert turn(state, 9).dam_drops[17] == 0
