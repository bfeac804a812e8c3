"""What sort of action a choice is, and what each of its touches chooses."""

from __future__ import annotations

from stockade.core.language import mark
from stockade.core.scene import Choice
from stockade.games.barrage.language import say
from stockade.games.barrage.rules.actions import Base, build_of, kind_of, number_of
from stockade.games.barrage.rules.variants import is_copy
from stockade.games.barrage.tables import ROW_NAMES, SITE_KIND

ROW_KINDS = {
    "turbine": mark("Produce"),
    "water": mark("Place water"),
    "rotate": mark("Turn wheel"),
    "buy": mark("Buy machines"),
    "contract": mark("Take contracts"),
}
"""The kinds of the rows of the board, by the first word of their names."""

KINDS: dict[Base, tuple[str, tuple[str, ...]]] = {
    Base.BANK: (mark("Bank"), ()),
    Base.PATENT: (mark("Buy patent"), (mark("a patent"),)),
    Base.OFFICER: (mark("Borrow ability"), (mark("an officer"),)),
    Base.PASS: (mark("Pass"), ()),
    Base.PAY: (mark("Pay"), ()),
    Base.PRODUCE: (mark("Produce"), (mark("a dam"), mark("a conduit"), mark("how many drops"))),
    Base.NO_PRODUCTION: (mark("No production"), ()),
    Base.CONTRACT: (mark("Fulfil"), (mark("a contract"),)),
    Base.NO_CONTRACT: (mark("No contract"), ()),
    Base.TAKE: (mark("Take contract"), (mark("a contract"),)),
    Base.DISCARD: (mark("Discard"), (mark("a contract"),)),
    Base.DROP: (mark("Place drop"), (mark("a headstream"),)),
    Base.STOP: (mark("Stop"), ()),
    Base.MACHINE: (mark("Take machine"), ()),
    Base.NO_PLACE: (mark("Place nothing"), ()),
    Base.PICK: (mark("Pick"), (mark("a company or a contract"), mark("what goes with it"))),
}
"""The kinds of the other actions, and what each touch of theirs chooses."""
BUILDS = (mark("Build base"), mark("Build elevation"), mark("Build conduit"), mark("Build powerhouse"))
PLACES = (mark("Place base"), mark("Place elevation"), mark("Place conduit"), mark("Place powerhouse"))
BUILD_ASKS = (mark("the technology tile"), mark("the tile to copy"))


def named(choice: Choice) -> Choice:
    """Return a choice with its kind, and with what each of its touches chooses."""
    kind, asks = _kind(choice.action)
    choice.kind, choice.asks = say(kind), tuple(map(say, asks[: len(choice.touches)]))
    return choice


def _kind(action: int) -> tuple[str, tuple[str, ...]]:
    match kind_of(action):
        case Base.SPACE:
            return ROW_KINDS[ROW_NAMES[number_of(action) // 2].partition("_")[0]], (mark("a space of the board"),)
        case Base.BUILD:
            site, variant = build_of(action)
            tiles = BUILD_ASKS[: 2 if is_copy(variant) else 1]
            asks = (mark("a space of the map"), *tiles, mark("whether to send engineers"))
            return BUILDS[SITE_KIND[site]], asks
        case Base.PLACE:
            return PLACES[SITE_KIND[number_of(action)]], (mark("a space of the map"),)
    return KINDS[kind_of(action)]
