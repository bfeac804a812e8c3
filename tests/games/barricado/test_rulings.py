"""The rulings on tiles, building and extending, and every sentence of the rulebook on them, on drawn positions.

`positions.py` explains the drawings. Coordinates are cells; the north-western cell of the start tile is `0,0`.
"""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from tests.games.barricado.positions import COLOURS, GAME, PRINTED, at, bag, faces, legal, place, revealed, turn
from tests.games.positions import played, refused

import stockade
from stockade.core.state import State

# A row of the widest board: red X at both ends of the northern line, blue ones between them.
ROW = """
rbrbrbrbrbbr
ygygygygygyg
"""


# -- 1: a tile is two by two cells -----------------------------------------------------------------------------


def test_ruling_1_four_colours_on_four_cells_make_six_variations() -> None:
    """Count all orders of four colours from scratch; those that are rotations of each other count as one."""
    kinds = {min(order[k:] + order[:k] for k in range(4)) for order in permutations("rbgy")}
    assert len(kinds) == 6
    assert {min(tuple(name[k:] + name[:k]) for k in range(4)) for name in PRINTED} == kinds


def test_ruling_1_each_cell_of_a_tile_shows_another_colour() -> None:
    state = GAME.start(4)
    assert faces(state) == {(0, 0): "r", (1, 0): "b", (1, 1): "g", (0, 1): "y"}
    for variation, printed in enumerate(PRINTED, 1):
        shown = faces(played(revealed(state, variation), "tile 1,0 r0"))
        assert "".join(shown[cell] for cell in ((2, 0), (3, 0), (3, 1), (2, 1))) == printed


def test_ruling_1_the_shortest_barricade_has_2_segments() -> None:
    """Two X of a colour can be adjacent across the edge of two tiles, never on one tile."""
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
    """A covered X cannot be an end again, not even for the colour that covered it."""
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
        state = played(revealed(state, 3), f"tile {x},0 r0")
    state = played(revealed(state, 3), "tile 0,1 r0", "draw")
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
        state = played(revealed(state, x), f"tile {x},0 r0")
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
    # Red's X are at both ends of a line of green and yellow ones.
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
    """This is the rulebook's picture of valid locations for the first player."""
    state = revealed(GAME.start(), 2)
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
    state = revealed(at("rbbr ygyg"), 2)
    for corner in ("2,1", "2,-1", "-1,1", "-1,-1"):
        assert refused(state, f"tile {corner} r0") == "4"
    assert refused(state, "tile 4,0 r0") == "4"


def test_ruling_4_a_place_holds_one_tile() -> None:
    state = revealed(at("rbbr ygyg"), 2)
    assert refused(state, "tile 0,0 r0") == "4"
    assert refused(state, "tile 1,0 r2") == "4"


@pytest.mark.parametrize("size", [6, 5, 4])
def test_ruling_4_the_tiles_stay_inside_a_square(size: int) -> None:
    row = "rb" * size + " " + "yg" * size
    narrow = revealed(at("rb" * (size - 1) + " " + "yg" * (size - 1), size=size), 2)
    assert {"tile -1,0 r0", f"tile {size - 1},0 r0"} <= legal(narrow)  # the square may still be on either side
    wide = revealed(at(row, size=size), 2)
    assert refused(wide, "tile -1,0 r0") == "4"
    # The row could be the northern or the southern edge of the square, or anything in between.
    assert legal(wide) == {f"tile {x},{y} r{n}" for x in range(size) for y in (-1, 1) for n in range(4)}
    if size < 6:
        assert refused(wide, f"tile {size},0 r0") == "4"
    else:
        with pytest.raises(stockade.ParseError):
            wide.parse("tile 6,0 r0")  # farther than any square around the start tile can reach


def test_ruling_4_the_square_is_found_by_the_tiles() -> None:
    """Two tiles to the west and one to the east leave a 4 x 4 board no room further east."""
    state = revealed(at("rbrbrbrb ygygygyg", corner=(-2, 0), size=4), 3)
    assert refused(state, "tile 2,0 r0") == "4"
    assert refused(state, "tile -3,0 r0") == "4"
    down = state
    for y in (1, 2, 3):
        down = revealed(played(down, f"tile -1,{y} r0"), 2 if y < 3 else 4)
    assert refused(down, "tile 0,-1 r0") == "4"
    assert {(-2, y) for y in (1, 2, 3)} <= {place(text) for text in legal(down)}
    assert all(-2 <= x <= 1 and 0 <= y <= 3 for x, y in map(place, legal(down)))


@pytest.mark.parametrize(
    ("quarters", "shown"), [(0, "rb yg"), (1, "yr gb"), (2, "gy br"), (3, "bg ry")], ids=["r0", "r1", "r2", "r3"]
)
def test_ruling_4_turns_are_quarters_clockwise(quarters: int, shown: str) -> None:
    start = GAME.start(4)
    seen = faces(played(revealed(start, 1), f"tile -1,0 r{quarters}"))
    assert seen[-2, 0] + seen[-1, 0] + " " + seen[-2, 1] + seen[-1, 1] == shown


def test_ruling_4_coordinates_grow_to_the_east_and_south() -> None:
    state = GAME.start(4)
    for variation, where in ((1, "1,0"), (2, "0,1"), (3, "-1,0"), (4, "0,-1")):
        state = played(revealed(state, variation), f"tile {where} r0")
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
    """The player's own X are passed over like others; every pair of them on a free line is a run."""
    state = at("rbrbbrrb ygygygyg")
    xs = (0, 2, 5, 6)
    assert legal(state, "build") == {f"build {a},0:{b},0" for a in xs for b in xs if a < b}
    assert played(state, "build 0,0:6,0").scores() == [7, 0]


def test_ruling_5_the_run_lies_on_tiles() -> None:
    """A barricade cannot cross an empty place."""
    state = at("rb..rb yg..yg rbrbrb ygygyg")
    assert refused(state, "build 0,0:4,0") == "5"
    assert refused(state, "build 0,0:-2,0") == "5"
    assert "build 0,2:4,2" in legal(state)


@pytest.mark.parametrize("builder", ["red", "blue"])
def test_ruling_5_no_crossing_of_any_colour(builder: str) -> None:
    """A run cannot cross another player's barricade, nor the player's own."""
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
    state = played(revealed(GAME.start(), 2), "tile 1,0 r3")  # blue above red: b 1,0 and b 2,0
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
    # It grows from its new end; the old one is inside now.
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
