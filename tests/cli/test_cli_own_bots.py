"""Check that a person's own bot can enter every command that takes bots, and what happens if it fails there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.core.process import ROOT

BROKEN = """
class Broken:
    def __init__(self, after=3):
        self.after = after
    def choose(self, state):
        if state.ply > self.after:
            raise KeyError("depth")
        return state.legal_actions()[0]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copy(ROOT / "examples" / "mybot.py", tmp_path)
    (tmp_path / "broken.py").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_same_games_on_one_process_and_on_two(cli):
    arguments = ("simulate", "blockade", "--bots", "mybot.py:MyBot,care=0.5,random", "--games", "8", "--json")
    alone, shared = (cli(*arguments, "--jobs", jobs).json for jobs in ("1", "2"))
    del alone["timing"], shared["timing"]
    assert alone == shared
    assert [row["bot"] for row in alone["bots"]] == ["mybot.py:MyBot,care=0.5", "random"]


def test_a_failure_is_one_line(cli):
    answer = cli("simulate", "blockade", "--bots", "broken.py:Broken", "--games", "2")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "error: broken.py:Broken (Black, move 5): KeyError: 'depth'\n"


def test_a_traceback_if_it_is_wanted(cli):
    answer = cli("--traceback", "simulate", "blockade", "--bots", "broken.py:Broken", "--games", "4")
    assert answer.code == 2
    assert 'raise KeyError("depth")' in answer.err
    assert answer.err.splitlines()[-1].startswith("error: broken.py:Broken (")


def test_a_match_against_a_bot_that_fails_is_kept(cli, matches_folder):
    answer = cli("play", "blockade", "--bot", "broken.py:Broken,after=0", lines=("B3-5", "quit"))
    assert answer.code == 2
    assert "error: broken.py:Broken (White, move 2): KeyError: 'depth'" in answer.err
    assert "The match is saved." in answer.out
    [saved] = matches_folder.glob("*.json")
    assert len(json.loads(saved.read_text())["actions"]) == 1


def test_a_file_from_elsewhere_starts_no_program(cli, folder, matches_folder):
    assert cli("play", "blockade", "--bot", "mybot.py:MyBot", lines=("B3-5", "quit")).code == 0
    assert cli("play", "--resume", lines=("quit",)).code == 0
    [saved] = matches_folder.glob("*.json")
    shutil.copy(saved, folder / "sent.json")
    refused = cli("play", "--resume", "sent.json", lines=("quit",))
    assert refused.code == 2
    assert "a file from elsewhere must not start programs here" in refused.err


RANDOMLY = ("--bots", "random")


def test_a_report_is_about_ones_own_bot(cli, folder):
    arguments = ("report", "blockade", "--bots", "mybot.py:MyBot,care=0.5,random", "--games", "20", "--json")
    alone, shared = (cli(*arguments, "--jobs", jobs) for jobs in ("1", "2"))
    page = (folder / "report-blockade.html").read_text("utf-8")
    assert "<code>mybot.py:MyBot,care=0.5</code> was named for this report" in page
    figures = alone.json["figures"]
    assert figures == shared.json["figures"]
    assert {seats["bot"] for seats in figures["seats"]} == {"mybot.py:MyBot,care=0.5"}
    assert (figures["duels"][-1]["bot"], figures["duels"][-1]["other"]) == ("mybot.py:MyBot,care=0.5", "random")
    assert figures["duels"][-1]["won"]["mean"] > 0.5
    assert cli("report", "blockade", "--bots", "nobody", "--games", "2").code == 2


def test_a_table_of_openings_is_made_by_ones_own_bot(cli):
    made = ("openings", "barricado", "--make", "30", "--seed", "4", "--json", "--out", "mine.ndjson")
    by_random, again, as_usual = (
        cli(*made, *more).json["rows"] for more in (RANDOMLY, (*RANDOMLY, "--jobs", "2"), ())
    )
    assert by_random == again != as_usual
    assert {row["choice"] for row in by_random} == {row["choice"] for row in as_usual}
    assert cli("openings", "barricado", "--bots", "random").code == 2
    few = cli("openings", "barricado", "--make", "1", "--out", "few.ndjson", *RANDOMLY)
    assert "These are too few deals" in few.out


def test_an_evaluation_is_fitted_to_games_of_ones_own_bot(cli, folder):
    made = ("fit", "cascade_barricade", "--samples", "1000", "--size", "2", "--passes", "1", "--json")
    own = ("--players", "2", "--bots", "random,mybot.py:MyBot,care=0")
    losses = [cli(*made, *own, "--jobs", jobs, "--out", f"{jobs}.json").json["losses"] for jobs in ("1", "2")]
    assert losses[0] == losses[1]
    assert (folder / "1.json").read_bytes() == (folder / "2.json").read_bytes()
    assert cli(*made, "--players", "2").json["losses"] != losses[0]  # learned from games of greedy
