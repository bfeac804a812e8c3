"""Editions: the walls, the market and the money of a game, as a data file that a designer may change.

`stockade-1` is included. Its values were made for this project; the printed ones are not known.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from stockade.core.checks import excess, read_json
from stockade.core.errors import BadOption
from stockade.core.language import mark

KIND_NAMES = ("junk", "wood", "stone", "magic", "metal", "sacred")
TYPE_NAMES = ("craftsman", "mason", "wizard")
TYPE_LETTERS = "CMW"
WALLS = 48
PRICE_ROWS = 8
FOLDER = resources.files(__package__).joinpath("data/editions")
NAMES = tuple(sorted(path.name.removesuffix(".json") for path in FOLDER.iterdir() if path.name.endswith(".json")))
TITLE_OF = {"stockade-1": mark("Stockade 1")}
TITLES = tuple(TITLE_OF.get(name, name) for name in NAMES)
FIELDS = {"name", "start_money", "purge_below", "prices", "spaces", "walls"}
WALL_FIELDS = {"bid", "type", "needs", "production"}
MOST = 120  # so that production and prices fit a signed byte
PLAYER_COUNTS = range(2, 7)


class Faults:
    """Finds the line of the text that an error is about: that of the wall or the field."""

    def __init__(self, text: str, source: str) -> None:
        self._lines = text.splitlines()
        self._source = source

    def at(self, pattern: str, fault: str) -> BadOption:
        """Return the error. The first match of the regular expression `pattern` gives the line."""
        line = next((number for number, each in enumerate(self._lines, 1) if re.search(pattern, each)), 1)
        return BadOption(f"{self._source}, line {line}: {fault}")


def canonical(given: str | Path) -> str:
    """Return what a match stores of an edition: its name if it is included, or else its whole text in one line."""
    if isinstance(given, str) and given in NAMES:
        return given
    if isinstance(given, Path):
        try:
            text = given.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadOption(f"edition {given}: cannot be read ({error})") from error
        return json.dumps(read(text, str(given)), separators=(",", ":"))
    if given.lstrip().startswith("{"):
        return _in_one_line(given)
    raise BadOption(f"there is no edition {given!r}; there are: {', '.join(NAMES)}, or a file of your own")


@lru_cache(16)
def _in_one_line(text: str) -> str:
    return json.dumps(read(text, "edition"), separators=(",", ":"))


def edition(name: str) -> dict[str, Any]:
    """Return the edition of a canonical value."""
    text = FOLDER.joinpath(f"{name}.json").read_text("utf-8") if name in NAMES else name
    return read(text, f"edition {name}" if name in NAMES else "edition")


def read(text: str, source: str) -> dict[str, Any]:
    """Read an edition from its text. Errors name the line."""
    faults = Faults(text, source)
    try:
        found = read_json(text)
    except json.JSONDecodeError as error:
        raise BadOption(f"{source}, line {error.lineno}: {error.msg}") from error
    except ValueError as error:
        raise BadOption(f"{source}: {error}") from error
    if wrong := excess(found):
        raise BadOption(f"{source}: {wrong}")
    if not isinstance(found, dict):
        raise faults.at("", "an edition is an object with named fields")
    for name in found.keys() - FIELDS:
        raise faults.at(f'"{re.escape(name)}"', f"an edition has no field {name!r}")
    for name in sorted(FIELDS - found.keys()):
        raise faults.at("", f"{name!r} is missing")
    if not isinstance(found["name"], str):
        raise faults.at('"name"', "'name' is a text")
    _whole(found, "start_money", 6, 30_000, faults)
    _whole(found, "purge_below", 1, WALLS + 1, faults)
    _prices(found["prices"], faults)
    _spaces(found["spaces"], faults)
    _walls(found["walls"], faults)
    return found


def _whole(found: dict[str, Any], name: str, low: int, high: int, faults: Faults, pattern: str = "") -> None:
    value = found.get(name)
    if type(value) is not int or not low <= value <= high:
        raise faults.at(pattern or f'"{name}"', f"{name!r} is a whole number from {low} to {high}, not {value!r}")


def _prices(prices: Any, faults: Faults) -> None:
    is_list = isinstance(prices, list) and all(type(price) is int and 0 <= price <= MOST for price in prices)
    if not is_list or len(prices) != PRICE_ROWS or prices != sorted(prices):
        raise faults.at('"prices"', f"'prices' are {PRICE_ROWS} whole numbers from 0 to {MOST}, ascending")


def _spaces(spaces: Any, faults: Faults) -> None:
    wanted = {str(players) for players in PLAYER_COUNTS}
    if not isinstance(spaces, dict) or spaces.keys() != wanted:
        raise faults.at('"spaces"', f"'spaces' has a number for {', '.join(sorted(wanted))} players")
    for players in spaces:
        _whole(spaces, players, 1, 15, faults, '"spaces"')


def _walls(walls: Any, faults: Faults) -> None:
    if not isinstance(walls, list) or len(walls) != WALLS:
        raise faults.at('"walls"', f"'walls' is a list of {WALLS} walls")
    for number, wall in enumerate(walls, 1):
        pattern = rf'"bid":\s*{number}\b'
        if not isinstance(wall, dict) or wall.keys() != WALL_FIELDS:
            raise faults.at(pattern, f"wall {number} has the fields {', '.join(sorted(WALL_FIELDS))}")
        if wall["bid"] != number or type(wall["bid"]) is not int:
            place = rf'"bid":\s*{re.escape(json.dumps(wall["bid"]))}'
            raise faults.at(place, f"walls come by starting bid, one of each: {number} is expected here")
        if wall["type"] not in KIND_NAMES:
            raise faults.at(
                pattern, f"wall {number}: its type is one of {', '.join(KIND_NAMES)}, not {wall['type']!r}"
            )
        _whole(wall, "production", 0, MOST, faults, pattern)
        try:
            needs_of(wall["needs"])
        except ValueError as error:
            raise faults.at(pattern, f"wall {number}: {error}") from error


def changed(kept: str, path: tuple[str, ...], text: str) -> str:
    """Return the edition with one value changed, such as `start_money`, `prices.3`, `spaces.4` or
    `walls.19.production`. Prices are counted from the cheapest row, and walls are named by their starting bid."""
    found = edition(kept)
    place, last = _place(found, path)
    place[last] = int(text) if re.fullmatch(r"-?\d{1,6}", text, re.ASCII) else text
    try:
        return canonical(json.dumps(found))
    except BadOption as error:  # a line number would not help, as nobody wrote this text
        raise BadOption(f"{'.'.join(('edition', *path))}={text}: {error.message.partition(': ')[2]}") from error


def _place(found: dict[str, Any], path: tuple[str, ...]) -> tuple[Any, str | int]:
    """Return where a path leads: a part of the edition, and the name or number of the value in it."""
    part: Any = found
    for number, name in enumerate(path):
        names = [str(each) for each in (part if isinstance(part, dict) else range(1, len(part) + 1))]
        if name not in names:
            shown = f"{names[0]} to {names[-1]}" if isinstance(part, list) else ", ".join(names)
            raise BadOption(f"there is no {'.'.join(('edition', *path[: number + 1]))}; there are: {shown}")
        key = name if isinstance(part, dict) else int(name) - 1
        if not isinstance(part[key], dict | list):
            if number + 1 < len(path):
                raise BadOption(f"{'.'.join(('edition', *path[: number + 1]))} has no parts")
            return part, key
        part = part[key]
    raise BadOption(f"{'.'.join(('edition', *path))} has parts: name one of them, {_example(part)}")


def _example(part: Any) -> str:
    return f"such as {next(iter(part))!r}" if isinstance(part, dict) else "by its number"


def needs_of(text: Any) -> tuple[list[int], bool]:
    """Return the laborers of each type that a card shows, and whether any one is enough: `-`, `C`, `C+M`, `C/M`."""
    if text == "-":
        return [0] * len(TYPE_NAMES), False
    parts = re.split(r"[+/]", text) if isinstance(text, str) else []
    mixed = isinstance(text, str) and "+" in text and "/" in text
    if mixed or not 1 <= len(parts) <= 3 or any(part not in TYPE_LETTERS or len(part) != 1 for part in parts):
        raise ValueError(f"needs are up to three of {', '.join(TYPE_LETTERS)} joined by + or /, or -, not {text!r}")
    return [parts.count(letter) for letter in TYPE_LETTERS], "/" in text


def numbers(name: str) -> list[int]:
    """Return an edition as the numbers that `setup` takes: see `rules.setup.read_edition`."""
    return list(_numbers(name))


@lru_cache(16)
def _numbers(name: str) -> tuple[int, ...]:
    found = edition(name)
    flat = [found["start_money"], found["purge_below"], *found["prices"]]
    flat += [found["spaces"][str(players)] for players in PLAYER_COUNTS]
    for wall in found["walls"]:
        needs, needs_any = needs_of(wall["needs"])
        flat += [wall["production"], *needs, int(needs_any), KIND_NAMES.index(wall["type"])]
    return tuple(flat)
