"""Walls, laborers and money in words."""

from __future__ import annotations

from stockade.core.language import listed, listed_or, mark
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
    return say(WALL_NAMES[state.kind[wall]], bid=wall + 1)


def needs_words(record: Record, wall: int) -> str:
    """Return what a card needs, in words: "a mason and two wizards", "a craftsman or a mason", "nobody"."""
    counts = record.needs[wall].tolist()
    parts = [say(ONE_TO_THREE[kind][count - 1]) for kind, count in enumerate(counts) if count]
    return (listed_or(parts) if record.needs_any[wall] else listed(parts)) or say("nobody")


def card_words(record: Record, wall: int) -> str:
    needs, price = needs_words(record, wall), dollars(int(record.production[wall]))
    return say("{wall}: needs {needs}, pays {price}", wall=wall_words(record, wall), needs=needs, price=price)
