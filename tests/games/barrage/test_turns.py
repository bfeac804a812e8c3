"""Rulings 1 to 10: turns, engineers, and every space of the boards."""

from __future__ import annotations

import pytest
from tests.games.barrage.facts import ROWS
from tests.games.barrage.laid import (
    can,
    conduits,
    dam,
    drawn,
    gained,
    give,
    hand,
    legal,
    offer,
    on_wheel,
    over,
    player,
    powerhouses,
    shown,
    table,
    taken,
    tiles,
    turn,
    water,
    wheel,
)
from tests.games.positions import played

from stockade.core.state import State

BLOCKED = {
    2: {"turbine_p1", "turbine_m1", "rotate_2", "buy_any", "contract_1b"},
    3: {"turbine_p1", "buy_any", "contract_1b"},
    4: set(),
}


def producing(players: int = 4) -> State:
    """Return a state in which France can send two drops through its conduit of value 3, and has machines on its
    wheel."""
    state = dam(table(players, "france usa italy germany"), "b7l", 0, 2, 2)
    powerhouses(conduits(state, "c7B", 0), "p12.1", 0)
    for segment in range(1, 6):
        on_wheel(state, 0, segment, "", segment, 0)
    return state


# -- 1 to 4: whose turn, and passing ---------------------------------------------------------------------------------


def test_ruling_1_turns_go_round_and_skip_who_passed() -> None:
    state = table(3)
    for engineers, follower in ((12, 1), (5, 2), (4, 1), (3, 2), (4, 1), (4, 2), (3, 2)):
        state = played(state, f"bank {engineers}")
        assert state.current_player == follower
    assert player(state, 2).engineers == 1
    after = played(state, "bank 1")
    assert after.record.round_no == 2
    assert [player(after, seat).engineers for seat in range(3)] == [12, 12, 12]


def test_ruling_1_turns_follow_the_order_of_the_round() -> None:
    state = table(4)
    state.record.order[:] = [2, 0, 3, 1]
    turn(state, 2)
    seen = []
    for _ in range(5):
        seen.append(state.current_player)
        state = played(state, "bank 1")
    assert seen == [2, 0, 3, 1, 2]


def test_ruling_2_nobody_passes_with_engineers_and_the_bank_takes_any_number() -> None:
    state = give(table(), 0, engineers=3, credits=0, excavators=0, mixers=0)
    assert legal(state, "bank") == ["bank 1", "bank 2", "bank 3"]
    assert not can(state, "pass")
    after = played(state, "bank 2")
    assert gained(state, after) == {"credits": 2, "engineers": -2}
    assert legal(turn(after, 1), "bank") == [f"bank {number}" for number in range(1, 13)]  # never full


def spent(**fields: object) -> State:
    """Return a state in which the first seat has no engineers left and is next, and the second has two."""
    state = give(table(), 0, engineers=1, **fields)
    return played(give(state, 1, engineers=3), "bank 1", "bank 1")


@pytest.mark.parametrize(
    ("fields", "tile"),
    [
        ({"tiles": "I-powerhouse"}, "I-powerhouse"),
        ({"tiles": "III-base"}, "III-base"),
        ({"tiles": "anton", "wheel": {3: ("III-base", 0, 0)}}, "copy III-base"),
        ({"tiles": "anton", "wheel": {3: ("I-powerhouse", 0, 0)}}, "copy I-powerhouse"),
    ],
)
def test_ruling_3_a_tile_without_engineers_gives_a_turn_that_may_be_passed(fields: dict, tile: str) -> None:
    state = spent(**fields)
    assert state.current_player == 0
    found = legal(state)
    assert found[-1] == "pass"
    assert found[:-1]
    assert all(text.endswith(f" free {tile}") for text in found[:-1])
    state = played(state, "pass", "bank 1")
    assert state.current_player == 1  # a pass lasts for the rest of the round


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"tiles": "I-powerhouse", "mixers": 1},
        {"tiles": "I-wild II-base"},
        {"tiles": "anton"},
        {"wheel": {3: ("III-base", 0, 0)}},
    ],
    ids=["no tile", "no machines", "tiles that need engineers", "nothing to copy", "on the wheel"],
)
def test_ruling_3_the_pass_is_automatic_where_nothing_can_be_built(fields: dict) -> None:
    state = spent(**fields)
    assert state.current_player == 1
    assert player(state, 0).has_passed


def test_ruling_3_a_turn_without_engineers_may_build_and_comes_again() -> None:
    state = spent(tiles="I-powerhouse III-base")
    state = played(state, "build p5.1 free I-powerhouse", "bank 1")
    assert state.current_player == 0
    assert all("III-base" in text for text in legal(state, "build"))


def test_ruling_4_a_build_without_engineers_takes_no_construction_space() -> None:
    state = give(table(), 0, tiles="I-powerhouse III-base")
    after = played(state, "build p5.1 free I-powerhouse")
    assert gained(state, after) == {"mixers": -2}
    after = played(turn(after, 0), "build b1l free III-base")
    assert gained(state, after) == {"mixers": -2}
    assert player(after).constructions == 0
    last = played(turn(after, 0), "build c10B conduit")
    assert gained(after, last) == {"engineers": -1, "excavators": -2}


def test_ruling_4_the_same_tiles_in_a_construction_action() -> None:
    state = give(table(), 0, tiles="I-powerhouse III-base")
    after = played(state, "build p5.1 I-powerhouse")
    assert gained(state, after) == {"engineers": -1, "mixers": -2}
    last = played(turn(after, 0), "build b4l III-base")
    assert gained(after, last) == {"engineers": -2}  # on the second space, and without excavators
    assert player(last).constructions == 2


def test_ruling_4_without_engineers_the_fourth_space_costs_nothing() -> None:
    state = give(table(), 0, tiles="III-base", credits=0, constructions=3)
    assert can(state, "build b4l free III-base")
    assert not can(state, "build b4l III-base")
    assert not can(state, "build b4u free III-base")  # the red fee is due all the same


# -- 5 and 6: the management board, row by row -----------------------------------------------------------------------

MODIFIERS = {"turbine_p2": 2, "turbine_p1": 1, "turbine_0": 0, "turbine_m1": -1, "turbine_m2": -2}
ACTIONS: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    **{row: (("produce b7l c7B 1",), {"energy": 3 + modifier}) for row, modifier in MODIFIERS.items()},
    "water_2": (("drop A", "drop D"), {}),
    "water_flow_1": (("drop D",), {}),
    "rotate_1": ((), {"excavators": 5}),
    "rotate_2": ((), {"excavators": 5 + 4}),
    "rotate_3": ((), {"excavators": 5 + 4 + 3}),
    "buy_excavator": ((), {"excavators": 1}),
    "buy_any": (("machine M",), {"mixers": 1}),
    "buy_both": ((), {"excavators": 1, "mixers": 1}),
    "contract_1a": (("take R02",), {}),
    "contract_1b": (("take G01",), {}),
    "contract_2": (("take G01", "take Y02"), {}),
}
"""The answers, and what they bring."""


@pytest.mark.parametrize("side", ["L", "R"])
@pytest.mark.parametrize("row", ROWS)
def test_every_row(row: str, side: str) -> None:
    _, cost, *spaces = ROWS[row]
    engineers, fee = spaces[:2] if side == "L" else spaces[2:]
    space = f"{row} {side}"
    state = give(producing(), 0, credits=cost + fee, engineers=engineers)
    assert can(state, space)
    assert not can(give(state.clone(), 0, engineers=engineers - 1), space)
    if cost + fee:
        assert not can(give(state.clone(), 0, credits=cost + fee - 1), space)
    texts, brought = ACTIONS[row]
    after = played(state, space, *texts)
    lost = {"engineers": -engineers} | ({"credits": -cost - fee} if cost + fee else {})
    assert gained(state, after) == lost | brought
    assert taken(after, space) == 0
    assert not can(turn(drawn(after), 1), space)  # it is taken until the round ends


def test_every_row_is_on_the_board_once() -> None:
    rows = [text.split()[0] for text in legal(producing()) if text.split()[-1] in "LR"]
    assert rows == [row for row in ROWS for _ in "LR"]


def test_ruling_5_drops_and_contracts_of_the_rows() -> None:
    state = producing()
    after = played(state, "water_2 L", "drop A", "drop D")
    assert list(after.record.waiting) == [1, 0, 0, 1]
    assert water(after) == water(state)
    state = dam(producing(), "b4l", 1, 0, 1)
    assert water(played(state, "water_flow_1 R", "drop D"))["b4l"] == "1/1"
    assert hand(played(state, "contract_2 R", "take G01", "take Y02")) == ["G01", "Y02"]
    assert hand(played(state, "contract_1b R", "take R02")) == ["R02"]
    assert gained(state, played(state, "buy_any R", "machine E"))["excavators"] == 1
    assert wheel(played(state, "rotate_2 L")) == {segment + 2: ("", segment, 0) for segment in (1, 2, 3)}


def test_ruling_5_money_of_the_action_itself_comes_too_late() -> None:
    state = give(producing(), 0, credits=2, contracts="S3 G03")  # worth 3 and 5 credits
    assert not can(state, "turbine_0 R")
    assert can(give(state, 0, credits=3), "turbine_0 R")


def test_ruling_5_the_fee_and_the_conduit_are_paid_from_one_purse() -> None:
    state = dam(table(companies="france usa"), "b7l", 0, 2, 2)
    powerhouses(conduits(state, "c7B", 1), "p12.1", 0)
    assert not can(give(state, 0, credits=3), "turbine_0 R")
    assert can(state, "turbine_0 L")
    assert can(give(state, 0, credits=4), "turbine_0 R")


def test_ruling_5_an_action_that_cannot_be_carried_out_is_closed() -> None:
    state = table(4)
    assert legal(state, "turbine") == []
    assert legal(offer(state, "- - - - - -"), "contract") == []
    assert legal(offer(state, "- - - - R02 -"), "contract_2") == ["contract_2 L", "contract_2 R"]


def test_ruling_6_left_and_right_are_independent() -> None:
    state = played(producing(), "turbine_0 R", "produce b7l c7B 1")
    assert taken(state, "turbine_0 R") == 0
    assert can(turn(state, 0), "turbine_0 L")
    state = played(state, "turbine_0 L")  # the last drop
    assert [taken(state, f"turbine_0 {side}") for side in "LR"] == [0, 0]
    assert water(state)["b7l"] == "0/2"


# -- 7 and 8: construction spaces, rows for more players -------------------------------------------------------------


def test_ruling_7_construction_spaces_from_the_left() -> None:
    state = give(table(companies="france usa"), 0, engineers=12)
    builds = ("c10B conduit", "b10l base", "b10l+ elevation", "p12.1 powerhouse")
    costs = []
    for build in builds:
        after = played(state, f"build {build}")
        change = gained(state, after)
        costs.append((-change["engineers"], -change.get("credits", 0)))
        state = turn(after, 0)
    assert costs == [(1, 0), (2, 0), (3, 0), (3, 3)]
    give(state, 0, engineers=12, tiles="base")
    assert legal(state, "build") == []


@pytest.mark.parametrize(("spaces", "engineers", "credits"), [(0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 3, 3)])
def test_ruling_7_engineers_and_fee_are_needed(spaces: int, engineers: int, credits: int) -> None:
    state = give(table(), 0, constructions=spaces, engineers=engineers, credits=credits)
    assert can(state, "build b5l base")
    assert not can(give(state.clone(), 0, engineers=engineers - 1), "build b5l base")
    if credits:
        assert not can(give(state.clone(), 0, credits=credits - 1), "build b5l base")


@pytest.mark.parametrize(("players", "spaces"), [(2, 22), (3, 26), (4, 32)])
def test_ruling_8_rows_for_more_players_are_closed(players: int, spaces: int) -> None:
    state = producing(players)
    for _ in range(2):  # also in the next round
        found = [text for text in legal(state) if text.split()[-1] in "LR"]
        assert len(found) == spaces
        assert {text.split()[0] for text in found} == set(ROWS) - BLOCKED[players]
        state = drawn(over(state))
        state = give(turn(state, 0), 0, credits=20)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("row", ROWS)
def test_blocked_rows(players: int, row: str) -> None:
    state = producing(players)
    is_open = players >= ROWS[row][0]
    assert [can(state, f"{row} {side}") for side in "LR"] == [is_open, is_open]
    assert is_open == (row not in BLOCKED[players])


# -- 9 and 10 --------------------------------------------------------------------------------------------------------


def test_ruling_9_an_empty_wheel_may_turn() -> None:
    state = table()
    assert gained(state, played(state, "rotate_1 L")) == {"engineers": -1}
    assert gained(state, played(state, "rotate_3 L")) == {"engineers": -2, "credits": -5}


def test_ruling_9_one_drop_will_do_but_none_will_not() -> None:
    streams = [f"drop {letter}" for letter in "ABCD"]
    state = played(table(), "water_2 L")
    assert legal(state) == streams
    state = played(state, "drop B")
    assert legal(state) == [*streams, "stop"]
    assert list(played(state, "stop").record.waiting) == [0, 1, 0, 0]
    assert list(played(state, "drop B").record.waiting) == [0, 2, 0, 0]
    assert played(state, "stop").current_player == 1


def test_ruling_10_a_patent_slot_serves_once_a_round() -> None:
    state = give(table(), 0, credits=5, engineers=2)
    assert legal(state, "patent") == ["patent 1", "patent 2", "patent 3"]
    after = played(state, "patent 2")
    assert gained(state, after) == {"credits": -5, "engineers": -2}
    assert tiles(after)[-1] == "I-elevation"
    assert legal(after, "patent") == ["patent 1", "patent 3"]  # another seat's turn
    assert legal(drawn(over(after)), "patent") == ["patent 1", "patent 2", "patent 3"]
    assert legal(give(state.clone(), 0, credits=4), "patent") == []
    assert legal(give(state.clone(), 0, engineers=1), "patent") == []


def test_ruling_10_a_new_tile_is_good_at_once() -> None:
    state = turn(played(table(), "patent 1"), 0)
    assert can(state, "build b5l I-base")


def test_the_introductory_game_has_no_patents() -> None:
    state = table(setup="introductory")
    assert legal(state, "patent") == []
    assert can(state, "build b5l wild")
    assert not can(table(), "build b5l wild")
    assert shown(state) == ["G01", "G02", "Y01", "Y02", "R01", "R02"]
