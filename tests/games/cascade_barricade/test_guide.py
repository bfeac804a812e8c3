"""The guided first game of Cascade Barricade."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.guides import SEAT, Seen, check_guide


def first(word: str) -> Callable[[Seen], bool]:
    return lambda seen: any(text.split()[0] == word for text in seen.texts)


def row(seen: Seen, label: str) -> str:
    """Return a line of the pinned sheet, for the player who is guided."""
    sheet = next(sheet for sheet in seen.state.scene(SEAT).sheets if sheet.pinned)
    return next(fact.values[SEAT] for fact in sheet.facts if fact.label == label)


def rows(seen: Seen, label: str) -> tuple[str, ...]:
    sheet = next(sheet for sheet in seen.state.scene(SEAT).sheets if sheet.pinned)
    return next(fact.values for fact in sheet.facts if fact.label == label)


MATTERS = {
    "start": first("corner"),
    "open": first("open"),
    "bid": first("bid"),
    "stand": first("wall"),
    "hire": first("hire"),
    "act": first("skip"),
    "dig": lambda seen: seen.given.shows == ("spade",) and first("dig")(seen),
    "labor": first("sell"),
    "trash": first("trash"),
    "paid": lambda seen: "Crimson earns" in seen.told,
    "fell": lambda seen: "the weakest next to water" in seen.told,
    "weakest": lambda seen: row(seen, "Falls") != "–",
    "scrap": lambda seen: seen.texts == ["scrap", "keep"],
    "block": lambda seen: first("open")(seen) and seen.state.to_json()["round"] >= 4,
    "wet": lambda seen: row(seen, "Flood") != "–",
    "flee": first("flee"),
    "end": lambda seen: "drowns" in rows(seen, "Flood"),
}


def test_every_tip_comes_up_when_it_matters() -> None:
    check_guide("cascade_barricade", MATTERS, untold={"Two players", "Writing it down"})
