"""Pictures of positions, and films of whole matches.

SVG needs nothing. For pixels, `stockade[pictures]` installs resvg, which draws SVG, and Pillow, which writes films.
All pictures use the fonts in this package, so that they look the same on every machine.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from stockade.core.errors import NotAllowed
from stockade.core.language import say
from stockade.core.match import Match
from stockade.core.scene import Shape
from stockade.core.state import State

from .camera import Camera

if TYPE_CHECKING:
    from PIL.Image import Image

RASTER = ("png", "gif", "webp")
LIBRARIES = ("resvg_py", "PIL")
WIDTH = 1200  # pixels of a picture
FILM_WIDTH = 640
MOST_FRAMES = 150  # of a film; a longer match skips some
FRAME_MS, LAST_MS = 900, 4000
PAPER = "#f6f1e7"  # behind boards with round corners
FONT = "DejaVu Sans"


def can_draw() -> bool:
    """Return whether the libraries for pixels are installed."""
    return all(find_spec(name) is not None for name in LIBRARIES)


def picture(state: State, format: str, shape: Shape = "wide") -> bytes:
    """Return a picture of a position, as everybody may see it."""
    svg = state.svg(None, shape)
    return svg.encode() if format == "svg" else png(svg, WIDTH)


def png(svg: str, width: int) -> bytes:
    """Draw an SVG with that many pixels from left to right."""
    _check_libraries()
    import resvg_py

    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background=PAPER,
        skip_system_fonts=True,
        font_files=_fonts(),
        font_family=FONT,
        sans_serif_family=FONT,
        serif_family=FONT,
    )
    return bytes(drawn)


def film(match: Match, format: str, shape: Shape = "wide", plies: int | None = None) -> bytes:
    """Return a film of a match: a frame for the start, for the end of each turn, and for the last position.

    With `plies`, it ends after so many actions.
    """
    _check_libraries()
    camera = Camera(match.game.art(), FILM_WIDTH, png)
    frames = [camera.take(state.scene(None, shape)) for state in moments(match, plies)]
    options: dict[str, object] = {"quality": 80, "method": 2}
    if format == "gif":
        frames, options = _in_one_palette(frames), {}
    times = [*[FRAME_MS] * (len(frames) - 1), LAST_MS]
    output = io.BytesIO()
    frames[0].save(output, format.upper(), save_all=True, append_images=frames[1:], duration=times, loop=0, **options)
    return output.getvalue()


def _in_one_palette(frames: list[Image]) -> list[Image]:
    """Return the frames in the same 256 colours and without dots, so that what does not move takes no space."""
    from PIL import Image

    first = frames[0]
    sheet = Image.new("RGB", (first.width, 3 * first.height))
    for place, frame in enumerate((first, frames[len(frames) // 2], frames[-1])):
        sheet.paste(frame, (0, place * first.height))
    palette = sheet.quantize(256, Image.Quantize.FASTOCTREE)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]


def moments(match: Match, plies: int | None = None) -> list[State]:
    """Return the states that a film shows. If there are too many turns, it shows as many as fit, evenly spread."""
    shown = list(_turns(match, plies))
    if len(shown) <= MOST_FRAMES:
        return shown
    return [shown[round(number * (len(shown) - 1) / (MOST_FRAMES - 1))] for number in range(MOST_FRAMES)]


def _turns(match: Match, plies: int | None) -> Iterator[State]:
    """Yield the states in which another player has to decide, and the last one."""
    decides, last = None, match.start
    for step in islice(match.steps(), plies):
        if not step.before.is_chance and step.before.current_player != decides:
            decides = step.before.current_player
            yield step.before
        last = step.after
    yield last


def _check_libraries() -> None:
    if not can_draw():
        raise NotAllowed(say("Pictures in pixels need two more libraries: pip install 'stockade[pictures]'"))


@cache
def _fonts() -> list[str]:
    folder = Path(str(resources.files("stockade.records") / "fonts"))
    return [str(path) for path in sorted(folder.glob("*.ttf"))]
