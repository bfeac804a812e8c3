"""Positions of Cascadia as JSON that a person can read and write, and the check that they can occur."""

from stockade.games.cascadia.position.arranging import dial, put
from stockade.games.cascadia.position.readable import from_json, options, to_json, validate

__all__ = ["dial", "from_json", "options", "put", "to_json", "validate"]
