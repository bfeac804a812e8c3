"""Routes for games: the list, artwork, lessons, and positions without a match."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated

from anyio import CancelScope
from anyio.to_thread import run_sync
from fastapi import Header, Response

import stockade
from stockade.core.game import Game
from stockade.core.language import say
from stockade.core.scene import Sign
from stockade.core.state import State

from .. import lab
from ..errors import Refused, body
from ..learn import lesson
from ..levels import levels_of
from ..people.caller import PLAY, Caller
from ..positions import arranged, autos_of, check_viewer, draft, picture, read, roll, view
from ..readiness import compiled
from ..schemas import (
    AutoInfo,
    DraftQuestion,
    DraftView,
    FirstGame,
    GameInfo,
    Lesson,
    LevelInfo,
    Opening,
    OptionInfo,
    PositionQuestion,
    PositionThinking,
    PositionView,
    RatingInfo,
)
from ..service import Service
from .common import (
    EVENT_SCHEMA,
    FOR_ALL,
    Calling,
    EventStream,
    GameName,
    Here,
    ShapeQuery,
    event,
    new_router,
    refusals,
)

router = new_router(prefix="/api/games", tags=["games"])


@router.get("", summary="List all games")
def games(here: Here) -> list[GameInfo]:
    names = stockade.games()
    ratings = here.ratings.levels(names)
    return [info(stockade.game(name), ratings) for name in names]


@router.get("/{game}", summary="Get a game", responses=refusals(404))
def one_game(here: Here, game: GameName) -> GameInfo:
    found = stockade.game(game)
    return info(found, here.ratings.levels([found.name]))


def info(game: Game, ratings: Mapping[tuple[str, int, int], RatingInfo]) -> GameInfo:
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
                text=level.text,
                ratings={n: ratings[spec.name, n, level.level] for n in spec.players if n > 1},
                ready=now.ready or not level.needs_compiled,
            )
            for level in levels_of(spec.name)
        ],
        compiled=now,
        auto=AutoInfo(option=spec.auto.option, name=its(spec.auto.name), needs=dict(spec.auto.needs))
        if spec.auto
        else None,
        first_game=FirstGame(players=spec.guided_players()) if game.has_guide else None,
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


@router.post("/{game}/opening", summary="Draw the start of a game", responses=refusals(400, 404, 413))
def opening(game: GameName, form: Opening) -> PositionView:
    found = stockade.game(game)
    state = found.start(form.players, form.options)
    roll(state)
    return view(state, form.viewer, form.shape)


@router.post(
    "/{game}/position", summary="Draw a position, optionally after an action", responses=refusals(400, 404, 413)
)
def position(game: GameName, question: PositionQuestion) -> PositionView:
    state = read(stockade.game(game), question.position)
    if question.action is not None:
        state.apply(question.action)
    if question.roll:
        roll(state)
    return view(state, question.viewer, question.shape)


@router.post("/{game}/draft", summary="Draw a position that is being set up", responses=refusals(400, 404, 413))
def draw_draft(game: GameName, form: DraftQuestion) -> DraftView:
    found = stockade.game(game)
    position = arranged(found, form)
    state, wrong = draft(found, position)
    check_viewer(state, form.viewer)
    if wrong is None:
        scene, position = picture(state, form.viewer, form.shape), state.to_json()
    else:
        scene = replace(state.scene(form.viewer, form.shape), prompt=wrong.message, is_over=False)
    tray = found.tray(state, form.viewer, form.shape)
    return DraftView(
        position=dict(position),
        scene=scene,
        wrong=wrong.message if wrong else "",
        ruling=wrong.ruling if wrong else "",
        autos=autos_of(state),
        tray=tray,
    )


@router.post(
    "/{game}/think",
    summary="Watch a bot think about a position",
    response_class=Response,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": EVENT_SCHEMA}},
            "description": "Events with `Thoughts` as data, each in place of the one before. The last is `done`.",
        },
        **refusals(400, 401, 403, 404, 413),
    },
    openapi_extra=FOR_ALL,
)
async def think(here: Here, game: GameName, who: Calling, question: PositionThinking) -> Response:
    who.check(PLAY)
    await run_sync(here.quotas.check_thinking, who)
    state = await run_sync(read, stockade.game(game), question.position)
    lab.check_decides(state)
    await run_sync(lab.check_fair, here.storage, who, state)
    return EventStream(_events(here, who, state, question.seconds), here.settings.slow_seconds)


async def _events(here: Service, who: Caller, state: State, seconds: float) -> AsyncGenerator[str]:
    spent = 0.0
    try:
        async with aclosing(here.questions.watch(state, seconds, who.person)) as answers:
            async for found in answers:
                spent = found.seconds
                yield event(found.model_dump_json())
    except Refused as error:
        yield event(json.dumps(body(error)), name="refused")
    finally:
        with CancelScope(shield=True):
            await run_sync(here.quotas.thought_for, who, spent)
