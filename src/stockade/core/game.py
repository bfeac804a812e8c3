"""A game as the rest of the project sees it: its spec, and one door to each of its files.

The files of a game are loaded when they are first needed, so that listing the games costs nothing. Every game
has the same files; their functions are the protocol:

    layout.py    STATE, the record
    rules.py     setup, legal, outcomes, apply, score; where ties are broken also rank (kernels)
    notation.py  format_action, parse_action, describe_action, describe_end, seat_name, draw
    position.py  to_json, from_json, validate
    reasons.py   why_not
    scene.py     scene
    tell.py      where much happens by itself: tell, a line for each thing that an action set going
    observe.py   OBSERVATION_SIZE, BLOCKS, observe (kernel)
    value.py     evaluate; where lists of actions are long also narrow (kernels)
    features.py  where the evaluation is fitted: FEATURES, describe (kernel), see `stockade.core.network`
    plans.py     where whole turns can be planned: prefer, advance, outlook (kernels)
    solve.py     where the game can be solved: solve, see `stockade.core.solution`
    study.py     where a designer wants to know more than who won: Watcher, WORDS, see `stockade.core.study`
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import resources
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from stockade.core import library
from stockade.core.errors import BadPosition
from stockade.core.spec import Options, Spec

if TYPE_CHECKING:
    from stockade.core.state import State

RULES = ("setup", "legal", "outcomes", "apply", "score")
PLANNING = ("prefer", "advance", "outlook")


class Game:
    """One set of rules. `stockade.game(name)` finds it."""

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
        """One of the game's own files."""
        return importlib.import_module(f"{self.package}.{name}")

    def has(self, name: str) -> bool:
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    def text_file(self, name: str) -> str:
        return resources.files(self.package).joinpath(name).read_text("utf-8")

    def art(self) -> str:
        """The game's sheet of SVG symbols."""
        return self.text_file("art.svg")

    def learn(self) -> str:
        """The rules for a newcomer, in Markdown with boards."""
        return self.text_file("learn.md")

    @cached_property
    def record(self) -> np.dtype[Any]:
        """The layout of a state; a record of it has its fields as attributes, compiled or not."""
        return np.dtype((np.record, self.module("layout").STATE))

    @cached_property
    def current_player_at(self) -> int:
        """Offset of the byte that says who decides."""
        return int(self.record.fields["current_player"][1])  # type: ignore[index]

    @cached_property
    def gaps(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The bytes of a record that belong to no field. Nought in them all makes equal states have equal bytes."""
        return ~_filled(self.record)

    @cached_property
    def teller(self) -> Callable[[Any, int, Any], list[str]] | None:
        """The game's own `tell`, where it has one."""
        return self.module("tell").tell if self.has("tell") else None

    @cached_property
    def names(self) -> dict[str, Any]:
        """What the template `play` is given of this game."""
        from stockade.core.narrow import keep_all, never

        rules, observe, value = self.module("rules"), self.module("observe"), self.module("value")
        plans = self.module("plans") if self.has("plans") else None
        return {
            "STATE": self.record,
            "LEGAL_LIMIT": self.spec.legal_limit,
            "ACTION_COUNT": self.spec.action_count,
            "PLAYERS_LIMIT": max(self.spec.players),
            "OBSERVATION_SIZE": observe.OBSERVATION_SIZE,
            "observe": observe.observe,
            "evaluate": value.evaluate,
            "narrow": getattr(value, "narrow", keep_all),  # the actions worth a look, in front
            "is_beyond": getattr(value, "is_beyond", never),  # where search stops and judges
            **{name: getattr(plans, name) for name in PLANNING if plans is not None},
            **({"describe": self.module("features").describe} if self.has("features") else {}),
            **{name: getattr(rules, name) for name in RULES},
            "rank": getattr(rules, "rank", rules.score),  # values that order the seats; by points unless it says more
        }

    @cached_property
    def play(self) -> ModuleType:
        """The kernels behind `State`."""
        from stockade.core.kernel import bind

        library.want(self)
        return bind("play", self.name, self.names)

    @cached_property
    def shared_names(self) -> dict[str, Any]:
        """What the other templates are given: the game's names, and what `play` makes of them."""
        shared = ("choices", "returns", "look_at", "next_random", "random_below", "pick_by_weight", "random_choice")
        return self.names | {name: getattr(self.play, name) for name in shared}

    def kernels(self, template: str) -> ModuleType:
        """A template bound to this game: `playout`, `batch`, `perft`, `mcts`. What these do is too much for Python:
        this waits until the game is compiled."""
        self.compile()
        return self.template(template)

    def template(self, name: str) -> ModuleType:
        """The same without waiting: for single calls, which Python can do as well."""
        from stockade.core.kernel import bind

        return bind(name, self.name, self.shared_names)

    def compile(self) -> None:
        """Wait until the game runs compiled in this process: for those who are about to play very many games."""
        library.require(self)

    @property
    def is_compiled(self) -> bool:
        """Whether the game runs compiled in this process by now; until then Python runs it."""
        return library.is_loaded(self)

    @property
    def is_ready(self) -> bool:
        """Whether `compile` would return at once: the game runs compiled, or it never will."""
        return self.is_compiled or library.is_disabled()

    def options(self, players: int | None = None, given: Mapping[str, Any] | None = None) -> Options:
        """The options a match would have: checked, and completed with the defaults."""
        return self.spec.check_options(self.spec.check_players(players), given)

    def setup_arguments(self, players: int | None, options: Mapping[str, Any] | None) -> tuple[int, Any]:
        """Player count and options in the form the kernel `setup` takes."""
        count = self.spec.check_players(players)
        checked = self.spec.check_options(count, options)
        return count, np.array(self.spec.encode_options(checked), np.int32)

    def start(self, players: int | None = None, options: Mapping[str, Any] | None = None) -> State:
        """A fresh state. Where the game begins with chance, chance is the first to decide."""
        from stockade.core.state import State

        data = np.zeros(self.record.itemsize, np.uint8)
        self.play.start(data, *self.setup_arguments(players, options))
        return State(self, data)

    def from_bytes(self, data: bytes) -> State:
        """The state that `to_bytes` gave; refuses bytes that are none."""
        from stockade.core.state import State

        whole = bytes(data) if isinstance(data, (bytes, bytearray, memoryview)) else b""
        if len(whole) != self.record.itemsize:
            raise BadPosition(f"a position of {self.spec.title} has {self.record.itemsize} bytes")
        state = State(self, np.frombuffer(whole, np.uint8).copy())
        if state._data[self.gaps].any():
            raise BadPosition("bytes between the fields of a position are nought")
        self.module("position").validate(state.record)
        return state

    def from_json(self, position: Mapping[str, Any]) -> State:
        """The state that a readable position describes; refuses what breaks the rules."""
        from stockade.core.state import State

        if not isinstance(position, Mapping):
            raise BadPosition("a position is an object with named fields")
        if position.get("game", self.name) != self.name:
            raise BadPosition(f"this is a position of {position.get('game')!r}, not of {self.name!r}")
        state = State(self, np.zeros(self.record.itemsize, np.uint8))
        module = self.module("position")
        module.from_json(position, state.record)
        module.validate(state.record)
        return state


def _filled(record: np.dtype[Any]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which bytes of a record its fields lie on, in the records inside it too."""
    filled = np.ones(record.itemsize, np.bool_)
    if record.fields is not None:
        filled[:] = False
        for field, start, *_ in record.fields.values():
            filled[start : start + field.itemsize] = np.resize(_filled(field.base), field.itemsize)
    return filled
