"""A mail server, a push service, servers that share a database, and people who want to be told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.server.at_table import ok
from tests.server.notices.people import EVENTS, PUBLIC, Player, Servers, arrive
from tests.server.notices.receivers import Inbox, Receiver

from stockade.server import moments


@pytest.fixture
def later() -> Iterator[Callable[[timedelta], None]]:
    """Let time pass at once, and bring it back after the test."""
    passed = timedelta()

    def move_on(by: timedelta) -> None:
        nonlocal passed
        passed += by
        moments.move_on(by)

    yield move_on
    moments.move_on(-passed)


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    with Inbox().open() as inbox:
        yield inbox


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


@pytest.fixture
def servers(settings) -> Iterator[Servers]:
    servers = Servers(settings)
    yield servers
    servers.stop_all()


@pytest.fixture
def client(servers):
    return servers.start()


@pytest.fixture
def settings(settings, inbox):
    return replace(
        settings,
        public_url=PUBLIC,
        smtp_url=inbox.url,
        private_addresses=True,
        notice_seconds=0.02,
        mails_at_once=99,
        away_seconds=600.0,
    )


@pytest.fixture
def ada(client) -> Player:
    return arrive(client, "Ada")


@pytest.fixture
def bob(client) -> Player:
    return arrive(client, "Bob")


@pytest.fixture
def mailed(ada, inbox) -> Player:
    """Return Ada, who wants to be told everything by mail."""
    ada.confirm(inbox, "ada@example.org")
    ok(ada.set(mail=EVENTS))
    inbox.mails.clear()
    return ada
