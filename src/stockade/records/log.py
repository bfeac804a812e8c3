"""Records as the JSON log that `Match.save` writes, with names, date, comments and tags if there are any."""

from __future__ import annotations

import json
from typing import Any

from stockade.core.checks import excess
from stockade.core.errors import CorruptLog, quoted
from stockade.core.language import say

from .record import Draft, Move, Record


def log_of(record: Record) -> dict[str, Any]:
    """Return the log. What a record does not have is left out, so that a plain match has a plain log."""
    log = {**record.match.to_json(), "seed": record.seed}
    log["actions"] = log["actions"][: record.plies]
    if record.names:
        log["names"] = list(record.names)
    if record.date:
        log["date"] = record.date
    if record.all_comments:
        log["comments"] = {str(number): list(texts) for number, texts in sorted(record.comments.items())}
    if record.tags:
        log["tags"] = dict(record.tags)
    return log


def write_log(record: Record) -> str:
    return json.dumps(log_of(record), indent=1, ensure_ascii=False) + "\n"


def read_log(log: dict[str, Any]) -> Draft:
    if wrong := excess(log):
        raise CorruptLog(say("this is not a log: {reason}", reason=wrong))
    missing = [name for name in ("stockade", "game", "rules_version", "actions") if name not in log]
    if missing:
        raise CorruptLog(say("the log lacks {name}", name=missing[0]))
    actions = log["actions"]
    if not isinstance(actions, list):
        raise CorruptLog(say("{name} must be a list", name=quoted("actions")))
    header = {name: log.get(name) for name in ("stockade", "game", "players", "options", "rules_version", "seed")}
    if "origin" in log:
        header["origin"] = log["origin"]
    return Draft(
        header,
        [Move(action) for action in actions],
        log.get("ending"),
        None,
        log.get("names"),
        log.get("date", ""),
        _comments(log.get("comments", {})),
        log.get("tags", {}),
    )


def _comments(given: object) -> dict[int, Any]:
    if not isinstance(given, dict) or not all(key.isascii() and key.isdigit() and len(key) < 10 for key in given):
        raise CorruptLog(say("{name} must be lists of texts by the numbers of moves", name=quoted("comments")))
    return {int(key): texts for key, texts in given.items()}
