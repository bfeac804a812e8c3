"""Words and notation of Pig."""

from __future__ import annotations

from typing import Any

from stockade.games.pig.layout import Act, Phase

from stockade.core.english import counted
from stockade.core.errors import ParseError, Reason
from stockade.core.layout import CHANCE
from stockade.core.ledger import POINT, Account, Event

WORDS = ("small", "large", "roll", "hold", "1", "2", "3", "4", "5", "6")
NAMES = ("Ham", "Chop", "Rib", "Loin")


def seat_name(state: Any, seat: int) -> str:  # noqa: ARG001
    return NAMES[seat]


def format_action(state: Any, action: int) -> str:  # noqa: ARG001
    return WORDS[action]


def parse_action(state: Any, text: str) -> int:  # noqa: ARG001
    word = text.strip().lower()
    if word not in WORDS:
        raise ParseError(f"{text!r} is none of {', '.join(WORDS)}")
    return WORDS.index(word)


def describe_action(state: Any, action: int) -> str:
    return f"{NAMES[int(state.turn_owner)]}: {WORDS[action]}"


def describe_end(state: Any) -> str:
    won = max(state.points) >= state.target
    return f"{state.target} points are reached" if won else "the last turn is played"


def draw(state: Any) -> str:
    rows = [f"[seat{seat}]{NAMES[seat]:5}[/] {state.points[seat]}" for seat in range(state.players)]
    return "\n".join([*rows, f"turn {state.turns}, saved {state.saved}, phase {state.phase}, ply {state.ply}"])


def why_not(state: Any, action: int) -> Reason:
    if state.current_player == CHANCE:
        return Reason("the die is rolling")
    if action >= Act.PIPS:
        return Reason("dice roll by themselves")
    if state.phase == Phase.DIE:
        return Reason(f"{WORDS[action]}: take a die first", "1")
    return Reason(f"{WORDS[action]}: roll, or hold what you have", "1")


def tell(before: Any, action: int, after: Any) -> list[Event]:  # noqa: ARG001
    """Tell the result of a roll, and what was held."""
    if before.phase != Phase.ROLL:
        return []
    seat = int(before.turn_owner)
    gained = int(after.points[seat]) - int(before.points[seat])
    points = {Account(seat, POINT): gained}
    return (
        [Event(f"{NAMES[seat]} has {counted(gained, 'point')} more", points)]
        if gained
        else [Event(f"{NAMES[seat]} has nothing to hold")]
    )
