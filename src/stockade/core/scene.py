"""The scene: what a client draws of a state and what a person may touch. Clients know no rules.

A scene is plain data. Its coordinates are scene units inside `size`; a client scales the whole scene. The same
`id` in two scenes is the same thing, so a client animates it by moving it from one place to the other.
Art is a symbol id in the game's `art.svg`; every symbol has a viewBox and fills the box it is drawn in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from stockade.core.state import State

Shape = Literal["wide", "tall"]
"""The shape of the space that a client has: `wide` for a landscape screen, `tall` for a phone held upright."""
Point: TypeAlias = tuple[float, float]
"""x, y"""
Box: TypeAlias = tuple[float, float, float, float]
"""x, y, w, h"""


@dataclass(frozen=True, slots=True)
class Area:
    """A place on the table: drawn under the pieces, and something a choice may touch."""

    id: str
    x: float  # left edge
    y: float  # top edge
    w: float
    h: float
    label: str  # name, then a colon and what it does, costs and gives; empty for decoration that cannot be touched
    art: str = ""  # symbol that fills the box; empty if nothing is drawn
    turn: float = 0.0  # degrees clockwise, about the middle of the box
    closed: str = ""  # why nothing can be done here now; shown to a person who touches it


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that stands on the table and may move."""

    id: str
    art: str
    x: float  # left edge
    y: float  # top edge
    w: float
    h: float
    label: str  # name, including its place: "Black castle on 4"; then a colon and what there is to know about it
    owner: int | None = None  # seat
    turn: float = 0.0  # degrees clockwise, about the middle of the box
    place: str = ""  # id of the area it stands on


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a panel or a sheet."""

    label: str
    value: str
    art: str = ""
    detail: str = ""  # explanation, shown when a person points at the line
    values: tuple[str, ...] = ()  # in a sheet with columns: one value for each column; `value` is then empty
    strong: bool = False  # a sum, which is set apart from the lines above it


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel of one seat: its name, its sign and its resources."""

    seat: int
    title: str  # "Black"
    sign: str  # id of a symbol that identifies the seat without colour
    colour: str  # CSS colour of the seat
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column in a sheet."""

    title: str
    seat: int | None = None  # whose figures these are; a seat may have several columns
    colour: str = ""  # CSS colour; empty for that of the seat's panel
    acts: bool = False  # if its seat has several columns: the one that the gains of choices belong to


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something that everybody may look up, such as a score sheet or the contents of the bag."""

    id: str
    title: str
    facts: tuple[Fact, ...]  # with different labels
    columns: tuple[Column, ...] = ()  # one for each of the `values` of a line
    pinned: bool = False  # always visible next to the board, instead of one click away


@dataclass(slots=True)
class Choice:
    """One legal action and how a person picks it: by touching `touches` in order.

    Unlike the other parts of a scene, a choice is made for one scene only, and filled in step by step.
    """

    action: int
    text: str  # notation: "B3-5"
    label: str  # spoken: "Bridge from 3 to 5"
    touches: tuple[str, ...]  # ids of pieces and areas in click order; empty for a button
    prospect: str = ""  # what it may lead to, which later choices decide: "up to +3"
    ghost: tuple[Piece, ...] = ()  # the pieces that move or appear, as they would stand afterwards
    turn: int | None = None  # step of the rotation; choices that differ only in this are one placement
    either: bool = False  # `touches` may come in any order, such as the two ends of a run
    gains: tuple[tuple[str, str], ...] = ()  # the label of a line in a pinned sheet, and what it gains: "+3"
    amount: int | None = None  # choices that differ only in this are one choice of a number, such as a bid
    kind: str = ""  # what sort of action it is, in a word or two: "Build base"; choices are grouped by this
    asks: tuple[str, ...] = ()  # what each touch chooses: ("a space to build on", "the technology tile")
    gain: str = ""  # filled in for every scene, exactly what it does: "−3 excavators, +1 energy"
    final: bool = (
        False  # filled in for every scene: it cannot be taken back freely, as the turn passes or chance acts
    )

    @property
    def brings(self) -> str:
        """What it does and what it may lead to."""
        return ", ".join(filter(None, (self.gain, self.prospect)))


@dataclass(frozen=True, slots=True)
class Sign:
    """A symbol that stands for a thing of the game, explained in the legend."""

    art: str
    name: str  # "Excavator"
    text: str  # what it means: "A machine that bases, elevations and powerhouses cost"


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a client needs to draw one state for one viewer."""

    game: str
    size: tuple[float, float]
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]  # in drawing order
    panels: tuple[Panel, ...]
    prompt: str  # "Black to move"
    choices: tuple[Choice, ...]  # the legal actions of the player to move; empty if it is not the viewer's turn
    current_player: int
    ply: int
    is_over: bool
    viewer: int | None = None
    marks: tuple[str, ...] = field(default=())  # ids that the last action touched
    sheets: tuple[Sheet, ...] = field(default=())
    focus: Box | None = None  # the part that matters most to the viewer

    @classmethod
    def of(
        cls,
        state: State,
        viewer: int | None,
        *,
        size: Point,
        areas: tuple[Area, ...],
        pieces: tuple[Piece, ...],
        panels: tuple[Panel, ...],
        prompt: str,
        choices: tuple[Choice, ...],
        marks: tuple[str, ...] = (),
        sheets: tuple[Sheet, ...] = (),
        focus: Box | None = None,
    ) -> Scene:
        """The scene of a state; what the state itself says is filled in."""
        who, ply, is_over = state.current_player, state.ply, state.is_over
        return cls(
            state.game.name,
            size,
            areas,
            pieces,
            panels,
            prompt,
            choices,
            who,
            ply,
            is_over,
            viewer,
            marks,
            sheets,
            focus,
        )

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def seat_columns(names: Iterable[str]) -> tuple[Column, ...]:
    """Return a column for each seat, from their names in seat order."""
    return tuple(Column(name, seat) for seat, name in enumerate(names))


def choosable(state: State, viewer: int | None) -> list[int]:
    """The legal actions that a viewer may choose from: none while another player decides, or chance. Where there is
    no viewer, anybody may choose."""
    may_choose = state.current_player >= 0 and viewer in (None, state.current_player)
    return state.legal_actions() if may_choose else []


def moved(before: Iterable[Piece], after: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return the pieces of `after` that are new or have changed: the ghost of an action."""
    stood = {piece.id: piece for piece in before}
    return tuple(piece for piece in after if (old := stood.get(piece.id)) is not piece and old != piece)
