"""The counts of the perft file, checked with the slow second implementation. The engine is tested against the same
file.

The turns of that implementation are generators, which cannot be copied, so each sequence is played again from the
start of the line.
"""

from __future__ import annotations

import copy
import json

import pytest
from tests.games.barrage.both import table_of
from tests.games.barrage.oracle import Table
from tests.perft.lines import Line, read

SMALL = 1_000  # the most sequences that are played; the last step of each is only counted


def is_turn(line: Line) -> bool:
    """Return whether a person's turn begins there and no Automa plays, so that the second implementation can start
    there."""
    position = json.loads(line.where).get("position", {"steps": []})
    return "steps" not in position and not any("automa" in seat for seat in position["seats"])


LINES = [line for line in read("barrage") if is_turn(line)]
COUNTS = {(line.id, line.depth): line.count for line in LINES}


def played(line: Line) -> int:
    """Return how many sequences must be played for a count."""
    return COUNTS.get((line.id, line.depth - 1), 1)


def perft(start: Table, seat: int, depth: int, sequence: tuple[str, ...] = ()) -> int:
    table = copy.deepcopy(start)
    game = table.play(seat)
    question = next(game)
    try:
        for text in sequence:
            question = game.send(text)
    except StopIteration:
        return 0
    if depth == 1:
        return len(question.texts)
    return sum(perft(start, seat, depth - 1, (*sequence, text)) for text in question.texts)


@pytest.mark.parametrize("line", [line for line in LINES if played(line) <= SMALL], ids=str)
def test_small_counts(line: Line) -> None:
    state = line.state()
    assert perft(table_of(state), state.current_player, line.depth) == line.count


def test_some_go_beyond_a_turn() -> None:
    assert len({line.id for line in LINES}) >= 4
    assert max(line.depth for line in LINES if played(line) <= SMALL) >= 3
