"""The forms of requests and answers, as `docs/web-api.md` has them. The OpenAPI text is made of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from stockade.core.scene import Scene, Shape

from .models import SeatKind, Status

Answer = Literal["accept", "decline"]
Value = StrictBool | StrictInt | StrictStr

ActionText = Annotated[StrictStr, Field(min_length=1, max_length=200)]
ActionNo = Annotated[StrictInt, Field(ge=0, lt=2**31)]
Version = Annotated[StrictInt, Field(ge=0, lt=2**31)]
SeatNo = Annotated[StrictInt, Field(ge=0, lt=64)]
Name = Annotated[StrictStr, Field(max_length=40)]
# The largest whole number that a browser reads exactly.
Seed = Annotated[StrictInt, Field(ge=0, lt=2**53)]


class Form(BaseModel):
    """A request body. Unknown fields are refused: they are a slip of the pen."""

    model_config = ConfigDict(extra="forbid")


# ---------------------------------------------------------------------- requests


class NewSeat(Form):
    kind: SeatKind
    level: Annotated[StrictInt, Field(ge=1, le=99)] | None = None
    name: Name | None = None


class NewMatch(Form):
    game: Annotated[StrictStr, Field(max_length=64)]
    players: Annotated[StrictInt, Field(ge=1, le=64)] | None = None
    options: dict[str, Value] | None = None
    seats: Annotated[list[NewSeat], Field(max_length=64)] | None = None
    seed: Seed | None = None


class Join(Form):
    name: Name | None = None
    seat: SeatNo | None = None


class Play(Form):
    version: Version
    action: ActionNo | ActionText


class Change(Form):
    """Resigning, and asking for a rematch."""

    version: Version


class Ask(Form):
    """An undo or a draw: asking for it, or answering the one who asks."""

    version: Version
    answer: Answer | None = None


class PositionQuestion(Form):
    position: dict[str, Any]
    action: ActionNo | ActionText | None = None
    roll: StrictBool = Field(False, description="Let chance speak where it is next to decide.")
    viewer: SeatNo | None = Field(None, description="The seat from whose side it is drawn.")
    shape: Shape = "wide"


class HeldSeat(Form):
    """A seat that somebody says is theirs."""

    id: Annotated[StrictStr, Field(max_length=16)]
    token: Annotated[StrictStr, Field(max_length=100)]


# ---------------------------------------------------------------------- answers


class Refusal(BaseModel):
    code: str
    message: str
    ruling: str = Field(description="The entry in the game's RULINGS.md that forbids the action, or empty.")
    version: int | None = Field(None, description="With `stale_version`: the version that the match has now.")


class OptionInfo(BaseModel):
    name: str
    default: Value
    kind: Literal["bool", "int", "choice"]
    choices: list[int | str]
    low: int | None
    high: int | None
    pattern: str = Field(description="Any text that it matches as a whole will do beside `choices`; or empty.")
    pattern_text: str = Field(description="What the pattern matches, in words.")
    text: str


class LevelInfo(BaseModel):
    level: int
    name: str
    text: str
    ready: bool = Field(description="Whether a bot of this level plays at once; if not, it waits for `compiled`.")


class Compiled(BaseModel):
    """How far a game is. It is played at once; compiled, it is faster, and has its strongest bots."""

    ready: bool
    share: float = Field(description="Of the work that is done, from 0 to 1.")
    seconds_left: float | None = Field(description="An estimate; null where nothing is known yet.")
    failed: bool = Field(description="It cannot be compiled here, and nobody tries any more.")


class AutoInfo(BaseModel):
    """Seats that play themselves, always the last ones."""

    option: str = Field(description="The option that says how many they are.")
    name: str = Field(description="What such a seat is called.")
    needs: dict[str, Value] = Field(description="What other options must be where there are any.")


class GameInfo(BaseModel):
    name: str
    title: str
    blurb: str
    players: list[int]
    usual_players: int = Field(description="How many play where nothing is said.")
    minutes: str
    weight: str
    options: list[OptionInfo]
    levels: list[LevelInfo]
    compiled: Compiled
    auto: AutoInfo | None = Field(description="Null where every seat is for people and bots.")


class HtmlBlock(BaseModel):
    kind: Literal["html"] = "html"
    html: str


class BoardBlock(BaseModel):
    kind: Literal["board"] = "board"
    position: dict[str, Any]
    scene: Scene
    viewer: int | None = Field(description="The seat from whose side it is drawn.")
    caption: str


class Lesson(BaseModel):
    title: str
    blocks: list[Annotated[HtmlBlock | BoardBlock, Field(discriminator="kind")]]


class PositionView(BaseModel):
    position: dict[str, Any]
    scene: Scene
    text: str = Field(description="The table drawn as text.")


class SeatView(BaseModel):
    seat: int
    kind: SeatKind
    name: str
    level: int | None
    connected: bool


class LogLine(BaseModel):
    ply: int = Field(description="Place in the log, from 0: the scene before it is `scenes/{ply}`.")
    seat: int = Field(description="Who acted; -1 is chance.")
    text: str
    label: str
    told: list[str] = Field(description="What it made happen by itself, a line for each thing.")


class ResultView(BaseModel):
    winners: list[int]
    scores: list[float]
    reason: str


class UndoView(BaseModel):
    free: bool
    asked_by: int | None


class Thinking(BaseModel):
    seat: int
    seconds: float
    waits_for: Compiled | None = Field(description="What the bot waits for before it begins to think, or null.")


class MatchView(BaseModel):
    id: str
    game: str
    title: str
    options: dict[str, Value]
    players: int
    rules_version: int
    version: int
    status: Status
    you: int | None
    seats: list[SeatView]
    scene: Scene
    log: list[LogLine]
    result: ResultView | None
    undo: UndoView
    draw_offered_by: int | None
    thinking: Thinking | None
    trouble: str | None = Field(description="What went wrong with a bot, or null.")
    rematch: str | None = Field(description="The match that follows this one, or null.")


class MatchSummary(BaseModel):
    id: str
    game: str
    title: str
    status: Status
    seats: list[SeatView]
    players: int
    version: int
    updated: datetime


class Seated(BaseModel):
    id: str
    seat: int | None = Field(description="Null where the match was made without a seat for its maker.")
    token: str | None
    view: MatchView


class Record(BaseModel):
    """What somebody has reached alone in a game with these options."""

    game: str
    options: dict[str, Value]
    count: int = Field(description="Matches that were played to their end.")
    best: float
    mean: float


class Hint(BaseModel):
    action: int
    text: str
    label: str


class Health(BaseModel):
    status: Literal["ok"]
    version: str
