"""Seats that the rules play: nobody can join there, and nobody waits for them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.at_table import Person, ok, refused, wait

import stockade

pytestmark = pytest.mark.usefixtures("race")


def make(client: Any, seats: list[dict[str, Any]] | None, riders: int = 2) -> Any:
    body: dict[str, Any] = {"game": "race", "players": 3, "options": {"riders": riders, "track": "long"}, "seed": 8}
    return client.post("/api/matches", json=body | ({"seats": seats} if seats is not None else {}))


def sit(client: Any, seats: list[dict[str, Any]] | None = None, riders: int = 2) -> Person:
    made = ok(make(client, seats, riders))
    return Person(client, made["id"], made["token"], made["seat"])


def kinds(view: dict[str, Any]) -> list[tuple[str, str, bool]]:
    return [(seat["kind"], seat["name"], seat["connected"]) for seat in view["seats"][1:]]


@pytest.mark.parametrize("seats", [None, [{"kind": "human"}], [{"kind": kind} for kind in ("human", "auto", "auto")]])
def test_a_match_against_them_is_live_at_once(client, seats):
    person = sit(client, seats)
    view = person.view()
    assert view["status"] == "live"
    assert kinds(view) == [("auto", "Rider", True), ("auto", "Rider", True)]
    assert view["thinking"] is None
    refused(client.post(f"/api/matches/{person.id}/join", json={}), 409, "no_open_seat")
    waiting = ok(client.get("/api/matches", params={"status": "waiting"}))
    assert person.id not in [match["id"] for match in waiting]


def test_their_turns_pass_by_themselves(client):
    person = sit(client)
    for _ in range(3):
        person.play("walk")
        view = person.play("run")
    assert view["status"] == "over"
    assert [line["seat"] for line in view["log"]] == [0, 0, -1, -1, -1] * 3
    assert "Runner 2 comes to" in view["log"][4]["told"][0]


def test_a_bot_beside_them_plays_on(client):
    person = sit(client, [{"kind": "human"}, {"kind": "bot", "level": 1}], riders=1)
    person.play("walk")
    person.play("run")
    wait(lambda: person.view()["scene"]["current_player"] == 0 and len(person.view()["log"]) >= 7)
    assert [line["seat"] for line in person.view()["log"]] == [0, 0, -1, 1, 1, -1, -1]


def test_friends_are_asked_for_the_other_seats_only(client):
    person = sit(client, riders=1)
    assert person.view()["status"] == "waiting"
    assert [seat["kind"] for seat in person.view()["seats"]] == ["human", "open", "auto"]
    refused(client.post(f"/api/matches/{person.id}/join", json={"seat": 2}), 409, "no_open_seat")
    friend = person.friend()
    assert friend.seat == 1
    assert friend.view()["status"] == "live"


@pytest.mark.parametrize(
    "asked",
    [
        ["human", "open", "auto"],
        ["human", "bot", "open"],
        ["auto", "human", "auto"],
        ["human", "auto"],
        ["human", "auto", "auto", "auto"],
    ],
)
def test_nobody_else_can_sit_there_and_no_other_seat_plays_itself(client, asked):
    refused(make(client, [{"kind": kind} for kind in asked]), 400, "bad_option")


def test_a_game_without_them_has_none(client):
    seats = [{"kind": "human"}, {"kind": "auto"}]
    refused(client.post("/api/matches", json={"game": "blockade", "seats": seats}), 400, "bad_option")


def test_taking_back_needs_nobody_and_a_draw_has_nobody(client):
    person = sit(client)
    person.play("walk")
    view = person.play("run")
    assert view["undo"]["free"]
    assert len(ok(person.write("undo"))["log"]) == 1
    refused(person.write("draw"), 403, "not_allowed")


def test_a_draw_is_for_those_who_decide(client):
    person = sit(client, riders=1)
    friend = person.friend()
    ok(person.write("draw"))
    assert ok(friend.write("draw", answer="accept"))["result"]["reason"] == "draw agreed"


def test_a_rematch_has_them_again(client):
    person = sit(client)
    ok(person.write("resign"))
    again = ok(person.write("rematch"))
    assert again["seat"] == 0
    assert again["view"]["status"] == "live"
    assert kinds(again["view"]) == [("auto", "Rider", True), ("auto", "Rider", True)]


def test_the_shelf_says_which_games_have_them(client):
    games = {game["name"]: game for game in ok(client.get("/api/games"))}
    assert games["blockade"]["auto"] is None
    for name, game in games.items():
        auto = stockade.game(name).spec.auto
        expected = auto and {"option": auto.option, "name": auto.name, "needs": dict(auto.needs)}
        assert game["auto"] == expected
