"""The puzzles of all games: well formed, solvable, varied, and right."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest
from tests.puzzles.searching import best_choice

import stockade
from stockade.conformance.scope import either
from stockade.core.errors import BadPosition
from stockade.core.language import ENGLISH, languages
from stockade.core.match import Match
from stockade.openings.making import best_of_each, play_deals, rows_of
from stockade.openings.table import first_choice, openings_of, sorts_of
from stockade.puzzles.making import Choice, candidates, finish, make
from stockade.puzzles.measure import measure_for
from stockade.puzzles.puzzle import Puzzle, Reply, Step, puzzles_of, read
from stockade.puzzles.solved import best_of, solution_of, verdicts
from stockade.puzzles.why import explained

GAMES = stockade.games()
SOLVED = [name for name in GAMES if stockade.game(name).has("solution")]
MEASURED = [name for name in GAMES if name not in SOLVED]


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzles_of_a_game_are_numbered_and_differ(name) -> None:
    """Numbers may have gaps: a puzzle that replaces another gets a new number."""
    puzzles = puzzles_of(name)
    assert len(puzzles) == 200
    assert len({puzzle.number for puzzle in puzzles}) == len(puzzles)
    assert min(puzzle.number for puzzle in puzzles) >= 1
    assert len({str(puzzle.position) for puzzle in puzzles}) == len(puzzles)
    assert all(count <= 0.7 * len(puzzles) for count in Counter(puzzle.theme for puzzle in puzzles).values())
    assert [Puzzle.from_json(puzzle.to_json()) for puzzle in puzzles] == list(puzzles)


@pytest.mark.parametrize("name", GAMES)
def test_the_line_of_a_puzzle_can_be_played(name) -> None:
    game = stockade.game(name)
    for puzzle in puzzles_of(name)[:: either(quick=5, deep=1)]:
        state = puzzle.state(game)
        assert state.current_player == puzzle.seat
        legal = set(state.legal_actions())
        assert len(legal) == puzzle.choices
        assert puzzle.line[0] in puzzle.step.right
        assert {state.parse(text) for text in puzzle.step.worth} <= legal
        for text in puzzle.line:
            state.apply(text)


@pytest.mark.parametrize("name", SOLVED)
def test_every_puzzle_of_a_solved_game_agrees_with_the_solution(name) -> None:
    game = stockade.game(name)
    solution = solution_of(game)

    def check(step: Step, state: stockade.State, puzzle: Puzzle) -> None:
        found = verdicts(solution, state)
        told = {state.format(action): (each.value, each.distance) for action, each in found.items()}
        assert step.worth == told
        assert set(step.right) == {state.format(action) for action in best_of(found)}
        for text, reply in step.right.items():
            after = state.clone()
            after.apply(text)
            for answer in reply.actions:
                assert after.parse(answer) in best_of(verdicts(solution, after))
                after.apply(answer)
            if reply.then is not None:
                check(reply.then, after, puzzle)

    for puzzle in puzzles_of(name)[:: either(quick=4, deep=1)]:
        state = puzzle.state(game)
        worth = solution.verdict_for(puzzle.seat, state)
        kept = [each for each in verdicts(solution, state).values() if each.value == worth.value]
        assert len(kept) == 1
        assert puzzle.task == ("win" if worth.value > 0 else "hold")
        check(puzzle.step, state, puzzle)
    seats = Counter(puzzle.seat for puzzle in puzzles_of(name))
    assert min(seats.values()) >= 0.4 * sum(seats.values())


@pytest.mark.parametrize("name", MEASURED)
def test_a_puzzle_keeps_the_proof_that_its_answer_is_ahead(name) -> None:
    for puzzle in puzzles_of(name):
        assert puzzle.proof is not None
        assert puzzle.proof.runs >= 5
        assert 0 < puzzle.proof.interval[0] <= puzzle.proof.gap <= puzzle.proof.interval[1]
        [right] = puzzle.step.right
        assert max(puzzle.step.worth, key=puzzle.step.worth.__getitem__) == right


@pytest.mark.parametrize("name", MEASURED)
def test_a_puzzle_says_in_every_language_what_the_next_best_choice_changes(name) -> None:
    puzzles = puzzles_of(name)
    for puzzle in puzzles:
        assert set(puzzle.why) == set(languages())
        assert puzzle.second not in puzzle.step.right
    assert sum(bool(puzzle.why[ENGLISH]) for puzzle in puzzles) >= 0.4 * len(puzzles)


@pytest.mark.parametrize("name", MEASURED)
def test_what_the_next_best_choice_changes_is_worked_out(name) -> None:
    puzzle = next(puzzle for puzzle in puzzles_of(name) if puzzle.why[ENGLISH])
    found = explained(replace(puzzle, why={})).why
    assert set(found) == set(languages())
    assert found[ENGLISH]
    swapped = replace(puzzle, step=Step(puzzle.step.worth, {puzzle.second: Reply()}))
    assert not any(explained(swapped).why.values())  # quick play does better after the other choice


@pytest.mark.parametrize("name", MEASURED)
def test_a_search_finds_the_best_choice_ahead_again(name) -> None:
    game = stockade.game(name)
    game.compile()
    for puzzle in puzzles_of(name)[::40]:
        state = puzzle.state(game)
        measure = measure_for(state)
        found = measure.run(state, [state.parse(text) for text in puzzle.step.worth], measure.budget // 4, 123_456)
        [right] = map(state.parse, puzzle.step.right)
        assert found[right] > max(worth for action, worth in found.items() if action != right), puzzle.number


@pytest.mark.deep
@pytest.mark.parametrize("name", MEASURED)
def test_a_search_of_all_choices_finds_no_better_one(name) -> None:
    game = stockade.game(name)
    game.compile()
    for puzzle in puzzles_of(name):
        state = puzzle.state(game)
        assert state.format(best_choice(state)) in puzzle.step.right, puzzle.number


@pytest.mark.deep
@pytest.mark.parametrize("name", MEASURED)
def test_a_longer_search_finds_the_same_answers(name) -> None:
    game = stockade.game(name)
    game.compile()
    sample = random.Random(1).sample(puzzles_of(name), 20)
    agreed = 0
    for puzzle in sample:
        state = puzzle.state(game)
        measure = measure_for(state)
        actions = [state.parse(text) for text in puzzle.step.worth]
        found = measure.run(state, actions, 4 * measure.budget, 987_654)
        agreed += state.format(max(found, key=found.__getitem__)) in puzzle.step.right
    assert agreed >= 19


def test_the_same_seed_makes_the_same_puzzles_and_an_interrupted_run_goes_on(tmp_path) -> None:
    game = stockade.game(SOLVED[0])
    whole = list(make(game, 4, 5, 1, tmp_path / "whole"))[-1]
    begun = make(game, 4, 5, 1, tmp_path / "part")
    while len(next(begun)) < 2:
        pass
    begun.close()
    played = len((tmp_path / "part").read_text("utf-8").splitlines())
    with (tmp_path / "part").open("a") as file:
        file.write('{"number": 99, "puz')  # as a killed process leaves it
    assert list(make(game, 4, 5, 1, tmp_path / "part"))[-1] == whole
    lines = [json.loads(line) for line in (tmp_path / "part").read_text("utf-8").splitlines()]
    assert len(lines) >= played > 1
    finish(tmp_path / "puzzles", whole)
    assert [puzzle.number for puzzle in read(tmp_path / "puzzles")] == [1, 2, 3, 4]


@pytest.mark.parametrize("content", ["{}", "[]", "{", '{"proof": null, "step": {"worth": []}}'])
def test_a_file_without_puzzles_is_refused(tmp_path, content) -> None:
    whole = puzzles_of(SOLVED[0])[0].to_json()
    text = json.dumps(whole | json.loads(content)) if "worth" in content else content
    (tmp_path / "puzzles").write_text(text)
    with pytest.raises(BadPosition, match="holds no puzzles"):
        read(tmp_path / "puzzles")


def test_a_choice_of_puzzles_takes_one_from_a_game_and_no_position_twice() -> None:
    found = [candidates(SOLVED[0], 1, number) for number in range(6)]
    choice = Choice(50)
    for several in (*found, *found):
        choice.consider(several)
    assert len(choice.puzzles) <= 12
    assert len({str(puzzle.position) for puzzle in choice.puzzles}) == len(choice.puzzles)


@pytest.mark.parametrize("name", [name for name in stockade.games() if openings_of(name)])
def test_the_openings_of_a_game_fit_its_first_choices(name) -> None:
    game = stockade.game(name)
    for row in openings_of(name):
        state = first_choice(game, row.players, row.seed)
        assert state.parse(row.action) in state.legal_actions()
        assert sorts_of(state)[state.parse(row.action)]
        assert row.wins_interval[0] <= row.wins <= row.wins_interval[1]


def test_every_sort_of_first_choice_is_tried_in_every_deal() -> None:
    name = next(name for name in stockade.games() if not stockade.game(name).has("solution"))
    players = 2
    tried = play_deals(name, 3, players, 0, 2)
    assert play_deals(name, 3, players, 0, 2) == tried
    deals = {each.seed for each in tried}
    assert len(deals) == 2
    for deal in deals:
        state = first_choice(stockade.game(name), players, deal)
        sorts = [each.sort for each in tried if each.seed == deal]
        assert sorted(sorts) == sorted(best_of_each(state))
    assert rows_of(tried * 40)[0].games >= 40


def test_the_first_choice_is_the_first_with_something_to_choose() -> None:
    for name in stockade.games():
        state = first_choice(stockade.game(name), max(stockade.game(name).spec.players), 4)
        assert len(state.legal_actions()) > 1
        assert state.ply <= Match(name, seed=4).state.ply + 40
