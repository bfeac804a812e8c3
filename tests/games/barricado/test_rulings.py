"""Every ruling of Barricado, and every sentence of its rulebook that can be played, on drawn positions.

How a drawing is read is told in `drawn.py`. Coordinates are cells, the start tile's north-western one is `0,0`.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from tests.games.barricado.drawn import GAME, PRINTED, at, faces, legal, played, run_cells

import stockade
from stockade.core.state import State

COLOURS = ("red", "blue", "green", "yellow")


def refused(state: State, text: str) -> str:
    """The ruling that forbids an action; nothing has changed."""
    before = state.to_bytes()
    with pytest.raises(stockade.IllegalAction) as refusal:
        state.apply(text)
    assert text.split(":")[-1] in refusal.value.message
    assert state.to_bytes() == before
    return refusal.value.ruling


def drawn(state: State, variation: int, kind: str = "plain", cell: int = 0) -> State:
    """The state with the drawn tile revealed and in hand."""
    state = played(state, "draw", f"reveal v{variation}")
    if state.to_json()["plazas_and_sewers"]:
        state.apply(f"reveal {kind}")
        if kind != "plain":
            state.apply(f"reveal cell {cell}")
    return state


def bag(state: State, seat: int) -> int:
    return int(state.record.segments[seat])


def turn(state: State) -> str:
    assert not state.is_over
    assert not state.is_chance
    return COLOURS[state.current_player]


# A row of the widest board: red X at both ends of the northern line, blue ones on it in between.
ROW = """
rbrbrbrbrbbr
ygygygygygyg
"""


# -- 1: a tile is two by two cells -----------------------------------------------------------------------------


def test_ruling_1_four_colours_on_four_cells_make_six_variations() -> None:
    """Counted from scratch: all orders of four colours, alike when one can be turned into the other."""
    kinds = {min(order[k:] + order[:k] for k in range(4)) for order in permutations("rbgy")}
    assert len(kinds) == 6
    assert {min(tuple(name[k:] + name[:k]) for k in range(4)) for name in PRINTED} == kinds


def test_ruling_1_each_cell_of_a_tile_shows_another_colour() -> None:
    state = GAME.start(4)
    assert faces(state) == {(0, 0): "r", (1, 0): "b", (1, 1): "g", (0, 1): "y"}
    for variation, printed in enumerate(PRINTED, 1):
        shown = faces(played(drawn(state, variation), "tile 1,0 r0"))
        assert "".join(shown[cell] for cell in ((2, 0), (3, 0), (3, 1), (2, 1))) == printed


def test_ruling_1_the_shortest_barricade_has_2_segments() -> None:
    """Two X of a colour become neighbours across the edge of two tiles, never on one tile."""
    state = at("rbbr ygyg", turn="blue")
    assert legal(state, "build") == {"build 1,0:2,0"}
    after = played(state, "build 1,0:2,0")
    assert after.scores() == [0, 2]
    assert not legal(at("rb yg", phase="place", ply=2, drawn={"variation": 1}), "build")


def test_ruling_1_the_longest_barricade_has_12_segments() -> None:
    after = played(at(ROW), "build 0,0:11,0")
    assert after.scores() == [12, 0]
    assert [cell for cell, shown in faces(after).items() if "R" in shown] == [(x, 0) for x in range(12)]
    with pytest.raises(stockade.ParseError, match="at most 12"):
        at(ROW).parse("build -1,0:11,0")


def test_ruling_1_a_cell_holds_one_segment() -> None:
    """A covered X is no end again, not even for the colour that covered it."""
    state = played(at("rbbr ygyg rbrb ygyg"), "build 0,0:3,0")
    assert refused(state, "build 1,0:1,2") == "5"  # blue's own X, under red's barricade
    with_own = at("rbrb ygyg rbrb ygyg", built={"red": "0,0:2,0"})
    assert refused(with_own, "build 0,0:0,2") == "5"


# -- 2: variations, the start tile, 35 of 36 -------------------------------------------------------------------


def test_ruling_2_the_start_tile_is_one_more_v1_as_printed() -> None:
    start = GAME.start()
    assert start.to_json()["tiles"] == [{"at": [0, 0], "variation": 1, "turn": 0}]
    weights = {start.format(action): weight for action, weight in played(start, "draw").chance_weights()}
    assert weights == {f"reveal v{number}": 6 for number in range(1, 7)}


def test_ruling_2_a_tile_that_was_drawn_is_not_drawn_again() -> None:
    state = GAME.start()
    for count, x in enumerate(range(1, 6)):
        assert dict(played(state, "draw").chance_weights())[state.parse("reveal v3")] == 6 - count
        state = played(drawn(state, 3), f"tile {x},0 r0")
    state = played(drawn(state, 3), "tile 0,1 r0", "draw")
    assert legal(state) == {f"reveal v{number}" for number in (1, 2, 4, 5, 6)}
    assert refused(state, "reveal v3") == "2"


@pytest.mark.parametrize(("size", "surplus"), [(6, 1), (5, 12), (4, 21)])
def test_ruling_2_the_surplus_stays_unseen(size: int, surplus: int) -> None:
    dice, state = random.Random(size), GAME.start(2, {"size": size})
    stack = []
    while "draw" in legal(state):
        state.apply("draw")
        stack.append(sum(weight for _, weight in state.chance_weights()))
        while not legal(state, "draw", "build", "extend") and not state.is_over:
            state.apply(dice.choice(state.legal_actions()))
    assert stack == [36 - drawn_before for drawn_before in range(size * size - 1)]
    assert stack[-1] - 1 == surplus
    assert len(state.to_json()["tiles"]) == size * size


# -- 3: seats, colours, bags -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_3_seats_are_red_blue_green_yellow_and_play_in_this_order(players: int) -> None:
    state = GAME.start(players)
    assert [state.seat_name(seat) for seat in range(players)] == ["Red", "Blue", "Green", "Yellow"][:players]
    order = []
    for x in range(1, 6):
        order.append(turn(state))
        state = played(drawn(state, x), f"tile {x},0 r0")
    assert order == [COLOURS[k % players] for k in range(5)]


def test_ruling_3_bags_hold_64_64_48_48() -> None:
    for players in (2, 3, 4):
        state = GAME.start(players)
        assert [bag(state, seat) for seat in range(players)] == [64, 64, 48, 48][:players]
    assert "segments left: Red 64, Blue 64, Green 48, Yellow 48" in str(GAME.start(4))


@pytest.mark.parametrize(("players", "green", "yellow"), [(2, False, False), (3, True, False), (4, True, True)])
def test_ruling_3_the_x_of_an_absent_colour_is_built_over_and_not_from(
    players: int, green: bool, yellow: bool
) -> None:
    # Red's X stand at both ends of a line of green and yellow ones.
    drawing = "rbgygyyr ygrbrbbg"
    state = at(drawing, players=players)
    assert "build 0,0:7,0" in legal(state)
    assert played(state, "build 0,0:7,0").scores()[0] == 8
    for seat, present, run in ((2, green, "build 2,0:4,0"), (3, yellow, "build 3,0:5,0")):
        for mover in range(players):
            choices = legal(at(drawing, players=players, turn=COLOURS[mover]))
            assert (run in choices) == (present and mover == seat)
    assert refused(state, "build 2,0:4,0") == "5"


# -- 4: drawing and placing ------------------------------------------------------------------------------------


def test_ruling_4_the_first_tile_goes_to_one_of_four_places_in_four_turns() -> None:
    """The rulebook's picture of valid locations for the first player."""
    state = drawn(GAME.start(), 2)
    places = ("1,0", "-1,0", "0,1", "0,-1")
    assert legal(state) == {f"tile {place} r{n}" for place in places for n in range(4)}


def test_ruling_4_the_tile_is_seen_before_it_is_placed() -> None:
    state = played(GAME.start(), "draw")
    assert state.is_chance
    assert legal(state, "tile") == set()
    state.apply("reveal v5")
    assert state.current_player == 0
    assert state.to_json()["drawn"] == {"variation": 5}
    assert legal(state) == legal(state, "tile")


def test_ruling_4_a_drawn_tile_must_be_placed() -> None:
    state = at("rbbr ygyg", phase="place", drawn={"variation": 2}, turn="blue")
    assert refused(state, "draw") == "4"
    assert refused(state, "build 1,0:2,0") == "4"
    assert played(state, "tile 2,0 r0").to_json()["drawn"] is None


def test_ruling_4_nothing_is_placed_that_was_not_drawn() -> None:
    assert refused(GAME.start(), "tile 1,0 r0") == "4"


def test_ruling_4_a_side_must_touch_a_corner_is_not_enough() -> None:
    state = drawn(at("rbbr ygyg"), 2)
    for corner in ("2,1", "2,-1", "-1,1", "-1,-1"):
        assert refused(state, f"tile {corner} r0") == "4"
    assert refused(state, "tile 4,0 r0") == "4"


def test_ruling_4_a_place_holds_one_tile() -> None:
    state = drawn(at("rbbr ygyg"), 2)
    assert refused(state, "tile 0,0 r0") == "4"
    assert refused(state, "tile 1,0 r2") == "4"


@pytest.mark.parametrize("size", [6, 5, 4])
def test_ruling_4_the_tiles_stay_inside_a_square(size: int) -> None:
    row = "rb" * size + " " + "yg" * size
    narrow = drawn(at("rb" * (size - 1) + " " + "yg" * (size - 1), size=size), 2)
    assert {"tile -1,0 r0", f"tile {size - 1},0 r0"} <= legal(narrow)  # the square may still be on either side
    wide = drawn(at(row, size=size), 2)
    assert refused(wide, "tile -1,0 r0") == "4"
    # The row could be the northern or the southern edge of the square, or anything in between.
    assert legal(wide) == {f"tile {x},{y} r{n}" for x in range(size) for y in (-1, 1) for n in range(4)}
    if size < 6:
        assert refused(wide, f"tile {size},0 r0") == "4"
    else:
        with pytest.raises(stockade.ParseError):
            wide.parse("tile 6,0 r0")  # farther than the start tile's square can ever reach


def test_ruling_4_the_square_is_found_by_the_tiles() -> None:
    """Two tiles to the west and one to the east leave a 4 x 4 board no room further east."""
    state = drawn(at("rbrbrbrb ygygygyg", corner=(-2, 0), size=4), 3)
    assert refused(state, "tile 2,0 r0") == "4"
    assert refused(state, "tile -3,0 r0") == "4"
    down = state
    for y in (1, 2, 3):
        down = drawn(played(down, f"tile -1,{y} r0"), 2 if y < 3 else 4)
    assert refused(down, "tile 0,-1 r0") == "4"
    assert {(-2, y) for y in (1, 2, 3)} <= {place(text) for text in legal(down)}
    assert all(-2 <= x <= 1 and 0 <= y <= 3 for x, y in map(place, legal(down)))


def place(text: str) -> tuple[int, int]:
    x, y = text.split()[1].split(",")
    return int(x), int(y)


@pytest.mark.parametrize(
    ("quarters", "shown"), [(0, "rb yg"), (1, "yr gb"), (2, "gy br"), (3, "bg ry")], ids=["r0", "r1", "r2", "r3"]
)
def test_ruling_4_turns_are_quarters_clockwise(quarters: int, shown: str) -> None:
    start = GAME.start(4)
    seen = faces(played(drawn(start, 1), f"tile -1,0 r{quarters}"))
    assert seen[-2, 0] + seen[-1, 0] + " " + seen[-2, 1] + seen[-1, 1] == shown


def test_ruling_4_coordinates_grow_to_the_east_and_south() -> None:
    state = GAME.start(4)
    for variation, where in ((1, "1,0"), (2, "0,1"), (3, "-1,0"), (4, "0,-1")):
        state = played(drawn(state, variation), f"tile {where} r0")
    rows = [line[5:].rstrip() for line in str(state).split("\n\n")[0].splitlines()[1:]]
    assert rows == [
        "       r  g",
        "       b  y",
        " r  g  r  b  r  b",
        " y  b  y  g  y  g",
        "       r  b",
        "       g  y",
    ]


def test_ruling_4_the_board_ends_as_a_square() -> None:
    for size in (6, 5, 4):
        for seed in range(4):
            dice, state = random.Random(seed), GAME.start(3, {"size": size})
            while not state.is_over:
                state.apply(dice.choice(state.legal_actions()))
            places = [tile["at"] for tile in state.to_json()["tiles"]]
            xs, ys = sorted({x for x, _ in places}), sorted({y for _, y in places})
            assert len(places) == size * size
            assert (len(xs), len(ys)) == (size, size)
            assert (xs[-1] - xs[0], ys[-1] - ys[0]) == (size - 1, size - 1)


# -- 5: building -----------------------------------------------------------------------------------------------


# The rulebook's picture with its six numbered X of Green, as cells:
#   1 is 1,2   2 is 4,2   3 is 3,-1   4 is 3,1   5 is 3,3   6 is 7,2
# Yellow's X at 6,1 and 6,3 are where it blocks the way from 2 to 6.
PICTURE = """
..rb....
..yg....
rbrbyrrb
ygygbgyg
rgrbgrrg
ybygybyb
"""


def picture(**built: str) -> State:
    return at(PICTURE, corner=(0, -1), players=4, turn="green", built=built)


def test_ruling_5_the_rulebook_picture_from_1_to_2() -> None:
    state = played(picture(), "build 1,2:4,2")
    assert state.scores() == [0, 0, 4, 0]
    assert {cell for cell, shown in faces(state).items() if shown == "-G-"} == {(x, 2) for x in range(1, 5)}


def test_ruling_5_the_rulebook_picture_from_3_to_4_but_not_across_to_5() -> None:
    assert {"build 3,-1:3,1", "build 3,-1:3,3", "build 3,1:3,3"} <= legal(picture())
    state = picture(green="1,2:4,2", yellow="6,1:6,3")
    assert "build 3,-1:3,1" in legal(state)
    assert refused(state, "build 3,-1:3,3") == "5"
    assert refused(state, "build 3,1:3,3") == "5"


def test_ruling_5_the_rulebook_picture_6_until_yellow_blocked_it() -> None:
    assert "extend 4,2:7,2" in legal(picture(green="1,2:4,2"))
    assert played(picture(green="1,2:4,2"), "extend 4,2:7,2").scores() == [0, 0, 7, 0]
    yellow = at(PICTURE, corner=(0, -1), players=4, turn="yellow", built={"green": "1,2:4,2"})
    blocked = played(yellow, "build 6,1:6,3")
    assert blocked.scores() == [0, 0, 4, 3]
    assert refused(picture(green="1,2:4,2", yellow="6,1:6,3"), "extend 4,2:7,2") == "8"


def test_ruling_5_the_rulebook_picture_never_from_2_to_4() -> None:
    state = picture(green="1,2:4,2", yellow="6,1:6,3")
    with pytest.raises(stockade.ParseError, match="straight") as wrong:
        state.apply("extend 4,2:3,1")
    assert wrong.value.ruling == "5"
    assert not any(text.startswith(("extend 4,2:4", "extend 1,2:1,")) for text in legal(state))


def test_ruling_5_a_run_is_straight() -> None:
    state = at("rbbr ygyg rbbr ygyg")
    for crooked in ("build 0,0:3,2", "build 0,0:2,1", "build 0,0:0,0"):
        with pytest.raises(stockade.ParseError, match="straight") as wrong:
            state.parse(crooked)
        assert wrong.value.ruling == "5"
    assert legal(state, "build") == {"build 0,0:3,0", "build 0,2:3,2", "build 0,0:0,2", "build 3,0:3,2"}


def test_ruling_5_both_ends_are_own_x() -> None:
    state = at("rbbr ygyg")
    assert refused(state, "build 0,0:2,0") == "5"
    assert refused(state, "build 1,0:3,0") == "5"
    assert refused(state, "build 1,0:2,0") == "5"  # blue's
    assert legal(state, "build") == {"build 0,0:3,0"}


def test_ruling_5_cells_in_between_may_carry_any_x() -> None:
    """Own X are passed over like others; every pair of own X on a free line is a run."""
    state = at("rbrbbrrb ygygygyg")
    xs = (0, 2, 5, 6)
    assert legal(state, "build") == {f"build {a},0:{b},0" for a in xs for b in xs if a < b}
    assert played(state, "build 0,0:6,0").scores() == [7, 0]


def test_ruling_5_the_run_lies_on_tiles() -> None:
    """A street does not reach over an empty place."""
    state = at("rb..rb yg..yg rbrbrb ygygyg")
    assert refused(state, "build 0,0:4,0") == "5"
    assert refused(state, "build 0,0:-2,0") == "5"
    assert "build 0,2:4,2" in legal(state)


@pytest.mark.parametrize("builder", ["red", "blue"])
def test_ruling_5_no_crossing_of_any_colour(builder: str) -> None:
    """Not another's barricade, and not one's own."""
    drawing = "rbrbrb ygygyg rbrbrb ygygyg rbrbrb gygygy"
    across = {"red": "2,0:2,4", "blue": "1,0:1,4"}[builder]
    state = at(drawing, built={builder: across})
    assert legal(state, "build") == (
        {"build 0,0:0,2", "build 0,0:0,4", "build 0,2:0,4", "build 4,0:4,2", "build 4,0:4,4", "build 4,2:4,4"}
        if builder == "red"
        else {f"build {x},{a}:{x},{b}" for x in (0, 2, 4) for a, b in ((0, 2), (0, 4), (2, 4))}
        | {f"build 2,{y}:4,{y}" for y in (0, 2, 4)}
    )
    assert refused(state, "build 0,2:4,2") == "5"


def test_ruling_5_barricades_may_lie_side_by_side() -> None:
    state = at("rbbr ygyg gyyg brrb", built={"red": "0,0:3,0"})
    assert "build 1,3:2,3" in legal(state)
    side_by_side = at("rbbr ygyg rbbr ygyg", built={"red": "0,0:0,2"}, turn="blue")
    assert {"build 1,0:1,2", "build 1,0:2,0"} <= legal(side_by_side)


def test_ruling_5_ends_are_written_low_first_and_read_either_way() -> None:
    state = at("rbbr ygyg")
    assert state.parse("build 3,0:0,0") == state.parse("build 0,0:3,0")
    assert state.format(state.parse("build 3,0:0,0")) == "build 0,0:3,0"


def test_ruling_5_a_turn_is_one_barricade() -> None:
    state = played(at("rbbr ygyg rbbr ygyg"), "build 0,0:3,0")
    assert turn(state) == "blue"


# -- 6: short of segments, the first turn ----------------------------------------------------------------------


def test_ruling_6_the_first_turn_is_a_draw() -> None:
    for players, options in ((2, {}), (3, {"revolution": True}), (4, {"plazas_and_sewers": True})):
        start = GAME.start(players, options)
        assert legal(start) == {"draw"}
        assert refused(start, "build 0,0:1,0") == "6"
    assert refused(GAME.start(3, {"revolution": True}), "rotate 0,0 r1") == "6"


def test_ruling_6_the_second_player_may_build() -> None:
    state = played(drawn(GAME.start(), 2), "tile 1,0 r3")  # blue above red: b 1,0 and b 2,0
    assert faces(state)[2, 0] == "b"
    assert "build 1,0:2,0" in legal(state)


def test_ruling_6_who_cannot_build_must_place_a_tile() -> None:
    assert legal(at("rbbr ygyg", built={"red": "0,0:3,0"})) == {"draw"}


def test_ruling_6_nobody_has_to_build() -> None:
    state = at("rbbr ygyg")
    assert legal(state) == {"draw", "build 0,0:3,0"}
    played(state, "draw")


# Three rows of tiles for red's 60 segments, and a fourth with free red X at 0,6 3,6 5,6 and 6,7 8,7 10,7.
SPENT = """
rbbgrgrybyyr
ygrybygbgrbg
rbbgrgrybyyr
ygrybygbgrbg
rbbgrgrybyyr
ygrybygbgrbg
rbgrbrygbyyg
gyybgyrbrgrb
"""
SIXTY = "0,0:11,0 2,1:9,1 0,2:11,2 2,3:9,3 0,4:11,4 2,5:9,5"


def test_ruling_6_a_run_that_takes_too_many_segments_cannot_be_built() -> None:
    state = at(SPENT, built={"red": SIXTY})
    assert bag(state, 0) == 4
    assert legal(state) == {"draw", "build 0,6:3,6", "build 3,6:5,6", "build 6,7:8,7", "build 8,7:10,7"}
    assert refused(state, "build 0,6:5,6") == "6"
    assert refused(state, "build 6,7:10,7") == "6"
    assert bag(played(state, "build 0,6:3,6"), 0) == 0  # exactly enough


def test_ruling_6_a_run_that_takes_too_many_segments_cannot_be_extended() -> None:
    state = at(SPENT, built={"red": f"{SIXTY} 6,7:8,7"})
    assert bag(state, 0) == 1
    assert refused(state, "extend 8,7:10,7") == "6"
    assert legal(state) == {"draw"}
    shorter = SIXTY.replace("0,4:11,4", "0,4:6,4")
    enough = at(SPENT, built={"red": f"{shorter} 0,6:3,6"})
    assert bag(enough, 0) == 5
    assert bag(played(enough, "extend 6,4:11,4"), 0) == 0  # exactly enough
    assert refused(at(SPENT, built={"red": f"{shorter} 0,6:3,6 6,7:8,7"}), "extend 6,4:11,4") == "6"


def test_ruling_6_an_empty_bag_leaves_the_draw() -> None:
    state = at(SPENT, built={"red": f"{SIXTY} 0,6:3,6"})
    assert bag(state, 0) == 0
    assert legal(state) == {"draw"}
    assert refused(state, "extend 3,6:5,6") == "6"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_6_a_draw_is_possible_while_there_is_an_empty_place(players: int) -> None:
    for seed in range(5):
        dice, state = random.Random(seed), GAME.start(players)
        while not state.is_over:
            phase, tiles = state.to_json()["phase"], len(state.to_json()["tiles"])
            if phase == "act":
                assert ("draw" in legal(state)) == (tiles < 36)
            state.apply(dice.choice(state.legal_actions()))


# -- 7: the full board -----------------------------------------------------------------------------------------

# A full board of 4 x 4 tiles. Red can build 5,1:5,3 and extend 0,0:0,-1; Blue can do nothing; Green can
# build 5,-1:5,0.
FULL = """
ryrbgbbr
gbygyrgy
gyygrbby
brrbgyrg
gbrbgrbg
ryygbyyr
gbbgrbgb
yrrygyyr
"""
FULL_BUILT = {
    "red": "-2,-4:5,-4 0,0:0,3 2,-2:2,2",
    "blue": "-1,-3:-1,2 1,-1:1,0 3,-2:3,2 4,-2:4,0",
    "green": "1,-3:4,-3 -2,-3:-2,-2 -2,0:-2,2 1,1:1,2",
}


def full(**rest: Any) -> State:
    return at(FULL, corner=(-1, -2), built=FULL_BUILT, **{"players": 3, "size": 4, **rest})


def test_ruling_7_who_can_build_or_extend_must() -> None:
    assert legal(full()) == {"build 5,1:5,3", "extend 0,0:0,-1"}
    assert refused(full(), "draw") == "7"
    assert legal(full(turn="green")) == {"build 5,-1:5,0"}


def test_ruling_7_the_turn_passes_over_whoever_cannot() -> None:
    with pytest.raises(stockade.BadPosition, match="cannot build") as wrong:
        full(turn="blue")
    assert wrong.value.ruling == "7"
    state = played(full(), "build 5,1:5,3")
    assert turn(state) == "green"
    state.apply("build 5,-1:5,0")
    assert turn(state) == "red"


def test_ruling_7_the_game_ends_when_nobody_can() -> None:
    state = played(full(), "extend 0,0:0,-1", "build 5,-1:5,0")
    assert legal(state) == {"build 5,1:5,3"}
    state.apply("build 5,1:5,3")
    assert state.is_over
    assert legal(state) == set()
    assert state.describe_end().startswith("nobody can build any more")


def test_ruling_7_the_same_player_goes_on_when_all_others_cannot() -> None:
    state = played(full(turn="green"), "build 5,-1:5,0", "build 5,1:5,3")
    assert turn(state) == "red"  # once more: neither Blue nor Green has a run
    state.apply("extend 0,0:0,-1")
    assert state.is_over


def test_ruling_7_no_rotations_on_a_full_board() -> None:
    revolution = full(revolution=True)
    assert legal(revolution, "rotate") == set()
    assert refused(revolution, "rotate 1,1 r1") == "7"


def test_ruling_7_the_last_tile_is_placed_and_play_goes_on() -> None:
    """Filling the board is no end: the next who can build goes on."""
    rows = FULL.split()
    open_corner = " ".join(rows[:-2] + [row[:-2] + ".." for row in rows[-2:]])  # without the tile on 2,1
    state = at(open_corner, corner=(-1, -2), built=FULL_BUILT, players=3, size=4, turn="blue")
    assert "draw" in legal(state)
    state = drawn(state, 2)
    assert {place(text) for text in legal(state)} == {(2, 1)}
    filled = [played(state, f"tile 2,1 r{quarters}") for quarters in range(4)]
    assert not any(state.is_over for state in filled)
    assert not any(legal(state, "draw") for state in filled)
    assert {turn(state) for state in filled} == {"green"}  # who can build 5,-1:5,0 however the tile lies


def test_ruling_7_a_full_board_with_no_run_at_all_ends_the_game_at_once() -> None:
    """The last tile may leave nobody anything to do."""
    dice, ended = random.Random(3), 0
    while not ended:
        state = GAME.start(2, {"size": 4})
        while not state.is_over:
            runs = legal(state, "build", "extend")
            state.apply(dice.choice(sorted(runs or legal(state))))
            if state.is_over and not runs:
                ended += 1
    assert state.to_json()["phase"] == "over"


# Six by six tiles, full. Blue has one segment left: its free runs 6,-1:6,1 and 1,-5:1,-7 take three and two.
SHORT = """
rbgbygrggygb
gyryrbybrbry
rbbgrygyryyg
gyrygbrbgbrb
ygryrygbbgyb
rbbggbyrrygr
ryyggrbrrggy
gbrbbyygbybr
rggyrbgrrbyg
ybrbygybgybr
yrgrrbrgbyyr
gbybygybgrgb
"""
SHORT_BUILT = {
    "red": "-4,-8:-4,-2 -2,-7:-2,1 0,-7:0,2 2,-8:2,2 4,-7:4,0 6,-7:6,-5",
    "blue": "-3,-8:-3,3 -1,-8:-1,3 1,-5:1,2 3,-7:3,3 5,-7:5,0 7,-8:7,3",
}


def test_ruling_7_who_is_short_of_segments_cannot_and_is_passed_over() -> None:
    state = at(SHORT, corner=(-2, -4), built=SHORT_BUILT)
    assert bag(state, 1) == 1
    assert legal(state) == {"extend -4,-2:-4,0"}
    state.apply("extend -4,-2:-4,0")
    assert state.is_over  # with free blue runs on the board
    shown = faces(state)
    assert all(len(shown[cell]) == 1 for cell in run_cells("build 6,-1:6,1"))
    assert shown[6, -1] == shown[6, 1] == "b"


# -- 8: extending ----------------------------------------------------------------------------------------------

# Red X on the northern line at 0, 2, 5 and 6; blue ones at 1, 3, 4 and 7.
LINE = """
rbrbbrrb
ygygygyg
"""


def test_ruling_8_a_barricade_grows_straight_on_from_either_end() -> None:
    state = at(LINE, built={"red": "2,0:5,0"})
    assert legal(state) == {"draw", "extend 2,0:0,0", "extend 5,0:6,0"}


def test_ruling_8_only_the_new_segments_are_paid() -> None:
    state = at(LINE, built={"red": "2,0:5,0"})
    assert state.scores() == [4, 0]
    after = played(state, "extend 2,0:0,0")
    assert after.scores() == [6, 0]
    assert bag(after, 0) == bag(state, 0) - 2 == 58
    assert played(state, "extend 5,0:6,0").scores() == [5, 0]  # a single segment


def test_ruling_8_it_is_one_barricade_afterwards() -> None:
    state = played(at(LINE, built={"red": "2,0:5,0"}), "extend 2,0:0,0")
    assert state.to_json()["barricades"] == [{"owner": "red", "from": [0, 0], "to": [5, 0]}]
    once_more = at(LINE, built={"red": "0,0:5,0"})
    assert legal(once_more, "extend") == {"extend 5,0:6,0"}
    # It is the new end that it grows from; the old one is inside now.
    again = at(LINE, built={"red": "0,0:2,0"})
    assert legal(played(again, "extend 2,0:5,0", "draw", "reveal v2", "tile 0,1 r0"), "extend") == {"extend 5,0:6,0"}


def test_ruling_8_an_extension_passes_over_own_x() -> None:
    state = at(LINE, built={"red": "0,0:2,0"})
    assert legal(state, "extend") == {"extend 2,0:5,0", "extend 2,0:6,0"}
    assert played(state, "extend 2,0:6,0").scores() == [7, 0]


def test_ruling_8_it_grows_away_from_itself() -> None:
    state = at(LINE, built={"red": "2,0:5,0"})
    assert refused(state, "extend 5,0:0,0") == "8"  # from the far end, through itself
    assert refused(state, "extend 2,0:6,0") == "8"
    assert refused(state, "extend 2,0:5,0") == "8"
    assert refused(state, "extend 3,0:0,0") == "8"  # from its middle


def test_ruling_8_never_at_a_right_angle() -> None:
    drawing = "rbrb ygyg rbrb ygyg"
    state = at(drawing, built={"red": "0,0:2,0"})
    assert legal(state, "extend") == set()
    assert refused(state, "extend 2,0:2,2") == "8"
    assert refused(state, "extend 0,0:0,2") == "8"
    with pytest.raises(stockade.ParseError, match="straight"):
        state.apply("extend 2,0:3,2")


def test_ruling_8_the_new_end_is_an_own_x() -> None:
    state = at(LINE, built={"red": "0,0:2,0"})
    assert refused(state, "extend 2,0:3,0") == "8"
    assert refused(state, "extend 2,0:4,0") == "8"


def test_ruling_8_only_own_barricades_grow() -> None:
    state = at(LINE, built={"blue": "1,0:3,0"})
    assert refused(state, "extend 3,0:5,0") == "8"
    assert refused(state, "extend 1,0:0,0") == "8"
    assert legal(at(LINE, built={"blue": "1,0:3,0"}, turn="blue"), "extend") == {"extend 3,0:4,0", "extend 3,0:7,0"}


@pytest.mark.parametrize("across", [{"blue": "3,0:3,2"}, {"red": "5,0:5,2"}], ids=["blue", "red"])
def test_ruling_8_other_barricades_block_the_way_own_ones_too(across: dict[str, str]) -> None:
    drawing = "rbrbbrbr ygygygyg ..rbbr.. ..ygyg.."
    assert legal(at(drawing, built={"red": "0,0:2,0"}), "extend") == {"extend 2,0:5,0", "extend 2,0:7,0"}
    blocked = at(drawing, built={"red": f"0,0:2,0 {across.get('red', '')}", "blue": across.get("blue", "")})
    assert legal(blocked, "extend") == set()
    assert refused(blocked, "extend 2,0:7,0") == "8"
    assert refused(blocked, "extend 2,0:5,0") == "8"


def test_ruling_8_no_extension_over_an_empty_place() -> None:
    state = at("rbrb..rb ygyg..yg rbrbrbrb ygygygyg", built={"red": "0,0:2,0"})
    assert refused(state, "extend 2,0:6,0") == "8"


def test_ruling_8_barricades_that_meet_end_to_end_do_not_grow_through_each_other() -> None:
    drawing = "rbbrrbbrrb ygygygygyg"
    apart = at(drawing, built={"red": "0,0:3,0 4,0:7,0"})
    assert legal(apart, "extend") == {"extend 7,0:8,0"}
    assert refused(apart, "extend 3,0:8,0") == "8"
    assert apart.scores() == [8, 0]


# -- 9: Revolution in the Streets ------------------------------------------------------------------------------


def test_ruling_9_is_for_three_or_four_players() -> None:
    with pytest.raises(stockade.BadOption, match="three or four players") as wrong:
        GAME.start(2, {"revolution": True})
    assert "ruling 9" in wrong.value.message
    for players in (3, 4):
        assert GAME.start(players, {"revolution": True}).players == players
    with pytest.raises(stockade.BadPosition, match="three or four players"):
        GAME.from_json({"players": 2, "revolution": True})


def test_ruling_9_only_in_the_variant() -> None:
    state = at("rbbr ygyg", players=3)
    assert legal(state, "rotate") == set()
    assert refused(state, "rotate 0,0 r1") == "9"


def test_ruling_9_any_tile_without_a_segment_and_the_start_tile_too() -> None:
    state = at("rbbr ygyg", players=3, revolution=True)
    assert legal(state, "rotate") == {f"rotate {x},0 r{n}" for x in (0, 1) for n in (1, 2, 3)}
    assert refused(state, "rotate 2,0 r1") == "9"  # no tile there
    with pytest.raises(stockade.ParseError) as wrong:
        state.apply("rotate 0,0 r0")
    assert wrong.value.ruling == "9"


@pytest.mark.parametrize(("quarters", "shown"), [(1, "yr gb"), (2, "gy br"), (3, "bg ry")], ids=["r1", "r2", "r3"])
def test_ruling_9_the_tile_stays_and_turns_clockwise(quarters: int, shown: str) -> None:
    state = at("rbbr ygyg", players=4, revolution=True)
    seen = faces(played(state, f"rotate 0,0 r{quarters}"))
    assert seen[0, 0] + seen[1, 0] + " " + seen[0, 1] + seen[1, 1] == shown
    assert seen[2, 0] + seen[3, 0] + " " + seen[2, 1] + seen[3, 1] == "br yg"


def test_ruling_9_a_rotation_is_counted_from_how_the_tile_lies() -> None:
    state = at("rbbr ygyg", players=4, revolution=True)
    again = played(state, "rotate 1,0 r1", "rotate 1,0 r2", "rotate 1,0 r1")
    assert faces(again) == faces(state)
    assert turn(again) == "yellow"


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_ruling_9_one_segment_is_enough_to_hold_a_tile(owner: str) -> None:
    # The barricade covers one cell of each outer tile.
    built = {"red": {"red": "0,0:4,0"}, "blue": {"blue": "1,0:5,0"}}[owner]
    state = at("rbrbrb ygygyg rbrbrb ygygyg", players=3, revolution=True, built=built)
    assert legal(state, "rotate") == {f"rotate {x},1 r{n}" for x in range(3) for n in (1, 2, 3)}
    for x in range(3):
        assert refused(state, f"rotate {x},0 r1") == "9"


def test_ruling_9_a_rotation_makes_and_breaks_runs() -> None:
    state = at("rbby ygrg", players=3, revolution=True)
    assert legal(state, "build") == set()
    after = played(state, "rotate 1,0 r1", "rotate 0,0 r1", "rotate 0,0 r3")
    assert turn(after) == "red"
    assert faces(after)[2, 0] == "r"
    assert legal(after, "build") == {"build 0,0:2,0"}


@pytest.mark.parametrize("players", [3, 4])
def test_ruling_9_as_many_in_a_row_as_players_then_something_else(players: int) -> None:
    state = at("rbbr ygyg", players=players, revolution=True)
    for count in range(players):
        assert state.to_json()["rotations"] == count
        assert legal(state, "rotate")
        state.apply(f"rotate {count % 2},0 r2")
    assert legal(state, "rotate") == set()
    assert refused(state, "rotate 0,0 r1") == "9"
    assert "draw" in legal(state)


def test_ruling_9_the_same_tile_may_be_rotated_again_and_again() -> None:
    state = at("rbbr ygyg", players=4, revolution=True)
    for _ in range(4):
        state.apply("rotate 1,0 r1")
    assert faces(state) == faces(at("rbbr ygyg", players=4, revolution=True))


@pytest.mark.parametrize("other", ["draw", "build", "extend"])
def test_ruling_9_any_other_turn_begins_the_count_anew(other: str) -> None:
    built = {"red": "0,0:2,0"} if other == "extend" else {}
    state = at("rbrbrb ygygyg rbrbrb ygygyg", players=3, revolution=True, rotations=3, built=built)
    assert legal(state, "rotate") == set()
    match other:
        case "draw":
            after = played(drawn(state, 2), "tile 3,0 r0")
        case "build":
            after = played(state, "build 0,2:2,2")
        case _:
            after = played(state, "extend 2,0:4,0")
    assert after.to_json()["rotations"] == 0
    assert legal(after, "rotate")


def test_ruling_9_a_rotation_costs_the_turn() -> None:
    state = at("rbbr ygyg", players=3, revolution=True)
    assert turn(played(state, "rotate 1,0 r1")) == "blue"


# -- 10: scoring -----------------------------------------------------------------------------------------------


def segments_shown(state: State) -> list[int]:
    """Counted from the drawing: a segment is a capital letter."""
    counted = Counter(shown[1] for shown in faces(state).values() if len(shown) == 3)
    return [counted[letter] for letter in "RBGY"[: state.players]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_10_a_point_for_every_segment_on_the_board(players: int) -> None:
    for seed in range(6):
        dice, state = random.Random(seed), GAME.start(players, {"size": 4})
        while not state.is_over:
            assert state.scores() == segments_shown(state)
            state.apply(dice.choice(state.legal_actions()))
        assert state.scores() == segments_shown(state)
        most = max(state.scores())
        assert state.winners() == [seat for seat in range(players) if state.scores()[seat] == most]


def test_ruling_10_the_highest_number_wins() -> None:
    state = played(full(), "extend 0,0:0,-1", "build 5,-1:5,0", "build 5,1:5,3")
    assert state.scores() == [21, 16, 13]
    assert state.winners() == [0]
    assert state.returns() == [1.0, -0.5, -0.5]
    assert state.describe_end().endswith("Red 21, Blue 16, Green 13")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_10_players_who_are_level_share_the_win(players: int) -> None:
    for seed in range(500):
        dice, state = random.Random(seed), GAME.start(players, {"size": 4})
        while not state.is_over:
            state.apply(dice.choice(state.legal_actions()))
        winners = state.winners()
        if 1 < len(winners) < max(players, 3):
            break
    assert len({state.scores()[seat] for seat in winners}) == 1
    shares = {state.returns()[seat] for seat in winners}
    assert len(shares) == 1
    assert sum(state.returns()) == pytest.approx(0)
    assert len(winners) == 2
    if players == 2:
        assert state.returns() == [0, 0]


# -- 11: smaller boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "longest"), [(6, 12), (5, 10), (4, 8)])
def test_ruling_11_a_row_of_the_board_is_the_longest_barricade(size: int, longest: int) -> None:
    row = "rb" * (size - 1) + "br" + " " + "yg" * size
    state = at(row, size=size)
    assert f"build 0,0:{longest - 1},0" in legal(state)
    assert played(state, f"build 0,0:{longest - 1},0").scores() == [longest, 0]


def test_ruling_11_sizes_are_6_5_and_4() -> None:
    assert GAME.start().to_json()["size"] == 6
    for wrong in (3, 7, 0, "big"):
        with pytest.raises(stockade.BadOption):
            GAME.start(2, {"size": wrong})


@pytest.mark.parametrize("size", [5, 4])
def test_ruling_11_bags_and_stack_stay_as_they_are(size: int) -> None:
    state = GAME.start(4, {"size": size})
    assert [bag(state, seat) for seat in range(4)] == [64, 64, 48, 48]
    assert sum(weight for _, weight in played(state, "draw").chance_weights()) == 36


# -- 12: plazas and sewers -------------------------------------------------------------------------------------


def weights(state: State) -> dict[str, int]:
    return {state.format(action): weight for action, weight in state.chance_weights()}


def test_ruling_12_first_the_variation_then_the_kind_then_the_cell() -> None:
    state = played(GAME.start(2, {"plazas_and_sewers": True}), "draw")
    assert weights(state) == {f"reveal v{number}": 6 for number in range(1, 7)}
    state.apply("reveal v3")
    assert weights(state) == {"reveal plain": 27, "reveal plaza": 5, "reveal sewer": 4}
    for kind in ("plaza", "sewer"):
        special = played(state, f"reveal {kind}")
        assert weights(special) == {f"reveal cell {number}": 1 for number in (1, 2, 3, 4)}
        assert legal(played(special, "reveal cell 2"), "tile")
    assert legal(played(state, "reveal plain"), "tile")  # a plain tile has no cell to reveal


def test_ruling_12_what_was_revealed_is_not_in_the_stack_any_more() -> None:
    state = GAME.start(2, {"plazas_and_sewers": True})
    left = {"plain": 27, "plaza": 5, "sewer": 4}
    for x, kind in enumerate(("sewer", "plaza", "sewer", "plain", "sewer"), 1):
        state = played(drawn(state, x, kind, 1), f"tile {x},0 r0")
        left[kind] -= 1
        assert weights(played(state, "draw", "reveal v6")) == {f"reveal {name}": n for name, n in left.items()}
    state = played(drawn(state, 6, "sewer", 1), "tile 0,1 r0", "draw", "reveal v6")
    assert set(weights(state)) == {"reveal plain", "reveal plaza"}
    assert refused(state, "reveal sewer") == "12"


def test_ruling_12_nine_of_the_36_tiles_are_special() -> None:
    """Over whole games the surplus is all that is missing."""
    for seed in range(3):
        dice, state = random.Random(seed), GAME.start(2, {"plazas_and_sewers": True})
        while not state.is_over:
            state.apply(dice.choice(state.legal_actions()))
        tiles = state.to_json()["tiles"]
        kinds = Counter("plaza" if "plaza" in tile else "sewer" if "sewer" in tile else "plain" for tile in tiles)
        kinds["plain"] -= 1  # the start tile
        assert sum(kinds.values()) == 35
        assert (27 - kinds["plain"], 5 - kinds["plaza"], 4 - kinds["sewer"]) in ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def test_ruling_12_without_the_variant_a_tile_is_plain() -> None:
    state = played(GAME.start(), "draw", "reveal v3")
    assert legal(state) == legal(state, "tile")


def test_ruling_12_the_start_tile_is_never_special() -> None:
    for kind in ("plaza", "sewer"):
        tile = {"at": [0, 0], "variation": 1, "turn": 0, kind: 2}
        with pytest.raises(stockade.BadPosition, match="start tile"):
            GAME.from_json({"plazas_and_sewers": True, "tiles": [tile]})


@pytest.mark.parametrize(("kind", "sign"), [("plaza", "*"), ("sewer", "#")])
def test_ruling_12_the_special_cell_turns_with_its_tile(kind: str, sign: str) -> None:
    """Cells are numbered clockwise from the north-west of the tile as printed."""
    corners = [(2, 0), (3, 0), (3, 1), (2, 1)]
    for cell in (1, 2, 3, 4):
        state = drawn(GAME.start(3, {"plazas_and_sewers": True, "revolution": True}), 2, kind, cell)
        for quarters in range(4):
            lying = played(state, f"tile 1,0 r{quarters}")
            assert faces(lying)[corners[(cell - 1 + quarters) % 4]] == sign
            for more in (1, 2, 3):
                turned = faces(played(lying, f"rotate 1,0 r{more}"))
                assert turned[corners[(cell - 1 + quarters + more) % 4]] == sign
                assert list(turned.values()).count(sign) == 1


WHITE = {"plazas_and_sewers": True}


@pytest.mark.parametrize(
    ("mover", "drawing", "run"),
    [
        ("red", "rb*r ygby", "build 0,0:2,0"),
        ("blue", "rb*r ygby", "build 1,0:2,0"),
        ("green", "rbgr yg*y", "build 1,1:2,1"),
        ("yellow", "rbgr yg*y", "build 0,1:2,1"),
    ],
)
def test_ruling_12_a_plaza_is_an_end_for_every_colour(mover: str, drawing: str, run: str) -> None:
    """Whatever X was there before the paint."""
    state = at(drawing, players=4, turn=mover, **WHITE)
    assert run in legal(state)
    assert played(state, run).scores()[COLOURS.index(mover)] == len(run_cells(run))
    plain = at(drawing.replace("*", "g" if "*r" in drawing else "b"), players=4, turn=mover)
    assert run not in legal(plain)


def test_ruling_12_a_plaza_at_one_end_or_at_both() -> None:
    drawing = "rb*r*rrb ygbybggy"
    for mover, own in (("red", {0, 3, 5, 6}), ("blue", {1, 7})):
        state = at(drawing, turn=mover, **WHITE)
        on_line = own | {2, 4}
        runs = {text for text in legal(state, "build") if text.split(":")[0].endswith(",0") and text.endswith(",0")}
        assert runs == {f"build {a},0:{b},0" for a in on_line for b in on_line if a < b}
        assert "build 2,0:4,0" in runs  # white at both ends
        assert played(state, "build 2,0:4,0").scores()[COLOURS.index(mover)] == 3


def test_ruling_12_an_extension_may_end_on_a_plaza_and_start_from_one() -> None:
    state = at("rbrb*bbr ygygygyg", built={"red": "0,0:2,0"}, **WHITE)
    assert legal(state, "extend") == {"extend 2,0:4,0", "extend 2,0:7,0"}
    on_white = at("rbrb*bbr ygygygyg", built={"red": "0,0:4,0"}, **WHITE)
    assert legal(on_white, "extend") == {"extend 4,0:7,0"}
    assert legal(at("rbrb*bbr ygygygyg", built={"red": "0,0:4,0"}, turn="blue", **WHITE), "extend") == set()


def test_ruling_12_whoever_ends_on_a_plaza_owns_it() -> None:
    drawing = "rb*r ygby rb.. yg.."
    state = played(at(drawing, **WHITE), "build 0,0:2,0")
    assert faces(state)[2, 0] == "-R-"
    assert refused(state, "build 1,0:2,0") == "5"
    before = at(drawing, turn="blue", **WHITE)
    assert "build 1,0:2,0" in legal(before)


def test_ruling_12_a_plaza_passed_over_is_a_plain_cell() -> None:
    state = at("rb*rbr ygbygy", **WHITE)
    after = played(state, "build 0,0:5,0")
    assert after.scores() == [6, 0]
    assert faces(after)[2, 0] == "-R-"
    assert refused(after, "build 1,0:2,0") == "5"  # covered: no end for anybody now


SEWER = "rb#b ygyg rbrb ygyg"


def test_ruling_12_a_sewer_is_never_covered_and_blocks_every_run() -> None:
    state = at("rb#brb ygygyg rbrbrb ygygyg", **WHITE)
    assert refused(state, "build 0,0:4,0") == "12"  # across it
    assert refused(state, "build 0,0:2,0") == "12"  # onto it
    assert refused(state, "build 2,0:2,2") == "12"  # from it: its red X is nobody's
    blue = at("rb#brb ygygyg rbrbrb ygygyg", turn="blue", **WHITE)
    assert refused(blue, "build 1,0:3,0") == "12"
    assert "build 3,0:5,0" in legal(blue)
    grown = at("rbrb#brb ygygygyg", built={"red": "0,0:2,0"}, **WHITE)
    assert refused(grown, "extend 2,0:4,0") == "12"
    assert refused(grown, "extend 2,0:6,0") == "8"  # no free way back to the barricade
    assert legal(grown, "extend") == set()


def test_ruling_12_a_sewer_blocks_both_directions() -> None:
    for drawing, run in (("rbb#rb ygygyg", "build 0,0:4,0"), ("rb yg gy #b rb yg", "build 0,0:0,4")):
        assert refused(at(drawing, **WHITE), run) == "12"
        assert run in legal(at(drawing.replace("#", "r"), **WHITE))


def test_ruling_12_a_tile_with_a_sewer_may_be_rotated() -> None:
    state = at("rb#brb ygygyg", players=3, revolution=True, **WHITE)
    assert "rotate 1,0 r1" in legal(state)
    assert refused(state, "build 0,0:4,0") == "12"
    after = played(state, "rotate 1,0 r3")  # the sewer goes to the south-west, and the line is free
    assert faces(after)[2, 1] == "#"
    assert "build 0,0:4,0" in legal(played(after, "rotate 1,0 r2", "rotate 1,0 r2"))
    built = at("rb#brb ygygyg", players=3, revolution=True, built={"blue": "3,0:5,0"}, **WHITE)
    assert refused(built, "rotate 1,0 r1") == "9"


def test_ruling_12_plazas_and_sewers_need_their_variant() -> None:
    for drawing in ("rb*r ygby", SEWER):
        with pytest.raises(stockade.BadPosition, match="variant") as wrong:
            at(drawing)
        assert wrong.value.ruling == "12"
