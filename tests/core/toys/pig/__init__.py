"""Pig, a dice game for tests: chance, up to four seats, turns of several decisions, options that exclude others."""

from stockade.games.pig.spec import SPEC

from stockade.core.game import Game

GAME = Game(SPEC, __name__)
