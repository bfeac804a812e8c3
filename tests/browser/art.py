"""Measure the contrast of words and figures that are drawn on a board."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Locator, Page

Pixels = npt.NDArray[np.float64]

SCALE = 2  # the device pixels of a picture to a pixel of the page
CELL = 4  # device pixels; strokes in neighbouring cells belong to one text
SEEN = 0.02  # the least change of brightness that counts as a stroke
ENOUGH, ENOUGH_IF_LARGE = 4.5, 3.0  # what WCAG asks for
LARGE = 17  # px, the height of a figure or a capital in a font of 24 px
# Whatever is drawn by reference changes with its symbol.
SHOW_TEXTS = (
    "isShown => document.querySelectorAll('svg text').forEach(text => (text.style.opacity = isShown ? '' : '0'))"
)


def faint_texts(page: Page, board: Locator) -> list[str]:
    """Return the texts on a board that have too little contrast to what is drawn behind them.

    A text is what disappears when texts are hidden. Its contrast is that of its strongest pixel, because the edges of
    letters are smoothed.
    """
    drawn = brightness(board)
    page.evaluate(SHOW_TEXTS, False)
    behind = brightness(board)
    page.evaluate(SHOW_TEXTS, True)
    bright, dark = np.maximum(drawn, behind), np.minimum(drawn, behind)
    contrast = (bright + 0.05) / (dark + 0.05)
    faults = []
    for top, bottom, left, right in texts_in(np.abs(drawn - behind) > SEEN):
        # An outline that belongs to the letters sets them off as well.
        inside = drawn[top:bottom, left:right][np.abs(drawn - behind)[top:bottom, left:right] > SEEN]
        own = (inside.max() + 0.05) / (inside.min() + 0.05)
        best = max(contrast[top:bottom, left:right].max(), own)
        if best < (ENOUGH_IF_LARGE if bottom - top >= LARGE * SCALE else ENOUGH) - 0.005:
            where = f"{left // SCALE},{top // SCALE} to {right // SCALE},{bottom // SCALE}"
            faults.append(f"text at {where}: contrast {best:.2f}")
    return faults


def brightness(board: Locator) -> Pixels:
    """Return the relative luminance of each pixel of a board, as WCAG defines it."""
    picture = Image.open(io.BytesIO(board.screenshot(animations="disabled"))).convert("RGB")
    parts = np.asarray(picture, np.float64) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def texts_in(strokes: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the top, bottom, left and right edges of each group of strokes that are close to each other."""
    height, width = (side // CELL for side in strokes.shape)
    cells = strokes[: height * CELL, : width * CELL].reshape(height, CELL, width, CELL).any(axis=(1, 3))
    left_over: set[tuple[Any, ...]] = set(zip(*(edge.tolist() for edge in np.nonzero(cells)), strict=True))
    while left_over:
        group = grown(left_over.pop(), left_over)
        rows, columns = zip(*group, strict=True)
        yield min(rows) * CELL, (max(rows) + 1) * CELL, min(columns) * CELL, (max(columns) + 1) * CELL


def grown(start: tuple[Any, ...], left_over: set[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    """Return all cells that are connected to a cell, and take them out of `left_over`."""
    group, edge = {start}, [start]
    while edge:
        row, column = edge.pop()
        near = {(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)} & left_over
        left_over -= near
        group |= near
        edge += near
    return group
