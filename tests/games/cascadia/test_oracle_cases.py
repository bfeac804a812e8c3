"""The oracle against the worked cases, and against itself where a rule can be stated in two ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.games.cascadia import procedure_cases
from tests.games.cascadia.cases import BOOK, CASES, CORRIDORS, MAJORITIES, WILDLIFE, name_of, tokens_of
from tests.games.cascadia.oracle import (
    SPECIES,
    STARTERS,
    TERRAINS,
    Table,
    card_points,
    corridors,
    every_tile,
    majorities,
)


def cards_of(cards: str) -> list[str]:
    """Return the cards that five letters, or the name of a variant, stand for."""
    if cards in ("family", "intermediate"):
        return [cards]
    return [f"{name}.{letter}" for name, letter in zip(SPECIES.values(), cards, strict=True)]


def test_every_case_is_one_of_four_kinds() -> None:
    assert (len(WILDLIFE), len(CORRIDORS), len(MAJORITIES), len(CASES)) == (71, 6, 13, 91)


@pytest.mark.parametrize("case", WILDLIFE, ids=name_of)
def test_wildlife(case: dict[str, Any]) -> None:
    assert card_points(case["card"], tokens_of(case)) == case["want"]


@pytest.mark.parametrize("case", CORRIDORS, ids=name_of)
def test_corridors(case: dict[str, Any]) -> None:
    assert corridors(case["land"]) == dict.fromkeys(TERRAINS, 0) | case["want"]


@pytest.mark.parametrize("case", MAJORITIES, ids=name_of)
def test_majorities(case: dict[str, Any]) -> None:
    assert majorities(case["sizes"]) == case["want"]


def test_the_rulebooks_board() -> None:
    want, others = BOOK["want"], BOOK["others"]
    wildlife = [card_points(card, tokens_of(BOOK)) for card in cards_of(BOOK["cards"])]
    assert wildlife == want["wildlife"]
    sizes = [corridors(BOOK["land"]), *(other["corridors"] for other in others)]
    assert sizes[0] == want["corridors"]
    bonuses = {terrain: majorities([size[terrain] for size in sizes]) for terrain in TERRAINS}
    assert bonuses == want["bonuses"]
    totals = [sum(wildlife) + BOOK["nature"], *(other["wildlife"] + other["nature"] for other in others)]
    for seat, size in enumerate(sizes):
        totals[seat] += sum(size.values()) + sum(bonus[seat] for bonus in bonuses.values())
    assert totals == want["totals"]


@pytest.mark.parametrize("cards", BOOK["under"])
def test_the_rulebooks_board_under_other_cards(cards: str) -> None:
    assert [card_points(card, tokens_of(BOOK)) for card in cards_of(cards)] == BOOK["under"][cards]


def test_tiles_are_counted_right() -> None:
    tiles = every_tile()
    assert tiles.total() == 85
    assert sum(number for tile, number in tiles.items() if tile.is_keystone()) == 25
    terrains: Counter[str] = Counter()
    wildlife: Counter[str] = Counter()
    for tile, number in tiles.items():
        terrains.update(dict.fromkeys(tile.terrains, number))
        wildlife.update(dict.fromkeys(tile.wildlife, number))
    assert terrains == dict.fromkeys(TERRAINS, 29)
    assert wildlife == dict.fromkeys(SPECIES, 32)


def test_a_starter_has_every_terrain_once() -> None:
    for hexes in STARTERS.values():
        land = [(q, r, terrains, spin) for (q, r), terrains, _, spin in hexes]
        assert corridors(land) == dict.fromkeys(TERRAINS, 1)
        assert [len(wildlife) for _, _, wildlife, _ in hexes] == [1, 3, 2]
    assert Counter(
        code for hexes in STARTERS.values() for _, _, shown, _ in hexes for code in shown
    ) == dict.fromkeys(SPECIES, 6)


# -- the order of play -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", procedure_cases.CASES, ids=procedure_cases.name_of)
def test_procedure(case: Callable[[procedure_cases.Start], None]) -> None:
    case(Table.start)


def in_turn(tokens: str, bag: str) -> Table:
    """Return a game in which seat 0 has taken slot 0, with a bag that no game would have."""
    table = Table.start(2)
    for text in ("starter M", "starter F", "draw M b", "draw M e", "draw M h", "draw F b"):
        table.play(text)
    for code in tokens:
        table.play(f"draw {SPECIES[code]}")
    table.bag = Counter(bag)
    table.play("take 0")
    table.play("tile 1,0 k0")
    return table


def test_a_token_not_placed_is_drawn_from_an_otherwise_empty_bag() -> None:
    table = in_turn("besh", bag="")
    for text in ("return", "draw P e"):
        table.play(text)
    assert table.outcomes() == {"draw bear": 1}


def test_four_alike_stay_when_only_the_same_could_follow() -> None:
    table = in_turn("ebbb", bag="bbb")
    for text in ("token -1,1", "draw P e", "draw bear"):
        table.play(text)
    assert table.decides() == 1
    assert table.tokens == ["b"] * 4
    assert table.bag == Counter("bb")


def test_nature_tokens_decide_between_equal_points() -> None:
    table = Table.start(2)
    for text in ("starter M", "starter F"):
        table.play(text)
    assert table.scores() == [10, 10]
    assert table.winners() == [0, 1]
    table.environments[0].nature = 2
    table.environments[1].tokens[5, 5] = "h"
    assert table.scores() == [12, 12]
    assert table.winners() == [0]


def test_an_environment_is_scored_with_its_majorities_or_without() -> None:
    for is_on, points in ((True, [10, 10]), (False, [5, 5])):
        table = Table.start(2, "family", is_on)
        for text in ("starter M", "starter F"):
            table.play(text)
        assert table.scores() == points
