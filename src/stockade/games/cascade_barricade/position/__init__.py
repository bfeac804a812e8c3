"""Positions of Cascade Barricade as JSON that a person can read and write, and the checks that they can occur."""

from stockade.games.cascade_barricade.position.arranging import dial, put
from stockade.games.cascade_barricade.position.readable import from_json, options, to_json, validate

__all__ = ["dial", "from_json", "options", "put", "to_json", "validate"]
