"""The schemas of responses about ratings and the public profiles of people."""

from __future__ import annotations

from datetime import date, datetime

from pydantic import BaseModel, Field

from ..models import SeatKind
from ..schemas import RatingInfo, ResultView


class RatedPerson(BaseModel):
    id: str
    name: str
    rating: RatingInfo
    matches: int


class RatedLevel(BaseModel):
    """The bots of one level. People are measured by them, so their ratings move slowly."""

    level: int
    name: str
    rating: RatingInfo
    matches: int


class Leaders(BaseModel):
    game: str
    players: int
    people: list[RatedPerson] = Field(description="The best first; nobody whose rating is provisional.")
    bots: list[RatedLevel]


class RatingPoint(BaseModel):
    """A rating after a match."""

    at: datetime
    value: int
    spread: int
    match: str
    place: int
    stood_in: bool = Field(description="A bot played for the person at the end. The result counts all the same.")


class PersonRating(BaseModel):
    game: str
    title: str
    players: int
    rating: RatingInfo
    matches: int
    history: list[RatingPoint] = Field(description="The newest matches, the oldest of them first.")


class PublicSeat(BaseModel):
    seat: int
    kind: SeatKind
    name: str
    level: int | None


class PublicMatch(BaseModel):
    """A finished match that was listed or rated."""

    id: str
    game: str
    title: str
    players: int
    rated: bool
    seat: int = Field(description="The person's seat.")
    seats: list[PublicSeat]
    result: ResultView
    ended: datetime


class Profile(BaseModel):
    id: str
    name: str
    since: date
    ratings: list[PersonRating]
    matches: list[PublicMatch] = Field(description="The newest first.")
    next: str | None = Field(description="Pass this as `after` to get more matches; null if there are none.")


class SeatRating(BaseModel):
    """The rating of the player at one seat of a rated match: now or, once the match is over, after it."""

    seat: int
    place: int | None = Field(description="Null before the match is over.")
    before: int = Field(description="The rating before the match.")
    value: int
    spread: int
    stood_in: bool = Field(description="A bot played for the person at the end. The result counts all the same.")
