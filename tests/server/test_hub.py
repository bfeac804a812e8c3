"""The hub notifies watchers at once, and only of what they do not know."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from stockade.server.live import Hub, Watcher
from stockade.server.settings import Settings
from stockade.server.storage import Pulse


@pytest.fixture
def hub() -> Hub:
    matches: Any = SimpleNamespace(storage=None)  # watchers without a seat do not use it
    return Hub(matches, Settings(database_url="sqlite:///unused"))


def watch(hub: Hub, match_id: str = "m") -> Watcher:
    watcher = Watcher(match_id, ())
    asyncio.run(hub.enter(watcher))
    return watcher


def woken(*watchers: Watcher) -> list[bool]:
    found = [watcher.changed for watcher in watchers]
    for watcher in watchers:
        watcher.changed = False
    return found


def test_a_write_wakes_all_who_watch_the_match(hub):
    one, two, other = watch(hub), watch(hub), watch(hub, "n")
    for _ in range(2):
        hub.wake("m")
        assert woken(one, two, other) == [True, True, False]


def test_what_was_told_is_not_told_again(hub):
    one, two = watch(hub), watch(hub)
    one.told = Pulse(4, frozenset({0}))  # has been sent this
    hub.wake("m", Pulse(4, frozenset({0})))
    assert woken(one, two) == [False, True]
    hub.wake("m", Pulse(4, frozenset({0})))
    assert woken(one, two) == [False, False]
    for news in (Pulse(5, frozenset({0})), Pulse(5, frozenset({0, 1})), Pulse(5, frozenset())):
        hub.wake("m", news)
        assert woken(one, two) == [True, True]


def test_what_is_said_is_told_apart_from_changes(hub):
    one, two = watch(hub), watch(hub)
    for told in (one, two):
        told.told = Pulse(4, frozenset())
    hub.wake("m", Pulse(4, frozenset(), talk=3))  # the match has not changed
    assert woken(one, two) == [False, False]
    for talk, news in ((3, True), (3, False), (4, True), (None, True)):
        hub.hear("m", talk)
        assert [each.spoken for each in (one, two)] == [news, news]
        for each in (one, two):
            each.spoken = False
    assert woken(one, two) == [False, False]


def test_nobody_is_woken_after_leaving(hub):
    one = watch(hub)
    asyncio.run(hub.leave(one))
    hub.wake("m")
    hub.wake("m", Pulse(1, frozenset()))
    assert woken(one) == [False]
