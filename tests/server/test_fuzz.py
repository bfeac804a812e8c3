"""Whatever is sent, the response is a typed error and the match has not changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.at_table import Person, begin

from stockade.conformance.scope import either
from stockade.server.errors import STATUS

QUICK = settings(
    max_examples=either(quick=20, deep=60), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner)
)
PATHS = ("actions", "undo", "resign", "draw", "rematch")
versions = st.sampled_from([1, 2, 3]) | values
actions = st.integers(-5, 90) | st.text(max_size=8) | values
bodies = (
    st.fixed_dictionaries({"version": versions}, optional={"action": actions, "answer": values, "more": values})
    | values
)


@pytest.fixture(scope="module")
def table(shared_client) -> tuple[Person, Person]:
    first = begin(shared_client, "blockade", ["human", "open"])
    return first, first.friend()


def check_refusal(status: int, body: dict[str, Any]) -> None:
    assert STATUS[body["code"]] == status
    assert isinstance(body["message"], str)
    assert isinstance(body["ruling"], str)


@QUICK
@given(path=st.sampled_from(PATHS), body=bodies)
def test_any_body_by_whoever_is_not_to_move(table, path, body):
    """The second seat can only resign or offer a draw here, and those need the right version."""
    _, second = table
    before = second.view()
    if isinstance(body, dict) and body.get("version") == before["version"]:
        body = {**body, "version": before["version"] + 1}
    content = json.dumps(body)
    answer = second.client.post(
        f"/api/matches/{second.id}/{path}",
        content=content.encode("utf-8", "surrogatepass"),
        headers={**second.headers, "Content-Type": "application/json"},
    )
    assert 400 <= answer.status_code < 500, answer.text
    check_refusal(answer.status_code, answer.json())
    assert second.view() == before


@QUICK
@given(action=actions)
def test_any_action_by_whoever_is_to_move(table, action):
    first, _ = table
    before = first.view()
    answer = first.client.post(
        f"/api/matches/{first.id}/actions",
        content=json.dumps({"version": before["version"], "action": action}),
        headers={**first.headers, "Content-Type": "application/json"},
    )
    if answer.status_code == 200:
        legal = {choice["action"] for choice in before["scene"]["choices"]}
        texts = {choice["text"] for choice in before["scene"]["choices"]}
        assert action in legal or str(action).strip().upper() in texts
        assert answer.json()["version"] == before["version"] + 1
        # Restore it for the next example.
        first.write("undo")
        table[1].write("undo", answer="accept")
    else:
        check_refusal(answer.status_code, answer.json())
        assert first.view() == before


@QUICK
@given(content=st.binary(max_size=200), path=st.sampled_from(("actions", "join", "undo")))
def test_any_bytes(table, content, path):
    first, _ = table
    before = first.view()
    url = f"/api/matches/{first.id}/{path}"
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = first.client.post(url, content=content, headers={"Content-Type": kind})
        assert 400 <= answer.status_code < 500
        check_refusal(answer.status_code, answer.json())
    assert first.view() == before


@QUICK
@given(position=st.dictionaries(st.text(max_size=8), values, max_size=4), action=st.none() | actions)
def test_any_position(shared_client, position, action):
    content = json.dumps({"position": position, "action": action})
    answer = shared_client.post(
        "/api/games/blockade/position", content=content, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (200, 400, 422), answer.text
    if answer.status_code != 200:
        check_refusal(answer.status_code, answer.json())


@QUICK
@given(data=st.data())
def test_any_bent_position(shared_client, data):
    """Replace one value of a real position."""
    import stockade

    position = stockade.game("blockade").start().to_json()
    where: Any = position
    while True:
        key = data.draw(st.sampled_from(sorted(where) if isinstance(where, dict) else range(len(where))))
        if not isinstance(where[key], dict | list) or not where[key] or data.draw(st.booleans()):
            break
        where = where[key]
    where[key] = data.draw(values)
    answer = shared_client.post(
        "/api/games/blockade/position",
        content=json.dumps({"position": position, "action": 5}),
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code in (200, 400, 422), answer.text


messages = values | st.fixed_dictionaries(
    {"type": st.sampled_from(["play", "undo", "draw", "resign", "shape", "dance"])},
    optional={"version": versions, "action": actions, "answer": values, "shape": values},
)


@QUICK
@given(sent=st.lists(messages.map(json.dumps) | st.text(max_size=50), max_size=6))
def test_any_message(table, sent):
    """Sent by a watcher, because only then is it certain that nothing changes."""
    first, _ = table
    before = first.view()
    with first.watcher().live(version=before["version"]) as socket:
        for text in sent:
            try:
                text.encode()
            except UnicodeEncodeError:
                continue
            socket.send_text(text)
        socket.send_text(json.dumps({"type": "ping"}))
        while (answer := socket.receive_json())["type"] != "pong":
            assert answer["type"] in ("error", "view")
            if answer["type"] == "error":
                assert answer["code"] in STATUS
    assert first.view() == before
