"""How positions of Blockade look to a program: in numbers for learning, and what they are worth to each seat."""

from stockade.games.blockade.evaluation.observe import BLOCKS, OBSERVATION_SIZE, observe
from stockade.games.blockade.evaluation.value import evaluate

__all__ = ["BLOCKS", "OBSERVATION_SIZE", "evaluate", "observe"]
