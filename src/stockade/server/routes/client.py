"""Serve the browser client: the files of its build, and its single page for all paths that it handles itself."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from fastapi import HTTPException, Request, Response
from fastapi.responses import FileResponse
from starlette.routing import Match

from ..errors import Refused
from ..pages import content_policy, html_page
from .common import Here, new_router

router = new_router(include_in_schema=False)

FOR_EVER = "public, max-age=31536000, immutable"  # the names of these files contain a hash of their content
ASK_AGAIN = "no-cache"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stockade</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem}</style>
<body>
<h1>The browser client is missing</h1>
<p>Stockade's server is running, but the pages for the browser have not been built. Run <code>make play</code> in
the project's folder and reload this page.</p>
<p>Programs can use the server already; see <a href="/openapi.json">its API</a>.</p>
</body></html>
"""


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(here: Here, request: Request, path: str) -> Response:
    if path == "api" or path.startswith("api/"):
        raise no_request(request)
    folder = here.settings.client_folder
    index = folder / "index.html"
    if not index.is_file():
        return html_page(NOT_BUILT, 503, {"Cache-Control": "no-store"})
    policy = {"Content-Security-Policy": policy_of(index, index.stat().st_mtime_ns)}
    found = inside(folder, path)
    if found is not None:
        hashed = path.startswith("assets/")
        return FileResponse(found, headers={"Cache-Control": FOR_EVER if hashed else ASK_AGAIN, **policy})
    if path.startswith("assets/") or "text/html" not in request.headers.get("accept", "text/html, */*"):
        # A missing script must not be answered with a page.
        accepts_any = "*/*" in request.headers.get("accept", "*/*")
        if path.startswith("assets/") or not accepts_any:
            raise Refused("not_found", "This file does not exist.")
    return FileResponse(index, headers={"Cache-Control": ASK_AGAIN, **policy})


@lru_cache(4)
def policy_of(index: Path, changed: int) -> str:  # noqa: ARG001, so that a new build is read again
    return content_policy(index.read_text("utf-8"))


def no_request(request: Request) -> Exception:
    """Return the error for an API request without a route: an unknown path, or a method that is not allowed."""
    if any(route.matches(request.scope)[0] is Match.PARTIAL for route in request.app.routes):
        # Every API request that is not a GET is a POST.
        return HTTPException(405, "This method is not allowed here.", {"Allow": "POST"})
    return Refused("not_found", "This path does not exist.")


def inside(folder: Path, path: str) -> Path | None:
    """Return the file at this path if it exists and is inside the folder, or None."""
    if not path or "\0" in path:
        return None
    root = folder.resolve()
    try:
        target = (root / path).resolve()
        return target if target.is_relative_to(root) and target.is_file() else None
    except (OSError, ValueError):
        return None
