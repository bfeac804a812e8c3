"""What the server keeps in memory stays small: for connections that do nothing, and for long matches."""

from __future__ import annotations

import gc
import pickle
import random
import sys
from collections.abc import Iterator
from types import CoroutineType, FunctionType, ModuleType
from typing import Any

import pytest
from tests.server.at_table import begin, wait

from stockade.server.limits.middleware import RateLimit
from stockade.server.middleware import Language, SameOrigin
from stockade.server.pictures import Mark, Studio, audience_of
from stockade.server.replay import state_of
from stockade.server.routes.live import Connection
from stockade.server.stored import plain
from stockade.server.work.painting import Commission, Easel


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Switch the search for garbage off. A running server hardly ever makes one."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def connections() -> list[Connection]:
    return [found for found in gc.get_objects() if type(found) is Connection]  # `isinstance` follows weak references


def waiting() -> list[str]:
    """Return the names of all calls that are under way on event loops."""
    return [found.cr_code.co_qualname for found in gc.get_objects() if type(found) is CoroutineType]


def test_a_connection_that_waits_keeps_no_middleware_and_no_handshake(client):
    me = begin(client, "blockade", ["human", "open"])
    gc.collect()  # what is left of connections of earlier tests
    before = waiting()  # a call through all middleware starts and stops the application
    with me.live() as socket:
        socket.receive_json()
        wait(lambda: "Connection.keep" not in waiting())
        (connection,) = connections()
        assert "Connection.serve" in waiting()
        for middleware in (SameOrigin, RateLimit, Language):
            name = f"{middleware.__name__}.__call__"
            assert waiting().count(name) == before.count(name) == 1
        assert connection.socket.scope == {}
        del connection


@pytest.mark.usefixtures("no_collector")
def test_a_connection_that_has_ended_is_forgotten(client):
    me = begin(client, "blockade", ["human", "open"])
    for _ in range(3):
        with me.live() as socket:
            socket.receive_json()
            wait(lambda: len(connections()) == 1)
        wait(lambda: not connections())


# ---------------------------------------------------------------------------- long matches

A_LINE = 80  # bytes that a move may add to what a process keeps of a match; as an object it has at least 300


def size_of(*roots: Any) -> int:
    """Return the bytes of all objects that can be reached, without classes, functions and modules."""
    found: dict[int, Any] = {}
    ahead = list(roots)
    while ahead:
        each = ahead.pop()
        if id(each) not in found and not isinstance(each, type | FunctionType | ModuleType):
            found[id(each)] = each
            ahead += gc.get_referents(each)
    return sum(map(sys.getsizeof, found.values()))


def test_what_is_kept_of_a_match_hardly_grows_with_its_log(client):
    matches = client.app.state.service.matches
    begin(client, "blockade", ["human", "open"], options={"match": 99}).friend()
    (match_id,) = matches.kept._values
    easel, dice = Easel(Studio(matches.views)), random.Random(1)
    has: Mark | None = None
    sizes = []
    for length in (200, 800):
        while len(matches.kept.get(match_id).actions) < length:
            stored = matches.kept.get(match_id)
            state = state_of(stored)
            matches.play_for(stored, state.current_player, dice.choice(state.legal_actions()))
            stored = matches.kept.get(match_id)
            seats = [(seat.seen, seat.seen_ply) for seat in stored.seats]
            news = plain(stored) if has is None else stored.step
            audience = audience_of(stored, (0,), False, "wide")
            order = Commission(1, stored.stamp, news, seats, audience, has, True)
            delivery = easel.answer(pickle.loads(pickle.dumps(order)))
            has = delivery.sent.mark
        in_web = size_of(matches.kept.get(match_id))
        in_worker = size_of(easel._matches._values, easel.studio._pictures._values)
        sizes.append((in_web, in_worker, len(stored.actions)))
    (web, worker, short), (long_web, long_worker, long) = sizes
    assert long_web - web < A_LINE * (long - short)
    assert long_worker - worker < 2 * A_LINE * (long - short)  # which keeps what people see as well
    assert len(stored.lines) == len(stored.log) == len(stored.actors) == long  # nothing is lost
