"""Guided first games: the view carries tips for the player, and only a flag is stored."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.at_table import Person, ask, begin, ok, play_on, refused, wait
from tests.server.company import Guest

import stockade
from stockade.core.language import speaking
from stockade.server.guides import Guides


def guided(client, game: str = "blockade", **more) -> Person:
    players = stockade.game(game).spec.guided_players()
    return begin(client, game, ["human", *["bot"] * (players - 1)], guide=True, **more)


def my_turn(me: Person) -> dict[str, Any]:
    """Wait for the bots, and return the view."""
    return wait(lambda: (view := me.view())["scene"]["choices"] and view)


def test_the_shelf_tells_which_games_have_a_guide(client):
    games = {info["name"]: info["first_game"] for info in ok(client.get("/api/games"))}
    assert games == {name: {"players": stockade.game(name).spec.guided_players()} for name in stockade.games()}


@pytest.mark.parametrize("game", stockade.games())
def test_a_guided_match_begins_with_a_tip(client, game: str):
    view = my_turn(guided(client, game, seed=1))
    guide = view["guide"]
    (tip,) = guide["tips"]
    assert tip["id"] == "start"
    assert tip["title"]
    assert tip["section"]["id"] in {section.id for section in stockade.game(game).sections()}
    assert guide["now"] == {"things": [], "actions": []}
    assert guide["closing"] is None


def test_there_is_one_tip_at_a_decision_and_each_comes_once(client):
    me, seen = guided(client, seed=4), []
    for _ in range(6):
        view = my_turn(me)
        tips = [tip["id"] for tip in view["guide"]["tips"]]
        assert len(set(tips)) == len(tips) <= len(seen) + 1
        assert tips[: len(seen)] == seen
        assert (view["guide"]["now"] is not None) == (len(tips) > len(seen))
        seen = tips
        things = {thing["id"] for thing in (*view["scene"]["areas"], *view["scene"]["pieces"])}
        assert set((view["guide"]["now"] or {"things": ()})["things"]) <= things
        if me.play()["status"] == "over":
            break
    assert len(seen) > 2


def test_tips_are_in_the_language_of_the_reader(client):
    me = guided(client)
    view = ok(me.get(language="de"))
    with speaking("de"):
        words = stockade.game("blockade").guide_words()["start"]
    (tip,) = view["guide"]["tips"]
    assert (tip["title"], tip["text"]) == (words.title, words.text)
    assert tip["section"] == {"id": "how-things-move", "title": "Wie gezogen wird"}


def test_a_live_connection_brings_the_next_tip(client):
    me = guided(client, seed=4)
    with me.live(patches=False) as socket:
        first = socket.receive_json()["view"]
        assert [tip["id"] for tip in first["guide"]["tips"]] == ["start"]
        me.play()
        while True:
            view = socket.receive_json().get("view")
            if view and view["scene"]["choices"]:
                break
        assert [tip["id"] for tip in view["guide"]["tips"]] == ["start", "landing"]


def test_nobody_but_the_player_is_guided(client):
    me = guided(client)
    assert me.watcher().view()["guide"] is None
    assert me.watcher().view()["guidable"] is False


def test_the_guide_can_be_left_and_found_again(client):
    me = guided(client, seed=4)
    me.play()
    my_turn(me)
    left = ok(me.write("guide", on=False))
    assert (left["guide"], left["guidable"]) == (None, True)
    assert left["scene"]["choices"]  # the match goes on
    back = ok(me.write("guide", on=True))
    assert [tip["id"] for tip in back["guide"]["tips"]] == ["start", "landing"]
    assert back["guidable"] is False
    assert ok(me.write("guide", on=True))["version"] == back["version"]


def test_any_match_against_bots_can_have_the_guide(client):
    me = begin(client, "blockade", ["human", "bot"])
    assert (me.view()["guide"], me.view()["guidable"]) == (None, True)
    assert ok(me.write("guide", on=True))["guide"]["now"] is not None


def test_a_guided_match_is_never_rated(client):
    anna = Guest(client, "Anna")
    seats = [{"kind": "human"}, {"kind": "bot", "level": 1}]
    body = {"game": "blockade", "seats": seats, "guide": True, "rated": True}
    refused(anna.post("/api/matches", **body), 403, "not_allowed")
    rated = anna.at(ok(anna.post("/api/matches", **{**body, "guide": False}))["id"])
    assert rated.view()["guidable"] is False
    refused(rated.write("guide", on=True), 403, "not_allowed")


@pytest.mark.parametrize("kinds", [["human", "open"], ["bot", "bot"]])
def test_a_guide_is_for_one_person_who_plays_bots(client, kinds: list[str]):
    body = {"game": "blockade", "seats": [{"kind": kind} for kind in kinds], "guide": True}
    refused(client.post("/api/matches", json=body), 403, "not_allowed")
    assert ok(client.get("/api/me/matches"))["matches"] == []


def test_taking_back_gives_the_same_tip_again(client):
    me = guided(client, seed=4)
    me.play()
    before = my_turn(me)
    me.play()
    my_turn(me)
    after = ok(me.write("undo"))
    assert after["guide"] == before["guide"]


def test_another_server_gives_the_same_tips(settings, serve):
    first = serve(settings)
    me = guided(first, "cascadia", seed=2)
    play_on([me], 5)
    tips = my_turn(me)["guide"]["tips"]
    assert my_turn(me.elsewhere(serve(settings)))["guide"]["tips"] == tips
    (row,) = ask(settings, "SELECT guide FROM matches")
    assert row[0]


def test_the_end_tells_how_it_was_won_and_what_comes_next(client):
    me = guided(client, seed=4)
    over = play_on([me])
    closing = over["guide"]["closing"]
    assert over["guide"]["now"] is None
    assert closing["text"].endswith(".")
    assert closing["level"] == 2
    told = {tip["section"]["id"] for tip in over["guide"]["tips"]}
    assert told.isdisjoint(section["id"] for section in closing["rest"])
    again = ok(me.write("rematch"))
    assert again["view"]["guide"] is None


def test_a_match_that_was_given_up_has_no_score_to_explain(client):
    me = guided(client)
    closing = ok(me.write("resign"))["guide"]["closing"]
    assert closing["text"] == ""
    assert closing["rest"]


def test_other_matches_cost_nothing(client, monkeypatch):
    def fail(*_: object) -> None:
        raise AssertionError("nobody asked for a guide")

    monkeypatch.setattr(Guides, "view", fail)
    me = begin(client, "blockade", ["human", "bot"])
    me.play()


def test_sections_of_a_lesson_have_addresses(client):
    for code, title in (("en", "The push"), ("de", "Der Stoß")):
        lesson = ok(client.get("/api/games/blockade/learn", params={"language": code}))
        html = "".join(block["html"] for block in lesson["blocks"] if block["kind"] == "html")
        assert f'<h2 id="the-push">{title}</h2>' in html
