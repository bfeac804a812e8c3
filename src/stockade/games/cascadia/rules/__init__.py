"""The rules of Cascadia as compiled functions over its state. Rulings are numbered in RULINGS.md."""

from stockade.games.cascadia.rules.dispatch import apply, legal, outcomes, rank, score, setup

__all__ = ["apply", "legal", "outcomes", "rank", "score", "setup"]
