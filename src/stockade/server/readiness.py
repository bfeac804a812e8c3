"""Which games are compiled, how far the others are, and which bots have to wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import stockade
from stockade.core.errors import StockadeError

from .levels import level_of
from .schemas import Compiled

if TYPE_CHECKING:
    from stockade.bots.levels import Level

# The compiler is imported when it is first needed, not when the server starts.


def compiled(game: str) -> Compiled:
    from stockade.ready import builds

    found = builds.progress(stockade.game(game))
    left = None if found.seconds_left is None else round(found.seconds_left, 1)
    return Compiled(ready=found.ready, share=round(found.share, 3), seconds_left=left, failed=found.failed)


def put_first(game: str) -> None:
    """Compile this game next, if it is not compiled, because somebody is playing it."""
    from stockade.ready import builds

    builds.start(stockade.game(game), first=True)


def waits_for(game: str, level: int | None, players: int | None = None) -> Compiled | None:
    """Return what a bot of this level waits for before it can think, or None. A stored level may no longer exist."""
    try:
        needed = level_of(game, level, players).needs_compiled
    except StockadeError:
        return None
    now = compiled(game) if needed else None
    return None if now is None or now.ready or now.failed else now


def level_now(game: str, level: int | None, players: int | None = None) -> Level:
    """Return the level that a bot plays at now: its own or, if that is not ready, the best that is."""
    from stockade.bots.levels import best_ready, is_ready

    own = level_of(game, level, players)
    found = stockade.game(game)
    return own if is_ready(own, found) else best_ready(found, players)
