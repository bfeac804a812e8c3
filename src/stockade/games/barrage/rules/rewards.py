"""Rewards: rows of (effect, amount), the same for contracts, incomes, action spaces and tiles."""

from typing import Any

from stockade.core.kernel import kernel
from stockade.games.barrage.layout import LAST_GAIN, Effect, Kind, Record, Step
from stockade.games.barrage.rules.seats import INCOME_LEVEL, gain_credits
from stockade.games.barrage.rules.stack import push, push_all, step_row
from stockade.games.barrage.tables import INCOME, INCOME_PIECES, MOST_EFFECTS


@kernel
def gain(state: Record, seat: int, effect: int, amount: int) -> None:
    """Apply a plain gain."""
    player = state.player[seat]
    match effect:
        case Effect.CREDITS:
            gain_credits(state, seat, amount)
        case Effect.VP:
            player.vp += amount
        case Effect.EXCAVATORS:
            player.excavators += amount
        case Effect.MIXERS:
            player.mixers += amount
        case Effect.ENERGY:
            player.energy += amount


@kernel
def push_effect(state: Record, seat: int, effect: int, amount: int) -> None:
    """Push the steps of an effect that is not a plain gain."""
    match effect:
        case Effect.MACHINES:
            push(state, Step.MACHINE, seat, amount, 0)
        case Effect.ROTATE:
            push(state, Step.ROTATE, seat, amount, 0)
        case Effect.WATER:
            push(state, Step.DROP, seat, amount, 0)
        case Effect.FLOW:
            push_all(state, (step_row(Step.FALL, seat, amount, 0), step_row(Step.RUN, seat, 0, 0)))
        case Effect.PLACE:
            push(state, Step.PLACE, seat, amount, 0)


@kernel
def push_reward(state: Record, seat: int, rows: Any) -> None:
    """Apply a reward: gains at once, the other effects in order (ruling 42)."""
    for row in range(MOST_EFFECTS):
        if rows[row, 0] <= LAST_GAIN:
            gain(state, seat, rows[row, 0], rows[row, 1])
    for row in range(MOST_EFFECTS - 1, -1, -1):
        if rows[row, 0] > LAST_GAIN:
            push_effect(state, seat, rows[row, 0], rows[row, 1])


@kernel
def has_income(state: Record, seat: int) -> bool:
    """Return whether a seat has income. All do except Automas of the first level."""
    return state.player[seat].level == 0 or state.player[seat].level >= INCOME_LEVEL


@kernel
def uncover(state: Record, seat: int, kind: int) -> None:
    """Gain what the piece just built uncovers (ruling 14)."""
    if kind < Kind.POWERHOUSE and has_income(state, seat):
        player = state.player[seat]
        push_reward(state, seat, INCOME[player.company, kind, player.built[kind]])


@kernel
def push_income(state: Record, seat: int) -> None:
    """Apply the income of a seat, added up from all pieces: first gains, then choices (ruling 43)."""
    if not has_income(state, seat):
        return
    player = state.player[seat]
    for effect in (Effect.FLOW, Effect.ROTATE, Effect.MACHINES, Effect.ENERGY, Effect.VP, Effect.CREDITS):
        amount = 0
        for kind in range(3):
            for piece in INCOME_PIECES:
                if piece <= player.built[kind]:
                    rows = INCOME[player.company, kind, piece]
                    for row in range(MOST_EFFECTS):
                        amount += rows[row, 1] if rows[row, 0] == effect else 0
        if amount > 0 and effect <= LAST_GAIN:
            gain(state, seat, effect, amount)
        elif amount > 0:
            push_effect(state, seat, effect, amount)
