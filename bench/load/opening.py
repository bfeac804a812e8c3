"""Make matches in threads of their own, so that the time this takes does not disturb the measurement."""

from __future__ import annotations

import collections
import http.client
import queue
import threading
from urllib.parse import urlsplit

from .dialects import Dialect
from .table import Table

THREADS = 2
SECONDS = 120.0  # for one request


class Opener:
    """Opens as many tables as it is asked for. Opened ones are in `done`, and what went wrong in `errors`."""

    def __init__(self, url: str, dialect: Dialect, addresses: int = 1, watchers: int = 0) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.dialect = dialect
        self.watchers = watchers
        self.done: collections.deque[Table] = collections.deque()
        self.errors: list[str] = []
        self._wanted: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._addresses = [f"127.0.0.{2 + no}" for no in range(addresses)] if addresses > 1 else [None]
        self._asked = 0
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(THREADS)]
        for thread in self._threads:
            thread.start()

    def want(self, tables: int = 1) -> None:
        for _ in range(tables):
            self._wanted.put(self._addresses[self._asked % len(self._addresses)] or "")
            self._asked += 1

    def stop(self) -> None:
        for _ in self._threads:
            self._wanted.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        clients: dict[str, http.client.HTTPConnection] = {}
        while (source := self._wanted.get()) is not None:
            try:
                if source not in clients:
                    address = (source, 0) if source else None
                    clients[source] = http.client.HTTPConnection(self.host, self.port, SECONDS, address)
                table = self.dialect.open(clients[source], source or None, self.watchers)
                for seat in table.seats:
                    seat.socket.raw.setblocking(False)
                self.done.append(table)
            except (OSError, AssertionError, http.client.HTTPException) as error:
                self.errors.append(f"{type(error).__name__}: {error}")
                clients.pop(source, None)
        for client in clients.values():
            client.close()
