"""Cascade Barricade in words: notation, descriptions for a log, and reasons why an action is not legal."""

from stockade.games.cascade_barricade.text.guide import GUIDE, closing
from stockade.games.cascade_barricade.text.notation import (
    describe_action,
    describe_end,
    draw,
    format_action,
    parse_action,
    seat_name,
)
from stockade.games.cascade_barricade.text.orders import answer, orders
from stockade.games.cascade_barricade.text.reasons import why_not
from stockade.games.cascade_barricade.text.tell import ledger, tell, things

__all__ = [
    "GUIDE",
    "answer",
    "closing",
    "describe_action",
    "describe_end",
    "draw",
    "format_action",
    "ledger",
    "orders",
    "parse_action",
    "seat_name",
    "tell",
    "things",
    "why_not",
]
