"""Routes for ratings and the public profiles of people."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from ..ratings.schemas import Leaders, Profile, SeatRating
from .common import FOR_ALL, Calling, Here, MatchId, new_router, refusals

router = new_router(prefix="/api", tags=["ratings"])


@router.get("/ratings", summary="List the strongest people and the bots of a game", responses=refusals(400, 404))
def leaders(
    here: Here,
    game: Annotated[str, Query(max_length=64, description="The name of a game.")],
    players: Annotated[int | None, Query(ge=1, le=64, description="The number of players.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Leaders:
    return here.ratings.leaders(game, players, limit)


@router.get("/people/{id}", summary="Get what everybody may know about a person", responses=refusals(404))
def person(
    here: Here,
    id: Annotated[str, Path(max_length=64, description="The id of a person.")],
    after: Annotated[str | None, Query(max_length=200, description="`next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Profile:
    return here.ratings.profile(id, after, limit)


@router.get(
    "/matches/{id}/ratings",
    summary="Get the ratings of the players at a rated match",
    responses=refusals(401, 403, 404),
    openapi_extra=FOR_ALL,
)
def seat_ratings(here: Here, id: MatchId, who: Calling) -> list[SeatRating]:
    """Once the match is over, this is what it changed. The list is empty if the match is not rated."""
    stored, _ = here.matches.look(id, who)
    return here.ratings.at(stored)
