"""The contract of a game: five rooms, each a module of the game's package, and what every room must have.

A room is a file in a small game and a folder in a large one. `Game` loads a room when it is first needed, and refuses
a room that lacks something. Functions that are called kernels here are compiled: see `stockade.core.kernel`.

The evaluation of a game may have further rooms: `evaluation/plans`, `evaluation/features`, `evaluation/study` and
`evaluation/solution`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from stockade.core.errors import BadGame, Reason

if TYPE_CHECKING:
    from stockade.core.guide import Tip
    from stockade.core.layout import Records
    from stockade.core.ledger import Event, Ledger, Things
    from stockade.core.orders import Given, Order
    from stockade.core.scene import Scene, Shape, Sign
    from stockade.core.solution import Solved
    from stockade.core.state import State
    from stockade.core.study import Watcher, Words
    from stockade.core.tray import Tray

Actions: TypeAlias = npt.NDArray[np.int32]
Values: TypeAlias = npt.NDArray[np.float64]
Tensor: TypeAlias = npt.NDArray[np.float32]
TO_THE_END = 1 << 30  # more turns than any game has


class AnyRecord(Protocol):
    """The fields that the states of all games have. Each game declares its own record in `layout.py`."""

    current_player: int  # a seat, CHANCE or OVER
    players: int
    ply: int  # actions applied so far, chance included


Record = TypeVar("Record", contravariant=True)


class Rules(Protocol[Record]):
    """The rules of a game. All functions are kernels.

    None of them allocates memory, raises, uses a clock or random numbers, or touches a file.
    """

    def setup(self, state: Record, players: int, options: Actions, /) -> None:
        """Set the record to zero and prepare the first decision."""

    def legal(self, state: Record, actions: Actions, /) -> int:
        """Fill the buffer with the legal action ids in ascending order, and return how many there are."""

    def outcomes(self, state: Record, actions: Actions, weights: Actions, /) -> int:
        """Fill the buffers with the outcomes of chance and their weights, and return how many there are.

        Weights are whole numbers.
        """

    def apply(self, state: Record, action: int, /) -> None:
        """Apply a legal action, and go on until a player or chance must decide."""

    def score(self, state: Record, points: Values, /) -> None:
        """Fill in the points of every seat by the rules. May be called at any time."""


class Ranking(Protocol[Record]):
    """Part of the rules, for games in which points alone do not say who wins."""

    def rank(self, state: Record, values: Values, /) -> None:
        """Fill in values that order the seats, to break ties.

        A value below LOST cannot win. If all values are below it, nobody wins, and every seat has lost.
        """


class Effects(Protocol[Record]):
    """Part of the rules, for games in which the end of a turn sets off more than the turn itself."""

    def effect(self, state: Record, action: int, /) -> None:
        """Apply a legal action, but stop before anything that follows from the end of the turn.

        That may be the turn of an automated seat, or the end of a round. A kernel.
        """


class Evaluation(Protocol[Record]):
    """What a state is worth and how programs see it. The functions are kernels."""

    OBSERVATION_SIZE: int
    BLOCKS: Sequence[tuple[str, int]]  # names and sizes of the parts of an observation

    def observe(self, state: Record, player: int, tensor: Tensor, /) -> None:
        """Fill in the state as numbers, as one player sees it. The tensor is all zeros before."""

    def evaluate(self, state: Record, values: Values, /) -> None:
        """Fill in what the state seems worth to every seat, from -1 to 1."""


class Narrowing(Protocol[Record]):
    """Part of the evaluation, for games with long turns or long lists of legal actions. The functions are kernels."""

    def narrow(self, state: Record, actions: Actions, n: int, /) -> int:
        """Move the actions worth considering to the front and return how many there are. Bots ignore the others."""

    def is_beyond(self, root: Record, state: Record, /) -> bool:
        """Return whether a search from `root` stops at `state`, because evaluations beyond it cannot be compared."""


class Advice(Protocol):
    """Part of the evaluation, for games that a search plays better with settings other than the defaults, or whose
    estimates are too careful or too sure to be shown to people as they are."""

    EVALUATION: Literal["playout", "value"]  # how leaves are evaluated
    TRUST: int  # how many visits the first estimate of an action counts as
    TRUST_OTHERS: int  # the same, where another player decides than the one who searches; by default TRUST
    EXPLORATION: float
    BREADTH: float  # a chance node tries visits ** BREADTH of its outcomes; by default any of them
    TREES: int  # trees for each thread, which differ in the outcomes that they try; by default one
    BY_ODDS: bool  # whether a search compares means of the logarithms of odds, not of chances; by default not
    CERTAINTY: float  # chances that are shown are in proportion to estimates ** CERTAINTY; by default 1
    NOBODY_WINS: float  # how many times likelier it is then, beside the others, that nobody wins; by default once

    def for_table(self, state: AnyRecord, /) -> Mapping[str, float | bool]:
        """Return what is different at the table of this state, by the names above."""


class Plans(Protocol[Record]):
    """`evaluation/plans`, for games in which whole turns can be planned. The functions are kernels."""

    def prefer(self, state: Record, actions: Actions, n: int, worth: Values, /) -> None:
        """Fill in what each of the n legal actions seems worth, in points of this turn."""

    def advance(self, state: Record, /) -> None:
        """Play quickly to the end of the turn, or until chance decides."""

    def outlook(self, state: Record, seat: int, /) -> float:
        """Return the points that a seat has at the end of the game, or may expect to have then."""

    def spread(self, state: Record, /) -> float:
        """Return how many points change the odds of winning by a factor of e."""


class Foresight(Protocol):
    """Part of `evaluation/plans`, for games whose `outlook` says well before the end what to expect."""

    FORESIGHT: int  # how many more turns of a seat are played after a plan; by default all


class Features(Protocol[Record]):
    """`evaluation/features`, for games with a fitted evaluation: see `stockade.core.network`."""

    FEATURES: Sequence[str]

    def describe(self, state: Record, table: Values, /) -> None:
        """Fill in a row of numbers for every seat, in the order of FEATURES. A kernel."""


class Study(Protocol):
    """`evaluation/study`, for games whose designers want to know more about a played game than who won."""

    Watcher: type[Watcher]
    WORDS: Words


class Solution(Protocol):
    """`evaluation/solution`, for solved games."""

    def solution(self, report: Callable[[str, float], None] | None = None, /) -> Solved:
        """Return the value of every position, computed now or read from disk.

        `report` is called with the progress.
        """


class Text(Protocol[Record]):
    """The game in words, and its notation.

    `parse_action(format_action(a))` is `a` for every legal action.
    """

    def format_action(self, state: Record, action: int, /) -> str:
        """Return the action in the game's notation."""

    def parse_action(self, state: Record, text: str, /) -> int:
        """Return the action that a text means here, legal or not. Raises ParseError."""

    def describe_action(self, state: Record, action: int, /) -> str:
        """Return the action in words, for a log or a screen reader."""

    def describe_end(self, state: Record, /) -> str:
        """Return in words how the game ended."""

    def seat_name(self, state: Record, seat: int, /) -> str:
        """Return what the seat is called now: a colour, a company."""

    def draw(self, state: Record, /) -> str:
        """Return the table as text, with marks such as `[seat0]...[/]` for a terminal to colour."""

    def why_not(self, state: Record, action: int, /) -> Reason:
        """Return why an action is not legal here."""


class Telling(Protocol[Record]):
    """Part of the text, for games in which people count more than points, or in which an action sets off events."""

    def ledger(self, state: Record, /) -> Ledger:
        """Return everything that people count at the table. By default these are the points."""

    def tell(self, before: Record, action: int, after: Record, /) -> list[Event]:
        """Return a line for each event that the action set off, with what it changed in the ledger.

        What no event tells is added as a line of its own. An event with the text of `describe_action` stands for
        changes that the description of the action names already; the log does not repeat it.
        """


class Naming(Protocol[Record]):
    """Part of the text, for games whose ledger counts things that have names, such as contracts or tiles."""

    def things(self, state: Record, /) -> Things:
        """Return what the things that an account counts are called, each once for every time it is counted.

        Accounts whose things have no names are missing.
        """


class Opening(Protocol[Record]):
    """Part of the text, for games whose first choices are better told apart by other words than their kind."""

    def opening_words(self, state: Record, action: int, /) -> str:
        """Return what sort of first choice an action is: "Take a bear"."""


class Ordering(Protocol[Record]):
    """Part of the text, for games that ask players out of turn, or in which a player can know their answer before."""

    def orders(self, state: Record, seat: int, /) -> Sequence[Order]:
        """Return the orders that a seat can give now, whoever decides."""

    def answer(self, state: Record, order: Given, /) -> int | None:
        """Return the action that an order of the player who decides means here, or None if it is about something
        else."""


class Guiding(Protocol[Record]):
    """Part of the text, for games with a guided first game. The words of the tips are in `guide.md`."""

    GUIDE: Sequence[Tip]  # the most important first

    def closing(self, state: Record, seat: int, /) -> str:
        """Return in a sentence or two how a game that is over was decided, for the player who was guided."""


class Position(Protocol[Record]):
    """Positions as JSON that a person can read and write."""

    def to_json(self, state: Record, /) -> dict[str, Any]:
        """Return the state as a position."""

    def from_json(self, position: Mapping[str, Any], state: Record, /) -> None:
        """Fill a record of zeros from a position. Raises BadPosition."""

    def validate(self, state: Record, /) -> None:
        """Raise BadPosition if no match could reach this state."""


class Beginning(Protocol[Record]):
    """Part of the position, for games with options, so that a match can begin at a position."""

    def options(self, state: Record, /) -> Mapping[str, Any]:
        """Return the options of a match that begins here. Raises BadPosition if there are none that give this."""


class Arranging(Protocol):
    """Part of the position, for games with a tray: what it changes.

    Whatever `from_json` reads can be drawn, even if `validate` refuses it.
    """

    def put(self, position: Mapping[str, Any], item: str, touches: Sequence[str], /) -> dict[str, Any]:
        """Return the position after an item of the tray was put somewhere. Raises BadPosition."""

    def dial(self, position: Mapping[str, Any], dial: str, value: int | str, /) -> dict[str, Any]:
        """Return the position after a dial of the tray was set. Raises BadPosition."""


class Picture(Protocol):
    """What clients draw. The folder of this room also has `art.svg`, the game's symbols."""

    def scene(self, state: State, viewer: int | None, shape: Shape, /) -> Scene: ...


class Setting(Protocol):
    """Part of the picture, for games with a tray, so that people can set up positions by hand."""

    def tray(self, state: State, viewer: int | None, shape: Shape, /) -> Tray:
        """Return what can be put on the table as it is now, and where."""


class Legend(Protocol):
    """Part of the picture, for games whose art has symbols that stand for a thing."""

    LEGEND: Sequence[Sign]  # in the order in which a person reads them


class Play(Protocol[Record]):
    """What the template `play` provides to the other templates. All functions are kernels."""

    def choices(self, state: Record, actions: Actions, weights: Actions, /) -> int: ...

    def returns(self, state: Record, values: Values, /) -> None: ...

    def judge(self, state: Record, values: Values, /) -> None: ...

    def look_at(self, state: Record, action: int, room: Records[Any], values: Values, /) -> None: ...

    def take_best(self, state: Record, /) -> None: ...

    def next_random(self, x: Any, /) -> Any: ...

    def random_below(self, x: Any, n: int, /) -> int: ...

    def pick_by_weight(self, x: Any, weights: Actions, n: int, /) -> int: ...

    def random_choice(self, state: Record, x: Any, actions: Actions, weights: Actions, /) -> int: ...


ROOMS = ("rules", "evaluation", "text", "position", "picture")
OPTIONAL = ("plans", "features", "study", "solution")  # further rooms of the evaluation


def members(protocol: type) -> tuple[str, ...]:
    """Return the names that a protocol asks for, in the order of their declaration."""
    declared = [*vars(protocol).get("__annotations__", ()), *vars(protocol)]
    return tuple(dict.fromkeys(name for name in declared if not name.startswith("_")))


def check_room(title: str, name: str, room: ModuleType, protocol: type) -> None:
    """Refuse a room that lacks something."""
    missing = [member for member in members(protocol) if not hasattr(room, member)]
    if missing:
        raise BadGame(f"{title}: its {name.replace('.', '/')} lacks {', '.join(missing)}")


def members_of(room: object, protocol: type) -> dict[str, Any]:
    """Return the members of a protocol that a room has: all of them, after it has been checked."""
    return {name: getattr(room, name) for name in members(protocol) if hasattr(room, name)}
