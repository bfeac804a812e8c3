"""Check that a series plays the games of `stockade simulate`, and goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.kept import Kept
from bench.series import play_game, summary

import stockade
from stockade.arena.plan import plan_series
from stockade.arena.series import play_games

PUBLISHED = Path(__file__).resolve().parent.parent.parent / "bench" / "played"
TABLES = [
    pytest.param("cascadia", "greedy", 4, "majorities=false", id="alone"),
    pytest.param("barricado", "greedy,random,random", 3, "", id="against others"),
    pytest.param("barrage", "greedy", 2, "setup=full,automas=1,level=4", id="beside an Automa"),
]


@pytest.mark.parametrize(("name", "bots", "players", "options"), TABLES)
def test_games_are_those_of_simulate(name: str, bots: str, players: int, options: str) -> None:
    found = summary([play_game(name, bots, players, options, number) for number in range(4)])
    given = dict(each.split("=") for each in options.split(",") if each)
    plan = plan_series(stockade.game(name), [bots], players, given, 4, seed=0, swap=True)
    tally = play_games(plan, 0, 4)
    same = [number for number, bot in enumerate(plan.sitters) if bot == plan.bots[0]]
    points = sum(tally.points[number] for number in same) / sum(tally.scored[number] for number in same)
    assert found["points"] == pytest.approx(points)
    low, high = found["points_interval"]
    assert low < found["points"] < high
    assert 0 < found["processor"] <= found["longest"]


def test_a_series_goes_on_after_the_games_that_it_has(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    pieces = [("blockade", "greedy,random", None, "", number) for number in range(6)]
    first = Kept(file).all(play_game, pieces[:4], jobs=1)
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == 4
    rest = Kept(file).all(play_game, pieces, jobs=1)
    assert rest[:4] == first
    assert file.read_text("utf-8").splitlines()[:4] == lines
    assert len({tuple(json.loads(line)[0]) for line in file.read_text("utf-8").splitlines()}) == 6


def test_a_killed_series_keeps_its_finished_games(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    pieces = [("blockade", "greedy,random", None, "", number) for number in range(3)]
    whole = Kept(file).all(play_game, pieces, jobs=1)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    again = Kept(file).all(play_game, pieces, jobs=1)
    assert again[:2] == whole[:2]
    assert again[2]["points"] == whole[2]["points"]
    assert file.read_bytes().splitlines(keepends=True)[:2] == lines[:2]


@pytest.mark.parametrize("file", sorted(PUBLISHED.glob("*.ndjson")), ids=lambda file: file.stem)
def test_published_games_are_not_played_again(file: Path, tmp_path: Path) -> None:
    copied = tmp_path / file.name
    copied.write_bytes(file.read_bytes())
    kept = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    found = Kept(copied).all(play_game, [tuple(key[1:]) for key, _ in kept], jobs=1)
    assert found == [result for _, result in kept]
    assert copied.read_bytes() == file.read_bytes()


def test_wins_are_of_the_first_bot_and_shared_wins_count_in_part() -> None:
    def game(winners: list[int], points: list[float]) -> dict[str, object]:
        return {"seats": [1], "winners": winners, "points": points, "decisions": 2, "processor": 0.5, "longest": 0.4}

    found = summary([game([1], [3.0, 9.0]), game([0, 1], [5.0, 5.0]), game([], [0.0, 1.0]), game([0], [2.0, 1.0])])
    assert (found["games"], found["won"], found["points"]) == (4, 1.5, 4.0)
    assert (found["processor"], found["longest"]) == (0.25, 0.4)
