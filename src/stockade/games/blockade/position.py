"""Positions of Blockade as JSON that a person can read and write, and the check that a position is valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockade.core.checks import field, names_only, one_of, require, whole
from stockade.core.errors import BadPosition, ParseError
from stockade.core.layout import OVER
from stockade.core.positions import lowered
from stockade.games.blockade.layout import ARRANGEMENTS, MAX_ROUNDS, NO_ACTION, SQUARES, Ending, Record
from stockade.games.blockade.rules import valid_moves
from stockade.games.blockade.spec import SPEC
from stockade.games.blockade.tables import CASTLE, FAR_MOAT, MOVE_ACTION, OCCUPIED, REVERSE, arrangement_no
from stockade.games.blockade.text.notation import SIDE_NAMES, format_action, parse_action, pieces_of, seat_of

SIDES = lowered(SIDE_NAMES)
ENDINGS = lowered(Ending)


def to_json(state: Record) -> dict[str, Any]:
    position: dict[str, Any] = {}
    for side, name in enumerate(SIDES):
        seat = seat_of(state, side)
        pieces = pieces_of(state, seat)
        retreat = int(state.retreat[seat])
        position[name] = {
            "castle": pieces.castle,
            "bridges": [pieces.low, pieces.high],
            "retreat": None if retreat == NO_ACTION else format_action(state, retreat),
        }
    over = state.current_player == OVER
    position["to_move"] = None if over else SIDES[state.side[state.current_player]]
    position["moves"] = int(state.moves)
    position["limit"] = int(state.limit)
    position["ply"] = int(state.ply)
    position["match"] = {
        "target": int(state.target),
        "points": [int(points) for points in state.points],
        "rounds": int(state.round_no),
        "black": seat_of(state, 0),
    }
    position["last_round"] = {
        "ending": ENDINGS[state.ending],
        "winner": None if state.winner < 0 else int(state.winner),
    }
    return position


def options(state: Record) -> dict[str, Any]:
    return {"limit": int(state.limit), "match": int(state.target)}


def put(position: Mapping[str, Any], item: str, touches: Sequence[str]) -> dict[str, Any]:
    """Move a piece to a square. A move that was forbidden as a retreat is allowed again."""
    side, _, piece = item.partition("-")
    square = int(touches[-1].removeprefix("square-"))
    changed = _rid_of_the_end(position)
    pieces = {**changed[side], "retreat": None}
    if piece == "castle":
        pieces["castle"] = square
    else:
        other = pieces["bridges"][0 if piece == "bridge-b" else 1]
        pieces["bridges"] = sorted((other, square))
    return {**changed, side: pieces}


def dial(position: Mapping[str, Any], dial: str, value: int | str) -> dict[str, Any]:
    changed = {**_rid_of_the_end(position), dial: value}
    return {**changed, "ply": max(changed["ply"], changed["moves"])}


def _rid_of_the_end(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position that is not over, with the same pieces."""
    if position.get("to_move", SIDES[0]) is not None:
        return dict(position)
    match = {**position.get("match", {}), "points": [0, 0], "rounds": 0}
    last = {"ending": ENDINGS[0], "winner": None}
    return {**position, "to_move": SIDES[0], "moves": 0, "match": match, "last_round": last}


def from_json(position: Mapping[str, Any], state: Record) -> None:
    """Fill an empty record. Only the two sides are required; everything else defaults to a new game."""
    names_only(position, {"game", *SIDES, "to_move", "moves", "limit", "ply", "match", "last_round"}, "a position")
    game = field(position, "match", dict, {})
    names_only(game, {"target", "points", "rounds", "black"}, "match")
    last = field(position, "last_round", dict, {})
    names_only(last, {"ending", "winner"}, "last_round")
    black = whole(game, "black", 0, 1, 0)
    state.players = 2
    state.limit = whole(position, "limit", 2, 10_000, SPEC.options[0].default)
    state.moves = whole(position, "moves", 0, 10_000, 0)
    state.ply = whole(position, "ply", 0, SPEC.ply_limit, int(state.moves))
    state.target = whole(game, "target", 0, 99, 0)
    state.round_no = whole(game, "rounds", 0, MAX_ROUNDS, 0)
    points = field(game, "points", list, [0, 0])
    if len(points) != 2:
        raise BadPosition("points are two numbers, by seat")
    for seat in range(2):
        state.points[seat] = whole({"points": points[seat]}, "points", 0, 1000)
    for side, name in enumerate(SIDES):
        _place_side(field(position, name, dict), side, black if side == 0 else 1 - black, state)
    to_move = one_of(position, "to_move", (*SIDES, None), SIDES[0])
    state.current_player = OVER if to_move is None else seat_of(state, SIDES.index(to_move))
    state.ending = ENDINGS.index(one_of(last, "ending", ENDINGS, ENDINGS[0]))
    state.winner = -1 if last.get("winner") is None else whole(last, "winner", 0, 1)
    state.valid = 0 if to_move is None else valid_moves(state, state.current_player)


def _place_side(given: Mapping[str, Any], side: int, seat: int, state: Record) -> None:
    names_only(given, {"castle", "bridges", "retreat"}, SIDES[side])
    bridges = field(given, "bridges", list)
    if len(bridges) != 2:
        raise BadPosition(f"{SIDES[side]} has two bridges")
    low, high = (whole({"bridges": square}, "bridges", 1, SQUARES) for square in bridges)
    state.side[seat] = side
    state.arrangement[seat] = arrangement_no(low, high, whole(given, "castle", 1, SQUARES))
    retreat = given.get("retreat")
    try:
        state.retreat[seat] = NO_ACTION if retreat is None else parse_action(state, str(retreat))
    except ParseError as error:
        raise BadPosition(f"retreat of {SIDES[side]}: {error.message}") from error


def validate(state: Record) -> None:
    """Raise `BadPosition` if no match could reach a record."""
    require(state.players == 2, "Blockade has two players")
    require(sorted(state.side.tolist()) == [0, 1], "one seat plays Black and the other White")
    require(state.current_player in (0, 1, OVER), "one of the two seats is to move, or the game is over")
    require(2 <= state.limit <= 10_000 and 0 <= state.moves <= state.limit, "more moves than the limit allows")
    require(state.moves <= state.ply <= SPEC.ply_limit, "fewer moves in the match than in this round, or too many")
    require(0 <= state.target <= 99, "a match goes to at most 99 points")
    require(0 <= state.round_no <= MAX_ROUNDS, "a match has at most 40 rounds", "5")
    require(bool((state.points >= 0).all() and (state.points <= 1000).all()), "points out of range")
    require(0 <= state.ending < len(Ending) and -1 <= state.winner <= 1, "no such end of a round")
    for seat in range(2):
        _validate_side(state, seat)
    occupied = [OCCUPIED[number] for number in state.arrangement]
    require(not occupied[0] & occupied[1], "pieces of both players on one square", "6")
    if state.current_player == OVER:
        _validate_end(state)
    else:
        _validate_running(state)


def _validate_side(state: Record, seat: int) -> None:
    side, number, retreat = state.side[seat], state.arrangement[seat], state.retreat[seat]
    require(0 <= number < ARRANGEMENTS, "no such arrangement of pieces")
    require(CASTLE[number] != FAR_MOAT[1 - side], f"{SIDE_NAMES[side]}'s castle stands in its own moat", "7")
    if retreat != NO_ACTION and CASTLE[number] != FAR_MOAT[side]:
        could = retreat >= 0 and retreat in MOVE_ACTION[side, number] and REVERSE[retreat] != NO_ACTION
        require(could, f"{SIDE_NAMES[side]} cannot have just made the move whose retreat is given", "2")
    elif retreat != NO_ACTION:
        require(0 <= retreat < len(REVERSE) and REVERSE[retreat] != NO_ACTION, "no such retreat", "2")


def _validate_running(state: Record) -> None:
    for seat in range(2):
        in_moat = CASTLE[state.arrangement[seat]] == FAR_MOAT[state.side[seat]]
        require(not in_moat, "a castle in the far moat has won already", "3")
    valid = valid_moves(state, state.current_player)
    require(valid != 0, "the player to move has no valid move: the game is over", "3")
    require(valid == state.valid, "the list of valid moves does not fit the pieces")
    require(state.moves < state.limit, "the move limit is reached: the game is over", "4")
    if state.target == 0:
        require(state.round_no == 0 and not state.points.any(), "a single game has no earlier rounds")
    else:
        require(state.round_no < MAX_ROUNDS and max(state.points) < state.target, "the match is over", "5")
    require((state.ending == Ending.NONE) == (state.round_no == 0), "last_round does not fit the rounds played")
    require((state.winner >= 0) == (state.ending in (Ending.MOAT, Ending.BLOCKED)), "winner does not fit the ending")


def _validate_end(state: Record) -> None:
    winner = int(state.winner)
    require(state.valid == 0, "nothing is valid after the end")
    require(state.round_no >= 1, "no round was played")
    match state.ending:
        case Ending.MOAT:
            require(winner >= 0, "someone's castle reached the moat")
            in_moat = CASTLE[state.arrangement[winner]] == FAR_MOAT[state.side[winner]]
            require(bool(in_moat), "the winner's castle is not in the far moat", "3")
        case Ending.BLOCKED:
            require(winner >= 0 and not valid_moves(state, 1 - winner), "the loser can still move", "3")
        case Ending.LIMIT:
            require(winner == -1 and state.moves == state.limit, "the move limit is not reached", "4")
        case _:
            raise BadPosition("the game is over without an ending")
    if state.target == 0:
        expected = [int(seat == winner) for seat in range(2)]
        require(state.points.tolist() == expected and state.round_no == 1, "points do not fit the winner")
    else:
        finished = max(state.points) >= state.target or state.round_no == MAX_ROUNDS
        require(bool(finished), "the match is not over", "5")
