"""A state in Python: the bytes of one record, and questions to the rules about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import numpy.typing as npt

from stockade.core.errors import BadOption, IllegalAction, ParseError, Reason
from stockade.core.layout import CHANCE, LOST, OVER
from stockade.core.scene import Scene, Shape

if TYPE_CHECKING:
    from stockade.core.game import Game


class State:
    """One position of a game. `apply` changes it; `clone` copies it in well under a microsecond."""

    __slots__ = ("data", "game")

    def __init__(self, game: Game, data: npt.NDArray[np.uint8]) -> None:
        self.game = game
        self.data = data  # the bytes of the record, as kernels take them; writing to them changes the state unchecked

    # -- who decides ---------------------------------------------------------------------------------------

    @property
    def record(self) -> Any:
        """The state's fields by name, as in the game's `layout.py`. Writing to it changes the state unchecked."""
        return self.data.view(self.game.record)[0]

    @property
    def current_player(self) -> int:
        """The seat that decides, `CHANCE` (-1) or `OVER` (-4)."""
        value = self.data.item(self.game.current_player_at)
        return value - 256 if value > 127 else value  # a signed byte; reading it through a record is slow

    @property
    def players(self) -> int:
        return int(self.record.players)

    @property
    def ply(self) -> int:
        return int(self.record.ply)

    @property
    def is_over(self) -> bool:
        return self.current_player == OVER

    @property
    def is_chance(self) -> bool:
        return self.current_player == CHANCE

    # -- what may happen, and making it happen -------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """Ids of everything that may happen next, ascending; the outcomes where chance decides."""
        actions = np.empty(self.game.spec.legal_limit, np.int32)
        n = self.game.play.list_actions(self.data, actions)
        legal: list[int] = actions[:n].tolist()
        return legal

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        mask = np.zeros(self.game.spec.action_count, np.bool_)
        mask[self.legal_actions()] = True
        return mask

    def chance_weights(self) -> list[tuple[int, int]]:
        """Every outcome of chance with its weight as a whole number; empty where a player decides."""
        if not self.is_chance:
            return []
        actions = np.empty(self.game.spec.legal_limit, np.int32)
        weights = np.empty(self.game.spec.legal_limit, np.int32)
        n = self.game.play.list_outcomes(self.data, actions, weights)
        return list(zip(actions[:n].tolist(), weights[:n].tolist(), strict=True))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of chance with its probability; empty where a player decides."""
        weighted = self.chance_weights()
        total = sum(weight for _, weight in weighted)
        return [(action, weight / total) for action, weight in weighted]

    def apply(self, action: int | str) -> None:
        """Make an action happen, given as its id or its text. An illegal one is refused and changes nothing."""
        number = self.parse(action) if isinstance(action, str) else action
        if type(number) is not int:
            number = self._action_no(number)
        if not -(2**31) <= number < 2**31 or not self.game.play.apply_checked(self.data, number):
            reason = self.why_not(number)
            raise IllegalAction(reason.text, reason.ruling)

    def _action_no(self, action: object) -> int:
        if isinstance(action, np.integer):
            return int(action)
        raise ParseError(f"an action is a whole number or its text, not {action!r}")

    def why_not(self, action: int) -> Reason:
        """Why an action that is not legal here is not."""
        if self.is_over:
            return Reason("the game is over")
        if not 0 <= action < self.game.spec.action_count:
            return Reason(f"there is no action {action}; ids go from 0 to {self.game.spec.action_count - 1}")
        return self.game.text.why_not(self.record, action)

    # -- text ----------------------------------------------------------------------------------------------

    def format(self, action: int) -> str:
        """An action in the game's notation."""
        return self.game.text.format_action(self.record, action)

    def parse(self, text: str) -> int:
        """The action that a text means here; it need not be legal."""
        if not isinstance(text, str):
            raise ParseError(f"an action's text is a string, not {text!r}")
        return self.game.text.parse_action(self.record, text)

    def describe(self, action: int) -> str:
        """An action in words, for a log line or a screen reader."""
        return self.game.text.describe_action(self.record, action)

    def tell(self, action: int, after: State) -> list[str]:
        """What the action that led from here to `after` made happen by itself, in words, a line for each thing."""
        teller = self.game.teller
        return [] if teller is None else teller(self.record, int(action), after.record)

    def describe_end(self) -> str:
        """How the game ended, in words; empty while it goes on."""
        return self.game.text.describe_end(self.record) if self.is_over else ""

    def seat_name(self, seat: int) -> str:
        """What the seat is called on the table now: a colour, a faction."""
        return self.game.text.seat_name(self.record, seat)

    def drawing(self) -> str:
        """The table as text with `[seat0]...[/]` marks for a terminal to colour."""
        return self.game.text.draw(self.record)

    def __str__(self) -> str:
        import re

        return re.sub(r"\[/?[a-z0-9]*\]", "", self.drawing())

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, ply {self.ply}, {self._status()}>"

    def _status(self) -> str:
        match self.current_player:
            case -4:
                return "over"
            case -1:
                return "chance decides"
            case seat:
                return f"{self.seat_name(seat)} decides"

    # -- points --------------------------------------------------------------------------------------------

    def scores(self) -> list[float]:
        """Points by the rules, at any time."""
        points = np.zeros(max(self.game.spec.players), np.float64)
        self.game.play.score_all(self.data, points)
        scores: list[float] = points[: self.players].tolist()
        return scores

    def winners(self) -> list[int]:
        """The seats with the most points once it is over, ties broken by the rules; all of them after a draw, none
        where even the best rank is lost."""
        if not self.is_over:
            return []
        ranks = np.zeros(max(self.game.spec.players), np.float64)
        self.game.play.rank_all(self.data, ranks)
        best = ranks[: self.players].max()
        return np.flatnonzero(ranks[: self.players] == best).tolist() if best >= LOST else []

    def returns(self) -> list[float]:
        """What the end is worth to each seat, in [-1, 1]; zeros until then."""
        values = np.zeros(max(self.game.spec.players), np.float64)
        self.game.play.returns_all(self.data, values)
        result: list[float] = values[: self.players].tolist()
        return result

    def observation(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """The state as one player sees it, in numbers; its named blocks are the BLOCKS of the game's evaluation."""
        tensor = np.empty(self.game.names["OBSERVATION_SIZE"], np.float32)
        self.game.play.observe_one(self.data, self.current_player if player is None else player, tensor)
        return tensor

    # -- copies and files ----------------------------------------------------------------------------------

    def clone(self) -> State:
        return State(self.game, self.data.copy())

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.from_bytes, (self.to_bytes(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def to_bytes(self) -> bytes:
        return self.data.tobytes()

    def to_json(self) -> dict[str, Any]:
        """The whole position in a form that a person can read and write."""
        return {"game": self.game.name, **self.game.position.to_json(self.record)}

    # -- pictures ------------------------------------------------------------------------------------------

    def scene(self, viewer: int | None = None, shape: Shape = "wide") -> Scene:
        """What a client draws. Choices are in it when the viewer decides, or when there is no viewer."""
        if viewer is not None and (type(viewer) is not int or not 0 <= viewer < self.players):
            raise BadOption(f"a viewer is a seat from 0 to {self.players - 1} or None, not {viewer!r}")
        if shape not in get_args(Shape):
            raise BadOption(f"a shape is one of {', '.join(get_args(Shape))}, not {shape!r}")
        return self.game.picture.scene(self, viewer, shape)

    def svg(self, viewer: int | None = None, shape: Shape = "wide") -> str:
        from stockade.core.svg import render

        return render(self.scene(viewer, shape), self.game.art())

    def _repr_svg_(self) -> str:
        return self.svg()
