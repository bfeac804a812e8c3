"""What somebody has reached alone. There are no accounts: whoever can show a seat's token has played there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import fmean

from .schemas import HeldSeat, Record
from .seats import hashed
from .storage import Storage


def records(storage: Storage, held: Sequence[HeldSeat]) -> list[Record]:
    """One record for each game with its options, from matches for one player that were played to their end.

    A seat that is not truly held counts for nothing, and neither does a match that was given up.
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
