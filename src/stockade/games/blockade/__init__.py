"""Blockade: two bridges and a castle each on a causeway of ten squares."""

from stockade.core.game import Game
from stockade.games.blockade.spec import SPEC

GAME = Game(SPEC, __name__)
