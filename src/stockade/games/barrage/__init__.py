"""Barrage: dams, conduits and powerhouses in an alpine valley, for two to four companies."""

from stockade.core.game import Game
from stockade.games.barrage.spec import SPEC

GAME = Game(SPEC, __name__)
