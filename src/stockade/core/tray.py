"""The tray of the lab: what a person can put on the table, and what they can set beside it.

A game that has a tray shows it (`picture.tray`) and changes positions by it (`position.put` and `position.dial`).
While somebody sets up a position, it need not be one that a match could reach.
"""

from __future__ import annotations

from dataclasses import dataclass

from stockade.core.scene import Area


@dataclass(frozen=True, slots=True)
class Item:
    """Something to put on the table, or to take away from it."""

    id: str
    label: str
    places: tuple[tuple[str, ...], ...]  # where it can go: the ids of areas and pieces to touch, in order
    art: str = ""  # symbol in the game's `art.svg`
    over: str = ""  # symbol that is drawn on top of it
    group: str = ""  # heading that it is listed under
    owner: int | None = None  # seat
    is_loose: bool = False  # it stands on the table already: it is moved by touching it, and not listed in the tray


@dataclass(frozen=True, slots=True)
class Dial:
    """A number or a word that belongs to a position, such as the money of a player or whose turn it is."""

    id: str
    label: str
    value: int | str | None
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()  # the words that it can be, each with its name; empty for a number
    group: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    items: tuple[Item, ...]
    dials: tuple[Dial, ...] = ()
    areas: tuple[Area, ...] = ()  # places to put something that the picture itself does not show
