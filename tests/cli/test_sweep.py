"""Check sweeps: tables that agree with the games, and a self-contained page."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import stockade
from stockade.arena import sweep as arena_sweep
from stockade.arena.grid import read_cells
from stockade.core.study import watch

GAME = stockade.game("cascade_barricade")
OWN = json.loads(GAME.text_file("data/editions/stockade-1.json"))


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def own_edition(folder: Path, **changes: Any) -> Path:
    path = folder / "mine.json"
    path.write_text(json.dumps(OWN | changes, indent=1), "utf-8")
    return path


BAD = {
    "unknown option": (["--set", "speed=1"], "has no option 'speed'; it has: colours, radius"),
    "unknown part": (["--set", "edition.wall=1"], "there is no edition.wall; there are: name, start_money"),
    "unknown wall": (["--set", "edition.walls.49.production=1"], "there is no edition.walls.49; there are: 1 to 48"),
    "unknown field": (["--set", "edition.walls.3.colour=1"], "there are: bid, type, needs, production"),
    "a part of a number": (["--set", "edition.start_money.x=1"], "edition.start_money has no parts"),
    "not a part": (["--set", "edition.walls=1"], "edition.walls has parts"),
    "no value": (["--set", "radius="], "a value is missing"),
    "no name": (["--set", "=4"], "name=values"),
    "nothing": (["--set", "radius"], "name=values"),
    "empty among values": (["--set", "radius=4,,5"], "a value is missing"),
    "backwards": (["--set", "radius=6..4"], "runs backwards"),
    "too many values": (["--set", "edition.start_money=6..20000"], "more than 1000 values"),
    "too many settings": (["--set", "edition.start_money=10..400", "--players", "2..6"], "1,955 settings"),
    "out of range": (["--set", "radius=4..7"], "radius cannot be '7'"),
    "an edition that is none": (
        ["--set", "edition.start_money=1"],
        "edition.start_money=1: 'start_money' is a whole",
    ),
    "a wall that is none": (["--set", "edition.walls.7.needs=Q"], "edition.walls.7.needs=Q: wall 7: needs are"),
    "a path into a number": (["--set", "radius.x=4"], "option radius has no parts"),
    "twice": (["--set", "radius=4", "--set", "radius=5"], "radius is set twice"),
    "set and given": (["--set", "radius=4", "--option", "radius=5"], "given twice: as an option and as a setting"),
    "players": (["--players", "2..7"], "players, not 7"),
    "players in words": (["--players", "two"], "players are written 2..4 or 2,4"),
    "bots": (["--bots", "genius"], "there is no bot 'genius'"),
    "too many bots": (["--bots", "random,random,random", "--players", "2..4"], "3 bots are too many for 2 seats"),
    "a level": (["--bots", "level 0"], "there is no level 0"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_told_before_anything_is_played(cli, tmp_path, arguments, message):
    answer = cli("sweep", GAME.name, *arguments, "--out", str(tmp_path / "out"))
    assert answer.code == 2
    assert answer.err.startswith("error: ")
    assert message in answer.err
    assert not (tmp_path / "out").exists()


def test_a_report_is_a_folder(cli, tmp_path):
    (tmp_path / "out").write_text("")
    answer = cli("sweep", "blockade", "--out", str(tmp_path / "out"))
    assert answer.code == 2
    assert "is a file; a report is a folder" in answer.err


def test_without_matplotlib_it_is_said_how_to_get_it(cli, tmp_path, monkeypatch):
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "matplotlib" else find(name))
    answer = cli("sweep", "blockade", "--out", str(tmp_path / "out"))
    assert answer.code == 2
    assert "pip install 'stockade[report]'" in answer.err
    assert not (tmp_path / "out").exists()


# -- custom editions, in every command ---------------------------------------------------------------------------


def test_an_edition_is_named_by_its_file(cli, tmp_path, monkeypatch):
    path = own_edition(tmp_path, start_money=60)
    given = ("--option", f"edition={path}")
    answer = cli("simulate", GAME.name, *given, "--games", "1", "--players", "2", "--json")
    assert json.loads(answer.json["options"]["edition"])["start_money"] == 60
    monkeypatch.chdir(tmp_path)
    position = cli("perft", GAME.name, "--depth", "0", "--option", "edition=mine.json", "--json").json["position"]
    assert position["seats"][0]["money"] == 60
    played = cli("play", GAME.name, *given, "--players", "2", "--hotseat", "--seed", "1", lines=("quit",))
    assert "Edition: one of your own" in played.out


def test_a_bad_edition_file_is_refused_with_its_line(cli, tmp_path):
    walls = [wall | ({"type": "straw"} if wall["bid"] == 20 else {}) for wall in OWN["walls"]]
    path = own_edition(tmp_path, walls=walls)
    line = next(n for n, text in enumerate(path.read_text("utf-8").splitlines(), 1) if '"bid": 20' in text)
    for command in ("simulate", "perft", "play", "sweep"):
        depth = ("--depth", "1") if command == "perft" else ()
        answer = cli(command, GAME.name, *depth, "--option", f"edition={path}")
        assert answer.code == 2
        assert f"mine.json, line {line}: wall 20: its type is one of junk" in answer.err
    assert "there is no edition 'none.json'" in cli("simulate", GAME.name, "--option", "edition=none.json").err


# -- a sweep of a game with a study ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def walls(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Run a small sweep, and provide the folder of its report and its JSON."""
    from typer.testing import CliRunner

    from stockade.cli.app import app

    folder = tmp_path_factory.mktemp("sweep") / "report"
    arguments = ["--set", "edition.start_money=60,100", "--players", "2,3", "--games", "20", "--bots", "random"]
    result = CliRunner().invoke(app, ["sweep", GAME.name, *arguments, "--out", str(folder), "--json", "--seed", "3"])
    assert result.exit_code == 0
    return folder, json.loads(result.stdout)


def test_the_json_has_every_setting(walls):
    folder, report = walls
    assert set(report) == {
        "game", "bots", "games", "seed", "reproducible", "interrupted", "settings", "files", "timing",
    }  # fmt: skip
    settings = report["settings"]
    assert [(each["players"], each["settings"]["edition.start_money"]) for each in settings] == [
        (2, "60"), (2, "100"), (3, "60"), (3, "100"),
    ]  # fmt: skip
    for each in settings:
        assert each["games"] == 20
        assert sum(share["count"] for share in each["seats"]) == each["decided"]
        assert sum(share["count"] for share in each["places"]) == each["decided"]
        assert sum(share["count"] for share in each["endings"]) == 20
        assert each["verdict"]
    assert sorted(report["files"]) == sorted(str(path) for path in folder.iterdir())


def replayed(players: str, money: str) -> list[tuple[stockade.Match, Any]]:
    """Play the games of one setting again."""
    from stockade.arena.plan import Plan, mixed

    (cell,) = read_cells(GAME, [int(players)], None, [f"edition.start_money={money}"])
    plan = Plan(GAME.name, cell.players, cell.options, ("random",), 20, 3, True)
    found = []
    for number in range(plan.games):
        seed = mixed(plan.seed, number)
        match = stockade.Match(GAME, plan.players, plan.options, seed)
        bots = [stockade.bot("random", seed=mixed(seed, seat)) for seat in range(plan.players)]
        while not match.is_over:
            match.play(bots[match.state.current_player].choose(match.state))
        found.append((match, watch(match)))
    return found


def test_tables_agree_with_the_games_played_once_more(walls):
    folder, _ = walls
    games = replayed("3", "60")
    here = {"players": "3", "edition.start_money": "60"}

    def mine(name: str) -> list[dict[str, str]]:
        return [row for row in rows(folder, name) if row.items() >= here.items()]

    decided = [(notes, match.state.winners()[0]) for match, notes in games if len(match.state.winners()) == 1]
    for row in mine("seats"):
        won = [winner if row["by"] == "seat" else notes.order.index(winner) for notes, winner in decided]
        assert (int(row["won"]), int(row["of"])) == (won.count(int(row["number"]) - 1), len(decided))
    assert [(row["rounds"], row["points"]) for row in mine("games")] == [
        (str(notes.rounds), " ".join(f"{points:g}" for points in match.state.scores())) for match, notes in games
    ]
    purses = [notes.curves["money"][winner][1] for notes, winner in decided]
    wanted = {"curve": "money", "round": "1", "side": "winners"}
    (point,) = (row for row in mine("curves") if row.items() >= wanted.items())
    assert float(point["mean"]) == pytest.approx(sum(purses) / len(purses), abs=1e-5)
    for row in mine("groups"):
        things = [
            (t, t.seat == winner) for notes, winner in decided for t in notes.holdings if t.group == row["name"]
        ]
        assert int(row["bought"]) == len(things)
        assert int(row["by_winners"]) == sum(is_winners for _, is_winners in things)
        returns = [thing.earned - thing.price for thing, _ in things]
        assert float(row["return"]) == pytest.approx(sum(returns) / len(returns), abs=1e-5)
    bought = sum(len(notes.holdings) for notes, _ in decided)
    for name in ("groups", "things", "prices"):
        assert sum(int(row["bought"]) for row in mine(name)) == bought


def test_the_page_is_whole(walls):
    folder, _ = walls
    text = (folder / "report.html").read_text("utf-8")
    assert "Cascade Barricade" in text
    assert "3 players, start_money 100" in text
    for words in (
        "Length in rounds",
        "Money by round",
        "How games end",
        "by price paid",
        "By wall type",
        "Wins by seat",
    ):
        assert words in text
    assert text.count("<svg") == text.count("</svg>") > 20
    assert text.count("<details") == 4
    assert "var(--first)" in text
    assert not re.search(r"#0072b1|#0a0b0c", text)  # every colour adapts to light and dark mode
    addresses = set(re.findall(r"https?://[^\"' <>]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"<(script|link|img|iframe)\b", text)
    for name in re.findall(r'href="([^"#]+\.csv)"', text):
        assert (folder / name).is_file()


# -- a game without a study ------------------------------------------------------------------------------------------


def test_a_game_without_a_study(cli, tmp_path):
    folder = tmp_path / "out"
    answer = cli(
        "sweep", "blockade", "--set", "limit=20,60", "--games", "12", "--bots", "greedy,random", "--out", str(folder)
    )
    assert answer.code == 0
    assert "Median length" in answer.out
    assert f"Report: {folder / 'report.html'}" in answer.out
    names = {path.name for path in folder.iterdir()}
    assert names == {"report.html", "settings.csv", "seats.csv", "lengths.csv", "endings.csv", "games.csv"}
    lengths = [row for row in rows(folder, "lengths") if row["limit"] == "20"]
    assert {row["unit"] for row in lengths} == {"actions"}
    assert max(int(row["length"]) for row in lengths) <= 20
    assert {row["ending"] for row in rows(folder, "endings")} <= {"one seat wins", "several seats share the win"}
    assert "Length in actions" in (folder / "report.html").read_text("utf-8")


def test_a_single_game_has_no_intervals(cli, tmp_path):
    cli("sweep", GAME.name, "--players", "2", "--games", "1", "--out", str(tmp_path / "one"))
    page = (tmp_path / "one" / "report.html").read_text("utf-8")
    assert "By wall type" in page
    assert not re.search(r"(\d+\.\d) <small>\([+−]?\1 to [+−]?\1\)", page)


def test_an_interrupted_sweep_reports_what_was_played(cli, tmp_path, monkeypatch):
    play = arena_sweep.play_plans

    def interrupted(plans, jobs):
        for number, played in play(plans, jobs):
            if number == 1:
                raise KeyboardInterrupt
            yield number, played

    monkeypatch.setattr(arena_sweep, "play_plans", interrupted)
    arguments = ("sweep", "blockade", "--games", "10", "--bots", "random", "--out", str(tmp_path / "out"), "--json")
    report = cli(*arguments, "--set", "limit=20,60").json
    assert report["interrupted"] is True
    assert [each["settings"] for each in report["settings"]] == [{"limit": "20"}]
    assert "was interrupted" in (tmp_path / "out" / "report.html").read_text("utf-8")


def test_results_depend_on_the_seed_alone(tmp_path):
    """The report is the same byte for byte with any number of processes."""
    reports, files = [], []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        command = ["sweep", "blockade", "--set", "limit=30,60", "--games", "20", "--bots", "greedy,random", "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "stockade.cli", *command, "--out", str(folder), "--seed", "5", "--jobs", jobs],
            capture_output=True,
            check=True,
        )
        report = json.loads(done.stdout)
        del report["timing"], report["files"]
        reports.append(report)
        files.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert reports[0] == reports[1]
    assert files[0] == files[1]


def test_settings_in_which_nobody_ever_wins(cli, tmp_path):
    arguments = ("--set", "limit=2,3", "--games", "3", "--bots", "random", "--out", str(tmp_path / "out"), "--json")
    for each in cli("sweep", "blockade", *arguments).json["settings"]:
        assert each["decided"] == 0
        assert each["points"] == {}
        assert [verdict["mark"] for verdict in each["verdict"]] == ["plain", "bad"]
