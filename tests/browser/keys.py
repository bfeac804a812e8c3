"""Actions of a person who only uses a keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

MOST_TABS = 40
ARROWS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")

# The focused thing, and whether its focus is visible: by its own outline, or by the ring over the board.
FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const ringed = () => {
    const box = element.getBoundingClientRect();
    return [...document.querySelectorAll('.focus .upper')].some(ring => {
      const around = ring.getBoundingClientRect();
      return around.left < box.left && around.top < box.top && around.right > box.right && around.bottom > box.bottom;
    });
  };
  return {
    id: element.dataset.id ?? null,
    test: element.dataset.testid ?? null,
    game: element.closest('[data-game]')?.dataset.game ?? null,
    seen: outlined || ringed(),
  };
}"""


def focus(page: Page) -> dict[str, Any]:
    found = page.evaluate(FOCUS)
    assert found is not None, "the keyboard has lost its place"
    return found


def tab_to(page: Page, wanted: Callable[[dict[str, Any]], bool]) -> None:
    """Press Tab until the focus is where it is wanted, and check that every stop on the way is visible."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        now = focus(page)
        assert now["seen"], f"nothing shows that the focus is here: {now}"
        name = page.locator(":focus").aria_snapshot()
        assert re.search(r'"[^"]+"|option|text: \S', name), f"nothing to say about this: {name}"
        if wanted(now):
            return
    raise AssertionError("no way there by Tab")


def walk_to(page: Page, wanted: list[str]) -> str:
    """Press arrow keys until the focus is on a wanted thing."""
    seen = []
    for press in range(MOST_TABS):
        here = focus(page)
        if here["id"] in wanted:
            assert here["seen"]
            return here["id"]
        seen.append(here["id"])
        page.keyboard.press(ARROWS[press // 8 % len(ARROWS)])
    raise AssertionError(f"no way by arrows to {wanted}: {seen}")
