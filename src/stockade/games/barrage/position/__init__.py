"""Positions of Barrage as JSON that a person can read and write, and the checks that they can occur."""

from stockade.games.barrage.position.readable import from_json, to_json, validate

__all__ = ["from_json", "to_json", "validate"]
