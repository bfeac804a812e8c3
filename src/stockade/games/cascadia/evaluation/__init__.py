"""How positions of Cascadia look to a program: in numbers for learning, and what they are worth to each seat."""

from stockade.games.cascadia.evaluation.observe import BLOCKS, OBSERVATION_SIZE, observe
from stockade.games.cascadia.evaluation.value import EVALUATION, EXPLORATION, evaluate

__all__ = ["BLOCKS", "EVALUATION", "EXPLORATION", "OBSERVATION_SIZE", "evaluate", "observe"]
