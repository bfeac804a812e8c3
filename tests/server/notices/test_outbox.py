"""Notices are sent once and never lost, whatever happens to processes and receivers."""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from tests.server.at_table import ok, wait
from tests.server.notices.people import MINUTES, Player
from tests.server.notices.receivers import Device

from stockade.server import moments
from stockade.server.matches import Matches
from stockade.server.notices.channels import Failure
from stockade.server.notices.channels.post import post
from stockade.server.notices.outbox import LEASE, Outbox
from stockade.server.people.caller import Caller
from stockade.server.storage import Storage
from stockade.server.views import Views


def test_nothing_is_lost_between_two_servers(servers, mailed, bob, inbox, later):
    mailed.make(bob)
    mailed.expect(1, event="turn")
    servers.stop_all()
    later(MINUTES)
    client = servers.start()
    mailed.on(client).expect(1, event="turn", state="sent")
    servers.stop_all()
    assert len(inbox.mails) == 1


def test_what_a_killed_process_left_undone_is_done_by_the_next(servers, settings, mailed, bob, inbox, later):
    mailed.make(bob)
    mailed.expect(1, event="turn")
    version = mailed.play()["version"]
    ada, person = mailed.guest.me()["id"], bob.guest.me()["id"]
    servers.stop_all()
    storage = Storage(settings.database_url)
    matches = Matches(storage, Views(0.0, 0.0), lambda _: None)  # a process that is killed right after its write
    him = Caller(person)
    matches.play(bob.id, him, version, matches.view(bob.id, him, "wide").scene.choices[0].action)
    client = servers.start()
    mailed.on(client).expect(1, event="turn", state="waiting")
    servers.stop_all()
    later(MINUTES)
    outbox = Outbox(storage.engine, settings)
    assert outbox.claim_mail(ada) is not None  # a process that is killed while it sends
    assert outbox.claim_mail(ada) is None
    storage.close()
    client = servers.start()
    later(LEASE - MINUTES)
    assert inbox.mails == []
    later(MINUTES)
    mailed.on(client).expect(1, event="turn", state="sent")
    servers.stop_all()
    assert len(inbox.mails) == 1


def test_one_process_at_a_time_sends_mail_to_a_person(servers, settings, mailed, bob, later):
    """What comes up while a mail is being sent waits for the next one, which may have to be a digest."""
    mailed.make(bob)
    version = mailed.play()["version"]
    second = mailed.id
    mailed.make(bob)
    mailed.expect(1, event="turn")
    ada, him = mailed.guest.me()["id"], Caller(bob.guest.me()["id"])
    servers.stop_all()
    later(MINUTES)
    storage = Storage(settings.database_url)
    outbox = Outbox(storage.engine, settings)
    first = outbox.claim_mail(ada)
    matches = Matches(storage, Views(0.0, 0.0), lambda _: None)
    matches.play(second, him, version, matches.view(second, him, "wide").scene.choices[0].action)
    assert outbox.note(second)
    later(MINUTES)
    assert outbox.claim_mail(ada) is None
    outbox.sent(first)
    assert [notice.match_id for notice in outbox.claim_mail(ada).notices] == [second]
    storage.close()


def test_a_claim_succeeds_once(servers, settings, ada, bob, receiver, later):
    ok(ada.set("/webhooks", url=receiver.origin))
    ok(ada.set(webhook=["turn"]))
    ada.make(bob)
    (line,) = ada.expect(1, event="turn")
    servers.stop_all()
    later(MINUTES)
    storage = Storage(settings.database_url)
    with ThreadPoolExecutor(8) as pool:
        claims = list(pool.map(lambda _: Outbox(storage.engine, settings).claim(line["id"]), range(8)))
    storage.close()
    assert [claim.ids for claim in claims if claim is not None] == [[line["id"]]]


def test_a_failed_notice_is_tried_again_and_given_up_after_a_day(ada, bob, receiver, later):
    receiver.status = 500
    secret = ok(ada.set("/webhooks", url=receiver.origin))["secret"]
    ok(ada.set(webhook=["turn"]))
    ada.make(bob)
    ada.expect(1, event="turn")
    later(MINUTES)
    ada.expect(1, state="waiting", reason="The webhook answered 500.")
    receiver.status = 204
    later(MINUTES)
    ada.expect(1, state="sent")
    first, second = receiver.hooks(secret)
    assert first == second
    ada.play()
    receiver.status = 500
    bob.play()
    began = moments.now()
    ada.expect(1, state="waiting")
    while not ada.log(state="failed"):
        assert moments.now() - began < timedelta(days=2)
        tries = len(receiver.requests)
        later(timedelta(hours=1))
        wait(lambda: ada.log(state="failed") or len(receiver.requests) > tries or not due(ada), 20)  # noqa: B023
    assert moments.now() - began > timedelta(hours=20)


def due(player: Player) -> bool:
    """Return whether a notice is due and still waits."""
    return any(datetime.fromisoformat(line["due"]) <= moments.now() for line in player.log(state="waiting"))


def test_redirects_are_not_followed(ada, receiver):
    receiver.status = 302
    ok(ada.set("/webhooks", url=receiver.origin))
    (line,) = ok(ada.set("/test", channel="webhook"))
    assert (line["state"], line["reason"]) == ("failed", "The webhook answered 302. Redirects are not followed.")
    assert len(receiver.requests) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_removed(ada, receiver, status):
    receiver.status = status
    ok(ada.set("/push", **Device(receiver).subscription))
    (line,) = ok(ada.set("/test", channel="push"))
    assert (line["state"], line["reason"]) == ("failed", "This device takes no notices any more.")
    assert ok(ada.ask())["push"]["devices"] == []


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        (b"", "There was no response in time."),
        (b"who are you?\r\n\r\n", "The response is not valid."),
    ],
)
def test_a_receiver_cannot_hold_the_server_up(says, reason):
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(says)
                while connection.recv(1024):  # until the other side has had enough
                    pass

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Failure) as failure:
            asyncio.run(post(f"http://127.0.0.1:{listener.getsockname()[1]}/", {}, b"{}", private=True, seconds=0.3))
        thread.join()
    assert failure.value.text == reason
