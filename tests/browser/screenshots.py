"""Create the pictures in docs/screenshots: `python tests/browser/screenshots.py`.

They show the shelf, matches in progress and a lesson, on a phone and on a desktop screen; the shelf and a table also
in dark mode. The moves are the same every time, so that a picture changes only if the design does. Each picture has
at most 256 colours, which looks the same at a quarter of the size.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stockade.core.state import State

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
GAME = "blockade"
MOVES = ("B1-3", "B8-10", "H3-5", "C9-8", "B5-3", "C8-7", "D2-3", "H10-8", "C3-4", "C7-8")
IN_HAND = "Black bridge on 4"  # with the castle on it
TILES = "barricado"
TILE_PLIES = 118
CITY: dict[str, Any] = {"players": 4, "options": {"plazas_and_sewers": True}}
HEXES = "cascadia"
HEX_PLIES = 250
HEX_PLACE = "cell-0:-3,0"  # where the tile scores most
LAND: dict[str, Any] = {"players": 3}
FLOOD = "cascade_barricade"
ISLAND: dict[str, Any] = {"players": 4}
ISLAND_ROUND = 3
VALLEY = "barrage"
COMPANIES = {"players": 4, "options": {"setup": "full"}}
LUCK = 36  # a seed with which players build and produce a lot
FRIENDS = ("Ben", "Mira", "Ling")
WIDTHS = {375: 812, 1440: 900}
THEMES = ("light", "dark")
IN_DARK = ("shelf", "table")
VALLEY_PAGES = ("valley", "draft", "works", "production", "end")
PAGES = ("shelf", "table", "tiles", "hexes", "auction", "flood", *VALLEY_PAGES)
HATCHED = (
    """svg => [...svg.querySelectorAll('[data-id^="wet-"]')].map(cell => cell.dataset.id.replace('wet-', 'cell-'))"""
)


def names() -> dict[str, int]:
    """Return the name of every picture and its width in pixels."""
    pages = [
        (page, width, theme)
        for page in PAGES
        for width in WIDTHS
        for theme in THEMES
        if theme == "light" or page in IN_DARK
    ]
    pages.append(("learn", 1440, "light"))
    return {f"{page}-{width}-{theme}.png": width for page, width, theme in pages}


def main() -> None:
    sys.path.insert(0, str(ROOT))
    from playwright.sync_api import sync_playwright
    from tests.browser.conftest import launch
    from tests.browser.serving import Server

    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        try:
            seats = set_up(server.url)
            with launch(playwright) as browser:
                for width in WIDTHS:
                    for theme in THEMES:
                        take(browser, server.url, seats, width, theme)
        finally:
            server.stop()


def set_up(url: str) -> list[dict[str, Any]]:
    """Create matches in progress, one that waits for a player and one to watch. Return the visitor's seats."""
    from tests.browser.api import HUMAN, OPEN, Api, greedy_moves

    ada = {**HUMAN, "name": "Ada"}
    turns = [(ply % 2, move) for ply, move in enumerate(MOVES)]
    with Api(url) as server:
        server.create(GAME, {**HUMAN, "name": "Mira"}, OPEN)
        others = server.create(GAME, {**HUMAN, "name": "Jonas"}, OPEN)
        server.play(others, turns[:3], server.join(others, "Ling"))
        held = server.create(GAME, ada, OPEN)
        server.play(held, turns, server.join(held, "Ben"))
        seats = [held]
        for game, wishes, until in (
            (TILES, CITY, city_half_built),
            (HEXES, LAND, land_half_grown),
            (FLOOD, ISLAND, walls_are_sold),
            (FLOOD, ISLAND, water_is_near),
        ):
            match = server.create(game, ada, *[OPEN] * (wishes["players"] - 1), **wishes)
            tokens = [server.join(match, name) for name in FRIENDS[: wishes["players"] - 1]]
            server.play(match, greedy_moves(game, until, **wishes), *tokens)
            seats.append(match)
        return [*seats, *set_up_valleys(server, ada)]


def set_up_valleys(server: Any, ada: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a seat for each of its pages: in the introductory game, and at points of a full game."""
    from tests.browser.api import OPEN, moves_by
    from tests.games.barrage.lively import lively

    from stockade.games.barrage.layout import Step

    def asks(state: State, round_no: int, step: Step) -> bool:
        record = state.record
        is_time = state.current_player == 0 and record.round_no >= round_no
        return is_time and record.pending[int(record.depth) - 1].step == step

    first = server.create(VALLEY, ada, OPEN, players=2)
    server.join(first, FRIENDS[0])
    seats = [first]
    for until in (
        lambda state: asks(state, 0, Step.PICK),
        lambda state: asks(state, 4, Step.TURN),
        lambda state: asks(state, 4, Step.PRODUCE),
        lambda state: state.is_over,
    ):
        dice = random.Random(LUCK)
        match = server.create(VALLEY, ada, *[OPEN] * 3, **COMPANIES)
        tokens = [server.join(match, name) for name in FRIENDS]
        server.play(
            match, moves_by(lambda state, dice=dice: lively(state, dice), VALLEY, until, **COMPANIES), *tokens
        )
        seats.append(match)
    return seats


def city_half_built(state: State) -> bool:
    """Return whether the first player has a tile to place."""
    return state.ply >= TILE_PLIES and state.current_player == 0 and bool(state.record.phase)


def land_half_grown(state: State) -> bool:
    """Return whether the first player has a tile to place."""
    return state.ply >= HEX_PLIES and state.current_player == 0 and bool(state.record.hand_tile >= 0)


def walls_are_sold(state: State) -> bool:
    """Return whether the first player may raise another player's bid."""
    return state.record.round_no >= ISLAND_ROUND - 1 and state.current_player == 0 and bool(state.record.bidder >= 0)


def water_is_near(state: State) -> bool:
    """Return whether the first player has actions left."""
    return state.record.round_no >= ISLAND_ROUND and state.current_player == 0 and bool(state.record.actions_left)


def keep(page: Any, name: str) -> None:
    """Save a screenshot of a page if it is in the list of pictures."""
    from PIL import Image

    if name in names():
        Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(256).save(FOLDER / name, optimize=True)


def shown(page: Any, point: Any, place: str) -> int:
    """Return the number of elements in the ghost on a place."""
    point(place)
    page.wait_for_timeout(50)
    return page.locator(".ghost > g").count()


def take(browser: Any, url: str, seats: list[dict[str, Any]], width: int, theme: str) -> None:
    from playwright.sync_api import expect
    from tests.browser.api import hold
    from tests.browser.table import Shelf, Table, visitor

    viewport = {"width": width, "height": WIDTHS[width]}
    phone = width < 600
    someone = visitor(
        browser, url, viewport=viewport, color_scheme=theme, device_scale_factor=1, reduced_motion="reduce",
        has_touch=phone, is_mobile=phone,
    )  # fmt: skip
    hold(someone.context, *seats)
    page = someone.tab()

    shelf = Shelf(page).open()
    expect(shelf.box(GAME).locator(".cover svg")).to_be_visible()
    expect(page.get_by_test_id("your-games")).to_be_visible()
    keep(page, f"shelf-{width}-{theme}.png")

    table = Table(page).open(f"/m/{seats[0]['id']}")
    assert table.is_asked()
    lifted = table.svg.get_by_role("button", name=IN_HAND).get_attribute("data-id")
    (table.tap if phone else table.click)(lifted)
    assert table.held() == [lifted]
    page.evaluate("scrollTo(0, 0)")
    keep(page, f"table-{width}-{theme}.png")

    for seat, name, first, wanted in (
        (seats[1], "tiles", "", "place-"),
        (seats[2], "hexes", "", HEX_PLACE),
        (seats[3], "auction", "", ""),
        (seats[4], "flood", "spade", "cell-"),
    ):
        table = Table(page).open(f"/m/{seat['id']}")
        assert table.is_asked()
        if first:
            (table.tap if phone else table.click)(first)
        point = table.tap if phone else lambda place, table=table: page.mouse.move(*table.point(place))
        places = [id_ for id_ in table.alive() if wanted and id_.startswith(wanted)]
        if first:  # the place that shows most
            near = set(table.svg.evaluate(HATCHED))
            places = sorted(set(places) & near, key=lambda place, point=point: shown(page, point, place))[::-1]
        if places:
            point(places[0])
        page.wait_for_timeout(300)
        page.evaluate("scrollTo(0, 0)")
        keep(page, f"{name}-{width}-{theme}.png")

    take_valleys(page, seats[5:], phone, f"{width}-{theme}")
    if (width, theme) == (1440, "light"):
        page.goto(f"/learn/{GAME}")
        expect(page.get_by_test_id("lesson-board").first).to_be_visible()
        keep(page, f"learn-{width}-{theme}.png")
    someone.context.close()
    assert someone.unexpected() == []


def take_valleys(page: Any, seats: list[dict[str, Any]], phone: bool, suffix: str) -> None:
    from tests.browser.table import Table

    for seat, name in zip(seats, VALLEY_PAGES, strict=True):
        table = Table(page).open(f"/m/{seat['id']}")
        assert table.is_asked() == (name != "end")
        if name == "production":
            for _ in range(2):  # a dam and its conduit
                (table.tap if phone else table.click)(table.alive()[0])
            if not phone:
                page.mouse.move(*table.point(table.alive()[-1]))
        page.wait_for_timeout(300)
        page.evaluate("scrollTo(0, 0)")
        keep(page, f"{name}-{suffix}.png")


if __name__ == "__main__":
    main()
