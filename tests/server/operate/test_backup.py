"""Backups while somebody writes, and what a restore refuses and keeps."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.kept_databases import REVISIONS, rows, unpack

from stockade.core.errors import NotAllowed
from stockade.server.broken import BrokenDatabase
from stockade.server.migrations import HEAD
from stockade.server.operate import backup as backups
from stockade.server.operate.backup import backup, restore
from stockade.server.operate.check import check
from stockade.server.operate.files import look
from stockade.server.operate.vacuum import vacuum
from stockade.server.storage import Storage

NEWEST = REVISIONS[-1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = unpack(NEWEST, tmp_path / "matches.sqlite3")
    Storage(url(file)).close()
    return file


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


# -- backup ----------------------------------------------------------------------------------------------------


def test_a_backup_has_everything_in_one_file(file: Path, tmp_path: Path):
    storage = Storage(url(file))
    storage.set_fact("new", "still in the write-ahead log")
    done = backup(url(file), tmp_path / "copy.sqlite3")
    storage.close()
    assert rows(done.file) == rows(file)
    assert {"name": "new", "value": "still in the write-ahead log"} in rows(done.file)["facts"]
    assert (done.contents.revision, done.contents.counts["matches"], done.contents.faults) == (HEAD, 4, ())
    assert done.size == done.file.stat().st_size
    assert files(tmp_path) == {"matches.sqlite3", "copy.sqlite3"}
    assert done.file.stat().st_mode & 0o77 == 0  # it contains secrets


def test_a_backup_in_a_folder_has_the_date_in_its_name(file: Path, tmp_path: Path):
    (tmp_path / "backups").mkdir()
    done = backup(url(file), tmp_path / "backups")
    assert done.file.parent == tmp_path / "backups"
    assert done.file.name.startswith("matches-2")
    assert done.file.suffix == ".sqlite3"


def test_backups_while_a_server_writes_are_whole(pair, settings, tmp_path: Path):
    """Each copy is the database at one moment: every match in it agrees with its journal, and no move is missing."""
    stop = threading.Event()
    people = list(pair)

    def play() -> None:
        while not stop.is_set():
            view = people[0].view()
            if view["status"] == "over":
                return
            people[view["scene"]["current_player"]].play()

    writer = threading.Thread(target=play)
    writer.start()
    lengths = []
    try:
        for number in range(5):
            known = len(people[0].view()["log"])
            done = backup(settings.database_url, tmp_path / f"{number}.sqlite3")
            lengths.append((known, done.contents.counts["journal"]))
            assert check(url(done.file)).problems == []
    finally:
        stop.set()
        writer.join()
    assert all(known <= copied for known, copied in lengths)
    assert lengths[-1][1] > lengths[0][1]


def test_a_backup_does_not_overwrite_by_accident(file: Path, tmp_path: Path):
    target = tmp_path / "copy.sqlite3"
    target.write_text("mine")
    with pytest.raises(NotAllowed, match="already exists"):
        backup(url(file), target)
    assert target.read_text() == "mine"
    backup(url(file), target, force=True)
    assert look(target).faults == ()
    with pytest.raises(NotAllowed, match="is the database itself"):
        backup(url(file), file, force=True)
    with pytest.raises(NotAllowed, match="there is no folder"):
        backup(url(file), tmp_path / "nowhere" / "copy.sqlite3")
    with pytest.raises(BrokenDatabase, match="there is no database"):
        backup(url(tmp_path / "nothing.sqlite3"), tmp_path / "new.sqlite3")
    assert files(tmp_path) == {"matches.sqlite3", "copy.sqlite3"}


def test_a_backup_that_fails_leaves_the_last_one(file: Path, tmp_path: Path, monkeypatch):
    target = backup(url(file), tmp_path / "copy.sqlite3").file
    before = target.read_bytes()

    def full(*_: object) -> None:
        raise BrokenDatabase("no room")

    monkeypatch.setattr(backups, "copy", full)
    with pytest.raises(BrokenDatabase, match="no room"):
        backup(url(file), target, force=True)
    assert target.read_bytes() == before
    assert files(tmp_path) == {"matches.sqlite3", "copy.sqlite3"}


def test_a_damaged_database_gives_no_backup(file: Path, tmp_path: Path):
    damage(file)
    with pytest.raises(BrokenDatabase, match="is damaged"):
        backup(url(file), tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()


def damage(file: Path) -> None:
    """Overwrite the pages of the journal's index."""
    with closing(sqlite3.connect(file)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)


def test_postgresql_has_its_own_tools(tmp_path: Path):
    address = "postgresql+psycopg://me:secret@host/games"
    for work in (
        lambda: backup(address, tmp_path / "x"),
        lambda: restore(address, tmp_path / "x"),
        lambda: vacuum(address),
    ):
        with pytest.raises(NotAllowed, match=r"PostgreSQL .*postgresql://me:\*\*\*@host/games") as refused:
            work()
        assert "secret" not in refused.value.message


# -- restore ---------------------------------------------------------------------------------------------------


def test_a_restore_brings_the_backup_back_and_keeps_the_old_file(file: Path, tmp_path: Path):
    copy = backup(url(file), tmp_path / "copy.sqlite3").file
    then = rows(file)
    storage = Storage(url(file))
    storage.set_fact("later", "yes")
    storage.close()
    file.chmod(0o640)
    with pytest.raises(NotAllowed, match="--force"):
        restore(url(file), copy)
    done = restore(url(file), copy, force=True)
    assert rows(file) == then == rows(copy)
    assert file.stat().st_mode & 0o777 == 0o640
    assert done.kept is not None
    assert {"name": "later", "value": "yes"} in rows(done.kept)["facts"]
    assert files(tmp_path) == {file.name, copy.name, done.kept.name}


def test_a_restore_to_an_empty_place(file: Path, tmp_path: Path):
    done = restore(url(tmp_path / "new" / "matches.sqlite3"), file)
    assert done.kept is None
    assert rows(done.file) == rows(file)


def test_a_database_in_use_is_not_replaced(file: Path, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(backups, "IN_USE_SECONDS", 0.1)
    copy = backup(url(file), tmp_path / "copy.sqlite3").file
    storage = Storage(url(file))
    storage.fact("new")  # the connection stays open in the pool, without a transaction
    with pytest.raises(BrokenDatabase, match="is in use; stop the servers"):
        restore(url(file), copy, force=True)
    storage.set_fact("new", "still there")
    storage.close()
    assert {"name": "new", "value": "still there"} in rows(file)["facts"]
    restore(url(file), copy, force=True)


def test_a_damaged_database_can_be_replaced(file: Path, tmp_path: Path):
    copy = backup(url(file), tmp_path / "copy.sqlite3").file
    file.write_bytes(b"no database at all" * 1000)
    file.with_name(f"{file.name}-wal").write_bytes(b"left over")
    done = restore(url(file), copy, force=True)
    assert rows(file) == rows(copy)
    assert done.kept is not None
    assert done.kept.read_bytes().startswith(b"no database")
    Storage(url(file)).close()


def test_the_log_of_a_database_that_is_set_aside_goes_with_it(file: Path, tmp_path: Path):
    log = file.with_name(f"{file.name}-wal")
    log.write_bytes(b"the last moves")
    kept = backups.set_aside(file)
    assert kept is not None
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == b"the last moves"
    assert files(tmp_path) == {kept.name, f"{kept.name}-wal"}


@pytest.mark.parametrize("wrong", ["damaged", "newer", "foreign", "missing"])
def test_a_backup_that_cannot_be_used_replaces_nothing(file: Path, tmp_path: Path, wrong: str):
    copy = tmp_path / "copy.sqlite3"
    if wrong in ("damaged", "newer"):
        backup(url(file), copy)
    if wrong == "damaged":
        damage(copy)
    elif wrong != "missing":
        with closing(sqlite3.connect(copy)) as database, database:
            newer = "UPDATE alembic_version SET version_num = '9999'"
            database.execute(newer if wrong == "newer" else "CREATE TABLE notes (text TEXT)")
    before = file.read_bytes()
    told = {"damaged": "is damaged", "newer": "newer version", "foreign": "not a database of", "missing": "no backup"}
    with pytest.raises(BrokenDatabase, match=told[wrong]):
        restore(url(file), copy, force=True)
    assert file.read_bytes() == before


# -- vacuum ----------------------------------------------------------------------------------------------------


def test_a_vacuum_gives_room_back_while_a_server_is_there(file: Path):
    storage = Storage(url(file))
    for number in range(200):
        storage.set_fact(f"fact {number}", "x" * 5000)
    with storage.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM facts WHERE name LIKE 'fact %'")
    done = vacuum(url(file))
    assert done.before > 1_000_000
    assert done.after < done.before / 2
    storage.set_fact("after", "it goes on")
    assert storage.fact("after") == "it goes on"
    storage.close()
    assert check(url(file)).is_ok
