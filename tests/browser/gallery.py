"""Take a picture of everything that the client can show: `make gallery` writes build/gallery/index.html.

    python tests/browser/gallery.py [--quick] [--width 375] [--theme light] [--language de] [GAME | pages ...]

Every page, dialog, sheet, prompt and error of every game is shown at three widths, in light and dark. A quick gallery
shows one match of each game near its end.
"""

from __future__ import annotations

import argparse
import html
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.browser.staging import Exhibit

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "gallery"
THEMES = ("light", "dark")
FLEETING = ("words", "move")  # kinds of exhibits that vanish if the window changes its size
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>
  body {{ margin: 1rem; font: 15px/1.4 system-ui, sans-serif; background: #ddd; }}
  section {{ display: flex; gap: 1rem; align-items: start; overflow-x: auto; padding-bottom: 1rem; }}
  figure {{ margin: 0; flex: none; }}
  img {{ display: block; max-height: 60rem; border: 1px solid #999; }}
  nav a {{ margin-right: 1rem; }}
</style>
<h1>Gallery</h1>
<nav>{links}</nav>
{groups}
</html>
"""


def main() -> None:
    sys.path.insert(0, str(ROOT))
    from tests.browser.devices import DEVICES

    reader = argparse.ArgumentParser(description="Take a picture of everything that the client can show.")
    reader.add_argument("--quick", action="store_true")
    reader.add_argument("--width", type=int, choices=list(DEVICES), action="append")
    reader.add_argument("--theme", choices=THEMES, action="append")
    reader.add_argument("--language", default="en-GB", help="of the browser")
    reader.add_argument("parts", nargs="*", help="games, or `pages` for what belongs to no game")
    wanted = reader.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    themes, locale = wanted.theme or list(THEMES), wanted.language
    pictures = take(wanted.width or list(DEVICES), themes, wanted.parts, not wanted.quick, locale)
    index = FOLDER / "index.html"
    index.write_text(page_of(pictures), "utf-8")
    print(f"{sum(map(len, pictures.values()))} pictures in {index.relative_to(ROOT)}")


def take(
    widths: list[int], themes: list[str], parts: list[str], thorough: bool, locale: str
) -> dict[Exhibit, list[tuple[str, Path]]]:
    """Take all pictures and return them by what they show, each with a note of its width and theme."""
    from playwright.sync_api import sync_playwright
    from tests.browser.conftest import launch
    from tests.browser.devices import DEVICES
    from tests.browser.exhibits import tour
    from tests.browser.moments import Moments
    from tests.browser.serving import Server
    from tests.browser.staging import PAGES
    from tests.browser.table import visitor

    pictures: dict[Exhibit, list[tuple[str, Path]]] = {}
    numbers: dict[Exhibit, int] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start(brisk=True, compiles=False)
        moments = Moments(server.url, server.database)
        try:
            with launch(playwright) as browser:
                for width in widths:
                    someone = visitor(browser, server.url, **DEVICES[width], locale=locale)
                    page = someone.tab()
                    for part in parts or [PAGES, *(game["name"] for game in moments.games)]:
                        print(f"{width} px: {part}", flush=True)
                        for exhibit in tour(page, moments, part, thorough):
                            number = numbers.setdefault(exhibit, len(numbers))
                            pictures.setdefault(exhibit, []).extend(
                                (f"{width} px, {theme}", shoot(page, exhibit, number, width, theme))
                                for theme in themes
                            )
                    someone.context.close()
        finally:
            moments.close()
            server.stop()
    return pictures


def shoot(page: Any, exhibit: Exhibit, number: int, width: int, theme: str) -> Path:
    """Save a picture of the page, or of the window if a dialog is open or the exhibit is fleeting."""
    page.emulate_media(color_scheme=theme)
    path = FOLDER / f"{exhibit.game}-{exhibit.kind}-{number}-{width}-{theme}.png"
    is_whole = not (exhibit.is_dialog or exhibit.kind in FLEETING)
    if is_whole:
        page.evaluate("window.scrollTo(0, 0)")  # the board moves along with a page that is scrolled
    page.screenshot(path=path, full_page=is_whole, animations="disabled")
    return path


def page_of(pictures: dict[Exhibit, list[tuple[str, Path]]]) -> str:
    """Return the page: a heading for each game, then for each kind, with a row of pictures for each exhibit."""
    groups: list[str] = []
    links: list[str] = []
    for game in sorted({exhibit.game for exhibit in pictures}):
        links.append(f'<a href="#{game}">{game}</a>')
        groups.append(f'<h2 id="{game}">{game}</h2>')
        for kind in sorted({exhibit.kind for exhibit in pictures if exhibit.game == game}):
            groups.append(f"<h3>{game}: {kind}</h3>")
            for exhibit, taken in pictures.items():
                if (exhibit.game, exhibit.kind) == (game, kind):
                    groups.append(f"<section>{''.join(figure(exhibit, *picture) for picture in taken)}</section>")
    return PAGE.format(links="".join(links), groups="\n".join(groups))


def figure(exhibit: Exhibit, note: str, path: Path) -> str:
    name = html.escape(f"{exhibit.name} ({note})")
    return f'<figure><img src="{path.name}" loading="lazy" alt=""><figcaption>{name}</figcaption></figure>'


if __name__ == "__main__":
    main()
