"""The load generator: what it sends, what it understands, and what it works out."""

from __future__ import annotations

import json
import random
import socket
import zlib

import pytest
from bench.load.dialects import CHANGED, NOTHING, REFUSED, Stockade, any_action
from bench.load.frames import FINAL, PING, TEXT, Socket, frame
from bench.load.kills.clocks import Outage, check_clock, limits
from bench.load.kills.ledger import Kind, Sent, Table
from bench.load.measure import percentile, slope
from bench.load.peer.dialect import BoardgameIO
from bench.load.table import Seat
from bench.load.table import Table as Played


def served(content: bytes, opcode: int = TEXT, flags: int = FINAL) -> bytes:
    """A frame as a server sends it: not masked."""
    masked = frame(content, opcode)
    size = len(masked) - len(content) - 4
    return bytes((flags | opcode, masked[1] & 0x7F)) + masked[2:size] + content


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Socket(ours, b"", False), theirs


@pytest.mark.parametrize("step", [1, 3, 1000, 10**6])
def test_messages_are_found_however_they_arrive(pair, step):
    sent = [b"a", b"b" * 125, b"c" * 126, b"d" * 65_535, b"e" * 65_536, b""]
    data = b"".join(map(served, sent))
    connection, _ = pair
    found = [message for at in range(0, len(data), step) for message in connection.messages(data[at : at + step])]
    assert found == sent


def test_pings_are_answered_and_parts_joined(pair):
    connection, server = pair
    parts = served(b"one ", flags=0) + served(b"are you there", PING) + served(b"message", 0)
    assert connection.messages(parts) == [b"one message"]
    assert server.recv(100) == frame(b"are you there", 0xA)


def test_compressed_messages_share_a_dictionary():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        connection = Socket(ours, b"", True)
        deflate = zlib.compressobj(wbits=-15)
        for message in (b"the same text " * 50, b"the same text " * 50):
            small = deflate.compress(message) + deflate.flush(zlib.Z_SYNC_FLUSH)
            assert connection.messages(served(small[:-4], flags=FINAL | 0x40)) == [message]


@pytest.fixture
def table(pair):
    played = Played("id")
    played.seats = [Seat(played, no, pair[0]) for no in range(2)]
    return played


def said(**content):
    return json.dumps(content, separators=(",", ":")).encode()


def view(version, mover, actions, status="live"):
    choices = [{"action": action, "text": "x"} for action in actions]
    scene = {"current_player": mover, "choices": choices}
    return said(type="view", view={"id": "id", "version": version, "status": status, "you": 0, "scene": scene})


def patch(version, *changes):
    return said(type="patch", version=version, patch=changes)


def replace(path, value):
    return {"op": "replace", "path": path, "value": value}


def test_views_and_patches_say_who_moves_and_what_is_legal(table):
    here, chooser = Stockade("blockade", {}), random.Random(1)
    first, second = table.seats
    assert here.read(first, view(3, 0, [17])) == CHANGED
    assert (table.mover, first.version, table.is_over) == (0, 3, False)
    assert here.play(first, chooser) == b'{"type":"play","version":3,"action":17}'
    here.read(second, view(3, 0, []))
    assert here.play(second, chooser) is None
    moved = replace("/scene/current_player", 1), replace("/scene/choices", [{"action": 5, "text": "y"}])
    here.read(second, patch(4, *moved))
    assert (table.mover, here.play(second, chooser)) == (1, b'{"type":"play","version":4,"action":5}')
    here.read(second, patch(4, replace("/seats/0/connected", False)))
    assert here.play(second, chooser) == b'{"type":"play","version":4,"action":5}'  # the version is the same
    here.read(second, patch(5, replace("/scene/choices/0/action", 6)))
    assert here.play(second, chooser) == b'{"type":"play","version":5,"action":6}'
    here.read(second, patch(6, {"op": "remove", "path": "/scene/choices/1"}))
    assert here.play(second, chooser) is None  # it has to ask for the whole view
    here.read(second, patch(7, replace("/status", "over")))
    assert table.is_over


def test_other_messages_change_nothing(table):
    here = Stockade("blockade", {})
    assert here.read(table.seats[0], said(type="error", code="stale_version", version=3)) == REFUSED
    assert here.read(table.seats[0], said(type="talk", room="table", no=1)) == NOTHING
    assert table.seats[0].version == -1


def test_every_action_of_a_message_can_be_chosen():
    text, chooser = view(1, 0, [3, 14, 15]), random.Random(1)
    assert {any_action(text, chooser) for _ in range(200)} == {b"3", b"14", b"15"}


def test_the_peer_speaks_the_protocol_of_socket_io(table, pair):
    here, (_, server) = BoardgameIO("blockade"), pair
    seat = table.seats[0]
    here.read(seat, b'40/blockade,{"sid":"x"}')
    assert b'["sync", "id", "0"' in server.recv(1000)
    state = b'{"G":{"legal":[7]},"ctx":{"currentPlayer":"0"},"_stateID":2}'
    assert here.read(seat, b'42/blockade,["update","id",%b,[]]' % state) == CHANGED
    assert (table.mover, seat.version) == (0, 2)
    move = here.play(seat, random.Random(1))
    assert b'"args": [7]' in move
    assert b', 2, "id", "0"]' in move


def test_percentiles_and_slopes():
    assert [percentile(range(100), share) for share in (0.5, 0.99, 1.0)] == [50, 99, 99]
    assert percentile([], 0.5) == float("inf")
    assert slope([(0, 1), (1, 3), (2, 5)]) == pytest.approx(2)


def test_the_time_of_a_turn_is_known_within_limits():
    turns = [(0, 10.0, 10.5), (1, 20.0, 20.5), (0, 40.0, 40.5)]
    assert limits(turns, (0.0, 0.5), [], 0) == pytest.approx((9.5 + 19.5, 10.5 + 20.5))
    assert limits(turns, (0.0, 0.5), [], 1) == pytest.approx((9.5, 10.5))
    down = [Outage(22.0, 32.0, True)]  # ten seconds of the last turn
    assert limits(turns, (0.0, 0.5), down, 0) == pytest.approx((9.5 + 8.5, 10.5 + 14.5))


@pytest.mark.parametrize(("used", "faults"), [(20.0, 0), (35.0, 1), (5.0, 1)])
def test_a_clock_that_is_wrong_is_a_fault(used, faults):
    table = Table(Kind("blockade", ("human", "open"), policy={"clock": {"kind": "game", "seconds": 100}}))
    table.opened, table.tokens = (0.0, 0.1), {0: "", 1: ""}
    table.sent = [Sent(0, 0, 0, "B3-5", sent_at=20.0, known_at=20.1)]
    seen = {
        "status": "live",
        "log": [{"seat": 0, "text": "B3-5"}],
        "clock": {"left": [100 - used, 90.0], "running": 1},
        "scene": {"current_player": 1},
    }
    check_clock(table, seen, (30.0, 30.1), [])
    assert len(table.faults) == faults


def test_lost_and_doubled_moves_are_faults():
    table = Table(Kind("blockade", ("human", "open")), tokens={0: "", 1: ""})
    table.sent = [Sent(0, 0, 0, "B3-5"), Sent(1, 1, 1, "B8-6")]
    for sent in table.sent:
        sent.acknowledge()
    lines = [{"seat": 0, "text": "B3-5"}, {"seat": 1, "text": "B8-6"}]
    table.check_log(lines)
    assert table.faults == []
    table.check_log(lines[:1])
    assert "LOST" in table.faults.pop()
    table.check_log([*lines, lines[1]])
    assert "DOUBLED" in table.faults.pop()
