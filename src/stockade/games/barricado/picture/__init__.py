"""The picture of Barricado: what is on the table, and the choices."""

from stockade.games.barricado.picture.legend import LEGEND
from stockade.games.barricado.picture.scene import scene
from stockade.games.barricado.picture.tray import tray

__all__ = ["LEGEND", "scene", "tray"]
