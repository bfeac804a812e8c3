"""The settings of a sweep, such as `radius=4..6`, and all their combinations. They are checked before any game."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from stockade.arena.options import read_options, read_value
from stockade.core.english import counted
from stockade.core.errors import BadOption
from stockade.core.game import Game
from stockade.core.spec import Option, Options

MOST = 1000  # values of a setting, and combinations in a sweep; more is probably a typing mistake
RANGE = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})", re.ASCII)


@dataclass(frozen=True)
class Axis:
    """One thing that is varied: an option, or a path into an option that is a table of data."""

    name: str  # as typed
    values: tuple[str, ...]

    @property
    def option(self) -> str:
        return self.name.partition(".")[0]

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.name.split(".")[1:])


@dataclass(frozen=True)
class Cell:
    """One combination of settings."""

    players: int
    settings: dict[str, str]  # what is varied, as typed
    options: Options  # all options, checked

    @property
    def title(self) -> str:
        """The setting in words."""
        varied = [
            f"{'.'.join(Axis(name, ()).path) or name} {shorten(value, 40, placeholder='...')}"
            for name, value in self.settings.items()
        ]
        return ", ".join([counted(self.players, "player"), *varied])


def read_values(name: str, text: str) -> tuple[str, ...]:
    """Read values such as `4..6`, `80,100` or `true,false`. A table of data that is written as JSON is one value."""
    found: list[str] = []
    for part in [text] if text.lstrip().startswith("{") else text.split(","):
        if not part.strip():
            raise BadOption(f"{name}: a value is missing in {text!r}")
        if numbers := RANGE.fullmatch(part.strip()):
            low, high = map(int, numbers.groups())
            if low > high:
                raise BadOption(f"{name}: {part.strip()} runs backwards")
            if high - low >= MOST:
                raise BadOption(f"{name}: {part.strip()} is more than {MOST} values")
            found += map(str, range(low, high + 1))
        else:
            found.append(part.strip())
    return tuple(dict.fromkeys(found))


def read_players(text: str | None, game: Game) -> list[int]:
    """Read player counts such as `2..6` or `2,4`. The default is the game's usual number."""
    if text is None:
        return [game.spec.check_players(None)]
    values = read_values("players", text)
    wrong = next((value for value in values if not re.fullmatch(r"\d{1,3}", value, re.ASCII)), None)
    if wrong is not None:
        raise BadOption(f"players are written 2..4 or 2,4, not {wrong!r}")
    return [game.spec.check_players(int(value)) for value in values]


def read_axes(given: Iterable[str] | None, game: Game) -> list[Axis]:
    """Read what is varied, and refuse names that the game does not have."""
    axes: dict[str, Axis] = {}
    for text in given or ():
        name, equals, values = (part.strip() for part in text.partition("="))
        if not name or not equals:
            raise BadOption(f"a setting is written name=values, such as radius=4..6, not {text!r}")
        if name in axes:
            raise BadOption(f"{name} is set twice: give all its values at once")
        axes[name] = Axis(name, read_values(name, values))
        option = _option(game, axes[name].option)
        if "." in name and option.change is None:
            raise BadOption(f"option {option.name} has no parts: it is {option.range_text()}")
    return list(axes.values())


def _option(game: Game, name: str) -> Option:
    known = {option.name: option for option in game.spec.options}
    if name not in known:
        raise BadOption(f"{game.spec.title} has no option {name!r}; it has: {', '.join(known) or 'none'}")
    return known[name]


def read_cells(
    game: Game, players: list[int], given: Iterable[str] | None, settings: Iterable[str] | None
) -> list[Cell]:
    """Return every combination of the settings. The last setting varies fastest."""
    fixed = read_options(given, game.spec)
    axes = read_axes(settings, game)
    for axis in axes:
        if axis.name in fixed:
            raise BadOption(f"{axis.name} is given twice: as an option and as a setting to vary")
    count = len(players)
    for axis in axes:
        count *= len(axis.values)
    if count > MOST:
        raise BadOption(f"these are {count:,} settings, but a sweep has at most {MOST:,}")
    choices = list(itertools.product(*(axis.values for axis in axes)))
    return [
        _cell(game, seats, fixed, list(zip(axes, values, strict=True))) for seats in players for values in choices
    ]


def _cell(game: Game, players: int, fixed: dict[str, Any], chosen: list[tuple[Axis, str]]) -> Cell:
    """Return one combination: first the whole options, then the changes inside them."""
    whole = {axis.name: read_value(game.spec, axis.name, value) for axis, value in chosen if not axis.path}
    options = game.options(players, {**fixed, **whole})
    for axis, value in chosen:
        change = _option(game, axis.option).change
        if axis.path and change is not None:
            options[axis.option] = change(str(options[axis.option]), axis.path, value)
    return Cell(players, {axis.name: value for axis, value in chosen}, game.options(players, options))
