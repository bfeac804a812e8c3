"""The picture of Barricado: what lies on the table, and what may be done with it."""

from stockade.games.barricado.picture.scene import scene

__all__ = ["scene"]
