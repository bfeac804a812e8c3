"""The rules of Cascade Barricade as compiled functions over its state. Rulings are numbered in RULINGS.md."""

from stockade.games.cascade_barricade.rules.dispatch import apply, legal, outcomes, rank, score, setup

__all__ = ["apply", "legal", "outcomes", "rank", "score", "setup"]
