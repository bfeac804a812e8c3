"""How stored puzzles are checked again and replaced."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

import stockade
from stockade.cli.app import app
from stockade.core.errors import NotAllowed
from stockade.puzzles.checking import check, confirmed, refilled
from stockade.puzzles.making import Choice, make
from stockade.puzzles.puzzle import Puzzle, Reply, puzzles_of, read, write

GAMES = stockade.games()
MEASURED = [name for name in GAMES if not stockade.game(name).has("solution")]
SOLVED = [name for name in GAMES if name not in MEASURED]


def with_answer(puzzle: Puzzle, answer: str) -> Puzzle:
    worth = puzzle.step.worth | {answer: 1000.0}
    return replace(puzzle, step=replace(puzzle.step, worth=worth, right={answer: Reply()}), line=(answer,))


def worst(puzzle: Puzzle) -> str:
    return list(puzzle.step.worth)[-1]


@pytest.mark.parametrize("name", MEASURED)
def test_a_check_confirms_right_answers_and_no_others(name) -> None:
    puzzle = puzzles_of(name)[0]
    assert [each.step.right for each in confirmed(puzzle, 77)] == [puzzle.step.right]
    assert confirmed(with_answer(puzzle, worst(puzzle)), 77) == []
    state = puzzle.state(stockade.game(name))
    far_behind = next(text for text in map(state.format, state.legal_actions()) if text not in puzzle.step.right)
    assert confirmed(with_answer(puzzle, far_behind), 77) == []


def test_an_interrupted_check_goes_on_and_other_puzzles_are_checked_anew(tmp_path) -> None:
    game, stored = stockade.game(MEASURED[0]), puzzles_of(MEASURED[0])[:3]
    begun = check(game, stored, 5, 1, tmp_path / "notes")
    first = next(begun)
    begun.close()
    noted = (tmp_path / "notes").read_bytes()
    whole = check(game, stored, 5, 1, tmp_path / "notes")
    assert next(whole) == first
    assert (tmp_path / "notes").read_bytes() == noted
    assert {number for number, _ in whole} == {2, 3}
    with (tmp_path / "notes").open("ab") as file:
        file.write(b'{"number": 4, "puz')  # as a killed run leaves it
    assert [number for number, _ in check(game, stored, 5, 1, tmp_path / "notes")] == [1, 2, 3]
    wrong = with_answer(stored[0], worst(stored[0]))
    assert list(check(game, [wrong], 5, 1, tmp_path / "notes")) == [(1, None)]


def test_a_solved_game_has_nothing_to_measure(tmp_path) -> None:
    with pytest.raises(NotAllowed, match="come from its solution"):
        next(check(stockade.game(SOLVED[0]), puzzles_of(SOLVED[0]), 0, 1, tmp_path / "notes"))


def test_new_puzzles_take_the_places_of_others_but_not_their_numbers() -> None:
    stored = [
        replace(puzzle, number=number) for puzzle, number in zip(puzzles_of(SOLVED[0]), (1, 7, 3, 4), strict=False)
    ]
    new = [replace(puzzle, number=0) for puzzle in puzzles_of(SOLVED[0])[10:13]]

    def numbers(dropped: set[int], count: int) -> list[int]:
        kept = {puzzle.number: puzzle for puzzle in stored if puzzle.number not in dropped}
        return [puzzle.number for puzzle in refilled(stored, kept, new[:count])]

    assert numbers(set(), 0) == [1, 7, 3, 4]
    assert numbers({7, 4}, 2) == [1, 8, 3, 9]
    assert numbers({7, 4}, 1) == [1, 8, 3]
    assert numbers({3}, 3) == [1, 7, 8, 4, 9, 10]


def test_puzzles_that_are_kept_are_not_made_again(tmp_path) -> None:
    game = stockade.game(SOLVED[0])
    *_, first = make(game, 3, 5, 1, tmp_path / "work")
    kept = [*first]
    *_, more = make(game, 5, 5, 1, tmp_path / "work", kept)
    assert len(more) == 2
    boards = {str(puzzle.position) for puzzle in (*kept, *more)}
    assert len(boards) == 5
    assert list(make(game, 3, 5, 1, tmp_path / "work", kept)) == [[]]
    assert Choice(50, kept).puzzles == []


def test_the_command_names_puzzles_that_are_not_confirmed_and_replaces_them(tmp_path) -> None:
    name, file = "cascadia", tmp_path / "mine.ndjson"
    right, other = puzzles_of(name)[:2]
    write(file, [with_answer(right, worst(right)), other])
    before = file.read_bytes()

    def run(*more: str) -> dict[str, object]:
        result = CliRunner().invoke(app, ["puzzles", name, "--check", "--out", str(file), "--json", *more])
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    assert run()["unconfirmed"] == [1]
    assert file.read_bytes() == before
    assert run("--make", "2")["unconfirmed"] == [1]
    assert [puzzle.number for puzzle in read(file)] == [3, 2]
    assert read(file)[1].step.right == other.step.right
    assert list(islice(Path(tmp_path).iterdir(), 2)) == [file]


def test_the_command_refuses_to_check_puzzles_that_do_not_exist(tmp_path) -> None:
    result = CliRunner().invoke(app, ["puzzles", MEASURED[0], "--check", "--out", str(tmp_path / "none")])
    assert result.exit_code != 0
    assert list(tmp_path.iterdir()) == []
