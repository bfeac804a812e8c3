"""A game as the rest of the project sees it: its spec, and access to each of its rooms.

Rooms are loaded when they are first needed, so that listing the games is cheap. `stockade.core.contract` says what
each room has.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from html import escape
from importlib import resources
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from stockade.core import contract, library
from stockade.core.checks import excess
from stockade.core.contract import (
    Effects,
    Evaluation,
    Features,
    Narrowing,
    Picture,
    Plans,
    Play,
    Position,
    Ranking,
    Rules,
    Solution,
    Study,
    Text,
)
from stockade.core.errors import BadPosition
from stockade.core.language import ENGLISH, Words, language
from stockade.core.spec import Options, Spec

if TYPE_CHECKING:
    from stockade.core.ledger import Event, Ledger
    from stockade.core.scene import Sign
    from stockade.core.state import State


class Game:
    """One set of rules. Use `stockade.game(name)` to find it."""

    def __init__(self, spec: Spec, package: str) -> None:
        self.spec = spec
        self.package = package

    @property
    def name(self) -> str:
        return self.spec.name

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from stockade.core.registry import game

        return game, (self.name,)

    def module(self, name: str) -> ModuleType:
        """Import one of the modules of the game's package."""
        return importlib.import_module(f"{self.package}.{name}")

    def _room(self, name: str, protocol: type) -> Any:
        module = self.module(name)
        contract.check_room(self.spec.title, name, module, protocol)
        return module

    def has(self, name: str) -> bool:
        """Return whether the game has one of the optional rooms. Nothing is loaded to find out."""
        place = resources.files(self.package).joinpath("evaluation")
        return place.joinpath(f"{name}.py").is_file() or place.joinpath(name).is_dir()

    def _optional(self, name: str, protocol: type) -> Any:
        return self._room(f"evaluation.{name}", protocol) if self.has(name) else None

    @cached_property
    def rules(self) -> Rules[Any]:
        room: Rules[Any] = self._room("rules", Rules)
        return room

    @cached_property
    def evaluation(self) -> Evaluation[Any]:
        room: Evaluation[Any] = self._room("evaluation", Evaluation)
        return room

    @cached_property
    def text(self) -> Text[Any]:
        room: Text[Any] = self._room("text", Text)
        return room

    @cached_property
    def position(self) -> Position[Any]:
        room: Position[Any] = self._room("position", Position)
        return room

    @cached_property
    def picture(self) -> Picture:
        room: Picture = self._room("picture", Picture)
        return room

    @cached_property
    def plans(self) -> Plans[Any] | None:
        room: Plans[Any] | None = self._optional("plans", Plans)
        return room

    @cached_property
    def features(self) -> Features[Any] | None:
        room: Features[Any] | None = self._optional("features", Features)
        return room

    @cached_property
    def study(self) -> Study | None:
        room: Study | None = self._optional("study", Study)
        return room

    @cached_property
    def solution(self) -> Solution | None:
        room: Solution | None = self._optional("solution", Solution)
        return room

    @cached_property
    def words(self) -> Words:
        """The game's catalogues, for texts that are said outside of it."""
        return Words(self.package)

    def check(self) -> None:
        """Load every room. Raises BadGame if one of them lacks something."""
        for name in (*contract.ROOMS, *contract.OPTIONAL):
            getattr(self, name)

    def text_file(self, name: str) -> str:
        return resources.files(self.package).joinpath(name).read_text("utf-8")

    def art(self) -> str:
        """Return the game's sheet of SVG symbols, with the words in it in the reader's language."""
        sheet = self.text_file("picture/art.svg")
        if language() == ENGLISH:
            return sheet
        return re.sub(r">([^<>]+)</text>", lambda found: f">{escape(self.words.say(found[1]))}</text>", sheet)

    @property
    def legend(self) -> tuple[Sign, ...]:
        """The symbols that stand for a thing, and what they mean. Empty if the game explains none."""
        say = self.words.say
        signs: tuple[Sign, ...] = getattr(self.picture, "LEGEND", ())
        return tuple(replace(sign, name=say(sign.name), text=say(sign.text)) for sign in signs)

    def learn(self) -> str:
        """Return the rules for a new player, in Markdown with boards, in the reader's language if possible."""
        code = language()
        translated = resources.files(self.package).joinpath(f"learn.{code}.md")
        return translated.read_text("utf-8") if translated.is_file() else self.text_file("learn.md")

    @cached_property
    def record(self) -> np.dtype[Any]:
        """The layout of a state. The fields of a record are its attributes, compiled or not."""
        layout: np.dtype[Any] = self.module("layout").STATE
        return layout

    @cached_property
    def current_player_at(self) -> int:
        """The offset of the byte that says who decides."""
        return int(self.record.fields["current_player"][1])  # type: ignore[index]

    @cached_property
    def gaps(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The bytes of a record that belong to no field. They are all zero, so that equal states have equal bytes."""
        return ~_filled(self.record)

    @cached_property
    def teller(self) -> Callable[[Any, int, Any], list[Event]] | None:
        """The game's own `tell`, or None."""
        return getattr(self.text, "tell", None)

    @cached_property
    def counter(self) -> Callable[[Any], Ledger] | None:
        """The game's own `ledger`, or None."""
        return getattr(self.text, "ledger", None)

    @cached_property
    def has_orders(self) -> bool:
        """Whether players can decide something before they are asked."""
        return hasattr(self.text, "orders")

    @cached_property
    def names(self) -> dict[str, Any]:
        """What templates find in their namespace about this game, except what the template `play` provides."""
        from stockade.core.narrow import keep_all, never

        constants = {
            "STATE": self.record,
            "LEGAL_LIMIT": self.spec.legal_limit,
            "ACTION_COUNT": self.spec.action_count,
            "PLAYERS_LIMIT": max(self.spec.players),
        }
        defaults = {"rank": self.rules.score, "effect": self.rules.apply, "narrow": keep_all, "is_beyond": never}
        rooms = (
            (self.rules, Rules),
            (self.rules, Ranking),
            (self.rules, Effects),
            (self.evaluation, Evaluation),
            (self.evaluation, Narrowing),
            (self.plans, Plans),
            (self.features, Features),
        )
        found = [contract.members_of(room, protocol) for room, protocol in rooms if room is not None]
        return constants | defaults | {name: value for each in found for name, value in each.items()}

    @cached_property
    def play(self) -> ModuleType:
        """The kernels behind `State`."""
        from stockade.core.kernel import bind

        library.want(self)
        return bind("play", self.name, self.names)

    @cached_property
    def shared_names(self) -> dict[str, Any]:
        """The names that the other templates get: the game's own, and those that `play` provides."""
        return self.names | contract.members_of(self.play, Play)

    def kernels(self, template: str) -> ModuleType:
        """Return a template bound to this game, such as `playout`, `batch`, `perft` or `mcts`.

        Waits until the game is compiled, because these templates are too slow in Python.
        """
        self.compile()
        return self.template(template)

    def template(self, name: str) -> ModuleType:
        """Return a template bound to this game without waiting. For single calls, which Python can run as well."""
        from stockade.core.kernel import bind

        return bind(name, self.name, self.shared_names)

    def compile(self) -> None:
        """Wait until the game runs compiled in this process. For programs that are about to play many games."""
        library.require(self)

    @property
    def is_compiled(self) -> bool:
        """Whether the game runs compiled in this process. Until then, Python runs it."""
        return library.is_loaded(self)

    @property
    def is_ready(self) -> bool:
        """Whether `compile` would return at once: the game runs compiled, or it never will."""
        return self.is_compiled or library.is_disabled()

    def options(self, players: int | None = None, given: Mapping[str, Any] | None = None) -> Options:
        """Return the options that a match would have: checked, and completed with the defaults."""
        return self.spec.check_options(self.spec.check_players(players), given)

    def setup_arguments(self, players: int | None, options: Mapping[str, Any] | None) -> tuple[int, Any]:
        """Return the player count and the options as arguments of the kernel `setup`."""
        count = self.spec.check_players(players)
        checked = self.spec.check_options(count, options)
        return count, np.array(self.spec.encode_options(checked), np.int32)

    def start(self, players: int | None = None, options: Mapping[str, Any] | None = None) -> State:
        """Return a new state. If the game begins with chance, chance decides first."""
        from stockade.core.state import State

        data = np.zeros(self.record.itemsize, np.uint8)
        self.play.start(data, *self.setup_arguments(players, options))
        return State(self, data)

    def from_bytes(self, data: bytes) -> State:
        """Return the state that `to_bytes` gave. Refuses other bytes."""
        from stockade.core.state import State

        whole = bytes(data) if isinstance(data, (bytes, bytearray, memoryview)) else b""
        if len(whole) != self.record.itemsize:
            raise BadPosition(f"a position of {self.spec.title} has {self.record.itemsize} bytes")
        state = State(self, np.frombuffer(whole, np.uint8).copy())
        if state.data[self.gaps].any():
            raise BadPosition("the bytes between the fields of a position must be zero")
        self.position.validate(state.record)
        return state

    def from_json(self, position: Mapping[str, Any]) -> State:
        """Return the state that a readable position describes. Refuses a position that breaks the rules."""
        from stockade.core.state import State

        if not isinstance(position, Mapping):
            raise BadPosition("a position is an object with named fields")
        if wrong := excess(position):
            raise BadPosition(f"this is not a position: {wrong}")
        if position.get("game", self.name) != self.name:
            raise BadPosition(f"this is a position of {position.get('game')!r}, not of {self.name!r}")
        state = State(self, np.zeros(self.record.itemsize, np.uint8))
        self.position.from_json(position, state.record)
        self.position.validate(state.record)
        return state


def _filled(record: np.dtype[Any]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which bytes of a record belong to its fields, and to the fields of the records inside it."""
    filled = np.ones(record.itemsize, np.bool_)
    if record.fields is not None:
        filled[:] = False
        for field, start, *_ in record.fields.values():
            filled[start : start + field.itemsize] = np.resize(_filled(field.base), field.itemsize)
    return filled
