"""Passkeys: made and used with an authenticator in software, and everything that must not let anybody in."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.server.at_table import ok, refused
from tests.server.authenticator import Authenticator, decode, encode
from tests.server.company import Guest

from stockade.server import moments
from stockade.server.people import passkeys

MAKE, USE = "/api/me/passkeys", "/api/me/passkey-sign-in"


@pytest.fixture
def later():
    """Let time pass, and turn it back afterwards."""
    before = moments._ahead
    yield lambda **span: moments.move_on(timedelta(**span))
    moments._ahead = before


@pytest.fixture
def anna(client) -> Guest:
    return Guest(client, "Anna")


def asked(guest: Guest, path: str) -> tuple[str, dict[str, Any]]:
    found = ok(guest.post(f"{path}/options"))
    return found["id"], found["options"]


def add(guest: Guest, device: Authenticator, **more: Any) -> Any:
    number, options = asked(guest, MAKE)
    return guest.post(MAKE, id=number, credential=device.make(options), **more)


def sign_in(guest: Guest, device: Authenticator) -> Any:
    number, options = asked(guest, USE)
    return guest.post(USE, id=number, credential=device.sign(options))


def test_a_guest_adds_a_passkey_and_signs_in_on_another_device(client, anna):
    device = Authenticator()
    me = ok(add(anna, device, label="My phone"))
    assert (me["passkeys"], me["guest"], me["has_password"]) == (1, False, False)  # the name is theirs now
    refused(Guest(client).post("/api/me", name="Anna"), 409, "name_taken")
    [listed] = ok(anna.get(MAKE))
    assert listed["label"] == "My phone"
    elsewhere = Guest(client)
    for _ in range(2):
        assert ok(sign_in(elsewhere, device))["id"] == me["id"]
    assert elsewhere.me()["name"] == "Anna"
    assert elsewhere.key != anna.key


def test_the_options_ask_for_what_is_needed(anna):
    _, options = asked(anna, MAKE)
    assert options["rp"] == {"id": "testserver", "name": "Stockade"}
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "preferred"
    assert options["attestation"] == "none"
    assert options["excludeCredentials"] == []
    assert decode(options["user"]["id"]).decode() == anna.me()["id"]
    device = Authenticator()
    ok(add(anna, device))
    _, options = asked(anna, MAKE)
    assert [each["id"] for each in options["excludeCredentials"]] == [encode(device.id)]
    _, options = asked(anna, USE)
    assert options["rpId"] == "testserver"
    assert not options.get("allowCredentials")  # the person chooses, and nobody learns who has an account


def test_the_games_of_a_guest_come_along(client, anna):
    device = Authenticator()
    me = ok(add(anna, device))
    guest = Guest(client, "Somebody")
    mine = guest.begin("blockade", ["human", "bot"])
    ok(sign_in(guest, device))
    assert guest.me()["id"] == me["id"]
    assert [match["id"] for match in ok(anna.get("/api/me/matches"))["matches"]] == [mine.id]


def test_a_name_that_is_taken_cannot_be_claimed_with_a_passkey(client, anna):
    other = Guest(client, "Anna")  # while the name was free
    ok(anna.post("/api/me/claim", name="Anna", password="a long secret"))
    device = Authenticator()
    refused(add(other, device), 409, "name_taken")
    assert other.me()["passkeys"] == 0
    assert ok(add(other, device, name="Annabel"))["name"] == "Annabel"
    assert not other.me()["guest"]


def test_strangers_and_programs_cannot_add_one(client, anna):
    refused(Guest(client).post(f"{MAKE}/options"), 401, "bad_token")
    refused(Guest(client).get(MAKE), 401, "bad_token")
    number, options = asked(anna, MAKE)
    made = Authenticator().make(options)
    refused(Guest(client).post(MAKE, id=number, credential=made), 401, "bad_token")
    key = ok(anna.post("/api/me/keys", label="bot", scopes=["read", "play"]))["key"]
    program = client.post(f"{MAKE}/options", headers={"Authorization": f"Bearer {key}"})
    refused(program, 403, "forbidden")


@pytest.mark.parametrize(
    "device",
    [
        Authenticator(origin="https://evil.example"),
        Authenticator(origin="http://testserver.evil.example"),
        Authenticator(origin="https://testserver"),
        Authenticator(host="evil.example"),
    ],
    ids=lambda device: f"{device.origin} {device.host}",
)
def test_another_site_gets_nobody_in(shared_client, device):
    anna = Guest(shared_client, "Anna")
    refused(add(anna, device, name="Anna of another site"), 401, "bad_token")
    assert anna.me()["passkeys"] == 0
    assert anna.me()["guest"]
    honest = Authenticator()
    honest.id, honest.key = device.id, device.key
    ok(add(anna, honest, name=f"Anna {encode(device.id)[:8]}"))
    device.user = honest.user
    stranger = Guest(shared_client)
    refused(sign_in(stranger, device), 401, "bad_token")
    assert stranger.key is None


def test_an_answer_cannot_be_used_twice(client, anna):
    device = Authenticator()
    number, options = asked(anna, MAKE)
    made = device.make(options)
    ok(anna.post(MAKE, id=number, credential=made))
    refused(anna.post(MAKE, id=number, credential=made), 401, "bad_token")
    number, options = asked(anna, USE)
    signed = device.sign(options)
    ok(Guest(client).post(USE, id=number, credential=signed))
    refused(Guest(client).post(USE, id=number, credential=signed), 401, "bad_token")
    other, _ = asked(anna, USE)
    refused(Guest(client).post(USE, id=other, credential=signed), 401, "bad_token")


def test_a_wrong_answer_uses_the_challenge_up(client, anna):
    device = Authenticator()
    ok(add(anna, device))
    number, options = asked(anna, USE)
    refused(Guest(client).post(USE, id=number, credential={"id": "x"}), 401, "bad_token")
    refused(Guest(client).post(USE, id=number, credential=device.sign(options)), 401, "bad_token")


def test_an_answer_must_come_soon(client, anna, later):
    device = Authenticator()
    number, options = asked(anna, MAKE)
    later(minutes=6)
    refused(anna.post(MAKE, id=number, credential=device.make(options)), 401, "bad_token")
    ok(add(anna, device))
    number, options = asked(anna, USE)
    later(minutes=6)
    refused(Guest(client).post(USE, id=number, credential=device.sign(options)), 401, "bad_token")
    ok(sign_in(Guest(client), device))


def test_a_challenge_belongs_to_the_person_and_the_purpose(client, anna):
    ben = Guest(client, "Ben")
    number, options = asked(anna, MAKE)
    refused(ben.post(MAKE, id=number, credential=Authenticator().make(options)), 401, "bad_token")
    number, options = asked(anna, USE)
    refused(
        anna.post(MAKE, id=number, credential=Authenticator().make({**options, "user": {"id": ""}})), 401, "bad_token"
    )
    device = Authenticator()
    ok(add(anna, device))
    number, options = asked(anna, MAKE)
    refused(Guest(client).post(USE, id=number, credential=device.sign(options)), 401, "bad_token")
    refused(Guest(client).post(USE, id="made up", credential=device.sign(options)), 401, "bad_token")


def test_somebody_elses_passkey_is_of_no_use(client, anna):
    ben = Guest(client, "Ben")
    mine, yours = Authenticator(), Authenticator()
    ok(add(anna, mine))
    ok(add(ben, yours))
    thief = Authenticator()  # knows the number of the passkey, but not its key
    thief.id, thief.user = mine.id, mine.user
    refused(sign_in(Guest(client), thief), 401, "bad_token")
    yours.user = mine.user  # signs well, but claims to be somebody else
    refused(sign_in(Guest(client), yours), 401, "bad_token")
    refused(add(ben, mine), 403, "not_allowed")  # already Anna's
    refused(sign_in(Guest(client), Authenticator()), 401, "bad_token")
    mine.user = anna.me()["id"].encode()
    assert ok(sign_in(Guest(client), mine))["name"] == "Anna"


def test_a_counter_that_goes_back_shows_a_copy(client, anna):
    device = Authenticator()
    ok(add(anna, device))
    device.count = 5
    ok(sign_in(Guest(client), device))
    for back in (5, 2):
        device.count = back  # the next use would be this one or an earlier one again
        device.count -= 1
        refused(sign_in(Guest(client), device), 401, "bad_token")
    device.count = 6
    ok(sign_in(Guest(client), device))


def test_a_device_without_a_counter_always_sends_zero(client, anna):
    device = Authenticator()
    ok(add(anna, device))
    for _ in range(2):
        device.count = -1
        ok(sign_in(Guest(client), device))


def test_nonsense_is_refused(anna):
    for wrong in ({}, {"id": "x", "rawId": "x", "type": "public-key", "response": {}}, {"response": [1]}):
        for path in (MAKE, USE):
            number, _ = asked(anna, path)
            refused(anna.post(path, id=number, credential=wrong), 401, "bad_token")
    number, options = asked(anna, MAKE)
    made = Authenticator().make(options)
    made["response"]["attestationObject"] = encode(b"\xff\x00" * 40)
    refused(anna.post(MAKE, id=number, credential=made), 401, "bad_token")
    refused(anna.post(MAKE, id=number, credential="x"), 422, "bad_request")


def test_the_last_way_in_stays(client, anna):
    one, two = Authenticator(), Authenticator()
    ok(add(anna, one))
    ok(add(anna, two))
    first, second = ok(anna.get(MAKE))
    refused(Guest(client, "Ben").post(f"{MAKE}/{first['id']}/remove"), 404, "not_found")
    assert anna.post(f"{MAKE}/{first['id']}/remove").status_code == 204
    refused(sign_in(Guest(client), one), 401, "bad_token")
    refused(anna.post(f"{MAKE}/{second['id']}/remove"), 403, "not_allowed")
    ok(anna.post("/api/me/claim", name="Anna", password="a long secret"))
    assert anna.post(f"{MAKE}/{second['id']}/remove").status_code == 204
    assert ok(anna.get(MAKE)) == []


def test_there_is_an_end_to_passkeys(anna, monkeypatch):
    monkeypatch.setattr(passkeys, "MOST_PASSKEYS", 1)
    ok(add(anna, Authenticator()))
    refused(anna.post(f"{MAKE}/options"), 403, "not_allowed")


def test_a_passkey_goes_with_the_account(client, anna):
    device = Authenticator()
    ok(add(anna, device))
    assert anna.post("/api/me/delete").status_code == 204
    refused(sign_in(Guest(client), device), 401, "bad_token")


def test_behind_a_proxy_the_public_address_counts(settings, serve):
    client = serve(replace(settings, public_url="https://Play.example.org"))
    anna = Guest(client, "Anna")
    refused(add(anna, Authenticator()), 401, "bad_token")
    device = Authenticator(origin="https://play.example.org", host="play.example.org")
    ok(add(anna, device))
    ok(sign_in(Guest(client), device))
