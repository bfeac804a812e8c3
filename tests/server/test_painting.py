"""Workers make the same pictures as a web process, from what they are told of a match."""

from __future__ import annotations

import asyncio
import json
import pickle
import random
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import jsonpatch
import pytest
from tests.server.at_table import begin, play_on

import stockade
from stockade.server.pictures import Mark, Painter, Studio, audience_of
from stockade.server.stored import Step, Stored, plain
from stockade.server.work import painting
from stockade.server.work.painting import Commission, Easel, Painters, framed, unframed


@pytest.fixture
def matches(client):
    return client.app.state.service.matches


@asynccontextmanager
async def painters(views, workers: int = 1) -> AsyncIterator[tuple[Painters, list[Easel], list[socket.socket]]]:
    """Provide painters whose workers are threads, with the workers' ends of their sockets."""
    own = Painter(Studio(views), asyncio.get_running_loop())
    own.start()
    here, easels, ends = Painters(own), [Easel(Studio(views)) for _ in range(workers)], []
    for number, easel in enumerate(easels):
        ours, theirs = socket.socketpair()
        ends.append(theirs)
        threading.Thread(target=easel.serve, args=(theirs,), daemon=True).start()
        here.attach(number, ours)
    while len(here._lines) < workers:
        await asyncio.sleep(0.001)
    try:
        yield here, easels, ends
    finally:
        await here.stop()
        own.stop()


@pytest.mark.parametrize("game", stockade.games())
def test_workers_make_the_pictures_of_a_whole_match(client, matches, game):
    first = begin(client, game, ["human", "open"])
    second = first.friend()

    async def watch() -> None:
        async with painters(matches.views, 2) as (here, easels, _):
            seen: dict[int, dict] = {}
            has: dict[int, Mark | None] = {0: None, 1: None}
            dice = random.Random(4)
            for _ in range(12):
                stored = matches.at_hand(first.id)
                for seat in (0, 1):
                    audience = audience_of(stored, (seat,), False, "wide")
                    sent = await here.paint(stored, audience, has[seat], True)
                    has[seat] = sent.mark
                    message = json.loads(sent.message)
                    seen[seat] = (
                        message["view"]
                        if message["type"] == "view"
                        else jsonpatch.apply_patch(seen[seat], message["patch"])
                    )
                    whole = json.loads(Studio(matches.views).make(stored, audience, None, True).message)["view"]
                    assert seen[seat] == whole
                play_on([first, second], 1, seed=dice.randrange(1000))
            # One worker has the match. It was told all of it once, and every write after that.
            assert sorted(len(easel._matches) for easel in easels) == [0, 1]

    asyncio.run(watch())


def commission(stored: Stored, news: Stored | Step | None) -> Commission:
    seats = [(seat.seen, seat.seen_ply) for seat in stored.seats]
    order = Commission(1, stored.stamp, news, seats, audience_of(stored, (0,), False, "wide"), None, True)
    return pickle.loads(pickle.dumps(order))


def test_a_worker_says_when_it_knows_too_little_of_a_match(client, matches):
    me = begin(client, "blockade", ["human", "open"])
    friend = me.friend()
    play_on([me, friend], 1)
    before = matches.at_hand(me.id)
    play_on([me, friend], 1)
    after = matches.at_hand(me.id)
    easel = Easel(Studio(matches.views))
    assert easel.answer(commission(before, None)).sent is None
    assert easel.answer(commission(after, after.step)).sent is None
    assert easel.answer(commission(before, plain(before))).sent is not None
    assert easel.answer(commission(before, None)).sent is not None
    sent = easel.answer(commission(after, after.step)).sent
    assert json.loads(sent.message)["view"]["version"] == after.row.version
    assert easel.answer(commission(before, None)).sent is None  # it has a newer one


def test_a_web_process_makes_its_pictures_itself_if_a_worker_is_gone_or_fails(client, matches, monkeypatch):
    me = begin(client, "blockade", ["human", "open"])
    me.friend()
    stored = matches.at_hand(me.id)

    async def lose() -> None:
        audience = audience_of(stored, (0,), False, "wide")
        async with painters(matches.views) as (here, easels, ends):
            monkeypatch.setattr(easels[0].studio, "make", lambda *_: 1 / 0)
            assert (await here.paint(stored, audience, None, True)).message
            ends[0].shutdown(socket.SHUT_RDWR)
            assert (await here.paint(stored, audience, None, True)).message
            while here._lines:
                await asyncio.sleep(0.001)
            assert (await here.paint(stored, audience, None, True)).message

    asyncio.run(lose())


def test_a_worker_that_does_not_answer_is_given_up(client, matches, monkeypatch):
    me = begin(client, "blockade", ["human", "open"])
    me.friend()
    stored = matches.at_hand(me.id)
    monkeypatch.setattr(painting, "PATIENCE", 0.2)
    asked = threading.Event()

    async def wait() -> None:
        async with painters(matches.views) as (here, easels, _):
            monkeypatch.setattr(easels[0], "answer", lambda _: asked.wait())
            audience = audience_of(stored, (0,), False, "wide")
            assert (await here.paint(stored, audience, None, True)).message
            assert not here._lines
            asked.set()

    asyncio.run(wait())


@pytest.mark.parametrize("step", [1, 3, 1000])
def test_messages_arrive_in_any_pieces(step):
    sent = [b"", b"a" * 300, {"b": 1}]
    data, found, rest = b"".join(map(framed, sent)), [], b""
    for start in range(0, len(data), step):
        messages, rest = unframed(rest + data[start : start + step])
        found += map(pickle.loads, messages)
    assert (found, rest) == (sent, b"")
