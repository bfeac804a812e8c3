"""The lab: positions that people set up, and bots that think about them while somebody watches."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.server.at_table import ask as look_up
from tests.server.at_table import ok, play_on, refused, wait
from tests.server.company import Guest

import stockade
from stockade.server.errors import Refused
from stockade.server.limits.rules import NO_LIMITS
from stockade.server.moments import now
from stockade.server.schemas import Thoughts
from stockade.server.work import questions

GAMES = sorted(stockade.games())


@pytest.fixture
def anna(client) -> Guest:
    return Guest(client, "Anna")


def opening(client, game: str, **more):
    return ok(client.post(f"/api/games/{game}/opening", json=more))


def draft(client, game: str, position, **more):
    return client.post(f"/api/games/{game}/draft", json={"position": position, **more})


def thoughts(response) -> list[dict]:
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/event-stream")
    return [json.loads(line.removeprefix("data: ")) for line in response.text.split("\n\n") if line]


def think(person, game: str, position, seconds: Any = 1.2):
    return person.post(f"/api/games/{game}/think", position=position, seconds=seconds)


# -- setting up ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_set_up_from_its_opening(client, game):
    start = opening(client, game, players=stockade.game(game).spec.players[-1])
    assert start["scene"]["choices"]
    found = ok(draft(client, game, start["position"]))
    assert (found["position"], found["wrong"]) == (start["position"], "")
    tray = found["tray"]
    things = {thing["id"] for thing in (*found["scene"]["areas"], *found["scene"]["pieces"], *tray["areas"])}
    assert {touch for item in tray["items"] for touches in item["places"] for touch in touches} <= things
    assert tray["dials"]
    refused(client.post(f"/api/games/{game}/opening", json={"players": 63}), 400, "bad_option")


def put(client, game: str, position, item: str, *touches: str):
    return draft(client, game, position, change={"item": item, "touches": list(touches)})


def test_an_impossible_position_is_drawn_with_what_is_wrong(client):
    start = opening(client, "blockade")["position"]
    found = ok(put(client, "blockade", start, "black-castle", "black-castle", "square-9"))
    assert found["position"]["black"]["castle"] == 9
    assert "one square" in found["wrong"]
    assert found["ruling"] == "6"
    assert found["scene"]["choices"] == []
    assert found["scene"]["prompt"] == found["wrong"]
    castle = next(piece for piece in found["scene"]["pieces"] if piece["id"] == "black-castle")
    assert castle["place"] == "square-9"
    # It can be changed further, until it is possible.
    better = ok(put(client, "blockade", found["position"], "black-castle", "black-castle", "square-5"))
    assert better["wrong"] == ""
    assert better["scene"]["choices"]
    turned = ok(draft(client, "blockade", better["position"], change={"dial": "to_move", "value": "white"}))
    assert turned["scene"]["current_player"] == 1


def test_tiles_and_tokens_of_cascadia(client):
    start = opening(client, "cascadia")["position"]
    found = ok(draft(client, "cascadia", start, viewer=1))
    item = next(item for item in found["tray"]["items"] if item["id"].startswith("tile-"))
    place = next(touches for touches in item["places"] if touches[0].startswith("cell-1:"))
    laid = ok(draft(client, "cascadia", start, viewer=1, change={"item": item["id"], "touches": place}))
    assert len(laid["position"]["environments"][1]["hexes"]) == 4
    assert laid["wrong"]  # the others have fewer turns
    change = {"item": "remove", "touches": place}
    away = ok(draft(client, "cascadia", laid["position"], viewer=1, change=change))
    assert away["position"]["environments"] == start["environments"]
    assert away["wrong"] == ""


def test_what_the_tray_does_not_offer(client):
    start = opening(client, "blockade")["position"]
    for change in (
        {"item": "black-castle", "touches": ["black-castle", "square-11"]},
        {"item": "black-castle", "touches": ["square-3"]},
        {"item": "red-castle", "touches": ["black-castle", "square-3"]},
        {"dial": "to_move", "value": "red"},
        {"dial": "moves", "value": -1},
        {"dial": "moves", "value": "3"},
        {"dial": "winner", "value": 1},
    ):
        refused(draft(client, "blockade", start, change=change), 400, "bad_position")
    for broken in ({"item": "black-castle"}, {"item": 3, "touches": ["x"]}, {"touches": []}, {}, 7):
        refused(draft(client, "blockade", start, change=broken), 422, "bad_request")
    refused(draft(client, "blockade", start, viewer=2), 400, "bad_option")


HOSTILE = [
    {},
    {"game": "chess"},
    {"players": 10**30},
    {"black": None, "white": None},
    {"environments": [[]], "market": {}},
    {"tiles": [{"at": [0, 0], "variation": 1}] * 500},
    {"seats": "xxxx", "dams": {"x": 1}},
    {"water": [[99, 99]], "seats": [{}] * 4},
    {"ply": -1, "phase": "over", "turn": []},
]


@pytest.mark.parametrize("game", GAMES)
def test_hostile_positions_are_refused(client, anna, game):
    for position in HOSTILE:
        for answer in (
            draft(client, game, position),
            put(client, game, position, "remove", "place-0,0"),
            think(anna, game, position),
            anna.post("/api/matches", **{"game": game, "from": {"position": position}}),
        ):
            if answer.status_code != 200:
                refused(answer, 400, "bad_position")
            else:
                assert answer.json()["wrong"]  # it can be drawn, but no match could reach it


# -- asking a bot --------------------------------------------------------------------------------------------


def test_an_answer_grows_while_somebody_watches(client, anna):
    position = opening(client, "barricado")["position"]
    moved = ok(
        client.post("/api/games/barricado/position", json={"position": position, "action": "draw", "roll": True})
    )
    found = thoughts(think(anna, "barricado", moved["position"], 1.5))
    assert [each["done"] for each in found] == [False] * (len(found) - 1) + [True]
    if stockade.game("barricado").is_compiled:
        assert len({each["simulations"] for each in found}) >= 3
    last = found[-1]
    legal = {choice["action"] for choice in moved["scene"]["choices"]}
    assert 1 <= len(last["candidates"]) <= 3
    for candidate in last["candidates"]:
        assert candidate["action"] in legal
        assert candidate["label"]
        assert candidate["chance"] is None or 0 <= candidate["chance"] <= 1
    assert last["bot"]


def test_a_solved_game_is_known_at_once(client, anna):
    stockade.game("blockade").compile()
    found = thoughts(think(anna, "blockade", opening(client, "blockade")["position"], 20))
    assert all(each["is_exact"] for each in found)
    assert found[-1]["seconds"] < 5
    assert found[0]["candidates"][0]["worth"] == "holds the draw"
    assert [each["chance"] for each in found[0]["candidates"]] == [0.5, 0.0, 0.0]


def test_what_a_bot_cannot_think_about(client, anna):
    over = {"black": {"castle": 10, "bridges": [3, 3]}, "white": {"castle": 8, "bridges": [8, 9]}, "to_move": None}
    over |= {"match": {"points": [1, 0], "rounds": 1}, "last_round": {"ending": "moat", "winner": 0}}
    refused(think(anna, "blockade", over), 403, "not_allowed")
    position = opening(client, "blockade")["position"]
    for seconds in (0, -1, 21, 10**400, "1"):
        refused(think(anna, "blockade", position, seconds), 422, "bad_request")
    refused(think(anna, "chess", {}), 404, "unknown_game")


def test_thinking_stops_when_nobody_listens(client, anna, settings):
    service = client.app.state.service
    position = stockade.game("barricado").start().to_json()
    stop = threading.Event()

    async def listen() -> None:
        state = stockade.game("barricado").from_json(position)
        async for _ in service.questions.watch(state, 20, None):
            stop.set()
            return

    started = time.monotonic()
    client.portal.call(listen)
    assert stop.is_set()
    wait(lambda: look_up(settings, "SELECT count(*) FROM questions") == [(0,)], 5)
    assert time.monotonic() - started < 15
    assert anna.me()


def ask_questions(client) -> Thoughts:
    """Return the first answer to a question about the start of Barricado."""
    service = client.app.state.service

    async def first() -> Thoughts:
        async for found in service.questions.watch(stockade.game("barricado").start(), 1, None):
            return found
        raise AssertionError("there was no answer")

    return client.portal.call(first)


def test_a_question_that_fails_is_given_up_at_once(client, monkeypatch):
    async def broken(*_args: object) -> AsyncIterator[Thoughts]:
        raise RuntimeError("a fault")
        yield

    monkeypatch.setattr(client.app.state.service.bots, "watch", broken)
    started = time.monotonic()
    with pytest.raises(Refused):
        ask_questions(client)
    assert time.monotonic() - started < questions.PATIENCE / 2


def test_a_question_that_waits_for_its_turn_is_asked_once(client, monkeypatch):
    begun = []

    async def slow(*_args: object) -> AsyncIterator[Thoughts]:
        begun.append(1)
        await asyncio.sleep(2.0)
        yield Thoughts(bot="x", seconds=1, simulations=1, candidates=[], is_exact=False, done=False)

    monkeypatch.setattr(questions, "LEASE", timedelta(seconds=0.5))
    monkeypatch.setattr(client.app.state.service.bots, "watch", slow)
    assert ask_questions(client).bot == "x"
    assert len(begun) == 1


def test_questions_of_processes_that_died_are_removed(settings, serve):
    serve(settings).__exit__(None, None, None)
    insert = "INSERT INTO questions (id, language, asked) VALUES ('left', 'en', :asked)"
    look_up(settings, insert, asked=now() - 2 * questions.OLD)
    serve(settings)
    wait(lambda: look_up(settings, "SELECT count(*) FROM questions") == [(0,)], 5)


def test_thinking_counts_for_the_quota(settings, serve):
    client = serve(replace(settings, limits=replace(NO_LIMITS, bot_seconds=1)))
    anna = Guest(client, "Anna")
    position = opening(client, "barricado")["position"]
    for _ in range(4):
        answer = think(anna, "barricado", position, 1)
        if answer.status_code == 429:
            break
    body = refused(answer, 429, "too_many")
    assert "today" in body["message"]


# -- fair play -----------------------------------------------------------------------------------------------


def test_no_help_in_a_match_without_hints(client, anna):
    ben = Guest(client, "Ben")
    match = anna.begin("blockade", ["human", "open"])
    seat = ben.join(match.id)
    play_on([match, seat], 3)
    service = client.app.state.service
    stored = service.matches.stored(match.id)
    state = service.matches.state_at(stored, 3)
    table = state.to_json()
    for person in (anna, ben):
        refused(think(person, "blockade", table), 403, "not_allowed")
        refused(think(person, "blockade", {**table, "ply": table["ply"] + 2}), 403, "not_allowed")
    start = opening(client, "blockade")["position"]
    thoughts(think(anna, "blockade", start, 0.5))  # another position
    thoughts(think(Guest(client, "Cleo"), "blockade", table, 0.5))  # somebody who does not play
    ok(match.write("resign"))
    thoughts(think(anna, "blockade", table, 0.5))


def test_no_help_with_any_position_while_a_rated_match_runs(client, anna):
    ben = Guest(client, "Ben")
    match = anna.begin("blockade", ["human", "open"], rated=True)
    ben.join(match.id)
    start = opening(client, "blockade")["position"]
    refused(think(anna, "blockade", start), 403, "not_allowed")
    thoughts(think(anna, "barricado", opening(client, "barricado")["position"], 0.5))
    ok(match.write("resign"))
    thoughts(think(anna, "blockade", start, 0.5))


def test_no_book_in_a_rated_match(client, anna):
    ben = Guest(client, "Ben")
    match = anna.begin("blockade", ["human", "open"], rated=True)
    ben.join(match.id)
    refused(anna.post("/api/games/blockade/book", actions=[]), 403, "not_allowed")
    ok(Guest(client, "Cleo").post("/api/games/blockade/book", actions=[]))
    ok(match.write("resign"))
    ok(anna.post("/api/games/blockade/book", actions=[]))


def test_nobody_plays_on_with_a_bot_from_the_table_of_a_match_without_hints(client, anna):
    ben = Guest(client, "Ben")
    match = anna.begin("blockade", ["human", "open"])
    play_on([match, ben.join(match.id)], 3)
    service = client.app.state.service
    table = service.matches.state_at(service.matches.stored(match.id), 3).to_json()
    seats = [{"kind": "human"}, {"kind": "bot", "level": 1}]
    wish = {"game": "blockade", "seats": seats, "from": {"position": table}}
    record = match.get("/record", format="json").text
    brought = ok(anna.post("/api/records", record=record))["id"]
    refused(anna.post("/api/matches", **wish), 403, "not_allowed")
    refused(anna.post("/api/matches", **{**wish, "from": {"match": brought, "ply": 3}}), 403, "not_allowed")
    ok(anna.post("/api/matches", **{**wish, "from": {"match": brought, "ply": 2}}))
    ok(match.write("resign"))
    ok(anna.post("/api/matches", **wish))


def test_hints_at_a_table_that_allows_them_go_with_the_lab(client, anna):
    ben = Guest(client, "Ben")
    match = anna.begin("blockade", ["human", "open"], hints=True)
    ben.join(match.id)
    thoughts(think(anna, "blockade", opening(client, "blockade")["position"], 0.5))
