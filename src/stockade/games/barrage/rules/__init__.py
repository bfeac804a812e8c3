"""The rules of Barrage as compiled functions over its state, a file for each chapter. Rulings are numbered in
RULINGS.md.

A turn is a stack of steps (`stack.py`). Somebody answers the step on top (`dispatch.legal`, `dispatch.resolve`),
which may put others above it; those that run by themselves do (`dispatch.settle`) until the next one asks.
"""

from stockade.games.barrage.rules.chance import outcomes
from stockade.games.barrage.rules.dispatch import apply, legal, setup
from stockade.games.barrage.rules.scoring import rank, score

__all__ = ["apply", "legal", "outcomes", "rank", "score", "setup"]
