"""The settings of a table: what is allowed at it, its clock, and what happens when somebody is absent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

MINUTE = 60
DAY = 24 * 60 * MINUTE
LONGEST = 30 * DAY

UndoPolicy = Literal["ask", "free", "never"]
AbsentPolicy = Literal["wait", "bot", "claim"]
Seconds = Annotated[StrictInt, Field(ge=1, le=LONGEST)]


class Clock(BaseModel):
    """How much time a player has: for each turn, or for the whole game with an increment after each turn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["turn", "game"]
    seconds: Seconds = Field(description="For a turn, or for the whole game.")
    increment: Annotated[StrictInt, Field(ge=0, le=LONGEST)] = Field(
        0, description="Seconds that a player gains at the end of each turn, if the time is for the whole game."
    )


class Policy(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    undo: UndoPolicy = Field("ask", description="Whether others must agree to an undo, or need not, or nobody may.")
    spectators: StrictBool = Field(True, description="Whether people without a seat may watch.")
    chat: StrictBool = True
    clock: Clock | None = None
    absent: AbsentPolicy = Field(
        "wait",
        description="What happens when a player's time is up or they leave: the others wait, a bot plays for them "
        "until they return, or the others may end the match as a loss for them.",
    )
    stand_in: Annotated[StrictInt, Field(ge=1, le=99)] | None = Field(
        None, description="The level of the bot that plays for an absent player."
    )


USUAL = Policy.model_validate({})


def policy_of(stored: Mapping[str, Any]) -> Policy:
    """Return the settings of a stored table. Tables of earlier versions have none and use the defaults."""
    return Policy.model_validate(stored) if stored else USUAL
