"""Makes the kept pictures of docs/screenshots: `python tests/browser/screenshots.py`.

They show the shelf and a table in the middle of a game, on a phone and on a desk, in light and in dark, and a lesson.
The same moves every time, so that a picture changes only where the look does.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
GAME = "blockade"
MOVES = ("B1-3", "B8-10", "H3-5", "C9-8", "B5-3", "C8-7", "D2-3", "H10-8", "C3-4", "C7-8")
IN_HAND = "Black bridge on 4"  # with the castle on it
TILES = "barricado"
TILE_PLIES = 118  # a city half built, with a tile in the first player's hand
WIDTHS = {375: 812, 1440: 900}
THEMES = ("light", "dark")


def names() -> dict[str, int]:
    """Every kept picture and its width in pixels."""
    pages = [(page, width, theme) for page in ("shelf", "table", "tiles") for width in WIDTHS for theme in THEMES]
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
    """A game in its middle, one that waits for somebody, one to watch. Answers the seats that the visitor holds."""
    import httpx

    with httpx.Client(base_url=f"{url}/api", timeout=30) as server:

        def create(*seats: dict[str, Any], game: str = GAME, **wishes: Any) -> dict[str, Any]:
            answer = server.post("/matches", json={"game": game, "seats": list(seats), "seed": 1, **wishes})
            return answer.raise_for_status().json()

        def join(match: dict[str, Any], name: str) -> dict[str, Any]:
            return server.post(f"/matches/{match['id']}/join", json={"name": name}).raise_for_status().json()

        def move(match: dict[str, Any], token: str, action: str) -> None:
            version = server.get(f"/matches/{match['id']}").json()["version"]
            server.post(
                f"/matches/{match['id']}/actions",
                json={"version": version, "action": action},
                headers={"Authorization": f"Bearer {token}"},
            ).raise_for_status()

        def play(match: dict[str, Any], tokens: list[str], moves: tuple[str, ...]) -> None:
            for ply, action in enumerate(moves):
                move(match, tokens[ply % 2], action)

        human, open_seat = {"kind": "human"}, {"kind": "open"}
        create({**human, "name": "Mira"}, open_seat)
        others = create({**human, "name": "Jonas"}, open_seat)
        play(others, [others["token"], join(others, "Ling")["token"]], MOVES[:3])
        held = create({**human, "name": "Ada"}, open_seat)
        play(held, [held["token"], join(held, "Ben")["token"]], MOVES)
        wishes = {"players": 4, "options": {"plazas_and_sewers": True}}
        city = create({**human, "name": "Ada"}, open_seat, open_seat, open_seat, game=TILES, **wishes)
        tokens = [city["token"], *(join(city, name)["token"] for name in ("Ben", "Mira", "Ling"))]
        for seat, action in city_moves(wishes):
            move(city, tokens[seat], action)
        return [
            {key: match[key] for key in ("id", "token", "seat")} | {"game": game, "title": game.title(), "at": 0}
            for match, game in ((held, GAME), (city, TILES))
        ]


def city_moves(wishes: dict[str, Any]) -> list[tuple[int, str]]:
    """What four greedy builders do; the server rolls the same chances from the same seed."""
    import stockade

    match = stockade.Match(TILES, seed=1, **wishes)
    bots = [stockade.bot("greedy", seed=seat) for seat in range(4)]
    moves = []
    while len(match.actions) < TILE_PLIES or match.state.current_player != 0 or not match.state.record.phase:
        seat = match.state.current_player
        action = bots[seat].choose(match.state)
        moves.append((seat, match.state.format(action)))
        match.play(action)
    return moves


def take(browser: Any, url: str, seats: list[dict[str, Any]], width: int, theme: str) -> None:
    from playwright.sync_api import expect
    from tests.browser.table import Shelf, Table, visitor

    viewport = {"width": width, "height": WIDTHS[width]}
    phone = width < 600
    someone = visitor(
        browser, url, viewport=viewport, color_scheme=theme, device_scale_factor=1, reduced_motion="reduce",
        has_touch=phone, is_mobile=phone,
    )  # fmt: skip
    kept = json.dumps(json.dumps(seats))
    someone.context.add_init_script(f"localStorage.setItem('stockade.seats', {kept})")
    page = someone.tab()

    shelf = Shelf(page).open()
    expect(shelf.box(GAME).locator(".cover svg")).to_be_visible()
    expect(page.get_by_test_id("your-games")).to_be_visible()
    page.screenshot(path=FOLDER / f"shelf-{width}-{theme}.png")

    table = Table(page).open(f"/m/{seats[0]['id']}")
    assert table.is_asked()
    lifted = table.svg.get_by_role("button", name=IN_HAND).get_attribute("data-id")
    (table.tap if phone else table.click)(lifted)
    assert table.held() == [lifted]
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=FOLDER / f"table-{width}-{theme}.png")

    city = Table(page).open(f"/m/{seats[1]['id']}")
    assert city.is_asked()
    place = next(id_ for id_ in city.alive() if id_.startswith("place-"))
    if phone:
        city.tap(place)
    else:
        page.mouse.move(*city.point(place))
    page.wait_for_timeout(300)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=FOLDER / f"tiles-{width}-{theme}.png")

    if (width, theme) == (1440, "light"):
        page.goto(f"/learn/{GAME}")
        expect(page.get_by_test_id("lesson-board").first).to_be_visible()
        page.screenshot(path=FOLDER / f"learn-{width}-{theme}.png")
    someone.context.close()
    assert someone.unexpected() == []


if __name__ == "__main__":
    main()
