"""Descriptions of what happens by itself after an action: turns of Automas, incomes, water, the end of a round."""

from __future__ import annotations

from typing import Any

from stockade.core.english import counted
from stockade.core.layout import OVER
from stockade.core.ledger import Event
from stockade.games.barrage.layout import BASES, FIRST_CHANCE, FIRST_RUNNING, HEADSTREAMS, ROUNDS, Record, Step
from stockade.games.barrage.rules.dispatch import NO_ANSWER, resolve, run_step, sole_answer
from stockade.games.barrage.rules.rounds import end_round, next_turn
from stockade.games.barrage.rules.scoring import (
    bonus_vp,
    held_drops,
    left_over_vp,
    objective_counts,
    objective_vp,
    score_rank,
    score_round,
)
from stockade.games.barrage.rules.seats import is_automa
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.rules.water import run_waiting
from stockade.games.barrage.tables import SITE_NAMES, TOP, TRACK_CREDITS
from stockade.games.barrage.text.notation import STREAM_LETTERS, seat_name
from stockade.games.barrage.text.trace import answer_step, read_tile

GAINS = {
    "vp": "point",
    "credits": "credit",
    "excavators": "excavator",
    "mixers": "mixer",
    "energy": "energy",
}


def tell(before: Record, action: int, after: Record) -> list[Event]:
    """Return lines for what an action made happen, in order."""
    state, lines = replayed(before, action)
    assert state.depth == after.depth
    return [Event(line) for line in lines]


def replayed(before: Record, action: int) -> tuple[Any, list[str]]:
    """Run the same steps again on a copy, as `rules.dispatch.settle` does, and describe each."""
    state, lines = before.copy(), list[str]()
    resolve(state, action)
    while True:
        if state.depth == 0:
            lines += go_on(state)
            if state.current_player == OVER:
                break
            continue
        frame = state.pending[state.depth - 1]
        step, seat, numbers = int(frame.step), int(frame.player), numbers_of(frame)
        if step >= FIRST_CHANCE:
            break
        if step == Step.AUTOMA:
            line, _ = numbers
            lines += read_tile(state, seat, line)
        elif step >= FIRST_RUNNING:
            lines += run(state, step, seat)
        elif is_automa(state, seat):
            lines += answer_step(state, seat, step, numbers)
        else:
            sole = sole_answer(state, step, seat, numbers)
            if sole == NO_ANSWER:
                break
            resolve(state, sole)
    return state, lines


def go_on(state: Record) -> list[str]:
    """Go on to the next turn or the end of the round, and describe who has passed."""
    passed = [bool(state.player[seat].has_passed) for seat in range(state.players)]
    is_next = next_turn(state)
    gone = [seat for seat in range(state.players) if state.player[seat].has_passed and not passed[seat]]
    lines = [f"{seat_name(state, seat)} has no engineers left and is done for this round" for seat in gone]
    if not is_next:
        lines += round_words(state)
        end_round(state)
    return lines


def run(state: Record, step: int, seat: int) -> list[str]:
    """Run a step that needs no answer. Incomes and water are described."""
    before = state.copy()
    run_step(state, step, seat)
    match step:
        case Step.INCOME:
            gained = gain_words(before, state, seat)
            return [f"Income of {seat_name(state, seat)}: {gained}"] if gained else []
        case Step.RUN if before.falling.any():
            return water_words(before, state)
        case Step.HEADSTREAMS if state.round_no < ROUNDS:
            drops = ", ".join(f"{STREAM_LETTERS[stream]} {state.waiting[stream]}" for stream in range(HEADSTREAMS))
            return [f"Round {state.round_no} begins; drops on the headstreams: {drops}"]
        case Step.HEADSTREAMS:
            return [f"Round {state.round_no} begins; the headstreams bring no more water"]
    return []


def amount(count: int, name: str) -> str:
    return f"{count} energy" if name == "energy" else counted(count, name)


def gain_words(before: Record, after: Record, seat: int) -> str:
    """Describe what a seat has gained."""
    gains = [
        (int(after.player[seat][field]) - int(before.player[seat][field]), name) for field, name in GAINS.items()
    ]
    return ", ".join(amount(gain, name) for gain, name in gains if gain)


def water_words(before: Record, after: Record) -> list[str]:
    """Describe which dams have more water than before, and who earned energy from passing water."""
    filled = [
        f"{SITE_NAMES[space]} {before.dam_drops[space]} to {after.dam_drops[space]}"
        for space in range(BASES)
        if after.dam_drops[space] != before.dam_drops[space]
    ]
    lines = [f"Water flows: {', '.join(filled)}"] if filled else ["Water flows, and no dam holds any of it"]
    for seat in range(after.players):
        steps = int(after.player[seat].energy) - int(before.player[seat].energy)
        if steps:
            lines.append(f"{seat_name(after, seat)} earns {steps} energy from water that passes")
    return lines


def round_words(state: Record) -> list[str]:
    """Describe water flow and scoring of a round, and after the last round the final scoring."""
    flowed = state.copy()
    run_waiting(flowed)
    lines = [f"Round {state.round_no} is over"]
    lines += water_words(state, flowed) if state.waiting.any() else []
    ranked = flowed.copy()
    score_rank(ranked)
    for seat in range(state.players):
        energy = int(flowed.player[seat].energy)
        parts = [
            (int(ranked.player[seat].vp) - int(flowed.player[seat].vp), "for the rank"),
            (int(bonus_vp(flowed, seat)), "for the bonus tile"),
        ]
        income = counted(int(TRACK_CREDITS[min(energy, TOP)]), "point" if is_automa(state, seat) else "credit")
        idle = ", 3 points less" if energy == 0 else ""
        points = "".join(f", {counted(value, 'point')} {why}" for value, why in parts if value)
        lines.append(f"{seat_name(state, seat)} has {energy} energy: {income}{points}{idle}")
    return lines + (end_words(flowed) if state.round_no == ROUNDS else [])


def end_words(flowed: Any) -> list[str]:
    """Describe the final scoring."""
    scored = flowed.copy()
    score_round(scored)
    lines, counts = [], objective_counts(scored)
    for seat in range(scored.players):
        rest, drops = int(left_over_vp(scored, seat)), int(held_drops(scored, seat))
        objective = counted(int(objective_vp(scored, seat, counts)), "point")
        name = seat_name(scored, seat)
        lines.append(
            f"{name}: {objective} for the objective, {rest} for what is left over, {drops} for water in dams"
        )
    return lines
