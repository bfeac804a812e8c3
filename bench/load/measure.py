"""Measure a server under load: how long moves take, and what they cost."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .processes import processor_seconds, resident_megabytes, tree
from .traffic import Tally, Traffic

SAMPLE_SECONDS = 1.0
KEPT_SHARE = 0.97  # of the rate that was asked for, which must have been reached


@dataclass(frozen=True)
class Report:
    """The figures of one run."""

    matches: int
    rate: float  # moves a second that were asked for
    seconds: float
    moves: int
    per_second: float
    p50: float  # milliseconds from a move to the other side's message
    p95: float
    p99: float
    longest: float
    late: int
    unanswered: int
    refused: int
    closed: int
    failed: int  # matches that could not be made
    asked: int
    opened: int
    server_cores: float
    server_ms_per_move: float
    own_cores: float
    own_ms_per_move: float
    bytes_per_move: float
    messages_per_move: float
    memory_first: float  # megabytes
    memory_last: float
    memory_slope: float  # megabytes a minute

    @property
    def errors(self) -> int:
        return self.unanswered + self.refused + self.closed + self.failed

    def holds(self, goal: float) -> bool:
        """Return whether the server kept up, without an error and with p99 below so many milliseconds."""
        return not self.errors and self.p99 < goal and self.per_second >= KEPT_SHARE * self.rate

    def to_json(self) -> dict[str, Any]:
        return {"kind": "load", **asdict(self), "errors": self.errors}

    def to_text(self) -> str:
        return (
            f"{self.matches} matches, {self.moves} moves in {self.seconds:.0f} s: {self.per_second:.1f} a second of "
            f"{self.rate:.1f} wanted\n"
            f"  to the other side: p50 {self.p50:.1f} ms, p95 {self.p95:.1f} ms, p99 {self.p99:.1f} ms, longest "
            f"{self.longest:.0f} ms\n"
            f"  unanswered {self.unanswered}, refused {self.refused}, closed {self.closed}, failed {self.failed}, "
            f"late {self.late}, asked again {self.asked}, matches replaced {self.opened}\n"
            f"  server {100 * self.server_cores:.0f}% of a core, {self.server_ms_per_move:.2f} ms a move; generator "
            f"{100 * self.own_cores:.0f}%, {self.own_ms_per_move:.3f} ms a move\n"
            f"  {self.messages_per_move:.2f} messages and {self.bytes_per_move / 1000:.2f} kB a move; memory "
            f"{self.memory_first:.0f} to {self.memory_last:.0f} MB, {self.memory_slope:+.2f} MB a minute"
        )


def measure(traffic: Traffic, roots: Sequence[int], rate: float, seconds: float, warm: float = 5.0) -> Report:
    """Move at a rate for a while, first without counting. The server is these processes and their children."""
    pids = tree(roots)
    traffic.set_rate(rate)
    traffic.run(warm)
    traffic.tally = tally = Tally()
    failed = len(traffic.opener.errors)
    memory: list[tuple[float, float]] = [(0.0, resident_megabytes(pids))]
    server, own, began = processor_seconds(pids), time.process_time(), time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        traffic.run(min(SAMPLE_SECONDS, seconds - elapsed))
        memory.append((time.perf_counter() - began, resident_megabytes(pids)))
    server, own = processor_seconds(pids) - server, time.process_time() - own
    moves = len(tally.seconds)
    each = max(moves, 1)
    ordered = sorted(tally.seconds)
    return Report(
        matches=len(traffic.tables),
        rate=rate,
        seconds=elapsed,
        moves=moves,
        per_second=moves / elapsed,
        p50=1000 * percentile(ordered, 0.50),
        p95=1000 * percentile(ordered, 0.95),
        p99=1000 * percentile(ordered, 0.99),
        longest=1000 * percentile(ordered, 1.0),
        late=tally.late,
        unanswered=tally.unanswered,
        refused=tally.refused,
        closed=tally.closed,
        failed=len(traffic.opener.errors) - failed,
        asked=tally.asked,
        opened=tally.opened,
        server_cores=server / elapsed,
        server_ms_per_move=1000 * server / each,
        own_cores=own / elapsed,
        own_ms_per_move=1000 * own / each,
        bytes_per_move=(tally.received + tally.sent) / each,
        messages_per_move=tally.messages / each,
        memory_first=memory[0][1],
        memory_last=memory[-1][1],
        memory_slope=60 * slope(memory),
    )


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the value that this share of sorted values does not exceed; infinity if there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the straight line that fits points best."""
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread if spread else 0.0
