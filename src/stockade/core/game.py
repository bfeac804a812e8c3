"""A game as the rest of the project sees it: its spec, and access to each of its rooms.

Rooms are loaded when they are first needed, so that listing the games is cheap. `stockade.core.contract` says what
each room has.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from importlib import resources
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from stockade.core import contract, library
from stockade.core.checks import excess
from stockade.core.contract import (
    Arranging,
    Effects,
    Evaluation,
    Features,
    Foresight,
    Guiding,
    Narrowing,
    Picture,
    Plans,
    Play,
    Position,
    Ranking,
    Rules,
    Setting,
    Solution,
    Study,
    Text,
)
from stockade.core.errors import BadPosition, NotAllowed, quoted
from stockade.core.language import ENGLISH, Words, language, say
from stockade.core.layout import OVER
from stockade.core.spec import Options, Spec

if TYPE_CHECKING:
    from stockade.core.guide import Course, Section, TipWords
    from stockade.core.ledger import Event, Ledger, Things
    from stockade.core.scene import Shape, Sign
    from stockade.core.state import State
    from stockade.core.tray import Tray


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
        if self.has_guide:
            self.course(0)

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
        its = self.words.say
        signs: tuple[Sign, ...] = getattr(self.picture, "LEGEND", ())
        return tuple(replace(sign, name=its(sign.name), text=its(sign.text)) for sign in signs)

    def learn(self) -> str:
        """Return the rules for a new player, in Markdown with boards, in the reader's language if possible."""
        return self._translated("learn")

    def _translated(self, name: str) -> str:
        """Return one of the game's Markdown files, in the reader's language if possible."""
        translated = resources.files(self.package).joinpath(f"{name}.{language()}.md")
        return translated.read_text("utf-8") if translated.is_file() else self.text_file(f"{name}.md")

    def sections(self) -> list[Section]:
        """Return the sections of the lesson, in the reader's language."""
        from stockade.core.guide import read_sections

        return read_sections(self.text_file("learn.md"), self.learn())

    @cached_property
    def has_guide(self) -> bool:
        """Whether a new player can be guided through a first game. Nothing is loaded to find out."""
        return resources.files(self.package).joinpath("guide.md").is_file()

    @cached_property
    def guiding(self) -> Guiding[Any]:
        """What the game's text has for a guided first game."""
        if not self.has_guide:
            raise NotAllowed(say("{game} has no guide", game=self.spec.title))
        room: Guiding[Any] = self._room("text", Guiding)
        return room

    def course(self, seat: int) -> Course:
        """Return the guide for a player, before a match has begun."""
        from stockade.core.guide import Course

        return Course(self.guiding.GUIDE, seat)

    def guide_words(self) -> dict[str, TipWords]:
        """Return what the tips of the guide say, by their ids, in the reader's language if possible."""
        from stockade.core.guide import read_words

        return read_words(self._translated("guide"))

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
    def namer(self) -> Callable[[Any], Things] | None:
        """The game's own `things`, or None."""
        return getattr(self.text, "things", None)

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
        defaults = {
            "rank": self.rules.score,
            "effect": self.rules.apply,
            "narrow": keep_all,
            "is_beyond": never,
            "FORESIGHT": contract.TO_THE_END,
        }
        rooms = (
            (self.rules, Rules),
            (self.rules, Ranking),
            (self.rules, Effects),
            (self.evaluation, Evaluation),
            (self.evaluation, Narrowing),
            (self.plans, Plans),
            (self.plans, Foresight),
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
        provided = contract.members_of(self.play, Play)
        return self.names | provided | {"finish_turn": self.names.get("advance", provided["take_best"])}

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
        state = self._read(position)
        self.position.validate(state.record)
        return state

    def _read(self, position: Mapping[str, Any]) -> State:
        from stockade.core.state import State

        if not isinstance(position, Mapping):
            raise BadPosition("a position is an object with named fields")
        if wrong := excess(position):
            raise BadPosition(f"this is not a position: {wrong}")
        if position.get("game", self.name) != self.name:
            raise BadPosition(f"this is a position of {position.get('game')!r}, not of {self.name!r}")
        state = State(self, np.zeros(self.record.itemsize, np.uint8))
        self.position.from_json(position, state.record)
        return state

    @property
    def has_tray(self) -> bool:
        """Whether people can set up positions by putting things on the table."""
        return hasattr(self.picture, "tray") and hasattr(self.position, "put")

    def sketch(self, position: Mapping[str, Any]) -> State:
        """Return a state for a picture of a position that no match may be able to reach. Nobody decides in it.

        Only for games with a tray. Never play on from such a state.
        """
        state = self._read(position)
        state.record.current_player = OVER
        return state

    def put(
        self, position: Mapping[str, Any], item: str, touches: Sequence[str], viewer: int | None = None
    ) -> dict[str, Any]:
        """Return a position after an item of the tray was put somewhere, as `viewer` sees the table."""
        tray, written = self._tray(position, viewer)
        found = next((each for each in tray.items if each.id == item), None)
        if found is None or tuple(touches) not in found.places:
            raise BadPosition(f"{quoted(item)} cannot be put on {quoted(list(touches))}")
        return self._arranged(cast(Arranging, self.position).put(written, item, touches))

    def dial(
        self, position: Mapping[str, Any], dial: str, value: int | str, viewer: int | None = None
    ) -> dict[str, Any]:
        """Return a position after a dial of the tray was set, as `viewer` sees the table."""
        tray, written = self._tray(position, viewer)
        found = next((each for each in tray.dials if each.id == dial), None)
        if found is None:
            raise BadPosition(f"there is nothing to set that is called {quoted(dial)}")
        if found.choices:
            fits = value in [word for word, _ in found.choices]
        else:
            fits = type(value) is int and found.low <= value <= found.high
        if not fits:
            raise BadPosition(f"{quoted(dial)} cannot be {quoted(value)}")
        return self._arranged(cast(Arranging, self.position).dial(written, dial, value))

    def tray(self, state: State, viewer: int | None = None, shape: Shape = "wide") -> Tray | None:
        """Return what can be put on the table, or None if the game does not say."""
        return cast(Setting, self.picture).tray(state, viewer, shape) if self.has_tray else None

    def _tray(self, position: Mapping[str, Any], viewer: int | None) -> tuple[Tray, dict[str, Any]]:
        """Return the tray of a position, and the position as the game itself would write it."""
        tray = self.tray(self.sketch(position), viewer)
        if tray is None:
            raise BadPosition(f"positions of {self.spec.title} cannot be set up with pieces")
        return tray, self.position.to_json(self._read(position).record)

    def _arranged(self, position: dict[str, Any]) -> dict[str, Any]:
        return {"game": self.name, **position}

    def options_at(self, state: State) -> Options:
        """Return the options of a match that begins at this state."""
        found = getattr(self.position, "options", None)
        if found is None and self.spec.options:
            raise BadPosition(f"matches of {self.spec.title} cannot begin at a position")
        return self.options(state.players, found(state.record) if found else {})


def _filled(record: np.dtype[Any]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which bytes of a record belong to its fields, and to the fields of the records inside it."""
    filled = np.ones(record.itemsize, np.bool_)
    if record.fields is not None:
        filled[:] = False
        for field, start, *_ in record.fields.values():
            filled[start : start + field.itemsize] = np.resize(_filled(field.base), field.itemsize)
    return filled
