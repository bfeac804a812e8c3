"""Blockade in words: notation, descriptions for the log, and reasons why an action is not legal."""

from stockade.games.blockade.text.guide import GUIDE, closing
from stockade.games.blockade.text.notation import (
    describe_action,
    describe_end,
    draw,
    format_action,
    parse_action,
    seat_name,
)
from stockade.games.blockade.text.reasons import why_not
from stockade.games.blockade.text.tell import ledger, tell

__all__ = [
    "GUIDE",
    "closing",
    "describe_action",
    "describe_end",
    "draw",
    "format_action",
    "ledger",
    "parse_action",
    "seat_name",
    "tell",
    "why_not",
]
