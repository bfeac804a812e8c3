"""A real server and real browsers. The client must have been built: `make client`."""

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


# For one module and not for all of them: as long as it is there, Playwright keeps an event loop running, and tests
# elsewhere that start their own would fail.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launch(playwright) as found:
        yield found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not mind company."""
    server = Server(tmp_path_factory.mktemp("site")).start()
    yield server
    server.stop()
    # Not empty, but without errors: a library may warn.
    assert "Traceback" not in server.complaints()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may do with as it likes; it is not running yet."""
    server = Server(tmp_path)
    yield server
    server.stop()
    assert "Traceback" not in server.complaints()


@pytest.fixture
def visit(browser: Browser, site: Server, own_site: Server) -> Iterator[Callable[..., Visitor]]:  # noqa: ARG001
    """Makes visitors of the site. Whatever went wrong in their browsers fails the test.

    They leave before `own_site` stops: a page that is still open would complain that its server is gone.
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
    """One tab of somebody who was never here before, at a desk."""
    return visit().tab()


@pytest.fixture
def dice() -> random.Random:
    return random.Random(1)
