"""Measure a server under load.

python -m bench.load --matches 1000 --rate 200 --seconds 600    a steady load
python -m bench.load --matches 1000 --find                      the highest rate with p99 below --goal
python -m bench.load --idle 10000                               connections that do nothing
python -m bench.load --length 2000 --csv length.csv             the cost of a move over the length of a match
python -m bench.load --url http://127.0.0.1:8000 --pid 123      a server that runs already

Exit status: 0 if there was no error and p99 stayed below the goal.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from .dialects import Dialect, EarlierStockade, Stockade
from .idle import idle
from .length import WINDOW, lengthen, plot, write_csv
from .measure import measure
from .peer.dialect import BoardgameIO
from .processes import Server, raise_file_limit
from .search import highest_rate
from .traffic import Traffic, traffic_to

SERVE = f"{sys.executable} -m stockade.cli serve --port {{port}} --database sqlite:///{{folder}}/matches.sqlite3"
# Options that make matches long, so that few of them have to be replaced while measuring.
LONG = {"blockade": {"match": 99}}
ENDLESS = {"blockade": {"match": 99, "limit": 10_000}}
COMPILE_SECONDS = 15.0  # the server loads its compiled games behind the first response


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "bench.load", None, __doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second at all matches together")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm", type=float, default=5.0, help="seconds of load before measuring")
    parser.add_argument("--game", default="blockade")
    parser.add_argument(
        "--options", type=json.loads, help="the game's options as JSON; by default those for long matches"
    )
    parser.add_argument("--find", action="store_true", help="find the highest rate that the server holds")
    parser.add_argument("--tries", type=int, default=2, help="runs at a rate before --find gives it up")
    parser.add_argument("--goal", type=float, default=100.0, help="milliseconds at p99")
    parser.add_argument("--idle", type=int, metavar="N", help="hold N connections that do nothing, for --seconds")
    parser.add_argument("--watchers", type=int, default=0, help="further connections to each match")
    parser.add_argument("--length", type=int, metavar="N", help="play one match of N moves")
    parser.add_argument("--csv", type=Path, help="where --length writes its figures")
    parser.add_argument("--plot", type=Path, help="where --length draws them")
    parser.add_argument("--dialect", choices=("patches", "views", "earlier", "boardgame.io"), default="patches")
    parser.add_argument("--deflate", action="store_true", help="ask for permessage-deflate")
    parser.add_argument("--addresses", type=int, default=1, help="how many addresses 127.0.0.x to connect from")
    parser.add_argument("--serve", default=SERVE, help="command that starts the server, with {port} and {folder}")
    parser.add_argument("--health", default="/healthz", help="path that answers once the server is ready")
    parser.add_argument("--port", type=int, default=8318)
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--pid", type=int, action="append", default=[], help="its processes, without their children")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each run")
    return parser.parse_args(arguments)


def dialect_of(given: argparse.Namespace) -> Dialect:
    usual = ENDLESS if given.length else LONG
    options = usual.get(given.game, {}) if given.options is None else given.options
    if given.dialect == "boardgame.io":
        return BoardgameIO(given.game)
    kind = EarlierStockade if given.dialect == "earlier" else Stockade
    return kind(given.game, options, given.dialect == "patches", given.deflate)


@contextlib.contextmanager
def server_of(given: argparse.Namespace) -> Iterator[tuple[str, list[int]]]:
    """Provide the address and the processes of a server, which is started if none is given."""
    if given.url:
        yield given.url, given.pid
        return
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", given.port)) == 0:
            raise SystemExit(f"Something else answers on port {given.port}; stop it, or choose another with --port.")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(given.serve.format(port=given.port, folder=folder), Path(folder) / "server.log")
        server.start()
        try:
            url = f"http://127.0.0.1:{given.port}"
            server.wait(url + given.health)
            time.sleep(COMPILE_SECONDS)
            yield url, [server.pid, *given.pid]
        finally:
            server.stop()


def main() -> int:
    given = parse()
    raise_file_limit()

    def tell(report: object) -> None:
        print(json.dumps(report.to_json()) if given.json else report.to_text(), flush=True)  # type: ignore[attr-defined]

    with (
        server_of(given) as (url, pids),
        traffic_to(url, dialect_of(given), given.addresses, given.watchers) as traffic,
    ):
        if given.idle:
            held = idle(traffic, pids, given.idle, given.seconds)
            tell(held)
            return 1 if held.closed else 0
        if given.length:
            return measure_length(traffic, pids, given)
        seated = traffic.open(given.matches)
        if not given.json:
            print(f"{given.matches} matches opened in {seated:.1f} s", flush=True)
        if given.find:
            best = highest_rate(traffic, pids, given.rate, given.seconds, given.goal, tell, given.tries)
            print(json.dumps({"kind": "find", "highest": best.rate if best else None, "goal": given.goal}))
            return 0 if best else 1
        report = measure(traffic, pids, given.rate, given.seconds, given.warm)
        tell(report)
        return 0 if report.holds(given.goal) else 1


def measure_length(traffic: Traffic, pids: list[int], given: argparse.Namespace) -> int:
    windows = lengthen(traffic, pids, given.length)
    if given.csv:
        write_csv(windows, given.csv)
    if given.plot:
        plot(windows, given.plot, f"One match of {given.game}")
    for window in windows if given.json else windows[:: max(1, len(windows) // 10)]:
        print(json.dumps({"kind": "length", **asdict(window)}) if given.json else window)
    return 0 if len(windows) * WINDOW >= given.length else 1


if __name__ == "__main__":
    sys.exit(main())
