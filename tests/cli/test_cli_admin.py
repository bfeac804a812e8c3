"""`stockade admin`, and what `stockade serve` says about a database that it cannot use."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.kept_databases import PASSWORD, REVISIONS, kept, unpack

from stockade.server.broken import BrokenDatabase
from stockade.server.operate.check import check
from stockade.server.people.people import People
from stockade.server.settings import from_env, url_of
from stockade.server.storage import Storage

NEWEST = REVISIONS[-1]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a database with content, which the environment names."""
    file = unpack(NEWEST, tmp_path / "matches.sqlite3")
    monkeypatch.setenv("STOCKADE_DATABASE", str(file))
    return file


def test_a_database_is_named_by_a_path_or_a_url(monkeypatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STOCKADE_DATABASE_URL", "sqlite:///old.sqlite3")
    assert from_env().database_url == "sqlite:///old.sqlite3"
    monkeypatch.setenv("STOCKADE_DATABASE", "new.sqlite3")
    assert from_env().database_url == f"sqlite:///{tmp_path / 'new.sqlite3'}"
    assert from_env("mine.sqlite3").database_url == f"sqlite:///{tmp_path / 'mine.sqlite3'}"
    assert url_of("~/mine.sqlite3") == f"sqlite:///{Path.home() / 'mine.sqlite3'}"
    assert url_of("postgresql+psycopg://host/name") == "postgresql+psycopg://host/name"


def test_a_backup_is_made_checked_and_restored(cli: Callable[..., Any], file: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite3"
    made = cli("admin", "backup", str(copy), "--json").json
    assert made["file"] == str(copy)
    assert (made["revision"], made["counts"]["matches"], made["size"]) == (NEWEST, 4, copy.stat().st_size)
    again = cli("admin", "backup", str(copy))
    assert (again.code, "already exists" in again.err) == (2, True)
    assert "matches: 4" in cli("admin", "backup", str(copy), "--force").out

    report = cli("admin", "check", "--database", str(copy), "--json")
    assert (report.code, report.json["ok"], report.json["replayed"], report.json["problems"]) == (0, True, 4, [])

    assert cli("admin", "restore", str(copy)).code == 2
    done = cli("admin", "restore", str(copy), "--force", "--json").json
    assert (done["file"], Path(done["kept"]).exists()) == (str(file), True)
    assert "The file that was there before is" in cli("admin", "restore", str(copy), "--force").out


def test_a_check_in_words(cli: Callable[..., Any], file: Path):
    well = cli("admin", "check")
    assert (well.code, "Nothing is wrong" in well.out) == (0, True)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE matches SET status = 'over' WHERE status = 'live'")
    ill = cli("admin", "check")
    assert ill.code == 1
    assert ill.out.count("✗ match ") == 2
    assert "Nothing is wrong" not in ill.out
    assert cli("admin", "check", "--sample", "0").code == 0


def test_a_vacuum_says_what_it_gained(cli: Callable[..., Any], file: Path):
    done = cli("admin", "vacuum", "--json").json
    assert done["file"] == str(file)
    assert done["before"] >= done["after"] > 0
    assert " before, " in cli("admin", "vacuum").out


@pytest.mark.parametrize("command", [["backup", "x"], ["check"], ["vacuum"], ["users", "list"]], ids=" ".join)
def test_a_database_that_is_missing_is_not_created(cli: Callable[..., Any], tmp_path: Path, command: list[str]):
    missing = tmp_path / "none.sqlite3"
    answer = cli("admin", *command, "--database", str(missing))
    assert answer.code == 1
    assert answer.err == f"error: there is no database {missing}; name one with --database or $STOCKADE_DATABASE\n"
    assert not missing.exists()


# -- people ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("file")
def test_people_are_listed_and_found(cli: Callable[..., Any]):
    everybody = cli("admin", "users", "list", "--json").json
    assert {(each["name"], each["claimed"], each["matches"]) for each in everybody} == {
        ("Anna", True, 4),
        ("Ben", False, 3),
    }
    (anna,) = cli("admin", "users", "list", "NN", "--json").json
    assert anna["name"] == "Anna"
    assert cli("admin", "users", "list", anna["id"], "--json").json == [anna]
    assert len(cli("admin", "users", "list", "--limit", "1", "--json").json) == 1
    assert "guest" in cli("admin", "users", "list", "ben").out
    assert cli("admin", "users", "list", "%").out == "Nobody was found.\n"


def test_a_person_is_deleted_and_their_games_stay(cli: Callable[..., Any], file: Path):
    assert cli("admin", "users", "delete", "Ben", lines=("n",)).code == 1
    assert len(cli("admin", "users", "list", "--json").json) == 2
    done = cli("admin", "users", "delete", "ben", "--yes", "--json").json
    found = kept(NEWEST)["matches"]
    assert sorted(done["left"]) == sorted(found[name]["id"] for name in ("live", "chance"))
    assert [each["name"] for each in cli("admin", "users", "list", "--json").json] == ["Anna"]
    assert check(url_of(str(file))).counts["matches"] == 4
    gone = cli("admin", "users", "delete", "Ben", "--yes")
    assert (gone.code, "nobody has the name or the id 'Ben'" in gone.err) == (2, True)


def test_guests_of_the_same_name_are_told_apart_by_id(cli: Callable[..., Any], file: Path):
    storage = Storage(url_of(str(file)))
    second, _ = People(storage.engine).arrive("Ben", "Browser")
    storage.close()
    both = cli("admin", "users", "delete", "Ben", "--yes")
    assert (both.code, "2 people are called 'Ben'" in both.err, second in both.err) == (2, True, True)
    assert cli("admin", "users", "delete", second, "--yes", "--json").json["id"] == second


def test_somebody_without_their_password_gets_a_link(cli: Callable[..., Any], file: Path, monkeypatch):
    monkeypatch.setenv("STOCKADE_PUBLIC_URL", "https://games.example.org/")
    done = cli("admin", "users", "reset", "anna", "--yes", "--json").json
    address, _, key = done["link"].partition("#")
    assert address == "https://games.example.org/link"
    storage = Storage(url_of(str(file)))
    people = People(storage.engine)
    with pytest.raises(Exception, match="password is wrong"):
        people.sign_in("Anna", PASSWORD)
    assert people.caller(kept(NEWEST)["keys"][0]) is None  # her old device is signed out
    person = people.use_link(key)
    assert person == done["id"]
    people.claim(person, "Anna", "a new password")
    assert people.sign_in("Anna", "a new password") == person
    storage.close()


# -- a database that cannot be used ----------------------------------------------------------------------------


def test_a_server_says_in_one_line_what_is_wrong(tmp_path: Path):
    """This is a real process: nothing else may be printed, and above all no traceback."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, " * 500)
    command = [sys.executable, "-m", "stockade.cli", "serve", "--port", "0", "--database", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"error: the database {file} is damaged, or it is no SQLite file")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["admin", "users", "list"]], ids=" ".join)
def test_a_newer_database_ends_every_command(cli: Callable[..., Any], file: Path, command: list[str]):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    answer = cli(*command)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("error: the database ")
    assert "newer version of Stockade" in answer.err


def test_a_check_of_a_damaged_file_has_json_too(cli: Callable[..., Any], file: Path):
    file.write_bytes(b"\xff" * 10_000)
    answer = cli("admin", "check", "--json")
    assert answer.code == 1
    assert json.loads(answer.out)["ok"] is False
    with pytest.raises(BrokenDatabase):
        Storage(url_of(str(file)))
