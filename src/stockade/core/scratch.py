"""Working room for rules that have to search: an array of whole numbers, large enough for all of them."""

import numpy as np

from stockade.core.room import room_of

ROOM = 4096
scratch = room_of(ROOM, np.int32)
