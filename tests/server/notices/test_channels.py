"""Addresses that are refused, and what an operator sets."""

from __future__ import annotations

import asyncio
import logging
import traceback
from dataclasses import replace

import pytest
from tests.server.at_table import ok, refused, wait
from tests.server.notices.people import EVENTS, MINUTES, PUBLIC, arrive
from tests.server.notices.receivers import Device, Inbox, certificate

from stockade.server.notices.channels import Failure
from stockade.server.notices.channels.mail import Mailer, read_url
from stockade.server.notices.channels.post import is_public, post
from stockade.server.settings import from_env

HOSTILE = [
    "http://127.0.0.1/",
    "http://localhost:8000/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://0.0.0.0/",
    "http://2130706433/",
    "https://user:password@example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "http://",
    "http://example.org:0/",
    "http://example.org:99999/",
    "http://exa mple.org/",
    "http://example.org/\r\nHost: x",
]


def test_hostile_addresses_are_refused(servers, receiver):
    servers.settings = replace(servers.settings, private_addresses=False)
    ada = arrive(servers.start(), "Ada")
    for url in HOSTILE:
        refused(ada.set("/webhooks", url=url), 422, "bad_request")
        refused(ada.set("/push", **{**Device(receiver).subscription, "endpoint": url}), 422, "bad_request")
    refused(ada.set("/push", **{**Device(receiver).subscription, "endpoint": "http://1.1.1.1/"}), 422, "bad_request")
    found = ok(ada.ask())
    assert (found["webhook"]["hooks"], found["push"]["devices"]) == ([], [])
    ok(ada.set("/webhooks", url="https://1.1.1.1/hook"))


def test_an_address_is_checked_again_when_something_is_sent():
    """A name may lead elsewhere by then."""
    with pytest.raises(Failure, match="private network"):
        asyncio.run(post("http://localhost:1/", {}, b"", private=False))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("1.1.1.1", True),
        ("2606:4700:4700::1111", True),
        ("172.16.0.1", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
        ("2001:0:a00:1::", False),
    ],
)
def test_public_addresses(address, public):
    assert is_public(address) == public


def test_a_server_without_a_mail_server_offers_no_mail(servers):
    servers.settings = replace(servers.settings, smtp_url=None)
    ada = arrive(servers.start(), "Ada")
    assert ok(ada.ask())["mail"]["available"] is False
    refused(ada.set("/mail", address="ada@example.org"), 403, "not_allowed")
    refused(ada.set(mail=["turn"]), 403, "not_allowed")


@pytest.mark.parametrize(
    "url",
    [
        "smtp://user:secret@host:587/",
        "smtp://user:secret@host:port/?from=a@example.org",
        "http://user:secret@host/?from=a@example.org",
        "smtp:///?from=a@example.org",
    ],
)
def test_a_wrong_mail_server_is_named_without_its_password(url):
    with pytest.raises(ValueError, match="STOCKADE_SMTP_URL must have the form") as wrong:
        read_url(url)
    assert "secret" not in "".join(traceback.format_exception(wrong.value)).replace(url, "")


def test_the_mail_server_from_the_environment(monkeypatch):
    monkeypatch.setenv("STOCKADE_SMTP_URL", "smtp://me%40x:p%3Aw@mail.example.org/?from=games@example.org")
    monkeypatch.setenv("STOCKADE_PUBLIC_URL", "https://games.example.org/")
    settings = from_env()
    server = read_url(settings.smtp_url)
    assert (server.host, server.port, server.user, server.password) == ("mail.example.org", 587, "me@x", "p:w")
    assert "p%3Aw" not in repr(settings)
    assert "p:w" not in repr(server)


def test_mail_is_encrypted_where_the_mail_server_offers_it(tmp_path):
    inbox = Inbox()
    with inbox.open(certificate(tmp_path), {"me": "secret"}):
        url = inbox.url.replace("smtp://", "smtp://me:secret@")
        Mailer(read_url(url), PUBLIC).send_code("ada@example.org", "123456")
        wrong = Mailer(read_url(url.replace("secret", "wrong")), PUBLIC)
        with pytest.raises(Failure, match="password"):
            wrong.send_code("ada@example.org", "123456")
    assert inbox.encrypted == [True]


def test_logs_contain_no_secrets(mailed, bob, inbox, receiver, later, caplog):
    caplog.set_level(logging.DEBUG)
    device = Device(receiver)
    ok(mailed.set("/push", **device.subscription))
    hook = ok(mailed.set("/webhooks", url=f"{receiver.origin}/my-hook"))
    ok(mailed.set(push=EVENTS, webhook=EVENTS))
    receiver.status = 500
    inbox.answer = "451 later"
    mailed.make(bob)
    mailed.expect(3, event="turn")
    later(MINUTES)
    wait(lambda: all(line["reason"] for line in mailed.log(event="turn")))
    ours = "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith(("mail.", "httpx", "httpcore"))
    )
    for secret in (hook["secret"], "my-hook", device.path, "ada@example.org", mailed.guest.key):
        assert secret not in ours
