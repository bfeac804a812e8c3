"""What a game says of itself before any of its rules are loaded: name, players, options, limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from stockade.core.errors import BadOption

Value = bool | int | str
Options = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One variant or setting. Its kind follows from the default: a bool, a whole number or one of `choices`.

    With a `pattern` its choices are words, and any other text that the pattern matches as a whole will do too.
    """

    name: str
    default: Value
    text: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[int | str, ...] = ()
    pattern: str = ""  # a regular expression for texts in capitals that are no words of `choices`
    pattern_text: str = ""  # what it matches, in words
    read: Callable[[Any], str] | None = None
    """For an option that is a table of data: from a name of `choices`, a whole text or a Path, the value to keep."""
    numbers: Callable[[str], list[int]] | None = None
    """And what `setup` gets of that value: as many numbers as it takes, so such an option comes last."""
    change: Callable[[str, tuple[str, ...], str], str] | None = None
    """And how a designer changes one thing in it: the value, the path to the thing, and what it shall be, as texts;
    gives the value to keep, or says what is wrong."""

    @property
    def kind(self) -> Literal["bool", "int", "choice"]:
        if isinstance(self.default, bool):
            return "bool"
        return "choice" if self.choices else "int"

    def check(self, value: object) -> Value:
        """The value itself when it is one this option can have; text from a command line is understood too."""
        if self.read is not None:
            if not isinstance(value, str | Path):
                raise BadOption(f"option {self.name} cannot be {value!r}: it is {self.range_text()}")
            return self.read(value)
        understood = self._from_text(value) if isinstance(value, str) else value
        match self.kind:
            case "bool":
                fits = isinstance(understood, bool)
            case "choice":
                fits = not isinstance(understood, bool) and self._is_word(understood)
            case _:
                fits = type(understood) is int and self._in_range(understood)
        if not fits:
            raise BadOption(f"option {self.name} cannot be {value!r}: it is {self.range_text()}")
        return understood  # type: ignore[return-value]

    def _from_text(self, text: str) -> object:
        if self.kind == "bool":
            return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(
                text.lower(), text
            )
        if self.pattern:
            return next((form for form in (text, text.lower(), text.upper()) if self._is_word(form)), text)
        try:
            return int(text) if text not in self.choices and text.isascii() else text
        except ValueError:
            return text

    def _is_word(self, value: object) -> bool:
        if value in self.choices:
            return True
        return bool(self.pattern) and isinstance(value, str) and re.fullmatch(self.pattern, value) is not None

    def _in_range(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def range_text(self) -> str:
        match self.kind:
            case "bool":
                return "true or false"
            case "choice":
                words = "one of " + ", ".join(map(str, self.choices))
                others = self.pattern_text or self.pattern
                return f"{words}, or {others}" if others else words
            case _:
                return f"a whole number from {self.low} to {self.high}"

    def encode(self, value: Value) -> list[int]:
        """The numbers that `setup` gets, one for most options: a choice of words is given by its place in `choices`.

        Any other text comes after them, read as a number of base 36.
        """
        if not isinstance(value, str):
            return [int(value)]
        if self.numbers is not None:
            return self.numbers(value)
        return [self.choices.index(value) if value in self.choices else len(self.choices) + int(value, 36)]


@dataclass(frozen=True, slots=True)
class Auto:
    """Seats that play themselves by the rules, always the last ones: nobody sits there, and they decide nothing."""

    option: str  # the whole number that says how many they are
    name: str  # what such a seat is called
    needs: tuple[tuple[str, Value], ...] = ()  # what other options must be where there are any
    about: tuple[str, ...] = ()  # options that say something only where there are any


@dataclass(frozen=True)
class Spec:
    """A game's card on the shelf, and the sizes that buffers need."""

    name: str
    title: str
    blurb: str
    players: tuple[int, ...]
    minutes: str
    weight: str
    rules_version: int  # raised when a log of before would mean something else
    action_count: int  # action ids are 0 .. action_count - 1, chance included
    legal_limit: int  # no list of legal actions or outcomes is longer
    ply_limit: int  # every match ends within this many plies
    options: tuple[Option, ...] = ()
    check_together: Callable[[int, Mapping[str, Value]], str | None] | None = None
    """Says what is wrong with options that are fine one by one, or None."""
    usual_players: int = 0  # how many play where nothing is said; 0: the first of `players`
    auto: Auto | None = None
    sort_on_gpu: bool = False  # a GPU plays it quicker with like decisions side by side

    def check_players(self, players: int | None) -> int:
        if players is None:
            return self.usual_players or self.players[0]
        if type(players) is not int or players not in self.players:
            counts = " or ".join(map(str, self.players))
            raise BadOption(f"{self.title} is for {counts} players, not {players!r}")
        return players

    def check_options(self, players: int, given: Mapping[str, Any] | None) -> Options:
        """All options with their values; what was not given has its default."""
        if given is not None and not isinstance(given, Mapping):
            raise BadOption(f"options are names with values, not {given!r}")
        known = {option.name: option for option in self.options}
        for name in given or {}:
            if name not in known:
                raise BadOption(f"{self.title} has no option {name!r}; it has: {', '.join(known) or 'none'}")
        options = {name: option.check((given or {}).get(name, option.default)) for name, option in known.items()}
        if self.check_together and (wrong := self.check_together(players, options)):
            raise BadOption(wrong)
        return options

    def auto_seats(self, players: int, options: Mapping[str, Value]) -> range:
        """The seats that play themselves; the others are for people and bots."""
        count = int(options[self.auto.option]) if self.auto else 0
        return range(players - count, players)

    def encode_options(self, options: Mapping[str, Value]) -> list[int]:
        return [number for option in self.options for number in option.encode(options[option.name])]
