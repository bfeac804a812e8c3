"""Blockade's scene: a causeway over water, with stacks seen from the side.

Lifting a piece lifts everything on top of it: a touch on the lower bridge of a tower moves the tower, on the upper
bridge the high castle, on the castle the castle alone. The second touch is the square where the unit lands. For a
push it is the square where the pushed bridge lands, so that no two moves have the same touches.

A state does not tell which bridge is which. Of a side's two bridges, `a` is on the lower square and `b` on the higher
one. In a stack the upper one is `b` for Black and `a` for White, so that it keeps its name when it advances. Names
are swapped only if a bridge jumps over the other, joins it from behind or leaves it backward. The picture is still
right: both bridges slide instead of one jumping.
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from stockade.core.language import cache_by_language, capital, mark
from stockade.core.layout import OVER
from stockade.core.scene import Area, Box, Choice, Fact, Panel, Piece, Point, Scene, Shape, choosable, moved
from stockade.core.state import State
from stockade.games.blockade import tables
from stockade.games.blockade.language import say
from stockade.games.blockade.layout import NO_ACTION, SIDES, SQUARES, Record, Unit
from stockade.games.blockade.tables import BOARD, Arrangement, action_parts
from stockade.games.blockade.text.notation import (
    SIDE_NAMES,
    UNIT_MOVES,
    UNIT_NAMES,
    move_words,
    pieces_of,
    seat_name,
    seat_of,
)

COLOURS = ("#6b4a31", "#e2bb80")  # the colours of their oak
SIDE_ART = tuple(name.lower() for name in SIDE_NAMES)
PIECE_LABELS = {
    "bridge": mark("{side} bridge on {square}"),
    "upper bridge": mark("{side} upper bridge on {square}"),
    "castle": mark("{side} castle on {square}"),
}


class Frame(NamedTuple):
    """Where things are in one shape. Place 0 is the viewer's own moat, place 9 the far one."""

    shape: Shape
    size: Point
    first: Point  # left and top edge of place 0
    step: Point  # from one place to the next
    square: Point  # width and height
    foot: Point  # where a stack stands, relative to the square's top left corner
    bridge: Point
    castle: Point
    bridge_art: str
    number: Box  # box of the number plate, relative to the square's top left corner
    frontier: Box  # box of the line between the two territories

    def corner(self, place: int) -> Point:
        return self.first[0] + place * self.step[0], self.first[1] + place * self.step[1]


FRAMES: dict[Shape, Frame] = {
    "wide": Frame(
        "wide", (1060, 278), first=(30, 12), step=(100, 0), square=(100, 180), foot=(50, 157),
        bridge=(96, 30), castle=(72, 80), bridge_art="bridge",
        number=(36, 187, 28, 21), frontier=(524, 123, 12, 68),
    ),
    "tall": Frame(
        "tall", (620, 1076), first=(120, 946), step=(0, -100), square=(380, 100), foot=(190, 94),
        bridge=(162, 27), castle=(54, 60), bridge_art="bridge-long",
        number=(-64, 35, 40, 30), frontier=(110, 540, 400, 12),
    ),
}  # fmt: skip


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    """Return what a client draws. The viewer's own moat is nearest; without a viewer, Black's."""
    record = state.record
    view = _View(FRAMES[shape], 0 if viewer is None else int(record.side[viewer]))
    return Scene.of(
        state,
        viewer,
        size=view.frame.size,
        areas=_areas(view),
        pieces=view.in_order([piece for side in range(SIDES) for piece in _pieces(record, view, side)]),
        panels=tuple(_panel(record, seat) for seat in range(SIDES)),
        prompt=_prompt(state),
        choices=_choices(state, view, viewer),
        marks=_marks(record),
    )


# -- the board -----------------------------------------------------------------------------------------------


class _View(NamedTuple):
    """A frame, and the side whose moat is nearest."""

    frame: Frame
    near: int

    def corner(self, square: int) -> Point:
        return self.frame.corner(square - 1 if self.near == 0 else SQUARES - square)

    def square(self, square: int) -> Area:
        side = int(square > BOARD["territory"])
        is_moat = square == BOARD["sides"][side]["moat"]
        words = mark("Square {square}, {side}'s moat") if is_moat else mark("Square {square}, {side}'s territory")
        label = say(words, square=square, side=say(SIDE_NAMES[side]))
        art = f"{'moat' if is_moat else 'square'}-{SIDE_ART[side]}-{self.frame.shape}"
        return Area(_square_id(square), *self.corner(square), *self.frame.square, label=label, art=art)

    def number(self, square: int) -> Area:
        (left, top), (x, y, w, h) = self.corner(square), self.frame.number
        return Area(f"number-{square}", left + x, top + y, w, h, label="", art=f"number-{square}")

    def stack(self, seat: int, side: int, square: int, own: Arrangement) -> list[Piece]:
        """Return a side's pieces on one square, from bottom to top."""
        name, (left, top), frame = say(SIDE_NAMES[side]), self.corner(square), self.frame
        prefix = f"{SIDE_ART[side]}-"
        middle, ground = left + frame.foot[0], top + frame.foot[1]
        pieces = []
        for kind, letter, what in _standing(side, square, own):
            (w, h), art = (frame.castle, kind) if kind == "castle" else (frame.bridge, frame.bridge_art)
            box = (middle - w / 2, ground - h, w, h)
            label, place = say(PIECE_LABELS[what], side=name, square=square), _square_id(square)
            pieces.append(Piece(f"{prefix}{kind}{letter}", prefix + art, *box, label, seat, place=place))
            ground -= h
        return pieces

    def in_order(self, pieces: list[Piece]) -> tuple[Piece, ...]:
        """Sort pieces from far to near, and from the bottom of a stack to its top."""
        tops = {_square_id(square): self.corner(square)[1] for square in range(1, SQUARES + 1)}
        return tuple(sorted(pieces, key=lambda piece: tops[piece.place]))


@cache_by_language
def _areas(view: _View) -> tuple[Area, ...]:
    squares, frame = range(1, SQUARES + 1), view.frame
    ground = Area("causeway", 0, 0, *frame.size, label="", art=f"causeway-{frame.shape}")
    frontier = Area("frontier", *frame.frontier, label="", art=f"frontier-{frame.shape}")
    return (ground, *map(view.square, squares), frontier, *map(view.number, squares))


def _square_id(square: int) -> str:
    return f"square-{square}"


def _standing(side: int, square: int, own: Arrangement) -> list[tuple[str, str, str]]:
    """Return the kind, letter and name (as in PIECE_LABELS) of a side's pieces on a square, from bottom to top."""
    letters = [letter for letter, at in (("-a", own.low), ("-b", own.high)) if at == square]
    if side == 1:
        letters.reverse()
    words = ("bridge", "upper bridge")
    stack = [("bridge", letter, name) for letter, name in zip(letters, words, strict=False)]
    if own.castle == square:
        stack.append(("castle", "", "castle"))
    return stack


def _pieces(record: Record, view: _View, side: int) -> tuple[Piece, ...]:
    """Return all pieces of a side."""
    seat = seat_of(record, side)
    return _arranged(view, seat, side, pieces_of(record, seat))


@cache_by_language
def _arranged(view: _View, seat: int, side: int, own: Arrangement) -> tuple[Piece, ...]:
    return tuple(piece for square in sorted(set(own)) for piece in view.stack(seat, side, square, own))


# -- what may be done ----------------------------------------------------------------------------------------


def _choices(state: State, view: _View, viewer: int | None) -> tuple[Choice, ...]:
    actions = choosable(state, viewer)
    if not actions:
        return ()
    record, seat = state.record, state.current_player
    side, own = int(record.side[seat]), pieces_of(record, seat)
    # Each scene has its own choices, because their effects are filled in later.
    return tuple(copy(_choice(view, seat, side, own, action, state.format(action))) for action in actions)


@cache_by_language
def _choice(view: _View, seat: int, side: int, own: Arrangement, action: int, text: str) -> Choice:
    unit, start, end = action_parts(action)
    after = tables.moved(own, unit, start, end)
    return Choice(
        action=action,
        text=text,
        label=capital(move_words(own, action)),
        touches=(_lifted(side, own, unit, start), _square_id(_target(unit, start, end))),
        ghost=moved(_arranged(view, seat, side, own), _arranged(view, seat, side, after)),
        kind=say("Push") if unit == Unit.PUSH else say("Move"),
        asks=(say("a piece to lift"), say("where it lands")),
    )


def _lifted(side: int, own: Arrangement, unit: int, start: int) -> str:
    """Return the piece to touch: the lowest one of the unit that moves."""
    height = {Unit.HIGH_BRIDGE: 2, Unit.HIGH_CASTLE: 2, Unit.TOWER: 3}.get(Unit(unit), 1)
    kind, letter, _ = _standing(side, start, own)[-height]
    return f"{SIDE_ART[side]}-{kind}{letter}"


def _target(unit: int, start: int, end: int) -> int:
    return 2 * end - start if unit == Unit.PUSH else end


# -- what is said beside the board ---------------------------------------------------------------------------


def _panel(record: Record, seat: int) -> Panel:
    is_over = record.current_player == OVER
    round_no, retreat = int(record.round_no) + (not is_over), NO_ACTION if is_over else int(record.retreat[seat])
    score = int(record.points[seat]), int(record.target)
    return _panel_of(seat, seat_name(record, seat), int(record.side[seat]), score, round_no, retreat)


@cache_by_language
def _panel_of(seat: int, name: str, side: int, score: tuple[int, int], round_no: int, retreat: int) -> Panel:
    facts = []
    points, target = score
    if target > 0:
        counted = say("{points} of {target}", points=points, target=target)
        facts = [Fact(say("Points"), counted), Fact(say("Round"), str(round_no))]
    if retreat != NO_ACTION:
        unit, start, end = action_parts(retreat)
        move = say(UNIT_MOVES[0], unit=say(UNIT_NAMES[unit]), start=start, end=end)
        detail = say("The reverse of the last move, which may not be played now.")
        facts.append(Fact(say("No retreat"), move, detail=detail))
    return Panel(seat, name, f"sign-{SIDE_ART[side]}", COLOURS[side], tuple(facts))


def _prompt(state: State) -> str:
    record, is_match = state.record, state.record.target > 0
    if not state.is_over:
        player = state.seat_name(state.current_player)
        if is_match:
            return say("Round {number}: {player} to move", number=record.round_no + 1, player=player)
        return say("{player} to move", player=player)
    winners, end = state.winners(), state.describe_end()
    if len(winners) == 1:
        words = mark("{player} wins the match: {end}") if is_match else mark("{player} wins: {end}")
        return say(words, player=state.seat_name(winners[0]), end=end)
    return say("Drawn: {end}", end=end) if is_match else capital(end)


def _marks(record: Record) -> tuple[str, ...]:
    """Return the two squares of the last move, found from its retreat. A push has none."""
    seat = _last_to_move(record)
    if record.retreat[seat] == NO_ACTION:
        return ()
    _, end, start = action_parts(int(record.retreat[seat]))
    return _square_id(start), _square_id(end)


def _last_to_move(record: Record) -> int:
    if record.current_player != OVER:
        return 1 - int(record.current_player)
    if record.winner >= 0:
        return int(record.winner)
    return seat_of(record, 1 - int(record.moves) % 2)  # Black begins, so White makes every second move
