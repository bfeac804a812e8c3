"""Routes for puzzles and openings."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import Path, Query, Request, Response

import stockade
from stockade.core.language import language, say

from ..lab import check_fair
from ..openings import book_page, is_solved, rows_of
from ..people.caller import PLAY, READ, Caller
from ..people.cookies import remember
from ..puzzles.puzzles import Solver
from ..puzzles.schemas import (
    NextPuzzle,
    PuzzleQuestion,
    PuzzleShelf,
    PuzzleSolution,
    PuzzleTry,
    PuzzleVerdict,
    PuzzleView,
)
from ..schemas import BookPage, BookQuestion, Openings
from ..service import Service
from .common import FOR_ALL, Calling, GameName, Here, ShapeQuery, new_router, refusals
from .me import device_of

router = new_router(prefix="/api", tags=["puzzles"])
Number = Annotated[int, Path(ge=1, le=1_000_000, description="The number of a puzzle.")]


@router.get("/puzzles", summary="List the puzzles of the day", responses=refusals(401, 403), openapi_extra=FOR_ALL)
def shelf(here: Here, who: Calling) -> PuzzleShelf:
    who.check(READ)
    return here.puzzles.shelf(who.person)


@router.get(
    "/puzzles/{game}/next",
    summary="Get the number of a puzzle to try next",
    responses=refusals(401, 403, 404),
    openapi_extra=FOR_ALL,
)
def following(
    here: Here,
    who: Calling,
    game: GameName,
    after: Annotated[int, Query(ge=0, le=1_000_000, description="The puzzle that was shown last.")] = 0,
) -> NextPuzzle:
    who.check(READ)
    return NextPuzzle(number=here.puzzles.following(game, who.person, after))


@router.get(
    "/puzzles/{game}/{number}",
    summary="Get a puzzle, without its solution",
    responses=refusals(401, 403, 404),
    openapi_extra=FOR_ALL,
)
def one(here: Here, who: Calling, game: GameName, number: Number, shape: ShapeQuery = "wide") -> PuzzleView:
    who.check(READ)
    return here.puzzles.view(game, number, who.person, shape)


@router.post(
    "/puzzles/{game}/{number}/answer",
    summary="Answer a puzzle",
    responses=refusals(400, 401, 403, 404, 413),
    openapi_extra=FOR_ALL,
)
def answer(
    here: Here, who: Calling, game: GameName, number: Number, form: PuzzleTry, request: Request, response: Response
) -> PuzzleVerdict:
    """Only a person's first attempt counts. A stranger becomes a guest, so that it is remembered."""
    return here.puzzles.judge(game, number, solver(here, who, request, response), form.actions, form.shape)


@router.post(
    "/puzzles/{game}/{number}/solution",
    summary="Get the solution of a puzzle",
    responses=refusals(401, 403, 404, 413),
    openapi_extra=FOR_ALL,
)
def solution(
    here: Here,
    who: Calling,
    game: GameName,
    number: Number,
    form: PuzzleQuestion,
    request: Request,
    response: Response,
) -> PuzzleSolution:
    """Somebody who has not tried the puzzle before fails it by this."""
    return here.puzzles.solution(game, number, solver(here, who, request, response), form.shape)


def solver(here: Service, who: Caller, request: Request, response: Response) -> Solver:
    """Return who solves a puzzle. A stranger becomes a guest when there is something to store about them."""
    who.check(PLAY)
    if who.token is not None:
        who.need_person()

    def person() -> str:
        if who.person is not None:
            return who.person
        arrived, key = here.people.arrive(say("Guest"), device_of(request))
        here.people.speak(arrived, language())
        remember(request, response, key, here.settings)
        return arrived

    return person


@router.get("/games/{game}/openings", summary="Get what first choices are worth", responses=refusals(404))
def openings(game: GameName) -> Openings:
    """The rows are from games between bots. A solved game has none: ask for its book."""
    name = stockade.game(game).name
    return Openings(solved=is_solved(name), rows=[] if is_solved(name) else rows_of(name))


@router.post(
    "/games/{game}/book",
    summary="Look up a position in the book of a solved game",
    responses=refusals(400, 401, 403, 404, 413),
    openapi_extra=FOR_ALL,
)
def book(here: Here, who: Calling, game: GameName, question: BookQuestion) -> BookPage:
    """People who play a rated match of this game have to wait for its end."""
    check = partial(check_fair, here.storage, who)
    return book_page(stockade.game(game), question.actions, question.shape, check)
