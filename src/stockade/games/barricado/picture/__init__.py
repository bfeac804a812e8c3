"""The picture of Barricado: what is on the table, and the choices."""

from stockade.games.barricado.picture.scene import scene

__all__ = ["scene"]
