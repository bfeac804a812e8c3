"""Check the counts of action sequences. A changed count means a changed rule: raise the game's rules version."""

from __future__ import annotations

import pytest
from tests.perft.lines import FOLDER, Line, read

import stockade

LINES = [line for name in stockade.games() for line in read(name)]
QUICK = 10_000_000  # sequences; larger counts are checked only in the deep run


def count(line: Line) -> int:
    state = line.state()
    before = state.to_bytes()
    found = int(state.game.kernels("perft").perft(state.data, line.depth))
    assert state.to_bytes() == before
    return found


@pytest.mark.parametrize("line", [line for line in LINES if line.count <= QUICK], ids=str)
def test_perft(line: Line) -> None:
    assert count(line) == line.count


@pytest.mark.deep
@pytest.mark.parametrize("line", [line for line in LINES if line.count > QUICK], ids=str)
def test_perft_deep(line: Line) -> None:
    assert count(line) == line.count


@pytest.mark.parametrize("name", stockade.games())
def test_a_game_has_counts_from_the_start_and_from_the_middle(name: str) -> None:
    lines = read(name)
    assert len({str(line) for line in lines}) == len(lines)
    assert any(line.where == "{}" and line.count > 1000 for line in lines)
    assert any("position" in line.where for line in lines)


@pytest.mark.parametrize("name", stockade.games())
def test_depths_zero_and_one_are_what_they_say(name: str) -> None:
    for where in {line.where: line for line in read(name)}.values():
        state = where.state()
        perft = state.game.kernels("perft").perft
        assert perft(state.data, 0) == 1
        assert perft(state.data, 1) == len(state.legal_actions())


@pytest.mark.parametrize("name", stockade.games())
def test_the_count_adds_up_over_first_actions(name: str) -> None:
    state = stockade.game(name).start()
    perft = state.game.kernels("perft").perft
    divided = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        divided += perft(after.data, 2)
    assert divided == perft(state.data, 3)


def test_every_file_belongs_to_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.perft")} == set(stockade.games())
