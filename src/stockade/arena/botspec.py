"""Bots as a person writes them: `greedy`, `mcts:seconds=0.5,threads=1`, or a level from 1 to 5, as `3` or `level 3`.

A person's own bot is a class in a file or a module, `mybot.py:MyBot` or `package.module:MyBot`, with options after a
comma: `mybot.py:MyBot,depth=3`. A program in any language is `stdio:COMMAND`, with options in the same way. Quotes
protect commas and spaces in the command, as in a shell.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import typing
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any

from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.bots.bot import Bot
    from stockade.core.game import Game

COMMA = re.compile(r""",(?=(?:[^"']|"[^"]*"|'[^']*')*$)""")  # not between quotes
LEVEL = re.compile(r"(?:level )?(\d+)", re.ASCII)
GUESSED = int | float | bool | str  # the types of an option whose type nobody says


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot as a person writes it. Parsing `text` again gives the same spec."""

    text: str
    name: str  # empty for a level
    options: dict[str, Any]
    level: int = 0

    def make(self, game: Game, seed: int | None = None, players: int | None = None) -> Bot:
        """Return the bot, for a game of so many players. The seed is for bots that take one and were given none.

        It may tell what chance will do, so a person's own bot gets another one that follows from it.
        """
        from stockade.bots import is_own, level, make

        if self.level:
            return level(game, self.level, players).make(seed)
        options = dict(self.options)
        if seed is not None and "seed" in known_options(self.name):
            options.setdefault("seed", hidden(seed) if is_own(self.name) else seed)
        return make(self.name, **options)

    def title(self, game: Game) -> str:
        """Return the name that people read."""
        from stockade.bots import level

        return f"{level(game, self.level).name}, level {self.level}" if self.level else self.text


def hidden(seed: int) -> int:
    """Return a seed below 2^31 from which the given one cannot be computed."""
    return int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=4).digest()) >> 1


def parse_bot(text: str) -> BotSpec:
    """Read one bot, and check that it exists and has these options."""
    text = text.strip()
    if found := LEVEL.fullmatch(text):
        number = _level(found[1])
        return BotSpec(f"level {number}", "", {}, number)
    name, pairs = _divided(text)
    known, others = known_options(name), type_of_others(name)
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not key or not equals:
            raise BadOption(f"a bot is written name:key=value,key=value; {pair!r} in {text!r} is not key=value")
        if key not in known and others is None:
            raise BadOption(f"bot {name} has no option {key!r}; it has: {', '.join(known) or 'none'}")
        options[key] = _read_value(name, key, value, known.get(key, others))
    return BotSpec(text, name, options)


def _divided(text: str) -> tuple[str, list[str]]:
    """Return the name of a bot and its options, as they are written."""
    from stockade.bots import BOTS, is_own
    from stockade.bots.stdio import PREFIX

    first, *more = COMMA.split(text)
    name, colon, option = first.partition(":")
    if f"{name}:" == PREFIX or (name not in BOTS and is_own(first) and "=" not in option):
        return first, more
    return name, [option, *more] if colon else more


def runs_code(text: str) -> bool:
    """Return whether a bot is a person's own, so that reading it runs code that is not part of this package."""
    from stockade.bots import is_own

    return is_own(_divided(text.strip())[0])


def parse_bots(texts: list[str]) -> list[BotSpec]:
    """Read several bots, separated by commas or given one by one.

    `key=value` after a comma belongs to the bot before it. Commas between quotes separate nothing.
    """
    found: list[str] = []
    for text in texts:
        for number, part in enumerate(COMMA.split(text)):
            if number and "=" in part and ":" not in part.partition("=")[0]:
                found[-1] += "," + part
            else:
                found.append(part)
    return [parse_bot(text) for text in found]


def read_bots(game: Game, texts: list[str]) -> list[BotSpec]:
    """Read the bots of a series of games, and check that each can be made."""
    specs = parse_bots(texts)
    for spec in specs:
        spec.make(game)
    return specs


def _level(text: str) -> int:
    from stockade.bots.levels import LEVELS

    numbers = [level.level for level in LEVELS]
    if int(text) not in numbers:
        raise BadOption(f"there is no level {int(text)}; levels go from {min(numbers)} to {max(numbers)}")
    return int(text)


def known_options(name: str) -> dict[str, Any]:
    """Return the options of a bot and their types. Raises UnknownBot for an unknown name."""
    return {
        key: kind
        for key, (parameter, kind) in _parameters(name).items()
        if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
    }


def type_of_others(name: str) -> Any:
    """Return the type of options that a bot takes without naming them (`**options`), or None if it takes none."""
    found = _parameters(name).values()
    return next((kind for parameter, kind in found if parameter.kind == parameter.VAR_KEYWORD), None)


def _parameters(name: str) -> dict[str, tuple[inspect.Parameter, Any]]:
    """Return the parameters of a bot with their types: as written down, or as the default has."""
    from stockade.bots import kind_of

    kind: Any = kind_of(name)
    try:
        hints = typing.get_type_hints(getattr(kind, "func", kind).__init__)
    except (NameError, TypeError):  # a person's own bot may name types that cannot be found here
        hints = {}
    return {
        key: (each, hints.get(key, _type_of(each.default)))
        for key, each in inspect.signature(kind).parameters.items()
    }


def _type_of(default: object) -> Any:
    return type(default) if type(default) in (int, float, bool, str) else GUESSED


def _read_value(bot: str, key: str, text: str, kind: Any) -> Any:
    """Return the text as a value of one of the types that the option can have."""
    kinds = typing.get_args(kind) if isinstance(kind, UnionType) or _is_union(kind) else (kind,)
    for each in kinds:
        try:
            return _as(each, text)
        except ValueError:
            continue
    raise BadOption(f"bot {bot}: {key} is {_kind_text(kinds)}, not {text!r}")


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) is typing.Union


def _as(kind: Any, text: str) -> Any:
    words: dict[str, Any] = {}
    if kind is bool:
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    elif kind is NoneType:
        words = {"none": None}
    elif typing.get_origin(kind) is typing.Literal:
        words = {str(word): word for word in typing.get_args(kind)}
    elif kind in (int, float, str):
        return kind(text)
    if text.lower() not in words:
        raise ValueError(text)
    return words[text.lower()]


def _kind_text(kinds: tuple[Any, ...]) -> str:
    names = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", NoneType: "none"}
    return " or ".join(
        " or ".join(map(str, typing.get_args(kind)))
        if typing.get_origin(kind) is typing.Literal
        else names.get(kind, "of a type that cannot be written here")
        for kind in kinds
    )
