"""What people are told and what not, sent to a real mail server, push service and webhook."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.server.at_table import ok, wait
from tests.server.company import Guest
from tests.server.notices.people import EVENTS, MINUTES, PUBLIC, arrive, noted
from tests.server.notices.receivers import Device, Receiver, claims_of

from stockade.server.notices.outbox import Outbox
from stockade.server.notices.rules import reminder_of
from stockade.server.storage import Storage


def test_a_match_over_days_is_told_once_on_each_channel(servers, ada, bob, inbox, receiver, later):
    """Two processes share the database, and everybody plays one action a day."""
    second = servers.start()
    device = Device(receiver)
    ada.confirm(inbox, "ada@example.org")
    key = ok(ada.set("/push", **device.subscription))["push"]["key"]
    with Receiver().open() as hooks:
        secret = ok(ada.set("/webhooks", url=f"{hooks.origin}/hook?x=1"))["secret"]
        ok(ada.set(mail=EVENTS, push=EVENTS, webhook=EVENTS))
        inbox.mails.clear()
        ada.make(bob)
        days = 4
        for day in range(1, days + 1):
            ada.expect(3 * day, event="turn")
            later(MINUTES)
            ada.expect(3 * day, event="turn", state="sent")
            later(timedelta(days=1))
            ada.play()
            if day < days:
                bob.on(second).play()
        ok(bob.on(second).write("resign"))
        ada.expect(3, event="over")
        later(MINUTES)
        ada.expect(3, event="over", state="sent")
        servers.stop_all()
        told = [hook["event"] for hook in hooks.hooks(secret)]
    assert told == ["turn"] * days + ["over"]
    first, *_, last = [mail["Subject"] for mail in inbox.mails]
    assert (first, last) == (
        "It is your turn in Blockade with Bob",
        "Your match of Blockade with Bob is over: Ada wins",
    )
    assert len(inbox.mails) == len(device.received()) == days + 1
    headers, content = device.received()[0]
    assert content == {"text": "It is your turn in Blockade with Bob.", "path": f"/m/{ada.id}", "tag": ada.id}
    assert (headers["TTL"], headers["Urgency"], headers["Topic"]) == ("86400", "normal", ada.id)
    claims = claims_of(headers["Authorization"], key)
    assert (claims["aud"], claims["sub"]) == (receiver.origin, PUBLIC)
    assert claims["exp"] > datetime.now(UTC).timestamp()


def test_a_mail_has_links_and_is_plain_text(mailed, bob, inbox, later):
    mailed.make(bob)
    mailed.expect(1, event="turn")
    later(MINUTES)
    mailed.expect(1, state="sent", event="turn")
    (mail,) = inbox.mails
    assert inbox.to[-1] == mail["To"] == "ada@example.org"
    assert mail["From"] == "Stockade <games@example.org>"
    assert mail.get_content_type() == "text/plain"
    assert f"{PUBLIC}/m/{mailed.id}" in mail.get_content().splitlines()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].startswith(f"<{PUBLIC}/api/notices/stop/")
    assert mail["List-Unsubscribe"].strip("<>") in mail.get_content()


def test_requests_and_invitations_are_told(mailed, bob, later, inbox):
    mailed.make(bob)
    mailed.play()
    ok(bob.write("draw"))
    mailed.expect(1, event="asked")
    ok(mailed.write("draw", answer="decline"))
    ok(mailed.write("undo"))  # asked by Ada herself, so nobody tells her
    ok(bob.write("undo", answer="accept"))
    mailed.expect(1, event="turn", text="It is your turn in Blockade with Bob.")
    later(MINUTES)
    mailed.expect(1, event="turn", state="sent")
    assert mailed.log(event="asked") == []  # it was answered in time
    mailed.play()
    bob.play()
    mailed.play()
    ok(bob.write("undo"))
    mailed.expect(1, event="asked", text="Bob asks for an undo in Blockade.")
    ok(bob.write("resign"))
    mailed.expect(1, event="over")
    ok(bob.write("rematch"))
    mailed.expect(1, event="invited", text="Bob keeps a seat for you in Blockade.")
    later(MINUTES)
    wait(lambda: inbox.about("News from 2 games"))


def test_a_claimed_name_is_invited_and_a_stranger_invites_nobody(mailed, bob, client):
    ok(mailed.guest.post("/api/me/claim", name="Ada", password="long enough"))
    seats = [{"kind": "human"}, {"kind": "open", "name": "ADA"}]
    stranger = Guest(client).create("blockade", seats).id
    made = bob.guest.create("blockade", seats).id
    (line,) = mailed.expect(1, event="invited")
    assert line["match"] == made != stranger


def test_somebody_is_reminded_before_their_time_is_up(mailed, bob, later, inbox):
    ok(mailed.set(mail=["time"]))
    mailed.make(bob, policy={"clock": {"kind": "turn", "seconds": 2 * 24 * 60 * 60}})
    (line,) = mailed.expect(1, event="time", state="waiting")
    lead = datetime.fromisoformat(line["due"]) - datetime.fromisoformat(line["created"])
    assert timedelta(days=2, minutes=-31) < lead < timedelta(days=2, minutes=-29)
    mailed.play()
    mailed.expect(0, event="time")  # she has played in time
    bob.play()
    (line,) = mailed.expect(1, event="time", state="waiting")
    later(timedelta(days=2, minutes=-31))
    assert inbox.mails == []
    later(MINUTES)
    mailed.expect(1, event="time", state="sent")
    due = datetime.fromisoformat(line["due"]) + timedelta(minutes=30)
    assert f"runs out at {due:%H:%M} UTC on {due.day} {due:%B}" in inbox.mails[0]["Subject"]


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(30 * 86400, 30), (86400, 30), (3600, 7.5), (600, 1.25), (300, None), (1, None)]
)
def test_reminders_depend_on_the_clock(seconds, minutes):
    lead = reminder_of(seconds)
    assert lead == (None if minutes is None else timedelta(minutes=minutes))


def test_nobody_at_the_table_is_told(mailed, bob, settings, later):
    mailed.id = bob.id = mailed.guest.begin("blockade", ["human", "open"]).id
    with mailed.live() as socket:
        assert socket.receive_json()["type"] == "view"
        version = ok(bob.post("join"))["view"]["version"]
        wait(lambda: noted(settings, mailed.id, version))
        assert mailed.log(event="turn") == []
    mailed.play()
    bob.play()
    mailed.expect(1, event="turn")  # now she is away, but she comes back before the mail is sent
    with mailed.live() as socket:
        assert socket.receive_json()["type"] == "view"
        later(MINUTES)
        (line,) = mailed.expect(1, state="dropped")
    assert line["reason"] == "You were at the table."


def test_somebody_who_plays_on_is_not_told(mailed, bob, inbox, later):
    mailed.make(bob)
    mailed.expect(1, event="turn", state="waiting")
    mailed.play()
    later(MINUTES)
    mailed.expect(0, event="turn")
    assert inbox.mails == []


def test_somebody_whose_turn_begins_with_what_they_do_is_not_told(mailed, bob, settings):
    mailed.id = bob.id = bob.guest.begin("blockade", ["open", "human"]).id
    ok(mailed.post("join"))
    assert mailed.view()["scene"]["current_player"] == mailed.view()["you"]
    storage = Storage(settings.database_url)
    assert not Outbox(storage.engine, settings).note(mailed.id)
    storage.close()
    assert mailed.log(event="turn") == []


def test_somebody_who_ends_a_match_is_not_told_that_it_is_over(mailed, bob, settings):
    mailed.make(bob)
    ok(mailed.write("resign"))
    storage = Storage(settings.database_url)
    assert not Outbox(storage.engine, settings).note(mailed.id)
    storage.close()
    assert mailed.log(event="over") == []


def test_one_unread_turn_of_a_match_is_enough(mailed, bob, settings, later):
    mailed.make(bob, policy={"undo": "free"})
    mailed.play()
    bob.play()
    mailed.expect(1, event="turn")
    later(MINUTES)
    mailed.expect(1, event="turn", state="sent")
    ok(bob.write("undo"))
    version = bob.play()["version"]
    wait(lambda: noted(settings, mailed.id, version))
    mailed.expect(1, event="turn")
    mailed.play()
    bob.play()
    mailed.expect(2, event="turn")


def test_nobody_is_told_that_bots_wait(mailed, settings):
    mailed.id = mailed.guest.begin("blockade", ["bot", "human"]).id
    wait(lambda: mailed.view()["scene"]["current_player"] == 1)
    storage = Storage(settings.database_url)
    assert not Outbox(storage.engine, settings).note(mailed.id)
    storage.close()
    assert mailed.log(event="turn") == []


def test_many_mails_become_a_digest(servers, inbox, later):
    servers.settings = replace(servers.settings, mails_at_once=1)
    client = servers.start()
    ada, bob = arrive(client, "Ada"), arrive(client, "Bob")
    ada.confirm(inbox, "ada@example.org")
    ok(ada.set(mail=["turn"]))
    ada.make(bob)
    ada.expect(1, event="turn")
    later(MINUTES)
    ada.expect(1, event="turn", state="sent")
    matches = [ada.make(bob) for _ in range(3)]
    ada.expect(4, event="turn")
    later(MINUTES)
    held = ada.expect(3, state="held")
    assert {line["reason"] for line in held} == {"Held for a digest, because you had many mails."}
    later(timedelta(hours=1))
    ada.expect(4, event="turn", state="sent")
    servers.stop_all()
    (digest,) = inbox.about("3 games wait for you")
    assert {f"{PUBLIC}/m/{match_id}" for match_id in matches} <= {*digest.get_content().splitlines()}
    assert len(inbox.mails) == 3  # the code, the first notice and the digest


@pytest.mark.parametrize(("pace", "hours"), [("hourly", 1), ("daily", 24)])
def test_a_digest_comes_as_often_as_the_person_wants(mailed, bob, inbox, later, pace, hours):
    ok(mailed.set(pace=pace))
    mailed.make(bob)
    mailed.expect(1, event="turn")
    later(MINUTES)
    mailed.expect(1, event="turn", state="sent")
    mailed.make(bob)
    mailed.make(bob)
    mailed.expect(3, event="turn")
    later(MINUTES)
    held = mailed.expect(2, state="held")
    assert {line["reason"] for line in held} == {f"Held for your {pace} digest."}
    mailed.play()  # in the last of them, so that only one is left to tell
    later(timedelta(hours=hours))
    mailed.expect(2, event="turn", state="sent")
    mailed.expect(2, event="turn")
    assert len(inbox.about("It is your turn")) == 2


def test_everybody_is_told_in_their_own_language(mailed, bob, inbox, later):
    bob.confirm(inbox, "bob@example.org")
    ok(bob.set(mail=EVENTS))
    inbox.mails.clear()
    assert bob.guest.send("POST", "/api/me/language", headers={"Accept-Language": "de"}).status_code == 204
    mailed.make(bob)
    mailed.play()
    bob.expect(1, event="turn")
    later(MINUTES)
    bob.expect(1, event="turn", state="sent")
    bob.play()
    mailed.expect(1, event="turn")
    later(MINUTES)
    mailed.expect(1, event="turn", state="sent")
    german, english = inbox.mails[0], inbox.mails[-1]
    assert german["Subject"] == "Du bist am Zug: Blockade mit Ada"
    assert "Diese Mails abbestellen:" in german.get_content()
    assert english["Subject"] == "It is your turn in Blockade with Bob"
