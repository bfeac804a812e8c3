"""Kill processes with -9 again and again while matches are played, and check that nothing acknowledged is lost.

python -m bench.load.kill                              30 kills, SQLite, one command that starts the server
python -m bench.load.kill --kills 100 --seed 3         longer, or another run
python -m bench.load.kill --postgres --redis \\
    --serve "stockade serve --port {port} --database {database}" \\
    --serve "stockade serve --port {port} --database {database}"     several, which share PostgreSQL and Redis

Each command may start processes of its own: those are killed as well, and it has to replace them. A command that is
killed itself is started again. At the end, for every match: acknowledged moves are in the log where they were
acknowledged; no move is there that was not sent; the journal has no version twice and no hole; the log replays;
clocks agree with the time that was used; and the match goes on. Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from .kills.checks import check_goes_on, check_journal, check_table, sabotage
from .kills.clocks import Outage
from .kills.ledger import ACKNOWLEDGED, REFUSED, UNKNOWN, Kind
from .kills.players import EARLIER, Players
from .kills.services import Service, answers, postgres, redis

SERVE = f"{sys.executable} -m stockade.cli serve --port {{port}} --database {{database}}"
HUMANS, BOT = ("human", "open"), ("human", "bot")
CLOCK = {"clock": {"kind": "game", "seconds": 3600}}
SHORT_CLOCK = {"clock": {"kind": "game", "seconds": 30}, "absent": "claim"}
KINDS = [
    Kind("blockade", HUMANS, options={"match": 99}, policy=CLOCK, pause=1.0),
    Kind("blockade", HUMANS, policy=SHORT_CLOCK, is_silent=True),
    Kind("blockade", HUMANS, "http"),
    Kind("blockade", HUMANS, "ws", {"match": 20}),
    Kind("blockade", BOT, "ws"),
    Kind("barricado", HUMANS, "http"),
    Kind("barricado", ("human", "open", "open"), "mixed"),
    Kind("barricado", BOT, "ws"),
    Kind("cascadia", HUMANS, "ws"),
    Kind("cascadia", ("human",), "ws"),
    Kind("cascadia", ("human", "open", "open", "open"), "mixed"),
    Kind("cascadia", BOT, "http"),
    Kind("cascade_barricade", HUMANS, "http"),
    Kind("cascade_barricade", ("human", "open", "open", "bot"), "mixed"),
    Kind("barrage", HUMANS, "ws"),
    Kind("barrage", BOT, "mixed"),
]


@dataclass
class Plan:
    """What to run, and how long."""

    folder: Path
    kills: int = 30
    matches: int = len(KINDS)
    seed: int = 1
    port: int = 8311
    commands: list[str] = field(default_factory=lambda: [SERVE])
    kinds: list[Kind] = field(default_factory=lambda: KINDS)
    has_postgres: bool = False
    has_redis: bool = False
    dialect: str = ""
    is_sabotaged: bool = False


@dataclass
class Outcome:
    faults: list[str]
    killed: list[str]  # which processes, in order
    text: str


async def torment(plan: Plan) -> Outcome:
    """Run a plan from the start of its services to the last check."""
    services, webs, database = prepare(plan)
    chooser = random.Random(plan.seed)
    players = Players([f"http://127.0.0.1:{port}" for port in webs], plan.seed, plan.dialect)
    outages: list[Outage] = []
    killed: list[str] = []
    faults: list[str] = []
    try:
        for service in services:
            await service.start()
        drivers: dict[asyncio.Task[None], Kind] = {}
        for no in range(plan.matches):
            kind = plan.kinds[no % len(plan.kinds)]
            drivers[asyncio.create_task(players.drive(await players.open(kind)))] = kind
        for no in range(plan.kills):
            await players.until_moved(chooser.randint(1, 60))
            await asyncio.sleep(chooser.uniform(0, 0.3))
            for task in [task for task, kind in drivers.items() if task.done() and not kind.is_silent]:
                kind = drivers.pop(task)
                with contextlib.suppress(httpx.HTTPError):
                    drivers[asyncio.create_task(players.drive(await players.open(kind)))] = kind
            service = chooser.choice(services)
            players.killed_at = began = time.monotonic()
            killed.append(await service.kill(chooser))
            is_whole = len(services) == 1 and killed[-1] == service.name
            outages.append(Outage(began, time.monotonic(), is_whole))
            print(f"  kill {no + 1}: {killed[-1]}, back after {time.monotonic() - began:.1f} s", flush=True)
        await asyncio.sleep(3)
        players.is_stopped = True
        await asyncio.gather(*drivers, return_exceptions=True)
        if plan.is_sabotaged:
            outages.append(await damage(services, database))
        for table in players.tables:
            await check_table(players, table, outages)
        players.is_stopped = False
        await asyncio.gather(*(check_goes_on(players, table) for table in players.tables))
        faults += check_journal(database)
    finally:
        for service in reversed(services):
            service.stop()
    faults += [f"{table.kind.game} {table.id}: {fault}" for table in players.tables for fault in table.faults]
    return Outcome(list(dict.fromkeys(faults)), killed, summary(players, services))


def prepare(plan: Plan) -> tuple[list[Service], list[int], str]:
    """Return the services in the order of their start, the ports of the web servers, and the database."""
    services: list[Service] = []
    database, bus = f"sqlite:///{plan.folder}/matches.sqlite3", ""
    if plan.has_postgres:
        service, database = postgres(plan.folder, plan.port + 50)
        services.append(service)
    if plan.has_redis:
        service, bus = redis(plan.folder, plan.port + 51)
        services.append(service)
    webs = []
    for no, command in enumerate(plan.commands):
        port = plan.port + no
        is_web = "{port}" in command
        webs += [port] if is_web else []
        line = command.format(port=port, folder=plan.folder, database=database, bus=bus)
        # A worker has no address: it counts as ready once it runs.
        ready = functools.partial(answers, port) if is_web else lambda: True
        services.append(Service(f"server {no + 1}", line, plan.folder / f"server-{no + 1}.log", ready))
    return services, webs, database


async def damage(services: list[Service], database: str) -> Outage:
    """Damage the database while no server runs."""
    began = time.monotonic()
    servers = [service for service in services if service.name.startswith("server")]
    for service in servers:
        service.stop()
    sabotage(database)
    for service in servers:
        await service.start()
    return Outage(began, time.monotonic(), True)


def summary(players: Players, services: list[Service]) -> str:
    moves = [sent for table in players.tables for sent in table.sent]

    def count(outcome: str) -> int:
        return sum(sent.outcome == outcome for sent in moves)

    starts = sorted(start for service in services for start in service.starts)
    return (
        f"{len(players.tables)} matches, {len(moves)} moves sent: {count(ACKNOWLEDGED)} acknowledged, "
        f"{count(REFUSED)} refused as stale, {count(UNKNOWN)} without an answer\n"
        f"{players.cut_off} answers cut off; sent again: {players.played_again} played then, {players.stood_already} "
        f"stood already or came too late\n"
        f"start to ready: median {starts[len(starts) // 2]:.1f} s, longest {starts[-1]:.1f} s; kill to the next "
        f"acknowledged move: longest {max(players.recoveries, default=0):.1f} s\n"
        f"answers of 500 and above: {len(players.failures)} {players.failures[:3]}\n"
        f"processes that outlived their parent: {sum(service.orphans for service in services)}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        "bench.load.kill", None, __doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--matches", type=int, default=len(KINDS))
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--port", type=int, default=8311)
    parser.add_argument("--serve", action="append", help="{port}, {database}, {bus} and {folder} are filled in")
    parser.add_argument("--postgres", action="store_true", help="start PostgreSQL, and kill it as well")
    parser.add_argument("--redis", action="store_true", help="start Redis, and kill it as well")
    parser.add_argument("--dialect", choices=("", EARLIER), default="")
    parser.add_argument("--sabotage", action="store_true", help="damage the database before the check")
    given = parser.parse_args()
    plan = Plan(
        folder=Path(tempfile.mkdtemp(prefix="kill-")),
        kills=given.kills,
        matches=given.matches,
        seed=random.randrange(10**6) if given.seed is None else given.seed,
        port=given.port,
        commands=given.serve or [SERVE],
        has_postgres=given.postgres,
        has_redis=given.redis,
        dialect=given.dialect,
        is_sabotaged=given.sabotage,
    )
    print(f"seed {plan.seed}; {plan.kills} kills, {plan.matches} matches; logs in {plan.folder}", flush=True)
    began = time.monotonic()
    outcome = asyncio.run(torment(plan))
    print(f"\n{outcome.text}\n{time.monotonic() - began:.0f} s in all")
    for fault in outcome.faults[:40]:
        print("FAULT", fault)
    print(f"{len(outcome.faults)} FAULTS" if outcome.faults else "NOTHING LOST, NOTHING DOUBLED, ALL GO ON")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
