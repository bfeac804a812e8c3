"""The rulings one by one, in small scripts that the engine and the second implementation both play."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.cascade_barricade.both import Both
from tests.games.cascade_barricade.oracle import around, hexagon

from stockade.games.cascade_barricade import rules

SPRING = {(0, 0)}
IN_ORDER = "next crimson; next azure; "
CORNERS = "corner 1; corner 1; "


def at_actions(players: int = 2, round: int = 1, two_weakest: bool = False, radius: int = 5) -> Both:
    """Return a position in which Crimson is about to act, nobody owns a wall, and all characters are in corner 1."""
    both = Both(players, radius, two_weakest)
    both.until("skip")
    both.clear_walls()
    both.set_round(round)
    return both


# -- 1: setup --------------------------------------------------------------------------------------------------


def test_a_random_turn_order_and_shared_corners() -> None:
    both = Both(3)
    assert both.offers("next") == ["azure", "crimson", "jade"]
    both.play("next azure; next jade; next crimson")
    both.play("azure: corner 2; jade: corner 2; crimson: corner 6")
    assert [player.character for player in both.table.players] == [(5, -5), (0, 5), (0, 5)]
    assert both.table.money() == [100, 100, 100]


# -- 2 and 3: auction ------------------------------------------------------------------------------------------


def test_bidding_goes_clockwise_and_the_next_to_open_follows_the_opener() -> None:
    both = Both(3)
    both.play("next azure; next crimson; next jade; corner 1; corner 1; corner 1")
    both.play("azure: open 2; azure: bid 5; jade: bid 6; crimson: pass; azure: bid 8; jade: pass; azure: wall 1,0")
    assert both.table.money() == [100, 92, 100]
    both.play("crimson: open 1; crimson: bid 3; jade: bid 4; crimson: pass; jade: wall 0,1")
    both.play("crimson: open 5; crimson: wall 0,-1")  # jade and azure have won, so crimson is asked again, alone
    assert both.table.money() == [95, 92, 96]
    assert [both.walls(seat) for seat in range(3)] == [{1: 5}, {1: 2}, {1: 1}]


def test_who_passed_may_bid_for_the_next_wall() -> None:
    both = Both(3)
    both.play(IN_ORDER + "next jade; corner 1; corner 1; corner 1")
    both.play("open 1; bid 1; azure: pass; jade: pass; wall 1,0; azure: open 2; bid 2; jade: bid 3; azure: bid 4")
    assert both.decides() == "jade"


def test_the_first_bid_is_from_the_starting_bid_to_all_money_and_cannot_be_passed() -> None:
    both = Both(2)
    both.play(IN_ORDER + CORNERS + "open 3")
    assert both.check() == [f"bid {bid}" for bid in range(3, 101)]
    both.play("bid 100; wall 1,0; azure: open 1; wall 0,1")  # nobody can raise, and then azure is alone
    assert both.table.money() == [0, 99]


def test_no_bid_exceeds_999() -> None:
    both = Both(2)
    both.play(IN_ORDER + "corner 1")
    both.give(5000, 5000)
    both.apply("corner 1")
    both.play("open 1; bid 998; azure: bid 999; azure: wall 1,0")
    assert both.table.money() == [5000, 4001]


def test_round_1_has_no_passing_no_refill_and_the_top_row_alone() -> None:
    both = Both(4)
    both.play(IN_ORDER + "next jade; next gold; corner 1; corner 2; corner 3; corner 4")
    assert both.check() == ["open 1", "open 2", "open 3"]
    both.play("open 2; bid 2; pass; pass; pass; wall 1,0")
    assert both.check() == ["open 1", "open 3", "open 4"]
    both.play("open 1; bid 1; pass; pass; wall 1,1; open 3; bid 3; pass; wall 2,0; gold: open 4; wall 3,0")
    assert both.decides() == "chance"
    assert len(both.offers("draw")) == 42
    both.play("draw 7; draw 8; draw 9; draw 10")
    assert both.table.block == [5, 6, 7, 8, 9, 10]
    assert both.decides() == "gold"  # hires


def test_six_players_empty_the_block_in_round_1() -> None:
    both = Both(6)
    both.until("draw")
    assert both.table.block == []
    both.play("draw 20; draw 19; draw 18; draw 17; draw 16; draw 15")
    assert both.table.block == [15, 16, 17, 18, 19, 20]


@pytest.mark.parametrize(("round", "shown"), [(2, 3), (3, 3), (4, 6), (5, 6)])
def test_the_top_row_until_round_3_and_all_six_after(round: int, shown: int) -> None:
    both = Both(2, radius=6)
    both.until("open", round)
    both.until("open", round)
    assert both.offers("open") == sorted(map(str, both.table.block[:shown]))
    assert both.offers("pass") == [""]


def test_from_round_2_the_order_is_walked_once_and_the_block_refilled_at_once() -> None:
    both = Both(3)
    both.until("open", 2)
    assert both.order() == [0, 1, 2]
    both.play("crimson: open 4; crimson: bid 4; azure: pass; jade: bid 5; crimson: pass; jade: wall 2,0")
    assert both.decides() == "chance"
    both.play("draw 48; azure: pass")
    assert both.offers("open") == []  # jade has won
    assert both.walls(2) == {1: 3, 2: 4}


def test_the_last_one_eligible_buys_at_the_starting_bid_or_passes() -> None:
    both = Both(2)
    both.until("open", 2)
    both.play("crimson: open 3; bid 3; azure: pass; wall 3,0; draw 30")
    assert both.offers("pass") == [""]
    both.play("azure: open 4; azure: wall 2,0")
    assert both.walls(1) == {1: 2, 2: 4}
    assert both.table.money()[1] == 100 - 2 - 4


def test_who_cannot_pay_the_cheapest_wall_does_not_open() -> None:
    both = Both(2)
    both.until("skip")
    both.give(2, 3)
    both.apply("skip")
    both.until("keep", 2)
    both.play("crimson: keep; azure: keep")
    assert both.decides() == "azure"
    assert both.check() == ["open 3", "pass"]


def test_three_walls_are_the_most_and_a_gap_is_filled_first() -> None:
    both = at_actions(3)
    both.build(0, 1, 20, (0, 5))
    both.build(0, 2, 21, (0, 4))
    both.build(0, 3, 22, (0, 3))
    both.build(1, 1, 23, (1, 3))
    both.build(1, 3, 24, (1, 4))
    both.apply("skip")
    both.until("open", 2)
    both.play("azure: open 4; bid 4; jade: pass; wall -3,0")  # crimson is not asked
    assert both.walls(1) == {1: 23, 2: 4, 3: 24}


def test_no_auction_while_no_space_is_free() -> None:
    both = at_actions()
    both.lay(SPRING, hexagon(5) - SPRING - {(5, 0), (4, 0)})
    both.build(0, 1, 20, (4, 0))
    both.apply("skip")
    both.until("keep", 2)
    both.play("crimson: keep")
    assert both.check() == ["hire M 1", "done"]


# -- 4: purge, deck --------------------------------------------------------------------------------------------


def test_low_walls_leave_once_everybody_has_placed_stand_3() -> None:
    both = at_actions(radius=6)
    for seat, bids in enumerate([(20, 21), (22, 23)]):
        for slot, bid in enumerate(bids, 1):
            both.build(seat, slot, bid, (-seat - 2, 6 - slot))
    both.apply("skip")
    both.until("open", 2)
    both.play("crimson: open 3; bid 3; pass; wall 2,2; draw 30; azure: open 4; wall 2,3")
    assert both.table.block == [30]
    assert min(int(bid) for bid in both.offers("draw")) == 16
    assert both.walls(0) == {1: 20, 2: 21, 3: 3}  # owned walls stay
    both.quietly(lambda table: len(table.block) == 6)
    assert both.table.block == [16, 17, 18, 19, 24, 30]


def test_later_rounds_have_no_auction_once_a_refill_finds_the_deck_empty() -> None:
    both = at_actions(3)
    both.stack({40})
    both.apply("skip")
    block = both.table.block
    both.play(f"azure: trash {block[0]} {block[1]}; draw 40")
    assert len(both.table.block) == 5
    both.play("azure: skip; jade: skip")
    assert both.table.round == 2
    assert both.offers("skip") == [""]  # straight on to the actions


def test_the_running_auction_goes_on_with_fewer_walls() -> None:
    both = at_actions()
    both.stack({40})
    both.apply("skip")
    both.until("open", 2)
    both.play("crimson: open 3; bid 3; pass; wall 0,5; draw 40")  # the last of the deck
    assert both.decides() == "azure"
    both.play("open 4; wall 0,4")
    assert len(both.table.block) == 5
    both.end_round()
    both.quietly(lambda table: table.round == 3 and "skip" in table.legal())
    assert both.table.met["open"] == 2 + 2


def test_trash_of_the_last_two_walls() -> None:
    both = at_actions()
    both.stack(set())
    both.apply("skip")
    both.play("trash 3 4; trash 5 6")
    both.quietly(lambda table: table.round == 2 and "skip" in table.legal())
    low, high = both.table.block
    assert both.offers("trash") == [f"{low} {high}"]
    both.play(f"trash {low} {high}")
    assert both.offers("trash") == []


def test_trash_of_one_with_an_odd_block() -> None:
    both = at_actions()
    both.stack({40})
    both.apply("skip")
    both.play("trash 3 4; draw 40; trash 5 6")
    both.quietly(lambda table: table.round == 2 and "skip" in table.legal())
    low, middle, high = both.table.block
    both.play(f"trash {low} {high}")
    assert both.offers("trash") == [str(middle)]
    both.play(f"trash {middle}")
    assert both.table.block == []


# -- 5: laborers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "prices"), [(2, [1, 1, 2]), (3, [1, 1, 2]), (4, [1, 1, 1]), (6, [1, 1, 1])])
def test_prices_of_the_first_three(players: int, prices: list[int]) -> None:
    both = Both(players)
    both.until("hire")
    seat = both.table.question.seat
    for price in prices:
        before = both.table.money()[seat]
        both.play("hire C 1")
        assert before - both.table.money()[seat] == price
    assert both.table.decides() != seat  # three are the most, so there is no more to hire


def test_hiring_goes_in_reverse_order_and_by_what_the_card_shows() -> None:
    both = Both(2)
    both.play(IN_ORDER + CORNERS + "open 1; bid 1; pass; wall 0,5; open 2; wall 0,4; draw 7; draw 8")
    assert both.check() == ["hire C 1", "done"]
    both.play("azure: done")
    assert both.offers("skip") == [""]  # wall 1 shows no laborers, so crimson is not asked


def test_hiring_needs_the_money() -> None:
    both = Both(2)
    both.play(IN_ORDER + CORNERS + "open 2; bid 2; pass; wall 0,5; open 3; wall 0,4; draw 7")
    both.give(1, 2)
    both.apply("draw 8")
    both.play("azure: hire C 1; azure: hire C 1")
    assert both.decides() == "crimson"
    assert both.offers("hire") == []  # it costs two dollars now, and crimson has one
    assert both.table.money() == [1, 0]


# -- 6: actions ------------------------------------------------------------------------------------------------


def test_two_actions_the_same_one_twice() -> None:
    both = at_actions()
    both.apply("skip")
    both.play("azure: move 4,0; azure: move 3,0")
    assert both.table.round == 2
    assert both.table.players[1].character == (3, 0)


def test_moves_avoid_water_holes_and_stands_but_not_characters() -> None:
    both = at_actions(3)
    both.place(0, (2, 0))
    both.place(1, (1, 1))
    both.build(2, 1, 20, (2, 1))
    both.lay({(1, 0)}, {(0, 2)})
    both.apply("skip")
    assert both.offers("move") == ["0,1", "1,2", "2,0"]  # the last one to crimson


def test_dig_on_free_spaces_and_fill_any_hole() -> None:
    both = at_actions()
    both.build(1, 1, 20, (2, 0))
    both.apply("skip")
    digs = both.offers("dig")
    assert len(digs) == 91 - 1 - 1 - 1  # the spring, the wall, the characters in one corner
    assert not {"0,0", "2,0", "5,0"} & set(digs)
    both.play("dig -5,0")
    assert both.offers("fill") == ["-5,0"]
    assert "-5,0" not in both.offers("dig")
    both.play("fill -5,0")
    assert both.table.holes == set()


def test_a_sale_is_one_action_for_any_number() -> None:
    both = at_actions()
    both.build(1, 1, 24, (0, 5), "MMC")
    both.build(1, 2, 21, (0, 4), "W")
    both.apply("skip")
    before = both.table.money()[1]
    assert both.offers("sell") == ["C 1", "M 1", "W 2"]
    both.play("sell M 1; sell W 2")
    assert sorted(both.check()) == ["done", "sell C 1", "sell M 1"]
    both.play("done; sell M 1; sell C 1")  # the last one ends the second sale
    assert both.table.round == 2
    assert both.table.money()[1] == before + 4
    assert [both.laborers(kind) for kind in "CMW"] == [16, 16, 16]


def test_a_sale_earns_the_row_it_fills() -> None:
    both = at_actions()
    both.build(0, 1, 44, (0, 5), "WWW")
    both.build(1, 1, 48, (0, 4), "WWW")
    both.apply("skip")
    before = both.table.money()[1]
    both.play("sell W 1; sell W 1; sell W 1")  # six are gone: rows 1 to 3 are empty
    assert both.table.money()[1] == before + 3 + 3 + 2


def test_a_shift_keeps_its_two_walls() -> None:
    both = at_actions()
    both.build(1, 1, 24, (0, 5), "MCC")
    both.build(1, 2, 36, (0, 4), "M")
    both.build(1, 3, 21, (0, 3), "W")
    both.apply("skip")
    assert both.offers("shift") == ["C 1 2", "M 1 2"]  # wall 1 is full, wall 3 shows only wizards
    both.play("shift C 1 2")
    assert sorted(both.check()) == ["done", "shift C 1 2", "shift M 1 2"]
    both.play("shift M 1 2")  # wall 2 is full, so the shift ends
    assert both.offers("skip") == [""]
    assert both.offers("shift") == ["C 2 1", "M 2 1"]
    both.play("shift M 2 1; done")
    assert both.table.round == 2


def test_skip_gives_up_both_actions() -> None:
    both = at_actions()
    both.apply("skip")
    both.play("azure: skip")
    assert both.table.round == 2


# -- 7: production ---------------------------------------------------------------------------------------------


def test_walls_at_the_water_pay_when_maintained() -> None:
    both = at_actions(3)
    both.build(0, 1, 24, (1, 0), "M")  # M+C: one is missing
    both.build(0, 2, 18, (0, 1), "M")  # C/M
    both.build(1, 1, 19, (-1, 0))
    both.build(1, 2, 45, (3, 0))  # not next to water
    both.build(2, 1, 24, (0, -1), "MC")
    both.give(0, 0, 0)
    both.apply("skip")
    both.end_round()
    assert both.table.money() == [16, 13, 23]  # in round 1 nothing is destroyed
    assert both.order() == [2, 0, 1]
    assert both.laborers("M") == 16 - 3  # no laborer was used up


def test_equal_earnings_keep_their_order() -> None:
    both = at_actions(4)
    both.build(3, 1, 19, (1, 0))
    both.build(1, 1, 23, (-1, 0))
    both.build(2, 1, 19, (0, 1))
    both.apply("skip")
    both.end_round()
    assert both.order() == [1, 2, 3, 0]
    both.end_round()
    assert both.table.order[0] == 1


def test_the_weakest_wall_goes_before_it_pays_and_its_laborers_return() -> None:
    both = at_actions(2, round=2)
    both.build(0, 1, 17, (1, 0), "WWW")
    both.build(0, 2, 3, (4, 0))  # lower, but not next to water
    both.build(1, 1, 19, (-1, 0))
    both.give(0, 0)
    both.apply("skip")
    assert both.laborers("W") == 13
    both.end_round()
    assert (both.walls(0), both.walls(1)) == ({2: 3}, {1: 19})
    assert both.table.money() == [0, 13]
    assert both.laborers("W") == 16
    assert (1, 0) in both.table.water  # empty until the water advanced


@pytest.mark.parametrize(
    ("round", "two_weakest", "left"), [(1, True, 3), (3, True, 2), (4, False, 2), (4, True, 1), (5, True, 1)]
)
def test_two_walls_a_round_from_round_4_by_option(round: int, two_weakest: bool, left: int) -> None:
    both = at_actions(2, round, two_weakest)
    both.build(0, 1, 30, (1, 0))
    both.build(1, 1, 20, (-1, 0))
    both.build(1, 2, 25, (0, 1))
    both.apply("skip")
    both.end_round()
    assert len(both.table.all_walls()) == left
    assert both.walls(0) == {1: 30}


# -- 8: consequences -------------------------------------------------------------------------------------------


def test_a_hole_draws_the_water_next_to_it_alone() -> None:
    both = at_actions()
    both.lay({(0, 0), (1, 0)}, {(2, 0), (-4, 0)})
    both.apply("skip")
    both.end_round()
    assert both.table.water == {(0, 0), (1, 0), (2, 0)} | around((0, 0))
    assert both.table.holes == {(-4, 0)}
    both.until("dig", 2)
    assert both.offers("fill") == ["-4,0"]
    assert {"3,0", "2,1"} <= set(both.offers("dig"))


def test_a_hole_at_every_tile_holds_the_flood() -> None:
    both = at_actions()
    both.apply("skip")
    both.play("dig 1,0; skip")
    assert both.table.water == {(0, 0), (1, 0)}


def test_a_lone_wall_goes_with_its_laborers_and_a_pair_stays() -> None:
    both = at_actions(2)
    both.build(0, 1, 20, (-2, 0), "MM")
    both.build(1, 1, 21, (2, 0))
    both.build(0, 2, 23, (2, 1))
    both.lay(hexagon(4) - {(-2, 0), (2, 0), (2, 1)}, {(-5, 0)})
    both.apply("skip")
    both.end_round()
    assert (both.walls(0), both.walls(1)) == ({2: 23}, {1: 21})
    assert both.laborers("M") == 16


def test_beyond_the_rim_a_lone_wall_has_water() -> None:
    both = at_actions(2)
    both.build(0, 1, 19, (-5, 0))
    both.build(1, 1, 23, (0, 5))
    both.lay({(-4, 0)})
    both.give(0, 0)
    both.place(0, (-5, 1))
    both.apply("skip")
    both.end_round()
    assert (both.walls(0), both.walls(1)) == ({}, {1: 23})
    assert both.table.money() == [13, 0]  # the rim does not count as water for production
    assert "-5,0" in both.offers("flee")  # dry until the next advance


def test_fleeing_in_the_new_order_to_dry_spaces_alone() -> None:
    both = at_actions(3)
    both.place(0, (2, 0))
    both.place(1, (2, 0))
    both.build(1, 1, 45, (1, 1))
    both.build(2, 1, 19, (2, 1))
    both.lay({(1, 0)}, {(3, -1)})
    both.apply("skip")
    both.end_round()
    assert both.decides() == "azure"  # azure earned most
    assert both.offers("flee") == ["3,0"]  # azure is asked all the same
    both.play("azure: flee 3,0; crimson: flee 3,0")
    assert both.table.round == 2


# -- 9: scrap --------------------------------------------------------------------------------------------------


def test_scrapping_whatever_lies_in_slot_1() -> None:
    both = at_actions(3)
    both.build(0, 1, 24, (0, 5), "MC")
    both.build(0, 2, 30, (0, 4))
    both.build(1, 2, 34, (0, 3))
    both.build(2, 1, 41, (0, 2))
    both.apply("skip")
    both.end_round()
    money = both.table.money()
    assert sorted(both.check()) == ["keep", "scrap"]
    both.play("crimson: scrap; jade: keep")
    assert (both.walls(0), both.walls(2)) == ({2: 30}, {1: 41})
    assert both.table.money() == money
    assert both.laborers("M") == 16
    both.until("dig", 2)
    assert "0,5" in both.offers("dig")


# -- 10: the end -----------------------------------------------------------------------------------------------


def ending(*drowned: int, players: int = 3) -> Both:
    """Return a position in which the water reaches only the named characters, in corner 1. Crimson is about to
    act."""
    both = at_actions(players)
    both.lay({(4, 0), (5, -1), (4, 1)})
    for seat in range(players):
        both.place(seat, (5, 0) if seat in drowned else (-5, 0))
    return both


def test_all_characters_are_resolved_before_the_end() -> None:
    both = ending(0)
    both.lay(both.table.water | {(-5, 1)})
    both.apply("skip")
    both.end_round()
    assert both.table.players[0].is_drowned
    both.play("azure: flee -4,-1; jade: flee -4,-1")
    assert both.state.is_over
    assert both.state.winners() == [1]


def test_laborers_are_sold_in_reverse_order() -> None:
    both = ending(2)
    both.build(0, 1, 44, (-4, 0), "WWW")
    both.build(1, 1, 48, (-4, 1), "WWW")
    both.give(10, 10, 50)
    both.apply("skip")
    both.end_round()
    assert both.table.money() == [10 + 2 + 1 + 1, 10 + 3 + 3 + 2, 50]  # azure sells before crimson
    assert both.state.winners() == [1]  # jade drowned


def test_a_tie_goes_to_the_earlier_in_turn_order() -> None:
    both = ending(0)
    both.give(10, 40, 27)
    both.build(2, 1, 19, (4, 2))
    both.apply("skip")
    both.end_round()
    assert both.order() == [2, 0, 1]
    assert both.table.money() == [10, 40, 40]
    assert both.state.winners() == [2]


def test_if_everybody_drowns_nobody_wins() -> None:
    both = ending(0, 1, 2)
    both.apply("skip")
    both.end_round()
    assert both.state.is_over
    assert both.state.winners() == []


def test_drowned_players_rank_below_all_others_by_money() -> None:
    both = ending(0, 2)
    both.give(300, 5, 200)
    both.apply("skip")
    both.end_round()
    assert both.state.winners() == [1]
    ranks = np.zeros(3)
    rules.rank(both.state.record, ranks)
    assert ranks[1] > ranks[0] > ranks[2]
