"""Tables: who finds them, who may sit down, what the host can change, and playing again."""

from __future__ import annotations

import pytest
from tests.server.at_table import begin, ok, play_on, refused
from tests.server.company import Guest


def listed(client, **query) -> list[str]:
    return [row["id"] for row in ok(client.get("/api/matches", params=query))]


def test_a_table_is_private_unless_it_is_listed(client, anna):
    private = anna.begin("blockade", ["human", "open"])
    begin(client, "blockade", ["human", "open"])
    public = anna.begin("blockade", ["human", "open"], listed=True)
    other = anna.begin("barricado", ["human", "open"], listed=True)
    assert listed(client) == [other.id, public.id]
    assert listed(client, game="blockade") == [public.id]
    assert listed(client, status="live") == []
    assert ok(client.get(f"/api/matches/{private.id}"))["status"] == "waiting"  # the link is the key
    Guest(client, "Cleo").join(public.id)
    assert listed(client) == [other.id]
    assert listed(client, status="live") == [public.id]
    refused(client.get("/api/matches", params={"status": "over"}), 422, "bad_request")


def test_a_table_without_spectators(client, anna, ben):
    match = anna.begin("blockade", ["human", "open"], listed=True, policy={"spectators": False})
    ok(client.get(f"/api/matches/{match.id}"))  # somebody who may still join sees it
    seat = ben.join(match.id)
    watcher = Guest(client, "Cleo").at(match.id)
    for path in ("", "/log", "/scenes/0"):
        refused(watcher.get(path), 403, "forbidden")
        refused(match.watcher().get(path), 403, "forbidden")
        assert seat.get(path).status_code == 200
    with watcher.live() as socket:
        assert socket.receive_json()["code"] == "forbidden"
    assert listed(client, status="live") == []


def test_a_seat_is_kept_for_a_name(client, anna, ben):
    seats = [{"kind": "human"}, {"kind": "open", "name": "Cleo"}, {"kind": "open"}]
    match = anna.create("cascadia", seats)
    view = match.view()
    assert [(seat["kept"], seat["name"]) for seat in view["seats"][1:]] == [(True, "Cleo"), (False, "")]
    refused(ben.post(f"/api/matches/{match.id}/join", seat=1), 409, "no_open_seat")
    assert ben.join(match.id).seat == 2
    dora = Guest(client, "Dora")
    refused(dora.post(f"/api/matches/{match.id}/join"), 409, "no_open_seat")
    assert Guest(client, " cleo").join(match.id).seat == 1
    assert match.view()["status"] == "live"


def test_the_host_changes_seats_until_the_match_begins(anna, ben):
    match = anna.create("cascadia", [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}])
    seat = ben.join(match.id)
    refused(seat.write("seats/2", kind="bot", level=1), 403, "forbidden")
    ok(match.write("seats/2", kind="open", name="Cleo"))
    assert match.view()["seats"][2]["kept"]
    ok(match.write(f"seats/{seat.seat}", kind="open"))  # taken back from Ben
    assert seat.view()["you"] is None
    refused(seat.write("resign"), 401, "bad_token")
    refused(match.write("seats/0", kind="bot"), 403, "not_allowed")
    refused(match.write("seats/7", kind="bot"), 403, "not_allowed")
    refused(match.write("seats/1", kind="bot", level=77), 400, "bad_option")
    ok(match.write("seats/1", kind="bot", level=1))
    view = ok(match.write("seats/2", kind="human", name="Emma"))  # on the host's own device
    assert view["status"] == "live"
    assert view["yours"] == [0, 2]
    assert [seat["name"] for seat in view["seats"]][2] == "Emma"
    refused(match.write("seats/1", kind="open"), 409, "no_open_seat")


def test_the_host_cancels_and_nobody_can_join_any_more(client, anna, ben):
    match = anna.begin("blockade", ["human", "open"], listed=True)
    watcher = ben.at(match.id)
    refused(watcher.write("cancel"), 403, "forbidden")
    assert ok(match.write("cancel"))["status"] == "closed"
    refused(ben.post(f"/api/matches/{match.id}/join"), 403, "not_allowed")
    refused(match.write("cancel"), 403, "not_allowed")
    refused(match.write("resign"), 403, "not_allowed")
    assert listed(client) == []
    assert ok(anna.get("/api/me/matches"))["matches"] == []


def test_leaving_before_the_start_opens_the_seat_again(anna, ben):
    match = anna.create("cascadia", [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}])
    seat = ben.join(match.id)
    assert ok(seat.write("leave"))["you"] is None
    assert [row["kind"] for row in match.view()["seats"]] == ["human", "open", "open"]


def test_a_whole_game_on_one_device(anna):
    seats = [{"kind": "human"}, {"kind": "human", "here": True, "name": "Emma"}]
    match = anna.create("blockade", seats, options={"limit": 30})
    view = match.view()
    assert (view["status"], view["yours"], view["you"]) == ("live", [0, 1], 0)
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Emma"]
    view = match.play()
    assert view["you"] == view["scene"]["current_player"] == 1  # the table turns to the one who is to move
    assert view["scene"]["choices"]
    refused(
        match.post("actions", version=view["version"], action=view["scene"]["choices"][0]["action"], seat=0),
        403,
        "not_your_turn",
    )
    ok(match.write("undo", seat=0))  # nobody else is to be asked
    assert match.view()["log"] == []
    while match.view()["status"] == "live":
        match.play()
    assert match.view()["result"]


def test_somebody_joins_with_a_friend_on_the_same_device(anna, ben):
    match = anna.create("cascadia", [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}])
    ben.join(match.id)
    ben.join(match.id)  # joining twice is joining once
    assert ben.at(match.id).view()["yours"] == [1]
    ben.join(match.id, here=True, name="Emma")
    view = ben.at(match.id).view()
    assert (view["yours"], view["status"]) == ([1, 2], "live")
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Ben", "Emma"]
    refused(ben.at(match.id).write("resign", seat=0), 403, "not_your_seat")


def test_strangers_cannot_have_two_seats(client):
    seats = [{"kind": "human"}, {"kind": "human", "here": True}]
    refused(client.post("/api/matches", json={"game": "blockade", "seats": seats}), 403, "not_allowed")


def test_a_rematch_keeps_its_seats_for_those_who_played(client, anna, ben):
    match = anna.begin("blockade", ["human", "open"], policy={"undo": "never"}, listed=True)
    seat = ben.join(match.id)
    ok(seat.write("resign"))
    again = ok(match.write("rematch"))
    assert again["seat"] == 1  # sides are swapped
    assert again["view"]["policy"]["undo"] == "never"
    stranger = Guest(client, "Ben")  # the same name is not the same person
    refused(stranger.post(f"/api/matches/{again['id']}/join"), 409, "no_open_seat")
    refused(stranger.at(match.id).write("rematch"), 401, "bad_token")
    assert listed(client) == [again["id"]]
    joined = ok(seat.write("rematch"))
    assert (joined["id"], joined["seat"], joined["view"]["status"]) == (again["id"], 0, "live")
    assert ok(seat.write("rematch"))["seat"] == 0  # asked again, it is the same seat
    assert [row["name"] for row in joined["view"]["seats"]] == ["Ben", "Anna"]


def test_the_host_gives_away_the_seat_of_somebody_who_does_not_come(anna, ben):
    match = anna.begin("blockade", ["human", "open"])
    seat = ben.join(match.id)
    ok(seat.write("resign"))
    again = anna.at(ok(match.write("rematch"))["id"])
    ok(again.write("seats/0", kind="bot", level=1))
    assert again.view()["status"] == "live"
    refused(seat.write("rematch"), 409, "no_open_seat")


def test_a_rematch_of_token_holders_keeps_their_seats_too(client):
    first = begin(client, "blockade", ["human", "open"])
    second = first.friend()
    ok(second.write("resign"))
    again = ok(first.write("rematch"))
    refused(client.post(f"/api/matches/{again['id']}/join", json={}), 409, "no_open_seat")
    joined = ok(second.write("rematch"))
    assert {again["seat"], joined["seat"]} == {0, 1}
    assert joined["token"]


@pytest.mark.parametrize("undo", ["ask", "free", "never"])
def test_the_policy_of_undo(anna, ben, undo):
    match = anna.begin("blockade", ["human", "open"], policy={"undo": undo})
    ben.join(match.id)
    match.play()
    response = match.write("undo")
    if undo == "never":
        refused(response, 403, "not_allowed")
    else:
        assert len(ok(response)["log"]) == (0 if undo == "free" else 1)


def test_bad_settings_are_refused(anna):
    for policy in (
        {"undo": "sometimes"},
        {"clock": {"kind": "turn", "seconds": 0}},
        {"surprise": 1},
        {"absent": "run"},
    ):
        refused(anna.post("/api/matches", game="blockade", policy=policy), 422, "bad_request")
    refused(anna.post("/api/matches", game="blockade", policy={"stand_in": 77}), 400, "bad_option")


def test_where_it_is_my_turn(anna, ben):
    match = anna.begin("blockade", ["human", "open"])
    seat = ben.join(match.id)
    [row] = ok(ben.get("/api/me/matches"))["matches"]
    assert (row["yours"], row["turn"]) == ([1], 0)
    play_on([match], 1)
    [row] = ok(ben.get("/api/me/matches"))["matches"]
    assert row["turn"] == 1
    assert seat.view()["seen"] == 0
    assert seat.post("seen", ply=99).status_code == 204
    assert seat.view()["seen"] == 1
