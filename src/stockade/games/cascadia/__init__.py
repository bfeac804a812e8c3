"""Cascadia: players build habitats tile by tile and place wildlife in them."""

from stockade.core.game import Game
from stockade.games.cascadia.spec import SPEC

GAME = Game(SPEC, __name__)
