"""The rules of Barrage as compiled functions over its state, with a file for each chapter. RULINGS.md numbers the
rulings.

A turn is a stack of steps (`stack.py`). A player or chance answers the step on top (`dispatch.legal`,
`dispatch.resolve`), which may push others. Steps that need no answer run by themselves (`dispatch.settle`) until one
asks again.
"""

from stockade.games.barrage.rules.chance import outcomes
from stockade.games.barrage.rules.dispatch import apply, effect, legal, setup
from stockade.games.barrage.rules.scoring import rank, score

__all__ = ["apply", "effect", "legal", "outcomes", "rank", "score", "setup"]
