"""What sort of action a choice is, and what each of its touches chooses."""

from __future__ import annotations

from dataclasses import replace

from stockade.core.scene import Choice
from stockade.games.barrage.rules.actions import Base, build_of, kind_of, number_of
from stockade.games.barrage.rules.variants import is_copy
from stockade.games.barrage.tables import KIND_NAMES, ROW_NAMES, SITE_KIND

ROW_KINDS = {
    "turbine": "Produce",
    "water": "Place water",
    "rotate": "Turn wheel",
    "buy": "Buy machines",
    "contract": "Take contracts",
}
"""The kinds of the rows of the board, by the first word of their names."""

KINDS: dict[Base, tuple[str, tuple[str, ...]]] = {
    Base.BANK: ("Bank", ()),
    Base.PATENT: ("Buy patent", ("a patent",)),
    Base.OFFICER: ("Borrow ability", ("an officer",)),
    Base.PASS: ("Pass", ()),
    Base.PAY: ("Pay", ()),
    Base.PRODUCE: ("Produce", ("a dam", "a conduit", "how many drops")),
    Base.NO_PRODUCTION: ("No production", ()),
    Base.CONTRACT: ("Fulfil", ("a contract",)),
    Base.NO_CONTRACT: ("No contract", ()),
    Base.TAKE: ("Take contract", ("a contract",)),
    Base.DISCARD: ("Discard", ("a contract",)),
    Base.DROP: ("Place drop", ("a headstream",)),
    Base.STOP: ("Stop", ()),
    Base.MACHINE: ("Take machine", ()),
    Base.NO_PLACE: ("Place nothing", ()),
    Base.PICK: ("Pick", ("a company or a contract", "what goes with it")),
}
"""The kinds of the other actions, and what each touch of theirs chooses."""


def named(choice: Choice) -> Choice:
    """Return a choice with its kind, and with what each of its touches chooses."""
    kind, asks = _kind(choice.action)
    return replace(choice, kind=kind, asks=asks[: len(choice.touches)])


def _kind(action: int) -> tuple[str, tuple[str, ...]]:
    match kind_of(action):
        case Base.SPACE:
            return ROW_KINDS[ROW_NAMES[number_of(action) // 2].partition("_")[0]], ("a space of the board",)
        case Base.BUILD:
            site, variant = build_of(action)
            tiles = ("the technology tile", "the tile to copy")[: 2 if is_copy(variant) else 1]
            return f"Build {KIND_NAMES[SITE_KIND[site]]}", ("a space of the map", *tiles, "whether to send engineers")
        case Base.PLACE:
            return f"Place {KIND_NAMES[SITE_KIND[number_of(action)]]}", ("a space of the map",)
    return KINDS[kind_of(action)]
