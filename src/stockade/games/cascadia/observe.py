"""Cascadia in numbers, for learning: environments hex by hex, the player's own first, then what all share."""

from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.cascadia.layout import (
    HEXES,
    HOME,
    KINDS,
    NOTHING,
    SEATS,
    SIDE,
    SLOTS,
    SPECIES,
    SPINS,
    TERRAINS,
    Card,
    Phase,
)
from stockade.games.cascadia.tables import (
    COPIES,
    EDGE,
    FIRST_TERRAIN,
    KEYSTONE,
    LAST_TERRAIN,
    SHOWS,
    TILES_IN_GAME,
    TOKENS,
    TURNS,
)

# A hex: whether it is there, q and r, the terrain on each of its six edges as it lies, the wildlife it shows, its
# token, and whether it is a keystone.
HEX = 3 + SPINS * TERRAINS + 2 * SPECIES + 1
ENVIRONMENT = HEXES * HEX
TILE = TERRAINS + SPECIES + 1  # one that does not lie yet: its terrains, its wildlife, whether it is a keystone
