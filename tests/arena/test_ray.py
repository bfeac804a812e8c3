"""Check that a Ray cluster plays the same games as this machine, even if a worker dies in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.arena.ray_run import told, tournament

import stockade
from stockade.arena.cluster import Cluster
from stockade.core.errors import BadOption

SCRIPT = Path(__file__).with_name("ray_run.py")


def on_a_cluster(what: str) -> dict[str, Any]:
    done = subprocess.run([sys.executable, str(SCRIPT), what], check=True, capture_output=True, text=True)
    assert "A worker died" in done.stderr  # and not in the output, which is for programs
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def check_cluster(games: int, played: int) -> None:
    """Check that a tournament is the same game by game on a cluster on which a worker is killed in the middle."""
    here = tournament(games)
    for _ in here.play(1):
        pass
    there = on_a_cluster(str(games))
    assert (there["nodes"], there["processors"]) == (2, 2)
    assert 0 < there["killed"] < played
    assert len(there["games"]) == played
    assert there["games"] == as_json(told(here))


def test_a_dead_worker_changes_nothing():
    check_cluster(games=60, played=180)  # of three pairs


@pytest.mark.deep
def test_a_tournament_of_ten_thousand_games_is_the_same_on_a_cluster():
    check_cluster(games=10_000, played=10_000)


def test_without_ray_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"--ray needs Ray: pip install 'stockade\[ray\]'"):
        Cluster("auto")


@pytest.mark.parametrize(
    ("address", "message"),
    [("127.0.0.1:1", "there is no Ray cluster at 127.0.0.1:1"), ("here", "not 'here'"), ("a:b", "not 'a:b'")],
)
def test_a_wrong_address_is_told_at_once(address, message):
    with pytest.raises(BadOption, match=message):
        Cluster(address)


# -- every command -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Provide the address of a running cluster."""
    command = [sys.executable, str(SCRIPT), "commands"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield next(line for line in process.stdout if line.count(":") == 1).strip()
        process.stdin.close()
        process.wait(60)


COMMANDS = {
    "simulate": "simulate cascadia --players 3 --bots greedy,mcts:simulations=20,threads=1 --games 6 --json",
    "random": "simulate blockade --games 12000 --json",
    "sweep": "sweep cascade_barricade --players 2..3 --games 8 --json --out sweep",
    "fit": "fit cascade_barricade --samples 30000 --size 4 --passes 1 --json --out value.json",
    "tournament": "tournament barricado --bots greedy,random --players 3 --games 24 --until decided --json --out cup",
    "analyse": "analyse match.json --json",
}


@pytest.mark.deep
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_command_has_the_same_results_on_a_cluster(address: str, tmp_path: Path, command: str):
    match = stockade.Match("blockade", seed=4)
    while not match.is_over:
        match.play(match.state.legal_actions()[match.seed % 2])
    results = []
    for where in ([], ["--ray", address]):
        folder = tmp_path / str(len(where))
        folder.mkdir()
        match.save(folder / "match.json")
        done = subprocess.run(
            [sys.executable, "-m", "stockade.cli", *command.split(), *where],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        report.pop("timing", None)
        files = [path.read_text() for path in sorted(folder.rglob("*.csv")) if path.name != "times.csv"]
        results.append((report, files, [path.read_text() for path in folder.glob("value.json")]))
    assert results[0] == results[1]
