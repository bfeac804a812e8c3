"""Check that everything the client shows can be read and used, on a phone, a tablet and a desktop screen.

`make gallery` shows the same things as pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.art import SCALE, faint_texts
from tests.browser.devices import DEVICES
from tests.browser.exhibits import glance, tour
from tests.browser.layout import axe_faults, english_words, layout_faults
from tests.browser.moments import Moments, settings
from tests.browser.serving import Server
from tests.browser.staging import PAGES, game_of, sit
from tests.browser.table import Table, visitor

import stockade

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
# Simple games come first: axe-core looks at everything once, and is quicker there.
PARTS = (PAGES, *sorted(stockade.games(), key=lambda name: len(stockade.game(name).spec.options)))
PHONE, DESK = min(DEVICES), max(DEVICES)


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


def check(
    page: Page, moments: Moments, part: str, thorough: bool, axed: set[str], german: bool = False
) -> dict[str, list[str]]:
    """Return the faults of everything in a part. axe-core is slow; it looks at kinds that are not yet in `axed`."""
    faults: dict[str, list[str]] = {}
    for exhibit in tour(page, moments, part, thorough):
        found = layout_faults(page)
        if german:
            found += english_words(page)
        if exhibit.kind not in axed:
            axed.add(exhibit.kind)
            found += axe_faults(page, contrast=thorough)
        if found:
            faults[f"{exhibit.game}, {exhibit.kind}: {exhibit.name}"] = found
    return faults


@pytest.fixture(scope="module")
def axed() -> set[str]:
    """Provide the kinds of exhibits that axe-core has looked at, whatever the game and the width."""
    return set()


def only_deep(parts: Iterable[str]) -> Iterator[Any]:
    return (pytest.param(part, marks=pytest.mark.deep) for part in parts)


# Sentences are longer in German, so a quick run visits the pages in German alone.
@pytest.mark.parametrize("part", [PAGES, *only_deep(PARTS[1:])])
def test_everything_can_be_read_and_used_on_a_phone_in_german(browser, moments, part, axed):
    someone = visitor(browser, moments.url, **DEVICES[PHONE], locale="de-DE")
    faults = check(someone.tab(), moments, part, thorough=False, axed=axed, german=True)
    someone.context.close()
    assert faults == {}


@pytest.mark.parametrize("part", [*only_deep([PAGES]), *PARTS[1:]])
def test_everything_can_be_read_and_used_on_a_phone(pages, moments, part, axed):
    assert check(pages[PHONE], moments, part, thorough=False, axed=axed) == {}


@pytest.mark.parametrize("part", PARTS)
def test_the_shelf_and_the_table_can_be_read_and_used_on_a_desk(pages, moments, part):
    glance(pages[DESK], moments, part)
    assert layout_faults(pages[DESK]) == []


@pytest.mark.deep
@pytest.mark.parametrize("width", DEVICES)
@pytest.mark.parametrize("part", PARTS)
def test_every_prompt_and_stage_can_be_read_and_used(pages, moments, part, width):
    assert check(pages[width], moments, part, thorough=True, axed=set()) == {}


@pytest.mark.deep
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", stockade.games())
def test_what_is_written_on_a_board_stands_out(browser, moments, game, theme):
    someone = visitor(browser, moments.url, **DEVICES[1440], device_scale_factor=SCALE, color_scheme=theme)
    page = someone.tab()
    for setting in settings(game_of(moments, game)):
        for name in ("start", "late"):
            moment = moments.stage(game, setting, name)
            sit(page, moment)
            table = Table(page).open(f"/m/{moment.seat['id']}")
            assert table.is_asked()
            assert faint_texts(page, table.svg) == [], moment.name
    someone.context.close()


FAULTY = """<!doctype html><html lang="en"><title>Faults</title><body style="margin: 0; width: 300px">
<main><h1>One</h1>
<p style="width: 20px; overflow-wrap: anywhere">breaks</p>
<p style="width: 40px; overflow: hidden; white-space: nowrap">runs out of its box</p>
<p class="figures" style="width: 20px">12 / 34</p>
<label><input type="radio" style="width: 10px; height: 20px">thin</label>
<svg width="60" height="60"><g class="number"><circle r="10"/></g></svg>
<p style="color: #ccc; background: #fff">pale</p>
<p style="position: absolute; left: 2000px; white-space: nowrap">far away</p>
<div style="position: relative"><p>under</p><div style="position: absolute; inset: 0; background: #fff"></div></div>
<button style="width: 10px; height: 10px; padding: 0" aria-label="tiny"></button>
<input value="more than fits into this field" style="width: 50px"><img src="data:,">
</main></body></html>"""


def test_faults_are_found(browser):
    page = browser.new_page(viewport=DEVICES[1440]["viewport"])
    page.set_content(FAULTY)
    faults = layout_faults(page)
    found = [fault.partition(":")[0] for fault in faults]
    wanted = ("broken", "squeezed", "cut off", "too faint", "outside the window", "covered", "too small to hit")
    assert set(wanted) <= set(found)
    assert any("a figure" in fault for fault in faults)
    assert any("at the edge of a board" in fault for fault in faults)
    assert any(fault.startswith("image-alt") for fault in axe_faults(page))
    page.close()


def test_a_faint_text_in_a_symbol_is_found(browser):
    page = browser.new_page(device_scale_factor=SCALE)
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 20 20"><rect width="20" height="20" fill="#888"/>'
        f'<text x="5" y="15" font-size="14" fill="{colour}">5</text></symbol>'
        for name, colour in (("faint", "#777"), ("clear", "#fff"))
    )
    uses = '<use href="#faint" width="60" height="60"/><use href="#clear" x="80" width="60" height="60"/>'
    page.set_content(f'<svg width="0" height="0">{symbols}</svg><svg id="board" width="150" height="60">{uses}</svg>')
    [fault] = faint_texts(page, page.locator("#board"))
    assert fault.startswith("text at ")
    page.close()
