"""The picture of Cascadia: what is on the table, and the choices."""

from stockade.games.cascadia.picture.scene import scene

__all__ = ["scene"]
