"""Walls and laborers in words."""

from __future__ import annotations

from stockade.games.cascade_barricade.edition import KIND_NAMES, TYPE_LETTERS, TYPE_NAMES
from stockade.games.cascade_barricade.language import noun
from stockade.games.cascade_barricade.layout import TYPES, Record

LABORERS = (
    noun("{count} craftsman", "{count} craftsmen"),
    noun("{count} mason", "{count} masons"),
    noun("{count} wizard", "{count} wizards"),
)


def plural_of(kind: int) -> str:
    """Return the plural of a type of laborer: "craftsmen", "masons"."""
    name = TYPE_NAMES[kind]
    return f"{name.removesuffix('man')}men" if name.endswith("man") else f"{name}s"


def needs_text(state: Record, wall: int) -> str:
    """Return what a card needs, in letters: `-`, `C+M`, `C/M`."""
    letters = [TYPE_LETTERS[kind] * int(state.needs[wall, kind]) for kind in range(TYPES)]
    return ("/" if state.needs_any[wall] else "+").join("".join(letters)) or "-"


def wall_words(state: Record, wall: int) -> str:
    return f"{KIND_NAMES[state.kind[wall]]} wall {wall + 1}"


def needs_words(record: Record, wall: int) -> str:
    """Return what a card needs, in words: "a mason and two wizards", "a craftsman or a mason", "nobody"."""
    parts = []
    for kind, name in enumerate(TYPE_NAMES):
        count = int(record.needs[wall, kind])
        if count:
            parts.append(f"a {name}" if count == 1 else f"{('two', 'three')[count - 2]} {plural_of(kind)}")
    return (" or " if record.needs_any[wall] else " and ").join(parts) or "nobody"


def card_words(record: Record, wall: int) -> str:
    return f"{wall_words(record, wall)}: needs {needs_words(record, wall)}, pays ${record.production[wall]}"
