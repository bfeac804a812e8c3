"""A pytest plugin that replaces the shelf by the toy games of `tests/core/toys`.

With it, the conformance suite runs on a game with chance and several seats.
"""

import importlib
from pathlib import Path

import stockade
from stockade.core import registry

importlib.import_module("stockade.games").__path__.append(str(Path(__file__).resolve().parent / "toys"))
registry.games = stockade.games = lambda: ("pig",)  # type: ignore[assignment]
