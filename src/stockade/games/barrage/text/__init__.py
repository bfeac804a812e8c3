"""Barrage in words: notation, descriptions for a log, and reasons why an action is not legal."""

from stockade.games.barrage.text.drawing import draw
from stockade.games.barrage.text.guide import GUIDE, closing
from stockade.games.barrage.text.ledger import ledger, things
from stockade.games.barrage.text.notation import (
    describe_action,
    describe_end,
    format_action,
    parse_action,
    seat_name,
)
from stockade.games.barrage.text.reasons import why_not
from stockade.games.barrage.text.tell import tell

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
    "things",
    "why_not",
]
