"""Check games from other packages: created by `new-game`, found by entry point, checked by `check-game`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.core.process import ROOT, python

from stockade.conformance.report import words

GAME = "pebble_heap"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a folder on the path that contains the new game, as an installer would write it."""
    folder = tmp_path_factory.mktemp("strangers")
    python("-m", "stockade.cli", "new-game", GAME, "--in", str(folder))
    install(folder, GAME, f"{GAME}:GAME")
    return folder


def install(folder: Path, name: str, leads_to: str) -> None:
    about = folder / f"{name}-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(f"[stockade.games]\n{name} = {leads_to}\n")


def with_game(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), str(folder / GAME / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "STOCKADE_COMPILE": "never"}
    return subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=False)


PLAY = """
import json, sys, stockade
from stockade.research import Batch
match = stockade.Match(sys.argv[1], seed=1)
bot = stockade.bot("greedy", seed=1)
while not match.is_over:
    match.play(bot.choose(match.state))
batch = Batch(sys.argv[1], 4, seed=1)
batch.step(batch.random_actions())
print(json.dumps({"games": stockade.games(), "log": len(match.actions), "svg": match.state.svg()[:4],
                  "end": match.state.describe_end(), "seen": batch.observations().shape}))
"""


def test_a_new_game_plays_at_once(shelf: Path) -> None:
    done = with_game(shelf, "-c", PLAY, GAME)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert GAME in said["games"]
    assert said["games"] == sorted(said["games"])
    assert 5 <= said["log"] <= 15
    assert said["svg"] == "<svg"
    assert "took the last stone" in said["end"]
    assert said["seen"] == [4, 2]


ADAPTERS = """
import sys, warnings
import gymnasium, pettingzoo, pyspiel
from pettingzoo.test import api_test, seed_test
from stockade.research import gymnasium as _gymnasium, openspiel, pettingzoo as zoo
warnings.simplefilter("ignore")  # PettingZoo warns about all observations with masks
api_test(zoo.env(sys.argv[1]), num_cycles=50)
seed_test(lambda: pettingzoo.make("aec", sys.argv[2]), num_cycles=50)
pyspiel.random_sim_test(pyspiel.load_game(f"stockade_{sys.argv[1]}"), num_sims=2, serialize=True, verbose=False)
envs = gymnasium.make_vec(sys.argv[2], num_envs=3)
_, infos = envs.reset(seed=1)
for _ in range(30):
    *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
print("all of them")
"""


def test_a_new_game_has_the_interfaces_of_other_projects(shelf: Path) -> None:
    done = with_game(shelf, "-c", ADAPTERS, GAME, "stockade/PebbleHeap-v0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("all of them\n")


@pytest.mark.deep
def test_a_new_game_passes_all_checks_and_its_own_tests(shelf: Path) -> None:
    done = with_game(shelf, "-m", "stockade.cli", "check-game", GAME, "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["failed"]) == (0, 0), report
    assert report["passed"] > 90
    own = with_game(shelf, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(shelf / GAME))
    assert "4 passed" in own.stdout, own.stdout


def test_a_check_says_in_words_what_does_not_hold(shelf: Path, tmp_path: Path) -> None:
    """Run one file of the suite, to be quick, on a game whose notation cannot be parsed back."""
    text = shelf / GAME / "src" / GAME / "text.py"
    sound = text.read_text("utf-8")
    text.write_text(sound.replace('f"take {action + 1}"', 'f"take {2 - action % 2}"'), "utf-8")
    report = tmp_path / "report.json"
    suite = ["--pyargs", "stockade.conformance.test_text", "-c", os.devnull, "-p", "stockade.conformance.report"]
    try:
        command = [*suite, "-p", "no:cacheprovider", "--check-game", GAME, "--check-report", str(report)]
        with_game(shelf, "-m", "pytest", *command, "-m", "not deep")
    finally:
        text.write_text(sound, "utf-8")
    found = {check["name"]: check for check in json.loads(report.read_text("utf-8"))["checks"]}
    wrong = found[words("test_notation_reads_back_and_tells_legal_actions_apart")]
    assert wrong["outcome"] == "failed"
    assert f"{GAME}-2p" in wrong["message"]
    assert found[words("test_seats_have_names_of_their_own")]["outcome"] == "passed"


@pytest.mark.parametrize(
    ("leads_to", "reason"),
    [
        ("no_such_package:GAME", "ModuleNotFoundError"),
        ("json:loads", "not to a Game"),
        ("stockade.games.blockade:GAME", "its spec calls it 'blockade'"),
    ],
)
def test_a_game_that_cannot_be_used_is_left_out_with_a_warning(leads_to: str, reason: str, tmp_path: Path) -> None:
    install(tmp_path, "strange", leads_to)
    done = with_game(tmp_path, "-m", "stockade.cli", "games", "--json")
    assert done.returncode == 0
    assert "strange" not in done.stdout
    assert reason in done.stderr
    refused = with_game(tmp_path, "-m", "stockade.cli", "play", "strange")
    assert refused.returncode == 2
    assert "there is no game 'strange'" in refused.stderr


@pytest.mark.parametrize("name", ["Marbles", "9men", "a-b", "class", "json", "blockade", "stockade", "x", "../up"])
def test_a_bad_name_is_refused_and_writes_nothing(name: str, cli, tmp_path: Path) -> None:
    said = cli("new-game", name, "--in", str(tmp_path))
    assert said.code == 2
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_written_over(cli, tmp_path: Path) -> None:
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / "mine.txt").write_text("precious")
    assert cli("new-game", GAME, "--in", str(tmp_path)).code == 2
    assert [path.name for path in (tmp_path / GAME).iterdir()] == ["mine.txt"]


def test_the_scaffold_is_in_the_package() -> None:
    assert (ROOT / "src/stockade/cli/scaffold/src/NAME/picture/art.svg.txt").is_file()
