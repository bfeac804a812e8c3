"""Draws a scene as one self-contained SVG, the same picture that the browser shows."""

from __future__ import annotations

import re
from html import escape

from stockade.core.scene import Area, Piece, Scene


def symbols(art: str) -> str:
    """Return what is between the outer tags of a symbol sheet, in the colours for light surroundings.

    Programs other than browsers do not know `light-dark`.
    """
    inside = re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", art, flags=re.DOTALL)
    return re.sub(r"light-dark\(([^,()]+),[^()]+\)", r"\1", inside)


def _use(thing: Area | Piece) -> str:
    turn = ""
    if thing.turn:
        turn = f' transform="rotate({thing.turn:g} {thing.x + thing.w / 2:g} {thing.y + thing.h / 2:g})"'
    return (
        f'<g role="img" aria-label="{escape(thing.label, quote=True)}"{turn}>'
        f'<use href="#{thing.art}" x="{thing.x:g}" y="{thing.y:g}" width="{thing.w:g}" height="{thing.h:g}"/></g>'
    )


def render(scene: Scene, art: str) -> str:
    """Return an SVG of the scene's areas and pieces, with its prompt as the title."""
    width, height = scene.size
    things: list[Area | Piece] = [*scene.areas, *scene.pieces]
    drawn = "".join(_use(thing) for thing in things if thing.art)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" style="max-width:100%;height:auto">'
        f"<title>{escape(scene.prompt)}</title>{symbols(art)}{drawn}</svg>"
    )
