"""Measure the first minute of a new user in a real browser, while all games are being compiled.

    python bench/first_use.py [game ...] [--core N]

For each game, starting with an empty cache: the seconds from *Play now* to the first possible move and from each move
to the next, and the longest time for which the page and the server did not respond. With `--core` the server and its
compilers share one core.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import launch
from tests.browser.serving import Server
from tests.browser.table import Shelf, Table, visitor

import stockade

LEVEL = 3  # the strongest level that plays before a game is compiled
MOVES = 5
# The longest time during which the page could not draw.
GAPS = """(() => {
  window.longestGap = 0;
  let last = performance.now();
  const look = now => {
    if (!document.hidden) window.longestGap = Math.max(window.longestGap, now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


class Asker(threading.Thread):
    """Sends small requests to the server all the time and records the longest response time."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.longest = 0.0
        self.ended = threading.Event()

    def run(self) -> None:
        with httpx.Client(base_url=self.url, timeout=60) as client:
            while not self.ended.wait(0.05):
                started = time.perf_counter()
                client.get("/api/games").raise_for_status()
                self.longest = max(self.longest, time.perf_counter() - started)


def first_use(browser: Browser, name: str, cores: set[int]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["STOCKADE_CACHE_DIR"] = f"{folder}/cache"
        everywhere = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cores)  # processes started from here on inherit this
        server = Server(Path(folder)).start()
        os.sched_setaffinity(0, everywhere)
        asker = Asker(server.url)
        asker.start()
        try:
            return {"game": name, **play(browser, server, name), "longest answer": round(asker.longest, 2)}
        finally:
            asker.ended.set()
            asker.join()
            server.stop()


def play(browser: Browser, server: Server, name: str) -> dict[str, Any]:
    person = visitor(browser, server.url, reduced_motion="no-preference")
    person.context.add_init_script(GAPS)
    shelf, dice = Shelf(person.tab()).open(), random.Random(1)
    shelf.box(name).get_by_test_id("level").select_option(str(LEVEL))
    page, between = shelf.page, []
    started = time.perf_counter()
    shelf.box(name).get_by_test_id("play-now").click()
    table = Table(page)
    assert table.is_asked()
    first = time.perf_counter() - started
    for _ in range(MOVES):
        started = time.perf_counter()
        table.decide(dice)
        if not table.is_asked():
            break
        between.append(round(time.perf_counter() - started, 2))
    compiled = httpx.get(f"{server.url}/api/games").json()
    found = {
        "first move after": round(first, 2),
        "from own move to own move": between,
        "longest gap of the page": round(page.evaluate("longestGap") / 1000, 2),
        "compiled by then": [game["name"] for game in compiled if game["compiled"]["ready"]],
    }
    person.context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(stockade.games()))
    parser.add_argument("--core", type=int)
    arguments = parser.parse_args()
    cores = os.sched_getaffinity(0) if arguments.core is None else {arguments.core}
    with sync_playwright() as playwright, launch(playwright) as browser:
        for name in arguments.games:
            print(json.dumps(first_use(browser, name, cores)), flush=True)


if __name__ == "__main__":
    main()
