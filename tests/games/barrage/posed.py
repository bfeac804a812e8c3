"""Positions of Barrage in short: who has what, what stands in the valley, and what is left to do."""

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
    """`b9u usa 1/2, b7l neutral 0/2` on top of the usual neutral dams; `-b5l` takes one of those away."""
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
    """`c5A usa, c5B germany`."""
    found = {}
    for each in filter(None, text.split(", ")):
        name, owner = each.rsplit(" ", 1)
        found[name] = owner
    return found


def position(*seats: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The introductory game for as many as there are seats, for two where none are given."""
    given = list(seats) or [{}, {}]
    made: dict[str, Any] = {"seats": given, "dams": dams(fields.pop("dams", ""))}
    for name in ("conduits", "powerhouses", "spaces"):
        made[name] = owners(fields.pop(name, ""))
    return made | fields


def lay(*seats: dict[str, Any], **fields: Any) -> State:
    return GAME.from_json(position(*seats, **fields))


def full(*seats: dict[str, Any], officers: tuple[str, ...] = OFFICERS, **fields: Any) -> State:
    """The same in the full game, companies in their order with these officers."""
    given = [{"company": COMPANIES[number], "officer": officers[number], **each} for number, each in enumerate(seats)]
    return lay(*given, setup="full", **fields)


def play(state: State, *texts: str) -> State:
    """A copy in which all of that has happened."""
    state = state.clone()
    for text in texts:
        state.apply(text)
    return state


def legal(state: State, word: str = "") -> list[str]:
    """The texts of the legal actions that begin with a word."""
    texts = [state.format(action) for action in state.legal_actions()]
    return [text for text in texts if text.split()[0] == word or not word]
