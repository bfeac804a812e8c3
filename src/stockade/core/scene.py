"""The scene: what a client draws and what a person may touch. Clients know no rules.

A scene is plain data. Its coordinates are scene units inside `size`; a client scales the whole. The same
`id` in two scenes is the same thing, so a client animates by moving it from one place to the other.
Art is a symbol id in the game's `art.svg`; every symbol has a viewBox and fills the box it is given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Shape = Literal["wide", "tall"]
"""The room a client has: `wide` for a landscape screen, `tall` for a phone held upright."""


@dataclass(frozen=True, slots=True)
class Area:
    """A place on the table: drawn under the pieces, and something a choice may touch."""

    id: str
    x: float  # left edge
    y: float  # top edge
    w: float
    h: float
    label: str  # spoken name; empty for mere decoration, which nothing touches
    art: str = ""  # symbol drawn to fill the box; empty for a place without a picture
    turn: float = 0.0  # degrees clockwise, about the middle of the box
    closed: str = ""  # why nothing can be done here now: said to whoever touches it in vain


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that stands on the table and may move."""

    id: str
    art: str
    x: float  # left edge
    y: float  # top edge
    w: float
    h: float
    label: str  # spoken name with its place: "Black castle on 4"
    owner: int | None = None  # seat
    turn: float = 0.0  # degrees clockwise, about the middle of the box
    place: str = ""  # id of the area it stands on


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a panel or a sheet."""

    label: str
    value: str
    art: str = ""
    detail: str = ""  # explains the line to whoever points at it
    values: tuple[str, ...] = ()  # in a sheet with columns, one for each; then `value` is left empty
    strong: bool = False  # a sum: set apart from the lines above it


@dataclass(frozen=True, slots=True)
class Panel:
    """What belongs to one seat: its side, and its resources."""

    seat: int
    title: str  # "Black"
    sign: str  # symbol id that tells the seat without colour
    colour: str  # CSS colour of the seat
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something everybody may look up: what is left in the bag, a score sheet."""

    id: str
    title: str
    facts: tuple[Fact, ...]  # their labels differ
    columns: tuple[str, ...] = ()  # heads of the columns of `values`; where there is one for each seat, in seat order
    pinned: bool = False  # always in sight beside the board, rather than one click away


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action and how a person picks it: by touching `touches` in order."""

    action: int
    text: str  # notation: "B3-5"
    label: str  # spoken: "Bridge from 3 to 5"
    touches: tuple[str, ...]  # ids of pieces and areas in click order; empty: a button
    gain: str = ""  # what it would bring, where that is cheap to say: "wins", "+3"
    ghost: tuple[Piece, ...] = ()  # the pieces that move or appear, as they would stand afterwards
    turn: int | None = (
        None  # choices alike but for this are one placement: steps of its turn, in the order one turns it
    )
    either: bool = False  # `touches` may come in any order: a run from one end or from the other
    gains: tuple[tuple[str, str], ...] = ()  # the parts of `gain`: label of a line of a pinned sheet, and "+3"
    amount: int | None = None  # choices alike but for this are one choice of a number, such as a bid


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a client needs to draw one state for one viewer."""

    game: str
    size: tuple[float, float]
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]  # in drawing order
    panels: tuple[Panel, ...]
    prompt: str  # "Black to move"
    choices: tuple[Choice, ...]  # the legal actions of whoever decides; empty when it is not the viewer's turn
    current_player: int
    ply: int
    is_over: bool
    viewer: int | None = None
    marks: tuple[str, ...] = field(default=())  # ids that the last action touched
    sheets: tuple[Sheet, ...] = field(default=())
    focus: tuple[float, float, float, float] | None = None  # x, y, w, h of the part that matters most to the viewer

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def moved(before: Iterable[Piece], after: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces of `after` that are new or stand differently: the ghost of an action."""
    stood = {piece.id: piece for piece in before}
    return tuple(piece for piece in after if stood.get(piece.id) != piece)
