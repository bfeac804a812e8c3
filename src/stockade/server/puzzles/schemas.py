"""The schemas of puzzles, as described in `docs/web-api.md`."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from stockade.core.scene import Scene, Shape

from ..schemas import ActionNo, ActionText, Form, RatingInfo

Outcome = Literal["solved", "failed"]
Judgement = Literal["right", "solved", "slower", "wrong"]


class PuzzleGame(BaseModel):
    """The puzzles of a game, and how the person who asks does at them."""

    game: str
    title: str
    count: int
    solved: int
    failed: int
    rating: RatingInfo | None = Field(description="Null before the first attempt.")
    daily: int = Field(description="The number of the puzzle of the day, which is the same for everybody.")
    daily_outcome: Outcome | None


class PuzzleShelf(BaseModel):
    date: datetime.date = Field(description="The day of the daily puzzles, in UTC.")
    streak: int = Field(description="How many puzzles the person has solved in a row.")
    days: int = Field(description="On how many days in a row the person has solved a puzzle of the day.")
    games: list[PuzzleGame]


class PuzzleView(BaseModel):
    game: str
    title: str
    number: int
    count: int = Field(description="How many puzzles the game has.")
    task: str = Field(description="What is asked, in words.")
    seat: int = Field(description="Whose decision it is.")
    decisions: int = Field(description="How many choices the person has to make.")
    rating: int
    outcome: Outcome | None = Field(description="Of the first attempt of the person who asks.")
    position: dict[str, Any]
    scene: Scene


class PuzzleTry(Form):
    actions: Annotated[list[ActionNo | ActionText], Field(min_length=1, max_length=32)] = Field(
        description="All choices of this attempt so far. All but the last have to be right."
    )
    shape: Shape = "wide"


class PuzzleQuestion(Form):
    shape: Shape = "wide"


class PuzzleStanding(BaseModel):
    """What an attempt changed."""

    outcome: Outcome
    counted: bool = Field(description="Whether this was the first attempt, which is the one that counts.")
    rating: RatingInfo
    change: int = Field(description="Of the rating; 0 if the attempt did not count.")
    streak: int
    days: int


class PuzzleChoice(BaseModel):
    label: str
    worth: str = Field(description="Empty if the choice is far behind.")
    right: bool


class PuzzleExplained(BaseModel):
    """Why the answer is right."""

    theme: str = Field(description="What kind of choice was right, in the game's own words.")
    text: str
    why: list[str] = Field(description="Sentences: what differs in the end, and how games went on.")
    choices: list[PuzzleChoice] = Field(description="The choices of the first decision, the best first.")


class PuzzleVerdict(BaseModel):
    verdict: Judgement = Field(description="`right`: go on. `slower`: it wins too, but not as fast as asked.")
    text: str
    replies: list[str] = Field(description="What the other players answered, in words.")
    position: dict[str, Any] = Field(description="The position after a right choice and the answers to it.")
    scene: Scene
    standing: PuzzleStanding | None = Field(description="Once the attempt is decided.")
    explained: PuzzleExplained | None = Field(description="Once the puzzle is solved.")


class SolutionStep(BaseModel):
    seat: int
    label: str
    scene: Scene = Field(description="After this choice.")


class PuzzleSolution(BaseModel):
    steps: list[SolutionStep]
    standing: PuzzleStanding
    explained: PuzzleExplained


class NextPuzzle(BaseModel):
    number: int
