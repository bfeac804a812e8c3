"""Barricado: Revolutions: streets laid tile by tile, and barricades built across them."""

from stockade.core.game import Game
from stockade.games.barricado.spec import SPEC

GAME = Game(SPEC, __name__)
