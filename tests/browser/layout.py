"""Measure a page: what is cut off, broken, covered, out of reach, too faint, or wrong for a screen reader."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

import stockade

EXHIBITS = ("exhibits", "exhibits_of_people", "exhibits_of_study", "sent", "staging")
ENGLISH_WORD = re.compile(r"\b(the|your|you|is|are|and|with|from|for|not|this|that|of|has|have|it|by|to)\b", re.I)
"""Words of almost every English sentence, and of no German one."""
SAID = """() => {
  const within = document.querySelector('dialog:modal') ?? document.body;
  const texts = [document.title];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest('script, style, noscript, [lang="en"]')) texts.push(node.data.trim());
  }
  for (const element of within.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
  return texts.filter(Boolean);
}"""
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


def english_words(page: Page) -> list[str]:
    """Return what is still in English on a page, or on the open dialog, of somebody who reads German."""
    said: list[str] = page.evaluate(SAID)
    found = [text for text in dict.fromkeys(said) if ENGLISH_WORD.search(text)]
    return [f"in English: {text}" for text in found if not any(words in text for words in made_up())]


@cache
def made_up() -> list[str]:
    """Return the English texts that exhibits let people and servers say."""
    sources = [Path(__file__).with_name(f"{name}.py").read_text("utf-8") for name in EXHIBITS]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [text.strip() for text in texts if ENGLISH_WORD.search(text)]


def axe_faults(page: Page, contrast: bool = True) -> list[str]:
    """Return what axe-core finds on this page, or on the open dialog. Its check of contrast takes as long as all
    others together, and `layout_faults` has one too."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))  # pages forbid scripts that are added
    return page.evaluate(RUN_AXE, contrast)
