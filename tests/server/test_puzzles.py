"""Puzzles over HTTP: solving them, what counts, and what is told before and after."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session
from tests.puzzles.searching import best_choice
from tests.server.at_table import ok, refused
from tests.server.company import Guest

import stockade
from stockade.openings.table import openings_of
from stockade.puzzles.puzzle import Puzzle, puzzles_of
from stockade.server import moments
from stockade.server.people.models import PersonRow
from stockade.server.people.people import People
from stockade.server.puzzles import puzzles
from stockade.server.puzzles.models import PuzzleRatingRow
from stockade.server.puzzles.puzzles import Puzzles, daily, get, holder_of
from stockade.server.storage import make_engine

GAMES = [name for name in stockade.games() if puzzles_of(name)]


def path_of(game: str, number: int) -> str:
    return f"/api/puzzles/{game}/{number}"


def answer(guest: Guest, puzzle: Puzzle, *actions: int | str) -> Any:
    game = puzzle.position["game"]
    return guest.post(f"{path_of(game, puzzle.number)}/answer", actions=list(actions))


def solve(guest: Guest, puzzle: Puzzle) -> dict[str, Any]:
    """Answer a puzzle by its own tree, and return the last verdict."""
    step, actions = puzzle.step, []
    while True:
        action, reply = next(iter(step.right.items()))
        actions.append(action)
        verdict = ok(answer(guest, puzzle, *actions))
        if reply.then is None:
            return verdict
        assert verdict["verdict"] == "right"
        assert verdict["standing"] is None
        assert len(verdict["replies"]) == len(reply.actions)
        step = reply.then


def wrong_choice(puzzle: Puzzle) -> str:
    state = puzzle.state(stockade.game(puzzle.position["game"]))
    texts = [state.format(action) for action in state.legal_actions()]
    return next(text for text in texts if text not in puzzle.step.right)


def people(client: Any) -> int:
    from sqlalchemy import func, select

    with client.app.state.service.storage.engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(PersonRow))


def work_out(guest: Guest, puzzle: Puzzle) -> dict[str, Any]:
    """Answer a puzzle by looking for the best choices, and return the last verdict."""
    game, actions = stockade.game(puzzle.position["game"]), []
    state = puzzle.state(game)
    while True:
        actions.append(state.format(best_choice(state)))
        verdict = ok(answer(guest, puzzle, *actions))
        if verdict["verdict"] != "right":
            return verdict
        state = game.from_json(verdict["position"])


@pytest.mark.parametrize("game", GAMES)
def test_ten_puzzles_of_each_game_are_solved_without_their_answers(client, game) -> None:
    """A short search, or the solution of a solved game, finds what has been proved."""
    stockade.game(game).compile()
    anna, streak = Guest(client, "Anna"), 0
    for puzzle in puzzles_of(game)[::20]:
        shown = ok(anna.get(path_of(game, puzzle.number)))
        assert shown["outcome"] is None
        assert shown["scene"]["choices"]
        assert not {"line", "worth", "step"} & set(shown)
        verdict = work_out(anna, puzzle)
        assert verdict["verdict"] == "solved", puzzle.number
        streak += 1
        standing = verdict["standing"]
        assert standing["counted"]
        assert standing["streak"] == streak
        assert standing["change"] > 0
        assert verdict["explained"]["choices"][0]["right"]
        told = sum(bool(text) for text in (puzzle.why.get("en"), puzzle.proof and puzzle.proof.games))
        assert len(verdict["explained"]["why"]) == told
    shelf = ok(anna.get("/api/puzzles"))
    assert next(each for each in shelf["games"] if each["game"] == game)["solved"] == streak == 10
    assert shelf["streak"] == streak


def test_a_wrong_answer_fails_the_puzzle_and_may_be_followed_by_another(client) -> None:
    anna, puzzle = Guest(client, "Anna"), puzzles_of(GAMES[0])[5]
    verdict = ok(answer(anna, puzzle, wrong_choice(puzzle)))
    assert verdict["verdict"] == "wrong"
    assert verdict["standing"]["outcome"] == "failed"
    assert verdict["standing"]["change"] < 0
    assert verdict["explained"] is None
    assert not any(text in verdict["text"] for text in puzzle.step.right)
    after = solve(anna, puzzle)
    assert after["verdict"] == "solved"
    assert after["standing"]["outcome"] == "failed"
    assert not after["standing"]["counted"]
    assert after["standing"]["change"] == 0
    assert after["standing"]["streak"] == 0


def test_the_solution_can_be_played_through_and_gives_the_puzzle_up(client) -> None:
    for game in GAMES:
        anna, puzzle = Guest(client, "Anna"), puzzles_of(game)[7]
        path = path_of(game, puzzle.number)
        shown = ok(anna.post(f"{path}/solution", shape="tall"))
        assert len(shown["steps"]) == len(puzzle.line)
        assert shown["standing"]["outcome"] == "failed"
        assert ok(anna.get(path))["outcome"] == "failed"


def test_a_stranger_becomes_a_guest_with_the_first_answer_and_not_before(client) -> None:
    puzzle, somebody = puzzles_of(GAMES[0])[0], Guest(client)
    ok(somebody.get("/api/puzzles"))
    ok(somebody.get(path_of(GAMES[0], puzzle.number)))
    refused(answer(somebody, puzzle, "nonsense"), 400, "parse_error")
    assert people(client) == 0
    solve(somebody, puzzle)
    assert somebody.me()["guest"]
    solve(somebody, puzzles_of(GAMES[0])[1])
    assert people(client) == 1
    assert ok(somebody.get("/api/puzzles"))["streak"] == 2


def test_the_attempts_of_a_guest_who_signs_in_become_the_persons(client) -> None:
    first, second = puzzles_of(GAMES[0])[:2]
    anna = Guest(client, "Anna")
    ok(anna.post("/api/me/claim", name="Anna", password="long enough"))
    solve(anna, first)
    elsewhere = Guest(client)
    solve(elsewhere, first)
    solve(elsewhere, second)
    ok(elsewhere.post("/api/me/sign-in", name="Anna", password="long enough"))
    assert ok(anna.get("/api/puzzles"))["games"][0]["solved"] == 2
    assert anna.post("/api/me/delete").status_code == 204
    assert people(client) == 0


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_changes(client) -> None:
    first, other = ok(client.get("/api/puzzles")), ok(Guest(client, "Ben").get("/api/puzzles"))
    assert [game["daily"] for game in first["games"]] == [game["daily"] for game in other["games"]]
    today = moments.now().date()
    week = {daily(GAMES[0], today + timedelta(days=number)) for number in range(7)}
    assert len(week) > 4


def test_the_next_puzzle_is_a_new_one_of_about_the_same_strength(client) -> None:
    anna, game = Guest(client, "Anna"), GAMES[0]
    number = ok(anna.get(f"/api/puzzles/{game}/next"))["number"]
    puzzle = get(game, number)
    assert abs(puzzle.rating - 1500) <= min(abs(each.rating - 1500) for each in puzzles_of(game))
    solve(anna, puzzle)
    assert ok(anna.get(f"/api/puzzles/{game}/next", after=number))["number"] != number


def test_the_next_puzzle_goes_by_what_a_puzzle_has_turned_out_to_be(client) -> None:
    anna, game = Guest(client, "Anna"), GAMES[0]
    first = ok(anna.get(f"/api/puzzles/{game}/next"))["number"]
    hardest = max(puzzles_of(game), key=lambda puzzle: puzzle.rating).number
    with Session(client.app.state.service.storage.engine) as session:
        for number, value in ((first, 2500.0), (hardest, 1500.0)):
            row = PuzzleRatingRow(game=game, holder=holder_of(number), value=value, spread=80.0, attempts=9)
            session.add(row)
        session.commit()
    assert ok(anna.get(f"/api/puzzles/{game}/next"))["number"] == hardest


@pytest.fixture
def another_day() -> Iterator[Callable[[int], None]]:
    """Return a function that lets days pass."""
    passed = [0]

    def pass_days(count: int) -> None:
        passed[0] += count
        moments.move_on(timedelta(days=count))

    yield pass_days
    moments.move_on(-timedelta(days=passed[0]))


def test_the_days_on_which_a_puzzle_of_the_day_was_solved_are_counted(client, another_day) -> None:
    anna = Guest(client, "Anna")
    known = {(game, puzzle.number): puzzle for game in GAMES for puzzle in puzzles_of(game)}

    def shelf() -> dict[str, Any]:
        return ok(anna.get("/api/puzzles"))

    def todays() -> Puzzle:
        game = next(game for game in shelf()["games"] if game["daily_outcome"] is None)
        return known[game["game"], game["daily"]]

    assert shelf()["days"] == 0
    assert solve(anna, todays())["standing"]["days"] == 1
    assert solve(anna, todays())["standing"]["days"] == 1, "a second puzzle of the same day"
    another_day(1)
    assert shelf()["days"] == 1, "today is not over"
    other = shelf()["games"][0]
    another = next(each for each in puzzles_of(other["game"]) if each.number != other["daily"])
    assert solve(anna, another)["standing"]["days"] == 1, "not the puzzle of the day"
    assert solve(anna, todays())["standing"]["days"] == 2
    failed = todays()
    assert ok(answer(anna, failed, wrong_choice(failed)))["standing"]["days"] == 2, "one of them was solved"
    another_day(2)
    assert shelf()["days"] == 0, "a day without one"
    assert solve(anna, todays())["standing"]["days"] == 1


def test_a_puzzle_in_the_place_of_another_is_a_new_one_and_takes_no_days_away(client, monkeypatch) -> None:
    anna, game = Guest(client, "Anna"), GAMES[0]
    before = puzzles_of(game)
    old = get(game, daily(game, moments.now().date()))
    solve(anna, old)
    new = replace(old, number=before[-1].number + 1)
    after = tuple(new if puzzle is old else puzzle for puzzle in before)
    monkeypatch.setattr(puzzles, "puzzles_of", lambda name: after if name == game else puzzles_of(name))
    shelf = ok(anna.get("/api/puzzles"))
    row = next(each for each in shelf["games"] if each["game"] == game)
    assert (row["daily"], row["daily_outcome"], row["solved"], row["count"]) == (new.number, None, 0, len(before))
    assert (shelf["days"], shelf["streak"]) == (1, 1)
    refused(anna.get(path_of(game, old.number)), 404, "not_found")
    assert ok(anna.get(path_of(game, new.number)))["outcome"] is None
    assert solve(anna, new)["standing"]["counted"]


def test_after_the_last_puzzle_come_those_that_were_tried_before(client, monkeypatch) -> None:
    anna, game = Guest(client, "Anna"), GAMES[0]
    few = tuple(replace(puzzle, number=number) for puzzle, number in zip(puzzles_of(game), (1, 9, 3), strict=False))
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _: few)
    for puzzle in few:
        solve(anna, puzzle)
    following = {after: ok(anna.get(f"/api/puzzles/{game}/next", after=after))["number"] for after in (0, 1, 3, 9)}
    assert following == {0: 1, 1: 3, 3: 9, 9: 1}


def test_bad_answers_are_refused_and_change_nothing(client) -> None:
    anna, puzzle = Guest(client, "Anna"), puzzles_of(GAMES[0])[0]
    game = GAMES[0]
    refused(anna.get(path_of(game, 100_000)), 404, "not_found")
    refused(anna.get(path_of("no_such_game", 1)), 404, "unknown_game")
    refused(answer(anna, puzzle, 10**6), 422, "illegal_action")
    refused(answer(anna, puzzle, wrong_choice(puzzle), puzzle.line[0]), 403, "not_allowed")
    assert answer(anna, puzzle).status_code == 422
    assert ok(anna.get(path_of(game, puzzle.number)))["outcome"] is None


def test_the_book_of_a_solved_game_is_walkable(client) -> None:
    for name in stockade.games():
        if not stockade.game(name).has("solution"):
            refused(client.post(f"/api/games/{name}/book", json={}), 403, "not_allowed")
            continue
        page = ok(client.post(f"/api/games/{name}/book", json={"actions": []}))
        best = page["moves"][0]
        after = ok(client.post(f"/api/games/{name}/book", json={"actions": [best["text"]]}))
        assert after["labels"] == [best["label"]]
        left = best["distance"] - 1 if best["value"] else 0
        assert (after["moves"][0]["value"], after["moves"][0]["distance"]) == (-best["value"], left)
        refused(client.post(f"/api/games/{name}/book", json={"actions": ["nonsense"]}), 400, "parse_error")


def test_openings_have_rows_for_every_number_of_players(client) -> None:
    for name in stockade.games():
        found = ok(client.get(f"/api/games/{name}/openings"))
        if found["solved"] or not openings_of(name):
            assert not found["rows"]
            continue
        counts = {row["players"] for row in found["rows"]}
        assert counts == {players for players in stockade.game(name).spec.players if players > 1}
        for row in found["rows"]:
            low, high = row["wins_interval"]
            assert 0 <= low <= row["wins"] <= high <= 1
            assert row["choice"]


def test_many_people_try_a_puzzle_at_once(postgres) -> None:
    """Several processes give a puzzle and a person their first ratings at the same moment."""
    engine = make_engine(postgres.new_site())
    try:
        everybody = [People(engine, lambda *_: None).arrive(f"Guest {number}", "")[0] for number in range(4)]
        service, both = Puzzles(engine), puzzles_of("blockade")[:6]
        start = threading.Barrier(len(everybody))

        def attempt(person: str) -> list[bool]:
            counted = []
            for puzzle in both:
                start.wait(30)
                counted.append(service.note(puzzle, "blockade", person, True).counted)
            return counted

        with ThreadPoolExecutor(len(everybody)) as pool:
            assert list(pool.map(attempt, everybody)) == [[True] * len(both)] * len(everybody)
        with Session(engine) as session:
            tried = session.get_one(PuzzleRatingRow, ("blockade", holder_of(both[0].number)))
            assert tried.attempts == len(everybody)
    finally:
        engine.dispose()
