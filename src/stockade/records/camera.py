"""The frames of a film. Most of a board does not change from one to the next, so only the rest is drawn again."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from stockade.core.scene import Area, Box, Piece, Scene
from stockade.core.svg import render

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_WINDOWS = 10  # parts that are drawn again; each takes a while to set up

Thing = Area | Piece
Look = tuple[str, str, float, float, float, float, float]
"""What a thing looks like, and where."""


class Camera:
    """Takes one frame after another. `draw` turns an SVG into a PNG that is so many pixels wide."""

    def __init__(self, art: str, width: int, draw: Callable[[str, int], bytes]) -> None:
        self.art, self.width, self.draw = art, width, draw
        self._size: tuple[float, float] | None = None
        self._looks: list[Look] = []
        self._frame: Image | None = None

    def take(self, scene: Scene) -> Image:
        """Return the frame of a scene. It belongs to the caller."""
        things: list[Thing] = [*scene.areas, *scene.pieces]
        looks = [_look(thing) for thing in things if thing.art]
        if self._frame is None or scene.size != self._size or not _same_order(self._looks, looks):
            self._frame = self._picture(render(scene, self.art), self.width)
        else:
            for window in _windows([_reach(look) for look in set(self._looks) ^ set(looks)]):
                self._draw_again(self._frame, scene, window)
        self._size, self._looks = scene.size, looks
        return self._frame.copy()

    def _draw_again(self, frame: Image, scene: Scene, window: Box) -> None:
        """Draw a part of the scene, at the same pixels as in a whole picture."""
        across, down = frame.width / scene.size[0], frame.height / scene.size[1]
        x, y, w, h = window
        left, top = max(0, math.floor(x * across) - 1), max(0, math.floor(y * down) - 1)
        right, bottom = (
            min(frame.width, math.ceil((x + w) * across) + 1),
            min(frame.height, math.ceil((y + h) * down) + 1),
        )
        width, height = right - left, bottom - top
        if width <= 0 or height <= 0:
            return
        seen = (left / across, top / down, width / across, height / down)
        part = replace(
            scene,
            areas=tuple(area for area in scene.areas if _meet(_reach(_look(area)), seen)),
            pieces=tuple(piece for piece in scene.pieces if _meet(_reach(_look(piece)), seen)),
        )
        _, _, inside = render(part, self.art).partition(">")
        head = f'viewBox="{" ".join(map(repr, seen))}" width="{width}" height="{height}" preserveAspectRatio="none"'
        frame.paste(self._picture(f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{inside}', width), (left, top))

    def _picture(self, svg: str, width: int) -> Image:
        from PIL import Image

        with Image.open(io.BytesIO(self.draw(svg, width))) as drawn:
            return drawn.convert("RGB")


def _look(thing: Thing) -> Look:
    return thing.id, thing.art, thing.x, thing.y, thing.w, thing.h, thing.turn


def _same_order(before: list[Look], after: list[Look]) -> bool:
    """Return whether the things that are in both lists lie on one another as before."""
    stay = set(before) & set(after)
    return [look for look in before if look in stay] == [look for look in after if look in stay]


def _reach(look: Look) -> Box:
    """Return the box that a thing can reach if it is turned."""
    _, _, x, y, w, h, turn = look
    if not turn:
        return x, y, w, h
    reach = math.hypot(w, h) / 2
    return x + w / 2 - reach, y + h / 2 - reach, 2 * reach, 2 * reach


def _windows(boxes: list[Box]) -> list[Box]:
    """Return a few boxes that cover all of these. Those that meet are joined, and all if there are too many."""
    windows: list[Box] = []
    for box in sorted(boxes):
        for other in [each for each in windows if _meet(each, box)]:
            windows.remove(other)
            box = _joined(box, other)
        windows.append(box)
    return windows if len(windows) <= MOST_WINDOWS else [reduce(_joined, windows)]


def _joined(one: Box, other: Box) -> Box:
    x, y = min(one[0], other[0]), min(one[1], other[1])
    return x, y, max(one[0] + one[2], other[0] + other[2]) - x, max(one[1] + one[3], other[1] + other[3]) - y


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] <= other[0] + other[2]
        and other[0] <= one[0] + one[2]
        and one[1] <= other[1] + other[3]
        and other[1] <= one[1] + one[3]
    )
