"""A database of every earlier version of the tables opens, loses nothing, and its matches go on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from tests.server.at_table import Person, ok, quick
from tests.server.company import Guest
from tests.server.kept_databases import PASSWORD, REVISIONS, kept, rows, unpack

from stockade.server import schema
from stockade.server.broken import BrokenDatabase
from stockade.server.migrations import HEAD
from stockade.server.operate.check import check
from stockade.server.storage import make_engine

each_version = pytest.mark.parametrize("revision", REVISIONS)


def test_every_earlier_version_has_a_database():
    script = ScriptDirectory.from_config(schema.alembic_config())
    earlier = {each.revision for each in script.walk_revisions()} - {HEAD}
    assert earlier <= set(REVISIONS), "write one with scripts/keep_database.py, at a commit of that version"


@each_version
def test_an_upgrade_keeps_every_value(revision: str, tmp_path: Path):
    file = unpack(revision, tmp_path / "old.sqlite3")
    before = rows(file)
    assert before["alembic_version"] == [{"version_num": revision}]
    assert len(before["matches"]) == 4
    engine = make_engine(f"sqlite:///{file}")
    schema.upgrade(engine)
    assert schema.current(engine) == HEAD
    engine.dispose()
    after = rows(file)
    del before["alembic_version"]
    for table, old in before.items():
        assert len(after[table]) == len(old)
        assert [{name: row[name] for name in was} for was, row in zip(old, after[table], strict=True)] == old, table


@each_version
def test_matches_go_on_after_an_upgrade(revision: str, tmp_path: Path, serve):
    settings = quick(tmp_path)
    unpack(revision, tmp_path / "matches.sqlite3")
    client = serve(settings)
    found = kept(revision)

    def people(match: dict) -> list[Person]:
        if not found["keys"]:
            return [Person(client, match["id"], token, seat) for seat, token in enumerate(match["tokens"])]
        guests = [Guest(client), Guest(client)]
        for guest, key in zip(guests, found["keys"], strict=True):
            guest.key = key
        return [guest.at(match["id"]) for guest in guests]

    for match in found["matches"].values():
        view = people(match)[0].view()
        assert (view["version"], view["status"]) == (match["version"], match["status"])
        assert [line["text"] for line in view["log"]] == match["log"]
    for name in ("live", "chance"):
        players = people(found["matches"][name])
        before = players[0].view()
        assert before["scene"]["choices"] or players[1].view()["scene"]["choices"]
        after = players[before["scene"]["current_player"]].play()
        assert len(after["log"]) > len(before["log"])
    waiting = people(found["matches"]["waiting"])[0]
    waiting.friend(name="Cleo")
    assert waiting.view()["status"] == "live"
    assert check(settings.database_url).problems == []


@pytest.mark.parametrize("revision", [each for each in REVISIONS if each >= "0004"])
def test_people_find_their_matches_after_an_upgrade(revision: str, tmp_path: Path, serve):
    unpack(revision, tmp_path / "matches.sqlite3")
    client = serve(quick(tmp_path))
    found = kept(revision)["matches"]
    anna = Guest(client)
    assert ok(anna.post("/api/me/sign-in", name="anna", password=PASSWORD))["name"] == "Anna"
    mine = ok(anna.get("/api/me/matches", status=["live", "waiting", "over"]))["matches"]
    assert {match["id"] for match in mine} == {match["id"] for match in found.values()}
    if revision >= "0005":
        said = ok(anna.at(found["live"]["id"]).get("/messages", room="table"))["messages"]
        assert [(line["name"], line["text"]) for line in said] == [("Anna", "Good luck!"), ("Ben", "You too.")]


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path):
    file = unpack("0003", tmp_path / "old.sqlite3")
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE facts (own INTEGER)")  # what version 0004 adds, after other tables
    database.close()
    before = rows(file)
    engine = make_engine(f"sqlite:///{file}")
    with pytest.raises(BrokenDatabase, match=rf"version 0003 .* version {HEAD} .*facts already exists.*is unchanged"):
        schema.upgrade(engine)
    engine.dispose()
    assert rows(file) == before
