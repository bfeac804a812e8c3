"""Check that everything the client shows can be read and used, on a phone, a tablet and a desktop screen.

`make gallery` shows the same things as pictures.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.devices import DEVICES
from tests.browser.exhibits import PAGES, tour
from tests.browser.layout import axe_faults, layout_faults
from tests.browser.moments import Moments
from tests.browser.serving import Server
from tests.browser.table import visitor

import stockade

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PARTS = (PAGES, *stockade.games())
QUICK = (375, 1440)


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Moments]:
    """Provide a server for this module, and matches on it."""
    server = Server(tmp_path_factory.mktemp("layout")).start(brisk=True, compiles=False)
    made = Moments(server.url, server.database)
    yield made
    made.close()
    server.stop()
    assert "Traceback" not in server.complaints()


@pytest.fixture(scope="module")
def pages(browser: Browser, moments: Moments) -> Iterator[dict[int, Page]]:
    """Provide a page for each width, shared by all tests of this module."""
    visitors = {width: visitor(browser, moments.url, **device) for width, device in DEVICES.items()}
    yield {width: someone.tab() for width, someone in visitors.items()}
    for someone in visitors.values():
        someone.context.close()


def check(page: Page, moments: Moments, part: str, thorough: bool, axed: set[str]) -> dict[str, list[str]]:
    """Return the faults of everything in a part. axe-core is slow; it looks at kinds of exhibits not yet in `axed`."""
    faults: dict[str, list[str]] = {}
    for exhibit in tour(page, moments, part, thorough):
        found = layout_faults(page)
        if exhibit.kind not in axed:
            axed.add(exhibit.kind)
            found += axe_faults(page)
        if found:
            faults[f"{exhibit.game}, {exhibit.kind}: {exhibit.name}"] = found
    return faults


@pytest.fixture(scope="module")
def axed() -> set[str]:
    """Provide the kinds of exhibits that axe-core has looked at, whatever the game and the width."""
    return set()


@pytest.mark.parametrize("width", QUICK)
@pytest.mark.parametrize("part", PARTS)
def test_everything_can_be_read_and_used(pages, moments, part, width, axed):
    assert check(pages[width], moments, part, thorough=False, axed=axed) == {}


@pytest.mark.deep
@pytest.mark.parametrize("width", DEVICES)
@pytest.mark.parametrize("part", PARTS)
def test_every_prompt_and_stage_can_be_read_and_used(pages, moments, part, width):
    assert check(pages[width], moments, part, thorough=True, axed=set()) == {}
