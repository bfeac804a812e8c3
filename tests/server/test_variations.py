"""Variations: moves that people try out in a match, and keep with comments."""

from __future__ import annotations

import pytest
from tests.server.at_table import ok, play_on, refused, wait
from tests.server.company import Guest


@pytest.fixture
def match(anna, ben):
    """A match that is over, at which Anna and Ben have played."""
    seat = anna.begin("blockade", ["human", "open"])
    play_on([seat, ben.join(seat.id)], 6)
    ok(seat.write("resign"))
    return seat


def line(seat, ply: int, *actions: int, **more):
    return seat.post("line", ply=ply, actions=list(actions), **more)


def tried(seat, ply: int, *actions: int) -> int:
    """Return an action that can be tried after this line."""
    return ok(line(seat, ply, *actions))["scene"]["choices"][-1]["action"]


def node(ply: int, *actions: int, parent: int | None = None, comment: str = ""):
    return {"parent": parent, "ply": ply, "actions": list(actions), "comment": comment}


def keep(seat, version: int, *nodes, **more):
    return seat.post("variations", version=version, nodes=list(nodes), **more)


def test_a_line_is_drawn_with_choices(match):
    start = ok(line(match, 2))
    action = start["scene"]["choices"][0]["action"]
    after = ok(line(match, 2, action))
    assert after["position"]["ply"] == 3
    assert after["scene"]["current_player"] != start["scene"]["current_player"]
    assert after["scene"]["choices"]
    refused(line(match, 2, 100_000), 422, "illegal_action")
    refused(line(match, 1000), 404, "unknown_ply")


def test_a_line_goes_on_where_others_are_to_move(anna):
    """On a side that shows the maps of others small, there would be no place for a tile of theirs."""
    seat = anna.begin("cascadia", ["human", "bot"])
    moves = []
    while True:
        found = ok(line(seat, 0, *moves, roll=True))
        moves += found["rolled"]
        scene = found["scene"]
        shown = {thing["id"] for thing in (*scene["areas"], *scene["pieces"])}
        assert shown.issuperset(touch for choice in scene["choices"] for touch in choice["touches"])
        if scene["current_player"] == 1 and scene["viewer"] is None:
            break
        moves.append(scene["choices"][-1]["action"])


def test_chance_in_a_line_can_be_repeated(anna):
    seat = anna.begin("cascadia", ["human", "bot"])
    play_on([seat], 1)
    moment = next(entry["ply"] for entry in seat.view()["log"] if entry["seat"] == 0)
    after = ok(line(seat, moment, roll=True))
    assert after["rolled"] == []
    path: list[int] = []
    for _ in range(3):  # take a pair, lay the tile, place the token
        path.append(tried(seat, moment, *path))
    after = ok(line(seat, moment, *path, roll=True))
    assert after["rolled"]
    assert ok(line(seat, moment, *path, *after["rolled"]))["position"] == after["position"]


def test_a_tree_is_kept_for_its_person(match, ben):
    first = tried(match, 2)
    reply = tried(match, 2, first)
    nodes = [node(2, first, comment="Better?"), node(2, reply, parent=0), node(4, tried(match, 4))]
    (mine,) = ok(keep(match, 0, *nodes))
    assert (mine["version"], mine["yours"], mine["shared"], mine["name"]) == (1, True, False, "Anna")
    assert [(each["parent"], each["ply"], each["comment"]) for each in mine["nodes"]] == [
        (None, 2, "Better?"),
        (0, 2, ""),
        (None, 4, ""),
    ]
    assert all(each["label"] and each["text"] for each in mine["nodes"])
    assert ok(match.get("/variations")) == [mine]
    other = ben.at(match.id)
    assert ok(other.get("/variations")) == []
    ok(keep(match, 1, *nodes, shared=True))
    (seen,) = ok(other.get("/variations"))
    assert (seen["yours"], seen["name"], len(seen["nodes"])) == (False, "Anna", 3)
    assert ok(match.watcher().get("/variations"))[0]["name"] == "Anna"
    (own, theirs) = ok(keep(other, 0, node(0, tried(other, 0))))
    assert (own["yours"], theirs["yours"]) == (True, False)


def test_a_tree_is_not_overwritten_by_an_old_one(match):
    action = tried(match, 2)
    ok(keep(match, 0, node(2, action)))
    assert refused(keep(match, 0, node(3, tried(match, 3))), 409, "stale_version")["version"] == 1
    refused(keep(match, 7, node(2, action)), 409, "stale_version")
    refused(keep(match, 0), 409, "stale_version")
    assert ok(keep(match, 1)) == []  # all of it is deleted
    assert ok(match.get("/variations")) == []
    ok(keep(match, 0, node(2, action)))


def test_what_cannot_be_kept(match, client):
    action = tried(match, 2)
    refused(keep(match, 0, node(2, 100_000)), 422, "illegal_action")
    refused(keep(match, 0, node(1000, action)), 404, "unknown_ply")
    refused(keep(match, 0, node(2, action, parent=0)), 422, "bad_request")
    refused(keep(match, 0, node(2, action), node(3, action, parent=0)), 422, "bad_request")
    refused(keep(match, 0, node(2)), 422, "bad_request")
    refused(keep(match, 0, node(2, action, comment="x" * 1001)), 422, "bad_request")
    refused(keep(match, 0, *[node(2, action)] * 401), 422, "bad_request")
    refused(keep(Guest(client).at(match.id), 0, node(2, action)), 401, "bad_token")
    assert ok(match.get("/variations")) == []


def test_nobody_looks_into_a_match_between_people(anna, ben):
    seat = anna.begin("blockade", ["human", "open"])
    other = ben.join(seat.id)
    play_on([seat, other], 2)
    for each in (seat, other, seat.watcher()):
        refused(line(each, 0), 403, "not_allowed")
        refused(each.get("/variations"), 403, "not_allowed")
    refused(keep(seat, 0, node(0, 0)), 403, "not_allowed")


def test_what_was_taken_back_is_left_out(anna):
    seat = anna.begin("blockade", ["human", "bot"])
    play_on([seat], 2)
    wait(lambda: seat.view()["scene"]["current_player"] == seat.seat)
    ply = len(seat.view()["log"])
    ok(keep(seat, 0, node(0, tried(seat, 0)), node(ply, tried(seat, ply))))
    ok(seat.write("undo"))
    (mine,) = ok(seat.get("/variations"))
    assert [each["ply"] for each in mine["nodes"]] == [0]


def test_variations_follow_their_person(match, anna, client):
    ok(keep(match, 0, node(2, tried(match, 2)), shared=True))
    cleo = Guest(client, "Cleo")
    ok(cleo.post("/api/me/claim", name="Cleo", password="correct horse"))
    ok(anna.post("/api/me/sign-in", name="Cleo", password="correct horse"))
    (tree,) = ok(cleo.get(f"/api/matches/{match.id}/variations"))
    assert (tree["yours"], tree["name"]) == (True, "Cleo")
    assert cleo.post("/api/me/delete").status_code == 204
    assert ok(match.watcher().get("/variations")) == []
