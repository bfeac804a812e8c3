"""Replace the shelf by the toy game, for one test."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import stockade
from stockade.core import registry

TOYS = Path(__file__).resolve().parent / "toys"
GAME = "pig"


def only_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module("stockade.games")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(TOYS)])
    for module in (registry, stockade):
        monkeypatch.setattr(module, "games", lambda: (GAME,))
