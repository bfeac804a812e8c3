"""What exhibits need: people who sit down in the browser, and answers of the server that are made up or overheard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute
from tests.browser.moments import NAMES, Moment, Moments, settings

PAGES = "pages"
LONG_NAME = "Wolfgang von Hohenberg"  # fits into a field on a phone
LIVE = re.compile(r"/api/matches/[^/]+/live")
REFUSAL = "All tables of this server are taken. Try again in a few minutes."


@dataclass(frozen=True)
class Exhibit:
    """One thing on the screen. While a dialog is open, the rest of the page does not count."""

    game: str
    kind: str
    name: str
    is_dialog: bool = False


def game_of(moments: Moments, name: str) -> dict[str, Any]:
    return next(game for game in moments.games if game["name"] == name)


def late(moments: Moments, game: str) -> Moment:
    """Return a match with most players near its end."""
    return moments.stage(game, settings(game_of(moments, game))[1], "late")


class Company:
    """The people who sit down in this browser: one who has most seats, and others for second seats of a match."""

    def __init__(self) -> None:
        self.cookies: dict[str, list[Any]] = {}  # of the person with a seat, by its token
        self.main: list[Any] | None = None
        self.matches: set[str] = set()  # those in which the first person has a seat

    def sit(self, page: Page, seat: dict[str, Any]) -> None:
        """Sign in as the person with this seat."""
        page.context.clear_cookies()
        token, match = seat["token"], seat["id"]
        known = self.cookies.get(token) or (self.main if match not in self.matches else None)
        if known:
            page.context.add_cookies(known)
        else:
            page.request.post("/api/me", data={"name": NAMES[0]})
        if token in self.cookies:
            return
        page.request.post("/api/me/adopt", data=[{"id": match, "token": token}])
        self.cookies[token] = page.context.cookies()
        if known or self.main is None:
            self.main = self.cookies[token]
            self.matches.add(match)


companies: dict[str, Company] = {}


def sit(page: Page, *moments: Moment) -> None:
    """Sign in as the person with these seats, or as somebody who has never been here."""
    page.context.clear_cookies()
    if page.url != "about:blank":
        page.evaluate("localStorage.clear()")
    url = page.request.get("/healthz").url
    for moment in moments:
        companies.setdefault(url, Company()).sit(page, moment.seat)


def has_touch(page: Page) -> bool:
    return page.evaluate("navigator.maxTouchPoints > 0")


def view(page: Page, moment: Moment) -> dict[str, Any]:
    """Return the match as the page's seat sees it."""
    headers = {"Authorization": f"Bearer {moment.seat['token']}"}
    shape = (
        "tall" if page.evaluate("matchMedia('(max-width: 899px) and (orientation: portrait)').matches") else "wide"
    )
    return page.request.get(f"/api/matches/{moment.seat['id']}?shape={shape}", headers=headers).json()


@contextmanager
def answering(page: Page, path: str | re.Pattern[str], answer: Callable[[Route], None]) -> Iterator[None]:
    """Answer requests in the server's place."""
    page.route(path, answer)
    try:
        yield
    finally:
        page.unroute(path)


@contextmanager
def overheard(page: Page, answer: Callable[[WebSocketRoute], Any]) -> Iterator[None]:
    """Answer live connections in the server's place, on this page until it is left."""
    active = [True]

    def hear(line: WebSocketRoute) -> None:
        if active[0]:
            answer(line)
        else:
            line.connect_to_server()

    page.route_web_socket(LIVE, hear)
    try:
        yield
    finally:
        active[0] = False


def refuse(route: Route) -> None:
    """Refuse to start a match."""
    if route.request.method != "POST":
        route.fallback()
        return
    route.fulfill(status=503, json={"code": "full", "message": REFUSAL, "ruling": ""})


def changed(changes: dict[str, Any]) -> Callable[[Route], None]:
    """Pass on the server's answer with some changes."""

    def answer(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), **changes})

    return answer


def told(answer: dict[str, Any]) -> Callable[[Route], None]:
    """Give this answer in place of the server's."""
    return lambda route: route.fulfill(json=answer)
