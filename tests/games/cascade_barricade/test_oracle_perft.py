"""The counts of the perft file, checked with the slow second implementation. The engine is tested against the same
file.

The game of that implementation is a generator, which cannot be copied, so each sequence is played again from the
start of the line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.games.cascade_barricade.oracle import COLOURS, Play, Question, Table, Wall
from tests.perft.lines import Line, read

SMALL = 700  # the most sequences that are played; the last step of each is only counted
LINES = read("cascade_barricade")
COUNTS = {(line.id, line.depth): line.count for line in LINES}


# -- positions for the second implementation -----------------------------------------------------------------


def table_of(position: dict[str, Any]) -> Table:
    names = ("colours", "whole_block_for_last", "scrap_leftmost", "rim_protects", "late_deck")
    rulings = {name: position[name] for name in names}
    table = Table(position["players"], position["radius"], position["two_weakest"], **rulings)
    table.round = position["round"]
    table.order = [COLOURS.index(name) for name in position["order"]]
    if position["phase"] == "order":
        return table
    table.block, table.deck = list(position["block"]), set(position["deck"])
    table.is_deck_out, table.is_purged = position["deck_out"], position["has_purged"]
    table.water = {(q, r) for q, r in position["water"]}
    table.holes = {(q, r) for q, r in position["holes"]}
    table.winners_of_phase = {COLOURS.index(name) for name in position.get("won", [])}
    for seat, given in enumerate(position["seats"]):
        _settle(table, seat, given)
    table.game = resume(table, position)
    table.question = next(table.game)
    return table


def _settle(table: Table, seat: int, given: dict[str, Any]) -> None:
    player = table.players[seat]
    player.money, player.is_drowned = given["money"], given["drowned"]
    player.character = (given["character"][0], given["character"][1])
    if given["has_third"]:
        table.had_third.add(seat)
    for wall in given["walls"]:
        q, r = wall["at"]
        player.walls[wall["slot"]] = Wall(table.cards[wall["bid"]], (q, r), list(wall["labor"]))
        for kind in wall["labor"]:
            table.market[kind].take()


def resume(table: Table, position: dict[str, Any]) -> Play:
    """Play the rest of the game from the middle of a round."""
    seat = COLOURS.index(position["turn"])
    at = table.order.index(seat)
    before, after = table.order[:at], table.order[at + 1 :]
    match position["phase"]:
        case "scrap":
            yield from table.scrap([seat, *after])
            yield from table.from_auction()
        case "open" | "bid" | "draw":
            if position["phase"] == "bid":
                yield from _bidding(table, position["auction"])
            elif position["phase"] == "draw":  # after the wall that this seat opened
                yield from table.refill()
            yield from table.openings(after if position["phase"] != "open" else [seat, *after])
            yield from table.from_hiring(table.order)
        case "hire":
            yield from table.from_hiring([*before, seat])
        case "flee":
            yield from table.flee([seat, *after])
        case _:
            yield from _acting(table, seat, position)
            yield from table.from_actions(after)
    yield from table.rounds()


def _bidding(table: Table, auction: dict[str, Any]) -> Play:
    """Go on with the bidding from the seat that is next."""
    bidder, next_seat = COLOURS.index(auction["bidder"]), COLOURS.index(auction["next"])
    clockwise = table.seats[next_seat:] + table.seats[:next_seat]
    waiting = [seat for seat in clockwise if COLOURS[seat] in auction["in"] and seat != bidder]
    yield from table.raising(auction["wall"], bidder, auction["bid"], waiting)


def _acting(table: Table, seat: int, position: dict[str, Any]) -> Play:
    """Go on with the current sale or shift, and the actions left."""
    if position["phase"] == "sell":
        text = yield Question(seat, [*table.sales(seat), "done"])
        yield from table.sell(seat, text)
    elif position["phase"] == "shift":
        way = list(map(str, position["shift"]))
        more = [text for text in table.shifts(seat) if text.split()[2:] == way]
        text = yield Question(seat, [*more, "done"])
        yield from table.shift(seat, text)
    yield from table.act(seat, position.get("actions_left", 0))


# -- counting ------------------------------------------------------------------------------------------------


def perft(fresh: Callable[[], Table], depth: int, sequence: tuple[str, ...] = ()) -> int:
    table = fresh()
    for text in sequence:
        table.apply(text)
    texts = table.legal()
    if depth == 1:
        return len(texts)
    return sum(perft(fresh, depth - 1, (*sequence, text)) for text in texts)


def count(line: Line) -> int:
    position = line.state().to_json()
    return perft(lambda: table_of(position), line.depth)


def played(line: Line) -> int:
    """Return how many sequences must be played for a count."""
    return COUNTS.get((line.id, line.depth - 1), 1)


@pytest.mark.parametrize("line", [line for line in LINES if played(line) <= SMALL], ids=str)
def test_small_counts(line: Line) -> None:
    assert count(line) == line.count


@pytest.mark.deep
@pytest.mark.parametrize("line", [line for line in LINES if played(line) > SMALL], ids=str)
def test_larger_counts(line: Line) -> None:
    assert count(line) == line.count


def test_every_start_is_counted_to_some_depth() -> None:
    assert {line.id for line in LINES if played(line) <= SMALL} == {line.id for line in LINES}
