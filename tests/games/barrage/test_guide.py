"""The guided first game of Barrage."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.games.guides import SEAT, Seen, check_guide


def offers(*starts: str) -> Callable[[Seen], bool]:
    """Return whether every action that the tip points at begins like this, and there is one."""
    return lambda seen: seen.shown() != [] and all(text.startswith(starts) for text in seen.shown())


def first(word: str) -> Callable[[Seen], bool]:
    return lambda seen: seen.texts != [] and any(text.split()[0] == word for text in seen.texts)


def is_turn(seen: Seen) -> bool:
    return any(text.startswith("bank") for text in seen.texts)


def mine(seen: Seen) -> dict:
    return seen.state.to_json()["seats"][SEAT]


def on_wheel(seen: Seen) -> int:
    return sum(each.get("excavators", 0) + each.get("mixers", 0) for each in mine(seen).get("wheel", []))


def rented(seen: Seen) -> bool:
    (text,) = seen.shown()
    return seen.state.to_json()["conduits"][text.split()[2]] != "usa"


MATTERS = {
    "start": is_turn,
    "turn": is_turn,
    "build": offers("build"),
    "plan": lambda seen: any(text.startswith(("build c", "build p")) for text in seen.texts),
    "wheel": lambda seen: seen.event is not None and seen.event.seat == SEAT and "−1 technology tile" in seen.told,
    "rotate": lambda seen: offers("rotate")(seen) and on_wheel(seen) > 2,
    "buy": offers("buy"),
    "elevation": lambda seen: offers("build")(seen) and all("+" in text for text in seen.shown()),
    "officer": lambda seen: offers("build b")(seen) and int(seen.shown()[0].split()[1][1:-1]) <= 7,
    "produce": offers("turbine"),
    "way": first("produce"),
    "rent": rented,
    "power": lambda seen: list(seen.state.to_json()["powerhouses"].values()).count("usa") == 2,
    "office": offers("contract_"),
    "take": first("take"),
    "discard": first("discard"),
    "contract": lambda seen: any(text.startswith("contract ") and text != "contract none" for text in seen.texts),
    "place": first("place"),
    "water": offers("water"),
    "drop": lambda seen: first("drop")(seen) and "wait" in seen.prompt.lower(),
    "fall": lambda seen: first("drop")(seen) and "wait" not in seen.prompt.lower(),
    "machine": lambda seen: seen.texts == ["machine E", "machine M"],
    "taken": lambda seen: "germany" in seen.state.to_json()["spaces"].values(),
    "income": lambda seen: seen.event is not None and re.match("build|pay|place", seen.event.text) is not None,
    "line": lambda seen: mine(seen).get("energy", 0) < 6,
    "bank": lambda seen: is_turn(seen) and "bank 5" not in seen.texts,
    "round": lambda seen: "Round" in seen.told and "is over" in seen.told,
    "last": lambda seen: seen.state.to_json()["round"] == 5,
}


def test_every_tip_comes_up_when_it_matters() -> None:
    check_guide("barrage", MATTERS, untold={"The full game", "A first game, move by move", "Writing it down"})
