"""Records as NDJSON, one JSON object on each line: the head, every move, and the end. For streams and data work."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from stockade.core.checks import excess, read_json
from stockade.core.errors import CorruptLog, quoted
from stockade.core.language import ENGLISH, say, speaking

from .record import Draft, Move, Record

GAME, MOVE, END = "game", "move", "end"


def write_ndjson(record: Record) -> str:
    with speaking(ENGLISH):
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[dict[str, Any]]:
    match = record.match
    yield {
        "type": GAME,
        "stockade": record.version,
        "game": match.game.name,
        "rules_version": match.game.spec.rules_version,
        "players": match.players,
        "options": match.options,
        "seats": [match.state.seat_name(seat) for seat in range(match.players)],
        "names": list(record.names),
        "date": record.date or None,
        "seed": record.seed,
        **({} if record.origin is None else {"origin": record.origin}),
        "tags": dict(record.tags),
        **_comments(record, 0),
    }
    for number, step in enumerate(record.steps(), 1):
        yield {
            "type": MOVE,
            "number": number,
            "seat": step.before.current_player,
            "action": step.action,
            "text": step.before.format(step.action),
            **_comments(record, number),
        }
    result = record.result
    yield {
        "type": END,
        "result": record.outcome,
        "scores": None if result is None else result.scores,
        "reason": None if result is None else result.reason,
        "ending": match.ending,
    }


def _comments(record: Record, number: int) -> dict[str, list[str]]:
    found = record.comments.get(number)
    return {"comments": list(found)} if found else {}


def is_ndjson(content: str) -> bool:
    """Return whether this looks like NDJSON. It may still be wrong."""
    first = content.partition("\n")[0]
    try:
        head = read_json(first)
    except ValueError:
        return False
    return isinstance(head, dict) and head.get("type") == GAME


def read_ndjson(content: str) -> Draft:
    lines = [(number, text) for number, text in enumerate(content.split("\n"), 1) if text.strip()]
    objects = [_object(number, text) for number, text in lines]
    (_, head), (last, end) = objects[0], objects[-1]
    if end.get("type") != END:
        raise CorruptLog(say("the record is cut off: its last line must have the type {type}", type=quoted(END)))
    if head.get("type") != GAME:
        raise CorruptLog(say("line {line} must have the type {type}", line=1, type=quoted(GAME)))
    header = {name: head.get(name) for name in ("stockade", "game", "players", "options", "rules_version", "seed")}
    if "origin" in head:
        header["origin"] = head["origin"]
    comments = {0: _list(head.get("comments"))}
    moves = []
    for line, each in objects[1:-1]:
        moves.append(_move(line, each))
        comments[len(moves)] = _list(each.get("comments"))
    outcome = end.get("result")
    if not isinstance(outcome, str):
        raise CorruptLog(say("line {line} lacks the result", line=last))
    return Draft(
        header,
        moves,
        end.get("ending"),
        outcome,
        head.get("names"),
        head.get("date") or "",
        comments,
        head.get("tags", {}),
    )


def _object(line: int, text: str) -> tuple[int, Mapping[str, Any]]:
    try:
        found = read_json(text)
    except ValueError as error:
        raise CorruptLog(say("line {line} is not JSON: {reason}", line=line, reason=error)) from error
    wrong = excess(found)
    if wrong or not isinstance(found, dict):
        reason = wrong or say("it is not an object with named fields")
        raise CorruptLog(say("line {line} cannot be read: {reason}", line=line, reason=reason))
    return line, found


def _move(line: int, given: Mapping[str, Any]) -> Move:
    if given.get("type") != MOVE:
        raise CorruptLog(say("line {line} must have the type {type}", line=line, type=quoted(MOVE)))
    numbers = {name: given.get(name) for name in ("number", "seat", "action")}
    if not all(value is None or type(value) is int for value in numbers.values()):
        raise CorruptLog(say("line {line}: number, seat and action are whole numbers", line=line))
    action, text = numbers["action"], given.get("text")
    if not isinstance(text, str):
        text = action
    if text is None:
        raise CorruptLog(say("line {line} has neither a text nor an action", line=line))
    return Move(text, number=numbers["number"], seat=numbers["seat"], id=action, line=line)


def _list(given: object) -> list[object]:
    """Return comments, of which the record checks that they are texts."""
    return given if isinstance(given, list) else [] if given is None else [given]
