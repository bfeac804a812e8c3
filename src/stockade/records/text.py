"""Records as text that people read and write, in the manner of PGN.

[Stockade "1"]
[Game "blockade"]
...

{A comment before the first move.}
1. Black: D2-3
2. White: B8-6 {A comment on this move.}
1-0
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stockade.core.checks import read_json
from stockade.core.errors import CorruptLog, quoted
from stockade.core.language import ENGLISH, say, speaking
from stockade.core.spec import Value

from .record import OWN_TAGS, Draft, Move, Record, actor_name

OPTION, SEAT, NAME = "Option:", "Seat", "Name"
NEEDED = ("Stockade", "Game", "RulesVersion", "Players")

_TAG = re.compile(r'\[([^\s\[\]"]{1,80})[ \t]+"((?:[^"\\\n]|\\[^\n])*+)"\]')
_ESCAPED = {"\\": "\\", '"': '"', "n": "\n"}
_OF_SEAT = re.compile(rf"(?:{SEAT}|{NAME})\d+", re.ASCII)
_NAME = re.compile(rf"{NAME}(\d{{1,2}})", re.ASCII)
_PIECE = re.compile(r"\{([^{}]*)\}|([^{}\n]+)|(\n)|([{}])")
_NUMBERED = re.compile(r"(\d{1,9})\.[ \t]+(?:([^:]{1,100}): )?(.+)", re.ASCII)
_WHOLE = re.compile(r"\d{1,20}", re.ASCII)
_SHARE = r"(?:0|1(?:/[1-9]\d?)?)"
RESULT = re.compile(rf"\*|{_SHARE}(?:-{_SHARE})*", re.ASCII)


# -- writing ---------------------------------------------------------------------------------------------------


def write_text(record: Record) -> str:
    with speaking(ENGLISH):
        head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in _tags(record))
        return f"{head}\n{''.join(_body(record))}{record.outcome}\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    match = record.match
    yield "Stockade", str(record.version)
    yield "Game", match.game.name
    yield "RulesVersion", str(match.game.spec.rules_version)
    yield "Players", str(match.players)
    for name, value in match.options.items():
        yield OPTION + name, _value_text(value)
    if record.origin is not None:
        yield "Origin", json.dumps(record.origin, ensure_ascii=False)
    for seat in range(match.players):
        yield f"{SEAT}{seat}", match.state.seat_name(seat)
    for seat, name in enumerate(record.names):
        yield f"{NAME}{seat}", name
    if record.date:
        yield "Date", record.date
    if record.has_seed:
        yield "Seed", str(match.seed)
    if match.ending is not None:
        yield "Ending", _ending_text(match.ending)
    yield "Result", record.outcome
    result = record.result
    if result is not None:
        yield "Scores", " ".join(f"{points:g}" for points in result.scores)
        yield "Reason", result.reason
    yield from record.tags.items()


def _body(record: Record) -> Iterator[str]:
    for text in record.comments.get(0, ()):
        yield f"{{{text}}}\n"
    for number, step in enumerate(record.steps(), 1):
        before = step.before
        line = f"{number}. {actor_name(before, before.current_player)}: {before.format(step.action)}"
        yield " ".join([line, *(f"{{{text}}}" for text in record.comments.get(number, ()))]) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _value_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _ending_text(ending: Mapping[str, Any]) -> str:
    ((why, seat),) = ending.items()
    return why if seat is True else f"{why} {seat}"


# -- reading ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
    """A comment, or a line without its comments."""

    text: str
    line: int
    is_comment: bool


def is_text(content: str) -> bool:
    """Return whether this looks like a record as text. It may still be wrong."""
    return content.startswith("[") and _TAG.match(content) is not None


def read_text(content: str) -> Draft:
    tags, end = _read_tags(content)
    pieces = list(_pieces(content, end))
    lines = [piece for piece in pieces if not piece.is_comment]
    if not lines or not RESULT.fullmatch(lines[-1].text):
        raise CorruptLog(
            say("the record is cut off: its last line must be a result such as 1-0, or * if there is none")
        )
    moves: list[Move] = []
    comments: dict[int, list[str]] = {}
    for piece in pieces:
        if piece.is_comment:
            comments.setdefault(len(moves), []).append(piece.text)
        elif piece is not lines[-1]:
            moves.append(_move(piece))
    outcome = lines[-1].text
    if tags.get("Result", outcome) != outcome:
        raise CorruptLog(say("the record gives two results: {one} and {other}", one=tags["Result"], other=outcome))
    return Draft(
        _header(tags),
        moves,
        _ending(tags.get("Ending")),
        outcome,
        _names(tags),
        tags.get("Date", ""),
        comments,
        {name: value for name, value in tags.items() if _is_other(name)},
    )


def _read_tags(content: str) -> tuple[dict[str, str], int]:
    """Return the tags at the beginning, and where they end."""
    tags: dict[str, str] = {}
    place = 0
    while content.startswith("[", place := _after_spaces(content, place)):
        found = _TAG.match(content, place)
        if found is None:
            line = content.count("\n", 0, place) + 1
            raise CorruptLog(say('line {line} is not a tag such as [Players "2"]', line=line))
        name, value = found[1], re.sub(r"\\(.)", lambda each: _ESCAPED.get(each[1], each[0]), found[2])
        if name in tags:
            raise CorruptLog(say("the record has two tags {name}", name=quoted(name)))
        tags[name] = value
        place = found.end()
    missing = [name for name in NEEDED if name not in tags]
    if missing:
        raise CorruptLog(say("the record lacks the tag {name}", name=missing[0]))
    return tags, place


def _after_spaces(content: str, place: int) -> int:
    while place < len(content) and content[place] in " \t\n":
        place += 1
    return place


def _pieces(content: str, place: int) -> Iterator[_Piece]:
    line = content.count("\n", 0, place) + 1
    for found in _PIECE.finditer(content, place):
        comment, text, _, brace = found.groups()
        if brace:
            raise CorruptLog(say("line {line} has a brace without its partner", line=line))
        if comment is not None:
            yield _Piece(comment, line, True)
        elif text and text.strip():
            yield _Piece(text.strip(), line, False)
        line += found[0].count("\n")


def _move(piece: _Piece) -> Move:
    found = _NUMBERED.fullmatch(piece.text)
    if found is None:
        return Move(piece.text, line=piece.line)
    return Move(found[3], number=int(found[1]), who=found[2], line=piece.line)


def _header(tags: Mapping[str, str]) -> dict[str, Any]:
    options = {name.removeprefix(OPTION): value for name, value in tags.items() if name.startswith(OPTION)}
    return {
        "stockade": _number(tags, "Stockade"),
        "game": tags["Game"],
        "players": _number(tags, "Players"),
        "options": options,
        "rules_version": _number(tags, "RulesVersion"),
        "seed": _number(tags, "Seed") if "Seed" in tags else None,
        **({"origin": _origin(tags["Origin"])} if "Origin" in tags else {}),
    }


def _origin(text: str) -> Any:
    try:
        return read_json(text)
    except ValueError as error:
        raise CorruptLog(say("the tag {name} is not JSON: {reason}", name="Origin", reason=error)) from error


def _number(tags: Mapping[str, str], name: str) -> int:
    if not _WHOLE.fullmatch(tags[name]):
        raise CorruptLog(
            say("the tag {name} must be a whole number, not {value}", name=name, value=quoted(tags[name]))
        )
    return int(tags[name])


def _ending(text: str | None) -> dict[str, Any] | None:
    """Return the ending as logs have it. Whether it is possible is checked there."""
    if text is None:
        return None
    why, _, seat = text.partition(" ")
    return {why: int(seat) if _WHOLE.fullmatch(seat) else seat or True}


def _names(tags: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names by seat. If some are missing, these are empty."""
    given = {int(found[1]): value for name, value in tags.items() if (found := _NAME.fullmatch(name))}
    return tuple(given.get(seat, "") for seat in range(max(given, default=-1) + 1))


def _is_other(name: str) -> bool:
    return name not in OWN_TAGS and not name.startswith(OPTION) and not _OF_SEAT.fullmatch(name)
