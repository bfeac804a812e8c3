"""The rulings on the full board, the end of the game and the score, on drawn positions."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.games.barricado.positions import GAME, at, bag, faces, legal, place, revealed, run_cells, turn
from tests.games.positions import played, refused

import stockade
from stockade.core.state import State

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
    """Filling the board does not end the game: the next player who can build continues."""
    rows = FULL.split()
    open_corner = " ".join(rows[:-2] + [row[:-2] + ".." for row in rows[-2:]])  # without the tile on 2,1
    state = at(open_corner, corner=(-1, -2), built=FULL_BUILT, players=3, size=4, turn="blue")
    assert "draw" in legal(state)
    state = revealed(state, 2)
    assert {place(text) for text in legal(state)} == {(2, 1)}
    filled = [played(state, f"tile 2,1 r{quarters}") for quarters in range(4)]
    assert not any(state.is_over for state in filled)
    assert not any(legal(state, "draw") for state in filled)
    assert {turn(state) for state in filled} == {"green"}  # Green can build 5,-1:5,0, whatever the turn of the tile


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


# -- 10: scoring -----------------------------------------------------------------------------------------------


def segments_shown(state: State) -> list[int]:
    """Count segments in the drawing: a segment is a capital letter."""
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
