"""Barrage positions as JSON and as bytes: what is written can be read back, and impossible positions are refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.barrage.lively import SETTINGS, walk
from tests.games.barrage.positions import GAME, at, full, position
from tests.games.positions import Change, changed, check_reads_back, check_refusal, legal, played, refusal

from stockade.conformance.scope import either
from stockade.core.state import State
from stockade.games.barrage.layout import Step


def top(state: State) -> Step:
    return Step(int(state.record.pending[state.record.depth - 1].step))


# -- writing and reading -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=str)
def test_states_of_a_match_read_back(players: int, options: dict[str, Any]) -> None:
    """Test each way from one step to the next, and some states between."""
    before: Step | None = None
    seen = set()
    for state in walk(players, options, 3):
        now = None if state.is_over else top(state)
        if (before, now) not in seen or state.ply % either(quick=96, deep=12) == 0:
            check_reads_back(state)
        seen.add((before, now))
        before = now


@pytest.mark.deep
@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=str)
def test_all_states_of_a_match_read_back(players: int, options: dict[str, Any]) -> None:
    for state in walk(players, options, 3):
        check_reads_back(state)


def test_a_short_position_is_completed() -> None:
    state = at()
    written = state.to_json()
    assert state.current_player == 0
    assert written["steps"] == ["usa turn", "usa end_turn"]
    assert [seat["engineers"] for seat in written["seats"]] == [12, 12]
    assert written["seats"][0]["tiles"] == ["base", "elevation", "conduit", "powerhouse", "wild"]
    assert written["contracts"] == {"green": ["G01", "G02"], "yellow": ["Y01", "Y02"], "red": ["R01", "R02"]}
    assert len(written["piles"]) == 45 - 6
    assert written["national"] == ["N1"]


def test_engineers_and_pieces_follow_from_the_board() -> None:
    state = at(
        {"banked": 3, "constructions": 2},
        {},
        spaces="turbine_p2 R usa, water_2 L germany",
        conduits="c5A usa, c5B usa",
        dams="b9u usa 0/3",
        powerhouses="p11.1 usa",
    )
    assert state.record.player[0].engineers == 12 - 3 - 1 - 2 - 3
    assert state.record.player[1].engineers == 11
    assert state.record.player[0].built.tolist() == [1, 2, 2, 1]


def test_the_full_game_is_completed() -> None:
    mahiri = ("mahiri_sekiso", "anton_krylov")
    state = full({"contracts": ["S2"]}, {"wheel": [{"segment": 3, "tile": "anton", "mixers": 2}]}, officers=mahiri)
    written = state.to_json()
    assert written["draft"]["pairs"] == {"usa": "mahiri_sekiso", "germany": "anton_krylov"}
    assert written["draft"]["spares"] == ["wilhelm_adler", "graziano_del_monte"]
    assert written["patents"]["open"] == ["I-base", "I-elevation", "I-conduit"]
    assert written["seats"][1]["tiles"] == ["base", "elevation", "conduit", "powerhouse"]
    assert len(legal(state, "officer")) == 3


def test_seats_go_by_company_or_by_place() -> None:
    state = at({}, {}, {}, turn="third", order=["first", "italy", "second"])
    assert state.to_json()["turn"] == "italy"
    assert state.current_player == 2


MAKER = {"dams": "b9u usa 1/1", "conduits": "c9A usa", "powerhouses": "p11.1 usa"}


@pytest.mark.parametrize(
    ("state", "text", "steps"),
    [
        (at({"excavators": 9}, {}), "build c10B wild", ["germany turn", "germany end_turn"]),
        (at(**MAKER), "turbine_p2 L", ["germany turn", "germany end_turn"]),
        (at({"contracts": ["S1"]}, {}, **MAKER), "turbine_p2 L", ["usa contract 3", "usa end_turn"]),
        (at(), "contract_2 L", ["usa take 2", "usa end_turn"]),
        (played(at(), "contract_2 L"), "take G01", ["usa take 1", "usa end_turn"]),
        (played(at(), "contract_1a L"), "take Y02", ["draw_contract yellow right", "usa end_turn"]),
        (at(), "water_2 L", ["usa drop 2 0", "usa end_turn"]),
        (played(at(), "water_2 L"), "drop C", ["usa drop 1 1", "usa end_turn"]),
        (at(), "water_flow_1 L", ["usa fall 1 0", "usa run", "usa end_turn"]),
        (at({}, {}, {}, {}), "buy_any L", ["usa machine 1", "usa end_turn"]),
    ],
)
def test_what_is_left_to_do_is_said_next_first(state: State, text: str, steps: list[str]) -> None:
    after = played(state, text)
    assert after.to_json()["steps"][: len(steps)] == steps
    check_reads_back(after)


def test_every_step_can_be_written() -> None:
    jill = at({}, {"excavators": 8, "mixers": 8, "credits": 9}, turn="germany")
    paying = played(jill, "build c5A wild")
    assert paying.to_json()["steps"][0] == "germany pay c5A wild"
    check_reads_back(paying)
    steps = ["germany place base plains hills", "germany power basin_11 plain", "germany end_turn"]
    three = "p11.1 germany, p5.1 germany, p6.1 germany"
    placing = at({}, {"fulfilled": ["Y06"]}, turn="germany", powerhouses=three, steps=steps)
    assert "place b10l" in legal(placing)
    assert played(placing, "place b10l").current_player == 0
    steps = ["usa fall 2 0", "usa run", "usa tile_effect b9u+ elevation", "usa end_turn"]
    falling = played(at(**MAKER, steps=steps), "drop A")
    assert falling.to_json()["headstreams"]["A"]["running"] == 1
    check_reads_back(falling)
    asked = at(steps=["germany machine 1", "usa income", "headstreams"], turn=None, round=2)
    assert asked.current_player == 1
    assert played(asked, "machine E").to_json()["steps"] == ["usa turn", "usa end_turn"]


def test_a_sole_payment_that_is_asked_reads_back() -> None:
    jill = at({}, {"excavators": 5, "mixers": 3}, turn="germany")
    paying = played(jill, "build c7B wild")
    assert legal(paying) == ["pay 0E 3M"]
    check_reads_back(paying)


def test_a_second_production_remembers_the_first() -> None:
    state = at(
        {},
        {},
        turn="germany",
        steps=["germany produce 0 second", "germany end_turn"],
        second_basin=9,
        dams="b9u germany 1/1",
        conduits="c9A germany, c9B germany",
        powerhouses="p9.1 germany, p11.1 germany, p12.1 germany",
    )
    assert legal(state) == ["produce b9u c9A 1", "produce b9u c9B 1", "produce none"]
    check_reads_back(played(state, "produce none"))
    assert "second_basin" not in played(state, "produce none").to_json()


def test_the_end_can_be_written() -> None:
    over = at(*({"banked": 12, "passed": True},) * 2, round=5, steps=[])
    assert over.is_over
    assert over.scores() == [10.0, 10.0]


# -- refusals ----------------------------------------------------------------------------------------------------


def table() -> dict[str, Any]:
    return position(
        {"contracts": ["S1"], "wheel": [{"segment": 2, "tile": "base", "excavators": 3}]},
        {"contracts": ["S2"], "fulfilled": ["G05"]},
        **MAKER,
        spaces="water_2 L germany",
        round=2,
    )


def put(**fields: Any) -> Change:
    return lambda each: each.update(fields)


def first(name: str, value: Any) -> Change:
    return lambda each: each["seats"][0].update({name: value})


def dam(name: str, **fields: Any) -> Change:
    return lambda each: each["dams"].setdefault(name, {"owner": "usa"}).update(fields)


def own(part: str, name: str, owner: Any) -> Change:
    return lambda each: each[part].update({name: owner})


@pytest.mark.parametrize(
    ("change", "words", "ruling"),
    [
        (put(players=3), "'players' is 2, not 3", ""),
        (put(seats=[{}]), "seats are 2 to 4", "61"),
        (put(setup="short"), "'setup' is one of", ""),
        (put(round=6), "'round' is a whole number", ""),
        (put(round=0), "'turn' is missing", "1"),
        (put(round=0, steps=["usa turn", "usa end_turn"]), "before round 1", "61"),
        (put(ply=2500), "no game has", ""),
        (put(order=["usa", "usa"]), "a seat twice", "48"),
        (put(order=["usa"]), "'order' has 2 places", ""),
        (put(turn="italy"), "'turn' is one of usa, germany", "61"),
        (put(turn=None), "'turn' is missing", "1"),
        (put(bonus=["bases"] * 5), "a tile that lies elsewhere too", "47"),
        (put(bonus=["bases"]), "'bonus' has 5 places", ""),
        (put(bonus=["advanced_tiles", "bases", "conduits", "contracts", "elevations"]), "for the full game", "47"),
        (put(objective=None), "there is an objective", "57"),
        (put(headstreams={"A": {"tile": "H2"}}), "a tile that lies elsewhere too", "37"),
        (put(headstreams={"A": {"tile": None}}), "has its tile", "37"),
        (put(headstreams={"A": {"waiting": 61}}), "'waiting' is a whole number", ""),
        (put(headstreams={"A": {"running": 1}}), "just placed", "36"),
        (put(headstreams={"E": {}}), "no field 'E'", ""),
        (put(national=[None]), "until it is fulfilled", "41"),
        (put(national=["G01"]), "each of 'national' is one of", ""),
        (put(national=["N1", "N2"]), "'national' has 1 places", ""),
        (put(contracts={"green": ["G01", "Y01"]}), "each of 'green' is one of", ""),
        (put(contracts={"green": ["G05", "G01"]}), "contract G05 lies in two places", "39"),
        (put(contracts={"green": ["G01", None]}), "are full when a turn begins", "39"),
        (put(piles=["G05"]), "contract G05 lies in two places", "39"),
        (put(piles=["G07", "G07"]), "G07 twice", "39"),
        (put(piles=["N2"]), "piles are of private contracts", "39"),
        (put(discarded=["G09"]), "only Automas discard", "39"),
        (put(patents={"open": ["I-base", "I-wild", "I-conduit"]}), "for the full game", "49"),
        (put(draft={}), "for the full game", "61"),
        (put(automa={}), "no Automas", "62"),
        (dam("b5l", level=3), "neutral dams are of level", "33"),
        (dam("b5u", owner="neutral"), "no tile puts", "33"),
        (dam("b6l", owner="neutral", level=2), "one neutral dam in each area", "33"),
        (dam("b9u", drops=2), "b9u cannot hold 2 drops", "33"),
        (dam("b9u", level=3, drops=4), "b9u cannot hold 4 drops", "33"),
        (dam("b9u", level=4), "'level' is a whole number", ""),
        (dam("b9l"), "one base of a company in a basin", "15"),
        (dam("b9u", owner="france"), "the owner of b9u", "61"),
        (dam("b11u"), "each of 'dams' is one of", ""),
        (own("powerhouses", "p11.2", "usa"), "one powerhouse of a company", "15"),
        (own("conduits", "c11A", "usa"), "each of 'conduits'", ""),
        (put(conduits={f"c{number}A": "usa" for number in range(1, 7)}), "more pieces than a company has", "14"),
        (own("spaces", "turbine_p1 L", "usa"), "closed with 2 players", "8"),
        (own("spaces", "bank L", "usa"), "each of 'spaces'", ""),
        (first("engineers", 11), "0 stand on spaces, so 12 are left", "2"),
        (first("banked", 13), "'banked' is a whole number", ""),
        (first("passed", True), "passed with engineers left", "2"),
        (first("passed", 1), "true or false", ""),
        (first("credits", -1), "'credits' is a whole number", ""),
        (first("company", "germany"), "two seats have one company", "61"),
        (first("officer", "anton_krylov"), "introductory game are given", "61"),
        (first("officer", "jill_mcdowell"), "introductory game are given", "61"),
        (first("automa", 2), "Automas have the last seats", "61"),
        (first("tiles", ["conduit"]), "each basic tile once", "12"),
        (first("tiles", ["base", "elevation", "conduit", "powerhouse", "wild"]), "each basic tile once", "12"),
        (first("tiles", ["elevation", "conduit", "powerhouse", "wild", "I-base"]), "for the full game", "49"),
        (first("wheel", [{"segment": 1, "tile": "base", "excavators": 3}]), "open segment", "12"),
        (first("wheel", [{"segment": 2, "mixers": 6, "excavators": 6}]), "needs more than 10 machines", "20"),
        (first("wheel", [{"segment": 2, "mixers": 1}, {"segment": 2, "mixers": 1}]), "there twice", "12"),
        (first("wheel", [{"segment": 7}]), "'segment' is a whole number", ""),
        (first("contracts", ["S1", "G01", "G02", "G03"]), "holds more than 3 contracts", "40"),
        (first("contracts", ["N3"]), "nobody's until they are fulfilled", "41"),
        (first("contracts", ["S2"]), "S2 lies in two places", "39"),
        (first("mahiri", 1), "Mahiri's tile", "51"),
        (first("copied", "jill_mcdowell"), "cannot have copied", "51"),
        (put(steps=["usa dance"]), "is no step", ""),
        (put(steps=["usa end_turn"]), "has something to do", "1"),
        (put(steps=["usa turn"]), "a turn ends", "1"),
        (put(steps=["germany turn", "germany end_turn"]), "a turn ends", "1"),
        (put(steps=["germany turn", "usa end_turn"]), "the player on turn", "1"),
        (put(steps=["usa take 1", "usa take 1", "usa end_turn"]), "nothing comes before that", "11"),
        (put(steps=["usa take 3", "usa end_turn"]), "it may say 1, 2", ""),
        (put(steps=["usa discard", "usa end_turn"]), "three contracts at most", "40"),
        (put(steps=["usa contract 3", "usa end_turn"]), "marker has moved", "25"),
        (put(steps=["usa place base plains hills", "usa power basin_11 plain", "usa end_turn"]),
         "no power that follows", "69"),
        (put(steps=["usa produce 3 plain", "usa end_turn"]), "it may say", ""),
        (put(steps=["usa produce 0 second", "usa end_turn"]), "produces so", "23"),
        (put(steps=["usa produce -2 plain", "usa end_turn"]), "nobody needs to be asked", "68"),
        (put(steps=["usa fall 1 0", "usa end_turn"]), "before they run", "36"),
        (put(steps=["usa drop 1 1", "usa end_turn"]), "placed drops wait", "36"),
        (put(steps=["usa place base mountains", "usa end_turn"]), "rewards give", "17"),
        (put(steps=["usa run", "usa end_turn"]), "before they run", "36"),
        (put(steps=["usa rotate 1", "usa end_turn"]), "decides what comes next", "11"),
        (put(steps=["usa pick", "usa end_turn"]), "no reward asks that", "42"),
        (put(steps=["usa pay b9u+ wild", "usa build b9l wild", "usa tile_effect b9l wild", "usa end_turn"]),
         "is paid, then placed", "11"),
        (put(steps=["usa pay c5A base", "usa build c5A base", "usa tile_effect c5A base", "usa end_turn"]),
         "tile of that build", "11"),
        (put(steps=["usa pay b9u wild", "usa build b9u wild", "usa tile_effect b9u wild", "usa end_turn"]),
         "cannot be built there", "15"),
        (put(steps=["draw_contract green left", "usa end_turn"]), "that place of the office is full", "39"),
        (put(steps=["draw_headstream A", "usa end_turn"]), "has its tile", "37"),
        (put(steps=["usa machine 1", "germany income", "headstreams"], turn=None), "at home", "43"),
        (put(steps=[]), "the game is over when", "37"),
        (put(second_basin=3), "no second production", "27"),
    ],
)  # fmt: skip
def test_what_breaks_the_rules_is_refused(change: Change, words: str, ruling: str) -> None:
    check_refusal(GAME, changed(table(), change), words, ruling)


def full_table() -> dict[str, Any]:
    pair = ("mahiri_sekiso", "graziano_del_monte")
    state = full({"contracts": ["S1"]}, {"contracts": ["S2"]}, officers=pair, round=2)
    return state.to_json()


@pytest.mark.parametrize(
    ("change", "words", "ruling"),
    [
        (lambda each: each["patents"].update(open=["I-base", "I-base", "II-base"]), "in two places", "49"),
        (lambda each: each["patents"].update(open=["I-wild", None, "II-base"]), "or was bought", "10"),
        (lambda each: each["patents"].update(taken=["usa", None, None]), "so 10 are left", "2"),
        (lambda each: each["patents"]["pile"].pop(), "9 advanced tiles are in the piles", "49"),
        (lambda each: each["patents"].update(open=["base", "I-wild", "II-base"]), "are not patents", "49"),
        (lambda each: each["seats"][0].update(tiles=["base", "elevation", "conduit", "powerhouse", "III-wild"]),
         "III-wild lies in two places", "49"),
        (lambda each: each["seats"][0].update(tiles=["base", "elevation", "conduit", "powerhouse", "wild"]),
         "each basic tile once", "12"),
        (lambda each: each["seats"][1].update(officer="jill_mcdowell"), "officer that lay with", "61"),
        (lambda each: [each["seats"][1].update(company="italy"), each.pop("order")], "lies with no officer", "61"),
        (lambda each: [each["seats"][1].update(company=None), each.pop("order")], "has no company", "61"),
        (lambda each: each["draft"].update(spares=["jill_mcdowell"]), "2 spare officers", "52"),
        (lambda each: each["draft"].update(spares=["graziano_del_monte", "jill_mcdowell"]), "lies with a company",
         "52"),
        (lambda each: each["draft"]["pairs"].update(italy="jill_mcdowell"), "for each player", "61"),
        (lambda each: each["draft"].update(companies=["usa"]), "still to be picked", "61"),
        (lambda each: each["seats"][0].update(copied="jill_mcdowell"), "cannot have copied", "51"),
        (lambda each: each["seats"][0].update(mahiri=3), "'mahiri' is a whole number", ""),
    ],
)  # fmt: skip
def test_the_full_game_is_checked_as_well(change: Change, words: str, ruling: str) -> None:
    check_refusal(GAME, changed(full_table(), change), words, ruling)


def automa_table() -> dict[str, Any]:
    seats: list[dict[str, Any]] = [
        {"company": "usa", "officer": "jill_mcdowell"},
        {"company": "italy", "automa": 2, "credits": 0},
    ]
    pairs = {"pairs": {"usa": "jill_mcdowell", "italy": "wilhelm_adler"}}
    return position(*seats, setup="full", draft=pairs)


def test_automas_can_be_written() -> None:
    state = GAME.from_json(automa_table())
    check_reads_back(state)
    after = played(state, "bank 12")
    assert after.is_chance
    assert after.to_json()["steps"] == ["draw_card", "italy automa line_1", "italy end_turn"]
    check_reads_back(after)


@pytest.mark.parametrize(
    ("change", "words", "ruling"),
    [
        (lambda each: each["seats"][1].update(credits=3), "no credits", "63"),
        (lambda each: each["seats"][1].update(contracts=["G09"]), "holds no contracts", "64"),
        (lambda each: each["seats"][1].update(constructions=1), "no construction spaces", "66"),
        (lambda each: each["seats"][1].update(officer="wilhelm_adler"), "officer that lay with", "61"),
        (lambda each: each["seats"][1].update(automa=5), "'automa' is a whole number", ""),
        (lambda each: each.update(setup="introductory", draft={}), "need the full game", "61"),
        (lambda each: each.update(automa={"top": 1, "last": 1}), "in two places", "62"),
        (lambda each: each.update(automa={"top": 1, "last": 2, "pile": [1]}), "in two places", "62"),
        (lambda each: each.update(automa={"top": 1, "last": 2, "pile": [3, 3]}), "a tile twice", "62"),
        (lambda each: each.update(automa={"top": None, "last": 2}), "lies on top", "62"),
        (lambda each: each.update(automa={"top": 21, "last": 2}), "a tile from 1 to 20", ""),
        (lambda each: each.update(turn="italy"), "is not asked", "64"),
    ],
)
def test_automas_are_checked_as_well(change: Change, words: str, ruling: str) -> None:
    check_refusal(GAME, changed(automa_table(), change), words, ruling)


def test_graziano_holds_four_drops_and_so_does_mahiri_after_copying_him() -> None:
    """Drops that Mahiri's dam took in a turn with his ability stay (ruling 50)."""
    officers = ("mahiri_sekiso", "graziano_del_monte")
    state = full({}, {}, officers=officers, dams="b9u usa 4/3, b10u germany 4/3")
    check_reads_back(state)
    given = state.to_json()
    given["dams"]["b10u"]["level"] = 2
    assert "cannot hold" in refusal(GAME, given).message


@pytest.mark.parametrize("place", [0, 30, 60])
def test_the_draft_cannot_be_mixed_up(place: int) -> None:
    """A step of the set-up that is left out or done twice is refused."""
    for state in walk(4, {"setup": "full"}, 1):
        if state.ply == place:
            break
    given = state.to_json()
    assert given["round"] == (0 if place < 60 else 1)
    for wrong in (given["steps"][1:], [given["steps"][0], *given["steps"]]):
        refusal(GAME, given | {"steps": wrong})
