"""Personal records in solo games."""

from __future__ import annotations

import json
from statistics import fmean

from .schemas import Record
from .storage import Storage


def records(storage: Storage, person: str) -> list[Record]:
    """Return a record for each combination of game and options, from solo matches that were played to the end.

    Matches that were resigned do not count.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for row in storage.played_alone(person):
        if row.ending is not None or row.result is None:
            continue
        key = (row.game, json.dumps(row.options, sort_keys=True))
        found.setdefault(key, []).append(row.result["scores"][0])
    return [
        Record(game=game, options=json.loads(options), count=len(scores), best=max(scores), mean=fmean(scores))
        for (game, options), scores in found.items()
    ]
