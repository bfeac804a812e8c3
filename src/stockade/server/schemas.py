"""The schemas of requests and responses, as described in `docs/web-api.md`. OpenAPI is generated from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from stockade.core.scene import Scene, Shape
from stockade.core.tray import Tray

from .models import SeatKind, Status
from .people.caller import SCOPES
from .policy import Policy

Answer = Literal["accept", "decline"]
Value = StrictBool | StrictInt | StrictStr

ActionText = Annotated[StrictStr, Field(min_length=1, max_length=200)]
ActionNo = Annotated[StrictInt, Field(ge=0, lt=2**31)]
Version = Annotated[StrictInt, Field(ge=0, lt=2**31)]
Password = Annotated[StrictStr, Field(min_length=1, max_length=200)]
Scope = Literal["read", "play"]
Level = Annotated[StrictInt, Field(ge=1, le=99)]
SeatNo = Annotated[StrictInt, Field(ge=0, lt=64)]
Name = Annotated[StrictStr, Field(max_length=40)]
# The largest integer that a browser reads exactly.
Seed = Annotated[StrictInt, Field(ge=0, lt=2**53)]


class Form(BaseModel):
    """A request body. Unknown fields are an error, because they are probably typos."""

    model_config = ConfigDict(extra="forbid")


# ---------------------------------------------------------------------- requests


class NewRecord(Form):
    record: StrictStr = Field(min_length=1, description="A record as text, NDJSON or JSON; it is recognised.")


class NewSeat(Form):
    kind: SeatKind
    level: Level | None = None
    name: Name | None = Field(None, description="The name of the player; an open seat is kept for that name.")
    here: StrictBool = Field(False, description="For a `human` seat: somebody who plays on the creator's device.")


class SeatChange(Form):
    """A new use of a seat, before the match begins."""

    version: Version
    kind: Literal["open", "bot", "human"] = Field(description="`human` is somebody on the host's own device.")
    level: Level | None = None
    name: Name | None = Field(None, description="The name of the player; an open seat is kept for that name.")


class FromMatch(Form):
    """A moment of a match: the new match begins with its first actions, and goes on with chance of its own."""

    match: Annotated[StrictStr, Field(max_length=16)]
    ply: Annotated[StrictInt, Field(ge=0, lt=2**31)] = Field(
        description="How many actions of its log are taken over."
    )


class FromPosition(Form):
    position: dict[str, Any]


class NewMatch(Form):
    model_config = ConfigDict(extra="forbid", validate_by_name=True, validate_by_alias=True)

    game: Annotated[StrictStr, Field(max_length=64)]
    players: Annotated[StrictInt, Field(ge=1, le=64)] | None = None
    options: dict[str, Value] | None = None
    seats: Annotated[list[NewSeat], Field(max_length=64)] | None = None
    seed: Seed | None = None
    hints: StrictBool = Field(False, description="Allow hints although several people play.")
    listed: StrictBool = Field(False, description="Show the table in the lobby. Otherwise the link is the key.")
    rated: StrictBool = Field(False, description="Let the result count for the players' ratings.")
    policy: Policy | None = Field(None, description="What is allowed at the table, and its clock.")
    begin: FromMatch | FromPosition | None = Field(
        None,
        alias="from",
        description="Where the match begins, if not at the start of the game. Players and options follow from it.",
    )
    guide: StrictBool = Field(False, description="Explain the game during the match, to one person who plays bots.")


class GuideChange(Form):
    """A request to leave the guide, or to come back to it."""

    version: Version
    on: StrictBool


class Join(Form):
    name: Name | None = None
    seat: SeatNo | None = None
    here: StrictBool = Field(False, description="Take one more seat, for somebody else on the same device.")


class Play(Form):
    version: Version
    seat: SeatNo | None = Field(None, description="Which of your seats acts, if you have several.")
    action: ActionNo | ActionText


class Change(Form):
    """A request to resign, to leave, to play a rematch or to get hints."""

    version: Version
    seat: SeatNo | None = Field(None, description="Which of your seats acts, if you have several.")


class Ask(Form):
    """A request for an undo or a draw, or an answer to one."""

    version: Version
    answer: Answer | None = None
    seat: SeatNo | None = Field(None, description="Which of your seats acts, if you have several.")


class Seen(Form):
    ply: Annotated[StrictInt, Field(ge=0, lt=2**31)] = Field(description="The length of the log that you were shown.")


class Hide(Form):
    hidden: StrictBool = True


class NewOrder(Form):
    """An order, or with `on: false` the end of one."""

    name: Annotated[StrictStr, Field(max_length=40)]
    occasion: Annotated[StrictStr, Field(max_length=80)]
    amount: Annotated[StrictInt, Field(ge=-(2**31), lt=2**31)] | None = None
    on: StrictBool = True


class Opening(Form):
    """The start of a game, after the first actions of chance."""

    players: Annotated[StrictInt, Field(ge=1, le=64)] | None = None
    options: dict[str, Value] | None = None
    viewer: SeatNo | None = Field(None, description="The seat from whose side the position is drawn.")
    shape: Shape = "wide"


class PositionQuestion(Form):
    position: dict[str, Any]
    action: ActionNo | ActionText | None = None
    roll: StrictBool = Field(False, description="Choose chance actions at random until a player has to decide.")
    viewer: SeatNo | None = Field(None, description="The seat from whose side the position is drawn.")
    shape: Shape = "wide"


class Putting(Form):
    """Something of the tray, and where it is put."""

    item: Annotated[StrictStr, Field(max_length=80)]
    touches: Annotated[list[Annotated[StrictStr, Field(max_length=80)]], Field(min_length=1, max_length=4)]


class Dialling(Form):
    """Something that is set beside the table."""

    dial: Annotated[StrictStr, Field(max_length=80)]
    value: Annotated[StrictInt, Field(ge=-(2**31), lt=2**31)] | Annotated[StrictStr, Field(max_length=80)]


class DraftQuestion(Form):
    """A position that somebody is setting up. It need not be one that a match could reach."""

    position: dict[str, Any]
    change: Putting | Dialling | None = Field(None, description="What is changed before it is drawn.")
    viewer: SeatNo | None = Field(None, description="The seat from whose side the position is drawn.")
    shape: Shape = "wide"


class PositionThinking(Form):
    """A position that a bot thinks about."""

    position: dict[str, Any]
    seconds: Annotated[float, Field(gt=0, le=20, strict=True)] = Field(10, description="How long the bot thinks.")


class BookQuestion(Form):
    actions: Annotated[list[ActionText], Field(max_length=500)] = Field([], description="The moves so far.")
    shape: Shape = "wide"


class HeldSeat(Form):
    """A seat and its token."""

    id: Annotated[StrictStr, Field(max_length=16)]
    token: Annotated[StrictStr, Field(max_length=100)]


class NewName(Form):
    name: Annotated[StrictStr, Field(min_length=1, max_length=40)]


class Claim(Form):
    name: Annotated[StrictStr, Field(min_length=1, max_length=40)]
    password: Password


class SignIn(Form):
    name: Annotated[StrictStr, Field(max_length=40)]
    password: Password


class UseLink(Form):
    key: Annotated[StrictStr, Field(max_length=100)]


class PasskeySignIn(Form):
    """What a browser returned for a passkey, as `toJSON` gives it."""

    id: Annotated[StrictStr, Field(max_length=100)] = Field(description="The id that came with the options.")
    credential: dict[str, Any]


class AddPasskey(PasskeySignIn):
    label: Name | None = Field(None, description="What you call the passkey; otherwise it is called by its device.")
    name: Name | None = Field(None, description="The name that a guest claims with it; otherwise their own.")


class NewProgram(Form):
    label: Annotated[StrictStr, Field(min_length=1, max_length=40)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(SCOPES))]


# ---------------------------------------------------------------------- responses


class Refusal(BaseModel):
    code: str
    message: str
    ruling: str = Field(description="The entry in the game's RULINGS.md that forbids the action, or empty.")
    version: int | None = Field(None, description="With `stale_version`: the current version of the match.")


class KeyInfo(BaseModel):
    """A device on which a person is signed in, or a program that plays for them."""

    id: str
    kind: Literal["device", "program"]
    label: str
    scopes: list[Scope]
    created: datetime
    seen: datetime
    this: bool = Field(description="Whether this is the device that asks.")


class Me(BaseModel):
    id: str
    name: str
    guest: bool = Field(description="Whether the name is not claimed yet.")
    has_password: bool
    passkeys: int
    language: str | None = Field(description="The language of what you are told while you are away, or null.")
    admin: bool = Field(description="Whether you may moderate.")


class Whoever(BaseModel):
    me: Me | None = Field(description="Who you are, or null if the server does not know you.")


class DeviceLink(BaseModel):
    path: str = Field(description="Open this path on the other device, within ten minutes.")
    qr: str = Field(description="The whole address as a QR code, as SVG.")


class PasskeyOptions(BaseModel):
    id: str = Field(description="Send this along with what the browser returns, within five minutes.")
    options: dict[str, Any] = Field(description="For `navigator.credentials`, in the form that its `fromJSON` reads.")


class PasskeyInfo(BaseModel):
    id: str
    label: str
    created: datetime


class ProgramKey(BaseModel):
    id: str
    key: str = Field(description="Shown only once.")


class OptionInfo(BaseModel):
    name: str
    title: str = Field(description="The name that people read.")
    default: Value
    kind: Literal["bool", "int", "choice"]
    choices: list[int | str]
    choice_titles: list[str] = Field(description="The names of `choices` that people read.")
    low: int | None
    high: int | None
    pattern: str = Field(
        description="A regular expression. Values that it matches in full are allowed besides `choices`. Or empty."
    )
    pattern_text: str = Field(description="What the pattern matches, in words.")
    text: str


class RatingInfo(BaseModel):
    """How strong somebody is, as in "1540 ± 80"."""

    value: int = Field(description="Everybody starts at 1500; 400 points more are ten wins to one.")
    spread: int = Field(description="The standard deviation: how uncertain the value is.")
    provisional: bool = Field(description="Whether the value is still very uncertain.")


class LevelInfo(BaseModel):
    level: int
    name: str
    text: str
    ratings: dict[int, RatingInfo] = Field(description="How strong it is, by the number of players from two on.")
    ready: bool = Field(description="Whether this level can play now; if not, it waits for the game to be compiled.")


class Compiled(BaseModel):
    """Whether a game is compiled. It can be played before that; compiled, it is faster and has its strongest bots."""

    ready: bool
    share: float = Field(description="How much of the work is done, from 0 to 1.")
    seconds_left: float | None = Field(description="An estimate, or null if nothing is known yet.")
    failed: bool = Field(description="Compiling failed and will not be tried again.")


class AutoInfo(BaseModel):
    """The seats that the rules play. They are always the last ones."""

    option: str = Field(description="The option that sets the number of these seats.")
    name: str = Field(description="The name of these seats.")
    needs: dict[str, Value] = Field(description="Values that other options must have if there are such seats.")


class FirstGame(BaseModel):
    """How a guided first game is set up. It has the default options, and bots of the lowest level."""

    players: int


class GameInfo(BaseModel):
    name: str
    title: str
    blurb: str
    players: list[int]
    usual_players: int = Field(description="The default number of players.")
    minutes: str
    weight: str
    options: list[OptionInfo]
    levels: list[LevelInfo]
    compiled: Compiled
    auto: AutoInfo | None = Field(description="Seats that the rules play, or null if the game has none.")
    first_game: FirstGame | None = Field(description="The guided first game, or null if the game has none.")


class HtmlBlock(BaseModel):
    kind: Literal["html"] = "html"
    html: str


class BoardBlock(BaseModel):
    kind: Literal["board"] = "board"
    position: dict[str, Any]
    scene: Scene
    viewer: int | None = Field(description="The seat from whose side the board is drawn.")
    caption: str


class Lesson(BaseModel):
    title: str
    blocks: list[Annotated[HtmlBlock | BoardBlock, Field(discriminator="kind")]]


class PositionView(BaseModel):
    position: dict[str, Any]
    scene: Scene
    text: str = Field(description="The position drawn as text.")
    autos: list[int] = Field(description="The seats that the rules play.")


class DraftView(BaseModel):
    position: dict[str, Any]
    scene: Scene = Field(description="Without choices if no match could reach the position.")
    wrong: str = Field(description="Why no match could reach the position, or empty.")
    ruling: str = Field(description="The entry in the game's RULINGS.md that says so, or empty.")
    autos: list[int] = Field(description="The seats that the rules play.")
    tray: Tray | None = Field(description="What can be put on the table, or null if the game has no tray.")


class SeatView(BaseModel):
    seat: int
    kind: SeatKind
    name: str = Field(description="The player's name; at an open seat, the name of the player it is kept for.")
    person: str | None = Field(description="The id of the person who plays there, or null.")
    level: int | None
    kept: bool = Field(description="The seat is open, but kept for somebody.")
    stand_in: int | None = Field(description="The level of the bot that plays for the absent player, or null.")
    left: bool = Field(description="The player has left, or their time ran out.")
    connected: bool


# A server keeps the logs of many matches in memory. A model would take several times as much of it.
@dataclass(frozen=True, slots=True)
class LogLine:
    """One action of a match, by a player or by chance."""

    ply: Annotated[
        int, Field(description="Index in the log, from 0. The scene before this action is at `scenes/{ply}`.")
    ]
    seat: Annotated[int, Field(description="The seat that acted, or -1 for chance.")]
    text: str
    label: str
    told: Annotated[tuple[str, ...], Field(description="What the action caused, one line for each event.")]


class ResultView(BaseModel):
    winners: list[int]
    scores: list[float]
    reason: str


class HintUse(BaseModel):
    """A player asked for hints."""

    ply: int = Field(description="The length of the log at that time.")
    seat: int


class UndoView(BaseModel):
    free: bool
    asked_by: int | None


class OrderView(BaseModel):
    """An answer that you can give before you are asked. Nobody else sees it."""

    seat: int
    name: str
    occasion: str = Field(description="What it is about. The order ends with it.")
    title: str
    low: int | None = Field(description="The least amount that the order can name, or null if it names none.")
    high: int | None
    on: bool = Field(description="Whether you have given it.")
    amount: int | None = Field(description="The amount that you named.")


class ClockView(BaseModel):
    """The time that is left, when the view was made."""

    left: list[float] = Field(description="Seconds by seat. Below zero, a player's time is up.")
    running: int | None = Field(description="The seat whose time runs, or null.")


class Thinking(BaseModel):
    seat: int
    seconds: float
    waits_for: Compiled | None = Field(description="What the bot waits for before it can think, or null.")


class OriginView(BaseModel):
    """Where a match began that did not begin at the start of the game."""

    match: str | None = Field(description="The match of which it is a branch, or null if it began at a position.")
    ply: int = Field(description="How many actions of the log were played before. They cannot be undone.")


class SectionView(BaseModel):
    """A section of the lesson. Its address is that of the lesson with `#` and the id."""

    id: str
    title: str


class TipView(BaseModel):
    """A tip of the guide."""

    id: str
    title: str
    text: str
    section: SectionView = Field(description="Where the lesson tells more about it.")
    event: int | None = Field(description="The ply of the action that it explains, or null.")


class PointerView(BaseModel):
    """What the tip for this decision points at."""

    things: list[str] = Field(description="Ids of areas and pieces in the scene.")
    actions: list[int] = Field(description="Choices that are plain buttons.")


class ClosingView(BaseModel):
    """What the guide says when the match is over."""

    text: str = Field(description="How the game was decided. Empty if it did not end by its rules.")
    rest: list[SectionView] = Field(description="Sections of the lesson about which there was no tip.")
    level: int | None = Field(description="The level of the bots to try next, or null.")


class GuideView(BaseModel):
    tips: list[TipView] = Field(description="All tips so far, the newest last.")
    now: PointerView | None = Field(description="If the newest tip is about the decision that you make now.")
    closing: ClosingView | None = Field(description="Null until the match is over.")


class MatchView(BaseModel):
    id: str
    game: str
    title: str
    options: dict[str, Value]
    players: int
    rules_version: int
    version: int
    status: Status
    you: int | None = Field(description="The seat from whose side you look, or null if you watch.")
    yours: list[int] = Field(description="All your seats: several, if others play on your device.")
    host: bool = Field(description="Whether you made the table.")
    listed: bool
    rated: bool
    policy: Policy
    seen: int | None = Field(description="How much of the log you were shown, or null if you watch.")
    clock: ClockView | None = Field(description="The players' time, or null if the table has no clock.")
    orders: list[OrderView] = Field(description="What you can decide before you are asked, and what you did.")
    replaceable: list[int] = Field(description="Absent players for whom you may let a bot play.")
    claimable: list[int] = Field(description="Absent players against whom you may claim the match.")
    seats: list[SeatView]
    scene: Scene
    log: list[LogLine]
    result: ResultView | None
    undo: UndoView
    draw_offered_by: int | None
    thinking: Thinking | None
    trouble: str | None = Field(description="What went wrong with a bot, or null.")
    rematch: str | None = Field(description="The id of the rematch, or null.")
    origin: OriginView | None = Field(description="Where the match began, or null for the start of the game.")
    hints: bool = Field(description="Whether players may ask for hints.")
    hinted: list[HintUse] = Field(description="Who asked for hints, and when. Everybody sees this.")
    guide: GuideView | None = Field(description="What the guide tells you, or null if the match has none.")
    guidable: bool = Field(description="Whether you can turn the guide on.")


class MatchSummary(BaseModel):
    id: str
    game: str
    title: str
    status: Status
    seats: list[SeatView]
    players: int
    version: int
    yours: list[int] = Field(description="Your seats.")
    turn: int | None = Field(description="The seat that is to move, or null.")
    rated: bool
    policy: Policy
    hints: bool = Field(description="Whether players may ask for hints.")
    result: ResultView | None
    updated: datetime
    imported: bool = Field(description="Whether it was played elsewhere, and you imported its record.")


class MatchPage(BaseModel):
    matches: list[MatchSummary]
    next: str | None = Field(description="Pass this as `after` to get the next page; null on the last one.")


class Seated(BaseModel):
    id: str
    seat: int | None = Field(description="The caller's seat, or null if the match was created without one.")
    token: str | None
    view: MatchView


class Record(BaseModel):
    """A player's record in solo matches of a game with these options."""

    game: str
    options: dict[str, Value]
    count: int = Field(description="The number of matches played to the end.")
    best: float
    mean: float


class Hint(BaseModel):
    action: int
    text: str
    label: str
    worth: str = Field(description="What the bot expects of the action, in words, or empty.")


class Hints(BaseModel):
    bot: str = Field(description="The name of the bot that was asked.")
    hints: list[Hint] = Field(description="The actions that look best, the best first.")


class FormatInfo(BaseModel):
    name: str
    suffix: str = Field(description="How the names of such files end.")
    kind: Literal["record", "picture", "film"] = Field(
        description="A record of the whole match, a picture of one position, or a film of the whole match."
    )
    ready: bool = Field(description="Whether this server can write it.")


class CommentView(BaseModel):
    """What the record of an imported match says about a moment."""

    ply: int = Field(description="After that many actions.")
    text: str


class Imported(BaseModel):
    id: str
    plies: int = Field(description="How many actions the match has.")


class Candidate(Hint):
    chance: float | None = Field(description="The chance to win with it, from 0 to 1, or null if the bot says none.")


class Thoughts(BaseModel):
    """What a bot has found so far. Each replaces the one before."""

    bot: str = Field(description="The name of the bot that thinks.")
    seconds: float = Field(description="How long it has thought.")
    simulations: int = Field(description="How many lines of play it has tried out.")
    candidates: list[Candidate] = Field(description="Up to three actions that look best, the best first.")
    is_exact: bool = Field(description="The game is solved: thinking longer changes nothing.")
    done: bool = Field(description="Whether this is the last answer.")


class Health(BaseModel):
    status: Literal["ok"]
    version: str


class BookMove(BaseModel):
    """A move in the book of a solved game."""

    action: int
    text: str
    label: str
    value: int = Field(description="To the player who moves: 1 win, 0 draw, -1 loss.")
    distance: int = Field(description="Moves to the end with best play; 0 for a draw.")
    worth: str = Field(description="The same in words.")


class BookPage(BaseModel):
    position: dict[str, Any]
    scene: Scene
    labels: list[str] = Field(description="The moves so far, in words.")
    moves: list[BookMove] = Field(description="The best first.")


class OpeningRow(BaseModel):
    """A sort of first choice, and what came of it in games between bots."""

    players: int
    choice: str
    games: int
    wins: float = Field(description="Share of wins of the seat that chose.")
    wins_interval: tuple[float, float] = Field(description="95%.")
    points: float
    points_interval: tuple[float, float] = Field(description="95%.")


class Openings(BaseModel):
    solved: bool
    rows: list[OpeningRow]
