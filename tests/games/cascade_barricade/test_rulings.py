"""Each ruling of Cascade Barricade, shown on a small position."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.games.cascade_barricade.positions import GAME, SEATS, at, money, position, rows, seat, start, walls, who
from tests.games.positions import legal, played, refusal, refused

import stockade
from stockade.core.state import State
from stockade.games.cascade_barricade import edition
from stockade.games.cascade_barricade.rules import market

FIRST_RING = "1,0 1,-1 0,-1 -1,0 -1,1 0,1"
SKIPS = ("skip", "skip")
LAND = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5]


def drawn(state: State) -> State:
    """Let chance draw the lowest walls until a player decides."""
    state = state.clone()
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    return state


# -- setting up and the auction --------------------------------------------------------------------------------


def test_ruling_1_chance_orders_the_seats_and_corners_may_be_shared() -> None:
    state = GAME.start(3)
    assert state.is_chance
    assert legal(state) == ["next crimson", "next azure", "next jade"]
    state = played(state, "next jade", "next crimson", "next azure")
    assert who(state) == "jade"
    assert legal(state) == [f"corner {number}" for number in range(1, 7)]
    state = played(state, "corner 3", "corner 3")
    assert [each["character"] for each in state.to_json()["seats"]] == [[-6, 6], None, [-6, 6]]
    assert who(state) == "azure"
    assert rows(state, "water") == {(0, 0)}
    assert state.to_json()["block"] == [1, 2, 3, 4, 5, 6]


def test_ruling_1_corners_follow_the_radius() -> None:
    for radius in (4, 5, 6):
        state = played(GAME.start(3, {"radius": radius}), "next azure", "next crimson", "next jade", "corner 6")
        assert state.to_json()["seats"][1]["character"] == [radius, -radius]


def test_ruling_2_bidding_goes_round_by_seats_until_one_is_left() -> None:
    state = played(start(3), "open 3")
    assert "pass" not in legal(state)
    assert legal(state)[0] == "bid 3"
    assert legal(state)[-1] == "bid 100"
    state = played(state, "bid 3")
    assert who(state) == "azure"
    assert legal(state)[:2] == ["pass", "bid 4"]
    state = played(state, "bid 7", "pass")
    assert who(state) == "crimson"
    state = played(state, "pass")
    assert who(state) == "azure"
    assert money(state) == [100, 93, 100]
    assert walls(state, 1) == [3]
    assert "wall 0,0" not in legal(state)  # the spring
    assert "wall 0,6" not in legal(state)  # a character
    state = played(state, "wall 1,0")
    # The player after the opener in turn order is next, and azure has already won.
    assert who(state) == "jade"


def test_ruling_2_the_last_who_may_bid_buys_at_the_starting_bid() -> None:
    state = played(start(), "open 1", "bid 1", "pass", "wall 1,0", "open 2")
    assert who(state) == "azure"
    assert money(state) == [99, 98]
    assert legal(state, "bid") == []
    assert legal(state, "wall")


@pytest.mark.parametrize("any_wall", [False, True])
def test_ruling_2_the_last_who_may_bid_chooses_from_the_top_row_or_the_whole_block(any_wall: bool) -> None:
    state = start(whole_block_for_last=any_wall)
    assert legal(state) == ["open 1", "open 2", "open 3"]
    state = played(state, "open 1", "bid 1", "pass", "wall 1,0")
    assert legal(state) == [f"open {wall}" for wall in (range(2, 7) if any_wall else range(2, 5))]
    if any_wall:
        assert money(played(state, "open 6")) == [99, 94]
    else:
        assert refused(state, "open 6") == "3"


def test_ruling_2_three_walls_are_the_most_and_slots_fill_from_the_lowest() -> None:
    full = seat("13 1,0", "14 2,0", "15 3,0")
    state = at(full, seat("-", "16 0,1"), phase="open", turn="azure", round=3, water="0,0 -1,0 -2,0")
    state = played(state, "open 7", "wall 0,2")
    assert state.to_json()["seats"][1]["walls"][0] == {"slot": 1, "bid": 7, "at": [0, 2], "labor": ""}
    given = position(full, seat(), phase="open", turn="crimson", round=3, water="0,0 -1,0")
    assert "Crimson may not open" in refusal(GAME, given).message


def test_ruling_2_the_phase_ends_where_no_space_is_free() -> None:
    water = " ".join(f"{q},{r}" for q, r in LAND if (q, r) not in ((5, 0), (0, 5), (5, -1), (5, -2)))
    fields = {"water": water, "holes": "5,-2", "round": 9}
    state = at(seat("13 5,-1"), seat(), phase="scrap", **fields)
    assert played(state, "keep").to_json()["phase"] == "hire"
    assert played(state, "scrap").to_json()["phase"] == "open"


def test_ruling_2_the_phase_ends_when_the_last_free_space_is_taken() -> None:
    dry = {(5, 0), (0, 5), (5, -1), (5, -2)}
    water = " ".join(f"{q},{r}" for q, r in LAND if (q, r) not in dry)
    state = at(seat(), seat(), phase="open", water=water, holes="5,-2", round=9)
    state = played(state, "open 7", "bid 7", "pass")
    assert legal(state) == ["wall 5,-1"]
    state = drawn(played(state, "wall 5,-1"))
    assert who(state) == "crimson"
    assert state.to_json()["phase"] == "hire"  # otherwise azure would open


def test_ruling_2_the_phase_ends_with_the_last_wall_of_the_block() -> None:
    state = at(seat(), seat(), phase="open", block=[30], deck=[], deck_out=True, round=9)
    state = played(state, "open 30", "bid 30", "pass", "wall 2,0")
    assert state.to_json()["phase"] == "act"
    assert who(state) == "crimson"


def test_ruling_2_a_stand_goes_on_a_free_space_alone() -> None:
    taken = {"0,0", "1,0", "2,0", "3,0", "4,0", "5,0", "0,5"}  # water, a hole, stands of both players, characters
    state = at(seat("20 2,0"), seat("21 3,0"), phase="open", water="0,0 4,0", holes="1,0")
    state = played(state, "open 7", "bid 7", "pass")
    assert {text.split()[1] for text in legal(state)} == {f"{q},{r}" for q, r in LAND} - taken


def test_ruling_3_round_1_has_no_passes_and_refills_when_it_is_over() -> None:
    state = start()
    assert legal(state) == ["open 1", "open 2", "open 3"]
    assert refused(state, "pass") == "3"
    assert refused(state, "open 4") == "3"
    # Crimson opens and azure wins: crimson has had a turn, but must still get a wall.
    state = played(state, "open 1", "bid 1", "bid 2", "pass", "wall 1,0")
    assert who(state) == "crimson"
    assert legal(state) == ["open 2", "open 3", "open 4"]
    state = played(state, "open 2", "wall 0,1")
    assert state.is_chance
    assert drawn(state).to_json()["block"] == [3, 4, 5, 6, 7, 8]


def test_ruling_3_from_round_4_the_whole_block_is_open() -> None:
    fields = {"phase": "open", "water": "0,0 1,0 0,1"}
    assert legal(at(seat(), seat(), round=3, **fields)) == ["open 7", "open 8", "open 9", "pass"]
    state = at(seat(), seat(), round=4, **fields)
    assert legal(state) == [*(f"open {wall}" for wall in range(7, 13)), "pass"]


def test_ruling_4_the_third_stands_of_all_purge_the_low_walls_once() -> None:
    had = seat("40 1,0", "41 2,0", has_third=True)
    state = at(had, seat("43 0,1", "44 0,2"), phase="open", turn="azure", round=4, water="0,0 -1,0 -2,0",
                block=[14, 15, 16, 17, 18, 19])  # fmt: skip
    state = played(state, "open 14", "bid 14", "pass", "wall 0,3")
    found = state.to_json()
    assert found["has_purged"]
    assert found["block"] == [16, 17, 18, 19]
    assert min(found["deck"]) == 20
    assert walls(state, 1) == [43, 44, 14]
    assert len(drawn(state).to_json()["block"]) == 6


def test_ruling_4_a_third_stand_counts_though_it_has_fallen_since() -> None:
    state = at(seat("-", "-", "19 1,0"), seat("43 3,0", "44 3,1"), round=3, water="0,0 -1,0",
                block=[14, 15, 16, 17, 18, 20])  # fmt: skip
    state = played(state, *SKIPS)  # wall 19 falls
    assert walls(state, 0) == []
    assert state.to_json()["seats"][0]["has_third"]
    state = played(state, "keep", "pass", "open 15", "bid 15", "pass", "wall 4,0")
    assert state.to_json()["has_purged"]
    assert state.to_json()["block"] == [16, 17, 18, 20]


def test_ruling_4_an_empty_deck_ends_all_later_auctions() -> None:
    state = at(seat(), seat("41 3,0"), deck=[20], actions_left=1, turn="azure")
    state = played(state, "trash 7 8")
    assert legal(state) == ["draw 20"]
    state = played(state, "draw 20")
    assert state.to_json()["block"] == [9, 10, 11, 12, 20]
    assert state.to_json()["deck_out"]
    assert state.to_json()["phase"] == "scrap"  # that of the next round
    state = played(state, "keep")
    assert state.to_json()["phase"] == "act"
    # It stays so: the round after it has no auction either.
    state = played(state, *SKIPS, "keep")
    assert (state.to_json()["round"], state.to_json()["phase"]) == (4, "act")


def test_ruling_4_the_last_draw_empties_the_deck() -> None:
    """The block is full, but no wall is left in the deck, so there is no further auction. In version 1 of the rules
    there was one more."""
    for late_deck in (False, True):
        state = at(seat(), seat("41 3,0"), deck=[20, 21], actions_left=1, turn="azure", late_deck=late_deck)
        state = played(state, "trash 7 8", "draw 20", "draw 21", "keep")
        assert state.to_json()["block"] == [9, 10, 11, 12, 20, 21]
        assert state.to_json()["deck_out"] is not late_deck
        assert state.to_json()["phase"] == ("open" if late_deck else "act")


def test_ruling_4_an_auction_goes_on_when_the_deck_runs_out() -> None:
    state = played(at(seat(), seat(), phase="open", deck=[20]), "open 7", "bid 7", "pass", "wall 3,0", "draw 20")
    assert state.to_json()["deck_out"]
    assert (who(state), state.to_json()["phase"]) == ("azure", "open")
    state = played(state, "open 8", "wall 2,0")
    assert len(state.to_json()["block"]) == 5


# -- laborers and actions --------------------------------------------------------------------------------------


def test_ruling_5_the_cheapest_laborer_goes_on_a_wall_that_shows_it() -> None:
    state = at(seat("15 2,0"), seat("24 3,0"), phase="hire", turn="azure")
    assert legal(state) == ["hire C 1", "hire M 1", "done"]
    state = played(state, "hire C 1", "hire C 1", "hire C 1")
    assert money(state) == [100, 100 - 1 - 1 - 2]  # two spaces for each price
    assert state.to_json()["market"] == {"C": 13, "M": 16, "W": 16}
    assert who(state) == "crimson"  # three laborers are the most
    state = played(state, "hire C 1", "done")
    assert money(state)[0] == 98
    assert state.to_json()["phase"] == "act"


@pytest.mark.parametrize(("players", "spaces"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 3)])
def test_ruling_5_prices_rise_with_every_hire_and_fall_with_every_sale(players: int, spaces: int) -> None:
    record = start(players).record
    rows = [price for price in range(1, 9) for _ in range(spaces)]
    assert record.market.tolist() == [len(rows)] * 3
    for kind in range(3):
        for number, price in enumerate(rows):  # `number` laborers have been hired
            record.market[kind] = len(rows) - number
            assert market.hire_price(record, kind) == price
            record.market[kind] -= 1
            assert market.sale_price(record, kind) == price


def test_ruling_5_nobody_is_hired_out_of_an_empty_market() -> None:
    few = edition.edition("stockade-1")
    few = {name: few[name] for name in ("purge_below", "prices", "walls")} | {"spaces": 1}
    walls = (seat("15 2,0 CCC", "22 3,0 CCC"), seat("26 4,0 CC", "24 4,1 M"))
    state = at(*walls, phase="hire", turn="azure", edition=few)
    assert state.to_json()["market"]["C"] == 0
    assert legal(state) == ["hire M 1", "hire M 2", "done"]
    assert "no craftsman" in state.why_not(state.parse("hire C 1")).text
    assert refused(state, "hire C 1") == "5"


def test_ruling_5_reverse_turn_order() -> None:
    state = at(seat("15 2,0"), seat("24 3,0"), seat("26 4,0"), phase="hire", turn="azure",
                order=["jade", "azure", "crimson"])  # fmt: skip
    assert who(played(state, "done")) == "jade"


def test_ruling_6_moves_and_holes() -> None:
    state = at(seat(at="1,0"), seat("20 1,1", at="2,-1"), holes="2,0")
    assert sorted(legal(state, "move")) == ["move 0,1", "move 1,-1", "move 2,-1"]  # characters do not block the way
    assert refused(state, "move 0,0") == "6"
    assert refused(state, "dig 2,-1") == "6"
    assert legal(state, "fill") == ["fill 2,0"]
    assert rows(played(state, "fill 2,0"), "holes") == set()
    assert rows(played(state, "dig 3,0"), "holes") == {(2, 0), (3, 0)}
    state = played(state, "move 0,1", "move 1,0")
    assert who(state) == "azure"


def test_ruling_6_a_sale_is_one_action_and_ends_by_itself() -> None:
    state = at(seat("15 2,0 CC", "26 3,0 M"), seat())
    state = played(state, "sell C 1")
    assert legal(state) == ["sell C 1", "sell M 2", "done"]
    state = played(state, "sell C 1", "sell M 2")
    assert money(state)[0] == 100 + 1 + 1 + 1
    assert state.to_json()["actions_left"] == 1
    assert played(state, "dig 0,3").current_player == 1


def test_ruling_6_a_shift_keeps_its_walls() -> None:
    state = at(seat("15 2,0 CC", "26 3,0", "12 4,0"), seat(), round=3, water="0,0 -1,0", block=[7, 8, 9, 10, 11, 13])
    assert legal(state, "shift") == ["shift C 1 2", "shift C 1 3"]
    state = played(state, "shift C 1 2")
    assert legal(state) == ["shift C 1 2", "done"]
    assert refused(state, "shift C 1 3") == "6"
    state = played(state, "shift C 1 2")
    assert state.to_json()["phase"] == "act"
    assert state.to_json()["actions_left"] == 1


def test_ruling_6_two_walls_are_trashed_or_the_only_one() -> None:
    state = played(at(seat(), seat()), "trash 7 12")
    assert len(legal(state, "draw")) == 36 + 6
    assert refused(at(seat(), seat()), "trash 7") == "6"
    state = at(seat(), seat(), block=[30], deck=[], deck_out=True)
    assert legal(state, "trash") == ["trash 30"]
    assert played(state, "trash 30").to_json()["block"] == []


# -- production and consequences -------------------------------------------------------------------------------


def test_ruling_7_the_weakest_falls_and_the_maintained_pay() -> None:
    state = at(seat("19 1,0"), seat("20 0,1 MM", "23 -1,0"), turn="azure")
    state = played(state, "skip")
    # Wall 19 falls; 20 pays 21 and 23 pays 15.
    assert walls(state, 0) == []
    assert money(state) == [100, 136]
    assert state.to_json()["order"] == ["azure", "crimson"]
    assert state.to_json()["round"] == 3


def test_ruling_7_laborers_of_a_destroyed_wall_go_back_for_nothing_and_others_stay() -> None:
    state = played(at(seat("15 1,0 CC"), seat("20 0,1 MM")), *SKIPS)
    assert state.to_json()["market"] == {"C": 16, "M": 14, "W": 16}
    assert money(state) == [100, 121]


def test_ruling_7_two_fall_from_round_4_with_the_option() -> None:
    def after(number: int, two_weakest: bool) -> list[int]:
        state = at(seat("19 1,0"), seat("23 0,1", "27 -1,0"), round=number, two_weakest=two_weakest,
                    block=[7, 8, 9, 10, 11, 12], deck=[13, 14])  # fmt: skip
        return walls(played(state, *SKIPS), 1)

    assert after(3, True) == [23, 27]
    assert after(4, True) == [27]
    assert after(4, False) == [23, 27]


def test_ruling_7_nothing_falls_in_round_1_and_equals_keep_their_order() -> None:
    state = at(seat("1 1,0"), seat("5 2,0"), round=1, order=["azure", "crimson"], turn="azure",
                block=[2, 3, 4, 6, 7, 8])  # fmt: skip
    state = played(state, *SKIPS)
    assert walls(state, 0) == [1]
    assert state.to_json()["order"] == ["crimson", "azure"]
    even = played(at(seat(), seat(), order=["azure", "crimson"]), *SKIPS)
    assert even.to_json()["order"] == ["azure", "crimson"]


def test_ruling_7_the_new_order_is_by_what_was_earned_now() -> None:
    poor = seat("23 0,1", money=1, earned=0)
    state = at(seat(money=900, earned=40), poor, seat("27 -1,0", money=5), seat("13 5,-5", "19 1,0", money=700))
    state = played(state, "skip", "skip", "skip", "skip")
    assert money(state) == [900, 16, 22, 700]  # nothing for wall 19, which fell
    assert state.to_json()["order"] == ["jade", "azure", "crimson", "gold"]


def test_ruling_8_water_floods_all_round_and_holes_draw_it() -> None:
    state = played(at(seat(), seat()), *SKIPS)
    assert len(rows(state, "water")) == 7
    state = played(at(seat(), seat(), holes="1,0"), *SKIPS)
    assert rows(state, "water") == {(0, 0), (1, 0)}
    assert rows(state, "holes") == set()
    # Only water next to the hole is drawn.
    state = played(at(seat(), seat(), water="0,0 1,0", holes="2,0"), *SKIPS)
    assert rows(state, "water") == {(0, 0), (1, 0), (2, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}


def test_ruling_8_a_lone_wall_in_the_water_goes_and_two_hold() -> None:
    # The weakest wall next to water, 7, falls before the flood, so it has to be there.
    state = at(
        seat("7 -2,0", "30 2,0"), seat(), water=f"0,0 {FIRST_RING} 3,0 3,-1 2,-1 1,1", block=[8, 9, 10, 11, 12, 13]
    )
    assert walls(played(state, *SKIPS), 0) == []
    state = at(seat("7 -2,0", "30 2,0"), seat("34 2,1"), water=f"0,0 {FIRST_RING} 3,0 3,-1 2,-1 1,1",
                block=[8, 9, 10, 11, 12, 13])  # fmt: skip
    state = played(state, *SKIPS)
    assert (walls(state, 0), walls(state, 1)) == ([30], [34])


def test_ruling_8_beyond_the_rim_counts_as_water_for_a_lone_wall() -> None:
    state = at(seat("7 -2,0", "30 5,-5", at="-4,0"), seat(at="-5,0"), water="0,0 4,-5 4,-4 5,-4 -1,0")
    state = played(state, *SKIPS)
    assert walls(state, 0) == []
    assert (5, -5) not in rows(state, "water")  # dry until the next advance


@pytest.mark.parametrize("rim_protects", [False, True])
def test_ruling_8_the_rim_may_protect_a_lone_wall(rim_protects: bool) -> None:
    seats = seat("7 -2,0", "30 5,-5", at="-4,0"), seat(at="-5,0")
    state = at(*seats, water="0,0 4,-5 4,-4 5,-4 -1,0", rim_protects=rim_protects)
    assert walls(played(state, *SKIPS), 0) == ([30] if rim_protects else [])
    # Away from the rim nothing changes.
    ring = f"0,0 {FIRST_RING} 3,0 3,-1 2,-1 1,1 2,1"
    state = at(seat("7 -2,0", "30 2,0"), seat(), water=ring, rim_protects=rim_protects)
    assert walls(played(state, *SKIPS), 0) == []


def test_ruling_8_the_flooded_flee_in_the_new_turn_order() -> None:
    state = at(seat(at="1,0"), seat("19 -1,0", "20 0,-1 MM", at="0,1"))
    state = played(state, *SKIPS)
    assert who(state) == "azure"  # azure earned 21 and comes first
    assert legal(state) == ["flee 1,1", "flee -1,2", "flee 0,2"]
    assert refused(state, "flee 1,0") == "8"
    state = played(state, "flee 0,2")
    assert who(state) == "crimson"
    assert played(state, legal(state)[0]).to_json()["phase"] == "open"


def test_ruling_9_the_wall_in_slot_1_is_scrapped_or_kept() -> None:
    state = at(seat("15 2,0 CC", "30 3,0"), seat("-", "31 4,0"), phase="scrap")
    assert legal(state) == ["scrap", "keep"]
    after = played(state, "scrap")
    assert after.to_json()["phase"] == "open"  # azure has no wall in slot 1
    assert walls(after, 0) == [30]
    assert after.to_json()["market"]["C"] == 16
    assert money(after)[0] == 100
    assert walls(played(state, "keep"), 0) == [15, 30]


@pytest.mark.parametrize("leftmost", [False, True])
def test_ruling_9_the_first_wall_is_in_slot_1_or_the_leftmost(leftmost: bool) -> None:
    state = at(seat("15 2,0 CC", "30 3,0"), seat("-", "31 4,0", "-"), phase="scrap", scrap_leftmost=leftmost)
    state = played(state, "keep")
    if not leftmost:
        assert state.to_json()["phase"] == "open"  # azure has no wall in slot 1
        return
    assert (who(state), legal(state)) == ("azure", ["scrap", "keep"])
    assert state.describe(state.parse("scrap")) == "Azure scraps wall 2"
    assert walls(played(state, "keep"), 1) == [31]
    assert walls(played(state, "scrap"), 1) == []


def test_ruling_9_every_round_from_the_second_asks_again() -> None:
    state = at(seat("15 4,0"), seat("20 0,4"), round=1, block=[7, 8, 9, 10, 11, 12], deck=[13, 14])
    for number in (2, 3, 4):
        state = played(state, *SKIPS)
        assert (state.to_json()["round"], legal(state)) == (number, ["scrap", "keep"])
        state = played(state, "keep", "keep", "pass", "pass", "done", "done")


# -- the end ---------------------------------------------------------------------------------------------------


def ending(*seats: dict, **fields: Any) -> State:
    """Return a position in which all but a few spaces are under water, and nobody can act."""
    dry = fields.pop("dry")
    water = " ".join(f"{q},{r}" for q, r in LAND if f"{q},{r}" not in dry.split())
    turn = fields.get("order", SEATS)[len(seats) - 1]
    return played(at(*seats, water=water, turn=turn, actions_left=1, **fields), "skip")


REFUGE = "5,0 4,0 4,1 5,-1"  # a corner and the spaces around it, for walls that keep it dry
ALONE = "-5,0"


def test_ruling_10_the_drowned_do_not_win() -> None:
    state = ending(
        seat(at=ALONE, money=500), seat("19 4,0", "30 4,1", "34 5,-1", at="5,0"), dry=f"{REFUGE} {ALONE}", round=9
    )
    assert state.is_over
    assert state.describe_end() == "Crimson drowned in round 9; money: Crimson $500, Azure $140"
    assert state.winners() == [1]
    assert state.returns() == [-1.0, 1.0]


def test_ruling_10_equal_money_goes_to_the_earlier_in_turn_order() -> None:
    for order in (["jade", "crimson", "azure"], ["jade", "azure", "crimson"]):
        state = ending(
            seat("44 5,-1", at="5,0"), seat("19 4,0", "46 4,1", at="5,0"), seat(at=ALONE),
            dry=f"{REFUGE} {ALONE}", order=order,
        )  # fmt: skip
        assert state.is_over
        assert money(state) == [100, 100, 100]
        assert state.winners() == [SEATS.index(order[1])]


def test_ruling_10_everybody_drowned_and_nobody_wins() -> None:
    state = ending(seat(at="-5,0", money=500), seat(at="5,0"), dry="5,0 -5,0")
    assert state.is_over
    assert state.winners() == []
    assert state.returns() == [-1.0, -1.0]
    assert "nobody wins" in state.describe_end()
    assert state.scores() == [500.0, 100.0]


def test_ruling_10_laborers_are_sold_in_reverse_turn_order() -> None:
    state = ending(
        seat("44 5,-1 WW", at="5,0"), seat("19 4,0", "46 4,1 WW", at="5,0"), seat(at=ALONE),
        dry=f"{REFUGE} {ALONE}", order=["jade", "crimson", "azure"],
    )  # fmt: skip
    assert money(state) == [102, 104, 100]  # the first to sell fills the spaces of $2
    assert state.winners() == [1]
    assert state.to_json()["market"]["W"] == 16


# -- rulings of this project -----------------------------------------------------------------------------------


def test_ruling_11_who_has_no_choice_is_not_asked() -> None:
    fields = {"phase": "open", "order": ["azure", "crimson"], "turn": "azure"}
    state = at(seat(money=3), seat(money=50), **fields)
    assert played(state, "pass").to_json()["phase"] == "act"  # crimson can pay for nothing, and nobody can hire
    state = played(at(seat(money=8), seat(money=50), **fields), "open 7", "bid 8")
    assert legal(state, "wall")  # nobody can bid more
    assert money(state) == [8, 42]


def test_ruling_12_nobody_bids_above_999() -> None:
    state = at(seat(money=5000), seat(money=5000), phase="open")
    state = played(state, "open 7")
    assert legal(state)[-1] == "bid 999"
    assert legal(played(state, "bid 999"), "wall")
    with pytest.raises(stockade.ParseError):
        state.parse("bid 1000")


def test_ruling_13_another_edition_is_played_with_its_own_numbers() -> None:
    own = edition.edition("stockade-1") | {"name": "mine", "start_money": 7}
    own["walls"][0] |= {"needs": "W", "production": 99}
    state = start(2, edition=json.dumps(own))
    assert money(state) == [7, 7]
    assert state.to_json()["edition"]["walls"][0] == {"bid": 1, "type": "junk", "needs": "W", "production": 99}
    assert GAME.from_json(state.to_json()) == state
    state = played(state, "open 1", "bid 1", "pass", "wall 1,0", "open 2", "wall 2,0")
    assert legal(played(drawn(state), "done"), "hire") == ["hire W 1"]
    assert start(2).to_json()["edition"] == "stockade-1"


# -- two colours -----------------------------------------------------------------------------------------------


def four(*seats: dict, **fields: Any) -> State:
    """Return a game of two in which each has two colours."""
    return at(*seats, players=2, **fields)


def test_ruling_14_two_players_have_two_colours_and_more_have_one() -> None:
    for players, colours in ((2, 4), (3, 3), (4, 4), (5, 5), (6, 6)):
        state = GAME.start(players)
        assert state.players == players
        assert len(state.to_json()["seats"]) == len(legal(state)) == colours
    assert len(GAME.start(2, {"colours": 1}).to_json()["seats"]) == 2
    with pytest.raises(stockade.BadOption, match="two colours"):
        GAME.start(3, {"colours": 2})


def test_ruling_14_it_is_a_table_of_four() -> None:
    two, four_people = GAME.start(2), GAME.start(4)
    for number in range(60):
        assert legal(two) == legal(four_people)
        assert two.record.colour == four_people.record.colour
        assert two.to_json()["seats"] == four_people.to_json()["seats"]
        assert two.to_json()["market"] == four_people.to_json()["market"]
        text = legal(two)[number % len(legal(two)) // 9]
        two, four_people = played(two, text), played(four_people, text)


def test_ruling_14_colours_alternate_around_the_table() -> None:
    state = GAME.start(2)
    assert [state.seat_name(seat) for seat in range(2)] == ["Crimson & Jade", "Azure & Gold"]
    state = played(state, "next gold", "next jade", "next azure", "next crimson")
    deciders = []
    for _ in range(4):
        deciders.append((who(state), state.current_player))
        state = played(state, "corner 1")
    assert deciders == [("gold", 1), ("jade", 0), ("azure", 1), ("crimson", 0)]


def test_ruling_14_two_colours_of_a_player_bid_against_each_other() -> None:
    state = played(four(seat(), seat(), seat(), seat(), phase="open"), "open 7", "bid 7", "pass")
    assert (who(state), state.current_player) == ("jade", 0)
    assert legal(state)[:2] == ["pass", "bid 8"]
    state = played(state, "bid 8", "pass", "pass")
    assert who(state) == "jade"
    assert money(state) == [100, 100, 92, 100]


@pytest.mark.parametrize(("rich", "winner"), [("crimson", 0), ("azure", 1), ("jade", 0)])
def test_ruling_14_a_player_wins_with_either_colour(rich: str, winner: int) -> None:
    amounts = [300 if name == rich else 50 for name in SEATS[:3]]
    refuge = {"dry": f"{REFUGE} {ALONE}", "round": 9, "players": 2}
    seats = [seat(at="5,0", money=amount) for amount in amounts]
    seats[0] = seat("19 4,0", "30 4,1", "34 5,-1", at="5,0", money=amounts[0])
    state = ending(*seats, seat(at=ALONE, money=900), **refuge)
    assert state.is_over
    assert state.winners() == [winner]
    assert state.returns() == [[1.0, -1.0], [-1.0, 1.0]][winner]


def test_ruling_14_the_drowned_colour_does_not_count() -> None:
    """Gold has the most money and drowned, so its player ranks by Azure."""
    refuge = {"dry": f"{REFUGE} {ALONE}", "round": 9, "players": 2}
    safe = seat("19 4,0", "30 4,1", "34 5,-1", at="5,0", money=10)
    state = ending(safe, seat(at="5,0", money=80), seat(at="5,0", money=70), seat(at=ALONE, money=900), **refuge)
    assert state.scores() == [70.0, 80.0]
    assert state.winners() == [1]


def test_ruling_14_with_one_colour_each_the_other_wins() -> None:
    safe = seat("19 4,0", "30 4,1", "34 5,-1", at="5,0", money=0)
    state = ending(safe, seat(at=ALONE, money=900), dry=f"{REFUGE} {ALONE}", round=9)
    assert state.winners() == [0]
