"""Create the application: routes, middleware, error handlers, startup and shutdown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.middleware.gzip import GZipMiddleware

from . import errors
from .description import describe
from .middleware import BodyLimit, CommonHeaders, Language, SameOrigin
from .routes import client, games, live, matches, me, notices, passkeys, ratings, talk
from .schemas import Health
from .service import Service
from .settings import Settings, from_env


def package_version() -> str:
    try:
        return version("stockade")
    except PackageNotFoundError:
        return "0"


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or from_env()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = await Service.open(settings)
        try:
            yield
        finally:
            await app.state.service.close()

    app = FastAPI(
        title="Stockade",
        version=package_version(),
        summary="Modern board games, played over HTTP and WebSocket.",
        lifespan=life,
        # The interactive docs load scripts from other sites. The schema is still served at /openapi.json.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=operation_id,
    )
    errors.install(app)
    app.add_middleware(BodyLimit, limit=settings.body_limit)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(SameOrigin)
    app.add_middleware(CommonHeaders)
    app.add_middleware(Language)

    @app.get("/healthz", tags=["server"], summary="Check whether the server is running")
    def healthz() -> Health:
        return Health(status="ok", version=app.version)

    app.include_router(games.router)
    app.include_router(matches.router)
    app.include_router(talk.router)
    app.include_router(ratings.router)
    app.include_router(me.router)
    app.include_router(passkeys.router)
    app.include_router(notices.router)
    app.include_router(notices.stopping)
    app.include_router(live.router)
    app.include_router(client.router)  # last, because it matches every path
    app.openapi = cache(partial(describe, app))  # type: ignore[method-assign]
    return app


def operation_id(route: APIRoute) -> str:
    return route.name
