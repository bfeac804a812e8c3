"""What happens in Pig by itself."""

from __future__ import annotations

from typing import Any

from stockade.games.pig.layout import Phase
from stockade.games.pig.notation import NAMES


def tell(before: Any, action: int, after: Any) -> list[str]:  # noqa: ARG001
    """What a roll brought, and what was held."""
    if before.phase != Phase.ROLL:
        return []
    seat = int(before.turn_owner)
    gained = int(after.points[seat]) - int(before.points[seat])
    return [f"{NAMES[seat]} has {gained} more"] if gained else [f"{NAMES[seat]} has nothing to hold"]
