"""Cascadia positions as JSON and bytes: they read back unchanged, and impossible ones are refused with a reason."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.games.cascadia.positions import GAME, SEATS, at, dealt, position
from tests.games.positions import changed, check_reads_back, check_refusal, legal, played, refusal

import stockade
from stockade.conformance.scope import either
from stockade.core.state import State
from stockade.games.cascadia.layout import Phase
from stockade.games.cascadia.tables import WILDLIFE_NAMES

KEYSTONE = "M | 1,0 W s salmon"


# -- there and back ----------------------------------------------------------------------------------------------


def eager(state: State, dice: random.Random) -> int:
    """Play so that many wipes and nature tokens occur: chance repeats species, players wipe and place."""
    actions = state.legal_actions()
    if state.record.phase == Phase.DRAW_TOKEN and dice.random() < 0.7:
        there = [f"draw {WILDLIFE_NAMES[species]}" for species in state.record.market_token if species >= 0]
        same = [action for action in actions if state.format(action) in there]
        return dice.choice(same or actions)
    if state.record.phase in (Phase.MARKET, Phase.TOKEN) and dice.random() < 0.6:
        return actions[0]
    return dice.choice(actions)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("cards", ["random", "BCADA", "family"])
def test_states_of_a_match_read_back(players: int, cards: str) -> None:
    dice, state = (
        random.Random(f"{players} {cards}"),
        GAME.start(players, {"cards": cards, "majorities": players > 2}),
    )
    phases, wiped = set(), False
    while not state.is_over:
        if state.ply % either(quick=5, deep=1) == 0:
            check_reads_back(state)
        phases.add(Phase(int(state.record.phase)))
        wiped |= bool(state.record.aside.any())
        state.apply(eager(state, dice))
    check_reads_back(state)
    assert phases >= set(Phase) - {Phase.CARD}
    assert wiped


def test_a_chain_that_empties_the_bag_reads_back() -> None:
    """Four equal tokens come 25 times in a row: the bag is empty, and gets all of them back."""
    state = played(dealt(), "draw MF bh", "draw MP bs", "draw WR hf", "draw FW esh")
    for name in random.Random(1).sample([each for each in WILDLIFE_NAMES for _ in range(5)], 25):
        for _ in range(4):
            check_reads_back(state)
            state.apply(f"draw {name}")
    assert state.record.bag.tolist() == [20] * 5
    for name in ("elk", "elk", "elk", "fox"):
        check_reads_back(state)
        state.apply(f"draw {name}")
    check_reads_back(state)
    assert state.current_player == 0


def test_what_can_be_left_out() -> None:
    given = position("M", "F")
    for name in ("has_wiped", "cards", "majorities", "ply", "aside"):
        assert name not in given
    del given["hand"], given["phase"], given["turn"], given["players"]
    state = GAME.from_json(given)
    assert state == at("M", "F")
    assert (state.players, state.current_player, state.ply) == (2, 0, 10)
    assert state.to_json()["cards"] == "AAAAA"


@pytest.mark.parametrize("players", [1, 2, 3])
def test_ply_is_counted_where_it_is_left_out(players: int) -> None:
    """Without wipes there is only one possible ply."""
    dice, state = random.Random(players), GAME.start(players)
    while not state.is_over:
        texts = legal(state)
        if state.record.phase == Phase.DRAW_TOKEN:
            there = [f"draw {WILDLIFE_NAMES[species]}" for species in state.record.market_token if species >= 0]
            texts = [text for text in texts if text not in there] or texts
        state.apply(dice.choice([text for text in texts if not text.startswith("wipe")]))
        given = state.to_json()
        del given["ply"]
        assert GAME.from_json(given) == state


def test_a_tile_may_be_written_either_way_round() -> None:
    given = position("M | 1,0 MF bh k1", "F")
    other = changed(given, lambda each: each["environments"][0]["hexes"][3].update(tile="FM bh", spin=4))
    assert GAME.from_json(other) == GAME.from_json(given)


def test_the_order_of_hexes_is_part_of_a_position() -> None:
    one = at("M | 1,0 MF bh | 1,-1 WR sf", "F | 1,0 MF bf | 1,-1 WR sh")
    other = at("M | 1,-1 WR sf | 1,0 MF bh", "F | 1,0 MF bf | 1,-1 WR sh")
    assert one != other
    assert one.scores() == other.scores()


# -- what cannot be ----------------------------------------------------------------------------------------------

TWO = position(KEYSTONE, "F", nature=(1, 0))
IN_HAND: dict[str, Any] = {"phase": "tile", "hand": "PR-bf bear", "tokens": "elk - fox elk"}
TAKEN = position(KEYSTONE, "F", nature=(1, 0), tiles="? - ? ?", **IN_HAND)
ALONE = position(KEYSTONE, nature=(1,))


def hexes(given: dict[str, Any], seat: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = given["environments"][seat]["hexes"]
    return found


@pytest.mark.parametrize(
    ("given", "change", "words", "ruling"),
    [
        (TWO, lambda each: each["market"][0].update(tile=each["market"][1]["tile"]), "more often", "1"),
        (TWO, lambda each: hexes(each)[3].update(tile="MF bs"), "no tile", "1"),
        (TWO, lambda each: hexes(each)[3].update(tile="FW ehf", token="hawk"), "starter", "1"),
        (TWO, lambda each: each["market"][0].update(tile="PR bs"), "starter", "1"),
        (TWO, lambda each: each["market"][0].update(token="wolf"), "a token is one of", "1"),
        (TWO, lambda each: each.update(aside={"bear": 20}), "more than 20", "1"),
        (TWO, lambda each: each["environments"].pop(), "one each", "2"),
        (TWO, lambda each: each["environments"].reverse(), "cedar's", "2"),
        (TWO, lambda each: hexes(each, 1).pop(), "the turn says", "2"),
        (TWO, lambda each: each.update(turn="fern"), "the turn says", "2"),
        (TWO, lambda each: each.update(cards="ABCDE"), "'cards'", "3"),
        (TWO, lambda each: each.update(cards="AB???"), "dealt before", "3"),
        (TWO, lambda each: hexes(each)[0].update(at=[1, 0]), "no starter", "4"),
        (TWO, lambda each: hexes(each)[1].update(spin=0), "no starter", "4"),
        (TWO, lambda each: hexes(each).clear(), "starter", "4"),
        (TWO, lambda each: each["market"].pop(), "4 slots", "5"),
        (TWO, lambda each: each.update(ply=3), "in 3 moves", "5"),
        (TWO, lambda each: [slot.update(token="elk") for slot in each["market"]], "four equal", "6"),
        (TWO, lambda each: each.update(aside={"bear": 4}), "lie aside only", "8"),
        (TWO, lambda each: hexes(each)[3].update(at=[3, 3]), "shares no edge", "14"),
        (TWO, lambda each: hexes(each)[3].update(at=[0, 1]), "two hexes on 0,1", "14"),
        (TWO, lambda each: hexes(each)[3].update(spin=2), "spin 0", "14"),
        (TWO, lambda each: each.update(hand={"token": "fox"}), "in hand", "15"),
        (TWO, lambda each: hexes(each)[3].update(token="fox"), "does not show", "16"),
        (TWO, lambda each: hexes(each)[0].update(token="bear"), "more tokens than turns", "16"),
        (TWO, lambda each: each["environments"][0].update(nature=2), "1 tokens on keystones", "17"),
        (TWO, lambda each: each["environments"][1].update(nature=1), "0 tokens on keystones", "17"),
        (TWO, lambda each: each["market"][1].update(tile=None), "full market", "18"),
        (TWO, lambda each: each.update(phase="over"), "20 turns each", "19"),
        (TWO, lambda each: each.update(removed={"tiles": []}), "alone", "22"),
        (TAKEN, lambda each: each["market"][0].update(token=None), "one tile and one token", "18"),
        (TAKEN, lambda each: each["hand"].update(tile=None), "in hand", "15"),
        (TAKEN, lambda each: each.update(aside={"bear": 3}), "lie aside only", "8"),
        (ALONE, lambda each: each["removed"].update(tiles=[]), "tiles have left", "22"),
        (ALONE, lambda each: each["removed"].update(tokens={"fox": 2}), "tokens have left", "22"),
        (ALONE, lambda each: each.pop("removed"), "have left", "22"),
    ],
)
def test_what_cannot_be_is_refused_with_its_ruling(
    given: dict[str, Any], change: Callable[[dict[str, Any]], object], words: str, ruling: str
) -> None:
    check_reads_back(GAME.from_json(given))
    check_refusal(GAME, changed(given, change), words, ruling)


@pytest.mark.parametrize(
    ("given", "ruling"),
    [
        # A pair from different slots was paid for, or the nature token is still there.
        (position("M", "F", tiles="- ? ? ?", **IN_HAND), "12"),
        (position(KEYSTONE, "F", nature=(1, 0), tiles="- ? ? ?", **IN_HAND), "12"),
        # The nature token of the last turn cannot have been spent yet.
        (position(KEYSTONE, "F", turn=1, rounds=0), "13"),
        (position("M | 0,0 bear | 1,0 MF bh", "F", turn=1, rounds=0), "13"),
        # Three tokens are aside, but neither by a free wipe nor for a nature token.
        (position("M", "F", phase="draw_token", tokens="elk - - -", aside={"bear": 3}), "11"),
        (position("M", "F", phase="draw_token", tokens="elk - - fox", aside={"bear": 4}), "8"),
        (position("M", "F", phase="draw_token", tokens="elk - - fox"), "8"),
        (position("M", "F", phase="draw_token", tokens="- - - -", aside={"bear": 4, "elk": 1}), "11"),
        (position("M", "F", tokens="elk elk elk fox", aside={"bear": 3}), "11"),
        # Four of them would have been equal.
        (position("M", "F", phase="draw_token", tokens="bear - - -", aside={"bear": 3}, has_wiped=True), "8"),
        (position("M", "F", phase="tile", hand="PR-bf elk", tiles="- ? ? ?", tokens="- elk elk elk"), "6"),
        # Nobody has had a turn yet.
        (position("M", "F", phase="draw_tile", tiles="? - - -", tokens="- - - -", has_wiped=True), "7"),
        (position("M", "F", phase="draw_tile", tiles="? - - -", tokens="elk - - -"), "5"),
        (position("M", "F", phase="draw_tile", tiles="? - - ?", tokens="- - - -"), "18"),
        (position("M", "F", phase="draw_tile", tiles="? - - -", tokens="- - - -", ply=5), "5"),
        # The token is still in hand.
        (
            position(
                "M | 1,0 W s | 1,-1 WR sf fox", "F", phase="token", rounds=1, hand="fox", tiles="- ? ? ?",
                tokens="- elk elk fox",
            ),
            "15",
        ),
        (position("M", "F", rounds=20), "2"),
        (position("M", "F", ply=3_000), ""),
    ],
)  # fmt: skip
def test_what_no_match_leads_to_is_refused(given: dict[str, Any], ruling: str) -> None:
    assert refusal(GAME, given).ruling == ruling


@pytest.mark.parametrize(
    "given",
    [
        position("M", "F", phase="draw_token", tokens="elk - - -", aside={"bear": 3}, has_wiped=True),
        position("M", "F", phase="draw_token", tokens="elk - - -", aside={"bear": 7}, has_wiped=True),
        position("M", "F", phase="draw_token", tokens="elk fox - -", aside={"bear": 4, "elk": 4}),
        position("M", "F", tokens="elk elk elk fox", aside={"bear": 8, "elk": 4}),
        position(KEYSTONE, "F", phase="draw_token", tokens="elk - fox -", aside={"bear": 1, "elk": 1}),
        position(KEYSTONE, "F", phase="draw_token", tokens="elk fox bear -", aside={"bear": 1, "elk": 1}),
        position(KEYSTONE, "F", tokens="elk elk elk fox", aside={"bear": 5}),
        position(KEYSTONE, "F", turn=1, rounds=0, nature=(1, 0)),
        position("M", "F", phase="draw_tile", tiles="? - - -", tokens="- - - -", ply=8),  # cards were dealt
        position("M", "F", turn=1, rounds=19, phase="over", tiles="? - ? ?", tokens="elk - elk elk"),
        position("M", rounds=19, phase="over", tiles="? - ? ?", tokens="elk - elk elk"),
        position("M", rounds=3, phase="draw_token", tokens="- - elk bear"),
        position("M", rounds=3, phase="draw_tile", tiles="? - ? ?", tokens="- - elk bear"),
    ],
)
def test_what_a_match_leads_to_is_read(given: dict[str, Any]) -> None:
    state = GAME.from_json(given)
    check_reads_back(state)
    dice = random.Random(1)
    for _ in range(60):
        if state.is_over:
            break
        state.apply(dice.choice(state.legal_actions()))
        check_reads_back(state)


def test_a_position_before_the_first_market() -> None:
    given = {"players": 3, "cards": "AB???", "phase": "card"}
    state = GAME.from_json(given)
    assert state == played(GAME.start(3, {"cards": "random"}), "card bear A", "card elk B")
    assert refusal(GAME, given | {"cards": "A?B??"}).ruling == "3"
    assert refusal(GAME, given | {"cards": "AAAAA"}).ruling == "3"
    assert refusal(GAME, given | {"ply": 3}).ruling == "5"
    started = GAME.start(2).to_json()
    assert GAME.from_json({"phase": "starter"}) == GAME.start(2) == GAME.from_json(started)
    assert refusal(GAME, {"phase": "starter", "turn": "fern"}).ruling == "4"


def test_names_are_lower_case_seats() -> None:
    state = at("M", "F", "P", "W", turn=2)
    assert state.to_json()["turn"] == SEATS[2] == "heather"
    assert refusal(GAME, position("M", "F") | {"turn": "slate"}).message.startswith("'turn'")


# -- bytes -------------------------------------------------------------------------------------------------------


def test_a_record_that_contradicts_itself_is_refused() -> None:
    def wrong(change: Callable[[Any], object]) -> None:
        state = at(KEYSTONE, "F", nature=(1, 0))
        change(state.record)
        with pytest.raises(stockade.BadPosition):
            GAME.from_bytes(state.to_bytes())

    wrong(lambda record: record.bag.__setitem__(0, 3))
    wrong(lambda record: record.unseen.__setitem__(70, 0))
    wrong(lambda record: record.environment[0].near.__setitem__(0, 0))
    wrong(lambda record: record.environment[0].edge.__setitem__(0, 5))
    wrong(lambda record: record.environment[0].wildlife.__setitem__(2, 0b1001))
    wrong(lambda record: record.environment[0].face.__setitem__(3, 120))
    wrong(lambda record: record.environment[3].cell.__setitem__(3, 120))
    wrong(lambda record: record.market_token.__setitem__(0, 7))
    wrong(lambda record: setattr(record, "stack", 5))
    wrong(lambda record: setattr(record, "starters_left", 31))
    wrong(lambda record: setattr(record, "current_player", 1))
    wrong(lambda record: setattr(record, "players", 0))
    wrong(lambda record: setattr(record, "has_wiped", 2))


def test_a_position_of_an_end_has_nothing_to_do() -> None:
    state = at("M", "F", turn=1, rounds=19, phase="over", tiles="? - ? ?", tokens="elk - elk elk")
    assert state.is_over
    assert legal(state) == []
    assert state.winners()
