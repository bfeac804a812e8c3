"""Administrators close tables, mute and ban, and undo it; the audit log has it all."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.at_table import begin, ok, refused, wait
from tests.server.company import Guest, Seat
from tests.server.test_limits import From, next_answer

from stockade.server import moments
from stockade.server.errors import Refused
from stockade.server.moderation.admins import admins, appoint


def claimed(client: Any, name: str) -> Guest:
    guest = Guest(client, name)
    ok(guest.post("/api/me/claim", name=name, password="correct horse"))
    return guest


@pytest.fixture
def admin(client) -> Guest:
    guest = claimed(client, "Root")
    appoint(client.app.state.service.storage.engine, "root")
    return guest


@pytest.fixture
def anna(client) -> Guest:
    return claimed(client, "Anna")


def done(response: Any) -> None:
    assert response.status_code == 204, response.text


def impose(admin: Guest, kind: str, **whom: Any) -> dict[str, Any]:
    return ok(admin.post("/api/admin/sanctions", kind=kind, **{"hours": 2, "why": "Be kind.", **whom}))


def audit(admin: Guest) -> list[tuple[str, str, str]]:
    return [(line["what"], line["about"], line["why"]) for line in ok(admin.get("/api/admin/audit"))]


def say(seat: Seat, text: str) -> Any:
    return seat.post("messages", room="table", text=text)


def test_the_operator_appoints_and_dismisses_administrators(client, anna):
    engine = client.app.state.service.storage.engine
    refused(anna.get("/api/admin/audit"), 403, "forbidden")
    assert not anna.me()["admin"]
    assert appoint(engine, "ANNA") == anna.me()["id"]
    appoint(engine, "anna")  # nothing changes, and nothing is noted
    assert anna.me()["admin"]
    assert admins(engine) == [(anna.me()["id"], "Anna")]
    assert audit(anna) == [("appoint", anna.me()["id"], "")]
    assert ok(anna.get("/api/admin/audit"))[0]["by"] is None
    appoint(engine, "anna", is_admin=False)
    refused(anna.get("/api/admin/audit"), 403, "forbidden")
    Guest(client, "Nobody")  # a guest's name is nobody's own
    with pytest.raises(Refused, match="claimed"):
        appoint(engine, "Nobody")


def test_a_closed_table_is_over_for_everybody(client, admin, anna):
    mine = anna.begin("blockade", ["human", "open"], policy={"clock": {"kind": "turn", "seconds": 60}})
    theirs = Guest(client, "Ben").join(mine.id)
    mine.play()
    with theirs.live(version=theirs.view()["version"]) as live:
        done(admin.post(f"/api/admin/matches/{mine.id}/close", why="Spam."))
        while (message := live.receive_json())["type"] != "view" or message["view"]["status"] != "closed":
            pass
    view = theirs.view()
    assert view["status"] == "closed"
    refused(theirs.post("actions", version=view["version"], action=0), 403, "not_allowed")
    refused(admin.post(f"/api/admin/matches/{mine.id}/close", why="Again."), 403, "not_allowed")
    refused(admin.post("/api/admin/matches/aaaaaaaaaa/close", why="x"), 404, "unknown_match")
    waiting = anna.begin("blockade", ["human", "open"], listed=True)
    done(admin.post(f"/api/admin/matches/{waiting.id}/close", why="Rude name."))
    assert ok(client.get("/api/matches")) == []
    assert audit(admin)[:2] == [("close", waiting.id, "Rude name."), ("close", mine.id, "Spam.")]


def test_a_muted_person_plays_on_and_writes_nowhere(client, admin, anna):
    mine = anna.begin("blockade", ["human", "open"])
    theirs = Guest(client, "Ben").join(mine.id)
    no = ok(say(mine, "Hello"))["no"]
    imposed = impose(admin, "mute", person="anna")
    assert imposed["person"] == anna.me()["id"]
    error = refused(say(mine, "Hello"), 403, "forbidden")
    assert error["message"] == "You are muted. You can write again in 2 hours. Be kind."
    ok(say(theirs, "Hello"))
    mine.play()
    done(theirs.post(f"messages/{no}/react", mark="👍"))
    done(admin.post(f"/api/admin/sanctions/{imposed['no']}/lift", why="Sorry."))
    ok(say(mine, "Again"))


def test_a_banned_person_looks_and_does_nothing(client, admin, anna):
    mine = anna.begin("blockade", ["human", "open"])
    theirs = Guest(client, "Ben").join(mine.id)
    key = ok(anna.post("/api/me/keys", label="x", scopes=["read", "play"]))["key"]
    version = mine.view()["version"]
    with mine.live(version=version) as live:
        imposed = impose(admin, "ban", person=anna.me()["id"], why="Cheating.")
        live.send_json({"type": "play", "version": version, "action": 0})
        assert next_answer(live)["code"] == "forbidden"  # also over a connection that was open before
    error = refused(mine.post("actions", version=version, action=0), 403, "forbidden")
    assert "banned" in error["message"]
    assert "Cheating." in error["message"]
    refused(anna.post("/api/matches", game="blockade"), 403, "forbidden")
    refused(say(mine, "But"), 403, "forbidden")
    program = {"Authorization": f"Bearer {key}"}
    refused(client.post("/api/matches", json={"game": "blockade"}, headers=program), 403, "forbidden")
    assert mine.view()["version"] == version
    assert anna.me()["name"] == "Anna"
    theirs.view()
    assert [each["name"] for each in ok(admin.get("/api/admin/sanctions"))] == ["Anna"]
    moments.move_on(timedelta(hours=3))
    try:
        mine.play()
        assert ok(admin.get("/api/admin/sanctions")) == []
        refused(admin.post(f"/api/admin/sanctions/{imposed['no']}/lift", why="x"), 404, "not_found")
    finally:
        moments.move_on(timedelta(hours=-3))


def test_a_banned_person_may_leave(admin, anna):
    impose(admin, "ban", person="anna")
    assert anna.post("/api/me/sign-out").status_code == 204
    ok(anna.post("/api/me/sign-in", name="anna", password="correct horse"))
    assert anna.post("/api/me/delete").status_code == 204


@pytest.mark.parametrize("banned", ["198.51.100.7", "198.51.100.0/28", "2001:db8::/48"])
def test_nothing_comes_from_a_banned_address(serve, settings, banned):
    client = serve(replace(settings, trusted_proxies="testclient"))
    root = claimed(From(client, "203.0.113.1"), "Root")
    appoint(client.app.state.service.storage.engine, "root")
    imposed = impose(root, "ban", address=banned)
    inside = From(client, "2001:db8::7" if ":" in banned else "198.51.100.7")
    refused(inside.get("/api/games"), 403, "forbidden")
    refused(inside.post("/api/matches", json={"game": "blockade"}), 403, "forbidden")
    assert inside.get("/healthz").status_code == 200
    match = begin(From(client, "198.51.100.99"), "blockade", ["human", "open"])
    with pytest.raises(WebSocketDisconnect) as denied, match.elsewhere(inside).live():
        pass
    answer: Any = denied.value  # Starlette's test client raises the response
    assert answer.status_code == 403
    done(root.post(f"/api/admin/sanctions/{imposed['no']}/lift", why="x"))
    ok(inside.get("/api/games"))


def test_other_processes_follow(serve, settings, monkeypatch):
    monkeypatch.setattr("stockade.server.moderation.moderation.LOOK_SECONDS", 0.05)
    here, there = serve(settings), serve(settings)
    root, anna = claimed(here, "Root"), claimed(here, "Anna")
    appoint(here.app.state.service.storage.engine, "root")
    impose(root, "ban", person="anna")
    anna.client = there
    wait(lambda: anna.post("/api/matches", game="blockade").status_code == 403)


@pytest.mark.parametrize(
    ("whom", "status"),
    [
        ({"person": "Root"}, 403),
        ({"person": "Nobody"}, 404),
        ({"person": "aaaaaaaaaa"}, 404),
        ({"address": "everywhere"}, 422),
        ({"address": "0.0.0.0/0"}, 422),
        ({"address": "::/0"}, 422),
        ({"address": "192.0.2.1", "person": "Anna"}, 422),
        ({}, 422),
        ({"person": "Anna", "hours": 0}, 422),
        ({"person": "Anna", "why": ""}, 422),
    ],
)
def test_who_cannot_be_banned(admin, anna, whom, status):  # noqa: ARG001
    body = {"kind": "ban", "hours": 1, "why": "x", **whom}
    assert admin.post("/api/admin/sanctions", **body).status_code == status
    assert ok(admin.get("/api/admin/sanctions")) == []
    assert len(audit(admin)) == 1


def test_administrators_read_complaints(client, admin, anna):
    mine = anna.begin("blockade", ["human", "open"])
    theirs = Guest(client, "Ben").join(mine.id)
    no = ok(say(mine, "Something rude"))["no"]
    done(theirs.post(f"messages/{no}/report", reason="rude"))
    [report] = ok(admin.get("/api/admin/reports"))
    assert (report["match"], report["text"], report["reason"]) == (mine.id, "Something rude", "rude")
    assert report["author"] == anna.me()["id"]


def test_the_audit_log_has_pages(admin, anna):
    for hours in range(1, 6):
        impose(admin, "mute", person="anna", hours=hours, why=str(hours))
    first = ok(admin.get("/api/admin/audit", limit=3))
    rest = ok(admin.get("/api/admin/audit", limit=3, before=first[-1]["no"]))
    assert [line["why"] for line in first + rest] == ["5", "4", "3", "2", "1", ""]
    assert {line["by"] for line in first} == {admin.me()["id"]}
    assert {line["about"] for line in first} == {anna.me()["id"]}
    assert all(line["until"] for line in first)
