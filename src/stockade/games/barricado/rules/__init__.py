"""The rules of Barricado as compiled functions over its state. Rulings are numbered in RULINGS.md."""

from stockade.games.barricado.rules.dispatch import apply, legal, outcomes, score, setup

__all__ = ["apply", "legal", "outcomes", "score", "setup"]
