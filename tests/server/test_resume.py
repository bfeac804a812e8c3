"""The cost of a move: a write does only what it needs, and damaged data costs time but no moves."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from tests.server.at_table import Person, ask, begin, ok, play_on, refused, resign
from tests.server.company import Guest

from stockade.core.game import Game
from stockade.core.snapshot import to_snapshot
from stockade.core.state import State
from stockade.server.people.caller import Caller
from stockade.server.replay import rebuild
from stockade.server.storage import Storage
from stockade.server.stored import Entry
from stockade.server.views import Views


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the expensive operations. What a picture applies for its previews is not counted."""
    counts: Counter[str] = Counter()
    drawing = threading.local()

    def count(kind: type, name: str) -> None:
        real = getattr(kind, name)

        def counted(*given: Any, **named: Any) -> Any:
            if getattr(drawing, "now", False):
                return real(*given, **named)
            counts[name] += 1
            drawing.now = name == "scene"
            try:
                return real(*given, **named)
            finally:
                drawing.now = False

        monkeypatch.setattr(kind, name, counted)

    for kind, name in (
        (State, "apply"),
        (Game, "start"),
        (Game, "from_bytes"),
        (State, "scene"),
        (Views, "without_log"),
    ):
        count(kind, name)
    return counts


@pytest.fixture
def late(client) -> list[Person]:
    """Return two people late in a match with chance."""
    first = begin(client, "cascadia", ["human", "open"], seed=3)
    people = [first, first.friend()]
    play_on(people, 40)
    return people


def mover(people: list[Person]) -> Person:
    return people[people[0].view()["scene"]["current_player"]]


def stored(settings, person: Person) -> Any:
    storage = Storage(settings.database_url)
    found = storage.read(person.id)
    storage.close()
    return found


def test_a_write_late_in_a_match_applies_what_has_happened_and_no_more(client, late, done):
    me = mover(late)
    view = me.view()
    action = view["scene"]["choices"][0]["action"]
    done.clear()
    client.app.state.service.matches.play(me.id, Caller(token=me.token), view["version"], action)
    counted = dict(done)
    new = len(me.view()["log"]) - len(view["log"])
    assert new >= 1
    assert counted == {"apply": new}  # no start, no check of the stored bytes, no view and no picture


def test_a_post_draws_one_view(late, done):
    me = mover(late)
    view = me.view()
    done.clear()
    after = ok(me.post("actions", version=view["version"], action=view["scene"]["choices"][0]["action"]))
    assert done == {"apply": len(after["log"]) - len(view["log"]), "without_log": 1, "scene": 1}


def test_a_match_begins_with_one_start_and_what_chance_lays_out(client, done):
    made = ok(client.post("/api/matches", json={"game": "cascadia", "seats": [{"kind": "human"}, {"kind": "open"}]}))
    assert made["view"]["log"]
    assert (done["start"], done["apply"], done["from_bytes"]) == (1, len(made["view"]["log"]), 0)


def test_wishes_apply_nothing_and_taking_back_replays_once(client, late, done):
    me = mover(late)
    other = next(person for person in late if person is not me)
    service = client.app.state.service

    def version() -> int:
        return service.storage.version(me.id)

    done.clear()
    service.wishes.draw(me.id, Caller(token=me.token), version(), None)
    service.wishes.draw(me.id, Caller(token=other.token), version(), "decline")
    service.wishes.undo(me.id, Caller(token=other.token), version(), None)
    assert done == {}
    service.wishes.undo(me.id, Caller(token=me.token), version(), "accept")
    taken_back = dict(done)
    assert taken_back == {"apply": len(me.view()["log"]), "start": 1}
    done.clear()
    service.matches.resign(me.id, Caller(token=me.token), version())
    assert done == {}
    assert me.view()["status"] == "over"


def test_a_log_file_and_a_past_moment_replay_once(late, done):
    length = len(late[0].view()["log"])
    done.clear()
    assert len(ok(late[0].get("/log"))["actions"]) == length
    assert done == {"apply": length, "start": 1}
    done.clear()
    ok(late[0].get("/scenes/3"))
    assert done == {"apply": 3, "start": 1, "scene": 1}


def test_a_view_reads_its_own_bytes_unchecked(late, done):
    done.clear()
    late[0].view()
    assert done["from_bytes"] == 0
    assert done["without_log"] == 1


@pytest.mark.parametrize("place", [0, 20, -1])
def test_a_damaged_snapshot_costs_a_replay_and_nothing_else(settings, late, place):
    me = mover(late)
    before = me.view()
    state = bytearray(stored(settings, me).row.state)
    state[place] ^= 0x55
    # A new version, because scenes are cached by version.
    ask(settings, "UPDATE matches SET state = :odd, version = version + 1 WHERE id = :id", odd=bytes(state), id=me.id)
    assert me.view()["scene"] == before["scene"]
    assert me.view()["log"] == before["log"]
    after = me.play()
    assert after["log"][: len(before["log"])] == before["log"]
    kept = stored(settings, me)
    assert to_snapshot(rebuild(kept).state) == kept.row.state  # restored


def test_a_damaged_journal_is_a_clear_error_where_it_is_needed_and_stops_nobody(settings, late):
    me = mover(late)
    ask(settings, "UPDATE journal SET action = 1000000 WHERE match_id = :id AND no = 9", id=me.id)
    before = me.view()
    refused(me.get("/log"), 409, "corrupt_log")
    refused(me.get("/scenes/30"), 409, "corrupt_log")
    assert len(me.play()["log"]) > len(before["log"])


def test_a_write_over_the_live_line_draws_a_view_for_each_who_looks_on_and_no_more(serve, settings, done):
    client = serve(replace(settings, poll_seconds=3600.0))  # the test polls itself
    hub = client.app.state.service.hub
    first = begin(client, "blockade", ["human", "open"])
    second = first.friend()

    def receive(socket: Any, version: int) -> None:
        """Receive the view of this version in which both are connected."""
        while True:
            view = socket.receive_json()["view"]
            if view["version"] == version and all(seat["connected"] for seat in view["seats"]):
                return

    async def news() -> list[bool]:
        await hub.look()
        return [watcher.changed for watcher in hub._watchers[first.id]]

    with first.live() as mine, second.live() as yours, first.watcher().live() as theirs:
        sockets, view = (mine, yours, theirs), first.view()
        for socket in sockets:
            receive(socket, view["version"])
        assert client.portal.call(news) == [False] * 3
        done.clear()
        mine.send_json({"type": "play", "version": view["version"], "action": view["scene"]["choices"][0]["action"]})
        for socket in sockets:
            receive(socket, view["version"] + 1)
        assert done["without_log"] == 3
        assert client.portal.call(news) == [False] * 3  # everybody has been notified
        storage = Storage(settings.database_url)  # another process
        storage.write(storage.read(first.id), {}, [Entry("joined", 0)])
        storage.close()
        assert client.portal.call(news) == [True] * 3


def test_variations_at_many_moments_replay_once(client, done):
    anna = Guest(client, "Anna")
    match = anna.begin("blockade", ["human", "bot"])
    length = len(play_on([match], 4)["log"])
    resign(match)
    moves = [ok(match.get(f"/positions/{ply}"))["scene"]["choices"][0]["action"] for ply in range(length)]
    nodes = [{"parent": None, "ply": ply, "actions": [move]} for ply, move in enumerate(moves)]
    ok(match.post("variations", version=0, nodes=nodes))
    done.clear()
    [tree] = ok(match.get("/variations"))
    assert len(tree["nodes"]) == length
    assert done["start"] == 1
    assert done["apply"] <= 2 * length  # the moves of the match, and those of the variations
