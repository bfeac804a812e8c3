"""Create the application: routes, middleware, error handlers, startup and shutdown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from . import errors, logs, metrics
from .description import describe
from .health import Probe
from .limits.middleware import RateLimit
from .middleware import BodyLimit, CommonHeaders, Language, SameOrigin
from .observed import Observed
from .routes import (
    admin,
    client,
    events,
    games,
    live,
    matches,
    me,
    notices,
    operation,
    passkeys,
    puzzles,
    ratings,
    records,
    talk,
)
from .service import Service
from .settings import Settings, from_env

ROUTERS = (
    operation.router,
    games.router,
    matches.router,
    records.router,
    talk.router,
    ratings.router,
    puzzles.router,
    me.router,
    passkeys.router,
    notices.router,
    notices.stopping,
    admin.router,
    live.router,
    events.router,
    client.router,  # last, because it matches every path
)


def package_version() -> str:
    try:
        return version("stockade")
    except PackageNotFoundError:
        return "0"


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or from_env()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        logs.configure_once(settings)
        app.state.service = await Service.open(settings)
        app.state.probe = Probe(app.state.service)
        metrics.READINGS.watch(app.state.service.storage.engine)
        try:
            yield
        finally:
            app.state.stopping = True
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
    )
    app.state.stopping = False  # a server that is about to stop takes no new traffic
    metrics.VERSION.info({"version": app.version})
    errors.install(app)
    app.add_middleware(BodyLimit, limit=settings.body_limit, larger={"/api/records": settings.record_limit})
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(SameOrigin)
    app.add_middleware(RateLimit)
    app.add_middleware(errors.LastResort)
    app.add_middleware(CommonHeaders, settings=settings)
    app.add_middleware(Language)
    if settings.trusted_proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=settings.trusted_proxies)
    app.add_middleware(Observed)  # the last one sees every request first

    for router in ROUTERS:
        # Included routers would make all their routes again for this application, with the first request.
        app.router.routes.extend(router.routes)
    app.openapi = cache(partial(describe, app))  # type: ignore[method-assign]
    return app
