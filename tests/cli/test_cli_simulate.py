"""Check simulations: fair seats, correct intervals, the same results for the same seed."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

KEYS = {
    "game", "players", "options", "games", "seed", "swap", "reproducible", "bots", "seats", "shared", "nobody",
    "length", "points", "decisions", "timing",
}  # fmt: skip


def simulate(*arguments: str) -> dict[str, Any]:
    """Run in a separate process, because it starts workers."""
    done = subprocess.run(
        [sys.executable, "-m", "stockade.cli", "simulate", "blockade", "--json", *arguments],
        capture_output=True,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)
    report.pop("timing")
    return report


@pytest.mark.parametrize(
    "arguments",
    [("--bots", "greedy,random", "--games", "41"), ("--bots", "random", "--games", "10500")],
    ids=["bots", "compiled"],
)
def test_results_depend_on_the_seed_alone(cli, arguments):
    one = cli("simulate", "blockade", "--json", *arguments, "--seed", "5", "--jobs", "1").json
    one.pop("timing")
    two = simulate(*arguments, "--seed", "5", "--jobs", "2")
    assert one == two


def test_other_seeds_give_other_games(cli):
    reports = [
        cli("simulate", "blockade", "--bots", "greedy,random", "--games", "20", "--seed", seed, "--json").json
        for seed in ("1", "1", "2")
    ]
    for report in reports:
        report.pop("timing")
    assert reports[0] == reports[1]
    assert reports[0]["decisions"] != reports[2]["decisions"]


def test_report(cli):
    report = cli("simulate", "blockade", "--bots", "greedy,random", "--games", "30", "--json").json
    assert set(report) == KEYS
    assert report["games"] == 30
    assert sum(seat["wins"] for seat in report["seats"]) + report["shared"] == 30
    greedy, random = report["bots"]
    assert set(greedy) == {"bot", "games", "wins", "draws", "losses", "win_rate", "win_interval", "points"}
    low, high = report["points"]["interval"]
    assert low <= report["points"]["mean"] <= high
    assert report["points"]["mean"] == pytest.approx((greedy["points"] + random["points"]) / 2)
    assert greedy["wins"] == random["losses"]
    assert greedy["win_rate"] > 0.7
    low, high = greedy["win_interval"]
    assert low <= greedy["win_rate"] <= high


def test_report_for_people(cli):
    answer = cli("simulate", "blockade", "--bots", "greedy,random", "--games", "5")
    assert "95% interval" in answer.out
    assert "5 games" in answer.out


def test_a_bot_against_itself(cli):
    report = cli("simulate", "blockade", "--games", "600", "--json").json
    assert [row["bot"] for row in report["bots"]] == ["random", "random"]
    assert report["points"] is None  # compiled random play only counts wins
    assert report["bots"][0]["games"] == 600
    assert sum(row["wins"] for row in report["bots"]) + report["shared"] == 600


def test_search_by_seconds_is_said_not_to_be_reproducible(cli):
    by_seconds = cli(
        "simulate", "blockade", "--bots", "mcts:seconds=0.001,threads=1,random", "--games", "1", "--json"
    )
    assert by_seconds.json["reproducible"] is False
    by_count = "mcts:simulations=20,threads=1,random"
    reports = [cli("simulate", "blockade", "--bots", by_count, "--games", "4", "--json").json for _ in range(2)]
    assert reports[0]["reproducible"] is True
    assert [report["decisions"] for report in reports] == [reports[0]["decisions"]] * 2


def test_options_reach_the_game(cli):
    report = cli("simulate", "blockade", "--games", "200", "-o", "limit=10", "--json").json
    assert report["options"]["limit"] == 10
    assert report["length"]["longest"] <= 10
    assert report["shared"] > 0
