"""Positions of Cascade Barricade as JSON that a person can read and write, and the checks that they can occur."""

from stockade.games.cascade_barricade.position.readable import from_json, to_json, validate

__all__ = ["from_json", "to_json", "validate"]
