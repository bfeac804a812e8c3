"""Random environments are as intended, and the oracle scores them consistently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.cascadia.boards import KINDS, MOST_HEXES, MOST_TOKENS, STARTER, Board, board
from tests.games.cascadia.oracle import (
    FORMATIONS,
    HERD,
    SPECIES,
    Hex,
    Land,
    around,
    best_number,
    best_parts,
    card_points,
    corridors,
    from_first,
    groups,
)

CARDS = [f"{name}.{letter}" for name in SPECIES.values() for letter in "ABCD"] + ["family", "intermediate"]


def points(environment: Board) -> list[int]:
    return [card_points(card, environment.tokens) for card in CARDS]


def test_environments_could_lie_on_a_table() -> None:
    for number in range(1000):
        environment = board(number)
        hexes = [(q, r) for q, r, _, _ in environment.land]
        assert set(STARTER) <= set(hexes)
        assert len(hexes) == len(set(hexes)) <= MOST_HEXES
        assert len(groups(hexes)) == 1
        tokens = [hex for some in environment.tokens.values() for hex in some]
        assert len(tokens) == len(set(tokens)) <= MOST_TOKENS
        assert set(tokens) <= set(hexes)


def test_a_number_always_gives_the_same_environment() -> None:
    assert all(board(number) == board(number) for number in range(len(KINDS)))


def test_environments_meet_what_is_hard_to_count() -> None:
    met: Counter[str] = Counter()
    for number in range(2000):
        tokens = board(number).tokens
        for herd in groups(tokens["e"]):
            met["large herd"] += len(herd) > 8
            met["herd of 20"] += len(herd) == 20
            met["herd that cannot be cut at will"] += best_parts(from_first(herd)) < best_number(len(herd))
        for shoal in groups(tokens["s"]):
            touching = [len(shoal.intersection(around(fish))) for fish in shoal]
            met["branching salmon"] += max(touching) > 2
            met["ring of six"] += len(shoal) == 6 and set(touching) == {2}
            met["long run"] += len(shoal) > 7 and max(touching) == 2
        met["pairs of bears"] += card_points("bear.A", tokens) == 27
        met["hawks alone"] += card_points("hawk.A", tokens) == 26
        met["hawks in sight"] += card_points("hawk.B", tokens) == 28
        met["hawks in pairs"] += card_points("hawk.D", tokens) >= 15
        met["foxes in pairs"] += card_points("fox.D", tokens) >= 15
        met["corridor of 7"] += max(corridors(board(number).land).values()) >= 7
    assert len(met) == 12
    assert min(met.values()) >= 5, met


def moved(environment: Board, is_mirrored: bool, sixths: int) -> Board:
    """Return the same environment, mirrored if asked, and turned counter-clockwise."""

    def new_place(hex: Hex) -> Hex:
        q, r = hex
        if is_mirrored:
            q, r = q + r, -r
        for _ in range(sixths):
            q, r = q + r, -q
        return q, r

    def new_tile(q: int, r: int, terrains: str, spin: int) -> Land:
        if is_mirrored:  # sides spin to spin + 2 become the sides from -spin - 2 on
            spin = -spin - 2
        return (*new_place((q, r)), terrains, (spin + sixths) % 6)

    tokens = {code: {new_place(hex) for hex in hexes} for code, hexes in environment.tokens.items()}
    return Board(environment.kind, [new_tile(*tile) for tile in environment.land], tokens)


@pytest.mark.parametrize("is_mirrored", [False, True], ids=["as it is", "mirrored"])
def test_points_do_not_depend_on_the_side_one_looks_from(is_mirrored: bool) -> None:
    for number in range(200):
        environment = board(number)
        seen = moved(environment, is_mirrored, sixths=number // len(KINDS) % 6)
        assert points(seen) == points(environment)
        assert corridors(seen.land) == corridors(environment.land)


def partitions(elk: list[Hex]) -> Iterator[list[set[Hex]]]:
    """Return every way to divide elk into parts."""
    if not elk:
        yield []
        return
    for parts in partitions(elk[1:]):
        yield [{elk[0]}, *parts]
        for k, part in enumerate(parts):
            yield [*parts[:k], part | {elk[0]}, *parts[k + 1 :]]


def part_points(letter: str, part: set[Hex]) -> int:
    """Return the points of a part, or a large negative number if it is not a formation."""
    if letter == "C":
        return HERD[len(part)] if len(groups(part)) == 1 else -1000
    return dict(FORMATIONS[letter]).get(from_first(part), -1000)


@pytest.mark.parametrize("letter", "ABCD")
def test_a_herd_is_cut_in_the_best_of_all_ways(letter: str) -> None:
    herds = {from_first(herd) for number in range(1500) for herd in groups(board(number).tokens["e"])}
    small = sorted(sorted(herd) for herd in herds if 3 <= len(herd) <= 7)
    assert len(small) > 100
    for herd in small:
        best = max(sum(part_points(letter, part) for part in parts) for parts in partitions(herd))
        assert card_points(f"elk.{letter}", {"e": set(herd)}) == best
