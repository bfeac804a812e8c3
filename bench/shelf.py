"""Time how long a server takes to list the games of a person who has played many.

    python bench/shelf.py [--games N]

It makes a database with that many finished matches of one person among as many of others, and asks over HTTP in the
same process, so that nothing but the server's own work is measured.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
import warnings
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from stockade.core.match import Match
from stockade.server.app import create_app
from stockade.server.models import HUMAN, OVER, MatchRow, SeatRow
from stockade.server.moments import now
from stockade.server.people.keys import new_id
from stockade.server.replay import summary
from stockade.server.settings import Settings

REPEATS = 50
LIMIT_MS = 50.0


def fill(engine: Any, person: str, games: int) -> None:
    """Add finished matches: half of them the person's, half of them not."""
    match = Match("blockade", 2, seed=1)
    match.resign(0)
    common = {
        "game": "blockade",
        "players": 2,
        "options": match.options,
        "rules_version": match.game.spec.rules_version,
        "seed": 1,
        "version": 2,
        **summary(match),
        "status": OVER,
        "undo_agreed": [],
        "draw_agreed": [],
        "policy": {},
        "owner": None,
    }
    moment = now()
    rows, seats = [], []
    for number in range(2 * games):
        match_id, at = new_id(), moment - timedelta(minutes=number)
        rows.append({**common, "id": match_id, "created": at, "updated": at})
        for seat in range(2):
            own = number % 2 == 0 and seat == 0
            seats.append(
                {
                    "match_id": match_id,
                    "seat": seat,
                    "kind": HUMAN,
                    "name": f"Player {seat}",
                    "person": person if own else None,
                }
            )
    with engine.begin() as connection:
        connection.execute(insert(MatchRow), rows)
        connection.execute(insert(SeatRow), seats)


def median_ms(client: Any, path: str, **query: Any) -> float:
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        response = client.get(path, params=query)
        times.append(1000 * (time.perf_counter() - started))
        assert response.status_code == 200, response.text
    return statistics.median(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from starlette.testclient import TestClient
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            database_url=f"sqlite:///{folder}/shelf.sqlite3", client_folder=Path(folder), warm_up=False
        )
        with TestClient(create_app(settings)) as client:
            person = client.post("/api/me", json={"name": "Anna"}).json()["id"]
            fill(client.app.state.service.storage.engine, person, games)
            slowest = 0.0
            for status in (["live", "waiting"], ["over"]):
                spent = median_ms(client, "/api/me/matches", status=status)
                slowest = max(slowest, spent)
                print(f"{games} finished games, asked for {' and '.join(status)}: {spent:.1f} ms", flush=True)
    print("ok" if slowest < LIMIT_MS else f"MISS: the limit is {LIMIT_MS:.0f} ms")
    return 0 if slowest < LIMIT_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
