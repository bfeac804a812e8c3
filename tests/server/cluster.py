"""A site of two web processes on PostgreSQL and Redis behind nginx."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
from tests.server.services import Nginx, Postgres, RedisServer, Web

PATIENCE = 60  # seconds, for a busy machine


class Site:
    def __init__(self, nginx: Nginx, web: list[Web]) -> None:
        self.nginx, self.web = nginx, web
        self.client = httpx.Client(base_url=nginx.url, timeout=PATIENCE)

    def sockets(self) -> list[str]:
        """Return which processes had the live connections that have ended, in their order."""
        lines = (self.nginx.folder / "access.log").read_text().splitlines()
        return [line.rpartition(":")[2] for line in lines if "/live" in line and " 101 by " in line]

    def connected(self) -> list[int]:
        """Return how many live connections each process has."""
        return [
            int(
                float(
                    re.search(
                        r"^stockade_sockets (\S+)$", httpx.get(f"http://127.0.0.1:{process.port}/metrics").text, re.M
                    )[1]
                )
            )
            for process in self.web
        ]


@contextmanager
def two_processes(
    postgres: Postgres, redis: RedisServer, nginx: Callable[[list[int]], Nginx], folder: Path
) -> Iterator[Site]:
    database = postgres.new_site()
    with ExitStack() as stack:
        web = []
        for name in ("first", "second"):
            (folder / name).mkdir()
            process = Web(folder / name, database, redis.url)
            process.start()
            stack.callback(process.stop)
            web.append(process)
        site = Site(nginx([process.port for process in web]), web)
        stack.callback(site.client.close)
        yield site
