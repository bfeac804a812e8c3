"""The picture of Blockade: what is on the table, and the choices."""

from stockade.games.blockade.picture.legend import LEGEND
from stockade.games.blockade.picture.scene import scene
from stockade.games.blockade.picture.tray import tray

__all__ = ["LEGEND", "scene", "tray"]
