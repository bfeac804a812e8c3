"""Drawings inside a page, as SVG. Their colours follow the reader's light or dark mode.

Matplotlib draws with placeholder colours, which are then replaced by the names of the page's colours.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, MUTED, LINE, FIRST, SECOND = "#0a0b0c", "#6a6b6c", "#d0d1d2", "#0072b1", "#d55e01"
NAMES = {INK: "--ink", MUTED: "--muted", LINE: "--line", FIRST: "--first", SECOND: "--second"}
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: smaller, and readable by a screen reader
    "svg.hashsalt": "stockade",  # the same figures give the same page
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "figure.facecolor": "none",
    "grid.color": LINE,
    "grid.linewidth": 0.8,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
}
WIDTH, ROW = 5.2, 0.3  # inches


class Plot:
    """A drawing that becomes part of a page."""

    def __init__(self, title: str, height: float = 2.9) -> None:
        from matplotlib.figure import Figure

        self.title = title
        self.figure = Figure(figsize=(WIDTH, height), layout="constrained")
        self.axes: Axes = self.figure.add_subplot()

    def svg(self, description: str) -> str:
        """Return the drawing without a prologue. `description` is for screen readers."""
        file = io.StringIO()
        nothing: dict[str, Any] = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        self.figure.savefig(file, format="svg", metadata=nothing)
        text = file.getvalue()
        text = text[text.index("<svg") :]
        text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
        text = re.sub(r'<g id="[^"]*">', "<g>", text)  # ids would clash, because a page has many drawings
        text = re.sub(r' (width|height)="[\d.]+pt"', "", text, count=2)
        for colour, name in NAMES.items():
            text = text.replace(colour, f"var({name})")
        return text.replace("<svg", f'<svg role="img" aria-label="{escape(description)}"', 1)


def drawn(plot: Plot, note: str = "") -> str:
    """Return a plot under its title, with a line on how to read it."""
    caption = f"<b>{escape(plot.title)}</b>" + (f" <span>{escape(note)}</span>" if note else "")
    return f"<figure><figcaption>{caption}</figcaption>{plot.svg(f'{plot.title}. {note}')}</figure>"


def plain(text: str) -> str:
    """Return a text for a plot, in which dollar signs are just that. Matplotlib takes two of them for a formula."""
    return text.replace("$", r"\$")


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Give each name a row, starting at the top."""
    axes.set_yticks(range(len(names)), list(map(plain, names)))
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x")


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the style of the pages."""
    import matplotlib

    with matplotlib.rc_context(STYLE):
        yield
