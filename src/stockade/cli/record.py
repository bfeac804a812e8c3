"""`stockade record`: turn the record of a match into another format, or a position into a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stockade.cli.options import page
from stockade.core.errors import BadOption, NotAllowed, quoted

if TYPE_CHECKING:
    from stockade.core.scene import Shape

NAMES = ("text", "ndjson", "json", "svg", "png", "gif", "webp")
HELP = page(
    "Turn the record of a match into another format, or into pictures. The format of FILE is recognised, and every "
    "move in it is checked. Formats of records are text (in the manner of PGN), ndjson and json; svg and png are "
    "pictures of one position, gif and webp films of the whole match. PNG, GIF and WebP need `pip install "
    "'stockade\\[pictures]'`.",
    "record match.json --to text             print it as text",
    "record match.txt -o match.ndjson        the name of the new file says the format",
    "record match.txt --ply 5 -o board.svg   a picture of the position after five actions",
    "record match.json --to png -o board.png",
    "record match.json -o match.gif          a film of the whole match",
    "record p.json --to svg -o board.svg     a picture of a position, as `stockade replay --ply N --json` prints it",
)


def record(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record or a position.", show_default=False)],
    to: Annotated[
        str | None, typer.Option("--to", "-t", metavar="FORMAT", help=f"The format: {', '.join(NAMES)}.")
    ] = None,
    ply: Annotated[
        int | None, typer.Option("--ply", help="For svg and png: the position after that many actions.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write it; by default it is printed."),
    ] = None,
    tall: Annotated[bool, typer.Option("--tall", help="Draw the board for an upright screen.")] = False,
) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import busy, say_whole

    form = _format(to, output)
    if output is None and form in ("png", "gif", "webp") and sys.stdout.isatty():
        raise BadOption(f"a terminal cannot show this: name a file, such as -o {file.stem}.{form}")
    with busy("writing the record"):
        content = _converted(file.expanduser(), form, ply, tall)
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        output.expanduser().write_bytes(content)
        say_whole(f"[good]✓[/] {escape(str(output))} [dim]({_size(len(content))})[/]")


def _format(to: str | None, output: Path | None) -> str:
    """Return the format that is asked for, by name or by the name of the new file."""
    from stockade.records import FORMATS

    if to is not None:
        if to not in FORMATS:
            raise BadOption(f"there is no format {quoted(to)}; there are: {', '.join(FORMATS)}")
        return to
    suffix = "" if output is None else output.suffix.lower()
    for form in FORMATS.values():
        if form.suffix == suffix:
            return form.name
    raise BadOption(f"say which format: --to {', '.join(FORMATS)}")


def _converted(path: Path, form: str, ply: int | None, tall: bool) -> bytes:
    from stockade import records
    from stockade.cli.saves import read_record

    shape: Shape = "tall" if tall else "wide"
    if records.recognise(data := path.read_bytes()) != "position":
        return records.write(read_record(data), form, ply=ply, shape=shape)
    if ply is not None:
        raise BadOption("this is a single position: --ply is for records")
    if records.FORMATS[form].kind != "picture":
        raise NotAllowed(f"{path} holds a position, not a match: it can become a picture, svg or png")
    return records.picture(records.read_position(data), form, shape)


def _size(count: int) -> str:
    return f"{count} bytes" if count < 1000 else f"{count / 1000:,.0f} kB"
