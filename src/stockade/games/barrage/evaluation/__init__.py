"""The evaluation of Barrage: positions as numbers for learning, and what they are worth to each seat."""

from stockade.games.barrage.evaluation.narrow import narrow
from stockade.games.barrage.evaluation.observe import BLOCKS, OBSERVATION_SIZE, observe
from stockade.games.barrage.evaluation.value import (
    CERTAINTY,
    EVALUATION,
    EXPLORATION,
    TRUST,
    TRUST_OTHERS,
    evaluate,
    for_table,
)

__all__ = [
    "BLOCKS",
    "CERTAINTY",
    "EVALUATION",
    "EXPLORATION",
    "OBSERVATION_SIZE",
    "TRUST",
    "TRUST_OTHERS",
    "evaluate",
    "for_table",
    "narrow",
    "observe",
]
