"""The oracle finds the small counts of the perft file. The engine is compared with the file elsewhere."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from tests.games.cascadia.oracle import CODES, SPECIES, TILES_IN_GAME, Environment, Table, Tile
from tests.games.counting import perft
from tests.perft.lines import Line, read

SMALL = 20_000  # sequences that are counted
QUICK = 1_500  # sequences that may be played for a count in the quick run
LINES = read("cascadia")
STARTER_HEXES = 3


def tile(text: str | None, spin: int = 0) -> Tile | None:
    if text is None:
        return None
    terrains, wildlife = text.split()
    return Tile(terrains, wildlife, spin)


def table_of(position: dict[str, Any]) -> Table:
    """Return a position as the oracle's table."""
    letters = position["cards"]
    table = Table.start(position["players"], letters.replace("?", "A"), position["majorities"])
    table.draws.clear()
    laid = [_settle(table.environments[seat], given) for seat, given in enumerate(position["environments"])]
    table.tiles = [tile(slot["tile"]) for slot in position["market"]]
    table.tokens = [CODES[slot["token"]] if slot["token"] else None for slot in position["market"]]
    table.tile_in_hand = tile(position["hand"]["tile"])
    token = position["hand"]["token"]
    table.token_in_hand = CODES[token] if token else None
    table.aside.update({CODES[name]: count for name, count in position["aside"].items()})
    table.seat = ("cedar", "fern", "heather", "slate").index(position["turn"])
    table.has_wiped_free = position["has_wiped"]
    table.is_over = position["phase"] == "over"
    gone = position.get("removed", {"tiles": [], "tokens": {}})
    seen = [*chain(*laid), *table.tiles, table.tile_in_hand, *map(tile, gone["tiles"])]
    for each in filter(None, seen):
        table.unseen[each] -= 1
    table.stack = TILES_IN_GAME[table.players] - len([*filter(None, seen)])
    for environment in table.environments:
        table.bag.subtract(environment.tokens.values())
    table.bag.subtract([code for code in (*table.tokens, table.token_in_hand) if code])
    table.bag.subtract(table.aside)
    table.bag.subtract({CODES[name]: count for name, count in gone["tokens"].items()})
    table.draws = _draws(position)
    return table


def _settle(environment: Environment, given: dict[str, Any]) -> list[Tile]:
    """Fill an environment, and return which tiles came from the stack."""
    environment.nature = given["nature"]
    for each in given["hexes"]:
        terrains, wildlife = each["tile"].split()
        environment.tiles[tuple(each["at"])] = Tile(terrains, wildlife, each["spin"])
        if "token" in each:
            environment.tokens[tuple(each["at"])] = CODES[each["token"]]
    return [Tile(*each["tile"].split()) for each in given["hexes"][STARTER_HEXES:]]


def _draws(position: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return what chance still has to draw."""
    if position["phase"] not in ("card", "starter", "draw_tile", "draw_token"):
        return []
    draws: list[tuple[str, Any]] = []
    for name, letter in zip(SPECIES.values(), position["cards"], strict=False):
        if letter == "?":
            draws.append(("card", name))
    for seat, given in enumerate(position["environments"]):
        if not given["hexes"]:
            draws.append(("starter", seat))
    for what in ("tile", "token"):
        draws += [(what, slot) for slot in range(4) if position["market"][slot][what] is None]
    return draws


def played(line: Line) -> int:
    """Return how many sequences are played out for a count. Some end before its depth."""
    return max((each.count for each in LINES if each.id == line.id and each.depth < line.depth), default=1)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=() if played(line) <= QUICK else pytest.mark.deep)
        for line in LINES
        if line.count <= SMALL
    ],
    ids=str,
)
def test_small_counts(line: Line) -> None:
    assert perft(table_of(line.state().to_json()), line.depth) == line.count
