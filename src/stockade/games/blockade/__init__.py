"""Blockade: each player has two bridges and a castle on a causeway of ten squares."""

from stockade.core.game import Game
from stockade.games.blockade.spec import SPEC

GAME = Game(SPEC, __name__)
