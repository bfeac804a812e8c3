"""For programs that learn and measure: many games at once, on a CPU or a GPU. Needs only NumPy and Numba."""

from stockade.research.batch import Batch
from stockade.research.playouts import Playouts, random_playouts

__all__ = ["Batch", "Playouts", "random_playouts"]
