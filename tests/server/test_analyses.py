"""Analyses of matches: asked for, worked out, stored, cancelled, and refused while people play."""

from __future__ import annotations

import copy
import threading
from dataclasses import replace

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session
from tests.server.at_table import ok, play_on, refused, resign, wait
from tests.server.company import Guest

import stockade
from stockade.analysis import Cancelled, analyse
from stockade.server.analyses import analysts
from stockade.server.analyses.models import AnalysisRow
from stockade.server.limits.rules import NO_LIMITS
from stockade.server.moments import now


@pytest.fixture
def match(anna):
    """A match against a bot that is over."""
    seat = anna.begin("blockade", ["human", "bot"])
    play_on([seat], 6)
    resign(seat)
    return seat


def done(seat):
    return wait(lambda: (view := ok(seat.get("/analysis")))["status"] == "done" and view, seconds=60)


def test_a_match_is_analysed_and_the_analysis_is_kept(match):
    assert ok(match.get("/analysis"))["status"] == "none"
    assert ok(match.post("analysis"))["status"] in ("waiting", "running", "done")
    view = done(match)
    assert view["setting"] == "quick"
    assert view["progress"] == 1.0
    found = view["found"]
    assert found["is_exact"]
    plies = [moment["ply"] for moment in found["moments"]]
    assert plies == sorted(plies)
    assert len(found["decisions"]) == len(match.view()["log"])
    assert ok(match.post("analysis")) == view, "what is there is not done again"
    german = ok(match.get("/analysis", language="de"))["found"]
    assert german["summary"] != found["summary"]
    assert german["decisions"] == found["decisions"]


def test_an_analysis_of_an_older_version_can_still_be_read(match, client):
    """Older versions stored neither the events of the played line nor the smallest loss that counts."""
    ok(match.post("analysis"))
    found = done(match)["found"]
    assert found["mistakes"]
    with Session(client.app.state.service.storage.engine) as session:
        row = session.get_one(AnalysisRow, match.id)
        result = copy.deepcopy(row.result)
        del result["least"]
        for mistake in result["mistakes"]:
            for words in mistake["words"].values():
                del words["played_events"]
        row.result = result
        session.commit()
    again = ok(match.get("/analysis"))["found"]
    assert [mistake["played_events"] for mistake in again["mistakes"]] == [[]] * len(found["mistakes"])
    assert again["decisions"] == found["decisions"]
    assert again["least"] == found["least"] == {"chance": 0.01, "points": 0.3}


def test_nobody_analyses_a_match_that_people_play(anna, ben):
    seat = anna.begin("blockade", ["human", "open"])
    play_on([seat, ben.join(seat.id)], 4)
    for answer in (seat.get("/analysis"), seat.post("analysis"), seat.post("analysis/cancel")):
        refused(answer, 403, "not_allowed")
    ok(seat.write("resign"))
    ok(seat.post("analysis"))
    assert done(seat)["found"]


def test_two_people_on_one_device_wait_until_their_match_is_over(anna):
    seat = anna.create("blockade", [{"kind": "human"}, {"kind": "human", "here": True, "name": "Emma"}])
    for _ in range(4):
        seat.play()
    refused(seat.post("analysis"), 403, "not_allowed")
    ok(seat.write("resign"))
    ok(seat.post("analysis"))


def test_an_analysis_is_cancelled_by_who_asked(match, client, ben, monkeypatch):
    service = client.app.state.service
    monkeypatch.setattr(service.analysts, "_take", lambda: None)  # no worker is free
    assert ok(match.post("analysis"))["status"] == "waiting"
    refused(ben.at(match.id).post("analysis/cancel"), 403, "not_allowed")
    assert ok(match.post("analysis/cancel"))["status"] == "none"


def test_a_cancelled_analysis_leaves_the_earlier_one(match, client, monkeypatch):
    ok(match.post("analysis"))
    earlier = done(match)
    monkeypatch.setattr(client.app.state.service.analysts, "_take", lambda: None)  # no worker is free
    for _ in range(2):
        waiting = ok(match.post("analysis", setting="deep"))
        assert (waiting["status"], waiting["setting"]) == ("waiting", "deep")
        assert waiting["found"] == earlier["found"], "it can be read meanwhile"
        assert ok(match.post("analysis/cancel")) == earlier
        assert ok(match.get("/analysis")) == earlier


def leave_behind(service, match_id: str, tries: int) -> None:
    """Store an analysis as a worker leaves it that has died."""
    with Session(service.storage.engine) as session:
        past = now() - 2 * analysts.LEASE
        row = AnalysisRow(match_id=match_id, setting="quick", version=1, asked=past, progress=0.5, failed=False)
        row.worker, row.until, row.tries = "gone", past, tries
        session.add(row)
        session.commit()
    service.analysts.hear()


def test_a_worker_that_is_gone_is_replaced(match, client):
    leave_behind(client.app.state.service, match.id, 1)
    assert done(match)["found"]


def test_an_analysis_that_ends_every_worker_is_given_up(match, client):
    leave_behind(client.app.state.service, match.id, analysts.MOST_TRIES)
    view = wait(lambda: (view := ok(match.get("/analysis")))["status"] in ("failed", "done") and view)
    assert view["status"] == "failed"


def test_a_worker_that_stops_gives_its_analysis_back(match, client, monkeypatch):
    begun, end = threading.Event(), threading.Event()

    def endless(*_args: object, is_cancelled, **_more: object) -> None:
        begun.set()
        wait(is_cancelled)
        end.set()
        raise Cancelled("stopped")

    service = client.app.state.service
    monkeypatch.setattr(analysts, "analyse", endless)
    ok(match.post("analysis"))
    assert begun.wait(10)
    assert ok(match.get("/analysis"))["status"] == "running"
    client.portal.call(service.analysts.stop)
    assert end.wait(10)
    assert ok(match.get("/analysis"))["status"] == "waiting"
    with Session(service.storage.engine) as session:
        row = session.get_one(AnalysisRow, match.id)
        assert (row.worker, row.until, row.tries) == (None, None, 0)


def test_an_analysis_that_takes_too_long_is_given_up(match, monkeypatch):
    monkeypatch.setattr(analysts, "MOST_SECONDS", 0.0)
    ok(match.post("analysis"))
    view = wait(lambda: (view := ok(match.get("/analysis")))["status"] in ("failed", "done") and view)
    assert view["status"] == "failed"


def test_an_analysis_says_which_version_it_is_about(anna, client, monkeypatch):
    seat = anna.begin("blockade", ["human", "bot"])
    play_on([seat], 2)
    service = client.app.state.service
    with monkeypatch.context() as patch:
        patch.setattr(service.analysts, "_take", lambda: None)  # no worker is free
        asked = ok(seat.post("analysis"))["version"]
        play_on([seat], 1)
        wait(lambda: seat.view()["scene"]["current_player"] in (seat.seat, stockade.OVER))
    view = done(seat)
    now = seat.view()
    assert view["version"] == now["version"] > asked
    assert view["found"]["moments"][-1]["ply"] == len(now["log"])


def test_nobody_fills_the_queue(settings, serve):
    client = serve(replace(settings, limits=replace(NO_LIMITS, analyses=1)))
    anna, ben = Guest(client, "Anna"), Guest(client, "Ben")
    service = client.app.state.service
    client.portal.call(service.analysts.stop)
    seats = []
    for person in (anna, anna, ben):
        seats.append(person.begin("blockade", ["human", "bot"]))
        resign(seats[-1])
    first, second, other = seats
    ok(first.post("analysis"))
    ok(first.post("analysis"))  # the same again
    refused(second.post("analysis"), 429, "too_many")
    ok(other.post("analysis"))
    with service.storage.engine.begin() as connection:
        connection.execute(update(AnalysisRow).where(AnalysisRow.match_id == first.id).values(failed=True))
    ok(second.post("analysis"))


def test_no_analysis_of_a_running_match_by_its_record(anna, ben):
    seat = anna.begin("blockade", ["human", "open"])
    play_on([seat, ben.join(seat.id)], 4)
    record = seat.get("/record", format="text").text
    brought = anna.at(ok(anna.post("/api/records", record=record))["id"])
    refused(brought.post("analysis"), 403, "not_allowed")
    ok(seat.write("resign"))
    ok(brought.post("analysis"))


def test_a_match_that_began_at_a_position_is_analysed(anna):
    state = stockade.Match("cascadia", 2, seed=5).state
    for _ in range(8):
        state.apply(state.legal_actions()[0] if not state.is_chance else state.chance_weights()[0][0])
    while state.is_chance:
        state.apply(state.chance_weights()[0][0])
    seat = anna.begin("cascadia", ["human", "bot"], **{"from": {"position": state.to_json()}})
    play_on([seat], 2)
    resign(seat)
    ok(seat.post("analysis"))
    found = done(seat)["found"]
    log = seat.view()["log"]
    assert state.ply > 0
    assert [each["ply"] for each in found["luck"]] == [line["ply"] for line in log if line["seat"] == -1]
    assert found["moments"][-1]["ply"] == len(log)
    german = ok(seat.get(language="de"))["log"]
    assert [line["ply"] for line in german] == [line["ply"] for line in log] == list(range(len(log)))


def test_an_analysis_that_fails_can_be_asked_for_again(match, monkeypatch):
    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("a fault")

    real = analyse
    monkeypatch.setattr(analysts, "analyse", broken)
    ok(match.post("analysis"))
    wait(lambda: ok(match.get("/analysis"))["status"] == "failed")
    monkeypatch.setattr(analysts, "analyse", real)
    ok(match.post("analysis"))
    assert done(match)["found"]


def test_an_unknown_setting_is_refused(match):
    refused(match.post("analysis", setting="endless"), 422, "bad_request")
