"""What a game is made of: five rooms, each a module of the game's package, and what every room must have.

A room is a file in a small game and a folder in a large one. `Game` loads a room when it is first needed and refuses
one that lacks something. Functions marked as kernels here are compiled: see `stockade.core.kernel`.

A game may also have rooms of its evaluation that others do not have: `evaluation/plans`, `evaluation/features`,
`evaluation/study` and `evaluation/solution`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from stockade.core.errors import BadGame, Reason

if TYPE_CHECKING:
    from stockade.core.scene import Scene, Shape
    from stockade.core.solution import Solved
    from stockade.core.state import State
    from stockade.core.study import Watcher, Words

Actions: TypeAlias = npt.NDArray[np.int32]
Values: TypeAlias = npt.NDArray[np.float64]
Tensor: TypeAlias = npt.NDArray[np.float32]


class AnyRecord(Protocol):
    """What the states of all games have in common. Each game's `layout.py` declares its own, with all its fields."""

    current_player: int  # a seat, CHANCE or OVER
    players: int
    ply: int  # actions applied so far, chance included


Record = TypeVar("Record", contravariant=True)


class Rules(Protocol[Record]):
    """Kernels. None of them allocates, raises, looks at a clock, rolls dice or touches a file."""

    def setup(self, state: Record, players: int, options: Actions, /) -> None:
        """Zero the record and put the first step in place."""

    def legal(self, state: Record, actions: Actions, /) -> int:
        """Fill the buffer with the legal action ids, ascending, and return their number."""

    def outcomes(self, state: Record, actions: Actions, weights: Actions, /) -> int:
        """The same for chance, with a whole-number weight for every outcome."""

    def apply(self, state: Record, action: int, /) -> None:
        """Make a legal action happen, and go on until a player or chance must decide."""

    def score(self, state: Record, points: Values, /) -> None:
        """The points of every seat by the rules, at any time."""


class Ranking(Protocol[Record]):
    """Also in the rules, where points alone do not say who wins."""

    def rank(self, state: Record, values: Values, /) -> None:
        """Values that order the seats: ties are broken, and below LOST nobody wins."""


class Evaluation(Protocol[Record]):
    """Kernels, and what an observation is made of."""

    OBSERVATION_SIZE: int
    BLOCKS: Sequence[tuple[str, int]]  # names and sizes of the parts of an observation

    def observe(self, state: Record, player: int, tensor: Tensor, /) -> None:
        """The state in numbers, as one player sees it. The tensor is zero before."""

    def evaluate(self, state: Record, values: Values, /) -> None:
        """What the state seems worth to every seat, from -1 to 1."""


class Narrowing(Protocol[Record]):
    """Also in the evaluation, where lists of legal actions are long or turns are. Kernels."""

    def narrow(self, state: Record, actions: Actions, n: int, /) -> int:
        """Move the actions that are worth a look to the front and return their number. Bots look at no others."""

    def is_beyond(self, root: Record, state: Record, /) -> bool:
        """Whether a search from `root` stops here, because evaluations further on cannot be compared."""


class Advice(Protocol):
    """Also in the evaluation, where the search does better with other settings than its own."""

    EVALUATION: Literal["playout", "value"]  # how leaves are judged
    TRUST: int  # how many visits the value of an unvisited leaf counts for
    EXPLORATION: float


class Plans(Protocol[Record]):
    """`evaluation/plans`, where whole turns can be planned. Kernels."""

    def prefer(self, state: Record, actions: Actions, n: int, worth: Values, /) -> None:
        """What each of the n legal actions seems worth, in points of this turn."""

    def advance(self, state: Record, /) -> None:
        """Play quickly to the end of the turn, or until chance decides."""

    def outlook(self, state: Record, seat: int, /) -> float:
        """The points of a seat after quick play to the end of the game."""


class Features(Protocol[Record]):
    """`evaluation/features`, where the evaluation is fitted: see `stockade.core.network`. `describe` is a kernel."""

    FEATURES: Sequence[str]

    def describe(self, state: Record, table: Values, /) -> None:
        """A row of numbers for every seat, in the order of FEATURES."""


class Study(Protocol):
    """`evaluation/study`, where a designer wants to know more of a played game than who won."""

    Watcher: type[Watcher]
    WORDS: Words


class Solution(Protocol):
    """`evaluation/solution`, where the game is solved."""

    def solution(self, report: Callable[[str, float], None] | None = None, /) -> Solved:
        """The value of every position, worked out now or read from the disk; `report` hears how far it is."""


class Text(Protocol[Record]):
    """The game in words, and its notation: `parse_action(format_action(a))` is `a` for every legal action."""

    def format_action(self, state: Record, action: int, /) -> str: ...

    def parse_action(self, state: Record, text: str, /) -> int:
        """The action that a text means here; it need not be legal. Raises ParseError."""

    def describe_action(self, state: Record, action: int, /) -> str:
        """For a log and for a screen reader."""

    def describe_end(self, state: Record, /) -> str: ...

    def seat_name(self, state: Record, seat: int, /) -> str:
        """What the seat is called now: a colour, a company."""

    def draw(self, state: Record, /) -> str:
        """The table as text, with marks such as `[seat0]...[/]` for a terminal to colour."""

    def why_not(self, state: Record, action: int, /) -> Reason:
        """Why an action is not legal here."""


class Telling(Protocol[Record]):
    """Also in the text, where much happens by itself."""

    def tell(self, before: Record, action: int, after: Record, /) -> list[str]:
        """A line for each thing that the action set going."""


class Position(Protocol[Record]):
    """Positions as JSON that a person can read and write."""

    def to_json(self, state: Record, /) -> dict[str, Any]: ...

    def from_json(self, position: Mapping[str, Any], state: Record, /) -> None:
        """Fill a zeroed record. Raises BadPosition."""

    def validate(self, state: Record, /) -> None:
        """Raises BadPosition where no match could come to this state."""


class Picture(Protocol):
    """What clients draw. The folder of this room also has `art.svg`, the game's symbols."""

    def scene(self, state: State, viewer: int | None, shape: Shape, /) -> Scene: ...


class Play(Protocol[Record]):
    """What the template `play` makes of the rules of a game, for the other templates. Kernels."""

    def choices(self, state: Record, actions: Actions, weights: Actions, /) -> int: ...

    def returns(self, state: Record, values: Values, /) -> None: ...

    def look_at(self, state: Record, action: int, room: Any, values: Values, /) -> None: ...

    def next_random(self, x: Any, /) -> Any: ...

    def random_below(self, x: Any, n: int, /) -> int: ...

    def pick_by_weight(self, x: Any, weights: Actions, n: int, /) -> int: ...

    def random_choice(self, state: Record, x: Any, actions: Actions, weights: Actions, /) -> int: ...


ROOMS = ("rules", "evaluation", "text", "position", "picture")
OPTIONAL = ("plans", "features", "study", "solution")  # rooms of the evaluation


def members(protocol: type) -> tuple[str, ...]:
    """The names that a protocol asks for, in the order in which it declares them."""
    declared = [*vars(protocol).get("__annotations__", ()), *vars(protocol)]
    return tuple(dict.fromkeys(name for name in declared if not name.startswith("_")))


def check_room(title: str, name: str, room: ModuleType, protocol: type) -> None:
    """Refuse a room that lacks something."""
    missing = [member for member in members(protocol) if not hasattr(room, member)]
    if missing:
        raise BadGame(f"{title}: its {name.replace('.', '/')} lacks {', '.join(missing)}")


def members_of(room: object, protocol: type) -> dict[str, Any]:
    """What a room has of a protocol; all of it, once it is checked."""
    return {name: getattr(room, name) for name in members(protocol) if hasattr(room, name)}
