"""Rulings 11 to 19 and 22: nature tokens, tiles and tokens, filling the market, the end, and solo games."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from tests.games.cascadia.positions import GAME, aside, at, bag, dealt, market, nature, weights
from tests.games.positions import legal, played, refused

from stockade.core.state import State
from stockade.games.cascadia.layout import Phase
from stockade.games.cascadia.tables import WILDLIFE_NAMES

RICH = "M | 1,0 W s salmon | 1,-1 R b bear | 2,-1 P f fox"  # three tokens on keystones


def rich(tokens: str = "bear elk salmon hawk", have: int = 3, **rest: object) -> State:
    return at(RICH, "F", tokens=tokens, nature=(have, 0), **rest)


def at_random(state: State, seed: int) -> State:
    """Return the state at the end of random play."""
    dice, state = random.Random(seed), state.clone()
    while not state.is_over:
        state.apply(dice.choice(state.legal_actions()))
    return state


# -- 11: paying for a wipe ---------------------------------------------------------------------------------------


def test_ruling_11_any_slots_can_be_wiped_for_a_nature_token() -> None:
    wipes = {f"wipe {','.join(slots)}" for size in (1, 2, 3, 4) for slots in combinations("0123", size)}
    assert len(wipes) == 15
    assert set(legal(rich(), "wipe")) == wipes
    assert legal(rich(have=0), "wipe") == []
    assert refused(rich(have=0), "wipe 0,2") == "11"


def test_ruling_11_only_the_named_slots_change() -> None:
    state = played(rich(), "wipe 1,3")
    assert market(state) == ["bear", None, "salmon", None]
    assert nature(state, 0) == 2
    state = played(state, "draw fox", "draw fox")
    assert market(state) == ["bear", "fox", "salmon", "fox"]
    assert aside(state) == {}
    assert state.current_player == 0


def test_ruling_11_several_in_a_turn_each_with_all_tokens_back() -> None:
    state = played(rich(), "wipe 0", "draw elk", "wipe 1,2", "draw salmon", "draw hawk", "wipe 0,1,2,3")
    assert nature(state, 0) == 0
    assert aside(state) == {"elk": 1, "salmon": 1, "hawk": 2}
    assert bag(state)["bear"] == 19  # all except the one on the keystone
    assert refused(played(state, *["draw bear", "draw elk"] * 2), "wipe 3") == "11"


def test_ruling_11_what_a_chain_put_aside_returns_before_the_next_paid_wipe() -> None:
    state = rich("bear bear bear elk", aside={"hawk": 4})
    assert aside(played(state, "wipe")) == {"hawk": 4, "bear": 3}
    assert aside(played(state, "wipe 0")) == {"bear": 1}


def test_ruling_11_four_equal_tokens_after_it_are_wiped_and_three_may_be() -> None:
    state = rich("bear bear elk hawk")
    forced = played(state, "wipe 2,3", "draw bear", "draw bear")
    assert aside(forced) == {"elk": 1, "hawk": 1, "bear": 4}
    assert market(forced) == [None] * 4
    three = played(state, "wipe 3", "draw bear")
    assert "wipe" in legal(three)
    assert aside(three) == {"hawk": 1}


# -- 12: paying for a free pick ----------------------------------------------------------------------------------


def test_ruling_12_a_tile_and_a_token_from_different_slots_cost_a_nature_token() -> None:
    state = rich(tiles="MF-bh MP-bs WR-hf FW-esh")
    after = played(state, "take 1 3")
    assert after.to_json()["hand"] == {"tile": "MP bs", "token": "hawk"}
    assert nature(after, 0) == 2
    assert nature(played(state, "take 1"), 0) == 3


def test_ruling_12_without_nature_tokens_a_pair_is_taken() -> None:
    state = rich(have=0)
    assert legal(state, "take") == ["take 0", "take 1", "take 2", "take 3"]
    assert refused(state, "take 1 3") == "12"


def test_ruling_12_a_free_pick_may_follow_wipes() -> None:
    state = played(rich(have=2), "wipe 0", "draw fox", "take 1 0")
    assert nature(state, 0) == 0
    assert state.to_json()["hand"]["token"] == "fox"


# -- 13: nature tokens of this turn ------------------------------------------------------------------------------


def test_ruling_13_a_nature_token_comes_too_late_for_its_own_turn() -> None:
    state = at("M", "F")
    placing = played(state, "take 0", "tile 1,0 k0")
    placed = played(placing, "token 0,0")
    assert (nature(placing, 0), nature(placed, 0)) == (0, 1)
    assert placed.record.turn_owner == 1
    assert refused(placing, "wipe 0") == "15"
    assert refused(played(rich(), "take 0"), "wipe 0") == "15"


def test_ruling_13_it_can_be_spent_in_the_next_turn() -> None:
    state = played(at("M", "F"), "take 0", "tile 1,0 k0", "token 0,0", "draw WR hf", "draw fox")
    assert refused(state, "take 0 1") == "12"  # the other seat has none
    state = played(state, "take 0", "tile 1,0 k0", "return", "draw WR sh", "draw elk")
    assert "take 0 1" in legal(state)


# -- 14: laying the tile -----------------------------------------------------------------------------------------


def test_ruling_14_on_every_empty_place_beside_an_own_hex_in_every_spin() -> None:
    state = played(at("M", "F", tiles="MF-bh ? ? ?"), "take 0")
    around = ("1,-1", "0,-1", "-1,0", "-2,1", "-2,2", "-1,2", "0,2", "1,1", "1,0")
    assert set(legal(state)) == {f"tile {place} k{spin}" for place in around for spin in range(6)}


def test_ruling_14_a_tile_of_one_terrain_has_one_spin() -> None:
    state = played(at("M", "F", tiles="W-h ? ? ?"), "take 0")
    assert len(legal(state)) == 9
    assert "tile 1,0 k0" in legal(state)
    assert refused(state, "tile 1,0 k1") == "14"


@pytest.mark.parametrize("place", ["0,0", "0,1", "2,0", "-3,1", "5,5"])
def test_ruling_14_not_on_a_tile_and_not_apart(place: str) -> None:
    assert refused(played(at("M", "F", tiles="MF-bh ? ? ?"), "take 0"), f"tile {place} k0") == "14"


def test_ruling_14_the_tile_must_be_laid() -> None:
    state = played(at("M", "F"), "take 0")
    assert refused(state, "return") == "15"
    assert all(text.startswith("tile") for text in legal(state))


# -- 15: tile before token ---------------------------------------------------------------------------------------


def test_ruling_15_the_tile_comes_first() -> None:
    state = played(at("M", "F"), "take 0")
    assert refused(state, "token 0,0") == "15"
    after = played(state, "tile 1,0 k0")
    assert refused(after, "tile 2,0 k0") == "15"
    assert refused(after, "take 1") == "15"
    assert "token 0,0" in legal(after)
    assert refused(at("M", "F"), "tile 1,0 k0") == "15"
    assert refused(at("M", "F"), "token 0,0") == "15"


# -- 16: placing the token ---------------------------------------------------------------------------------------


def test_ruling_16_on_a_hex_that_shows_the_species_and_has_no_token() -> None:
    state = at("M | 1,0 MR bs | 1,-1 FW es elk", "F", tiles="WR-bh ? ? ?", tokens="bear elk elk fox")
    state = played(state, "take 0", "tile 2,-1 k0")
    assert legal(state) == ["token 2,-1", "token 0,0", "token 1,0", "token 0,1", "return"]  # includes the new tile
    assert refused(state, "token -1,1") == "16"  # does not show the species
    assert refused(state, "token 1,-1") == "16"
    assert refused(state, "token 3,3") == "16"
    taken = at("M | 0,0 bear | 1,0 MR bs", "F", tiles="WR-bh ? ? ?", tokens="bear elk elk fox", nature=(1, 0))
    assert refused(played(taken, "take 0", "tile 2,-1 k0"), "token 0,0") == "16"


def test_ruling_16_it_may_always_go_back_and_must_where_no_hex_fits() -> None:
    state = played(at("M", "F", tiles="FR-bs ? ? ?", tokens="bear elk elk fox"), "take 0", "tile 1,0 k0")
    assert "return" in legal(state)
    nowhere = at("P", "F", tiles="FP-es ? ? ?", tokens="hawk elk elk fox")
    assert "token -1,1" in legal(played(nowhere, "take 0", "tile 1,0 k0"))
    filled = at("P | -1,1 hawk | 1,-1 FW es", "F", tiles="FP-es ? ? ?", tokens="hawk elk elk fox")
    assert legal(played(filled, "take 0", "tile 1,0 k0")) == ["return"]


def test_ruling_16_what_goes_back_can_be_drawn_at_once() -> None:
    state = played(at("M", "F"), "take 0", "tile 1,0 k0", "return")
    assert nature(state, 0) == 0
    assert weights(played(state, "draw WR hf"))["draw bear"] == 20


# -- 17: keystones -----------------------------------------------------------------------------------------------


def test_ruling_17_a_token_on_a_keystone_earns_a_nature_token() -> None:
    state = at("M", "F", tiles="W-s ? ? ?", tokens="salmon elk elk fox")
    laid = played(state, "take 0", "tile 1,0 k0")
    assert nature(laid, 0) == 0  # laying it earns nothing
    assert nature(played(laid, "token 1,0"), 0) == 1
    assert nature(played(laid, "token 0,1"), 0) == 0  # a hex with two terrains
    assert nature(played(laid, "return"), 0) == 0


def test_ruling_17_the_starters_keystone_too() -> None:
    assert nature(played(at("M", "F"), "take 0", "tile 1,0 k0", "token 0,0"), 0) == 1


# -- 18: filling the market --------------------------------------------------------------------------------------


def test_ruling_18_only_the_slot_that_was_taken_is_filled() -> None:
    state = at("M", "F", tiles="MF-bh MP-bs WR-hf FW-esh")
    state = played(state, "take 2", "tile 1,0 k0", "return")
    assert refused(state, "draw bear") == "5"  # the tile first
    state = played(state, "draw R h", "draw fox")
    slots = state.to_json()["market"]
    assert [slot["tile"] for slot in slots] == ["MF bh", "MP bs", "R h", "FW esh"]
    assert [slot["token"] for slot in slots] == ["bear", "elk", "fox", "hawk"]
    assert state.current_player == 1


def test_ruling_18_after_a_free_pick_the_pairs_change() -> None:
    state = rich(tiles="MF-bh MP-bs WR-hf FW-esh")
    state = played(state, "take 1 3", "tile 0,-1 k0", "return", "draw R h", "draw fox")
    slots = state.to_json()["market"]
    assert slots[1] == {"tile": "R h", "token": "elk"}
    assert slots[3] == {"tile": "FW esh", "token": "fox"}


# -- 19: the end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_19_everybody_has_20_turns(players: int) -> None:
    end = at_random(GAME.start(players), players)
    assert end.record.stack == 0
    assert [len(board["hexes"]) for board in end.to_json()["environments"]] == [23] * players
    assert end.record.turn_owner == players - 1
    slots = end.to_json()["market"]
    assert sum(slot["tile"] is not None for slot in slots) == sum(slot["token"] is not None for slot in slots) == 3


def test_ruling_19_the_last_token_ends_the_game_at_once() -> None:
    state = at("M", "F", turn=1, rounds=19)
    assert state.record.stack == 0
    place = legal(played(state, "take 0"))[0]
    assert played(state, "take 0", place, "return").is_over
    before = at("M", "F", turn=0, rounds=19)
    assert before.record.stack == 1
    place = legal(played(before, "take 0"))[0]
    assert not played(before, "take 0", place, "return").is_over


def ended(own: int, other: int) -> State:
    """Return an end in which seat 0 has `own` nature tokens, and seat 1 has `other` points more than seat 0.

    The record is written directly, because such ties are rare.
    """
    state = at_random(GAME.start(2), 1)
    for seat in range(2):
        state.record.environment[seat].nature = 0
    first, second = state.scores()
    state.record.environment[0].nature = own
    state.record.environment[1].nature = own + first - second + other
    return state


def test_ruling_19_most_points_win() -> None:
    assert ended(50, -1).winners() == [0]
    assert ended(50, 1).winners() == [1]
    assert ended(50, 1).returns() == [-1, 1]


def test_ruling_19_among_equals_most_nature_tokens() -> None:
    state = ended(50, 0)
    first, second = nature(state, 0), nature(state, 1)
    assert first != second
    assert state.scores()[0] == state.scores()[1]
    assert state.winners() == [int(second > first)]
    assert max(state.returns()) == 1


def test_ruling_19_players_still_equal_share_the_win() -> None:
    state = at_random(GAME.start(2, {"majorities": False}), 1)
    state.record.environment[1] = state.record.environment[0]
    assert state.winners() == [0, 1]
    assert state.returns() == [0, 0]


# -- 22: alone ---------------------------------------------------------------------------------------------------


def test_ruling_22_the_farthest_tile_and_token_leave_and_the_rest_moves_up() -> None:
    keystone = "M | 1,0 W s salmon"
    state = at(keystone, tiles="MF-bh MP-bs WR-hf FW-esh", tokens="bear elk salmon hawk", nature=(1,))
    state = played(state, "take 2 0", "tile 0,-1 k0", "return")
    slots = state.to_json()["market"]
    assert [slot["tile"] for slot in slots] == [None, None, "MF bh", "MP bs"]
    assert [slot["token"] for slot in slots] == [None, None, "elk", "salmon"]
    gone = state.to_json()["removed"]
    assert "FW esh" in gone["tiles"]
    assert gone["tokens"] == {"fox": 1, "hawk": 1}
    state = played(state, "draw R h", "draw R s", "draw bear", "draw fox")
    slots = state.to_json()["market"]
    assert [slot["tile"] for slot in slots] == ["R h", "R s", "MF bh", "MP bs"]
    assert [slot["token"] for slot in slots] == ["bear", "fox", "elk", "salmon"]


def test_ruling_22_what_left_the_game_is_not_drawn() -> None:
    state = played(dealt(1), "draw MF bh", "draw MP bs", "draw WR hf", "draw FW esh")
    state = played(state, "draw bear", "draw elk", "draw salmon", "draw hawk", "take 0", "tile 1,0 k0", "return")
    assert refused(state, "draw FW esh") == "5"
    state = played(state, "draw R h", "draw R s")
    assert weights(state) == {f"draw {name}": {"bear": 20, "fox": 20}.get(name, 19) for name in WILDLIFE_NAMES}


def test_ruling_22_twenty_turns_and_one_tile_is_left() -> None:
    end = at_random(GAME.start(1), 3)
    assert len(end.to_json()["environments"][0]["hexes"]) == 23
    assert end.record.stack == 1
    assert [len(end.to_json()["removed"]["tiles"]), sum(end.to_json()["removed"]["tokens"].values())] == [19, 19]
    assert end.winners() == [0]
    assert end.record.phase == Phase.TOKEN


def test_ruling_22_a_corridor_of_seven_scores_two_more() -> None:
    """Mountains in a row: the starter's, five more, and a seventh tile with its forest or its mountain to them."""
    row = ["M", *(f"{q},0 {tile}" for q, tile in enumerate(("M e", "M e", "M h", "M h", "M b"), 1))]
    lands = [" | ".join([*row, f"6,0 MF bh k{spin}"]) for spin in (0, 3)]
    with_bonus, without = ([at(land, majorities=scored).scores()[0] for land in lands] for scored in (True, False))
    assert without[1] - without[0] == 1
    assert [a - b for a, b in zip(with_bonus, without, strict=True)] == [0, 2]
