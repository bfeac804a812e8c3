"""Whole games played by the engine and by the slow second implementation, side by side.

Each action and each draw is made by its text in both. Before each, both must offer the same.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.games.cascade_barricade.both import GAME, Both
from tests.games.cascade_barricade.oracle import CHANCE, OURS, Table, around, space_in

MEETS = {  # what the games of a temper are for, and how often it must have happened
    "any": {"scrap": 20, "fill": 20, "flee": 5, "cannot open": 20, "auction cut short": 1},
    "spender": {"all money": 20, "cannot raise": 50, "tie broken by order": 1, "sell": 10},
    "builder": {"two weakest": 10, "lone wall removed": 10, "reinforced": 30, "gap filled": 20, "shift": 20}
    | {"laborers lost": 20, "purge": 1},
    "hoarder": {"lone wall at the rim": 20, "purge": 1, "flee": 5, "richest drowned": 1},
    "digger": {"hole filled by water": 100, "purge": 2, "purge of the block": 1, "production tie": 5},
    "trasher": {"deck out": 10, "trash of one": 3},
    "idler": {"everybody drowned": 3},
}
RADII = [4, 5, 6]
EDGES = Path(__file__).parent / "edition/edges.json"


# -- random play -----------------------------------------------------------------------------------------------


def dryness(table: Table, text: str) -> int:
    """Return how far a space is from the nearest water."""
    q, r = space_in(text.split()[1])
    return min(max(abs(q - w), abs(r - x), abs(q + r - w - x)) for w, x in table.water)


def nearest(table: Table, texts: list[str], dice: random.Random) -> str:
    return min(dice.sample(texts, len(texts)), key=lambda text: dryness(table, text))


def farthest(table: Table, texts: list[str], dice: random.Random) -> str:
    return max(dice.sample(texts, len(texts)), key=lambda text: dryness(table, text))


def beside_walls(table: Table, texts: list[str]) -> list[str]:
    return [text for text in texts if around(space_in(text.split()[1])) & table.stands()]


def wanted(table: Table, hires: list[str]) -> list[str]:
    """Return the hires of laborers that a wall still lacks."""
    assert table.question.seat != CHANCE
    walls = table.players[table.question.seat].walls
    return [text for text in hires if not (wall := walls[int(text.split()[2])]).card.is_met(wall.laborers)]


def cheap(verbs: dict[str, list[str]], dice: random.Random) -> str:
    """Mostly pass; otherwise bid a little more than the last bid."""
    bids = sorted(verbs["bid"], key=lambda text: int(text.split()[1]))
    return "pass" if verbs["pass"] and dice.random() < 0.7 else dice.choice(bids[:3])


def pick(table: Table, texts: list[str], temper: str, dice: random.Random) -> str:
    """Pick an action in the way of a temper, because plain random play reaches few of the rules. Tempers: each kind
    of action equally often; all money for a wall; walls next to water with the laborers they need; walls far from the
    water; holes next to water; the deck emptied; everybody pays 10 for a wall and does nothing more."""
    verbs = defaultdict(list)
    for text in texts:
        verbs[text.split()[0]].append(text)
    if temper == "any" or dice.random() < 0.05:
        return dice.choice(verbs[dice.choice(sorted(verbs))])
    if verbs["bid"]:
        if temper == "spender" and dice.random() < 0.5:
            return max(verbs["bid"], key=lambda text: int(text.split()[1]))
        if temper == "idler":
            return next(text for text in ("pass", "bid 10", verbs["bid"][0]) if text in texts)
        return cheap(verbs, dice)
    if verbs["open"]:
        return "pass" if temper == "idler" and verbs["pass"] else dice.choice(verbs["open"])
    if verbs["keep"]:
        return "keep" if dice.random() < 0.8 else "scrap"
    if verbs["wall"]:
        if temper in ("hoarder", "idler", "trasher"):
            return farthest(table, verbs["wall"], dice)
        near = beside_walls(table, verbs["wall"])
        return nearest(table, near if near and dice.random() < 0.5 else verbs["wall"], dice)
    if verbs["hire"]:
        lacking = wanted(table, verbs["hire"])
        if temper == "idler" or not lacking:
            return "done" if temper != "spender" or dice.random() < 0.5 else dice.choice(verbs["hire"])
        return dice.choice(lacking)
    if verbs["skip"]:
        return act(table, verbs, temper, dice)
    if verbs["flee"]:
        return farthest(table, verbs["flee"], dice)
    return dice.choice(texts)


def act(table: Table, verbs: dict[str, list[str]], temper: str, dice: random.Random) -> str:
    if temper == "idler":
        return "skip"
    if temper == "trasher" and verbs["trash"] and dice.random() < 0.9:
        return dice.choice(verbs["trash"])
    if temper == "digger" and verbs["dig"] and dice.random() < 0.6:
        return nearest(table, verbs["dig"], dice)
    labor = verbs["shift"] * 3 + verbs["sell"]
    if labor and dice.random() < 0.3:
        return dice.choice(labor)
    if verbs["move"] and dice.random() < 0.5:
        return farthest(table, verbs["move"], dice)
    return dice.choice(verbs[dice.choice(sorted(verbs))] or ["skip"])


def play_side_by_side(
    players: int, radius: int, two_weakest: bool, temper: str, seed: int, edition: Path = OURS, **rulings: Any
) -> Counter[str]:
    """Play one random game to the end in both implementations."""
    both = Both(players, radius, two_weakest, edition, **rulings)
    table = both.table
    dice = random.Random(f"{players} {radius} {two_weakest} {temper} {seed}")
    while texts := sorted(both.check()):
        is_chance = table.decides() == CHANCE
        both.apply(dice.choice(texts) if is_chance else pick(table, texts, temper, dice))
    assert table.is_over
    return table.met


def met_enough(met: Counter[str], temper: str, games: int) -> None:
    assert met["alone"] >= games  # at least the last player in round 1
    for thing, number in MEETS[temper].items():
        assert met[thing] >= number, thing


@pytest.mark.parametrize("temper", MEETS)
def test_engine_and_oracle_agree_at_every_step(temper: str) -> None:
    met: Counter[str] = Counter()
    games = list(product(GAME.spec.players, RADII))
    for players, radius in games:
        met += play_side_by_side(players, radius, (players + radius) % 2 == 0, temper, 0)
    met_enough(met, temper, len(games))


@pytest.mark.parametrize("players", GAME.spec.players)
def test_engine_and_oracle_agree_with_another_edition(players: int) -> None:
    """The edition has few laborers or many, prices from zero to far too high, walls that pay nothing, and a purge of
    all walls."""
    met: Counter[str] = Counter()
    for temper, seed in (("any", 0), ("builder", 0), ("builder", 1), ("digger", 0)):
        met += play_side_by_side(players, 5, True, temper, seed, EDGES)
    assert met["hire"] >= 10
    assert met["destroyed"] >= 4


def test_engine_and_oracle_agree_about_two_colours_each() -> None:
    met: Counter[str] = Counter()
    for number, temper in enumerate(MEETS):
        met += play_side_by_side(2, RADII[number % 3], number % 2 == 1, temper, 0, colours=2)
    for thing in ("alone", "drowned", "flee", "two weakest", "gap filled"):
        assert met[thing], thing


RULINGS = {  # for each option: a temper whose games need it, and what must have happened in them
    "whole_block_for_last": ("builder", "any wall for the last"),
    "scrap_leftmost": ("digger", "scrap of another slot"),
    "rim_protects": ("hoarder", "saved by the rim"),
    "late_deck": ("trasher", "deck out"),
}


@pytest.mark.parametrize("name", RULINGS)
def test_engine_and_oracle_agree_about_other_readings(name: str) -> None:
    temper, thing = RULINGS[name]
    rulings: dict[str, Any] = {name: True}
    met: Counter[str] = Counter()
    for players, colours in ((2, 2), (3, 1), (4, 1)):
        met += play_side_by_side(players, 4, players == 3, temper, 1, colours=colours, **rulings)
    assert met[thing] > 0


@pytest.mark.deep
@pytest.mark.parametrize("temper", MEETS)
def test_engine_and_oracle_agree_for_long(temper: str) -> None:
    met: Counter[str] = Counter()
    games = list(product(GAME.spec.players, RADII, (False, True), range(1, 13)))
    for players, radius, two_weakest, seed in games:
        colours = 2 if players == 2 and seed % 2 else 1
        met += play_side_by_side(players, radius, two_weakest, temper, seed, colours=colours)
    met_enough(met, temper, len(games))
