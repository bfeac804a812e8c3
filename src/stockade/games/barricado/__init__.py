"""Barricado: Revolutions: players lay streets tile by tile and build barricades across them."""

from stockade.core.game import Game
from stockade.games.barricado.spec import SPEC

GAME = Game(SPEC, __name__)
