"""Fixtures with a real server and real browsers. They need a built client: run `make client`."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.serving import Server
from tests.browser.table import Visitor, visitor
from tests.server.services import nginx, postgres, redis_server  # noqa: F401, tests use them

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu-rasterization",
    "--disable-software-rasterizer",
)


def launch(playwright: Any) -> Browser:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert program, f"there is no browser here (looked for {', '.join(BROWSERS)}): run scripts/browser.sh"
    return playwright.chromium.launch(executable_path=program, args=list(FLAGS))


# Started once per module, not per session: Playwright keeps an event loop running, and other tests that start their
# own event loop would fail.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launch(playwright) as found:
        yield found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Provide one server, shared by all tests that do not need their own."""
    server = Server(tmp_path_factory.mktemp("site")).start()
    yield server
    server.stop()
    # The output may contain warnings of libraries, but no errors.
    assert "Traceback" not in server.complaints()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Server]:
    """Provide a server for one test alone, not started yet."""
    server = Server(tmp_path)
    yield server
    server.stop()
    assert "Traceback" not in server.complaints()


@pytest.fixture
def visit(browser: Browser, site: Server, own_site: Server) -> Iterator[Callable[..., Visitor]]:  # noqa: ARG001
    """Provide a function that creates visitors of the site. Any error in their browsers fails the test.

    They leave before `own_site` stops: an open page would report that its server is gone.
    """
    made: list[Visitor] = []

    def come(url: str = site.url, **options: Any) -> Visitor:
        made.append(visitor(browser, url, **options))
        return made[-1]

    yield come
    for one in made:
        one.context.close()
    assert [said for one in made for said in one.unexpected()] == []


@pytest.fixture
def page(visit: Callable[..., Visitor]) -> Page:
    """Provide a tab of a first-time visitor with a desktop screen."""
    return visit().tab()


@pytest.fixture
def dice() -> random.Random:
    return random.Random(1)
