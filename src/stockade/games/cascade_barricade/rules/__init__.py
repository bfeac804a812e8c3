"""The rules of Cascade Barricade as compiled functions over its state, with a file for each chapter. RULINGS.md
numbers the rulings."""

from stockade.games.cascade_barricade.rules.chance import outcomes
from stockade.games.cascade_barricade.rules.dispatch import apply, effect, legal
from stockade.games.cascade_barricade.rules.scoring import rank, score
from stockade.games.cascade_barricade.rules.setup import setup

__all__ = ["apply", "effect", "legal", "outcomes", "rank", "score", "setup"]
