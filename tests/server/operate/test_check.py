"""A check finds what is wrong with a database, and changes nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.at_table import begin
from tests.server.kept_databases import REVISIONS, kept, rows, unpack
from tests.server.operate.test_backup import damage

from stockade.server.broken import BrokenDatabase
from stockade.server.operate.check import Report, check

NEWEST = REVISIONS[-1]
LIVE = kept(NEWEST)["matches"]["live"]["id"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return unpack(NEWEST, tmp_path / "matches.sqlite3")


def checked(file: Path, *statements: str) -> Report:
    """Change something, and check the file."""
    with closing(sqlite3.connect(file)) as database, database:
        for statement in statements:
            database.execute(statement)
    before = file.read_bytes()
    report = check(f"sqlite:///{file}")
    assert file.read_bytes() == before
    return report


@pytest.mark.parametrize("revision", REVISIONS)
def test_databases_of_all_versions_are_well(revision: str, tmp_path: Path):
    file = unpack(revision, tmp_path / "old.sqlite3")
    report = checked(file)
    assert report.problems == []
    assert (report.revision, report.replayed, report.skipped) == (revision, 4, 0)
    assert report.counts["matches"] == len(rows(file)["matches"])


def test_a_sample_replays_fewer_matches(file: Path):
    assert [check(f"sqlite:///{file}", sample).replayed for sample in (0, 2, 99)] == [0, 2, 4]


def test_a_check_tells_how_far_it_is(file: Path):
    told: list[tuple[int, int]] = []
    check(f"sqlite:///{file}", tell=lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_running_server_does_not_disturb_a_check(client, settings, pair):
    first, _ = pair
    first.play()
    begin(client, "cascadia", ["human", "bot"])
    report = check(settings.database_url)
    assert (report.problems, report.replayed) == ([], 2)


def test_a_journal_that_lost_an_action_is_found(file: Path):
    last = f"SELECT max(no) FROM journal WHERE match_id = '{LIVE}' AND kind = 'action'"
    report = checked(file, f"DELETE FROM journal WHERE match_id = '{LIVE}' AND no = ({last})")
    assert report.problems == [f"match {LIVE}: entries of its journal are missing"]


def test_a_journal_that_lost_its_end_is_found(file: Path):
    chance = kept(NEWEST)["matches"]["chance"]["id"]
    last = f"SELECT max(no) FROM journal WHERE match_id = '{chance}'"
    report = checked(file, f"DELETE FROM journal WHERE match_id = '{chance}' AND no = ({last})")
    assert f"match {chance}: its snapshot differs from its journal" in report.problems


def test_an_action_that_cannot_be_is_found(file: Path):
    report = checked(file, f"UPDATE journal SET action = 999999 WHERE match_id = '{LIVE}' AND kind = 'action'")
    assert [f"match {LIVE}: its journal cannot be replayed" in problem for problem in report.problems] == [True]


def test_a_snapshot_of_another_moment_is_found(file: Path):
    over = kept(NEWEST)["matches"]["waiting"]["id"]
    report = checked(
        file, f"UPDATE matches SET state = (SELECT state FROM matches WHERE id = '{over}') WHERE id = '{LIVE}'"
    )
    assert report.problems == [f"match {LIVE}: its snapshot differs from its journal"]


def test_a_summary_that_is_wrong_is_found(file: Path):
    report = checked(file, f"UPDATE matches SET status = 'over' WHERE id = '{LIVE}'")
    assert report.problems == [f"match {LIVE}: its journal says something else about who is to move"]


def test_a_snapshot_that_cannot_be_used_is_no_loss(file: Path):
    report = checked(file, f"UPDATE matches SET state = x'00' WHERE id = '{LIVE}'")
    assert (report.problems, report.stale) == ([], 1)


def test_games_and_rules_that_are_not_installed_are_skipped(file: Path):
    report = checked(
        file,
        f"UPDATE matches SET game = 'gone' WHERE id = '{LIVE}'",
        "UPDATE matches SET rules_version = 999 WHERE game = 'cascadia'",
    )
    assert (report.problems, report.skipped, report.replayed) == ([], 2, 2)


def test_rows_without_their_match_are_found(file: Path):
    report = checked(file, "INSERT INTO seats (match_id, seat, kind, name) VALUES ('gone', 0, 'open', '')")
    assert report.problems == ["1 rows of seats refer to rows of matches that are gone"]


def test_damaged_pages_are_found(file: Path):
    damage(file)
    report = check(f"sqlite:///{file}")
    assert len(report.problems) == 1
    assert "is damaged" in report.problems[0]


def test_a_damaged_index_is_found(file: Path):
    report = checked(
        file,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, '(person)', '(name)') WHERE name = 'ix_seats_person'",
    )
    assert any("ix_seats_person" in problem for problem in report.problems)
    assert report.replayed == 4


def test_a_newer_database_and_one_of_another_program_are_found(file: Path, tmp_path: Path):
    report = checked(file, "UPDATE alembic_version SET version_num = '9999'")
    assert "newer version of Stockade" in report.problems[0]
    report = checked(tmp_path / "other.sqlite3", "CREATE TABLE notes (text TEXT)")
    assert "not a database of Stockade" in report.problems[0]


def test_nothing_is_created_where_nothing_is(tmp_path: Path):
    with pytest.raises(BrokenDatabase, match="there is no database"):
        check(f"sqlite:///{tmp_path / 'none.sqlite3'}")
    assert list(tmp_path.iterdir()) == []
