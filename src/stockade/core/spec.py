"""What a game says about itself before any of its rules are loaded: name, players, options, limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from stockade.core.errors import BadOption, quoted
from stockade.core.language import capital, say

Value = bool | int | str
Options = dict[str, Value]
SMALL_RANGE = 16  # whole numbers that are all of note


@dataclass(frozen=True, slots=True)
class Option:
    """One variant or setting of a game.

    Its kind follows from the default: a bool, a whole number or one of `choices`. With a `pattern`, any other text
    that the whole pattern matches is allowed too.
    """

    name: str  # as programs and logs write it
    default: Value
    text: str = ""
    title: str = ""  # the name that people read; by default `name` with spaces
    low: int | None = None
    high: int | None = None
    of_note: tuple[int, ...] = ()  # numbers that ids of environments name; in a small range all of them by default
    choices: tuple[int | str, ...] = ()
    titles: tuple[str, ...] = ()  # the names of `choices` that people read; by default the values themselves
    pattern: str = ""  # a regular expression for texts in capitals that are not in `choices`
    pattern_text: str = ""  # what it matches, in words
    read: Callable[[Any], str] | None = None
    """For an option that is a table of data: reads the value to keep from a name in `choices`, a text or a Path."""
    numbers: Callable[[str], list[int]] | None = None
    """The numbers that `setup` gets for that value. There may be any number of them, so such an option comes last."""
    change: Callable[[str, tuple[str, ...], str], str] | None = None
    """Changes one thing in such a table. Takes the value, the path to the thing and its new value, all as texts, and
    returns the value to keep."""
    example: str = ""  # how a sweep over one thing in such a table is written, for help pages
    offered: bool = True  # whether people see it; if not, it is there to replay logs of older rules versions

    @property
    def kind(self) -> Literal["bool", "int", "choice"]:
        if isinstance(self.default, bool):
            return "bool"
        return "choice" if self.choices else "int"

    @property
    def heading(self) -> str:
        """The name that people read."""
        return self.title or capital(self.name.replace("_", " "))

    def title_of(self, value: Value) -> str:
        """Return a value as people read it."""
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        if value in self.choices:
            return self.titles[self.choices.index(value)] if self.titles else str(value)
        return say("one of your own") if self.read is not None else str(value)

    def check(self, value: object) -> Value:
        """Return the value if this option can have it. Texts from a command line are converted."""
        if self.read is not None:
            if not isinstance(value, str | Path):
                raise BadOption(f"option {self.name} cannot be {quoted(value)}: it is {self.range_text()}")
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
            raise BadOption(f"option {self.name} cannot be {quoted(value)}: it is {self.range_text()}")
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
        """Return the values that the option can have, in words."""
        match self.kind:
            case "bool":
                return "true or false"
            case "choice":
                words = "one of " + ", ".join(map(str, self.choices))
                others = self.pattern_text or self.pattern
                return f"{words}, or {others}" if others else words
            case _:
                return f"a whole number from {self.low} to {self.high}"

    def others_of_note(self) -> tuple[Value, ...]:
        """Return the values that are worth a name of their own in experiments, without the default."""
        if self.kind == "bool":
            return (not self.default,)
        found = self.choices or self.of_note
        if not found and self.low is not None and self.high is not None and self.high - self.low < SMALL_RANGE:
            found = tuple(range(self.low, self.high + 1))
        return tuple(value for value in found if value != self.default)

    def encode(self, value: Value) -> list[int]:
        """Return the numbers that `setup` gets for this value. Most options have one.

        A word is encoded by its place in `choices`. Any other text comes after these, read as a number of base 36.
        """
        if not isinstance(value, str):
            return [int(value)]
        if self.numbers is not None:
            return self.numbers(value)
        return [self.choices.index(value) if value in self.choices else len(self.choices) + int(value, 36)]


@dataclass(frozen=True, slots=True)
class Auto:
    """Seats that play themselves by the rules.

    They are always the last seats; nobody sits there or decides for them.
    """

    option: str  # the whole-number option that says how many there are
    name: str  # what such a seat is called
    needs: tuple[tuple[str, Value], ...] = ()  # what other options must be if there are any
    about: tuple[str, ...] = ()  # options that matter only if there are any


@dataclass(frozen=True)
class Spec:
    """A game's entry on the shelf, and the sizes of the buffers it needs."""

    name: str
    title: str
    blurb: str
    players: tuple[int, ...]
    minutes: str
    weight: str
    rules_version: int  # raised when an older log would mean something else
    action_count: int  # action ids are 0 .. action_count - 1, chance included
    legal_limit: int  # no list of legal actions or outcomes is longer than this
    ply_limit: int  # every match ends within this many plies
    options: tuple[Option, ...] = ()
    check_together: Callable[[int, Mapping[str, Value]], str | None] | None = None
    """Says what is wrong with a combination of options, each of which is allowed, or returns None."""
    usual_players: int = 0  # how many play by default; 0 means the first of `players`
    first_players: int = 0  # how many play a guided first game; 0 means as many as by default
    auto: Auto | None = None
    sort_on_gpu: bool = False  # whether a GPU is faster with similar decisions side by side
    earlier: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)
    """For each older rules version that can still be replayed: the values of the options that it did not have."""

    def check_players(self, players: int | None) -> int:
        if players is None:
            return self.usual_players or self.players[0]
        if type(players) is not int or players not in self.players:
            raise BadOption(f"{self.title} is for {self.counts} players, not {quoted(players)}")
        return players

    @property
    def counts(self) -> str:
        """The numbers of players in words, such as "2 to 4" or "2 or 4"."""
        least, most = self.players[0], self.players[-1]
        if len(self.players) > 2 and tuple(self.players) == tuple(range(least, most + 1)):
            return f"{least} to {most}"
        return " or ".join(map(str, self.players))

    def guided_players(self) -> int:
        """Return how many play a guided first game."""
        return self.first_players or self.check_players(None)

    def check_options(self, players: int, given: Mapping[str, Any] | None) -> Options:
        """Return all options with their values. Options that were not given have their defaults."""
        if given is not None and not isinstance(given, Mapping):
            raise BadOption(f"options are names with values, not {quoted(given)}")
        known = {option.name: option for option in self.options}
        for name in given or {}:
            if name not in known:
                raise BadOption(f"{self.title} has no option {quoted(name)}; it has: {', '.join(known) or 'none'}")
        options = {name: option.check((given or {}).get(name, option.default)) for name, option in known.items()}
        if self.check_together and (wrong := self.check_together(players, options)):
            raise BadOption(wrong)
        return options

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options that people choose from."""
        return tuple(option for option in self.options if option.offered)

    def can_replay(self, rules_version: object) -> bool:
        """Return whether a log of this rules version can be replayed."""
        return rules_version == self.rules_version or rules_version in self.earlier

    def options_in(self, rules_version: int, given: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the options that a log of this rules version stands for."""
        then = self.earlier.get(rules_version)
        return {**then, **given} if then and isinstance(given, Mapping) else then or given

    def auto_seats(self, players: int, options: Mapping[str, Value]) -> range:
        """Return the seats that play themselves. The others are for people and bots."""
        count = int(options[self.auto.option]) if self.auto else 0
        return range(players - count, players)

    def encode_options(self, options: Mapping[str, Value]) -> list[int]:
        return [number for option in self.options for number in option.encode(options[option.name])]
