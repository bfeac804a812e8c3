"""The engine's points against the worked cases, and against the oracle on random environments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pytest
from tests.games.cascadia import oracle
from tests.games.cascadia.boards import Board, board
from tests.games.cascadia.cases import BOOK, CORRIDORS, MAJORITIES, WILDLIFE, name_of, tokens_of
from tests.games.cascadia.oracle import SPECIES, TERRAINS, TILES, Hex, Land
from tests.games.cascadia.positions import card_points

from stockade.conformance.scope import either
from stockade.games.cascadia import layout, tables
from stockade.games.cascadia.rules import corridors, environment

CODES = "".join(SPECIES)
NAMES = list(SPECIES.values())
VARIANTS = {"family": 4, "intermediate": 5}
EASY, ALL = 120, 100_000  # environments in the normal run, and in the long one
READ = either(quick=400, deep=800)  # environments that are counted by other readings of the cards


def fresh() -> Any:
    """Return an empty environment."""
    return np.zeros(1, np.dtype((np.record, layout.ENVIRONMENT)))[0]


def face_and_spin(terrains: str, spin: int, number: int) -> tuple[int, int]:
    """Return a printed tile with these terrains, and a spin that shows them so. `number` picks one of several."""
    if terrains not in TILES:
        terrains, spin = terrains[::-1], (spin + 3) % 6
    printed = TILES[terrains].split()
    return tables.face_of(terrains, printed[number % len(printed)]), spin


def lay(own: Any, land: Iterable[Land], tokens: Mapping[str, set[Hex]]) -> None:
    """Replace an environment with the given tiles and tokens."""
    environment.clear(own)
    numbers = {}
    for number, (q, r, terrains, spin) in enumerate(land):
        numbers[q, r] = number
        environment.lay_tile(own, environment.cell_at(q, r), *face_and_spin(terrains, spin, number))
    for code, hexes in tokens.items():
        for hex in hexes:
            environment.put_token(own, numbers[hex], CODES.index(code))


def on_mountains(tokens: Mapping[str, set[Hex]]) -> list[Land]:
    """Return a tile under each token."""
    return [(q, r, "M", 0) for hexes in tokens.values() for q, r in sorted(hexes)]


def points(own: Any, card: str) -> int:
    """Return the points of a card by its name."""
    if card in VARIANTS:
        return sum(card_points(own, species, VARIANTS[card]) for species in range(5))
    name, letter = card.split(".")
    return card_points(own, NAMES.index(name), "ABCD".index(letter))


def corridor_sizes(own: Any) -> dict[str, int]:
    return {terrain: corridors.corridor(own, number) for number, terrain in enumerate(TERRAINS)}


def bonuses(sizes: list[int]) -> list[int]:
    given = np.array(sizes, np.int64)
    return [corridors.majority_points(given, len(sizes), seat) for seat in range(len(sizes))]


# -- worked cases ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", WILDLIFE, ids=name_of)
def test_wildlife(case: dict[str, Any]) -> None:
    own, tokens = fresh(), tokens_of(case)
    lay(own, on_mountains(tokens), tokens)
    assert points(own, case["card"]) == case["want"]


@pytest.mark.parametrize("case", CORRIDORS, ids=name_of)
def test_corridors(case: dict[str, Any]) -> None:
    own = fresh()
    lay(own, case["land"], {})
    assert corridor_sizes(own) == dict.fromkeys(TERRAINS, 0) | case["want"]


@pytest.mark.parametrize("case", MAJORITIES, ids=name_of)
def test_majorities(case: dict[str, Any]) -> None:
    assert bonuses(case["sizes"]) == case["want"]


def test_the_rulebooks_board() -> None:
    own, want = fresh(), BOOK["want"]
    lay(own, BOOK["land"], tokens_of(BOOK))
    assert [points(own, f"{name}.A") for name in NAMES] == want["wildlife"]
    assert corridor_sizes(own) == want["corridors"]
    sizes = [want["corridors"], *(other["corridors"] for other in BOOK["others"])]
    assert {terrain: bonuses([size[terrain] for size in sizes]) for terrain in TERRAINS} == want["bonuses"]
    for cards, each in BOOK["under"].items():
        chosen = [cards] if cards in VARIANTS else [f"{name}.{cards[0]}" for name in NAMES]
        assert [points(own, card) for card in chosen] == each


# -- random environments ---------------------------------------------------------------------------------------


def engine_points(own: Any) -> dict[str, int]:
    """Return the points of all cards and variants for all species, and the corridors."""
    found = {
        f"{name}.{letter}": card_points(own, species, card)
        for species, name in enumerate(NAMES)
        for card, letter in enumerate([*"ABCD", *VARIANTS])
    }
    return found | corridor_sizes(own)


def oracle_points(given: Board) -> dict[str, int]:
    found = {
        f"{name}.{letter}": oracle.card_points(f"{name}.{letter}", given.tokens)
        for name in NAMES
        for letter in "ABCD"
    }
    for variant in VARIANTS:
        for code, name in SPECIES.items():
            found[f"{name}.{variant}"] = oracle.card_points(variant, {code: given.tokens[code]})
    return found | oracle.corridors(given.land)


def compare(numbers: Iterable[int]) -> None:
    """Compare in one record, so that leftovers of the previous environment would be noticed."""
    own = fresh()
    for number in numbers:
        given = board(number)
        lay(own, given.land, given.tokens)
        assert engine_points(own) == oracle_points(given), f"environment {number}: {given}"


def test_random_environments() -> None:
    compare(range(EASY))


@pytest.mark.deep
@pytest.mark.parametrize("tenth", range(10))
def test_many_random_environments(tenth: int) -> None:
    size = (ALL - EASY) // 10
    compare(range(EASY + tenth * size, EASY + (tenth + 1) * size))


def test_the_order_of_laying_makes_no_difference() -> None:
    own, other = fresh(), fresh()
    for number in range(either(quick=40, deep=200)):
        given = board(number)
        lay(own, given.land, given.tokens)
        lay(other, given.land[::-1], dict(reversed(given.tokens.items())))
        assert engine_points(own) == engine_points(other)


# -- other readings of the cards -------------------------------------------------------------------------------

READINGS = [
    ("elk.D", ["elk_with_gaps"]),
    ("salmon.A", ["branching_salmon"]),
    ("salmon.C", ["branching_salmon"]),
    ("salmon.D", ["branching_salmon"]),
    ("salmon.D", ["short_salmon_runs"]),
    ("salmon.D", ["branching_salmon", "short_salmon_runs"]),
]
MANY_ELK = 14  # the oracle takes seconds for more elk with gaps


def test_other_readings_on_random_environments() -> None:
    own = fresh()
    differing: Counter[tuple[str, ...]] = Counter()
    for number in range(READ):
        given = board(number)
        lay(own, given.land, given.tokens)
        for card, options in READINGS:
            if card == "elk.D" and len(given.tokens["e"]) > MANY_ELK:
                continue
            name, letter = card.split(".")
            want = oracle.card_points(card, given.tokens, frozenset(options))
            found = card_points(own, NAMES.index(name), "ABCD".index(letter), **dict.fromkeys(options, True))
            assert found == want, (number, card, options)
            differing[card, *options] += want != oracle.card_points(card, given.tokens)
    assert min(differing.values()) > 5, differing


@pytest.mark.parametrize("case", [case for case in WILDLIFE if "alt" in case], ids=name_of)
def test_worked_cases_read_the_other_way(case: dict[str, Any]) -> None:
    own, tokens, (name, letter) = fresh(), tokens_of(case), case["card"].split(".")
    lay(own, on_mountains(tokens), tokens)
    for option, want in case["alt"].items():
        assert oracle.card_points(case["card"], tokens, frozenset([option])) == want
        assert card_points(own, NAMES.index(name), "ABCD".index(letter), **{option: True}) == want
