"""Bots as a person writes them: `greedy`, `mcts:seconds=0.5,threads=1`, or a level from 1 to 5."""

from __future__ import annotations

import inspect
import typing
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any

from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.bots.bot import Bot
    from stockade.core.game import Game


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot as a person writes it. Parsing `text` again gives the same spec."""

    text: str
    name: str  # empty for a level
    options: dict[str, Any]
    level: int = 0

    def make(self, game: Game, seed: int | None = None) -> Bot:
        """Return the bot. The seed is for bots that take one and were not given another."""
        from stockade.bots import level, make

        if self.level:
            return level(game, self.level).make(seed)
        options = dict(self.options)
        if seed is not None and "seed" in known_options(self.name):
            options.setdefault("seed", seed)
        return make(self.name, **options)

    def title(self, game: Game) -> str:
        """Return the name that people read."""
        from stockade.bots import level

        return f"{level(game, self.level).name}, level {self.level}" if self.level else self.text


def parse_bot(text: str) -> BotSpec:
    """Read one bot, and check that it exists and has these options."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        return BotSpec(text, "", {}, _level(text))
    name, colon, rest = text.partition(":")
    known = known_options(name)
    options: dict[str, Any] = {}
    for pair in rest.split(",") if colon else ():
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not key or not equals:
            raise BadOption(f"a bot is written name:key=value,key=value; {pair!r} in {text!r} is not key=value")
        if key not in known:
            raise BadOption(f"bot {name} has no option {key!r}; it has: {', '.join(known) or 'none'}")
        options[key] = _read_value(name, key, value, known[key])
    return BotSpec(text, name, options)


def parse_bots(texts: list[str]) -> list[BotSpec]:
    """Read several bots, separated by commas or given one by one.

    `key=value` after a comma belongs to the bot before it.
    """
    found: list[str] = []
    for text in texts:
        for number, part in enumerate(text.split(",")):
            if number and "=" in part and ":" not in part.partition("=")[0]:
                found[-1] += "," + part
            else:
                found.append(part)
    return [parse_bot(text) for text in found]


def read_bots(game: Game, texts: list[str]) -> list[BotSpec]:
    """Read the bots of a series of games, and check that each can be made."""
    specs = parse_bots(texts)
    for spec in specs:
        if spec.level:
            raise BadOption(f"levels are for people: name the bot instead of level {spec.level} (`stockade bots`)")
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
    from stockade.bots import BOTS, make

    if name not in BOTS:
        make(name)  # raises, and names the bots that exist
    bot: Any = BOTS[name]
    hints = typing.get_type_hints(bot.__init__)
    return {key: hints.get(key, str) for key in inspect.signature(bot).parameters}


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
    texts = [
        " or ".join(map(str, typing.get_args(kind))) if typing.get_origin(kind) is typing.Literal else names.get(kind)
        for kind in kinds
    ]
    return " or ".join(text for text in texts if text)
