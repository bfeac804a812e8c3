"""The picture of Cascadia: what lies on the table, and what may be done with it."""

from stockade.games.cascadia.picture.scene import scene

__all__ = ["scene"]
