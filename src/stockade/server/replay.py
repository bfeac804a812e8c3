"""Convert a stored match to a `Match` or a `State`, and a `Match` back to rows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import stockade
from stockade.core.errors import BadPosition, CorruptLog
from stockade.core.language import ENGLISH, speaking
from stockade.core.match import BRANCH_FORMAT, LOG_FORMAT, Match, Step, entries
from stockade.core.snapshot import from_snapshot, to_snapshot
from stockade.core.state import State

from .models import LIVE, OVER
from .stored import ACTION, CHANCE, Entry, Stored


def resume(stored: Stored) -> Match:
    """Return the match from its snapshot. The journal is replayed only if the snapshot cannot be used."""
    return Match.resume(stored.row.state, log_of(stored), stored.actors)


def rebuild(stored: Stored) -> Match:
    """Return the match, replayed from its journal."""
    return Match.from_json(log_of(stored))


def log_of(stored: Stored) -> dict[str, Any]:
    """Return the match's log, with actions as ids."""
    row = stored.row
    return {
        "stockade": LOG_FORMAT if row.origin is None else BRANCH_FORMAT,
        "origin": row.origin,
        "game": row.game,
        "players": row.players,
        "options": row.options,
        "rules_version": row.rules_version,
        "seed": row.seed,
        "actions": list(stored.actions),
        "ending": row.ending,
    }


def state_of(stored: Stored) -> State:
    """Return the current state from its snapshot or, if that cannot be used, from the journal."""
    row = stored.row
    game = stockade.game(row.game)
    if not game.spec.can_replay(row.rules_version):
        raise CorruptLog(
            f"this match uses version {row.rules_version} of the rules of {game.spec.title}; "
            f"the server has version {game.spec.rules_version}"
        )
    with suppress(BadPosition):
        return from_snapshot(game, row.state)
    with suppress(BadPosition):
        return game.from_bytes(row.state)  # stored by version 0.1.0, without a checksum, so it needs a full check
    return rebuild(stored).state


def summary(match: Match) -> dict[str, Any]:
    """Return the columns of `matches` that follow from the log."""
    with speaking(ENGLISH):
        result = match.result
    return {
        "status": OVER if match.is_over else LIVE,
        "state": to_snapshot(match.state),
        "current_player": stockade.OVER if match.is_over else match.state.current_player,
        "ending": match.ending,
        "result": None if result is None else asdict(result),
        "free_undo": [seat for seat in range(match.players) if match.free_undo(seat)],
    }


def journal_of(steps: Sequence[Step]) -> list[Entry]:
    """Return the journal entries for these steps. The journal is in English."""
    lines = []
    with speaking(ENGLISH):
        for step, line in zip(steps, entries(steps), strict=True):
            kind = CHANCE if line.seat == stockade.CHANCE else ACTION
            lines.append(Entry(kind, line.seat, step.action, line.text, line.label, line.told))
    return lines
