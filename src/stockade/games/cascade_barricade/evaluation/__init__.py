"""The evaluation of Cascade Barricade: positions as numbers, and what they are worth to each seat."""

from stockade.games.cascade_barricade.evaluation.narrow import narrow
from stockade.games.cascade_barricade.evaluation.observe import BLOCKS, OBSERVATION_SIZE, observe
from stockade.games.cascade_barricade.evaluation.value import (
    EVALUATION,
    EXPLORATION,
    NOBODY_WINS,
    TRUST,
    TRUST_OTHERS,
    evaluate,
    for_table,
    is_beyond,
)

__all__ = [
    "BLOCKS",
    "EVALUATION",
    "EXPLORATION",
    "NOBODY_WINS",
    "OBSERVATION_SIZE",
    "TRUST",
    "TRUST_OTHERS",
    "evaluate",
    "for_table",
    "is_beyond",
    "narrow",
    "observe",
]
