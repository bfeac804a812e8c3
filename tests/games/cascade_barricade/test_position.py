"""Cascade Barricade positions as JSON and as bytes: what is written can be read back, and impossible positions are
refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.games.cascade_barricade.positions import GAME, SEATS, at, position, seat, start
from tests.games.positions import Change, changed, check_reads_back, check_refusal, played, refusal

from stockade.conformance.scope import either
from stockade.core.state import State
from stockade.games.cascade_barricade import edition
from stockade.games.cascade_barricade.layout import Phase

OPTIONS: dict[int, dict[str, Any]] = {  # by radius
    4: {"rim_protects": True, "scrap_leftmost": True},
    5: {"two_weakest": True},
    6: {"whole_block_for_last": True, "late_deck": True},
}

# -- writing and reading -----------------------------------------------------------------------------------------


def lively(state: State, dice: random.Random) -> int:
    """Choose actions so that walls are bought and get laborers: passes are rare, and bids are not too high."""
    actions = state.legal_actions()
    if state.record.phase in (Phase.BID, Phase.OPEN, Phase.HIRE):
        return dice.choice(actions[:4])
    if state.record.phase == Phase.ACT and dice.random() < 0.6:
        words = {state.format(action).split()[0]: action for action in dice.sample(actions, len(actions))}
        return dice.choice(list(words.values()))
    return dice.choice(actions)


@pytest.mark.parametrize(("players", "colours"), [(2, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)])
def test_states_of_a_match_read_back(players: int, colours: int) -> None:
    """Test all states in which another phase has begun, and some between."""
    phases = set()
    for radius in (4, 5, 6):
        dice, state = (
            random.Random(players),
            GAME.start(players, OPTIONS[radius] | {"radius": radius, "colours": colours}),
        )
        before = None
        while not state.is_over:
            phase = Phase(int(state.record.phase))
            if phase != before or state.ply % either(quick=64, deep=4) == 0:
                check_reads_back(state)
            before = phase
            phases.add(phase)
            state.apply(lively(state, dice))
        check_reads_back(state)
    assert phases >= set(Phase) - {Phase.SHIFT, Phase.SELL}


def test_an_edition_of_ones_own_is_written_out() -> None:
    own = edition.edition("stockade-1") | {"prices": [0, 0, 0, 0, 0, 0, 0, 120], "purge_below": 49}
    dice, state = random.Random(1), GAME.start(3, {"edition": json.dumps(own)})
    while not state.is_over:
        check_reads_back(state)
        state.apply(lively(state, dice))
    written = state.to_json()["edition"]
    assert written["prices"] == own["prices"]
    assert written["spaces"] == 2


def test_a_short_position_is_completed() -> None:
    state = GAME.from_json(
        {
            "players": 2,
            "round": 2,
            "actions_left": 1,
            "deck_out": True,
            "seats": [{"money": 9, "character": [5, 0]}, {"money": 3, "character": [0, 5], "seat": "azure"}],
        }
    )
    assert state.current_player == 0
    assert state.scores() == [9.0, 3.0]
    assert state.to_json()["market"] == {"C": 16, "M": 16, "W": 16}
    assert state.to_json()["water"] == [[0, 0]]


def test_every_phase_can_be_written() -> None:
    bidding = {"wall": 7, "bid": 9, "bidder": "crimson", "in": ["crimson", "jade"], "next": "jade"}
    state = at(seat(), seat(), seat(), phase="bid", auction=bidding)
    assert played(state, "pass").to_json()["phase"] == "stand"
    check_reads_back(played(state, "pass"))
    state = at(seat("15 2,0 CC", "26 3,0"), seat(), phase="shift", shift=[1, 2], actions_left=1)
    assert played(state, "done").to_json()["actions_left"] == 1
    state = at(seat("15 2,0 C"), seat(), phase="sell")
    assert played(state, "sell C 1").current_player == 1
    state = at(seat(at="0,0"), seat(), phase="flee", flooded=["crimson"])
    assert played(state, "flee 1,0").to_json()["round"] == 3
    state = at(seat("20 1,1"), seat(), phase="draw", after_draw="open", block=[7, 8, 9, 10, 11], won=["crimson"])
    assert state.is_chance
    assert played(state, "draw 40").current_player == 1


# -- refusals ----------------------------------------------------------------------------------------------------

TABLE = at(seat("15 2,0 CC", "26 3,0 M"), seat("20 0,2"), holes="0,3", water="0,0 1,0")
BIDDING = played(at(seat(), seat(), seat(), phase="open"), "open 7", "bid 9")
FIRST = start(3)


def first(name: str, value: Any) -> Change:
    return lambda each: each["seats"][0].update({name: value})


def wall(name: str, value: Any) -> Change:
    return lambda each: each["seats"][0]["walls"][0].update({name: value})


def put(**fields: Any) -> Change:
    return lambda each: each.update(fields)


@pytest.mark.parametrize(
    ("change", "words", "ruling"),
    [
        (put(players=7), "'players' is a whole number from 2 to 6", ""),
        (put(players=3), "seats are 3", "1"),
        (put(radius=3), "'radius' is a whole number", ""),
        (put(two_weakest=1), "true or false", ""),
        (put(edition="other"), "no edition 'other'", "13"),
        (put(edition={"prices": [1]}), "missing", "13"),
        (put(edition={"colour": 1}), "no field 'colour'", ""),
        (put(order=["crimson", "crimson"]), "a colour twice", "1"),
        (put(order=["crimson"]), "every colour has its place", "1"),
        (put(block=[7, 7, 8, 9, 10, 11]), "a wall twice", "2"),
        (put(block=[7, 8, 9, 10, 11]), "block is full", "4"),
        (put(block=[7, 8, 9, 10, 11, 15]), "owned, and on the block", "2"),
        (put(block=[7, 8, 9, 10, 11, 13]), "on the block and in the deck", "2"),
        (put(deck_out=True), "has run out, and has walls", "4"),
        (put(has_purged=True), "third stand", "4"),
        (put(market={"C": 16}), "14 are on no wall", "5"),
        (put(market={"X": 1}), "no field 'X'", ""),
        (put(water=[[0, 0], [0, 3]]), "water and a hole", "6"),
        (put(water=[[1, 0]]), "spring", "8"),
        (put(water=[[0, 0], [6, 0]]), "off the land", "1"),
        (put(water=[[0, 0], [0, 0]]), "a space twice", ""),
        (put(water=[[0, 0], [2, 0]]), "a wall on water", "2"),
        (put(holes=[[5, 0]]), "a character on a wall or a hole", "6"),
        (put(water=[[0, 0], [5, 0]]), "flee before anything else", "8"),
        (put(round=1), "more than a wall a round", "2"),
        (put(round=0), "round", "2"),
        (put(round=40), "too many rounds", "8"),
        (put(ply=80_000), "more moves than", "12"),
        (put(ply=-1), "'ply' is a whole number", ""),
        (put(phase="hire", actions_left=1), "more actions are left", "6"),
        (put(phase="over", actions_left=0), "ends when somebody drowns", "10"),
        (put(phase="dance"), "'phase' is one of", ""),
        (put(actions_left=0), "no action left", "6"),
        (put(actions_left=3), "'actions_left' is a whole number", ""),
        (put(shift=[1, 2]), "while laborers shift", "6"),
        (put(won=["azure"]), "outside the auction", "2"),
        (put(flooded=["azure"]), "nobody flees now", "8"),
        (put(auction={}), "while there is bidding", "2"),
        (put(after_draw="act"), "while walls are drawn", "4"),
        (put(turn="slate"), "'turn' is one of", ""),
        (put(phase="draw", after_draw="act", actions_left=1), "no wall to draw, or no room", "4"),
        (put(phase="draw", after_draw="flee"), "'after_draw' is one of", ""),
        (first("money", -1), "'money' is a whole number", ""),
        (first("money", None), "'money' is a whole number", ""),
        (first("earned", 361), "'earned' is a whole number", ""),
        (lambda each: each["seats"][1].update(earned=1), "earned more comes first", "7"),
        (first("character", None), "no character", "1"),
        (first("character", [2, 0]), "a character on a wall", "6"),
        (first("character", [1]), "'character' is 2 whole numbers", ""),
        (first("character", "5,0"), "two numbers", ""),
        (first("drowned", True), "nobody has drowned yet", "8"),
        (first("seat", "azure"), "seat 0 is crimson", "1"),
        (wall("slot", 2), "two walls in slot 2", "2"),
        (wall("slot", 3), "the third was placed", "4"),
        (wall("slot", 4), "'slot' is a whole number", ""),
        (wall("bid", 26), "owned twice", "2"),
        (wall("bid", 49), "'bid' is a whole number", ""),
        (wall("at", [3, 0]), "two walls on a space", "2"),
        (wall("at", None), "stands nowhere", "2"),
        (wall("labor", "CCCC"), "more than 3 laborers", "5"),
        (wall("labor", "W"), "does not show", "5"),
        (wall("labor", "Q"), "letters of CMW", "5"),
        (lambda each: each["seats"].pop(), "seats are 2", "1"),
    ],
)  # fmt: skip
def test_what_breaks_the_rules_is_refused(change: Change, words: str, ruling: str) -> None:
    given = changed(TABLE.to_json(), change)
    if "market" not in given or given["market"] == TABLE.to_json()["market"]:
        given.pop("market", None)
    check_refusal(GAME, given, words, ruling)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda each: each["auction"].update(bid=6), "too low"),
        (lambda each: each["auction"].update(bid=101), "above its bidder's money"),
        (lambda each: each["auction"].update(bidder=None), "the opener bids first"),
        (lambda each: each["auction"].update(wall=13), "not open to bidding"),
        (lambda each: each["auction"].update(wall=12), "not open to bidding"),
        (lambda each: each["auction"].update({"in": ["azure", "jade"]}), "is in"),
        (lambda each: each["auction"].update(next="crimson"), "can bid more"),
        (lambda each: each["auction"].update(next="jade"), "bidding goes round"),
        (lambda each: each["auction"].update(next="slate"), "'next' is one of"),
        (lambda each: each.update(won=["azure"]), "won a wall, and has none"),
        (lambda each: each["seats"][1].update(money=9), "can bid more"),
        (lambda each: each.pop("auction"), "missing"),
        (lambda each: each.update(phase="stand"), "the block is full"),
    ],
)
def test_bidding_that_cannot_be_is_refused(change: Change, words: str) -> None:
    assert words in refusal(GAME, changed(BIDDING.to_json(), change)).message


@pytest.mark.parametrize(
    ("change", "words", "ruling"),
    [
        (lambda each: each["seats"][2].update(money=5), "cannot pay the walls of round 1", "3"),
        (lambda each: each.update(holes=[[1, 1]]), "water only after round 1", "8"),
        (lambda each: each["deck"].pop(), "no wall is discarded", "3"),
        (lambda each: each.update(phase="scrap"), "from round 2 on", "9"),
        (lambda each: each.update(won=["crimson"]), "won a wall, and has none", "2"),
        (lambda each: each["seats"][1].update(earned=3), "before the first production", "7"),
    ],
)
def test_the_first_round_is_as_it_must_be(change: Change, words: str, ruling: str) -> None:
    check_refusal(GAME, changed(FIRST.to_json(), change), words, ruling)


def test_everybody_can_pay_a_wall_before_the_first_round() -> None:
    for state in (GAME.start(3), played(GAME.start(3), *(f"next {name}" for name in SEATS[:3]))):
        given = changed(state.to_json(), lambda each: each["seats"][2].update(money=5))
        check_refusal(GAME, given, "Jade cannot pay the walls of round 1", "3")


def test_characters_start_on_dry_land() -> None:
    state = played(GAME.start(3), *(f"next {name}" for name in SEATS[:3]), "corner 1")
    given = changed(state.to_json(), lambda each: each["seats"][0].update(character=[0, 0]))
    check_refusal(GAME, given, "characters start on dry land", "1")


def test_seats_are_named_like_the_notation() -> None:
    assert [each["seat"] for each in start(6).to_json()["seats"]] == list(SEATS)
    assert position(seat(), seat())["players"] == 2
