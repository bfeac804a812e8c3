"""Options of a game as a person writes them: `name=value`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.core.spec import Spec


def read_options(given: Iterable[str] | None, spec: Spec) -> dict[str, str | Path]:
    """Read `name=value` texts as a mapping. The game itself checks the names and values."""
    options: dict[str, str | Path] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not name.strip() or not equals:
            raise BadOption(f"an option is written name=value, not {text!r}")
        options[name.strip()] = read_value(spec, name.strip(), value.strip())
    return options


def read_value(spec: Spec, name: str, value: str) -> str | Path:
    """Return a value as typed. For an option that is a table of data, the value may be the path of a file."""
    is_table = any(option.name == name and option.read and value not in option.choices for option in spec.options)
    path = os.path.expanduser(value)
    return Path(path) if is_table and os.path.isfile(path) else value
