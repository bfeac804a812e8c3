"""Observations of Cascadia for learning, and the value of a position for each seat."""

from stockade.games.cascadia.evaluation.observe import BLOCKS, OBSERVATION_SIZE, observe
from stockade.games.cascadia.evaluation.value import EVALUATION, EXPLORATION, evaluate, for_table

__all__ = ["BLOCKS", "EVALUATION", "EXPLORATION", "OBSERVATION_SIZE", "evaluate", "for_table", "observe"]
