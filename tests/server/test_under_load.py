"""A real server under load, and with its processes killed: everything is answered and nothing is lost."""

from __future__ import annotations

import asyncio

from bench.load.dialects import Stockade
from bench.load.kill import KINDS, Plan, torment
from bench.load.measure import measure
from bench.load.traffic import traffic_to
from tests.server.processes import free_port, running

from stockade.conformance.scope import either

KILLS = either(quick=3, deep=100)
MATCHES, RATE, SECONDS = either(quick=(20, 20.0, 4.0), deep=(1000, 200.0, 600.0))


def test_every_move_under_load_is_answered(tmp_path):
    port = free_port()
    program = ["-m", "stockade.cli", "serve", "--port", str(port), "--workers", "1"]
    program += ["--database", str(tmp_path / "matches.sqlite3")]
    dialect = Stockade("blockade", {"match": 99}, patches=True, deflate=True)
    with (
        running(tmp_path, program, port, STOCKADE_LIMITS="off") as server,
        traffic_to(f"http://127.0.0.1:{port}", dialect) as traffic,
    ):
        traffic.open(MATCHES)
        report = measure(traffic, [server.process.pid], RATE, SECONDS, warm=1.0)
    assert report.moves > 0
    assert (report.unanswered, report.refused, report.closed, report.failed) == (0, 0, 0, 0)


def test_no_kill_loses_a_move(tmp_path):
    plan = Plan(tmp_path, kills=KILLS, kinds=KINDS[:: either(quick=4, deep=1)], port=free_port())
    plan.matches = len(plan.kinds)
    outcome = asyncio.run(torment(plan))
    assert len(outcome.killed) == KILLS
    assert not outcome.faults, outcome.text
