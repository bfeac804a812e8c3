"""The picture of Blockade: what lies on the table, and what may be done with it."""

from stockade.games.blockade.picture.scene import scene

__all__ = ["scene"]
