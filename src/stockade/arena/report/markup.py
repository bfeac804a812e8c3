"""Parts of a page, as markup. A page is one file that needs no others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from string import Template


def whole_page(title: str, told: Sequence[str], body: Iterable[str]) -> str:
    """Return a page. `told` says in sentences what was played."""
    head = [f"<h1>{escape(title)}</h1>", *(f'<p class="quiet">{escape(each)}</p>' for each in told)]
    template = Template(resources.files(__package__).joinpath("page.html").read_text("utf-8"))
    return template.substitute(title=escape(title), body="\n".join([*head, *body]))


def links(files: Sequence[str]) -> str:
    """Return links to files next to the page."""
    return ", ".join(f'<a href="{escape(name)}">{escape(name)}</a>' for name in files)


def duration(seconds: float) -> str:
    """Return a time in three digits, such as `12.5 µs`."""
    for unit, size in (("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s" if seconds < 999.5 else f"{seconds:,.0f} s"


def interval(middle: str, low: str, high: str) -> str:
    """Return a figure and its interval, as markup."""
    return f"{middle} <small>({low} to {high})</small>".replace("-", "−")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table. The cells are markup."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'


def side_by_side(plots: list[str]) -> str:
    """Return plots side by side."""
    return f'<div class="plots">{"".join(plots)}</div>'
