"""Whether clocks are right after kills: the time that is left agrees with what each side has used.

A client knows the moment of a move only within limits: after it was sent and before its answer came. A server that
was down gives the pause back, but it only knows to the second when it was last alive, and does not notice short
pauses. So the time that a side has used lies between two limits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .ledger import Sent, Table

BEAT = 1.0  # seconds between two signs of life of a server
UNNOTICED = 4.0  # seconds of a pause that may count as time
TOLERANCE = 0.5  # seconds, for everything else


@dataclass(frozen=True)
class Outage:
    began: float
    ended: float
    is_whole: bool  # nothing was running, so that time should stand still

    def within(self, low: float, high: float) -> float:
        return max(0.0, min(high, self.ended) - max(low, self.began))


def limits(
    turns: list[tuple[int, float, float]], opened: tuple[float, float], outages: list[Outage], seat: int
) -> tuple[float, float]:
    """Return the least and the most seconds that a seat can have used.

    Each turn is a seat and the two moments between which it ended.
    """
    least = most = 0.0
    before = opened
    for mover, sent_at, known_at in turns:
        if mover == seat:
            certain = (before[1], sent_at)
            possible = (before[0], known_at)
            least += max(
                0.0,
                certain[1]
                - certain[0]
                - sum(outage.within(*certain) + BEAT * (outage.within(*certain) > 0) for outage in outages),
            )
            most += possible[1] - possible[0]
            for outage in outages:
                down = outage.within(*possible)
                most -= max(0.0, down - UNNOTICED) if outage.is_whole else 0.0
        before = (sent_at, known_at)
    return least, most


def check_clock(table: Table, view: dict[str, Any], asked: tuple[float, float], outages: list[Outage]) -> None:
    """Compare the clock in a view, which was asked for between two moments, with the moves that stand in its log."""
    clock = table.kind.policy.get("clock")
    if clock is None or view["clock"] is None or clock["kind"] != "game" or clock.get("increment"):
        return
    log = view["log"]
    standing: dict[int, Sent] = {}
    for sent in table.sent:
        if sent.stands_in(log):
            standing.setdefault(sent.place, sent)
    turns = [(sent.seat, sent.sent_at, sent.known_at or asked[1]) for _, sent in sorted(standing.items())]
    if view["status"] == "live":
        turns.append((view["scene"]["current_player"], *asked))
    for seat, left in enumerate(view["clock"]["left"]):
        least, most = limits(turns, table.opened, outages, seat)
        used = clock["seconds"] - left
        if not least - TOLERANCE <= used <= most + TOLERANCE:
            table.faults.append(
                f"CLOCK: seat {seat} used {least:.1f} to {most:.1f} s, and the clock says {used:.1f} s"
            )


def check_flag(table: Table, view: dict[str, Any]) -> None:
    """A player who never moved has run out of time, and the table has noticed."""
    if view["clock"]["left"][0] > 0 or not view["seats"][0]["left"]:
        table.faults.append(f"CLOCK: nobody noticed that time is up: {view['clock']}, {view['seats'][0]}")
