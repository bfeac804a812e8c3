"""Cascade Barricade: walls bought at auction against a flood that pays those who hold it back, and drowns the
rest."""

from stockade.core.game import Game
from stockade.games.cascade_barricade.spec import SPEC

GAME = Game(SPEC, __name__)
