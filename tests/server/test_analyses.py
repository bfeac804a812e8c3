"""Analyses of matches: asked for, worked out, stored, cancelled, and refused while people play."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session
from tests.server.at_table import ok, play_on, refused, wait

from stockade.analysis import analyse
from stockade.server.analyses import analysts
from stockade.server.analyses.models import AnalysisRow
from stockade.server.moments import now


@pytest.fixture
def match(anna):
    """A match against a bot that is over."""
    seat = anna.begin("blockade", ["human", "bot"])
    play_on([seat], 6)
    ok(seat.write("resign"))
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


def test_nobody_analyses_a_match_that_people_play(anna, ben):
    seat = anna.begin("blockade", ["human", "open"])
    play_on([seat, ben.join(seat.id)], 4)
    for answer in (seat.get("/analysis"), seat.post("analysis"), seat.post("analysis/cancel")):
        refused(answer, 403, "not_allowed")
    ok(seat.write("resign"))
    ok(seat.post("analysis"))
    assert done(seat)["found"]


def test_an_analysis_is_cancelled_by_who_asked(match, client, ben, monkeypatch):
    service = client.app.state.service
    monkeypatch.setattr(service.analysts, "_take", lambda: None)  # no worker is free
    assert ok(match.post("analysis"))["status"] == "waiting"
    refused(ben.at(match.id).post("analysis/cancel"), 403, "not_allowed")
    assert ok(match.post("analysis/cancel"))["status"] == "none"


def test_a_worker_that_is_gone_is_replaced(match, client):
    service = client.app.state.service
    with Session(service.storage.engine) as session:
        past = now() - 2 * analysts.LEASE
        row = AnalysisRow(match_id=match.id, setting="quick", version=1, asked=past, progress=0.5, failed=False)
        row.worker, row.until = "gone", past
        session.add(row)
        session.commit()
    service.analysts.hear()
    assert done(match)["found"]


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
