"""Thousands of test environments, each generated from a number: most as players build them, others hard to score.

Each contains the three hexes of a starter and grows from there, so that a game could reach it. A token may be on any
tile here, because cards do not look at tiles.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.games.cascadia.oracle import SPECIES, TERRAINS, Hex, Land, around

STARTER = [(0, 0), (-1, 1), (0, 1)]
MOST_HEXES, MOST_TOKENS = 23, 20
KINDS = ["ordinary"] * 11 + ["bears"] + ["elk", "salmon", "hawks", "foxes"] * 2


@dataclass
class Board:
    kind: str
    land: list[Land]
    tokens: dict[str, set[Hex]]


def board(number: int) -> Board:
    dice = random.Random(number)
    kind = KINDS[number % len(KINDS)]
    if kind == "ordinary":
        hexes = grown(dice, dice.randint(3, MOST_HEXES), dice.choice(["any", "compact", "thin", "straight"]))
        shown = like_neighbours(dice, some(dice, hexes, dice.randint(0, MOST_TOKENS)))
    else:
        hexes = grown(dice, dice.randint(12, MOST_HEXES), dice.choice(SHAPES[kind]))
        shown = FILL[kind](dice, some(dice, hexes, MOST_TOKENS))
    tokens = {code: {hex for hex, species in shown.items() if species == code} for code in SPECIES}
    return Board(kind, covered(dice, hexes), tokens)


# -- land ------------------------------------------------------------------------------------------------------


def grown(dice: random.Random, size: int, shape: str) -> list[Hex]:
    """Return connected hexes: in any shape, as a heap, as threads, or as straight arms."""
    hexes = list(STARTER)
    if shape == "straight":
        while len(hexes) < size:
            hex, side = dice.choice(hexes), dice.randrange(6)
            for _ in range(dice.randint(1, 6)):
                hex = around(hex)[side]
                if hex not in hexes and len(hexes) < size:
                    hexes.append(hex)
        return hexes
    open_hexes = sorted({beside for hex in hexes for beside in around(hex)}.difference(hexes))
    while len(hexes) < size:
        hex = dice.choice(open_hexes)
        if shape != "any":
            for other in dice.choices(open_hexes, k=3):
                closer = crowd(hexes, other) > crowd(hexes, hex)
                if closer == (shape == "compact"):
                    hex = other
        hexes.append(hex)
        open_hexes.remove(hex)
        open_hexes += [beside for beside in around(hex) if beside not in hexes and beside not in open_hexes]
    return hexes


def crowd(hexes: list[Hex], hex: Hex) -> int:
    return sum(beside in hexes for beside in around(hex))


def covered(dice: random.Random, hexes: list[Hex]) -> list[Land]:
    """Put tiles on the hexes. With few terrains, corridors get long."""
    terrains = sorted(dice.sample(TERRAINS, dice.randint(2, 5)), key=TERRAINS.index)
    land = []
    for q, r in hexes:
        first, last = sorted(dice.choices(terrains, k=2), key=TERRAINS.index)
        land.append((q, r, first, 0) if first == last else (q, r, first + last, dice.randrange(6)))
    return land


# -- tokens ----------------------------------------------------------------------------------------------------


def some(dice: random.Random, hexes: list[Hex], number: int) -> list[Hex]:
    return dice.sample(hexes, min(number, len(hexes)))


def like_neighbours(dice: random.Random, hexes: list[Hex]) -> dict[Hex, str]:
    """Place any species, and often the one that is already adjacent."""
    shown: dict[Hex, str] = {}
    habit = dice.random()
    for hex in hexes:
        beside = [shown[other] for other in around(hex) if other in shown]
        shown[hex] = dice.choice(beside if beside and dice.random() < habit else "beshf")
    return shown


def mostly(dice: random.Random, hexes: list[Hex], code: str, share: float) -> dict[Hex, str]:
    others = dice.sample("beshf".replace(code, ""), dice.randint(1, 4))
    return {hex: code if dice.random() < share else dice.choice(others) for hex in hexes}


def herds(dice: random.Random, hexes: list[Hex]) -> dict[Hex, str]:
    return mostly(dice, hexes, "e", dice.choice([0.7, 0.85, 1.0]))


def bears(dice: random.Random, hexes: list[Hex]) -> dict[Hex, str]:
    """Place small groups of bears that do not touch, and a few bears too many."""
    grouped: set[Hex] = set()
    for hex in hexes:
        group = {hex}
        for beside in dice.sample(around(hex), dice.choice([0, 1, 1, 2, 3])):
            group |= {beside}.intersection(hexes)
        if not grouped.intersection(near for bear in group for near in (bear, *around(bear))):
            grouped |= group
    return mostly(dice, hexes, "b", dice.choice([0.0, 0.0, 0.2])) | dict.fromkeys(grouped, "b")


def hawks(dice: random.Random, hexes: list[Hex]) -> dict[Hex, str]:
    """Place as many separate hawks as fit, some that do not fit, and other tokens and gaps between them."""
    others = dice.sample("besf", dice.randint(1, 4))
    slips = dice.choice([0.0, 0.1, 0.3])
    shown: dict[Hex, str] = {}
    for hex in hexes:
        has_room = all(shown.get(beside) != "h" for beside in around(hex))
        if dice.random() < (0.9 if has_room else slips):
            shown[hex] = "h"
        elif dice.random() < 0.8:
            shown[hex] = dice.choice(others)
    return shown


def foxes(dice: random.Random, hexes: list[Hex]) -> dict[Hex, str]:
    return mostly(dice, hexes, "f", dice.choice([0.3, 0.5, 0.7]))


def runs(dice: random.Random, hexes: list[Hex]) -> dict[Hex, str]:
    """Place salmon where none touches a third: long runs, sometimes rings, rarely one salmon too many."""
    salmon = set(ring(dice, hexes)) if dice.random() < 0.5 else set()
    slips = dice.choice([0.0, 0.0, 0.2])
    for hex in hexes:
        near = salmon.intersection(around(hex))
        fits = len(near) <= 2 and all(len(salmon.intersection(around(other))) < 2 for other in near)
        if fits or dice.random() < slips:
            salmon.add(hex)
    left = [hex for hex in hexes if hex not in salmon]
    return dict.fromkeys(salmon, "s") | mostly(dice, left, "s", 0.0)


def ring(dice: random.Random, hexes: list[Hex]) -> list[Hex]:
    """Return six hexes around another one, if there are such."""
    centres = [hex for hex in hexes if crowd(hexes, hex) == 6]
    return around(dice.choice(centres)) if centres else []


SHAPES = {
    "bears": ["any", "straight", "thin"],
    "elk": ["any", "compact", "thin", "straight"],
    "salmon": ["any", "compact"],
    "hawks": ["any", "straight", "thin"],
    "foxes": ["any", "compact"],
}
FILL = {"bears": bears, "elk": herds, "salmon": runs, "hawks": hawks, "foxes": foxes}
