"""A process that draws pictures and films for another one, until that one closes the pipe.

Drawing keeps Python's interpreter busy, so a server must not do it in its own process. Each job is a line of JSON:
`{log, format, ply, shape, language}`. The answer is a line of JSON, `{size}` or `{error}`, and then the picture.

python -m stockade.records.drawing
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from stockade.core.errors import StockadeError
from stockade.core.language import speaking
from stockade.core.match import Match

from .formats import write

PATIENT = 10  # how far this steps back behind bots and moves


def draw(job: Mapping[str, Any]) -> bytes:
    """Return the picture or film of a job. The log comes from our own server, and may have ids for actions."""
    with speaking(job["language"]):
        return write(Match.from_json(job["log"]), job["format"], ply=job["ply"], shape=job["shape"])


def main() -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(PATIENT)
    answers = sys.stdout.buffer
    for line in sys.stdin.buffer:
        content = b""
        try:
            content = draw(json.loads(line))
            head: dict[str, object] = {"size": len(content)}
        except StockadeError as error:
            head = {"error": error.message}
        answers.write(json.dumps(head).encode() + b"\n" + content)
        answers.flush()


if __name__ == "__main__":
    main()
