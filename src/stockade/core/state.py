"""The state of a game: the bytes of one record, with methods that ask the rules about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import numpy.typing as npt

from stockade.core.errors import BadOption, IllegalAction, ParseError, Reason, quoted
from stockade.core.language import say
from stockade.core.layout import CHANCE, LOST, OVER
from stockade.core.ledger import POINT, Account, Event, Ledger, Things, change_words, changes_between, sum_of
from stockade.core.orders import Given, Order
from stockade.core.scene import Scene, Shape

if TYPE_CHECKING:
    from stockade.core.game import Game

LONGEST_TEXT = 1000  # characters of an action's text


class State:
    """A state of a game. `apply` changes it; `clone` copies it in well under a microsecond."""

    __slots__ = ("data", "game")

    def __init__(self, game: Game, data: npt.NDArray[np.uint8]) -> None:
        self.game = game
        self.data = data  # the record's bytes, as kernels take them; writing to them changes the state without checks

    # -- who decides ---------------------------------------------------------------------------------------

    @property
    def record(self) -> Any:
        """The state's fields by name, as in the game's `layout.py`.

        Writing to them changes the state without checks.
        """
        return np.ndarray(1, self.game.record, self.data)[0]  # a view, made faster than by `data.view`

    @property
    def current_player(self) -> int:
        """The seat to move, `CHANCE` (-1) or `OVER` (-4)."""
        value = self.data.item(self.game.current_player_at)
        return value - 256 if value > 127 else value  # a signed byte; reading it through the record would be slow

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
        """Return the ids of all legal actions in ascending order. For chance, these are its outcomes."""
        actions = np.empty(self.game.spec.legal_limit, np.int32)
        n = self.game.play.list_actions(self.data, actions)
        legal: list[int] = actions[:n].tolist()
        return legal

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        mask = np.zeros(self.game.spec.action_count, np.bool_)
        mask[self.legal_actions()] = True
        return mask

    def chance_weights(self) -> list[tuple[int, int]]:
        """Return all chance outcomes with integer weights, or an empty list if a player decides."""
        if not self.is_chance:
            return []
        actions = np.empty(self.game.spec.legal_limit, np.int32)
        weights = np.empty(self.game.spec.legal_limit, np.int32)
        n = self.game.play.list_outcomes(self.data, actions, weights)
        return list(zip(actions[:n].tolist(), weights[:n].tolist(), strict=True))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all chance outcomes with probabilities, or an empty list if a player decides."""
        weighted = self.chance_weights()
        total = sum(weight for _, weight in weighted)
        return [(action, weight / total) for action, weight in weighted]

    def apply(self, action: int | str) -> None:
        """Take an action, given as id or text. An illegal action raises an error and changes nothing."""
        number = self.parse(action) if isinstance(action, str) else action
        if type(number) is not int:
            number = self._action_no(number)
        if not -(2**31) <= number < 2**31 or not self.game.play.apply_checked(self.data, number):
            reason = self.why_not(number)
            raise IllegalAction(reason.text, reason.ruling)

    def _action_no(self, action: object) -> int:
        if isinstance(action, np.integer):
            return int(action)
        raise ParseError(f"an action is a whole number or its text, not {quoted(action)}")

    def is_final(self, action: int) -> bool:
        """Return whether the player could not take a legal action back freely: the turn passes, or chance acts."""
        after = self.clone()
        self.game.play.apply_legal(after.data, action)
        return after.current_player != self.current_player

    def why_not(self, action: int) -> Reason:
        """Return why an illegal action is not allowed."""
        if self.is_over:
            return Reason(say("the game is over"))
        if not 0 <= action < self.game.spec.action_count:
            return Reason(f"there is no action {quoted(action)}; ids go from 0 to {self.game.spec.action_count - 1}")
        return self.game.text.why_not(self.record, action)

    # -- text ----------------------------------------------------------------------------------------------

    def format(self, action: int) -> str:
        """Return an action in the game's notation."""
        return self.game.text.format_action(self.record, action)

    def parse(self, text: str) -> int:
        """Return the action that a text stands for in this state. It need not be legal."""
        if not isinstance(text, str):
            raise ParseError(f"an action's text is a string, not {quoted(text)}")
        if len(text) > LONGEST_TEXT:
            raise ParseError(f"an action's text has at most {LONGEST_TEXT} characters")
        return self.game.text.parse_action(self.record, text)

    def describe(self, action: int) -> str:
        """Return an action in words, for the log and for screen readers."""
        return self.game.text.describe_action(self.record, action)

    def orders(self, seat: int) -> list[Order]:
        """Return the orders that a seat can give now: answers to questions that it may be asked later."""
        if self.is_over or not self.game.has_orders:
            return []
        return list(self.game.text.orders(self.record, seat))  # type: ignore[attr-defined]

    def answer(self, given: Iterable[Given]) -> int | None:
        """Return the action that the orders of the player who decides mean here, or None.

        Orders that the game no longer offers have lapsed, and an order never leads to an illegal action.
        """
        if self.is_over or self.is_chance:
            return None
        offered = {(order.name, order.occasion) for order in self.orders(self.current_player)}
        for order in given:
            if (order.name, order.occasion) in offered:
                action: int | None = self.game.text.answer(self.record, order)  # type: ignore[attr-defined]
                if action is not None and action in self.legal_actions():
                    return action
        return None

    def ledger(self) -> Ledger:
        """Return everything that people count at the table, or the points if the game has no ledger."""
        counter = self.game.counter
        if counter is not None:
            return counter(self.record)
        return {Account(seat, POINT): round(points) for seat, points in enumerate(self.scores())}

    def things(self) -> Things:
        """Return what the things that the ledger counts are called, if the game has names for them."""
        return {} if self.game.namer is None else self.game.namer(self.record)

    def tell(self, action: int, after: State) -> list[Event]:
        """Return what the action that led from this state to `after` caused, one line for each event.

        Together the events tell every change of the ledger.
        """
        teller = self.game.teller
        events = [] if teller is None else teller(self.record, int(action), after.record)
        told = sum_of((self.ledger(), *(event.changes for event in events)))
        untold = changes_between(told, after.ledger())
        return [Event(change_words(untold, self.seat_name), untold), *events] if untold else events

    def effect(self, action: int) -> State:
        """Return the state after a legal action, without what follows from the end of the turn."""
        after = self.clone()
        self.game.play.take_effect(after.data, action)
        return after

    def gains(self, actions: Iterable[int]) -> list[str]:
        """Return in words exactly what each of some legal actions does: "−3 excavators; Italy +1 credit"."""
        seat, before = self.current_player, self.ledger()
        gains = []
        for action in actions:
            after = self.effect(action)
            words = change_words(changes_between(before, after.ledger()), self.seat_name, seat)
            gains.append(", ".join(filter(None, (after.outcome(seat), words))))
        return gains

    def outcome(self, seat: int) -> str:
        """Return in a word or two how the game ended for a seat, or nothing while it goes on."""
        if not self.is_over:
            return ""
        if self.players == 1:
            return say("ends the game")
        winners = self.winners()
        if seat not in winners:
            return say("loses")
        return say("wins") if len(winners) == 1 else say("ties")

    def describe_end(self) -> str:
        """Return in words how the game ended, or an empty text while it goes on."""
        return self.game.text.describe_end(self.record) if self.is_over else ""

    def seat_name(self, seat: int) -> str:
        """Return the current name of a seat on the table, such as a colour or a faction."""
        return self.game.text.seat_name(self.record, seat)

    def drawing(self) -> str:
        """Return the table as text, with `[seat0]...[/]` marks for colours in a terminal."""
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
        """Return the points of all seats, at any time during the game."""
        points = np.zeros(max(self.game.spec.players), np.float64)
        self.game.play.score_all(self.data, points)
        scores: list[float] = points[: self.players].tolist()
        return scores

    def winners(self) -> list[int]:
        """Return the seats that won, with ties broken by the rules.

        After a draw these are all seats. If even the best result counts as a loss, there are none.
        """
        if not self.is_over:
            return []
        ranks = np.zeros(max(self.game.spec.players), np.float64)
        self.game.play.rank_all(self.data, ranks)
        best = ranks[: self.players].max()
        return np.flatnonzero(ranks[: self.players] == best).tolist() if best >= LOST else []

    def returns(self) -> list[float]:
        """Return the value of the result for each seat, in [-1, 1], or zeros while the game goes on.

        The values sum to zero if somebody won. If nobody did, every seat has the value of a loss.
        """
        values = np.zeros(max(self.game.spec.players), np.float64)
        self.game.play.returns_all(self.data, values)
        result: list[float] = values[: self.players].tolist()
        return result

    def observation(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """Return what one player sees, as numbers. BLOCKS in the game's evaluation names the parts."""
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
        """Return the position as JSON that a person can read and write."""
        return {"game": self.game.name, **self.game.position.to_json(self.record)}

    # -- pictures ------------------------------------------------------------------------------------------

    def scene(self, viewer: int | None = None, shape: Shape = "wide") -> Scene:
        """Return what a client draws. It includes choices if the viewer is to move or there is no viewer."""
        if viewer is not None and (type(viewer) is not int or not 0 <= viewer < self.players):
            raise BadOption(f"a viewer is a seat from 0 to {self.players - 1} or None, not {quoted(viewer)}")
        if shape not in get_args(Shape):
            raise BadOption(f"a shape is one of {', '.join(get_args(Shape))}, not {quoted(shape)}")
        scene = self.game.picture.scene(self, viewer, shape)
        gains = self.gains([choice.action for choice in scene.choices]) if scene.choices else []
        for choice, gain in zip(scene.choices, gains, strict=True):
            choice.gain, choice.final = gain, self.is_final(choice.action)
        return scene

    def svg(self, viewer: int | None = None, shape: Shape = "wide") -> str:
        from stockade.core.svg import render

        return render(self.scene(viewer, shape), self.game.art())

    def _repr_svg_(self) -> str:
        return self.svg()
