"""The weights of the evaluation, in points unless they are shares.

They were found by playing some hundred thousand games with slightly different weights and keeping what scored more.
"""

import numpy as np

BEAR_SHARE = 0  # factor on a group's worth for each missing bear
SALMON_SHARE = 1  # the same for a run of salmon
GROUP_SHARE = 2  # the same for the groups of Family and Intermediate
FOX_ROOM = 3  # a free place beside a fox that could still score, for cards A to D
HORIZON = 7  # with this many turns left, unfinished patterns count in full
EDGE_MATCH = 8  # an edge with the same terrain on both sides
SMALL_CORRIDOR = 9  # a tile joined to a corridor that is not the largest
KEYSTONE_TOKEN = 10  # a nature token earned, in addition to its point, because it can be spent
KEYSTONE_TILE = 11  # a keystone on which a token can be placed later
OCCUPY = 12  # share of what another species would have been worth on the hex
SPOT_BEST = 13  # share of the best use of a new tile that stays open
SPOT_OTHERS = 14  # share of its other uses
NATURE_PRICE = 15  # spending a nature token
WIPE = 16  # a turn after a free wipe

WEIGHTS = np.zeros(WIPE + 1, np.float64)
WEIGHTS[BEAR_SHARE] = 0.362
WEIGHTS[SALMON_SHARE] = 0.387
WEIGHTS[GROUP_SHARE] = 0.36
WEIGHTS[FOX_ROOM : FOX_ROOM + 4] = 0.193, 0.216, 0.144, 0.224
WEIGHTS[HORIZON] = 3.481
WEIGHTS[EDGE_MATCH] = 0.119
WEIGHTS[SMALL_CORRIDOR] = 0.013
WEIGHTS[KEYSTONE_TOKEN] = 0.674
WEIGHTS[KEYSTONE_TILE] = 0.708
WEIGHTS[OCCUPY] = 0.243
WEIGHTS[SPOT_BEST] = 0.247
WEIGHTS[SPOT_OTHERS] = 0.088
WEIGHTS[NATURE_PRICE] = 1.88
WEIGHTS[WIPE] = 5.153
WEIGHTS.flags.writeable = False
