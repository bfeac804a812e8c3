"""The worked cases in the data file: tokens under one card, corridors, majorities, and the board of the rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text("utf-8").splitlines()
]
WILDLIFE = [case for case in CASES if "card" in case]
CORRIDORS = [case for case in CASES if "land" in case and "at" not in case]
MAJORITIES = [case for case in CASES if "sizes" in case]
(BOOK,) = [case for case in CASES if "cards" in case]  # three players; only the first player's board is known


def name_of(case: dict[str, Any]) -> str:
    return str(case["id"])


def tokens_of(case: dict[str, Any]) -> dict[str, set[tuple[int, int]]]:
    """Return the hexes of every species."""
    return {code: {(q, r) for q, r in case["at"].get(code, [])} for code in "beshf"}
