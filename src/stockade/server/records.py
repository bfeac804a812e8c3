"""Personal records in solo games. There are no accounts: anyone who has a seat's token counts as its player."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import fmean

from .schemas import HeldSeat, Record
from .seats import hashed
from .storage import Storage


def records(storage: Storage, held: Sequence[HeldSeat]) -> list[Record]:
    """Return a record for each combination of game and options, from solo matches that were played to the end.

    Seats with a wrong token and matches that were resigned do not count.
    """
    claimed = {hashed(seat.token): seat.id for seat in held}
    found: dict[tuple[str, str], list[float]] = {}
    for token_hash, row in storage.played_alone(claimed):
        if claimed[token_hash] != row.id or row.ending is not None or row.result is None:
            continue
        key = (row.game, json.dumps(row.options, sort_keys=True))
        found.setdefault(key, []).append(row.result["scores"][0])
    return [
        Record(game=game, options=json.loads(options), count=len(scores), best=max(scores), mean=fmean(scores))
        for (game, options), scores in found.items()
    ]
