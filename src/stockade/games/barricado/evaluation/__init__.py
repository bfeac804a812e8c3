"""How positions of Barricado look to a program: in numbers for learning, and what they are worth to each seat."""

from stockade.games.barricado.evaluation.observe import BLOCKS, OBSERVATION_SIZE, observe
from stockade.games.barricado.evaluation.value import EVALUATION, EXPLORATION, evaluate

__all__ = ["BLOCKS", "EVALUATION", "EXPLORATION", "OBSERVATION_SIZE", "evaluate", "observe"]
