"""Which games are compiled in this process, how far the others are, and which bots must wait for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import stockade
from stockade.core.errors import StockadeError

from .levels import level_of
from .schemas import Compiled

if TYPE_CHECKING:
    from stockade.bots.levels import Level

# The compiler behind all this is loaded when it is first needed, not with the server.


def compiled(game: str) -> Compiled:
    from stockade.ready import builds

    found = builds.progress(stockade.game(game))
    left = None if found.seconds_left is None else round(found.seconds_left, 1)
    return Compiled(ready=found.ready, share=round(found.share, 3), seconds_left=left, failed=found.failed)


def put_first(game: str) -> None:
    """Somebody is at a table of this game: if it is not compiled, it is the next to be."""
    from stockade.ready import builds

    builds.start(stockade.game(game), first=True)


def waits_for(game: str, level: int | None) -> Compiled | None:
    """What a bot of that level has to wait for before it can think. A stored level may be no more."""
    try:
        needed = level_of(game, level).needs_compiled
    except StockadeError:
        return None
    now = compiled(game) if needed else None
    return None if now is None or now.ready or now.failed else now


def level_now(game: str, level: int | None) -> Level:
    """The level that a bot plays at now: its own or, where that cannot be, the best that can."""
    from stockade.bots.levels import best_ready, is_ready

    own = level_of(game, level)
    found = stockade.game(game)
    return own if is_ready(own, found) else best_ready(found)
