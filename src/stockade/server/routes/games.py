"""Routes for games: the list, artwork, lessons, and positions without a match."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Header, Response

import stockade
from stockade.core.errors import BadPosition, StockadeError
from stockade.core.game import Game
from stockade.core.language import say
from stockade.core.scene import Sign
from stockade.core.state import State

from ..learn import lesson
from ..levels import levels_of
from ..positions import picture, roll
from ..ratings.ratings import usual_players
from ..readiness import compiled
from ..schemas import AutoInfo, GameInfo, Lesson, LevelInfo, OptionInfo, PositionQuestion, PositionView, RatingInfo
from .common import GameName, Here, ShapeQuery, refusals

logger = logging.getLogger("stockade.server")
router = APIRouter(prefix="/api/games", tags=["games"])


@router.get("", summary="List all games")
def games(here: Here) -> list[GameInfo]:
    counts = {name: usual_players(name) for name in stockade.games()}
    ratings = here.ratings.levels(counts)
    return [info(stockade.game(name), ratings) for name in counts]


@router.get("/{game}", summary="Get a game", responses=refusals(404))
def one_game(here: Here, game: GameName) -> GameInfo:
    found = stockade.game(game)
    return info(found, here.ratings.levels({found.name: usual_players(found.name)}))


def info(game: Game, ratings: Mapping[tuple[str, int], RatingInfo]) -> GameInfo:
    spec, its = game.spec, game.words.say
    now = compiled(game.name)
    return GameInfo(
        name=spec.name,
        title=spec.title,
        blurb=its(spec.blurb),
        players=list(spec.players),
        usual_players=spec.check_players(None),
        minutes=spec.minutes,
        weight=its(spec.weight),
        options=[
            OptionInfo(
                name=option.name,
                title=its(option.heading),
                default=option.default,
                kind=option.kind,
                choices=list(option.choices),
                choice_titles=[its(option.title_of(choice)) for choice in option.choices],
                low=option.low,
                high=option.high,
                pattern=option.pattern,
                pattern_text=its(option.pattern_text),
                text=its(option.text),
            )
            for option in spec.offered
        ],
        levels=[
            LevelInfo(
                level=level.level,
                name=say(level.name),
                text=say(level.text),
                rating=ratings[spec.name, level.level] if max(spec.players) > 1 else None,
                ready=now.ready or not level.needs_compiled,
            )
            for level in levels_of(spec.name)
        ],
        compiled=now,
        auto=AutoInfo(option=spec.auto.option, name=its(spec.auto.name), needs=dict(spec.auto.needs))
        if spec.auto
        else None,
    )


@router.get(
    "/{game}/art",
    summary="Get a game's SVG symbols",
    response_class=Response,
    responses={
        200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}, "description": "SVG"},
        304: {"description": "Not changed since the tag in `If-None-Match`"},
        **refusals(404),
    },
)
def art(game: GameName, if_none_match: Annotated[str | None, Header()] = None) -> Response:
    content = stockade.game(game).art().encode()
    headers = {"ETag": f'"{hashlib.sha256(content).hexdigest()[:16]}"', "Cache-Control": "no-cache"}
    # A proxy, or our own compression, may have marked the tag as weak.
    if if_none_match is not None and if_none_match.removeprefix("W/") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="image/svg+xml", headers=headers)


@router.get("/{game}/legend", summary="Get what a game's symbols mean", responses=refusals(404))
def legend(game: GameName) -> list[Sign]:
    return list(stockade.game(game).legend)


@router.get("/{game}/learn", summary="Get the rules for beginners", responses=refusals(404))
def learn(game: GameName, shape: ShapeQuery = "wide") -> Lesson:
    return lesson(game, shape)


@router.post(
    "/{game}/position", summary="Draw a position, optionally after an action", responses=refusals(400, 404, 413)
)
def position(game: GameName, question: PositionQuestion) -> PositionView:
    state = state_from(stockade.game(game), question)
    if question.action is not None:
        state.apply(question.action)
    if question.roll:
        roll(state)
    scene = picture(state, question.viewer, question.shape)
    return PositionView(position=state.to_json(), scene=scene, text=str(state))


def state_from(game: Game, question: PositionQuestion) -> State:
    try:
        return game.from_json(question.position)
    except StockadeError:
        raise
    except Exception as error:
        # A client may put anything into a position.
        logger.exception("reading a position of %s failed", game.name)
        raise BadPosition(f"this is not a position of {game.spec.title}") from error
