"""Check the reasons of an analysis: what differs at the end of two lines."""

from __future__ import annotations

import re

from tests.games.cascadia import positions as cascadia

import stockade
from stockade.analysis.reasons import Pair, reasons
from stockade.core.state import State
from stockade.games.barrage.tables import CONTRACT_NAMES

GAME = stockade.game("barrage")


def ending(excavators: int, credit: int) -> State:
    """Return a position in which the first seat has that many machines and credits."""
    state = GAME.start(2)
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    position = state.to_json()
    position["seats"][0] |= {"excavators": excavators, "credits": credit}
    return GAME.from_json(position)


def fulfilled(*contracts: str) -> State:
    """Return a position in which the first seat has fulfilled those contracts."""
    state = ending(6, 6)
    state.record.player["fulfilled"][0] = sum(1 << CONTRACT_NAMES.index(name) for name in contracts)
    return state


def test_two_things_that_differ_equally_on_average_are_both_told() -> None:
    better = ending(6, 6)
    pairs = [Pair(better, ending(4, 3)), Pair(better, ending(3, 4)), Pair(better, ending(4, 3)),
             Pair(better, ending(3, 4))]  # fmt: skip
    told = reasons(pairs, 0)
    assert "−2 excavators" in told
    assert "−2 credits" in told


def test_a_sheet_does_not_repeat_the_ledger() -> None:
    better = ending(6, 6)
    told = reasons([Pair(better, ending(6, 3))] * 3, 0)
    assert [text for text in told if "redit" in text] == ["−3 credits"]


def test_lines_of_a_score_sheet_are_told_in_points() -> None:
    better, played = cascadia.at("M | 1,0 W s salmon", "F"), cascadia.at("M", "F")
    told = reasons([Pair(better, played)] * 3, 0)
    assert any(re.fullmatch(r"Salmon A −[2-9] points", text) for text in told), told
    assert "Mountain −1" not in told


def test_amounts_of_money_on_a_sheet_keep_their_sign() -> None:
    match = stockade.Match("cascade_barricade", 2, seed=1)
    bot = stockade.bot("greedy", seed=1)
    states = []
    while not match.is_over:
        states.append(match.state.clone())
        match.play(bot.choose(match.state))
    pairs = [Pair(state, states[0]) for state in states[::20]]
    told = [text for pair in pairs for seat in (0, 1) for text in reasons([pair] * 3, seat) if "Income" in text]
    assert told
    assert all(re.search(r"Income [−+]\$\d+$", text) for text in told), told


def test_the_largest_difference_comes_first() -> None:
    better = ending(6, 6)
    assert reasons([Pair(better, ending(5, 2))] * 3, 0)[:2] == ["−4 credits", "−1 excavator"]


def test_what_may_be_chance_is_not_told() -> None:
    better = ending(6, 6)
    assert reasons([Pair(better, ending(6, 3)), Pair(better, ending(6, 8))], 0) == []


def test_what_is_missing_is_named() -> None:
    better, worse = fulfilled("G01", "Y12"), fulfilled("G01")
    assert "−1 fulfilled contract (Y12)" in reasons([Pair(better, worse)] * 4, 0)


def test_one_thing_in_place_of_another_is_named_too() -> None:
    better, worse = fulfilled("Y12"), fulfilled("G01")
    told = reasons([Pair(better, worse)] * 4, 0)
    assert {"−1 fulfilled contract (Y12)", "+1 fulfilled contract (G01)"} <= set(told)


def test_a_name_that_differs_from_line_to_line_is_not_told() -> None:
    better = fulfilled("G01", "Y12", "Y14")
    pairs = [Pair(better, fulfilled("G01", kept)) for kept in ("Y12", "Y14", "Y12", "Y14")]
    assert "−1 fulfilled contract" in reasons(pairs, 0)


def test_a_part_of_what_is_missing_is_named_as_such() -> None:
    better = fulfilled("G01", "Y12", "Y14", "Y10")
    pairs = [Pair(better, fulfilled("G01", kept)) for kept in ("Y12", "Y14", "Y12", "Y14")]
    assert "−2 fulfilled contracts, with Y10" in reasons(pairs, 0)


def test_a_game_without_names_is_told_by_its_amounts() -> None:
    state = stockade.Match("cascadia", 2, seed=1).state
    assert state.game.namer is None
    assert state.things() == {}
