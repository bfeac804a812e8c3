"""Check simulations: fair seats, correct intervals, the same results for the same seed."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest

from stockade.cli.botspec import parse_bots
from stockade.cli.series import Plan, Tally, mixed, play_games
from stockade.research.intervals import wilson

KEYS = {
    "game", "players", "options", "games", "seed", "swap", "reproducible", "bots", "seats", "shared", "length",
    "points", "decisions", "timing",
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
def test_results_depend_on_the_seed_alone(arguments):
    one = simulate(*arguments, "--seed", "5", "--jobs", "1")
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


# -- the parts ---------------------------------------------------------------------------------------------


def plan(players: int, bots: int, swap: bool = True) -> Plan:
    return Plan("blockade", players, {}, ("greedy",) * bots, 1, 0, swap)


@pytest.mark.parametrize(("players", "bots"), [(2, 2), (3, 3), (4, 4), (4, 2), (4, 3), (5, 2)])
def test_every_bot_sits_on_every_seat_equally_often(players, bots):
    seatings = [plan(players, bots).seating(number) for number in range(players)]
    for seat in range(players):
        met = [seating[seat] for seating in seatings]
        first = [seating[0] for seating in seatings]
        assert sorted(met) == sorted(first)
    assert all(set(seating) == set(range(bots)) for seating in seatings)


def test_seats_stay_without_swap():
    assert {tuple(plan(3, 3, swap=False).seating(number)) for number in range(5)} == {(0, 1, 2)}


def test_a_chunk_is_the_sum_of_its_games():
    # A plan needs a value for every option of the game.
    whole_plan = Plan("blockade", 2, {"limit": 60, "match": 0}, ("greedy", "random"), 6, 3, True)
    whole = play_games(whole_plan, 0, 6)
    parts = Tally.empty(whole_plan)
    for number in reversed(range(6)):
        parts.add(play_games(whole_plan, number, 1))
    for name in (
        "games",
        "wins",
        "draws",
        "played",
        "seat_wins",
        "shared",
        "plies",
        "shortest",
        "longest",
        "decisions",
    ):
        assert getattr(whole, name) == getattr(parts, name)


def test_shared_wins_are_draws():
    tally = Tally.empty(plan(4, 4))
    tally.note([0, 1, 2, 3], [1, 2], 10)  # two of four share the win
    tally.note([0, 1, 2, 3], [3], 12)
    assert tally.wins == [0, 0, 0, 1]
    assert tally.draws == [0, 1, 1, 0]
    assert (tally.shared, tally.seat_wins) == (1, [0, 0, 0, 1])


def test_wilson_interval():
    # Calculated by hand with Wilson's formula, for 8 of 10 and for 0 of 10.
    assert wilson(8, 10) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775328), abs=1e-6)
    assert wilson(0, 0) == (0.0, 1.0)


def test_seeds_of_neighbours_have_nothing_in_common():
    seeds = [mixed(seed, number) for seed in range(30) for number in range(30)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**63 for seed in seeds)
    bits = [bin(a ^ b).count("1") for a, b in pairwise(seeds)]
    assert 28 < sum(bits) / len(bits) < 35


def test_bots_between_commas():
    bots = parse_bots(["mcts:seconds=0.2,threads=1,greedy,greedy:slip=0.1", "random"])
    assert [bot.text for bot in bots] == ["mcts:seconds=0.2,threads=1", "greedy", "greedy:slip=0.1", "random"]
    assert bots[0].options == {"seconds": 0.2, "threads": 1}
    assert bots[2].options == {"slip": 0.1}
    assert parse_bots(["mcts:evaluation=value,keep_tree=off"])[0].options == {
        "evaluation": "value",
        "keep_tree": False,
    }
