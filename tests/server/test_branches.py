"""Matches that begin at a moment of another, or at a position."""

from __future__ import annotations

import pytest
from tests.server.at_table import ok, play_on, refused, resign, wait
from tests.server.company import Guest

from stockade.core.match import Match
from stockade.server.operate.check import check


def finished(person, game: str, actions: int = 12):
    """Return a match against a bot that is over, after at least this many actions."""
    while True:  # a match may end by its rules before that
        match = person.begin(game, ["human", "bot"])
        view = match.view()
        while view["status"] != "over" and len(view["log"]) < actions:
            view = play_on([match], 1)
        if len(view["log"]) >= actions:
            break
    resign(match)
    return match


def branch(person, of, ply: int, kinds: list[str], **more):
    return person.begin(of.view()["game"], kinds, **{"from": {"match": of.id, "ply": ply}}, **more)


def test_play_on_from_a_moment(anna):
    first = finished(anna, "cascadia")
    ply = 7
    second = branch(anna, first, ply, ["human", "bot"])
    old, new = first.view(), second.view()
    assert new["origin"] == {"match": first.id, "ply": ply}
    assert old["origin"] is None
    assert [line["text"] for line in new["log"][:ply]] == [line["text"] for line in old["log"][:ply]]
    assert new["options"] == old["options"]
    assert not new["rated"]
    view = play_on([second], 3)
    assert len(view["log"]) > ply
    log = ok(second.get("/log"))
    assert log["origin"] == {"actions": ply}
    resign(second)
    log = ok(second.get("/log"))
    assert Match.from_json(log).to_json() == log
    assert log["seed"] != ok(first.get("/log"))["seed"]


def test_a_branch_in_the_middle_of_chance_goes_on_with_chance_of_its_own(anna):
    first = finished(anna, "cascadia", 30)
    log = first.view()["log"]
    chance = next(line["ply"] for line in log if line["seat"] == -1 and line["ply"] > 10)
    drawn = set()
    for _ in range(8):
        line = branch(anna, first, chance, ["human", "bot"]).view()["log"][chance]
        assert line["seat"] == -1
        drawn.add(line["text"])
    assert len(drawn) > 1  # the seed of the first match would always give the same


def on_turn(seat):
    """Wait until it is a seat's turn or the match is over, and return the view."""
    found = []

    def is_there() -> bool:
        found[:] = [seat.view()]
        return found[0]["status"] == "over" or found[0]["scene"]["current_player"] == seat.seat

    wait(is_there)
    return found[0]


def test_undo_stops_where_the_branch_began(client, anna):
    first = finished(anna, "blockade", 6)
    second = branch(anna, first, 5, ["human", "human"], hints=False)
    other = Guest(client, "Cleo").join(second.id)
    seat = second.view()["scene"]["current_player"]
    mover = second if seat == second.seat else other
    for person in (second, other):
        assert not person.view()["undo"]["free"]
        refused(person.write("undo"), 403, "not_allowed")
    mover.play()
    assert mover.write("undo").status_code == 200
    third, view, length = None, {}, 0
    while not view or view["status"] == "over":  # the bot may win by chance
        third = branch(anna, first, 4, ["human", "bot"])
        assert not third.view()["undo"]["free"]
        length = len(on_turn(third)["log"])
        third.play()
        view = on_turn(third)
    ok(third.write("undo"))
    assert len(third.view()["log"]) == length
    refused(third.write("undo"), 403, "not_allowed")


def test_a_match_between_people_can_be_branched_when_it_is_over(anna, ben):
    match = anna.begin("blockade", ["human", "open"])
    form = {"game": "blockade", "from": {"match": match.id, "ply": 0}}
    refused(anna.post("/api/matches", **form), 403, "not_allowed")  # it has not begun
    seat = ben.join(match.id)
    play_on([match, seat], 4)
    for person in (anna, ben):
        refused(person.post("/api/matches", **form), 403, "not_allowed")
        refused(person.get(f"/api/matches/{match.id}/positions/2"), 403, "not_allowed")
    ok(match.write("resign"))
    ok(anna.post("/api/matches", **form))
    ok(ben.post("/api/matches", **form))
    position = ok(ben.get(f"/api/matches/{match.id}/positions/2"))["position"]
    assert position["ply"] == 2


def test_a_running_match_against_bots_can_be_branched_unless_it_is_rated(anna):
    match = anna.begin("blockade", ["human", "bot"])
    match.play()
    assert branch(anna, match, 1, ["human", "bot"]).view()["origin"]["ply"] == 1
    rated = anna.begin("blockade", ["human", "bot"], rated=True)
    form = {"game": "blockade", "from": {"match": rated.id, "ply": 0}}
    refused(anna.post("/api/matches", **form), 403, "not_allowed")


def test_a_closed_table_stays_closed(anna, ben):
    match = anna.begin("blockade", ["human", "bot"], policy={"spectators": False})
    ok(match.write("resign"))
    form = {"game": "blockade", "from": {"match": match.id, "ply": 0}}
    refused(ben.post("/api/matches", **form), 403, "forbidden")
    ok(anna.post("/api/matches", **form))


def test_play_on_from_a_position(client, anna):
    opening = ok(client.post("/api/games/blockade/opening", json={}))
    moved = opening["scene"]["choices"][0]["action"]
    asked = {"position": opening["position"], "action": moved}
    position = ok(client.post("/api/games/blockade/position", json=asked))["position"]
    match = anna.begin("blockade", ["human", "bot"], **{"from": {"position": position}})
    view = match.view()
    assert view["origin"] == {"match": None, "ply": 0}
    wait(lambda: match.view()["scene"]["current_player"] == match.seat)
    view = match.play()
    assert [line["ply"] for line in view["log"]] == list(range(len(view["log"])))
    wait(lambda: match.write("undo").status_code == 200)  # a bot may play at the same time
    scene = ok(match.get("/scenes/0"))
    assert scene["ply"] == 1
    ok(match.write("resign"))
    log = ok(match.get("/log"))
    assert Match.from_json(log).to_json() == log
    again = ok(match.write("rematch"))
    assert again["view"]["origin"] == {"match": None, "ply": 0}
    assert again["seat"] == 1


@pytest.mark.parametrize("game", ["cascadia", "barricado", "cascade_barricade", "barrage"])
def test_every_game_can_begin_at_a_position(anna, game):
    match = finished(anna, game, 14)
    position = ok(match.get("/positions/11"))["position"]
    kinds = ["human"] + ["bot"] * (match.view()["players"] - 1)
    other = anna.begin(game, kinds, **{"from": {"position": position}})
    again = ok(other.get("/positions/0"))["position"]
    assert again == position
    play_on([other], 2)
    assert other.view()["version"] > 1


def test_a_rematch_begins_at_the_same_moment(anna):
    second = branch(anna, finished(anna, "blockade", 8), 6, ["human", "bot"])
    ok(second.write("resign"))
    third = ok(second.write("rematch"))
    assert third["view"]["origin"] == second.view()["origin"]
    assert [line["text"] for line in third["view"]["log"][:6]] == [line["text"] for line in second.view()["log"][:6]]
    assert third["seat"] != second.seat


def test_what_cannot_begin(anna):
    first = finished(anna, "blockade", 6)
    start = {"match": first.id, "ply": 2}

    def ask(**form):
        return anna.post("/api/matches", **{"game": "blockade", "from": start, **form})

    refused(ask(rated=True), 403, "not_allowed")
    refused(ask(players=2), 400, "bad_option")
    refused(ask(options={"limit": 20}), 400, "bad_option")
    refused(ask(game="cascadia"), 400, "bad_option")
    refused(ask(**{"from": {"match": first.id, "ply": 1000}}), 404, "unknown_ply")
    refused(ask(**{"from": {"match": "nothing", "ply": 0}}), 404, "unknown_match")
    refused(ask(**{"from": {"match": first.id, "ply": -1}}), 422, "bad_request")
    refused(ask(**{"from": {"match": first.id}}), 422, "bad_request")
    refused(ask(**{"from": {}}), 422, "bad_request")
    refused(ask(**{"from": {"position": {}}}), 400, "bad_position")
    refused(ask(**{"from": {"position": {"black": 3, "white": []}}}), 400, "bad_position")
    refused(ask(**{"from": {"position": {"deep": [[[[[]]]]]}}}), 400, "bad_position")
    assert len(ok(anna.get("/api/me/matches"))["matches"]) == 0


def test_nobody_goes_on_after_the_end(client, anna):
    match = anna.begin("blockade", ["human", "human"])
    other = Guest(client, "Cleo").join(match.id)
    view = play_on([match, other])
    form = {"game": "blockade", "from": {"match": match.id, "ply": len(view["log"])}}
    refused(anna.post("/api/matches", **form), 403, "not_allowed")


def test_a_branch_counts_for_no_record(anna):
    first = anna.begin("cascadia", ["human"])
    play_on([first], 4)
    second = branch(anna, first, len(first.view()["log"]), ["human"])
    play_on([second])
    assert second.view()["status"] == "over"
    assert ok(anna.get("/api/me/records")) == []


def test_branches_are_checked_like_other_matches(anna, settings):
    first = finished(anna, "cascadia", 10)
    branch(anna, first, 6, ["human", "bot"])
    position = ok(first.get("/positions/6"))["position"]
    anna.begin("cascadia", ["human", "bot"], **{"from": {"position": position}})
    report = check(settings.database_url)
    assert (report.problems, report.replayed) == ([], 3)
