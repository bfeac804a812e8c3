"""Measure a page: what is cut off, broken, covered, out of reach, too faint, or wrong for a screen reader."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

import stockade

FINGER, POINTER = 44, 24  # px, the least size of what a finger or a mouse must hit
MEASURE = Path(__file__).with_name("layout.js").read_text("utf-8")
AXE = Path(stockade.__file__).parent / "web" / "client" / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """contrast => axe.run(document.querySelector('dialog:modal') ?? document, {
  resultTypes: ['violations'], rules: {'color-contrast': {enabled: contrast}},
}).then(({violations}) => violations.flatMap(({id, nodes}) =>
  nodes.slice(0, 3).map(({html, any, all}) =>
    `${id}: ${html.slice(0, 120)} ${[...any, ...all][0]?.message ?? ''}`)))"""


def layout_faults(page: Page) -> list[str]:
    """Return what cannot be read or hit on this page, with its contrast in light and in dark."""
    finger = FINGER if page.evaluate("navigator.maxTouchPoints > 0") else POINTER
    found = page.evaluate(MEASURE, {"finger": finger})
    page.emulate_media(color_scheme="dark")
    found += [f"in dark, {fault}" for fault in page.evaluate(MEASURE, {"finger": finger, "onlyContrast": True})]
    page.emulate_media(color_scheme="light")
    return found


def axe_faults(page: Page, contrast: bool = True) -> list[str]:
    """Return what axe-core finds on this page, or on the open dialog. Its check of contrast takes as long as all
    others together, and `layout_faults` has one too."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    return page.evaluate(RUN_AXE, contrast)
