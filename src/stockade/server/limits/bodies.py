"""Limits on JSON: how deep it may be nested, and how long its numbers may be.

Python's parser stops at some depth and some number of digits with errors of other kinds than those for invalid JSON.
"""

from __future__ import annotations

import re

from stockade.core.language import mark

from ..errors import Refused

DEEPEST = 32
LONGEST_NUMBER = 40  # characters; the whole numbers that are used have at most 20

_LONG = re.compile(rb"[0-9.eE+-]{%d}" % (LONGEST_NUMBER + 1))
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
TOO_DEEP = mark("The JSON is nested too deeply; the limit is {limit} levels.")
TOO_LONG = mark("A number is too long; the limit is {limit} characters.")


def check_json(content: bytes) -> None:
    """Refuse JSON that is nested too deeply or has numbers that are too long. Other errors are left to the parser."""
    if b"\0" in content:  # Python would read it as UTF-16 or UTF-32, which JSON between programs never is
        raise Refused("bad_request", "The JSON must be in UTF-8.")
    if content.count(b"[") + content.count(b"{") <= DEEPEST and not _LONG.search(content):
        return  # the usual case, which costs a microsecond or two
    bare = _STRINGS.sub(b'""', content)
    if _LONG.search(bare):
        raise Refused("bad_request", TOO_LONG, limit=LONGEST_NUMBER)
    depth = 0
    for bracket in bare.translate(None, _NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            raise Refused("bad_request", TOO_DEEP, limit=DEEPEST)
