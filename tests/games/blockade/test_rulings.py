"""Every ruling of Blockade, and every sentence of its rulebook that can be played, on drawn positions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.blockade.positions import BLACK_HOME, FAR, GAME, WHITE_HOME, at, legal, pieces, turned
from tests.games.positions import played, refused

import stockade

# -- the rulebook: setup and movement --------------------------------------------------------------------------


def test_setup_is_bridge_in_the_moat_then_castle_then_bridge() -> None:
    start = GAME.start()
    assert pieces(start, "black") == BLACK_HOME
    assert pieces(start, "white") == "C9 B8 B10"


def test_black_goes_first_and_players_take_turns() -> None:
    start = GAME.start()
    assert start.to_json()["to_move"] == "black"
    assert [played(start, *moves).to_json()["to_move"] for moves in (("D2-3",), ("D2-3", "D9-8"))] == [
        "white",
        "black",
    ]
    assert pieces(played(start, "D2-3"), "white") == WHITE_HOME  # only the mover's pieces have moved


def test_the_first_moves_are_these() -> None:
    assert legal(GAME.start()) == {"B1-3", "B3-1", "B3-5", "C2-3", "D2-3"}
    assert legal(played(GAME.start(), "D2-3")) == {"B10-8", "B8-10", "B8-6", "C9-8", "D9-8"}


def test_a_player_must_move_there_is_no_passing() -> None:
    assert all(text[0] in "BHCDKT" for text in map(GAME.start().format, GAME.start().legal_actions()))
    with pytest.raises(stockade.ParseError):
        GAME.start().apply("pass")


@pytest.mark.parametrize(
    ("black", "moves"),
    [
        ("C2 B5 B7", {"B5-3", "B5-7", "B7-5"}),
        ("C2 B5 B5", {"B5-3", "B5-7", "H5-3", "H5-7"}),
        ("C5 B1 B3", {"C5-4", "C5-6"}),
        ("C5 B1 B5", {"C5-4", "C5-6", "K5-3", "K5-7"}),
        ("C5 B5 B5", {"C5-4", "C5-6", "K5-3", "K5-7", "T5-2", "T5-8"}),
    ],
)
def test_all_pieces_move_forward_and_backward(black: str, moves: set[str]) -> None:
    assert moves <= legal(at(black, FAR))


@pytest.mark.parametrize(
    ("black", "move", "after"),
    [
        ("C2 B1 B3", "B3-5", "C2 B1 B5"),
        ("C2 B1 B3", "B3-1", "C2 B1 B1"),  # onto the other bridge: a high bridge
        ("C2 B3 B3", "B3-5", "C2 B3 B5"),  # taken apart: only the top bridge moves
        ("C2 B3 B3", "H3-5", "C2 B5 B5"),
        ("C2 B1 B3", "C2-3", "C3 B1 B3"),  # onto the player's own bridge: a high castle
        ("C4 B3 B3", "C4-3", "C3 B3 B3"),  # onto the player's own high bridge: a tower
        ("C2 B1 B3", "D2-3", "C3 B1 B4"),
        ("C4 B1 B4", "K4-6", "C6 B1 B6"),
        ("C4 B1 B4", "C4-5", "C5 B1 B4"),
        ("C4 B4 B5", "C4-5", "C5 B4 B5"),  # off one bridge onto the other: a new high castle
        ("C4 B4 B6", "K4-6", "C6 B6 B6"),  # a high castle onto the other bridge: a tower
        ("C4 B4 B4", "T4-7", "C7 B7 B7"),
        ("C4 B4 B4", "C4-5", "C5 B4 B4"),
        ("C4 B4 B4", "K4-6", "C6 B4 B6"),  # castle and top bridge leave the lower bridge behind
    ],
)
def test_a_move_does_what_the_rulebook_says(black: str, move: str, after: str) -> None:
    state = at(black, FAR)
    assert pieces(played(state, move), "black") == after
    # White does the same on the mirrored board.
    start, end = (11 - int(square) for square in move[1:].split("-"))
    mirrored = at(turned(FAR), turned(black), to_move="white")
    result = pieces(played(mirrored, f"{move[0]}{start}-{end}"), "white").split()
    assert sorted(result) == sorted(turned(after).split())


# -- 1: the push -----------------------------------------------------------------------------------------------


def test_ruling_1_a_push_moves_castle_and_bridge_one_square_both_ways() -> None:
    state = at("C5 B4 B6", FAR)
    assert legal(state, "D") == {"D5-6", "D5-4"}
    assert pieces(played(state, "D5-6"), "black") == "C6 B4 B7"
    assert pieces(played(state, "D5-4"), "black") == "C4 B3 B6"


def test_ruling_1_a_push_never_pulls() -> None:
    state = at("C5 B1 B6", FAR)
    assert refused(state, "D5-4") == "1"  # away from the bridge on 6
    assert pieces(played(state, "C5-4"), "black") == "C4 B1 B6"  # the castle moves alone


@pytest.mark.parametrize(
    ("black", "white"),
    [
        ("C5 B6 B7", FAR),  # the player's own bridge behind
        ("C5 B1 B6", "C9 B7 B10"),  # an opposing bridge behind
        ("C5 B1 B6", "C7 B10 B10"),  # the opposing castle behind
    ],
)
def test_ruling_1_the_square_behind_the_bridge_must_be_empty(black: str, white: str) -> None:
    assert refused(at(black, white), "D5-6") == "1"


def test_ruling_1_a_bridge_is_not_pushed_off_the_board() -> None:
    assert refused(at("C9 B10 B5", "C7 B8 B8"), "D9-10") == "1"
    assert refused(at("C3 B8 B8", "C2 B1 B5", to_move="white"), "D2-1") == "1"


def test_ruling_1_a_castle_on_a_stack_cannot_push() -> None:
    assert refused(at("C5 B5 B6", FAR), "D5-6") == "1"  # high castle
    assert not legal(at("C5 B5 B5", FAR), "D")  # tower: both bridges are below it


def test_ruling_1_a_high_bridge_cannot_be_pushed() -> None:
    assert refused(at("C5 B6 B6", FAR), "D5-6") == "1"


def test_ruling_1_only_an_own_bridge_is_pushed() -> None:
    state = at("C5 B1 B3", "C9 B6 B10")
    assert refused(state, "D5-6") == "6"
    assert refused(state, "D5-4") == "1"  # nothing there to push


def test_ruling_1_a_bridge_may_be_pushed_into_either_moat() -> None:
    assert pieces(played(at("C3 B2 B6", FAR), "D3-2"), "black") == "C2 B1 B6"
    after = played(at("C8 B5 B9", "C6 B7 B7"), "D8-9")
    assert pieces(after, "black") == "C9 B5 B10"
    assert not after.is_over  # a bridge in the far moat wins nothing


# -- 2: the retreat --------------------------------------------------------------------------------------------


def test_ruling_2_the_rulebook_example() -> None:
    """A high bridge that advanced may not move back next turn, whatever the opponent plays; its top bridge may."""
    start = at("C2 B3 B3")
    for reply in legal(played(start, "H3-5")):
        state = played(start, "H3-5", reply)
        assert refused(state, "H5-3") == "2"
        assert "B5-3" in legal(state)


@pytest.mark.parametrize(
    ("black", "move"),
    [
        ("C2 B1 B3", "B3-5"),
        ("C2 B1 B5", "B5-3"),
        ("C2 B3 B3", "B3-5"),
        ("C2 B3 B3", "H3-5"),
        ("C4 B1 B7", "C4-5"),
        ("C4 B1 B5", "C4-5"),
        ("C4 B4 B4", "C4-5"),
        ("C4 B1 B4", "K4-6"),
        ("C4 B4 B4", "K4-6"),
        ("C4 B4 B6", "K4-6"),
        ("C4 B4 B4", "T4-7"),
    ],
)
def test_ruling_2_the_exact_reverse_is_barred_for_every_unit(black: str, move: str) -> None:
    start, end = move[1:].split("-")
    back = f"{move[0]}{end}-{start}"
    fresh = at(pieces(played(at(black, FAR), move), "black"), FAR)
    assert back in legal(fresh)  # without the ban it could be played
    state = played(at(black, FAR), move, "C9-8")
    assert refused(state, back) == "2"
    assert legal(state) == legal(at(pieces(state, "black"), pieces(state, "white"))) - {back}


@pytest.mark.parametrize(
    ("black", "move", "allowed"),
    [
        ("C2 B3 B3", "H3-5", {"B5-3", "B5-7", "H5-7"}),
        ("C4 B1 B4", "K4-6", {"C6-5", "C6-7"}),
        ("C4 B4 B4", "T4-7", {"C7-6", "K7-5"}),  # of a tower the topmost piece, or the top two
        ("C2 B3 B5", "B3-5", {"H5-3", "H5-7"}),  # the bridge that joined moves back with the other
        ("C3 B4 B1", "C3-4", {"K4-2", "K4-6"}),
    ],
)
def test_ruling_2_another_unit_may_go_back(black: str, move: str, allowed: set[str]) -> None:
    assert allowed <= legal(played(at(black, FAR), move, "C9-8"))


def test_ruling_2_a_push_has_no_reverse() -> None:
    state = played(at(), "D2-3", "D9-8")
    assert state.to_json()["black"]["retreat"] is None
    assert legal(state) == legal(at("C3 B1 B4", "C8 B7 B10"))
    assert "C3-2" in legal(state)


def test_ruling_2_the_same_text_twice_is_no_retreat() -> None:
    state = played(at("C2 B3 B3"), "B3-5", "B8-6")
    assert "B3-5" in legal(state)
    assert pieces(played(state, "B3-5"), "black") == "C2 B5 B5"
    assert refused(state, "B5-3") == "2"


def test_ruling_2_the_ban_lasts_one_turn() -> None:
    state = played(at(), "B3-5", "B8-6", "B1-3", "B10-8")
    assert "B5-3" in legal(state)
    assert refused(state, "B3-1") == "2"


def test_ruling_2_each_player_has_their_own_ban() -> None:
    state = played(at(), "B3-5", "B8-6")
    position = state.to_json()
    assert (position["black"]["retreat"], position["white"]["retreat"]) == ("B5-3", "B6-8")
    assert refused(played(state, "B1-3"), "B6-8") == "2"


def test_ruling_2_the_ban_ends_with_the_round() -> None:
    state = played(at("C9 B7 B3", "C6 B8 B8", match={"target": 11}), "C9-10")
    position = state.to_json()
    assert position["match"]["rounds"] == 1
    assert [position[colour]["retreat"] for colour in ("black", "white")] == [None, None]


# -- 3: winning ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("black", "move"),
    [("C9 B1 B3", "C9-10"), ("C8 B1 B8", "K8-10"), ("C7 B7 B7", "T7-10"), ("C9 B10 B3", "C9-10")],
)
def test_ruling_3_a_castle_in_the_far_moat_wins_alone_or_in_a_stack(black: str, move: str) -> None:
    out_of_the_way = "C6 B4 B5"
    won = played(at(black, out_of_the_way), move)
    assert won.is_over
    assert (won.winners(), won.returns()) == ([0], [1.0, -1.0])
    assert won.to_json()["last_round"] == {"ending": "moat", "winner": 0}
    start, end = (11 - int(square) for square in move[1:].split("-"))
    lost = played(at(turned(out_of_the_way), turned(black), to_move="white"), f"{move[0]}{start}-{end}")
    assert lost.winners() == [1]


def test_ruling_3_a_bridge_in_the_far_moat_wins_nothing() -> None:
    state = played(at("C2 B8 B3", "C9 B6 B7"), "B8-10")
    assert not state.is_over
    assert state.scores() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("black", "white", "move"),
    [
        ("C3 B1 B6", "C9 B10 B10", "B6-8"),  # castle and high bridge all come down on 8
        ("C6 B6 B6", "C7 B10 B10", "K6-8"),  # the high castle and the bridge it left behind block the castle
        ("C7 B1 B7", "C9 B9 B10", "C7-8"),
        ("C6 B1 B7", "C9 B10 B10", "D6-7"),
    ],
)
def test_ruling_3_a_player_without_a_move_has_lost(black: str, white: str, move: str) -> None:
    before = at(black, white)
    assert not before.is_over
    state = played(before, move)
    assert state.is_over
    assert state.winners() == [0]
    assert state.to_json()["last_round"] == {"ending": "blocked", "winner": 0}
    assert state.describe_end() == "White has no valid move"


def test_ruling_3_a_barred_retreat_saves_nobody() -> None:
    """White has just moved from 9 to 8. Once Black blocks 7, the only other move would be the retreat."""
    black, white = "C2 B3 B5", "C8 B10 B10"
    barred = at(black, white, retreats={"white": "C8-9"})
    assert legal(played(at(black, white), "B5-7")) == {"C8-9"}
    assert played(barred, "B5-7").winners() == [0]
    assert legal(played(barred, "B3-1")) == {"C8-7"}  # with any other move, the game goes on


def test_ruling_3_white_wins_by_blocking_too() -> None:
    """Black has just moved from 2 to 3; White's bridge blocks the way."""
    state = at("C3 B1 B1", "C9 B6 B10", to_move="white", retreats={"black": "C3-2"})
    assert played(state, "B6-4").winners() == [1]


# -- 4: the move limit -----------------------------------------------------------------------------------------


def test_ruling_4_a_game_is_drawn_at_the_limit() -> None:
    state = GAME.start(options={"limit": 4})
    for move in ("B3-5", "B8-6", "B1-3"):
        state.apply(move)
        assert not state.is_over
    state.apply("B10-8")
    assert state.is_over
    assert state.winners() == [0, 1]
    assert state.returns() == [0.0, 0.0]
    assert state.to_json()["last_round"] == {"ending": "limit", "winner": None}


def test_ruling_4_the_limit_is_400_unless_said_otherwise() -> None:
    assert GAME.start().to_json()["limit"] == 400
    state = at("C5 B3 B3", "C8 B10 B10", moves=399)
    assert played(state, "C5-6").to_json()["last_round"]["ending"] == "limit"
    assert not played(at("C5 B3 B3", "C8 B10 B10", moves=398), "C5-6").is_over


def test_ruling_4_a_move_that_wins_on_the_last_count_wins() -> None:
    moat = played(at("C9 B1 B3", "C6 B5 B7", moves=399), "C9-10")
    blocked = played(at("C3 B1 B6", "C9 B10 B10", moves=399), "B6-8")
    assert [state.to_json()["last_round"]["ending"] for state in (moat, blocked)] == ["moat", "blocked"]
    assert moat.winners() == blocked.winners() == [0]


def test_ruling_4_every_round_of_a_match_has_its_own_count() -> None:
    state = GAME.start(options={"limit": 2, "match": 11})
    for move in ("B3-5", "B8-6"):
        state.apply(move)
    position = state.to_json()
    assert (position["moves"], position["match"]["rounds"], position["ply"]) == (0, 1, 2)
    assert pieces(state, "black") == BLACK_HOME


# -- 5: match play ---------------------------------------------------------------------------------------------


def scored(black: str, white: str, move: str, **match: Any) -> list[int]:
    """Return the points of seat 0, who plays Black, and seat 1 after Black's move has ended a round."""
    state = at(black, white, match={"target": 11, **match})
    after = played(state, move)
    assert after.to_json()["last_round"]["winner"] == 0
    return after.to_json()["match"]["points"]


@pytest.mark.parametrize(
    ("black", "white", "move", "points"),
    [
        ("C9 B1 B3", "C6 B7 B8", "C9-10", 4),  # castle 2, in the moat 2 more
        ("C9 B1 B6", "C7 B8 B8", "C9-10", 5),  # and a bridge 1
        ("C9 B6 B6", "C7 B8 B8", "C9-10", 6),  # a high bridge 2
        ("C8 B1 B8", "C6 B7 B9", "K8-10", 5),  # a high castle 3, in the moat 2 more
        ("C7 B7 B7", "C6 B8 B9", "T7-10", 6),  # a tower 4, in the moat 2 more
        ("C9 B1 B10", "C6 B7 B8", "C9-10", 5),  # castle on a bridge that was already there
    ],
)
def test_ruling_5_points_of_pieces_in_the_opponents_territory(black: str, white: str, move: str, points: int) -> None:
    assert scored(black, white, move) == [points, 0]


@pytest.mark.parametrize(
    ("black", "white", "move", "points"),
    [
        ("C6 B6 B6", "C7 B10 B10", "K6-8", 4),  # blocked, no moat: a high castle 3, a bridge 1
        ("C3 B1 B6", "C9 B10 B10", "B6-8", 1),  # a bridge
        ("C7 B1 B7", "C9 B9 B10", "C7-8", 3),  # castle 2 and bridge 1 apart
    ],
)
def test_ruling_5_points_when_blocked(black: str, white: str, move: str, points: int) -> None:
    assert scored(black, white, move) == [points, 0]


@pytest.mark.parametrize(
    ("white", "theirs"),
    [
        ("C6 B7 B8", 0),
        ("C6 B5 B8", 1),  # a bridge on 5 is in Black's territory, on 6 it is at home
        ("C6 B4 B5", 2),
        ("C6 B2 B2", 2),
        ("C5 B7 B8", 2),
        ("C5 B5 B8", 3),
        ("C2 B2 B8", 3),
    ],
)
def test_ruling_5_the_winner_scores_the_difference(white: str, theirs: int) -> None:
    assert scored("C9 B3 B3", white, "C9-10") == [4 - theirs, 0]


@pytest.mark.parametrize(("white", "theirs"), [("C4 B2 B4", 4), ("C5 B3 B3", 4), ("C3 B3 B3", 4)])
def test_ruling_5_equal_points_are_a_champions_victory_worth_one(white: str, theirs: int) -> None:
    assert theirs == 2 + 2
    assert scored("C9 B1 B1", white, "C9-10") == [1, 0]


def test_ruling_5_fewer_points_than_the_loser_still_win_one() -> None:
    """White's tower, worth 4 in Black's territory, is blocked by pieces that have not left home."""
    state = at("C3 B1 B3", "C2 B2 B2", retreats={"white": "T2-5"}, match={"target": 11})
    after = played(state, "C3-4")
    assert after.to_json()["last_round"] == {"ending": "blocked", "winner": 0}
    assert after.to_json()["match"]["points"] == [1, 0]


LAST = {"ending": "limit", "winner": None}


def test_ruling_5_colours_swap_after_every_round() -> None:
    state = GAME.start(options={"limit": 2, "match": 11})
    for round_no in range(6):
        position = state.to_json()
        assert position["match"]["rounds"] == round_no
        assert position["match"]["black"] == state.current_player == round_no % 2
        assert state.seat_name(round_no % 2) == "Black"
        state.apply("B3-5")
        state.apply("B8-6")


def test_ruling_5_colours_swap_after_a_won_round_too() -> None:
    after = played(at("C9 B1 B3", "C6 B7 B8", match={"target": 11}), "C9-10")
    assert not after.is_over
    assert after.to_json()["match"] == {"target": 11, "points": [4, 0], "rounds": 1, "black": 1}
    assert after.current_player == 1
    assert (pieces(after, "black"), pieces(after, "white")) == (BLACK_HOME, WHITE_HOME)


def test_ruling_5_points_belong_to_the_seat_not_the_colour() -> None:
    match = {"target": 11, "points": [4, 0], "rounds": 1, "black": 1}
    state = at("C9 B1 B3", "C6 B7 B8", match=match, last_round={"ending": "moat", "winner": 0})
    assert played(state, "C9-10").to_json()["match"]["points"] == [4, 4]


def test_ruling_5_a_drawn_round_scores_nothing() -> None:
    state = played(GAME.start(options={"limit": 2, "match": 11}), "B3-5", "B8-6")
    assert state.scores() == [0.0, 0.0]
    assert not state.is_over


@pytest.mark.parametrize(("before", "over"), [(6, False), (7, True), (10, True)])
def test_ruling_5_at_least_eleven_points_win_the_match(before: int, over: bool) -> None:
    match = {"target": 11, "points": [before, 9], "rounds": 4, "black": 0}
    state = played(at("C9 B1 B3", "C6 B7 B8", match=match, last_round=LAST), "C9-10")
    assert state.is_over == over
    assert state.scores() == [before + 4, 9]
    assert state.winners() == ([0] if over else [])


@pytest.mark.parametrize(("points", "winners"), [([5, 3], [0]), ([3, 5], [1]), ([5, 5], [0, 1]), ([0, 0], [0, 1])])
def test_ruling_5_a_match_ends_after_forty_rounds(points: list[int], winners: list[int]) -> None:
    match = {"target": 11, "points": points, "rounds": 39, "black": 1}
    state = played(at(limit=2, moves=1, ply=79, to_move="white", match=match, last_round=LAST), "B8-6")
    assert state.is_over
    assert state.to_json()["match"]["rounds"] == 40
    assert state.winners() == winners
    assert sum(state.returns()) == 0


def test_ruling_5_the_thirty_ninth_round_is_not_the_last() -> None:
    match = {"target": 11, "points": [5, 3], "rounds": 38, "black": 0}
    state = played(at(limit=2, moves=1, ply=77, to_move="white", match=match, last_round=LAST), "B8-6")
    assert not state.is_over
    assert state.to_json()["match"]["rounds"] == 39


def test_ruling_5_a_single_game_is_won_with_one_point_whatever_stands_where() -> None:
    assert GAME.start().to_json()["match"]["target"] == 0
    won = played(at("C7 B7 B7", "C6 B8 B9"), "T7-10")
    assert (won.is_over, won.scores()) == (True, [1.0, 0.0])


# -- 6: opposing pieces ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("white", ["C7 B9 B9", "C9 B7 B10", "C9 B7 B7", "C7 B7 B9", "C7 B7 B7"])
@pytest.mark.parametrize(
    ("black", "move"),
    [
        ("C2 B5 B3", "B5-7"),
        ("C2 B5 B5", "B5-7"),
        ("C2 B5 B5", "H5-7"),
        ("C6 B3 B3", "C6-7"),
        ("C6 B6 B3", "C6-7"),
        ("C5 B5 B3", "K5-7"),
        ("C5 B5 B5", "K5-7"),
        ("C4 B4 B4", "T4-7"),
    ],
)
def test_ruling_6_nothing_lands_on_an_opposing_piece_or_stack(black: str, move: str, white: str) -> None:
    assert refused(at(black, white), move) == "6"


@pytest.mark.parametrize(
    ("black", "white", "move"),
    [
        ("C2 B5 B3", "C9 B6 B10", "B5-7"),
        ("C2 B5 B5", "C6 B9 B10", "H5-7"),
        ("C5 B5 B3", "C6 B6 B9", "K5-7"),
        ("C4 B4 B4", "C6 B5 B9", "T4-7"),
    ],
)
def test_ruling_6_jumping_over_opposing_pieces_is_free(black: str, white: str, move: str) -> None:
    state = at(black, white)
    assert pieces(played(state, move), "white") == white  # nothing is captured or pushed


def test_ruling_6_own_pieces_are_jumped_too() -> None:
    assert "B1-3" in legal(at("C2 B1 B5"))  # over the castle
    assert "K4-6" in legal(at("C4 B4 B5"))  # over a bridge


# -- 7: the own moat -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("black", "move"),
    [("C2 B3 B5", "C2-1"), ("C2 B1 B5", "C2-1"), ("C3 B3 B5", "K3-1"), ("C3 B3 B1", "K3-1"), ("C4 B4 B4", "T4-1")],
)
def test_ruling_7_a_castle_never_enters_its_own_moat(black: str, move: str) -> None:
    assert refused(at(black, FAR), move) == "7"
    start, end = (11 - int(square) for square in move[1:].split("-"))
    white = at(turned(FAR), turned(black), to_move="white")
    assert refused(white, f"{move[0]}{start}-{end}") == "7"


def test_ruling_7_a_push_does_not_take_it_there_either() -> None:
    assert refused(at("C2 B1 B5", FAR), "D2-1") == "7"


def test_ruling_7_bridges_may_enter_it() -> None:
    assert {"B3-1", "H3-1"} <= legal(at("C5 B3 B3", FAR))


# -- 8: distances and landing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("letter", "distance"), [("B", 2), ("H", 2), ("C", 1), ("D", 1), ("K", 2), ("T", 3)])
def test_ruling_8_every_unit_moves_exactly_its_distance(letter: str, distance: int) -> None:
    state = at("C5 B5 B5", FAR)
    for end in range(1, 11):
        text = f"{letter}5-{end}"
        if abs(end - 5) == distance:
            assert state.format(state.parse(text)) == text
        else:
            with pytest.raises(stockade.ParseError) as refusal:
                state.apply(text)
            assert refusal.value.ruling == "8"


@pytest.mark.parametrize(
    ("black", "white", "action"),
    [("C2 B1 B9", "C7 B8 B8", "B9"), ("C9 B9 B2", "C7 B8 B8", "K9"), ("C8 B8 B8", "C6 B7 B7", "T8")],
)
def test_ruling_8_nothing_leaves_the_board(black: str, white: str, action: str) -> None:
    state = at(black, white)
    distance = {"B": 2, "K": 2, "T": 3}[action[0]]
    beyond = int(action[1:]) + distance
    with pytest.raises(stockade.ParseError, match="leaves the board"):
        state.apply(f"{action}-{beyond}")
    back = state.parse(f"{action}-{int(action[1:]) - distance}")
    assert state.why_not(back + 1).ruling == "8"  # forward is the id after backward


@pytest.mark.parametrize(
    ("unit", "black", "move", "lands"),
    [
        ("bridge on the own single bridge", "C2 B3 B5", "B3-5", True),
        ("bridge on the own castle", "C5 B3 B1", "B3-5", False),
        ("bridge on an own high castle", "C5 B3 B5", "B3-5", False),
        ("upper bridge on the own castle", "C5 B3 B3", "B3-5", False),
        ("high bridge on the own castle", "C5 B3 B3", "H3-5", False),
        ("castle on the own bridge", "C4 B5 B1", "C4-5", True),
        ("castle on the own high bridge", "C4 B5 B5", "C4-5", True),
        ("castle from one bridge to the other", "C4 B4 B5", "C4-5", True),
        ("high castle on the own other bridge", "C3 B3 B5", "K3-5", True),
        ("high castle lifted off a tower, into the open", "C3 B3 B3", "K3-5", True),
        ("tower into the open", "C2 B2 B2", "T2-5", True),
    ],
)
def test_ruling_8_what_a_unit_may_land_on(unit: str, black: str, move: str, lands: bool) -> None:
    state = at(black, FAR)
    if lands:
        assert move in legal(state), unit
    else:
        assert refused(state, move) == "8", unit


def test_ruling_8_a_third_bridge_level_does_not_exist() -> None:
    """The bridges of a high bridge can only leave it; of the player's own pieces only the castle may land on it."""
    assert {text[0] for text in legal(at("C4 B5 B5", FAR)) if text.endswith("-5")} == {"C"}


# -- 9: what can set out ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("black", "units"),
    [
        ("C2 B5 B1", "B"),
        ("C2 B5 B5", "BH"),
        ("C5 B6 B1", "CD"),
        ("C5 B5 B1", "CK"),
        ("C5 B5 B5", "CKT"),
    ],
)
def test_ruling_9_what_sets_out_from_a_square(black: str, units: str) -> None:
    state = at(black, FAR)
    assert {text[0] for text in legal(state) if text[1:].startswith("5-")} == set(units)
    for letter in set("BHCDKT") - set(units):
        distance = {"B": 2, "H": 2, "C": 1, "D": 1, "K": 2, "T": 3}[letter]
        assert refused(state, f"{letter}5-{5 + distance}") in ("1", "9")


@pytest.mark.parametrize("black", ["C5 B5 B1", "C5 B5 B5"])
def test_ruling_9_a_bridge_below_a_castle_does_not_move_by_itself(black: str) -> None:
    for move in ("B5-7", "B5-3"):
        assert refused(at(black, FAR), move) == "9"
    assert refused(at("C5 B5 B5", FAR), "H5-7") == "9"


def test_ruling_9_only_own_pieces_move() -> None:
    state = at()
    assert refused(state, "B8-6") == "9"
    assert refused(state, "C9-8") == "9"
    assert refused(state, "B5-7") == "9"  # nothing is there


def test_ruling_9_a_stack_is_bridges_below_and_castle_on_top_however_it_was_built() -> None:
    """Castle onto a bridge, then both onto the other bridge: the castle still leaves first."""
    state = played(at("C3 B4 B6", FAR), "C3-4", "C9-8", "K4-6", "C8-7")
    assert pieces(state, "black") == "C6 B6 B6"
    assert {text[0] for text in legal(state)} <= set("CKT")
    assert "C6-5" in legal(state)
