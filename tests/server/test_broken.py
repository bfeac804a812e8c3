"""A database that is damaged, newer, foreign, locked, read-only or full: one clear sentence, and nothing is lost."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, exc
from tests.server.at_table import Person, begin, ok, refused
from tests.server.kept_databases import REVISIONS, rows, unpack
from tests.server.test_run import start  # noqa: F401

from stockade.core.errors import IllegalAction
from stockade.server import errors, storage
from stockade.server.broken import BrokenDatabase, is_trouble, sentence
from stockade.server.operate.check import check
from stockade.server.storage import Storage

NEWEST = REVISIONS[-1]


def refusal(file: Path | str) -> str:
    """Return why a server cannot open this database, which is one sentence on one line."""
    url = file if isinstance(file, str) else f"sqlite:///{file}"
    with pytest.raises(BrokenDatabase) as refused:
        Storage(url)
    assert "\n" not in refused.value.message
    return refused.value.message


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return unpack(NEWEST, tmp_path / "matches.sqlite3")


# -- when a server starts --------------------------------------------------------------------------------------


def test_a_file_that_is_no_database(tmp_path: Path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, " * 500)
    assert "is damaged, or it is no SQLite file" in refusal(file)
    assert "stockade admin restore BACKUP --force" in refusal(file)
    assert file.read_text() == "Dear Anna, " * 500


def test_a_damaged_database(file: Path):
    with file.open("r+b") as raw:
        raw.seek(100)  # behind the header, which is right
        raw.write(b"\xff" * 3000)
    before = file.read_bytes()
    assert "is damaged" in refusal(file)
    assert file.read_bytes()[100:] == before[100:]  # only the mode in the header may change


def test_a_database_of_a_newer_version(file: Path):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    before = rows(file)
    assert "newer version of Stockade (version 9999" in refusal(file)
    assert rows(file) == before


def test_the_database_of_another_program(tmp_path: Path):
    file = tmp_path / "places.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE bookmarks (address TEXT)")
    assert "is the database of another program" in refusal(file)
    assert list(rows(file)) == ["bookmarks"]


def test_a_database_that_another_program_has_locked(file: Path, monkeypatch):
    monkeypatch.setattr(storage, "PATIENCE", 0.1)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "is locked by another program" in refusal(file)
        other.execute("ROLLBACK")
    Storage(f"sqlite:///{file}").close()


def test_a_path_that_cannot_be_a_file(tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert "cannot be opened (" in refusal(tmp_path / "file" / "x.sqlite3")
    assert "cannot be opened for writing" in refusal(tmp_path)  # a folder


def test_what_is_not_the_name_of_a_database():
    assert "is not a database; give a file or a URL" in refusal("nothing://at-all")
    assert "must be a file" in refusal("sqlite://")


def test_a_database_server_that_cannot_be_reached():
    pytest.importorskip("psycopg")
    said = refusal("postgresql+psycopg://me:secret@127.0.0.1:9/games")
    assert "check that its server is running" in said
    assert "me:***@127.0.0.1:9/games" in said
    assert "secret" not in said


@contextmanager
def without_privileges() -> Iterator[Path]:
    """Provide a folder, and do not be root inside of it: root may write to everything."""
    user = os.geteuid()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        if user == 0:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
        try:
            yield folder
        finally:
            os.seteuid(user)


def test_a_read_only_file():
    with without_privileges() as folder:
        file = unpack(NEWEST, folder / "matches.sqlite3")
        Storage(f"sqlite:///{file}").close()
        file.chmod(0o444)
        before = file.read_bytes()
        said = refusal(file)
        assert "cannot be opened for writing" in said
        assert "permissions" in said
        assert file.read_bytes() == before


def test_a_read_only_folder():
    with without_privileges() as folder:
        file = unpack(NEWEST, folder / "matches.sqlite3")
        Storage(f"sqlite:///{file}").close()
        folder.chmod(0o555)
        assert "cannot be opened for writing" in refusal(file)
        assert "cannot be opened" in refusal(folder / "new" / "matches.sqlite3")
        folder.chmod(0o755)
        Storage(f"sqlite:///{file}").close()


def test_an_upgrade_on_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch):
    file = unpack("0001", tmp_path / "old.sqlite3")
    before = rows(file)
    make_engine = storage.make_engine

    def make_small(url: str) -> Engine:
        engine = make_engine(url)

        @event.listens_for(engine, "connect")
        def limit(connection: sqlite3.Connection, _: object) -> None:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages + 2}")

        return engine

    with monkeypatch.context() as patch:
        patch.setattr(storage, "make_engine", make_small)
        assert "disk is full or fails" in refusal(file)
    assert rows(file) == before
    Storage(f"sqlite:///{file}").close()
    assert check(f"sqlite:///{file}").is_ok


# -- while a server runs ---------------------------------------------------------------------------------------


@contextmanager
def file_limit(process: int, size: int) -> Iterator[None]:
    """Let a process write no file beyond this size, which is what a full disk is like."""
    soft, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (soft, hard))


def play_until_full(people: list[Person], most: int = 2000) -> dict:
    """Play on until a move is refused because it cannot be stored, and return the body of that answer."""
    for _ in range(most):
        view = people[0].view()
        mover = people[view["scene"]["current_player"]]
        choice = mover.view()["scene"]["choices"][0]["action"]
        answer = mover.post("actions", version=view["version"], action=choice)
        if answer.status_code != 200:
            assert answer.headers["retry-after"]
            return refused(answer, 503, "unavailable")
        ok(answer)
    raise AssertionError("the database never became full")


def test_a_full_database_refuses_moves_and_recovers(client, pair, caplog):
    first, second = pair
    engine = client.app.state.service.storage.engine
    full = True

    @event.listens_for(engine, "checkout")
    def limit(connection, *_):
        pages = connection.execute("PRAGMA page_count").fetchone()[0] if full else 2**30
        connection.execute(f"PRAGMA max_page_count = {pages}")

    body = play_until_full([first, second])
    assert body["message"] == "The server cannot store anything at the moment. Nothing has changed; try again soon."
    before = first.view()
    assert "disk is full" in caplog.text
    assert "Traceback" not in caplog.text
    full = False
    event.remove(engine, "checkout", limit)
    engine.dispose()
    mover = (first, second)[before["scene"]["current_player"]]
    after = mover.play()
    assert after["version"] == before["version"] + 1
    assert [line["text"] for line in after["log"]][:-1] == [line["text"] for line in before["log"]]
    assert check(str(engine.url)).problems == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux changes the limits of a running process")
def test_a_server_on_a_full_disk_goes_on_when_there_is_room_again(start, tmp_path):  # noqa: F811
    process, client, _ = start()
    first = begin(client, "blockade", ["human", "open"])
    people = [first, first.friend()]
    log = tmp_path / "matches.sqlite3-wal"
    with file_limit(process.pid, log.stat().st_size + 20_000):
        play_until_full(people)
        before = first.view()
        assert client.get("/healthz").status_code == 200
        refused(client.post("/api/matches", json={"game": "blockade"}), 503, "unavailable")
    after = people[before["scene"]["current_player"]].play()
    assert after["version"] == before["version"] + 1
    assert check(f"sqlite:///{tmp_path / 'matches.sqlite3'}").problems == []


def test_a_damaged_database_under_a_running_server(client, pair):
    first, _ = pair
    engine = client.app.state.service.storage.engine
    action = first.view()["scene"]["choices"][0]["action"]
    file = Path(str(engine.url.database))
    shutil.copy(file, file.with_suffix(".copy"))
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    size = file.stat().st_size
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xff" * (size - 4096))
    refused(first.post("actions", version=2, action=action), 503, "unavailable")


# -- which errors these are ------------------------------------------------------------------------------------


def broken(code: int, kind: type[exc.DBAPIError] = exc.OperationalError) -> exc.DBAPIError:
    cause = sqlite3.OperationalError("so it is")
    cause.sqlite_errorcode = code
    return kind("SELECT 1", None, cause)


def test_a_fault_of_the_program_is_not_trouble_with_the_database():
    assert is_trouble(broken(sqlite3.SQLITE_FULL))
    assert is_trouble(broken(sqlite3.SQLITE_CORRUPT, exc.DatabaseError))
    assert is_trouble(exc.TimeoutError())
    assert not is_trouble(broken(sqlite3.SQLITE_CONSTRAINT, exc.IntegrityError))
    assert not is_trouble(broken(sqlite3.SQLITE_ERROR, exc.ProgrammingError))
    assert not is_trouble(ValueError())


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "locked by another program"),
        (sqlite3.SQLITE_IOERR_WRITE, "make room first"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "permissions of its folder"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "restore a backup"),
        (sqlite3.SQLITE_MISUSE, "cannot be used: so it is"),
    ],
)
def test_every_sentence_says_what_to_do(code: int, told: str):
    assert told in sentence(broken(code), "x.sqlite3")


def test_what_a_live_connection_is_told(caplog):
    refusal = errors.refusal(broken(sqlite3.SQLITE_FULL), "a message failed")
    assert (refusal.code, errors.answer(refusal).status_code) == ("unavailable", 503)
    assert "a message failed: the database of this server cannot be written" in caplog.text
    bug = errors.refusal(KeyError("seat"), "a message failed")
    assert (bug.code, bug.message) == ("server_error", "Something went wrong. The match has not changed.")
    assert "KeyError" in caplog.text
    rule = IllegalAction("no")
    assert errors.refusal(rule, "a message failed") is rule
