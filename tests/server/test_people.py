"""People: guests, claimed names, second devices, programs, and what is left of somebody who goes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from argon2 import extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY
from tests.server.at_table import Person, begin, ok, refused
from tests.server.company import Guest

from stockade.server import moments
from stockade.server.people import passwords

hasher = passwords._hasher  # that of a real server; during tests there is a cheaper one


@pytest.fixture
def later():
    """Let time pass, and turn it back afterwards."""
    before = moments._ahead
    yield lambda **span: moments.move_on(timedelta(**span))
    moments._ahead = before


def test_a_stranger_becomes_a_guest_by_choosing_a_name(client):
    assert ok(client.get("/api/me")) == {"me": None}
    anna = Guest(client, "  Anna\u0000 \n B ")
    me = anna.me()
    assert me["name"] == "Anna B"
    assert me["guest"]
    assert not me["has_password"]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client):
    client.cookies.clear()
    made = client.post("/api/me", json={"name": "Anna"})
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # this test speaks plain HTTP
    client.cookies.clear()


@pytest.mark.parametrize("name", ["", " ", "\u200b", "x" * 41])
def test_a_name_must_be_seen(client, name):
    response = client.post("/api/me", json={"name": name})
    refused(response, 422, "bad_request")


def test_a_guest_can_be_renamed_and_a_claimed_name_is_taken(client):
    anna, ben = Guest(client, "Anna"), Guest(client, "Anna")  # two guests may have one name
    ok(anna.post("/api/me", name="Anne"))
    ok(anna.post("/api/me/claim", name="Anne", password="a long secret"))
    assert not anna.me()["guest"]
    refused(ben.post("/api/me", name="ＡＮＮＥ "), 409, "name_taken")  # looks the same
    refused(ben.post("/api/me/claim", name="anne", password="a long secret"), 409, "name_taken")
    refused(client.post("/api/me", json={"name": "anne"}), 409, "name_taken")
    refused(anna.post("/api/me", name="Berta"), 403, "not_allowed")
    refused(ben.post("/api/me/claim", name="Ben", password="short"), 422, "bad_request")


def test_a_password_is_as_costly_to_guess_as_rfc_9106_recommends(monkeypatch):
    monkeypatch.setattr(passwords, "_hasher", hasher)
    stored = passwords.hashed("a long secret")
    assert extract_parameters(stored) == RFC_9106_LOW_MEMORY
    assert passwords.fits(stored, "a long secret")
    assert not passwords.fits(stored, "a long sacred")


def test_signing_in_brings_the_guests_games_along(client):
    anna = Guest(client, "Anna")
    ok(anna.post("/api/me/claim", name="Anna", password="a long secret"))
    first = anna.begin("blockade", ["human", "bot"])
    guest = Guest(client, "Anna 2")
    second = guest.begin("blockade", ["human", "bot"])
    refused(guest.post("/api/me/sign-in", name="Anna", password="wrong"), 401, "bad_token")
    refused(guest.post("/api/me/sign-in", name="Nobody", password="wrong"), 401, "bad_token")
    ok(guest.post("/api/me/sign-in", name=" anna ", password="a long secret"))
    assert guest.me()["id"] == anna.me()["id"]
    assert {row["id"] for row in ok(guest.get("/api/me/matches"))["matches"]} == {first.id, second.id}
    assert guest.at(second.id).view()["yours"] == [0]


def test_a_second_device_by_a_link_that_works_once_and_not_for_long(client, later):
    anna = Guest(client, "Anna")
    match = anna.begin("blockade", ["human", "open"])
    made = ok(anna.post("/api/me/link"))
    assert made["path"].startswith("/link#")
    assert made["qr"].startswith("<svg")
    key = made["path"].partition("#")[2]
    phone = Guest(client)
    ok(phone.post("/api/me/use-link", key=key))
    assert phone.me()["id"] == anna.me()["id"]
    assert phone.at(match.id).view()["you"] == 0
    refused(Guest(client).post("/api/me/use-link", key=key), 401, "bad_token")
    old = ok(anna.post("/api/me/link"))["path"].partition("#")[2]
    later(minutes=11)
    refused(Guest(client).post("/api/me/use-link", key=old), 401, "bad_token")


def test_devices_are_listed_and_ended(client):
    anna = Guest(client, "Anna")
    phone = Guest(client)
    ok(phone.post("/api/me/use-link", key=ok(anna.post("/api/me/link"))["path"].partition("#")[2]))
    keys = ok(anna.get("/api/me/keys"))
    assert [key["this"] for key in keys] == [True, False]
    refused(Guest(client, "Ben").post(f"/api/me/keys/{keys[1]['id']}/end"), 404, "not_found")
    assert anna.post(f"/api/me/keys/{keys[1]['id']}/end").status_code == 204
    assert phone.me() is None
    assert anna.post("/api/me/sign-out").status_code == 204
    assert anna.me() is None


def test_a_program_may_do_what_its_key_says(client):
    anna = Guest(client, "Anna")
    match = anna.begin("blockade", ["human", "open"])
    reader = ok(anna.post("/api/me/keys", label="reader", scopes=["read"]))["key"]
    player = ok(anna.post("/api/me/keys", label="player", scopes=["read", "play"]))["key"]
    Guest(client, "Ben").join(match.id)
    seen = Person(client, match.id, reader).view()
    assert seen["yours"] == [0]
    body = {"version": seen["version"], "action": seen["scene"]["choices"][0]["action"]}
    refused(Person(client, match.id, reader).post("actions", **body), 403, "forbidden")
    ok(Person(client, match.id, player).post("actions", **body))
    bearer = {"Authorization": f"Bearer {player}"}
    for path in ("/api/me/link", "/api/me/delete", "/api/me/keys/x/end"):
        refused(client.post(path, headers=bearer), 403, "forbidden")
    refused(client.get("/api/me", headers={"Authorization": "Bearer stk_wrong"}), 401, "bad_token")
    client.cookies.set("stockade", player)  # a program's key is no cookie
    assert ok(client.get("/api/me")) == {"me": None}
    client.cookies.clear()


def test_a_deleted_person_is_gone_and_their_games_stay(client):
    anna, ben = Guest(client, "Anna"), Guest(client, "Ben")
    match = anna.begin("blockade", ["human", "open"], policy={"absent": "bot", "stand_in": 1})
    seat = ben.join(match.id)
    match.play()
    assert anna.post("/api/me/delete").status_code == 204
    assert anna.me() is None
    view = seat.view()
    assert view["seats"][0]["name"] == "Former player"
    assert view["seats"][0]["stand_in"] == 1
    assert len(view["log"]) >= 1
    assert "Anna" not in str(view["seats"])


def test_seats_of_before_become_the_persons(client):
    old = begin(client, "blockade", ["human", "bot"])
    other = begin(client, "blockade", ["human", "bot"])
    anna = Guest(client, "Anna")
    held = [{"id": old.id, "token": old.token}, {"id": other.id, "token": old.token}, {"id": "x", "token": "y"}]
    assert ok(anna.post_list("/api/me/adopt", held)) == 1
    assert [row["id"] for row in ok(anna.get("/api/me/matches"))["matches"]] == [old.id]
    assert anna.at(old.id).view()["host"]
    assert old.view()["you"] == 0  # the token is still good
    ben = Guest(client, "Ben")
    assert ok(ben.post_list("/api/me/adopt", held)) == 0  # nobody else can have them


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"Origin": "http://testserver"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({}, True),
    ],
)
def test_other_sites_cannot_write(client, headers, allowed):
    response = client.post("/api/me", json={"name": "Anna"}, headers=headers)
    client.cookies.clear()
    if allowed:
        ok(response)
    else:
        refused(response, 403, "bad_origin")


def test_other_sites_cannot_connect(client):
    from starlette.websockets import WebSocketDisconnect

    match = Guest(client, "Anna").begin("blockade", ["human", "open"])
    path = f"/api/matches/{match.id}/live"
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(path, headers={"Origin": "https://evil.example"}),
    ):
        pass
    with client.websocket_connect(path, headers={"Origin": "http://testserver"}) as socket:
        socket.send_json({"type": "join"})
        assert socket.receive_json()["type"] == "view"


def test_finished_games_are_paged(client):
    anna = Guest(client, "Anna")
    ids = [anna.begin("blockade", ["human", "bot"]).id for _ in range(5)]
    for match_id in ids[:3]:
        ok(anna.at(match_id).write("resign"))
    pages, after = [], None
    while True:
        query = {"status": ["over"], "limit": 2} | ({"after": after} if after else {})
        page = ok(anna.get("/api/me/matches", **query))
        pages.append([row["id"] for row in page["matches"]])
        after = page["next"]
        if after is None:
            break
    assert [len(page) for page in pages] == [2, 1]
    assert sorted(match_id for page in pages for match_id in page) == sorted(ids[:3])
    assert anna.at(ids[0]).post("hide").status_code == 204
    assert ids[0] not in [row["id"] for row in ok(anna.get("/api/me/matches", status="over"))["matches"]]
    assert [row["id"] for row in ok(anna.get("/api/me/matches", status="over", hidden=True))["matches"]] == [ids[0]]
    refused(anna.get("/api/me/matches", after="nonsense"), 422, "bad_request")
