"""Matches over HTTP: create, join, play and watch, and every error on the way."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.server.at_table import Person, begin, ok, play_on, refused

import stockade
from stockade.conformance.scope import either
from stockade.core.snapshot import to_snapshot
from stockade.server.replay import rebuild
from stockade.server.storage import Storage


def unchanged(person: Person, before: dict[str, Any]) -> None:
    assert person.view() == before


@pytest.mark.parametrize("game", stockade.games())
def test_people_play_a_match_to_the_end(client, settings, game):
    players = stockade.game(game).spec.players[0]
    first = begin(client, game, ["human"] + ["open"] * (players - 1), seed=5)
    assert first.view()["status"] == ("waiting" if players > 1 else "live")
    people = [first, *(first.friend(name=f"Friend {seat}") for seat in range(1, players))]
    assert [person.seat for person in people] == list(range(players))
    view = play_on(people)
    assert view["status"] == "over"
    assert view["result"]["reason"]
    assert view["scene"]["choices"] == []
    log = ok(first.get("/log"))
    match = stockade.Match.from_json(json.loads(json.dumps(log)))
    assert match.result.scores == view["result"]["scores"]
    assert match.result.winners == view["result"]["winners"]  # nobody, if all may lose a game
    assert [line["text"] for line in view["log"]] == log["actions"]
    assert [line["label"] for line in view["log"]] == [entry.label for entry in match.history()]
    stored = Storage(settings.database_url)
    kept = stored.read(first.id)
    assert to_snapshot(rebuild(kept).state) == kept.row.state
    stored.close()
    refused(people[0].write("actions", action=0), 403, "not_allowed")
    refused(people[0].write("resign"), 403, "not_allowed")
    refused(people[0].write("undo"), 403, "not_allowed")
    refused(people[0].write("draw"), 403, "not_allowed")


def test_games_are_listed_with_options_and_levels(client):
    games = ok(client.get("/api/games"))
    assert [game["name"] for game in games] == list(stockade.games())
    for game in games:
        assert len(game["levels"]) == 5
        assert game["players"]
        for option in game["options"]:
            assert option["kind"] in ("bool", "int", "choice")


@pytest.mark.parametrize("game", stockade.games())
def test_art_is_svg_and_is_not_sent_twice(client, game):
    first = client.get(f"/api/games/{game}/art")
    assert first.status_code == 200
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert b"<svg" in first.content
    again = client.get(f"/api/games/{game}/art", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("game", stockade.games())
def test_lessons_have_prose_and_boards(client, game):
    for shape in ("wide", "tall"):
        lesson = ok(client.get(f"/api/games/{game}/learn", params={"shape": shape}))
        kinds = {block["kind"] for block in lesson["blocks"]}
        assert kinds == {"html", "board"}
        assert not any('class="language-board"' in block.get("html", "") for block in lesson["blocks"])


@pytest.mark.parametrize("game", stockade.games())
def test_a_position_and_what_an_action_makes_of_it(client, game):
    state = stockade.Match(game, seed=3).state
    url = f"/api/games/{game}/position"
    shown = ok(client.post(url, json={"position": state.to_json()}))
    assert shown["position"] == json.loads(json.dumps(state.to_json()))
    assert [choice["action"] for choice in shown["scene"]["choices"]] == state.legal_actions()
    action = state.legal_actions()[0]
    text = state.format(action)
    state.apply(action)
    for given in (action, text):
        after = ok(client.post(url, json={"position": shown["position"], "action": given, "shape": "tall"}))
        assert after["position"] == json.loads(json.dumps(state.to_json()))
        assert after["text"]
    refused(client.post(url, json={"position": {"nonsense": 1}}), 400, "bad_position")
    refused(client.post(url, json={"position": shown["position"], "action": "@!"}), 400, "parse_error")
    refused(client.post(url, json={"position": shown["position"], "action": 2**31 - 1}), 422, "illegal_action")


@pytest.mark.parametrize("game", stockade.games())
def test_a_position_keeps_its_side(client, game):
    """A position drawn for one seat stays on that seat's side, and the player to move can still choose."""
    state = stockade.Match(game, seed=3).state
    url = f"/api/games/{game}/position"
    for viewer in range(state.players):
        question = {"position": state.to_json(), "viewer": viewer}
        for _ in range(either(quick=2, deep=4)):
            shown = ok(client.post(url, json=question))
            scene, seen = shown["scene"], stockade.game(game).from_json(shown["position"])
            before = json.loads(json.dumps(seen.scene(viewer).to_json()))
            assert scene["viewer"] == viewer
            assert (scene["areas"], scene["pieces"]) == (before["areas"], before["pieces"])
            assert [choice["action"] for choice in scene["choices"]] == seen.legal_actions()
            action = scene["choices"][0]["action"]
            question = {**question, "position": shown["position"], "action": action, "roll": True}
    refused(client.post(url, json={**question, "viewer": state.players}), 400, "bad_option")
    refused(client.post(url, json={**question, "viewer": -1}), 422, "bad_request")


def test_a_rivals_ghosts_stand_where_the_viewer_would_see_them(client):
    state = stockade.Match("blockade").state
    far = 1 - state.current_player
    shown = ok(client.post("/api/games/blockade/position", json={"position": state.to_json(), "viewer": far}))
    for choice in shown["scene"]["choices"]:
        after = state.clone()
        after.apply(choice["action"])
        drawn = json.loads(json.dumps(after.scene(far).to_json()))["pieces"]
        assert choice["ghost"]
        assert all(piece in drawn for piece in choice["ghost"])


def test_a_lesson_says_from_whose_side_its_boards_are_drawn(client):
    lesson = ok(client.get("/api/games/blockade/learn"))
    boards = [block for block in lesson["blocks"] if block["kind"] == "board"]
    assert boards
    assert all(block["viewer"] == block["scene"]["viewer"] for block in boards)


def test_a_view_is_for_its_viewer(pair):
    first, second = pair
    mine, yours, theirs = first.view(), second.view(), first.watcher().view()
    assert (mine["you"], yours["you"], theirs["you"]) == (0, 1, None)
    assert mine["scene"]["choices"]
    assert yours["scene"]["choices"] == []
    assert theirs["scene"]["choices"] == []
    assert mine["version"] == yours["version"] == theirs["version"]
    assert [seat["kind"] for seat in theirs["seats"]] == ["human", "human"]
    wide, tall = ok(first.get(shape="wide"))["scene"], ok(first.get(shape="tall"))["scene"]
    assert wide["size"][0] > wide["size"][1] or wide["size"] == tall["size"]


def test_an_action_by_id_or_text_raises_the_version(pair):
    first, second = pair
    before = first.view()
    choice = before["scene"]["choices"][0]
    after = ok(first.post("actions", version=before["version"], action=choice["text"]))
    assert after["version"] == before["version"] + 1
    line = after["log"][-1]
    assert line == {"ply": 0, "seat": 0, "text": choice["text"], "label": line["label"], "told": []}
    assert after["scene"]["current_player"] == 1
    assert second.view()["scene"]["choices"]


def test_a_stale_write_is_refused_and_changes_nothing(pair):
    first, second = pair
    old = first.view()
    first.play()
    now = second.view()
    for path, body in (
        ("actions", {"action": old["scene"]["choices"][0]["action"]}),
        ("undo", {}),
        ("resign", {}),
        ("draw", {}),
        ("rematch", {}),
    ):
        refusal = refused(first.post(path, version=old["version"], **body), 409, "stale_version")
        assert refusal["version"] == now["version"]
    unchanged(second, now)


def test_refusals_of_an_action(pair):
    first, second = pair
    before = first.view()
    refused(second.write("actions", action=before["scene"]["choices"][0]["action"]), 403, "not_your_turn")
    refused(first.write("actions", action="what?"), 400, "parse_error")
    refused(first.write("actions", action=2**31 - 1), 422, "illegal_action")
    # A bridge moves exactly two squares. The error names the ruling.
    assert refused(first.write("actions", action="B1-9"), 400, "parse_error")["ruling"]
    for action in (True, 1.5, None, [], {}, -1, 2**31, ""):
        refused(first.write("actions", action=action), 422, "bad_request")
    refused(first.post("actions", action=1), 422, "bad_request")
    refused(first.post("actions", version=-1, action=1), 422, "bad_request")
    refused(first.write("actions", action=1, more=1), 422, "bad_request")
    unchanged(first, before)


def test_refusals_of_a_token(client, pair):
    first, _ = pair
    other = begin(client, "blockade", ["human", "open"])
    before = first.view()
    watcher, liar = first.watcher(), Person(client, first.id, "no-such-token")
    stranger = Person(client, first.id, other.token)
    for path, body in (("actions", {"action": 0}), ("undo", {}), ("resign", {}), ("draw", {}), ("rematch", {})):
        version = before["version"]
        answer = watcher.post(path, version=version, **body)
        refused(answer, 401, "bad_token")
        assert answer.headers["www-authenticate"] == "Bearer"
        refused(liar.post(path, version=version, **body), 401, "bad_token")
        refused(stranger.post(path, version=version, **body), 403, "not_your_seat")
    refused(liar.get(), 401, "bad_token")
    refused(stranger.get(), 403, "not_your_seat")
    refused(watcher.write("hint"), 401, "bad_token")
    basic = client.get(f"/api/matches/{first.id}", headers={"Authorization": "Basic abc"})
    refused(basic, 401, "bad_token")
    unchanged(first, before)


def test_refusals_of_what_is_not_there(client, pair):
    first, _ = pair
    for missing in ("aaaaaaaaaa", "x", "%00", "..%2Fgames", "ü" * 10):
        nobody = Person(client, missing, None)
        assert nobody.get().status_code == 404
        assert nobody.get("/log").status_code == 404
    refused(Person(client, "aaaaaaaaaa", None).get(), 404, "unknown_match")
    refused(client.get("/api/games/ludo/art"), 404, "unknown_game")
    refused(client.get("/api/games/ludo/learn"), 404, "unknown_game")
    refused(client.post("/api/games/ludo/position", json={"position": {}}), 404, "unknown_game")
    refused(client.post("/api/matches", json={"game": "ludo"}), 404, "unknown_game")
    refused(client.get("/api/nothing"), 404, "not_found")
    refused(first.get("/scenes/1"), 404, "unknown_ply")
    refused(first.get("/scenes/-1"), 422, "bad_request")
    refused(client.delete("/api/matches"), 405, "bad_method")


def test_refusals_of_a_new_match(client):
    def ask(**body: Any) -> Any:
        return client.post("/api/matches", json={"game": "blockade", **body})

    refused(ask(players=7), 400, "bad_option")
    refused(ask(options={"nonsense": 1}), 400, "bad_option")
    refused(ask(seats=[{"kind": "human"}]), 400, "bad_option")
    refused(ask(players=2, seats=[{"kind": "human"}]), 400, "bad_option")
    refused(ask(seats=[{"kind": "human"}, {"kind": "bot", "level": 77}]), 400, "bad_option")
    refused(ask(seats=[{"kind": "ghost"}, {"kind": "human"}]), 422, "bad_request")
    refused(ask(seed=-1), 422, "bad_request")
    refused(ask(seed=2**60), 422, "bad_request")
    refused(ask(options={"limit": [1]}), 422, "bad_request")
    for content in (b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 30000, b'{"game": ' + b"9" * 5000 + b"}"):
        answer = client.post("/api/matches", content=content, headers={"Content-Type": "application/json"})
        refused(answer, 422, "bad_request")
    assert client.get("/api/matches").json() == []


def test_a_large_body_is_kept_out(client, settings):
    large = b" " * (settings.body_limit + 1)
    refused(client.post("/api/matches", content=large), 413, "too_large")
    parts = (b" " * 1000 for _ in range(settings.body_limit // 1000 + 1))  # a body without a Content-Length header
    refused(client.post("/api/matches", content=parts), 413, "too_large")


def test_joining(client):
    first = begin(client, "blockade", ["human", "open"])
    assert first.view()["status"] == "waiting"
    refused(first.write("actions", action=1), 403, "not_allowed")
    assert first.view()["scene"]["choices"] == []  # nobody to play with yet
    for body in ({"seat": 0}, {"seat": 5}):
        refused(client.post(f"/api/matches/{first.id}/join", json=body), 409, "no_open_seat")
    again = ok(first.post("join"))
    assert (again["seat"], again["token"]) == (0, first.token)
    second = first.friend(name="  A\tfriend\u0000 ", seat=1)
    view = second.view()
    assert (view["status"], view["seats"][1]["name"]) == ("live", "A friend")
    refused(client.post(f"/api/matches/{first.id}/join", json={}), 409, "no_open_seat")
    refused(client.post(f"/api/matches/{first.id}/join", json={"name": "x" * 41}), 422, "bad_request")


def test_who_sits_where(client):
    refusal = client.post("/api/matches", json={"game": "blockade"})
    made = ok(refusal)
    assert [seat["kind"] for seat in made["view"]["seats"]] == ["human", "open"]
    second = begin(client, "blockade", ["open", "human"])
    assert second.seat == 1
    twice = begin(client, "blockade", ["human", "human"])
    assert [seat["kind"] for seat in twice.view()["seats"]] == ["human", "open"]
    nobody = begin(client, "blockade", ["open", "open"])
    assert (nobody.seat, nobody.token) == (None, None)


def test_the_listing_is_by_status_newest_first(client):
    ids = [begin(client, "blockade", ["human", "open"], listed=True).id for _ in range(3)]
    live = begin(client, "blockade", ["human", "open"], listed=True)
    live.friend()
    assert [row["id"] for row in ok(client.get("/api/matches?status=waiting"))] == ids[::-1]
    assert [row["id"] for row in ok(client.get("/api/matches?status=live"))] == [live.id]
    rows = ok(client.get("/api/matches"))
    assert [row["id"] for row in rows] == ids[::-1]
    told = {"id", "game", "title", "status", "seats", "players", "version", "updated", "hints"}
    assert set(rows[0]) == told | {"yours", "turn", "rated", "policy", "result", "imported"}
    refused(client.get("/api/matches?status=lost"), 422, "bad_request")


def test_past_scenes_and_the_log(pair):
    first, second = pair
    start = first.view()["scene"]
    view = play_on([first, second], 5)
    assert len(view["log"]) == 5
    scenes = [ok(first.watcher().get(f"/scenes/{ply}")) for ply in range(6)]
    assert [scene["ply"] for scene in scenes] == list(range(6))
    assert all(scene["choices"] == [] for scene in scenes)
    assert scenes[0]["pieces"] == start["pieces"]
    assert scenes[5]["pieces"] == first.view()["scene"]["pieces"]
    log = ok(first.get("/log"))
    assert log["seed"] is None  # it would reveal future chance outcomes
    assert len(stockade.Match.from_json(log).actions) == 5


def test_a_finished_match_is_seen_from_any_seat(client):
    first = begin(client, "cascadia", ["human", "open", "open"])
    people = [first, first.friend(), first.friend()]
    play_on(people, 6)
    watcher = first.watcher()
    refused(watcher.get("/scenes/3", viewer=1), 403, "not_allowed")
    refused(first.get("/scenes/3", viewer=1), 403, "not_allowed")
    assert ok(people[1].get("/scenes/3", viewer=1))["viewer"] == 1
    assert ok(watcher.get("/scenes/3"))["viewer"] is None

    ok(people[2].write("resign"))
    for person in (*people, watcher):
        for seat in range(3):
            scene = ok(person.get("/scenes/3", viewer=seat))
            assert (scene["viewer"], scene["ply"], scene["choices"]) == (seat, 3, [])
    drawn = [ok(watcher.get("/scenes/3", viewer=seat)) for seat in range(3)]
    assert drawn[0]["areas"] != drawn[1]["areas"], "each sees their own land in front"
    assert ok(people[1].get("/scenes/3"))["viewer"] == 1
    assert ok(watcher.get("/scenes/3"))["viewer"] is None
    for path in ("/scenes/3", "/pictures/3.svg"):
        refused(watcher.get(path, viewer=3), 400, "bad_option")
        refused(watcher.get(path, viewer=-1), 422, "bad_request")
        refused(watcher.get(path, viewer="me"), 422, "bad_request")


def test_a_picture_of_every_moment(pair):
    first, second = pair
    play_on([first, second], 3)
    for ply in range(4):
        answer = first.watcher().get(f"/pictures/{ply}.svg")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        root = ElementTree.fromstring(answer.text)
        scene = ok(first.watcher().get(f"/scenes/{ply}"))
        labels = [piece["label"] for piece in scene["pieces"] if piece["art"]]
        named = [each.get("aria-label") for each in root.iter() if each.get("aria-label")]
        assert named[-len(labels) :] == labels
        known = {each.get("id") for each in root.iter("{http://www.w3.org/2000/svg}symbol")}
        uses = [each.get("href") for each in root.iter("{http://www.w3.org/2000/svg}use")]
        assert {use[1:] for use in uses} <= known | {each.get("id") for each in root.iter()}
    german = first.get("/pictures/3.svg", language="de").text
    assert german != first.get("/pictures/3.svg", language="en").text
    tall, wide = (
        ElementTree.fromstring(first.get("/pictures/0.svg", shape=shape).text) for shape in ("tall", "wide")
    )
    assert tall.get("viewBox") != wide.get("viewBox")
    refused(first.get("/pictures/4.svg"), 404, "unknown_ply")
    refused(first.get("/pictures/-1.svg"), 422, "bad_request")
    refused(first.get("/pictures/x.svg"), 422, "bad_request")
    refused(first.get("/pictures/1.png"), 404, "not_found")
    refused(first.get("/pictures/1.svg", viewer=1), 403, "not_allowed")


def test_resigning_and_a_rematch(pair):
    first, second = pair
    refused(first.write("rematch"), 403, "not_allowed")
    over = ok(first.write("resign"))
    assert (over["status"], over["result"]["winners"]) == ("over", [1])
    assert ok(first.get("/log"))["ending"] == {"resigned": 0}
    assert ok(first.get("/log"))["seed"] is not None
    new = ok(first.write("rematch"))
    assert new["seat"] == 1  # everybody moves on by one seat
    assert new["view"]["status"] == "waiting"
    assert second.view()["rematch"] == new["id"]
    taken = ok(second.write("rematch"))
    assert (taken["id"], taken["seat"], taken["view"]["status"]) == (new["id"], 0, "live")
    refused(second.write("rematch"), 409, "no_open_seat")
    again = [Person(first.client, new["id"], new["token"], 1), Person(first.client, new["id"], taken["token"], 0)]
    play_on(again, 2)


GAME = "blockade"


def test_a_hint_names_the_best_moves_and_everybody_sees_that_it_was_asked_for(client):
    first = begin(client, GAME, ["human", "open"], hints=True)
    second = first.friend()
    assert first.view()["hints"] is True
    hints = ok(first.write("hint"))
    legal = [choice["action"] for choice in first.view()["scene"]["choices"]]
    assert hints["bot"]
    assert 1 <= len(hints["hints"]) <= 3
    for hint in hints["hints"]:
        assert set(hint) == {"action", "text", "label", "worth"}
        assert hint["action"] in legal
        assert hint["text"]
        assert hint["label"]
    used = [{"ply": 0, "seat": first.view()["scene"]["current_player"]}]
    assert second.view()["hinted"] == used
    version = first.view()["version"]
    ok(first.write("hint"))  # asking again about the same decision is not told again
    assert (first.view()["version"], first.view()["hinted"]) == (version, used)
    refused(second.write("hint"), 403, "not_your_turn")
    first.play()
    first.write("undo")
    assert second.view()["hinted"] == used
    ok(first.write("resign"))
    refused(first.write("hint"), 403, "not_allowed")


def test_people_who_play_people_get_no_hints_unless_the_table_was_set_so(client):
    first = begin(client, GAME, ["human", "open"])
    second = first.friend()
    assert first.view()["hints"] is False
    refused(first.write("hint"), 403, "not_allowed")
    assert second.view()["hinted"] == []
    alone = begin(client, GAME, ["human", "bot"])
    assert alone.view()["hints"] is True


def test_the_list_of_matches_and_a_rematch_keep_the_setting_of_hints(client):
    first = begin(client, GAME, ["human", "open"], hints=True, listed=True)
    second = first.friend()
    listed = {each["id"]: each["hints"] for each in ok(client.get("/api/matches?status=live"))}
    assert listed[first.id] is True
    ok(second.write("resign"))
    assert ok(first.write("rematch"))["view"]["hints"] is True


def test_tokens_are_not_kept_as_they_are(settings, pair):
    stored = Storage(settings.database_url)
    kept = stored.read(pair[0].id)
    stored.close()
    assert all(seat.token_hash and seat.token_hash not in (pair[0].token, pair[1].token) for seat in kept.seats)


def test_characters_that_a_database_refuses(client):
    for path in ("/api/matches", "/api/me/matches"):
        refused(client.get(path, params={"game": "a\0b"}), 422, "bad_request")
    assert client.get("/api/matches/a%00b").status_code in (404, 422)
    assert ok(client.get("/api/matches", params={"game": "another_game"})) == []
