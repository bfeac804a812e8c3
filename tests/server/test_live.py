"""Live updates: immediate, resumed, and across servers; and connections that no message can break."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.at_table import Person, begin, wait


def next_view(socket, until=None):
    """Return the next view, or the first one for which `until` holds."""
    while True:
        message = socket.receive_json()
        assert message["type"] == "view", message
        if until is None or until(message["view"]):
            return message["view"]


def at_version(version):
    return lambda view: view["version"] >= version


def next_error(socket):
    while True:
        message = socket.receive_json()
        if message["type"] != "view":
            assert message["type"] == "error"
            assert set(message) >= {"type", "code", "message", "ruling", "version"}
            return message


def test_a_view_comes_at_once_and_after_every_change(pair):
    first, second = pair
    with first.live() as mine, second.live(shape="tall") as yours, first.watcher().live() as theirs:
        now = next_view(mine)
        assert now["you"] == 0
        assert next_view(yours)["you"] == 1
        assert next_view(theirs)["you"] is None
        mine.send_json({"type": "play", "version": now["version"], "action": now["scene"]["choices"][0]["text"]})
        for socket in (mine, yours, theirs):
            seen = next_view(socket, at_version(now["version"] + 1))
            assert len(seen["log"]) == 1
        first_seen = second.view()
        second.play()  # by HTTP
        for socket in (mine, theirs):
            next_view(socket, at_version(first_seen["version"] + 1))


def test_whoever_is_up_to_date_is_not_told_again(pair):
    first, second = pair
    version = first.view()["version"]
    with first.watcher().live(version=version) as socket:
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong", "version": version}
        first.play()
        assert next_view(socket)["version"] == version + 1
    second.play()
    with first.watcher().live(version=version + 1) as socket:  # after a lost connection
        assert next_view(socket)["version"] == version + 2
    for unknown in (None, 0, version, 10**12):
        with first.watcher().live(version=unknown) as socket:
            assert next_view(socket)["version"] == version + 2


def test_who_is_connected_is_seen(pair):
    first, second = pair
    with first.watcher().live() as socket:
        next_view(socket)
        with second.live():
            assert next_view(socket, lambda view: view["seats"][1]["connected"])["seats"][0]["connected"] is False
        next_view(socket, lambda view: not view["seats"][1]["connected"])


def test_everything_can_be_asked_for(pair):
    first, second = pair
    with first.live() as mine, second.live() as yours:
        view = next_view(mine)
        mine.send_json({"type": "play", "version": view["version"], "action": view["scene"]["choices"][0]["action"]})
        view = next_view(mine, lambda view: len(view["log"]) == 1)
        mine.send_json({"type": "undo", "version": view["version"]})
        view = next_view(yours, lambda view: view["undo"]["asked_by"] == 0)
        yours.send_json({"type": "undo", "version": view["version"], "answer": "accept"})
        view = next_view(mine, lambda view: view["version"] > 3 and not view["log"])
        mine.send_json({"type": "draw", "version": view["version"]})
        view = next_view(yours, lambda view: view["draw_offered_by"] == 0)
        yours.send_json({"type": "draw", "version": view["version"], "answer": "decline"})
        next_view(mine, lambda view, asked=view["version"]: view["version"] > asked)
        mine.send_json({"type": "shape", "shape": "tall"})
        next_view(mine)
        version = first.view()["version"]
        mine.send_json({"type": "resign", "version": version})
        assert next_view(yours, lambda view: view["status"] == "over")["result"]["winners"] == [1]


def test_what_is_refused_changes_nothing(pair):
    first, second = pair
    before = first.view()
    version = before["version"]
    choice = before["scene"]["choices"][0]["action"]
    with second.live() as socket, first.watcher().live() as watching:
        next_view(socket)
        for message, code in (
            ({"type": "play", "version": version, "action": choice}, "not_your_turn"),
            ({"type": "play", "version": version - 1, "action": choice}, "stale_version"),
            ({"type": "undo", "version": version}, "not_allowed"),
            ({"type": "draw", "version": version, "answer": "accept"}, "not_allowed"),
            ({"type": "draw", "version": version, "answer": "perhaps"}, "bad_request"),
            ({"type": "play", "version": version}, "bad_request"),
            ({"type": "play", "version": True, "action": 1}, "bad_request"),
            ({"type": "dance"}, "bad_request"),
            ({"no": "type"}, "bad_request"),
            ([], "bad_request"),
            (None, "bad_request"),
            ("x" * 70_000, "too_large"),
        ):
            socket.send_json(message)
            error = next_error(socket)
            assert (error["code"], error["version"]) == (code, version), message
        for text in ("", "{", "[" * 20_000, "nul\0", '{"type": "ping"', "9" * 5000):
            socket.send_text(text)
            assert next_error(socket)["code"] == "bad_request"
        for data in (b"", b"\xff\xff", b"{}"):
            socket.send_bytes(data)
            assert next_error(socket)["code"] == "bad_request"
        socket.send_json({"type": "ping"})
        assert socket.receive_json()["type"] == "pong"
        watching.send_json({"type": "resign", "version": version})
        assert next_error(watching)["code"] == "bad_token"
    with first.live() as socket:
        socket.send_json({"type": "play", "version": version, "action": 2**31 - 1})
        assert next_error(socket)["code"] == "illegal_action"
        socket.send_json({"type": "play", "version": version, "action": "hop"})
        assert next_error(socket)["code"] == "parse_error"
    after = first.view()
    assert (after["version"], after["log"]) == (version, [])


@pytest.mark.parametrize(
    ("match_id", "token", "code", "close"),
    [
        ("aaaaaaaaaa", "", "unknown_match", 4404),
        ("x", "", "unknown_match", 4404),
        (None, "wrong", "bad_token", 4401),
    ],
)
def test_a_connection_that_cannot_be_is_told_why(pair, match_id, token, code, close):
    person = Person(pair[0].client, match_id or pair[0].id, token)
    with person.live() as socket:
        assert socket.receive_json()["code"] == code
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json()
        assert ended.value.code == close


def test_two_servers_on_one_database_see_each_other(serve, settings):
    here, there = serve(settings), serve(settings)
    first = begin(here, "blockade", ["human", "open"])
    second = first.elsewhere(there).friend()
    with first.live() as mine, second.live() as yours:
        start = next_view(mine, lambda view: view["status"] == "live")
        wait(lambda: all(seat["connected"] for seat in first.view()["seats"]))
        next_view(yours)
        first.play()
        assert len(next_view(yours, at_version(start["version"] + 1))["log"]) == 1
        second.play()
        assert len(next_view(mine, at_version(start["version"] + 2))["log"]) == 2
    assert first.view()["log"] == first.elsewhere(there).view()["log"]


def test_a_bot_answers_live(client):
    me = begin(client, "blockade", ["human", "bot"])
    with me.live() as socket:
        view = next_view(socket)
        for count in (2, 4, 6):
            action = view["scene"]["choices"][0]["action"]
            socket.send_json({"type": "play", "version": view["version"], "action": action})
            view = next_view(socket, lambda view, count=count: len(view["log"]) == count)
            assert view["thinking"] is None


def test_a_connection_that_fails_is_closed_and_seen_to_be_gone(pair, monkeypatch, caplog):
    first, second = pair
    with first.live() as socket:
        next_view(socket)
        monkeypatch.setattr("stockade.server.routes.live.Connection.picture", lambda *_: 1 / 0)
        second.client.app.state.service._changed(first.id)
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json()
        assert ended.value.code == 1011
    assert "a live connection" in caplog.text
    wait(lambda: not first.view()["seats"][0]["connected"])
