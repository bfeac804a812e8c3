"""Clocks, absent players, and the bots that play for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from tests.server.at_table import ok, refused, wait
from tests.server.company import Guest, Seat

from stockade.server import moments

Later = Callable[[float], None]


@pytest.fixture
def later(client) -> Iterator[Later]:
    """Let seconds pass on a running server. Time is turned back afterwards."""
    before = moments._ahead
    keeper = client.app.state.service.timekeeper

    def pass_by(seconds: float) -> None:
        moments.move_on(timedelta(seconds=seconds))
        keeper.look()

    yield pass_by
    moments._ahead = before


def table(client, **policy) -> tuple[Seat, Seat]:
    anna, ben = Guest(client, "Anna"), Guest(client, "Ben")
    # A match to 99 points is not over after a few random moves.
    match = anna.begin("blockade", ["human", "open"], options={"match": 99}, policy=policy)
    return match, ben.join(match.id)


def left(seat: Seat) -> list[float]:
    return [round(each) for each in seat.view()["clock"]["left"]]


def test_a_clock_for_every_turn(client, later):
    anna, ben = table(client, clock={"kind": "turn", "seconds": 100})
    later(30)
    assert left(ben) == [70, 100]
    assert anna.view()["clock"]["running"] == 0
    anna.play()
    assert left(ben) == [100, 100]
    later(10)
    assert left(anna) == [100, 90]
    assert anna.view()["clock"]["running"] == 1


def test_a_clock_for_the_game_with_an_increment(client, later):
    anna, ben = table(client, clock={"kind": "game", "seconds": 100, "increment": 5})
    later(30)
    anna.play()
    later(50)
    ben.play()
    assert left(ben) == [75, 55]
    ok(ben.write("undo"))  # asks only, and nobody gains time by it
    ok(anna.write("undo", answer="accept"))
    assert left(ben) == [75, 55]
    assert ben.view()["clock"]["running"] == 1


def test_time_does_not_run_before_the_start_and_after_the_end(client, later):
    anna = Guest(client, "Anna")
    match = anna.begin("blockade", ["human", "open"], policy={"clock": {"kind": "game", "seconds": 100}})
    later(1000)
    assert left(match) == [100, 100]
    ben = Guest(client, "Ben").join(match.id)
    later(10)
    ok(ben.write("resign"))
    later(1000)
    assert left(match) == [90, 100]
    assert match.view()["clock"]["running"] is None


def test_the_others_wait(client, later):
    anna, ben = table(client, clock={"kind": "turn", "seconds": 100}, absent="wait")
    later(101)
    view = ben.view()
    assert view["seats"][0]["left"]
    assert (view["replaceable"], view["claimable"]) == ([], [])
    refused(ben.write("seats/0/claim"), 403, "not_allowed")
    refused(ben.write("seats/0/stand-in"), 403, "not_allowed")
    anna.play()  # late, but welcome
    assert not ben.view()["seats"][0]["left"]
    assert left(ben) == [100, 100]


def test_the_match_is_claimed(client, later):
    anna, ben = table(client, clock={"kind": "turn", "seconds": 100}, absent="claim")
    refused(ben.write("seats/0/claim"), 403, "not_allowed")
    later(101)
    assert ben.view()["claimable"] == [0]
    assert anna.view()["claimable"] == []
    refused(anna.write("seats/0/claim"), 403, "not_allowed")
    refused(Guest(client, "Cleo").at(anna.id).write("seats/0/claim"), 401, "bad_token")
    view = ok(ben.write("seats/0/claim"))
    assert (view["status"], view["result"]["winners"]) == ("over", [1])
    log = ok(ben.get("/log"))
    assert log["ending"] == {"forfeited": 0}


def test_a_bot_takes_over_and_hands_back(client, later):
    anna, ben = table(client, clock={"kind": "game", "seconds": 1000}, absent="bot", stand_in=1)
    later(1001)
    view = wait(lambda: (found := ben.view())["log"] and found)
    assert view["seats"][0]["stand_in"] == 1
    assert view["clock"]["running"] == 1
    ben.play()
    wait(lambda: len(ben.view()["log"]) >= 3)  # the bot plays on
    view = ok(anna.post("return"))
    assert view["seats"][0]["stand_in"] is None
    assert left(anna)[0] == 100  # a tenth of the whole
    if view["scene"]["current_player"] == 1:
        ben.play()
    length = len(anna.play()["log"])
    assert length >= 5


def test_coming_back_is_connecting_again(client, later):
    anna, ben = table(client, clock={"kind": "turn", "seconds": 100}, absent="bot", stand_in=1)
    later(101)
    assert ben.view()["seats"][0]["stand_in"] == 1
    with anna.live() as socket:
        view = socket.receive_json()["view"]
    assert view["seats"][0]["stand_in"] is None
    assert not view["seats"][0]["left"]


def test_leaving_a_live_match(client):
    anna, ben = table(client, absent="bot", stand_in=1)
    ok(anna.write("leave"))
    assert wait(lambda: ben.view()["log"])
    anna, ben = table(client, absent="claim")
    ok(anna.write("leave"))
    assert ok(ben.write("seats/0/claim"))["result"]["winners"] == [1]


def test_without_a_clock_somebody_who_is_long_away_can_be_replaced(client, later):
    anna, ben = table(client, absent="bot", stand_in=1)
    assert ben.view()["replaceable"] == []
    later(121)
    assert ben.view()["replaceable"] == [0]
    with anna.live():
        wait(lambda: ben.view()["seats"][0]["connected"])
        assert ben.view()["replaceable"] == []
    wait(lambda: not ben.view()["seats"][0]["connected"])
    ok(ben.write("seats/0/stand-in"))
    assert wait(lambda: ben.view()["log"])


def test_time_never_runs_while_no_server_does(settings, serve, later):
    first = serve(settings)
    anna, ben = table(first, clock={"kind": "game", "seconds": 100})
    later(30)
    first.__exit__()
    moments.move_on(timedelta(days=2))
    second = serve(settings)
    anna.guest.client = anna.client = ben.guest.client = ben.client = second
    assert left(anna) == pytest.approx([70, 100], abs=5)  # a server takes a while to start
    assert anna.view()["status"] == "live"
    assert not anna.view()["seats"][0]["left"]


def test_bots_have_no_clock(client):
    anna = Guest(client, "Anna")
    match = anna.begin("blockade", ["human", "bot"], policy={"clock": {"kind": "game", "seconds": 100}})
    match.play()
    wait(lambda: match.view()["clock"]["running"] == 0)
    assert left(match)[1] == 100


def test_abandoned_tables_go_away(client, later):
    anna = Guest(client, "Anna")
    waiting, closed = (anna.begin("blockade", ["human", "open"]) for _ in range(2))
    ok(closed.write("cancel"))
    played = anna.begin("blockade", ["human", "bot"])
    later(15 * 24 * 3600)
    for match in (waiting, closed):
        refused(match.get(), 404, "unknown_match")
    assert played.view()["status"] == "live"
