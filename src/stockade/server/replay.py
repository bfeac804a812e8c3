"""Between the database and the rules: a stored match becomes a `Match` or a `State`, and a row again."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import stockade
from stockade.core.errors import BadPosition, CorruptLog
from stockade.core.match import LOG_FORMAT, Match
from stockade.core.match import entries as lines
from stockade.core.state import State

from .models import LIVE, OVER
from .storage import ACTION, CHANCE, Entry, Stored


def rebuild(stored: Stored) -> Match:
    """The whole match, replayed from its journal: what a write needs."""
    row = stored.row
    return Match.from_json(
        {
            "stockade": LOG_FORMAT,
            "game": row.game,
            "players": row.players,
            "options": row.options,
            "rules_version": row.rules_version,
            "seed": row.seed,
            "actions": stored.actions(),
            "ending": row.ending,
        }
    )


def state_of(stored: Stored) -> State:
    """The present state from its snapshot: what reading needs. The log speaks where the snapshot does not."""
    row = stored.row
    game = stockade.game(row.game)
    if game.spec.rules_version != row.rules_version:
        raise CorruptLog(
            f"this match was played by rules version {row.rules_version} of {game.spec.title}; "
            f"the server has version {game.spec.rules_version}"
        )
    try:
        return game.from_bytes(row.state)
    except BadPosition:
        return rebuild(stored).state


def snapshot(match: Match) -> dict[str, Any]:
    """The columns of `matches` that follow from the log."""
    result = match.result
    return {
        "status": OVER if match.is_over else LIVE,
        "state": match.state.to_bytes(),
        "current_player": stockade.OVER if match.is_over else match.state.current_player,
        "ending": match.ending,
        "result": None if result is None else asdict(result),
        "free_undo": [seat for seat in range(match.players) if match.free_undo(seat)],
    }


def new_entries(match: Match, before: State, start: int) -> list[Entry]:
    """The journal's lines for what the log has gained since it had `start` actions and stood at `before`."""
    actions = match.actions[start:]
    return [
        Entry(CHANCE if line.seat == stockade.CHANCE else ACTION, line.seat, action, line.text, line.label, line.told)
        for line, action in zip(lines(before, actions), actions, strict=True)
    ]
