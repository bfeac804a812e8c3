"""What the web API says about analyses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel, Field

from stockade.analysis.findings import LEAST
from stockade.core.language import ENGLISH

from ..schemas import Form

Status = Literal["none", "waiting", "running", "done", "failed"]
SettingName = Literal["quick", "deep"]


class AnalysisWish(Form):
    setting: SettingName = Field("quick", description="How thorough it is.")


class MomentView(BaseModel):
    """How things stood before an action, or at the end."""

    ply: int
    chances: list[float] = Field(description="The chance of each seat to win, from 0 to 1.")
    points: list[float]


class DecisionView(BaseModel):
    """What a choice has lost against the best one that was found."""

    ply: int
    seat: int
    played: int
    better: int = Field(description="The same as `played` if no better choice was found.")
    loss: float = Field(description="Of the chance to win, from 0 to 1.")
    points: float | None = Field(description="The loss in points, in games that are compared by points.")
    is_checked: bool = Field(description="Whether the loss was measured again.")
    low: float = Field(description="If checked: the lower end of the 95% interval of the loss.")
    high: float


class LuckView(BaseModel):
    """What an outcome of chance was worth to every seat, against the mean of all outcomes."""

    ply: int
    gains: list[float]


class MistakeView(BaseModel):
    """One of the costliest decisions of a seat."""

    decision: DecisionView
    line: list[int] = Field(description="The better choice, and how play may go on from there.")
    position: dict[str, Any] = Field(description="Before the decision.")
    before: list[float] = Field(description="Everybody's chances after the better choice.")
    after: list[float] = Field(description="Everybody's chances after the played one.")
    played: str = Field(description="The played choice in words.")
    better: str
    line_words: list[str] = Field(description="The actions of `line` in words.")
    reasons: list[str] = Field(description="What the played choice changes at the end of the compared lines.")
    events: list[str] = Field(description="What happens only after the better choice.")
    played_events: list[str] = Field(description="What happens only after the played choice.")


class LeastView(BaseModel):
    """The smallest losses that count. A smaller one is no mistake."""

    chance: float = Field(description="Of the chance to win. Smaller luck is none, either.")
    points: float = Field(description="For somebody alone: then only points count.")


class AnalysisFound(BaseModel):
    """An analysis in the reader's language."""

    is_exact: bool = Field(description="Whether it comes from the solution of the game.")
    moments: list[MomentView]
    decisions: list[DecisionView]
    luck: list[LuckView]
    mistakes: list[MistakeView]
    summary: list[str] = Field(description="Sentences that tell the game.")
    least: LeastView


class AnalysisView(BaseModel):
    status: Status
    setting: SettingName | None = None
    progress: float = Field(0.0, description="The share of the work that is done.")
    version: int | None = Field(None, description="The version of the match that was analysed.")
    found: AnalysisFound | None = None


def found_in(result: Mapping[str, Any], code: str) -> AnalysisFound:
    """Return a stored analysis in a language, or in English if it has no words in that language."""

    def spoken(words: Mapping[str, Any]) -> Any:
        return words.get(code, words.get(ENGLISH))

    mistakes = []
    for mistake in result["mistakes"]:
        words = {"played_events": [], **spoken(mistake["words"])}  # which analyses of older versions do not have
        plain = {key: mistake[key] for key in ("decision", "line", "position", "before", "after")}
        mistakes.append({**plain, **words, "line_words": words["line"], "line": mistake["line"]})
    least = result.get("least", asdict(LEAST))  # analyses of older versions do not have it
    return AnalysisFound.model_validate(
        {**result, "mistakes": mistakes, "summary": spoken(result["summary"]), "least": least}
    )
