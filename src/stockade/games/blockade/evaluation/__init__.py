"""Observations of Blockade for learning, and the value of a position for each seat."""

from stockade.games.blockade.evaluation.observe import BLOCKS, OBSERVATION_SIZE, observe
from stockade.games.blockade.evaluation.value import evaluate

__all__ = ["BLOCKS", "OBSERVATION_SIZE", "evaluate", "observe"]
