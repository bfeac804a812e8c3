"""The picture of Cascadia: what is on the table, and the choices."""

from stockade.games.cascadia.picture.legend import LEGEND
from stockade.games.cascadia.picture.scene import scene
from stockade.games.cascadia.picture.tray import tray

__all__ = ["LEGEND", "scene", "tray"]
