"""Short ways to write positions of Barrage: what each seat has, what stands in the valley, and what is pending."""

from __future__ import annotations

from typing import Any

import stockade
from stockade.core.state import State

GAME = stockade.game("barrage")
COMPANIES = ("usa", "germany", "italy", "france")
NEUTRAL = {
    "b1l": {"owner": "neutral", "level": 1, "drops": 1},
    "b5l": {"owner": "neutral", "level": 2, "drops": 1},
    "b8l": {"owner": "neutral", "level": 3, "drops": 1},
}
OFFICERS = ("wilhelm_adler", "jill_mcdowell", "solomon_p_jordan", "viktor_fiesler")


def dams(text: str) -> dict[str, Any]:
    """Return dams given as `b9u usa 1/2, b7l neutral 0/2`, with the usual neutral ones. `-b5l` removes one of
    those."""
    found = dict(NEUTRAL)
    for each in filter(None, text.split(", ")):
        if each.startswith("-"):
            del found[each[1:]]
            continue
        name, owner, water = each.split()
        drops, level = water.split("/")
        found[name] = {"owner": owner, "level": int(level), "drops": int(drops)}
    return found


def owners(text: str) -> dict[str, str]:
    """Return owners given as `c5A usa, c5B germany`."""
    found = {}
    for each in filter(None, text.split(", ")):
        name, owner = each.rsplit(" ", 1)
        found[name] = owner
    return found


def position(*seats: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a position of the introductory game for some seats, or for two if none are given."""
    given = list(seats) or [{}, {}]
    made: dict[str, Any] = {"seats": given, "dams": dams(fields.pop("dams", ""))}
    for name in ("conduits", "powerhouses", "spaces"):
        made[name] = owners(fields.pop(name, ""))
    return made | fields


def at(*seats: dict[str, Any], **fields: Any) -> State:
    return GAME.from_json(position(*seats, **fields))


def full(*seats: dict[str, Any], officers: tuple[str, ...] = OFFICERS, **fields: Any) -> State:
    """Return a state of the full game. The companies are in their usual order and have these officers."""
    given = [{"company": COMPANIES[number], "officer": officers[number], **each} for number, each in enumerate(seats)]
    return at(*given, setup="full", **fields)
