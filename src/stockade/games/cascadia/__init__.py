"""Cascadia: habitats laid tile by tile, and the wildlife that lives in them."""

from stockade.core.game import Game
from stockade.games.cascadia.spec import SPEC

GAME = Game(SPEC, __name__)
