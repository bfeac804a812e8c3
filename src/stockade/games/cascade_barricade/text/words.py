"""Walls, laborers and money in words."""

from __future__ import annotations

from typing import NamedTuple

from stockade.core.language import cache_by_language, listed, listed_or, mark
from stockade.games.cascade_barricade.edition import TYPE_LETTERS
from stockade.games.cascade_barricade.language import noun, say
from stockade.games.cascade_barricade.layout import TYPES, Record

DOLLAR = noun("${count}", "${count}")

# By kind of wall, as in edition.KIND_NAMES.
KIND_TITLES = (mark("Junk"), mark("Wood"), mark("Stone"), mark("Magic"), mark("Metal"), mark("Sacred"))
WALL_NAMES = (
    mark("junk wall {bid}"),
    mark("wood wall {bid}"),
    mark("stone wall {bid}"),
    mark("magic wall {bid}"),
    mark("metal wall {bid}"),
    mark("sacred wall {bid}"),
)

# By type of laborer, as in edition.TYPE_NAMES.
LABORERS = (
    noun("{count} craftsman", "{count} craftsmen"),
    noun("{count} mason", "{count} masons"),
    noun("{count} wizard", "{count} wizards"),
)
LABORER_NAMES = (mark("craftsman"), mark("mason"), mark("wizard"))
ONE_TO_THREE = (
    (mark("a craftsman"), mark("two craftsmen"), mark("three craftsmen")),
    (mark("a mason"), mark("two masons"), mark("three masons")),
    (mark("a wizard"), mark("two wizards"), mark("three wizards")),
)


def dollars(amount: int) -> str:
    return DOLLAR.counted(amount)


def joined(*parts: str) -> str:
    """Join with commas the parts that are not empty."""
    return ", ".join(part for part in parts if part)


def laborer(kind: int) -> str:
    """Return a type of laborer: "craftsman"."""
    return say(LABORER_NAMES[kind])


def a_laborer(kind: int) -> str:
    """Return a laborer of a type: "a craftsman"."""
    return say(ONE_TO_THREE[kind][0])


def needs_text(state: Record, wall: int) -> str:
    """Return what a card needs, in letters: `-`, `C+M`, `C/M`."""
    letters = [TYPE_LETTERS[kind] * int(state.needs[wall, kind]) for kind in range(TYPES)]
    return ("/" if state.needs_any[wall] else "+").join("".join(letters)) or "-"


def wall_words(state: Record, wall: int) -> str:
    return wall_title(int(state.kind[wall]), int(wall))


@cache_by_language
def wall_title(kind: int, wall: int) -> str:
    return say(WALL_NAMES[kind], bid=wall + 1)


class Card(NamedTuple):
    """What is printed on a card."""

    wall: int
    kind: int
    needs: tuple[int, ...]  # laborers of each type
    needs_any: bool  # whether one of them is enough
    pays: int


def card_of(record: Record, wall: int) -> Card:
    needs, pays = tuple(record.needs[wall].tolist()), int(record.production[wall])
    return Card(wall, int(record.kind[wall]), needs, bool(record.needs_any[wall]), pays)


@cache_by_language
def needs_words(card: Card) -> str:
    """Return what a card needs, in words: "a mason and two wizards", "a craftsman or a mason", "nobody"."""
    parts = [say(ONE_TO_THREE[kind][count - 1]) for kind, count in enumerate(card.needs) if count]
    return (listed_or(parts) if card.needs_any else listed(parts)) or say("nobody")


@cache_by_language
def card_words(card: Card) -> str:
    wall, price = wall_title(card.kind, card.wall), dollars(card.pays)
    return say("{wall}: needs {needs}, pays {price}", wall=wall, needs=needs_words(card), price=price)
