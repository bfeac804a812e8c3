"""The picture of Pig."""

from stockade.games.pig.picture.scene import scene

__all__ = ["scene"]
