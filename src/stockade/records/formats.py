"""The formats, and which one a file has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from stockade.core.checks import excess, read_json
from stockade.core.errors import BadOption, BadPosition, CorruptLog, quoted
from stockade.core.language import say
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.core.scene import Shape
from stockade.core.state import State

from . import pictures
from .log import read_log, write_log
from .ndjson import is_ndjson, read_ndjson, write_ndjson
from .record import Record
from .text import is_text, read_text, write_text

LARGEST = 16_000_000  # bytes of a file; the longest matches that can be played fit

Kind = Literal["record", "picture", "film"]
Found = Literal["text", "ndjson", "json", "position"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be written."""

    name: str
    suffix: str
    media_type: str
    kind: Kind  # a record of the whole match, a picture of one position, or a film of the whole match

    @property
    def needs_extra(self) -> bool:
        """Whether the libraries of `stockade[pictures]` are needed."""
        return self.name in pictures.RASTER


FORMATS = {
    each.name: each
    for each in (
        Format("text", ".txt", "text/plain; charset=utf-8", "record"),
        Format("ndjson", ".ndjson", "application/x-ndjson", "record"),
        Format("json", ".json", "application/json", "record"),
        Format("svg", ".svg", "image/svg+xml", "picture"),
        Format("png", ".png", "image/png", "picture"),
        Format("gif", ".gif", "image/gif", "film"),
        Format("webp", ".webp", "image/webp", "film"),
    )
}
_WRITERS: dict[str, Callable[[Record], str]] = {"text": write_text, "ndjson": write_ndjson, "json": write_log}


def format_of(name: str) -> Format:
    if name not in FORMATS:
        raise BadOption(f"there is no format {quoted(name)}; there are: {', '.join(FORMATS)}")
    return FORMATS[name]


def write(record: Record | Match, format: str, *, ply: int | None = None, shape: Shape = "wide") -> bytes:
    """Return a match in a format. A picture shows the position after `ply` actions, by default the last one."""
    kept = Record(record) if isinstance(record, Match) else record
    kind = format_of(format).kind
    if ply is not None and kind != "picture":
        raise BadOption(f"a file of the format {format} has the whole match: it cannot show a single moment")
    if kind == "film":
        return pictures.film(kept.match, format, shape, kept.plies)
    if kind == "picture":
        return pictures.picture(kept.match.state_at(kept.plies if ply is None else ply), format, shape)
    return _WRITERS[format](kept).encode()


def recognise(data: str | bytes) -> Found:
    """Return the format of a file that can be read."""
    return _opened(data)[0]


def read(data: str | bytes) -> Record:
    """Read a record in any format, and check every move of it. What is wrong raises `CorruptLog`, which says why."""
    found, content = _opened(data)
    if found == "position":
        raise CorruptLog(say("this is a position, not the record of a match"))
    if found == "text":
        return read_text(content).checked()
    return (read_ndjson(content) if found == "ndjson" else read_log(content)).checked()


def read_position(data: str | bytes) -> State:
    """Read a position: a JSON file with the field `game`, as `State.to_json` gives it."""
    found, content = _opened(data)
    if found != "position":
        raise BadPosition(say("this is the record of a match, not a position"))
    if isinstance(content.get("position"), dict):  # as `stockade replay --ply N --json` prints it
        content = {"game": content["game"], **content["position"]}
    if wrong := excess(content):
        raise BadPosition(say("this is not a position: {reason}", reason=wrong))
    if not isinstance(content["game"], str):
        raise BadPosition(say("{name} must be a text", name=quoted("game")))
    return find_game(content["game"]).from_json(content)


def _opened(data: str | bytes) -> tuple[Found, Any]:
    """Return the format, and the text or the JSON in it."""
    content = _decoded(data)
    if is_text(content):
        return "text", content
    if not content.startswith("{"):
        raise CorruptLog(
            say(
                'this is not a record: it begins neither with a tag such as [Stockade "1"] nor with {brace}',
                brace="{",
            )
        )
    if is_ndjson(content):
        return "ndjson", content
    try:
        found = read_json(content)
    except ValueError as error:
        raise CorruptLog(say("this is not JSON: {reason}", reason=error)) from error
    return ("position" if "game" in found and "stockade" not in found else "json"), found


def _decoded(data: str | bytes) -> str:
    """Return the text of a file, without what some editors add."""
    if len(data) > LARGEST:
        raise CorruptLog(say("the file is too large; the limit is {limit} bytes", limit=LARGEST))
    try:
        content = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError:
        raise CorruptLog(say("this is not a record: it is not text in UTF-8")) from None
    if "\0" in content:
        raise CorruptLog(say("this is not a record: it is not text in UTF-8"))
    return content.removeprefix("\ufeff").replace("\r\n", "\n").lstrip(" \t\n")
