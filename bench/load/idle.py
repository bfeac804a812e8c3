"""Measure what connections cost that do nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .processes import processor_seconds, proportional_megabytes, resident_megabytes, tree
from .traffic import Traffic


@dataclass(frozen=True)
class IdleReport:
    sockets: int
    opened_in: float  # seconds
    seconds: float
    memory_before: float  # megabytes
    memory_open: float
    memory_last: float
    resident: float  # the same at the end, but what processes share counts for each of them
    server_cores: float
    closed: int

    @property
    def kilobytes_per_socket(self) -> float:
        return 1000 * (self.memory_last - self.memory_before) / self.sockets

    def to_json(self) -> dict[str, Any]:
        return {"kind": "idle", **asdict(self), "kilobytes_per_socket": self.kilobytes_per_socket}

    def to_text(self) -> str:
        return (
            f"{self.sockets} idle connections, opened in {self.opened_in:.0f} s and held for {self.seconds:.0f} s; "
            f"{self.closed} were closed\n"
            f"  memory {self.memory_before:.0f} MB before, {self.memory_open:.0f} MB with all open, "
            f"{self.memory_last:.0f} MB at the end: {self.kilobytes_per_socket:.1f} kB a connection\n"
            f"  {self.resident:.0f} MB at the end if what processes share counts for each of them\n"
            f"  server {100 * self.server_cores:.1f}% of a core"
        )


def idle(traffic: Traffic, roots: Sequence[int], sockets: int, seconds: float) -> IdleReport:
    """Open connections and hold them for a while without a move."""
    pids = tree(roots)
    per_table = 2 + traffic.opener.watchers
    before = proportional_megabytes(pids)
    opened_in = traffic.open(-(-sockets // per_table))
    memory_open = proportional_megabytes(pids)
    traffic.tally.closed = 0
    began, used = time.perf_counter(), processor_seconds(pids)
    traffic.run(seconds)
    used = processor_seconds(pids) - used
    return IdleReport(
        sockets=sum(len(table.seats) for table in traffic.tables),
        opened_in=opened_in,
        seconds=time.perf_counter() - began,
        memory_before=before,
        memory_open=memory_open,
        memory_last=proportional_megabytes(pids),
        resident=resident_megabytes(pids),
        server_cores=used / seconds,
        closed=traffic.tally.closed,
    )
