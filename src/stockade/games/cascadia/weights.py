"""The numbers behind the evaluation, found by playing some hundred thousand games with slightly different ones and
keeping what scored more. In points, where they are not shares."""

import numpy as np

BEAR_SHARE = 0  # what is left of a group's worth for each bear that it lacks
SALMON_SHARE = 1  # the same for a run of salmon
GROUP_SHARE = 2  # the same for the groups of Family and Intermediate
FOX_ROOM = 3  # a free place beside a fox that lacks a species
HORIZON = 4  # with so many turns to come, unfinished patterns count in full
EDGE_MATCH = 5  # an edge with one terrain on both sides
SMALL_CORRIDOR = 6  # a tile joined to a corridor that is not the largest
KEYSTONE_TOKEN = 7  # a nature token earned, beside its point: it may be spent
KEYSTONE_TILE = 8  # a keystone to place a token on later
OCCUPY = 9  # share of what another species would have been worth on the hex
FLEXIBLE = 10  # each further species that a hex shows, when a token takes it
SPOT_BEST = 11  # share of the best use of a new tile that stays open
SPOT_OTHERS = 12  # share of its other uses
NATURE_PRICE = 13  # a nature token spent
WIPE = 14  # a turn after a free wipe

WEIGHTS = np.array(
    [0.438, 0.194, 0.5, 0.259, 5.303, 0.146, 0.077, 0.487, 0.714, 0.268, 0.082, 0.339, 0.049, 1.946, 3.696],
    np.float64,
)
WEIGHTS.flags.writeable = False
