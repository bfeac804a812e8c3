"""A client that applies patches sees exactly what a client that gets whole views sees."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_jsonable_python
from tests.server.at_table import begin, ok

import stockade
from stockade.server.patches import patch


@dataclass(frozen=True)
class Part:
    id: str
    x: int = 0


@dataclass(frozen=True)
class Whole:
    name: str
    parts: tuple[Part, ...] = ()
    numbers: tuple[int, ...] = ()
    inner: Part | None = None


parts = st.builds(Part, st.sampled_from("abcdefg"), st.integers(0, 2))
wholes = st.builds(
    Whole,
    st.text(max_size=2),
    st.lists(parts, max_size=8).map(tuple),
    st.lists(st.integers(0, 3), max_size=6).map(tuple),
    st.none() | parts,
)


@given(wholes, wholes)
def test_a_patch_turns_the_old_into_the_new(old, new):
    operations = to_jsonable_python(list(patch(old, new)))
    assert jsonpatch.apply_patch(to_jsonable_python(old), operations) == to_jsonable_python(new)


def test_only_what_has_changed_is_sent():
    many = tuple(Part(name) for name in "abcdefghij")
    old, new = Whole("x", many), Whole("x", (*many[:3], Part("d", 5), *many[4:], Part("k")))
    assert list(patch(old, new)) == [
        {"op": "replace", "path": "/parts/3/x", "value": 5},
        {"op": "add", "path": "/parts/10", "value": Part("k")},
    ]
    assert list(patch(old, Whole("x", many[:4] + many[5:]))) == [{"op": "remove", "path": "/parts/4"}]
    assert list(patch(old, old)) == []


class Follower:
    """A client that holds the view of the last message."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.patches = 0

    def until(self, version: int) -> dict[str, Any]:
        """Receive until the view has this version and everybody is there."""
        while self.view.get("version", -1) < version or not all(seat["connected"] for seat in self.view["seats"]):
            message = self.socket.receive_json()
            if message["type"] == "view":
                self.view = message["view"]
            elif message["type"] == "patch":
                self.view = jsonpatch.apply_patch(self.view, message["patch"])
                assert self.view["version"] == message["version"]
                self.patches += 1
        return self.view


@pytest.mark.parametrize("game", stockade.games())
def test_patches_and_whole_views_agree(client, game):
    first = begin(client, game, ["human", "open"])
    second = first.friend()
    dice = random.Random(4)
    with first.live(patches=True) as one, first.live() as two, second.live(patches=True, shape="tall") as three:
        followers = [Follower(socket) for socket in (one, two, three)]
        for _ in range(12):
            now = [follower.until(first.view()["version"]) for follower in followers]
            assert now[0] == now[1]
            if now[0]["status"] == "over":
                break
            mover = first if now[0]["scene"]["current_player"] == 0 else second
            choices = (now[0] if mover is first else now[2])["scene"]["choices"]
            ok(mover.write("actions", action=dice.choice(choices)["action"]))
    assert followers[0].patches >= 10
    assert followers[1].patches == 0


def test_a_client_that_lost_track_gets_the_whole_view(pair):
    first, second = pair
    with second.live(), first.live(patches=True) as socket:
        follower = Follower(socket)
        version = follower.until(0)["version"]
        first.play()
        follower.until(version + 1)
        socket.send_json({"type": "view"})
        assert socket.receive_json() == {"type": "view", "view": follower.view}
