"""Chance, turns of several actions, and three seats."""

from __future__ import annotations

import pytest
from tests.server.at_table import Person, begin, ok, play_on, refused, wait

from stockade.server.replay import rebuild
from stockade.server.storage import Storage

pytestmark = pytest.mark.usefixtures("race")


@pytest.fixture
def people(client) -> list[Person]:
    first = begin(client, "race", ["human", "open", "open"], seed=8)
    return [first, first.friend(), first.friend()]


def test_chance_rolls_by_itself_and_is_in_the_log(settings, people):
    people[0].play("walk")
    view = people[0].play("run")
    assert [line["seat"] for line in view["log"]] == [0, 0, -1]
    assert view["log"][2]["text"] in "123456"
    assert [line["ply"] for line in view["log"]] == [0, 1, 2]
    assert view["scene"]["current_player"] == 1
    over = play_on(people)
    assert over["result"]["reason"] == "the race is run"
    storage = Storage(settings.database_url)
    stored = storage.read(people[0].id)
    storage.close()
    assert {entry.kind for entry in stored.journal} == {"joined", "action", "chance"}
    assert rebuild(stored).state.to_bytes() == stored.row.state
    assert ok(people[0].get("/log"))["seed"] == 8
    for ply in (0, 1, 27):
        assert ok(people[0].get(f"/scenes/{ply}"))["ply"] == ply


def test_a_seed_makes_the_same_match_again(client, people):
    one = play_on(people, seed=3)
    other = begin(client, "race", ["human", "open", "open"], seed=8)
    two = play_on([other, other.friend(), other.friend()], seed=3)
    assert one["log"] == two["log"]


def test_taking_back_is_free_until_chance_has_spoken(people):
    first, second, third = people
    assert first.view()["undo"]["free"] is False
    assert first.play("walk")["undo"]["free"] is True
    assert second.view()["undo"]["free"] is False
    refused(second.write("undo"), 403, "not_allowed")
    assert ok(first.write("undo"))["log"] == []
    first.play("run")
    rolled = first.play("run")
    assert rolled["undo"]["free"] is False
    assert ok(first.write("undo"))["undo"]["asked_by"] == 0
    second.play("walk")  # plays on, and the request remains open
    assert ok(second.write("undo", answer="accept"))["undo"]["asked_by"] == 0
    back = ok(third.write("undo", answer="accept"))
    assert back["undo"]["asked_by"] is None
    assert [line["text"] for line in back["log"]] == ["run"]
    # A chance outcome at a given ply stays the same.
    assert first.play("run")["log"] == rolled["log"]


def test_one_no_is_enough(people):
    first, second, third = people
    first.play()
    first.play()
    ok(first.write("undo"))
    ok(second.write("undo", answer="accept"))
    assert ok(third.write("undo", answer="decline"))["undo"]["asked_by"] is None
    ok(second.write("draw"))
    ok(first.write("draw", answer="accept"))
    assert ok(third.write("draw", answer="decline"))["draw_offered_by"] is None
    second.play()
    ok(second.write("draw"))
    ok(first.write("draw", answer="accept"))
    over = ok(third.write("draw", answer="accept"))
    assert over["result"]["winners"] == [0, 1, 2]


def test_two_people_and_a_bot(client):
    first = begin(client, "race", ["human", "bot", "open"])
    third = first.friend()
    assert third.seat == 2
    first.play()
    first.play()
    wait(lambda: first.view()["scene"]["current_player"] == 2)
    assert [line["seat"] for line in first.view()["log"]] == [0, 0, -1, 1, 1, -1]
    assert ok(first.write("undo"))["undo"]["asked_by"] == 0  # the bot does not mind, the other player may
    assert len(ok(third.write("undo", answer="accept"))["log"]) == 1
    first.play()
    wait(lambda: first.view()["scene"]["current_player"] == 2)
    over = ok(third.write("resign"))
    assert 2 not in over["result"]["winners"]
    again = ok(third.write("rematch"))
    assert (again["seat"], [seat["kind"] for seat in again["view"]["seats"]]) == (0, ["human", "open", "bot"])
    assert ok(first.write("rematch"))["view"]["status"] == "live"


def test_a_bot_alone_lets_one_take_back_across_chance(client):
    me = begin(client, "race", ["human", "bot", "bot"])
    me.play()
    me.play()
    wait(lambda: len(me.view()["log"]) == 9)
    assert len(ok(me.write("undo"))["log"]) == 1
    assert ok(me.write("undo"))["log"] == []  # the player's own first action: free
    refused(me.write("undo"), 403, "not_allowed")


def test_what_an_action_made_happen_by_itself_is_in_the_log(people):
    people[0].play("walk")
    view = people[0].play("run")
    assert [line["told"] for line in view["log"][:2]] == [[], []]
    rolled = int(view["log"][2]["text"])
    lines = [f"Runner 0 comes to {3 + rolled}"]
    assert view["log"][2]["told"] == ([*lines, "the bell rings"] if rolled == 6 else lines)
    assert people[1].view()["log"] == view["log"]
