"""Cascadia in words: notation, descriptions for the log, and reasons why an action is not legal."""

from stockade.games.cascadia.text.guide import GUIDE, closing
from stockade.games.cascadia.text.notation import (
    describe_action,
    describe_end,
    draw,
    format_action,
    opening_words,
    parse_action,
    seat_name,
)
from stockade.games.cascadia.text.reasons import why_not
from stockade.games.cascadia.text.tell import ledger, tell

__all__ = [
    "GUIDE",
    "closing",
    "describe_action",
    "describe_end",
    "draw",
    "format_action",
    "ledger",
    "opening_words",
    "parse_action",
    "seat_name",
    "tell",
    "why_not",
]
