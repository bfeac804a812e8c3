"""Solo matches: there is nobody to wait for, to ask or to beat, but a record to beat."""

from __future__ import annotations

import pytest
from tests.core.toy_shelf import only_toys
from tests.server.at_table import Person, begin, ok, play_on, refused
from tests.server.company import Guest

LOOSE = {"target": 4}


@pytest.fixture(autouse=True)
def pig(monkeypatch):
    only_toys(monkeypatch)


def alone(client, **more) -> Person:
    return begin(client, "pig", ["human"], **more)


def finished(client, seed: int, **more) -> tuple[Person, float]:
    me = alone(client, seed=seed, **more)
    return me, play_on([me], seed=seed)["result"]["scores"][0]


def test_the_shelf_tells_of_one_player_and_of_free_texts(client):
    (info,) = ok(client.get("/api/games"))
    assert (info["players"], info["usual_players"]) == ([1, 2, 4], 2)
    free = {option["name"]: (option["pattern"], option["pattern_text"]) for option in info["options"]}
    assert free["earmark"] == ("[A-D]{2}", "two letters from A to D")
    assert free["target"] == ("", "")


def test_a_free_text_is_an_option_like_any_other(client):
    assert alone(client, options={"earmark": "bd"}).view()["options"]["earmark"] == "BD"
    body = {"game": "pig", "players": 1, "options": {"earmark": "ZZ"}}
    assert "two letters" in refused(client.post("/api/matches", json=body), 400, "bad_option")["message"]


def test_a_table_for_one_is_live_at_once_and_ends_with_a_score(client):
    me = Person(client, *sit_down(client))
    view = me.view()
    assert (view["status"], view["players"], len(view["seats"])) == ("live", 1, 1)
    over = play_on([me])
    assert (over["status"], len(over["result"]["scores"])) == ("over", 1)
    again = ok(me.write("rematch"))
    assert (again["seat"], again["view"]["status"]) == (0, "live")


def sit_down(client) -> tuple[str, str, int]:
    """Create a match without naming seats."""
    made = ok(client.post("/api/matches", json={"game": "pig", "players": 1}))
    return made["id"], made["token"], made["seat"]


def test_taking_back_is_free_where_nobody_is_to_be_asked(client):
    me = alone(client, seed=3)
    assert me.view()["undo"]["free"] is False  # nothing to take back
    me.play("small")
    rolled = me.play("roll")  # a chance action
    assert rolled["undo"]["free"] is True
    back = ok(me.write("undo"))
    assert [line["text"] for line in back["log"]] == ["small"]
    assert ok(me.write("undo"))["log"] == []
    refused(me.write("undo"), 403, "not_allowed")


def test_there_is_no_draw_with_oneself_but_one_may_give_up(client):
    me = alone(client)
    refused(me.write("draw"), 403, "not_allowed")
    over = ok(me.write("resign"))
    assert (over["status"], over["result"]["winners"]) == ("over", [])
    assert "resigned" in over["result"]["reason"]


def test_a_record_counts_what_was_played_to_its_end_by_game_and_options(client):
    anna = Guest(client, "Anna")
    played = [finished(client, seed, options=LOOSE) for seed in range(4)]
    other, points = finished(client, 9)
    given_up, unfinished, with_a_bot = alone(client), alone(client), begin(client, "pig", ["human", "bot"])
    ok(given_up.write("resign"))
    people = [person for person, _ in played]
    held = [{"id": seat.id, "token": seat.token} for seat in (*people, other, given_up, unfinished, with_a_bot)]
    assert ok(anna.get("/api/me/records")) == []
    assert ok(anna.post_list("/api/me/adopt", held)) == 8
    found = ok(anna.get("/api/me/records"))
    scores = [score for _, score in played]
    assert [(record["game"], record["count"]) for record in found] == [("pig", 4), ("pig", 1)]
    assert found[0]["best"] == max(scores)
    assert found[0]["mean"] == pytest.approx(sum(scores) / 4)
    assert found[0]["options"] == people[0].view()["options"]
    assert (found[1]["best"], found[1]["mean"]) == (points, points)
    assert ok(Guest(client, "Ben").get("/api/me/records")) == []
