"""The evaluation of Barrage: positions as numbers for learning, and what they are worth to each seat."""

from stockade.games.barrage.evaluation.narrow import narrow
from stockade.games.barrage.evaluation.observe import BLOCKS, OBSERVATION_SIZE, observe
from stockade.games.barrage.evaluation.value import EVALUATION, EXPLORATION, TRUST, TRUST_OTHERS, evaluate

__all__ = [
    "BLOCKS",
    "EVALUATION",
    "EXPLORATION",
    "OBSERVATION_SIZE",
    "TRUST",
    "TRUST_OTHERS",
    "evaluate",
    "narrow",
    "observe",
]
