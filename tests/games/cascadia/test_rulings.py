"""Rulings 1 to 10: components, setup, chance, and which tokens are wiped."""

from __future__ import annotations

import random

import pytest
from tests.games.cascadia.positions import GAME, SEATS, STARTERS, aside, at, bag, dealt, market, nature, weights
from tests.games.positions import legal, played, refused

import stockade
from stockade.core.state import State
from stockade.games.cascadia.layout import NOTHING, Phase
from stockade.games.cascadia.tables import WILDLIFE_NAMES

TILES = ("draw MF bh", "draw MP bs", "draw WR hf", "draw FW esh")
ANIMALS = set(WILDLIFE_NAMES)


def drawn(state: State, *names: str) -> State:
    return played(state, *(f"draw {name}" for name in names))


def first_market(*names: str, players: int = 2) -> State:
    return drawn(played(dealt(players), *TILES), *names)


# -- 1: components -----------------------------------------------------------------------------------------------


def test_ruling_1_the_stack_has_85_tiles_of_75_kinds() -> None:
    chances = weights(dealt())
    assert len(chances) == 75
    assert sum(chances.values()) == 85
    twins = {text for text, weight in chances.items() if weight == 2}
    assert len(twins) == 10
    assert all(len(text.split()[1]) == 1 for text in twins)  # keystones


def test_ruling_1_a_twin_can_come_twice_and_no_tile_more_often() -> None:
    state = played(dealt(), "draw M e", "draw M e", "draw M b")
    assert refused(state, "draw M e") == "5"
    assert refused(state, "draw M b") == "5"


def test_ruling_1_the_bag_has_20_tokens_of_each_species() -> None:
    assert weights(played(dealt(), *TILES)) == {f"draw {name}": 20 for name in WILDLIFE_NAMES}


# -- 2: setting up -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "tiles"), [(1, 43), (2, 43), (3, 63), (4, 83)])
def test_ruling_2_tiles_in_the_game(players: int, tiles: int) -> None:
    state = GAME.start(players)
    assert state.record.stack == tiles
    assert state.record.unseen.sum() == 85  # any of them may be in the box


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_2_the_first_seat_begins_and_play_goes_round(players: int) -> None:
    dice, state, order = random.Random(players), GAME.start(players), []
    while len(order) < 2 * players:
        if state.record.phase == Phase.TILE and not state.is_chance:
            order.append(state.current_player)
        state.apply(dice.choice(state.legal_actions()))
    assert order == [*range(players)] * 2
    assert [state.seat_name(seat).lower() for seat in range(players)] == list(SEATS[:players])


# -- 3: cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["AAAAA", "DDDDD", "BCADA", "family", "intermediate"])
def test_ruling_3_cards_are_an_option(cards: str) -> None:
    state = GAME.start(2, {"cards": cards})
    assert state.to_json()["cards"] == cards
    assert legal(state) == [f"starter {letter}" for letter in STARTERS]


def test_ruling_3_random_cards_are_dealt_first_and_in_order() -> None:
    state = GAME.start(2, {"cards": "random"})
    for species, letter in zip(WILDLIFE_NAMES, "DACBB", strict=True):
        assert weights(state) == {f"card {species} {each}": 1 for each in "ABCD"}
        assert refused(state, "starter M") == "5"
        state.apply(f"card {species} {letter}")
    assert state.to_json()["cards"] == "DACBB"
    assert legal(state, "starter")


def test_ruling_3_a_card_for_another_species_is_no_text_here() -> None:
    with pytest.raises(stockade.ParseError, match="bear"):
        GAME.start(2, {"cards": "random"}).parse("card elk A")


# -- 4: starters -------------------------------------------------------------------------------------------------


def test_ruling_4_every_seat_gets_a_starter_of_its_own() -> None:
    state = GAME.start(4)
    for number, letter in enumerate("RWMF"):
        assert weights(state) == {f"starter {each}": 1 for each in STARTERS if each not in "RWMF"[:number]}
        state.apply(f"starter {letter}")
        if number < 3:
            assert refused(state, f"starter {letter}") == "4"
    tops = [board["hexes"][0]["tile"] for board in state.to_json()["environments"]]
    assert tops == ["R s", "W h", "M b", "F e"]


def test_ruling_4_a_starter_lies_with_its_keystone_on_top() -> None:
    (first, _) = dealt().to_json()["environments"]
    assert [each["at"] for each in first["hexes"]] == [[0, 0], [-1, 1], [0, 1]]
    assert [each["tile"] for each in first["hexes"]] == ["M b", "FW ehf", "PR bs"]


def test_ruling_4_all_three_hexes_hold_tokens() -> None:
    state = at("M", "F", tokens="bear hawk salmon fox")
    for slot, place in ((0, "0,0"), (1, "-1,1"), (2, "0,1")):
        assert f"token {place}" in legal(played(state, f"take {slot}", "tile 1,0 k0"))


# -- 5: draws are chance -----------------------------------------------------------------------------------------


def test_ruling_5_the_first_market_is_four_tiles_and_then_four_tokens() -> None:
    state = dealt()
    for slot, text in enumerate(TILES):
        assert state.is_chance
        assert {text.split()[0] for text in legal(state)} == {"draw"}
        assert refused(state, "draw bear") == "5"
        state.apply(text)
        assert state.to_json()["market"][slot]["tile"] == text.removeprefix("draw ")
    for slot, name in enumerate(("bear", "elk", "elk", "fox")):
        assert set(weights(state)) == {f"draw {each}" for each in ANIMALS}
        state.apply(f"draw {name}")
        assert market(state)[slot] == name
    assert state.current_player == 0


def test_ruling_5_odds_are_what_is_left() -> None:
    state = first_market("bear", "bear")
    assert weights(state) == {f"draw {name}": 18 if name == "bear" else 20 for name in WILDLIFE_NAMES}
    chances = dict(state.chance_outcomes())
    assert chances[state.parse("draw bear")] == pytest.approx(18 / 98)


def test_ruling_5_a_player_does_not_draw() -> None:
    state = at("M", "F")
    assert refused(state, "draw bear") == "5"
    assert refused(state, "draw MF bh") == "5"


# -- 6: four equal tokens ----------------------------------------------------------------------------------------


def test_ruling_6_four_equal_tokens_are_wiped_in_the_first_market() -> None:
    state = first_market("bear", "bear", "bear", "bear")
    assert state.is_chance
    assert market(state) == [None] * 4
    assert aside(state) == {"bear": 4}


def test_ruling_6_again_and_again() -> None:
    state = first_market(*["bear"] * 4, *["elk"] * 4)
    assert aside(state) == {"bear": 4, "elk": 4}
    state = drawn(state, "hawk", "fox", "salmon", "bear")
    assert market(state) == ["hawk", "fox", "salmon", "bear"]
    assert aside(state) == {}
    assert bag(state) == {"bear": 19, "elk": 20, "salmon": 19, "hawk": 19, "fox": 19}


def test_ruling_6_after_a_refill() -> None:
    state = at("M", "F", turn=1, phase="draw_token", tokens="elk elk - elk")
    after = played(state, "draw elk")
    assert market(after) == [None] * 4
    assert after.is_chance
    assert market(played(state, "draw fox")) == ["elk", "elk", "fox", "elk"]


# -- 7: three equal tokens ---------------------------------------------------------------------------------------

THREE = "bear bear bear hawk"


def test_ruling_7_three_equal_tokens_may_be_wiped() -> None:
    state = at("M", "F", tokens=THREE)
    assert legal(state) == ["wipe", "take 0", "take 1", "take 2", "take 3"]
    after = drawn(played(state, "wipe"), "bear", "elk", "salmon")
    assert market(after) == ["bear", "elk", "salmon", "hawk"]
    assert after.current_player == 0
    assert nature(after, 0) == 0


def test_ruling_7_once_a_turn() -> None:
    state = drawn(played(at("M", "F", tokens=THREE), "wipe"), "elk", "elk", "elk")
    assert market(state) == ["elk", "elk", "elk", "hawk"]
    assert refused(state, "wipe") == "7"
    assert legal(state) == ["take 0", "take 1", "take 2", "take 3"]
    # The next player may wipe what is left of them.
    after = played(state, "take 3", "tile 1,0 k0", "return", "draw WR hf", "draw bear")
    assert "wipe" in legal(after)


def test_ruling_7_two_pairs_are_no_reason() -> None:
    assert refused(at("M", "F", tokens="bear bear elk elk"), "wipe") == "7"


def test_ruling_7_then_four_equal_ones_are_wiped_too() -> None:
    state = drawn(played(at("M", "F", tokens=THREE), "wipe"), "hawk", "hawk", "hawk")
    assert market(state) == [None] * 4
    assert aside(state) == {"bear": 3, "hawk": 4}


# -- 8: wiped tokens lie aside -----------------------------------------------------------------------------------


def test_ruling_8_wiped_tokens_are_not_drawn_in_the_same_chain() -> None:
    state = played(at("M", "F", tokens=THREE), "wipe")
    assert weights(state)["draw bear"] == 17
    assert bag(drawn(state, "elk", "elk", "fox"))["bear"] == 20


def test_ruling_8_they_stay_aside_while_a_free_wipe_is_open() -> None:
    state = first_market(*["bear"] * 4, "elk", "elk", "elk", "fox")
    assert state.current_player == 0
    assert aside(state) == {"bear": 4}
    wiped = played(state, "wipe")
    assert aside(wiped) == {"bear": 4, "elk": 3}
    assert weights(wiped)["draw bear"] == 16


def test_ruling_8_they_return_when_the_player_takes_instead() -> None:
    state = first_market(*["bear"] * 4, "elk", "elk", "elk", "fox")
    after = played(state, "take 3")
    assert aside(after) == {}
    assert bag(after)["bear"] == 20


# -- 9: an empty bag ---------------------------------------------------------------------------------------------


def test_ruling_9_an_empty_bag_gets_back_what_lies_aside() -> None:
    """A chain of 23 wipes has emptied the bag except for a bear and three elk."""
    lies = {"bear": 16, "elk": 16, "salmon": 20, "hawk": 20, "fox": 20}
    state = at("M", "F", tokens="bear bear bear elk", aside=lies)
    assert bag(state) == {"bear": 1, "elk": 3, "salmon": 0, "hawk": 0, "fox": 0}
    state = played(state, "wipe")
    assert weights(state) == {"draw bear": 1, "draw elk": 3}
    assert refused(state, "draw fox") == "8"
    state = drawn(state, "elk", "elk", "elk")  # four equal ones: wiped, and one bear is left
    assert weights(state) == {"draw bear": 1}
    state = drawn(state, "bear")
    assert aside(state) == {}
    assert weights(state) == {f"draw {name}": 19 if name == "bear" else 20 for name in WILDLIFE_NAMES}
    assert market(state) == ["bear", None, None, None]
    assert GAME.from_json(state.to_json()) == state


# -- 10: a wipe that could not end -------------------------------------------------------------------------------


@pytest.mark.parametrize("hawks", [0, 1])
def test_ruling_10_four_equal_tokens_stay_where_nothing_else_can_come(hawks: int) -> None:
    """No match can reach this, so the record is written directly."""
    state = at("M", "F", turn=1, phase="draw_token", tokens="elk elk - elk")
    state.record.bag[:] = [0, 5, 0, hawks, 0]
    state.apply("draw elk")
    assert state.is_chance == bool(hawks)
    assert state.record.market_token.tolist() == ([NOTHING] * 4 if hawks else [1] * 4)


def test_ruling_10_nobody_can_write_such_a_position() -> None:
    with pytest.raises(stockade.BadPosition, match="four equal"):
        at("M", "F", tokens="elk elk elk elk")
