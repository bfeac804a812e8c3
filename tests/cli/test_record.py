"""Check `stockade record`, and that `stockade replay` reads what it writes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import stockade
from stockade import records
from stockade.cli.app import app
from stockade.records import FORMATS


@pytest.fixture
def match() -> stockade.Match:
    match = stockade.Match("blockade", seed=1)
    for text in ("B3-1", "B8-6", "C2-3", "B6-4"):
        match.play(text)
    return match


@pytest.fixture
def saved(match: stockade.Match, tmp_path: Path) -> Path:
    match.save(tmp_path / "match.json")
    return tmp_path / "match.json"


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_written_to_a_file_or_printed(match, saved, tmp_path, form):
    wanted = records.write(match, form)
    target = tmp_path / f"out{FORMATS[form].suffix}"
    named = CliRunner().invoke(app, ["record", str(saved), "-o", str(target)])
    assert (named.exit_code, target.read_bytes()) == (0, wanted)
    assert str(target) in named.stdout
    printed = CliRunner().invoke(app, ["record", str(saved), "--to", form])
    assert (printed.exit_code, printed.stdout_bytes) == (0, wanted)


@pytest.mark.parametrize("form", ["text", "ndjson"])
def test_replay_reads_every_format(cli, match, saved, tmp_path, form):
    path = tmp_path / "record"
    path.write_bytes(records.write(match, form))
    for more in ([], ["--json"], ["--ply", "2"]):
        assert cli("replay", str(path), *more).out == cli("replay", str(saved), *more).out


def test_a_position_becomes_a_picture(cli, match, saved, tmp_path):
    state = match.state_at(2)
    plain, printed = tmp_path / "p.json", tmp_path / "printed.json"
    plain.write_text(json.dumps(state.to_json()))
    printed.write_text(cli("replay", str(saved), "--ply", "2", "--json").out)
    for path in (plain, printed):
        assert cli("record", str(path), "--to", "svg").out == state.svg()
        assert cli("record", str(path), "--to", "svg", "--tall").out == state.svg(None, "tall")
    assert cli("record", str(saved), "--to", "svg", "--ply", "2").out == state.svg()
    refused = cli("record", str(plain), "--to", "text")
    assert (refused.code, "holds a position, not a match" in refused.err) == (2, True)
    assert "--ply is for records" in cli("record", str(plain), "--to", "svg", "--ply", "1").err


def test_bots_are_named_in_the_record_of_a_saved_match(cli, matches_folder):
    cli("play", "blockade", "--bot", "random", lines=("B3-1", "quit"))
    (path,) = matches_folder.glob("*.json")
    text = cli("record", str(path), "--to", "text").out
    assert '[Name0 ""]\n[Name1 "random"]\n' in text


def test_a_wrong_record_leaves_no_file(cli, saved, tmp_path):
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(cli("record", str(saved), "--to", "text").out.replace("B8-6", "B8-1"))
    answer = cli("record", str(wrong), "-o", str(tmp_path / "out.json"))
    assert answer.code == 2
    assert "move 2 (line " in answer.err
    assert not (tmp_path / "out.json").exists()


def test_a_film_has_no_single_moment(cli, saved):
    assert "it cannot show a single moment" in cli("record", str(saved), "--to", "gif", "--ply", "1").err
    assert "no moment 5" in cli("record", str(saved), "--to", "svg", "--ply", "5").err


def test_without_the_libraries_it_says_what_to_install(cli, saved, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    answer = cli("record", str(saved), "--to", "gif")
    assert (answer.code, "pip install 'stockade[pictures]'" in answer.err) == (2, True)


def test_the_help_page_names_all_formats():
    from stockade.cli.record import NAMES

    assert tuple(FORMATS) == NAMES
