"""What must hold once all is over."""

from __future__ import annotations

import asyncio
import time

import httpx
import sqlalchemy as sa

from .clocks import Outage, check_clock, check_flag
from .ledger import Table
from .players import Players

PATIENCE = 60.0  # seconds in which a match must have gone on, or noticed that time is up
TWICE = (
    "SELECT match_id, version, count(*) FROM journal WHERE kind = 'action' GROUP BY match_id, version "
    "HAVING count(*) > 1"
)
HOLES = "SELECT match_id, count(*), max(no) FROM journal GROUP BY match_id HAVING count(*) <> max(no) + 1"
AHEAD = (
    "SELECT m.id, m.version, max(j.version) FROM matches m JOIN journal j ON j.match_id = m.id "
    "GROUP BY m.id, m.version HAVING max(j.version) > m.version"
)


async def check_table(players: Players, table: Table, outages: list[Outage]) -> None:
    """Compare a match with what was sent."""
    async with httpx.AsyncClient(base_url=players.bases[0], timeout=60) as client:
        asked = time.monotonic()
        answer = await client.get(f"/api/matches/{table.id}")
        if answer.status_code != 200:
            table.faults.append(f"LOST: the match is gone: {answer.status_code} {answer.text[:100]}")
            return
        view = answer.json()
        table.check_log(view["log"])
        if table.kind.is_silent:
            await _wait_for_flag(client, table)
        else:
            check_clock(table, view, (asked, time.monotonic()), outages)
        replayed = await client.get(f"/api/matches/{table.id}/log")
        if replayed.status_code != 200 or len(replayed.json()["actions"]) != len(view["log"]):
            table.faults.append(f"LOST: the log does not replay: {replayed.status_code} {replayed.text[:100]}")


async def _wait_for_flag(client: httpx.AsyncClient, table: Table) -> None:
    deadline = time.monotonic() + PATIENCE
    view = (await client.get(f"/api/matches/{table.id}")).json()
    while not view["seats"][0]["left"] and time.monotonic() < deadline:
        await asyncio.sleep(0.5)
        view = (await client.get(f"/api/matches/{table.id}")).json()
    check_flag(table, view)


async def check_goes_on(players: Players, table: Table) -> None:
    """See the match change once more, with a move of ours where bots would move anyway, or find it over."""
    if table.kind.is_silent:
        return
    sent = len(table.sent)
    driver = asyncio.create_task(players.drive(table))
    try:
        async with httpx.AsyncClient(base_url=players.bases[0], timeout=60) as client:
            first = (await client.get(f"/api/matches/{table.id}")).json()
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline:
                now = (await client.get(f"/api/matches/{table.id}")).json()
                has_moved = now["version"] > first["version"]
                if now["status"] == "over" or (
                    has_moved and (len(table.sent) > sent or "bot" not in table.kind.seats)
                ):
                    return
                await asyncio.sleep(0.1)
        table.faults.append("STUCK: the match does not go on")
    finally:
        driver.cancel()
        await asyncio.gather(driver, return_exceptions=True)


def check_journal(database: str) -> list[str]:
    """Return what only the database itself tells."""
    faults = []
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
            faults += [] if found == "ok" else [f"the database is damaged: {found}"]
        for match, version, count in connection.exec_driver_sql(TWICE):
            faults.append(f"DOUBLED: {count} actions in version {version} of {match}")
        for match, *_ in connection.exec_driver_sql(HOLES):
            faults.append(f"LOST: the journal of {match} has a hole")
        for match, *_ in connection.exec_driver_sql(AHEAD):
            faults.append(f"the journal of {match} is ahead of its match")
    engine.dispose()
    return faults


def sabotage(database: str) -> None:
    """Lose one move and double another, each in a match of its own, to see that this is found."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        busy = "SELECT match_id FROM journal WHERE kind = 'action' GROUP BY match_id HAVING count(*) > 3"
        first, second, *_ = connection.exec_driver_sql(busy).scalars()
        journal = sa.Table("journal", sa.MetaData(), autoload_with=connection)
        last = sa.select(journal).where(journal.c.kind == "action").order_by(journal.c.no.desc()).limit(1)
        lost = connection.execute(last.where(journal.c.match_id == first)).mappings().one()
        connection.execute(journal.delete().where(journal.c.match_id == first, journal.c.no == lost["no"]))
        doubled = dict(connection.execute(last.where(journal.c.match_id == second)).mappings().one())
        newest = sa.select(sa.func.max(journal.c.no)).where(journal.c.match_id == second)
        connection.execute(journal.insert().values({**doubled, "no": connection.execute(newest).scalar_one() + 1}))
    engine.dispose()
