"""Why something is not allowed in Pig."""

from __future__ import annotations

from typing import Any

from stockade.games.pig.layout import Act, Phase
from stockade.games.pig.notation import WORDS

from stockade.core.errors import Reason
from stockade.core.layout import CHANCE


def why_not(state: Any, action: int) -> Reason:
    if state.current_player == CHANCE:
        return Reason("the die is rolling")
    if action >= Act.PIPS:
        return Reason("dice roll by themselves")
    if state.phase == Phase.DIE:
        return Reason(f"{WORDS[action]}: take a die first", "1")
    return Reason(f"{WORDS[action]}: roll, or hold what you have", "1")
