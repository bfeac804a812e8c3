"""The picture of Cascade Barricade: what lies on the table, and what can be done with it."""

from stockade.games.cascade_barricade.picture.legend import LEGEND
from stockade.games.cascade_barricade.picture.scene import scene
from stockade.games.cascade_barricade.picture.tray import tray

__all__ = ["LEGEND", "scene", "tray"]
