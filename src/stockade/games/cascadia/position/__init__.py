"""Positions of Cascadia as JSON that a person can read and write, and the check that they can occur."""

from stockade.games.cascadia.position.readable import from_json, to_json, validate

__all__ = ["from_json", "to_json", "validate"]
