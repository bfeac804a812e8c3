"""The database: migrations, guarded writes, and a journal that loses nothing."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select
from tests.server.at_table import ask, begin, ok

from stockade.core.snapshot import to_snapshot
from stockade.server import migrations, schema
from stockade.server.models import Base, JournalRow
from stockade.server.replay import rebuild
from stockade.server.settings import Settings, data_folder, from_env
from stockade.server.storage import StaleWrite, Storage, make_engine
from stockade.server.stored import Entry


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path) -> str:
    """Return where there is no database yet, or an empty one."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres").new_database()
    return f"sqlite:///{tmp_path / 'deep' / 'folder' / 'x.sqlite3'}"


def test_an_empty_database_becomes_the_models(url):
    engine = make_engine(url)
    assert schema.current(engine) is None
    schema.upgrade(engine)
    assert schema.current(engine) == migrations.HEAD
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        if connection.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    schema.upgrade(engine)  # nothing left to do
    engine.dispose()


def test_the_newest_migration_is_the_one_the_start_looks_for():
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_current_head() == migrations.HEAD


def test_the_tables_can_be_taken_away_again(url):
    from alembic import command

    engine = make_engine(url)
    schema.upgrade(engine)
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        connection.commit()
    assert inspect(engine).get_table_names() == ["alembic_version"]
    engine.dispose()


def test_a_journal_of_before_has_nothing_to_tell(url):
    from alembic import command

    engine = make_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        is_sqlite = connection.dialect.name == "sqlite"
        connection.exec_driver_sql(
            "PRAGMA foreign_keys=OFF" if is_sqlite else "SET session_replication_role = replica"
        )
        connection.exec_driver_sql(
            "INSERT INTO journal VALUES ('m', 0, 1, 'action', 0, 7, 'D2-3', 'moves', '2026-01-01')"
        )
        connection.commit()
    schema.upgrade(engine)
    with engine.connect() as connection:
        assert connection.execute(select(JournalRow.label, JournalRow.told)).all() == [("moves", [])]
    engine.dispose()


def test_servers_that_start_together_make_the_tables_once(url):
    barrier = threading.Barrier(4)

    def start(_: int) -> str | None:
        engine = make_engine(url)
        barrier.wait()
        schema.upgrade(engine)
        found = schema.current(engine)
        engine.dispose()
        return found

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(start, range(4))) == [migrations.HEAD] * 4


def test_a_database_in_memory_is_refused():
    with pytest.raises(ValueError, match="file"):
        make_engine("sqlite://")


def test_settings_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.delenv("STOCKADE_DATABASE", raising=False)
    monkeypatch.delenv("STOCKADE_DATABASE_URL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert from_env().database_url == f"sqlite:///{tmp_path / 'stockade' / 'stockade.sqlite3'}"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder() == Path.home() / ".local" / "share" / "stockade"
    monkeypatch.setenv("STOCKADE_DATABASE", "sqlite:///elsewhere.sqlite3")
    assert from_env().database_url == "sqlite:///elsewhere.sqlite3"
    assert from_env("sqlite:///mine.sqlite3") == Settings(database_url="sqlite:///mine.sqlite3")


def test_of_two_writes_that_saw_the_same_version_one_is_refused(client, settings):
    me = begin(client, "blockade", ["human", "open"])
    storage = Storage(settings.database_url)
    seen = storage.read(me.id)
    assert storage.write(seen, {}, [Entry("joined", 1)]).row.version == 2
    with pytest.raises(StaleWrite) as stale:
        storage.write(seen, {"status": "over"}, [Entry("resigned", 0)])
    assert stale.value.version == 2
    kept = storage.read(me.id)
    assert kept.row.status == "waiting"
    assert [entry.kind for entry in kept.journal] == ["joined", "joined"]
    storage.close()


def test_matches_that_are_left_to_bots(client, settings):
    idle = begin(client, "blockade", ["human", "open"])
    idle.friend()
    ordered = begin(client, "blockade", ["human", "open"])
    ordered.friend()
    storage = Storage(settings.database_url)
    assert storage.left_to_bots(0.0) == []
    storage.set_orders(ordered.id, 0, [{"about": "draw", "answer": False}])
    assert storage.left_to_bots(0.0) == [ordered.id]
    assert storage.left_to_bots(60.0) == []
    storage.close()


def test_many_hands_at_once_make_one_history(client, settings):
    """Everybody plays the same action at the same moment: one succeeds, the others are stale."""
    first = begin(client, "blockade", ["human", "open"])
    first.friend()
    for _ in range(3):
        view = first.view()
        if view["scene"]["current_player"] != 0:
            break
        action = view["scene"]["choices"][0]["action"]

        def play(_: int, view=view, action=action) -> int:
            return first.post("actions", version=view["version"], action=action).status_code

        with ThreadPoolExecutor(8) as pool:
            codes = sorted(pool.map(play, range(8)))
        assert codes == [200] + [409] * 7
    storage = Storage(settings.database_url)
    kept = storage.read(first.id)
    assert to_snapshot(rebuild(kept).state) == kept.row.state
    storage.close()


def test_many_friends_join_at_once(client):
    first = begin(client, "blockade", ["open", "open"])
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: client.post(f"/api/matches/{first.id}/join", json={}), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200, 200] + [409] * 6
    seats = {answer.json()["seat"] for answer in answers if answer.status_code == 200}
    assert seats == {0, 1}


def test_the_log_speaks_where_the_snapshot_does_not(client, settings, pair):
    first, _ = pair
    first.play()
    before = first.view()
    ask(settings, "UPDATE matches SET state = :odd, version = version + 1 WHERE id = :id", odd=b"\0", id=first.id)
    assert first.view()["scene"] == before["scene"]
    ask(settings, "UPDATE matches SET rules_version = 999, version = version + 1 WHERE id = :id", id=first.id)
    for answer in (first.get(), first.get("/log"), first.post("resign", version=before["version"] + 2)):
        assert (answer.status_code, answer.json()["code"]) == (409, "corrupt_log")
    ask(settings, "UPDATE matches SET game = 'gone' WHERE id = :id", id=first.id)
    assert first.get().status_code == 404
    ask(settings, "UPDATE matches SET listed = :listed WHERE id = :id", listed=True, id=first.id)
    assert ok(client.get("/api/matches?status=live"))[0]["title"] == "gone"


def test_closing_waits_for_threads_that_use_the_database(url):
    storage = Storage(url)
    is_open, closed = threading.Event(), threading.Event()
    done: list[bool] = []

    def read() -> None:
        with storage.engine.connect() as connection:
            is_open.set()
            done.append(closed.wait(0.2))
            connection.execute(select(JournalRow.no)).all()

    reader = threading.Thread(target=read)
    reader.start()
    is_open.wait()
    storage.close()
    closed.set()
    reader.join()
    assert done == [False]
