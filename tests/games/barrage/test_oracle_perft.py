"""The counts of the perft file by the slow second implementation; the engine is held to the file itself.

Its turns are generators, which cannot be copied: every sequence is played again from where the line starts.
"""

from __future__ import annotations

import copy
import json

import pytest
from tests.games.barrage.both import table_of
from tests.games.barrage.oracle import Table
from tests.perft.lines import Line, read

SMALL = 1_000  # sequences that are played out; the last step of each is only counted


def is_turn(line: Line) -> bool:
    """Whether a person's turn begins there and no Automa plays: that is where the second implementation can start."""
    position = json.loads(line.where).get("position", {"steps": []})
    return "steps" not in position and not any("automa" in seat for seat in position["seats"])


LINES = [line for line in read("barrage") if is_turn(line)]
COUNTS = {(line.id, line.depth): line.count for line in LINES}


def played(line: Line) -> int:
    """How many sequences must be played for a count."""
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
