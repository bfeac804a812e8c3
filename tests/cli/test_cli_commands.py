"""Check every command from the outside: help, lists, JSON, and one-line errors."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import stockade
from stockade.cli.app import app

COMMANDS = sorted(
    command.callback.__name__.replace("_", "-") for command in app.registered_commands if command.callback
)


def test_commands_are_all_there() -> None:
    expected = {
        "play",
        "serve",
        "worker",
        "games",
        "bots",
        "rules",
        "simulate",
        "sweep",
        "fit",
        "perft",
        "solve",
        "replay",
        "record",
        "analyse",
        "puzzles",
        "openings",
        "engine",
        "mcp",
        "tournament",
        "report",
        "new-game",
        "check-game",
        "bench",
        "compile",
    }
    assert set(COMMANDS) == expected


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples(cli, command):
    answer = cli(*filter(None, [command]), "--help")
    assert answer.code == 0
    assert "Examples" in answer.out
    assert f"stockade {command}".strip() in answer.out


def test_help_loads_no_compiler():
    script = (
        "import sys\n"
        "from stockade.cli.app import app\n"
        "heavy = {'numba', 'rich.console', 'fastapi', 'uvicorn', 'sqlalchemy', 'matplotlib'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_library_needs_neither_typer_nor_rich():
    script = "import sys, stockade; assert not {'typer', 'rich'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_version(cli):
    assert cli("--version").out == f"stockade {stockade.__version__}\n"


def test_games(cli):
    assert all(name in cli("games").out for name in stockade.games())
    listed = cli("games", "--json").json
    assert [game["name"] for game in listed] == list(stockade.games())
    assert set(listed[0]) == {
        "name", "title", "blurb", "players", "minutes", "weight", "rules_version", "options",
    }  # fmt: skip


def test_one_game_shows_its_options(cli):
    out = cli("games", "blockade").out
    assert "limit" in out
    assert "from 2 to 10000" in out


def test_bots(cli):
    answer = cli("bots", "blockade", "--json").json
    assert set(answer) == {"bots", "levels"}
    assert {"random", "greedy", "mcts"} <= {bot["name"] for bot in answer["bots"]}
    assert [level["level"] for level in answer["levels"]] == [1, 2, 3, 4, 5]
    assert "mcts" in cli("bots").out


ERRORS = {
    "unknown game": (["simulate", "chess"], "there is no game 'chess'"),
    "unknown game to play": (["play", "chess"], "there is no game 'chess'"),
    "unknown game to solve": (["solve", "chess"], "there is no game 'chess'"),
    "unknown option": (["play", "blockade", "-o", "speed=3"], "no option 'speed'"),
    "option out of range": (["play", "blockade", "-o", "limit=1"], "limit cannot be '1'"),
    "option without a value": (["play", "blockade", "-o", "limit"], "name=value"),
    "players": (["simulate", "blockade", "--players", "3"], "Blockade is for 2 players"),
    "unknown bot": (["simulate", "blockade", "--bots", "genius"], "there is no bot 'genius'"),
    "unknown bot option": (["play", "blockade", "--bot", "mcts:speed=9"], "mcts has no option 'speed'"),
    "bot option of another kind": (
        ["play", "blockade", "--bot", "mcts:seconds=long"],
        "a number or none, not 'long'",
    ),
    "bot option out of range": (["simulate", "blockade", "--bots", "greedy:slip=2"], "slip is a share"),
    "bot option unfinished": (["play", "blockade", "--bot", "mcts:seconds"], "is not key=value"),
    "too many bots": (["simulate", "blockade", "--bots", "random,random,random"], "too many"),
    "level": (["play", "blockade", "--level", "9"], "there is no level 9"),
    "level in a simulation": (["simulate", "blockade", "--bots", "6,greedy"], "there is no level 6"),
    "seat": (["play", "blockade", "--seat", "green"], "there is no seat 'green'; there are: 0 (Black), 1 (White)"),
    "two opponents": (["play", "blockade", "--level", "2", "--bot", "random"], "give one of them"),
    "hotseat with a bot": (["play", "blockade", "--hotseat", "--level", "2"], "people on all seats"),
    "resume with options": (["play", "--resume", "--level", "2"], "--resume cannot be combined"),
    "nothing to resume": (["play", "--resume"], "there is no unfinished match"),
    "a file that is not there": (["play", "--resume", "/no/such/file.json"], "No such file"),
    "position": (["perft", "blockade", "--depth", "1", "--position", "{}"], "'black' is missing"),
    "position that is not JSON": (["perft", "blockade", "--depth", "1", "--position", "{black"], "is not JSON"),
    "replay of nothing": (["replay", "/no/such/file.json"], "No such file"),
    "record of nothing": (["record", "/no/such/file.json", "--to", "text"], "No such file"),
    "no such format": (["record", "match.json", "--to", "pdf"], "there is no format 'pdf'; there are: text, "),
    "no format": (["record", "match.json"], "say which format"),
    "no game named": (["play"], "say which game to play"),
}


@pytest.mark.parametrize(("arguments", "message"), ERRORS.values(), ids=ERRORS)
def test_errors_are_one_line_with_exit_code_2(cli, arguments, message):
    answer = cli(*arguments)
    assert answer.code == 2
    assert answer.err.startswith("error: ")
    assert message in answer.err
    assert answer.err.count("\n") == 1


def test_a_ruling_is_named_in_an_error(cli, tmp_path):
    log = {"stockade": 1, "game": "blockade", "rules_version": 1, "actions": ["C2-1"]}
    path = tmp_path / "illegal.json"
    path.write_text(json.dumps(log))
    answer = cli("replay", str(path))
    assert answer.code == 2
    assert answer.err.rstrip().endswith("of RULINGS.md)")


def test_no_traceback_from_a_real_process(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "stockade.cli", "replay", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def test_serve_hands_its_settings_on(cli, monkeypatch):
    import stockade.server

    given = {}
    monkeypatch.setattr(stockade.server, "run", lambda **settings: given.update(settings), raising=False)
    answer = cli("serve", "--host", "0.0.0.0", "--port", "9", "--open", "--database", "sqlite:///x")
    assert answer.code == 0
    assert given == {
        "host": "0.0.0.0",
        "port": 9,
        "open_browser": True,
        "database_url": "sqlite:///x",
        "workers": None,
        "web_only": False,
    }
    refused = cli("serve", "--web-only", "--workers", "2")
    assert (refused.code, "--workers" in refused.err) == (2, True)


@pytest.mark.parametrize("name", stockade.games())
def test_rulings_are_printed_without_names_of_tests(cli, name):
    text = stockade.game(name).text_file("RULINGS.md")
    for number in re.findall(r"^## (\d+)\.", text, re.MULTILINE):
        out = cli("rules", name, number).out
        assert "Source" in out
        assert "test_" not in out
        assert "Test:" not in out


# -- perft, solve, bench -----------------------------------------------------------------------------------


def test_perft_of_depth_one_counts_the_legal_actions(cli):
    state = stockade.game("blockade").start()
    answer = cli("perft", "blockade", "--depth", "3", "--divide", "--json").json
    counts = {row["depth"]: row["count"] for row in answer["depths"]}
    assert counts[0] == 1
    assert counts[1] == len(state.legal_actions())
    assert sum(row["count"] for row in answer["divide"]) == counts[3]
    assert [row["action"] for row in answer["divide"]] == [state.format(action) for action in state.legal_actions()]
    assert set(answer) == {"game", "depths", "position", "divide"}
    assert set(answer["depths"][0]) == {"depth", "count", "seconds", "per_second"}


def test_perft_from_a_position(cli, tmp_path):
    state = stockade.game("blockade").start()
    state.apply("D2-3")
    as_text = cli("perft", "blockade", "--depth", "2", "--position", json.dumps(state.to_json()), "--json").json
    path = tmp_path / "position.json"
    path.write_text(json.dumps({"game": "blockade", "ply": 1, "position": state.to_json()}))
    from_file = cli("perft", "blockade", "--depth", "2", "--position", str(path), "--json").json
    assert as_text["depths"][1]["count"] == len(state.legal_actions())
    assert as_text["position"] == from_file["position"] == state.to_json()
    assert [row["count"] for row in as_text["depths"]] == [row["count"] for row in from_file["depths"]]


def test_perft_for_people(cli):
    out = cli("perft", "blockade", "--depth", "2", "--divide").out
    assert "first action" in out
    assert "D2-3" in out


def test_solve(cli):
    summary = cli("solve", "blockade", "--json").json
    documented = {"positions", "wins", "draws", "losses", "longest_win", "start", "first_moves", "seconds", "cached"}
    assert documented <= set(summary)
    assert summary["wins"] + summary["draws"] + summary["losses"] == summary["positions"]
    moves = {row["action"] for row in summary["first_moves"]}
    state = stockade.game("blockade").start()
    assert moves == {state.format(action) for action in state.legal_actions()}
    out = cli("solve", "blockade").out
    assert f"{summary['positions']:,}" in out
    assert all(move in out for move in moves)


def test_a_game_without_a_solution_says_which_have_one(cli, monkeypatch):
    for name in stockade.games():
        monkeypatch.setattr(stockade.game(name), "solution", None)
    answer = cli("solve", "blockade")
    assert answer.code == 2
    assert "is not solved; these are: none" in answer.err


def test_openings_show_how_certain_their_figures_are(cli):
    shown = cli("openings", "cascadia").out
    for row in cli("openings", "cascadia", "--json").json["rows"]:
        won, points = row["wins_interval"], row["points_interval"]
        assert f"{won[0]:.1%} to {won[1]:.1%}" in shown
        assert f"{points[0]:.1f} to {points[1]:.1f}" in shown


def test_bench(cli):
    reports = cli("bench", "blockade", "--seconds", "0.02", "--json").json
    rates = {name: value for name, value in reports[0].items() if name.endswith("_per_second")}
    assert len(rates) == 4
    assert all(rate > 0 for rate in rates.values())
    assert "blockade" in cli("bench", "blockade", "--seconds", "0.02").out


# -- replay ------------------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    match = stockade.Match("blockade", seed=1)
    for text in ("B3-1", "B8-6", "C2-3", "B6-4"):
        match.play(text)
    match.save(tmp_path / "match.json")
    return tmp_path / "match.json"


def test_replay_shows_every_move_and_the_end(cli, saved):
    out = cli("replay", str(saved)).out
    assert out.index("1. B3-1") < out.index("2. B8-6") < out.index("4. B6-4")
    assert out.count("■C■") == 5
    assert "4 actions, all legal. Won by White: Black has no valid move." in out


def test_replay_of_one_moment(cli, saved):
    state = stockade.Match.load(saved).state_at(3)
    assert cli("replay", str(saved), "--ply", "3", "--json").json == {
        "game": "blockade",
        "ply": 3,
        "position": state.to_json(),
    }
    assert str(state).splitlines()[1].strip() in cli("replay", str(saved), "--ply", "3").out
    answer = cli("replay", str(saved), "--ply", "5")
    assert (answer.code, "no moment 5" in answer.err) == (2, True)


def test_replay_as_json(cli, saved):
    answer = cli("replay", str(saved), "--json").json
    assert set(answer) == {
        "game", "players", "options", "rules_version", "seed", "actions", "positions", "ending", "result",
    }  # fmt: skip
    assert [action["text"] for action in answer["actions"]] == ["B3-1", "B8-6", "C2-3", "B6-4"]
    match = stockade.Match.load(saved)
    assert answer["positions"] == [match.state_at(ply).to_json() for ply in range(5)]
    assert answer["result"]["winners"] == [1]


def test_replay_step_by_step(cli, saved):
    out = cli("replay", str(saved), "--step", lines=("", "", "b", "", "q")).out
    assert out.count("2. B8-6") == 2
    assert "3. C2-3" not in out
    assert "all legal" in cli("replay", str(saved), "--step", lines=("",) * 5).out


CORRUPT = {
    "no JSON": "{",
    "no object": "[1]",
    "nothing in it": "{}",
    "another form": '{"stockade": 99, "game": "blockade", "rules_version": 1, "actions": []}',
    "another game": '{"stockade": 1, "game": "chess", "rules_version": 1, "actions": []}',
    "other rules": '{"stockade": 1, "game": "blockade", "rules_version": 99, "actions": []}',
    "illegal action": '{"stockade": 1, "game": "blockade", "rules_version": 1, "actions": ["B3-5", "T9-6"]}',
    "no notation": '{"stockade": 1, "game": "blockade", "rules_version": 1, "actions": ["hello"]}',
    "actions that are none": '{"stockade": 1, "game": "blockade", "rules_version": 1, "actions": {}}',
    "an ending that is none": '{"stockade": 1, "game": "blockade", "rules_version": 1, "actions": [], "ending": 7}',
    "bytes": "\x00\x01",
}


@pytest.mark.parametrize("text", CORRUPT.values(), ids=CORRUPT)
@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]], ids=["replay", "resume"])
def test_corrupt_logs_are_refused(cli, tmp_path, command, text):
    path = tmp_path / "corrupt.json"
    path.write_text(text)
    answer = cli(*command, str(path))
    assert answer.code == 2
    assert answer.err.startswith("error: ")
    assert answer.err.count("\n") == 1
    assert path.read_text() == text
