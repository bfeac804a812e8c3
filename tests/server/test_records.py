"""Download matches in every format, and import them."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from datetime import timedelta

import pytest
from PIL import Image
from tests.server.at_table import begin, ok, play_on, refused, wait
from tests.server.company import Guest

import stockade
from stockade import records
from stockade.conformance.table import Setting, played_match, settings_of
from stockade.records import Record
from stockade.server.operate.check import check
from stockade.server.people.caller import STRANGER

WRITTEN = ("text", "ndjson", "json")


@pytest.fixture
def client(shared_client):
    """One server for all tests, so that the process that draws is started once."""
    shared_client.cookies.clear()
    return shared_client


@pytest.fixture
def pair(client):
    first = begin(client, "cascadia", ["human", "open"])
    return [first, first.friend(name="Ben")]


def _seed(client, match_id: str) -> int:
    return client.app.state.service.storage.read(match_id).row.seed


def test_a_running_match_is_written_without_its_seed(client, pair):
    view = play_on(pair, 6)
    for form in WRITTEN:
        answer = pair[0].watcher().get("/record", format=form)
        assert answer.status_code == 200
        record = records.read(answer.content)
        assert record.seed is None
        assert str(_seed(client, pair[0].id)).encode() not in answer.content
        assert record.match.texts() == [line["text"] for line in view["log"]]  # with what chance did so far
        assert record.names == tuple(seat["name"] for seat in view["seats"])
        assert records.write(record, form) == answer.content


def test_a_finished_match_is_written_with_everything(pair):
    play_on(pair, 3)
    ok(pair[1].write("resign"))
    for form in WRITTEN:
        answer = pair[0].get("/record", format=form)
        record = records.read(answer.content)
        assert record.seed == ok(pair[0].get("/log"))["seed"] is not None
        assert record.match.ending == {"resigned": 1}
        assert len(record.date) == 10
        assert answer.headers["content-disposition"] == (
            f'attachment; filename="cascadia-{pair[0].id}{records.FORMATS[form].suffix}"'
        )
        assert answer.headers["content-type"].startswith(records.FORMATS[form].media_type.partition(";")[0])


def test_a_record_is_the_same_in_every_language(pair):
    play_on(pair, 4)
    ok(pair[0].write("resign"))
    assert pair[0].get("/record", language="de").content == pair[0].get("/record").content


def test_positions_are_drawn(client, pair):
    play_on(pair, 3)
    state = client.app.state.service.recording.record(pair[0].id, STRANGER).match.state_at(2)
    assert pair[0].get("/record", format="svg", ply=2).text == state.svg()
    answer = pair[0].get("/record", format="png", ply=2, shape="tall")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["content-disposition"].endswith('-2.png"')
    with Image.open(io.BytesIO(answer.content)) as drawn:
        assert drawn.height > drawn.width
    refused(pair[0].get("/record", format="png", ply=99), 404, "unknown_ply")
    refused(pair[0].get("/record", format="svg", ply=99), 404, "unknown_ply")
    refused(pair[0].get("/record", format="text", ply=1), 400, "bad_option")
    refused(pair[0].get("/record", format="gif", ply=1), 403, "not_allowed")
    refused(pair[0].get("/record", format="pdf"), 422, "bad_request")


def test_a_match_becomes_a_film(client):
    first = begin(client, "blockade", ["human", "open"])
    play_on([first, first.friend(name="Ben")], 3)
    for form in ("gif", "webp"):
        with Image.open(io.BytesIO(first.get("/record", format=form).content)) as film:
            assert (film.format, getattr(film, "n_frames", 1)) == (form.upper(), 4)


def test_the_process_that_draws_can_be_killed(client):
    first = begin(client, "blockade", ["human", "open"])
    assert first.get("/record", format="png").status_code == 200
    darkroom = client.app.state.service.recording.darkroom
    process = darkroom._process
    process.kill()
    wait(lambda: process.returncode is not None)
    assert first.get("/record", format="png").status_code == 200
    assert darkroom._process is not process


def test_a_picture_that_takes_too_long_is_given_up(client, monkeypatch):
    first = begin(client, "blockade", ["human", "open"])
    monkeypatch.setattr("stockade.server.darkroom.PATIENCE", 0.0)
    refused(first.get("/record", format="gif"), 503, "unavailable")
    monkeypatch.undo()
    assert first.get("/record", format="png").status_code == 200


def test_one_picture_at_a_time(client):
    ben = Guest(client, "Ben")
    table = ben.begin("blockade", ["human", "open"])
    waiting = client.app.state.service.recording.darkroom._waiting
    waiting.add(ben.me()["id"])
    body = refused(table.get("/record", format="png"), 429, "too_many")
    assert "still being drawn" in body["message"]
    waiting.update(map(str, range(20)))
    assert "Many pictures" in refused(table.watcher().get("/record", format="gif"), 429, "too_many")["message"]
    assert table.get("/record", format="svg").status_code == 200
    waiting.clear()


def test_without_the_libraries_the_formats_are_not_ready(client, monkeypatch):
    first = begin(client, "blockade", ["human", "open"])
    assert all(each["ready"] for each in ok(client.get("/api/records/formats")))
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ready = {each["name"]: each["ready"] for each in ok(client.get("/api/records/formats"))}
    assert ready == {
        "text": True,
        "ndjson": True,
        "json": True,
        "svg": True,
        "png": False,
        "gif": False,
        "webp": False,
    }
    refused(first.get("/record", format="png"), 403, "not_allowed")


def test_a_table_without_spectators_keeps_its_records(client):
    first = begin(client, "blockade", ["human", "human"], policy={"spectators": False})
    first.friend(name="Ben")
    refused(first.watcher().get("/record"), 403, "forbidden")
    assert first.get("/record").status_code == 200


# -- import ------------------------------------------------------------------------------------------------


def bring(guest, data: str | bytes):
    return guest.post("/api/records", record=data if isinstance(data, str) else data.decode())


def record_of(setting: Setting, seed: int = 1, most: int | None = None) -> Record:
    match = played_match(setting, seed, most)
    names = tuple(f"Player {seat} of {setting.game}" for seat in range(match.players))
    return Record(match, names, "2020-02-29", {0: ("Before.",), 2: ("a", "b\nc")}, {"Event": "Club"})


@pytest.mark.parametrize("name", stockade.games())
def test_an_imported_match_comes_back_byte_for_byte(client, name):
    anna = Guest(client, "Anna")
    setting = settings_of(name)[-1]
    for form, most in (("text", None), ("ndjson", 4), ("json", 0)):
        data = records.write(record_of(setting, 1, most) if most != 0 else setting.match(5), form)
        made = ok(bring(anna, data))
        table = anna.at(made["id"])
        assert table.watcher().get("/record", format=form).content == data
        view = table.view()
        assert view["status"] == ("over" if view["result"] else "closed")
        assert len(view["log"]) == made["plies"] == len(records.read(data).match.actions)
        assert (view["yours"], view["you"], view["rated"], view["listed"]) == ([], None, False, False)
        assert table.get(f"/scenes/{made['plies']}").status_code == 200
    assert check(client.app.state.service.settings.database_url).problems == []


def test_an_imported_match_is_in_the_list_of_its_owner_alone(client):
    anna, ben = Guest(client, "Anna"), Guest(client, "Ben")
    made = ok(bring(anna, records.write(record_of(Setting("cascadia", 1)), "text")))
    listed = ok(anna.get("/api/me/matches", status=["over", "closed"]))["matches"]
    assert [(match["id"], match["imported"], match["yours"]) for match in listed] == [(made["id"], True, [])]
    assert ok(ben.get("/api/me/matches", status=["over", "closed"]))["matches"] == []
    assert ok(anna.get("/api/me/records")) == []  # not her own result
    assert ok(anna.get(f"/api/people/{anna.me()['id']}"))["matches"] == []
    assert anna.at(made["id"]).post("hide", hidden=True).status_code == 204
    assert ben.at(made["id"]).post("hide", hidden=False).status_code == 204
    assert ok(anna.get("/api/me/matches", status=["over"]))["matches"] == []
    assert len(ok(anna.get("/api/me/matches", status=["over"], hidden=True))["matches"]) == 1
    refused(anna.at(made["id"]).write("rematch"), 401, "bad_token")
    anna.post("/api/me/delete")
    assert anna.at(made["id"]).watcher().get("/record").status_code == 200


def test_comments_are_told_with_their_moments(client):
    anna = Guest(client, "Anna")
    table = anna.at(ok(bring(anna, records.write(record_of(Setting("blockade", 2)), "text")))["id"])
    found = [(each["ply"], each["text"]) for each in ok(table.watcher().get("/comments"))]
    assert found == [(0, "Before."), (2, "a"), (2, "b\nc")]
    assert ok(begin(client, "blockade", ["human", "open"]).get("/comments")) == []


def test_an_unfinished_match_is_kept_and_can_be_studied(client):
    anna = Guest(client, "Anna")
    table = anna.at(ok(bring(anna, records.write(record_of(Setting("blockade", 2), 1, 3), "text")))["id"])
    assert table.view()["status"] == "closed"
    assert ok(table.get("/analysis"))["status"] == "none"
    assert ok(table.get("/variations")) == []
    storage = client.app.state.service.storage
    assert table.id not in storage.abandoned(timedelta(0))


def test_a_seed_that_a_record_does_not_tell_is_not_made_up(client):
    anna = Guest(client, "Anna")
    record = replace(record_of(Setting("blockade", 2)), has_seed=False)
    table = anna.at(ok(bring(anna, records.write(record, "text")))["id"])
    assert table.view()["status"] == "over"
    assert ok(table.get("/log"))["seed"] is None


def test_nobody_plays_on_in_an_imported_match(client):
    anna = Guest(client, "Anna")
    table = anna.at(ok(bring(anna, records.write(record_of(Setting("blockade", 2), 1, 3), "text")))["id"])
    version = table.view()["version"]
    for path in ("actions", "resign", "undo", "draw", "hint", "leave"):
        body = {"version": version} | ({"action": 0} if path == "actions" else {})
        assert table.post(path, **body).status_code in (401, 403)
    refused(table.post("join"), 403, "not_allowed")
    assert table.view()["version"] == version


@pytest.mark.parametrize(
    ("text", "status", "code", "words"),
    [
        ("", 422, "bad_request", "record"),
        ("x", 409, "corrupt_log", "not a record"),
        ('[Stockade "1"]', 409, "corrupt_log", "lacks the tag Game"),
        ('[Stockade "1"][Game "blockade"][RulesVersion "1"][Players "2"]\nD2-9\n*', 409, "corrupt_log", "move 1"),
        ('[Stockade "1"][Game "blockade"][RulesVersion "9"][Players "2"]\n*', 409, "corrupt_log", "rules version 9"),
        ('{"game": "blockade"}', 409, "corrupt_log", "this is a position"),
        ("[" * 200_000, 409, "corrupt_log", "not a record"),
        ('{"a":' * 25_000, 409, "corrupt_log", "inside one another"),
        ("x" * 300_000, 413, "too_large", "too large"),
        ("\ud800", 422, "bad_request", ""),
    ],
    ids=lambda each: str(each)[:24],
)
def test_a_wrong_record_is_refused_and_nothing_is_stored(client, text, status, code, words):
    anna = Guest(client, "Anna")
    body = refused(bring(anna, text) if "\ud800" not in text else _raw(anna), status, code)
    assert words in body["message"]
    assert ok(anna.get("/api/me/matches", status=["live", "waiting", "over", "closed"]))["matches"] == []


def _raw(guest):
    return guest.send(
        "POST", "/api/records", content=b'{"record": "\\ud800"}', headers={"Content-Type": "application/json"}
    )


def test_the_reason_is_in_the_readers_language(client):
    anna = Guest(client, "Anna")
    answer = anna.send("POST", "/api/records", json={"record": "x"}, params={"language": "de"})
    assert "keine Aufzeichnung" in refused(answer, 409, "corrupt_log")["message"]


def test_a_record_of_too_many_moves_is_refused(client, monkeypatch):
    monkeypatch.setattr("stockade.server.recording.MOST_MOVES", 3)
    anna = Guest(client, "Anna")
    assert bring(anna, records.write(record_of(Setting("blockade", 2), 1, 3), "text")).status_code == 201
    body = refused(bring(anna, records.write(record_of(Setting("blockade", 2), 1, 4), "text")), 403, "not_allowed")
    assert "limit is 3" in body["message"]


def test_a_person_imports_so_many_a_day(client, monkeypatch):
    service = client.app.state.service
    monkeypatch.setattr(service.quotas, "limits", replace(service.quotas.limits, imports=2))
    anna, data = Guest(client, "Anna"), records.write(record_of(Setting("blockade", 2), 1, 3), "text")
    assert [bring(anna, data).status_code for _ in range(3)] == [201, 201, 429]
    assert bring(Guest(client, "Ben"), data).status_code == 201
    refused(bring(Guest(client), data), 401, "bad_token")


def test_a_record_that_stops_before_chance_is_given_back_as_it_was(client):
    match = stockade.Match("barricado", 2, seed=4)
    match.play("draw")
    actors = [step.before.current_player for step in match.steps()]
    assert actors[-1] == stockade.CHANCE
    length = len(actors) - 1
    given = records.write(Record(match, has_seed=False, length=length), "text").decode()
    anna = Guest(client, "Anna")
    brought = anna.at(ok(anna.post("/api/records", record=given))["id"])
    again = records.read(brought.get("/record", format="text").content)
    assert again.plies == length
