"""Working room for a rule that has to search: whole numbers, as many as any of them needs."""

import numpy as np

from stockade.core.room import room_of

ROOM = 4096
scratch = room_of(ROOM, np.int32)
