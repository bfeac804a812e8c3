"""The picture of Barrage: what lies on the table, and what can be done with it."""

from stockade.games.barrage.picture.legend import LEGEND
from stockade.games.barrage.picture.scene import scene
from stockade.games.barrage.picture.tray import tray

__all__ = ["LEGEND", "scene", "tray"]
