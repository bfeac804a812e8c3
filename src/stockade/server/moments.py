"""The time of day. Tests move it on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_ahead = timedelta()


def now() -> datetime:
    return datetime.now(UTC) + _ahead


def move_on(by: timedelta) -> None:
    """Let time pass at once, in this process."""
    global _ahead
    _ahead += by
