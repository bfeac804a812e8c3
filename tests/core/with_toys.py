"""A pytest plugin that puts the toy games of `tests/core/toys` on the shelf, and nothing else.

The conformance suite is for every game; run with this, it is tried on one that has chance and several seats.
"""

import importlib
from pathlib import Path

import stockade
from stockade.core import registry

importlib.import_module("stockade.games").__path__.append(str(Path(__file__).resolve().parent / "toys"))
registry.games = stockade.games = lambda: ("pig",)  # type: ignore[assignment]
