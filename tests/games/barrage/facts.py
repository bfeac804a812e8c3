"""What is printed on the components of Barrage, copied separately from the data files that the rules read."""

from __future__ import annotations

from typing import Any

Reward = dict[str, Any]

# Energy and reward.
CONTRACTS: dict[str, tuple[int, Reward]] = {
    "S1": (3, {"credits": 2, "energy": 2}),
    "S2": (3, {"credits": 2, "rotate": 1}),
    "S3": (2, {"credits": 3}),
    "S4": (4, {"credits": 2, "machines": 1}),
    "G01": (2, {"credits": 1, "rotate": 2}),
    "G02": (2, {"machines": 2}),
    "G03": (2, {"credits": 5}),
    "G04": (2, {"vp": 2, "energy": 3}),
    "G05": (2, {"credits": 3, "water": 2}),
    "G06": (3, {"credits": 4, "excavators": 1}),
    "G07": (3, {"vp": 3, "mixers": 1}),
    "G08": (3, {"credits": 4, "flow": 1}),
    "G09": (3, {"energy": 2, "rotate": 2}),
    "G10": (3, {"vp": 4, "credits": 2}),
    "G11": (4, {"place": {"structure": "conduit", "max_value": 2}}),
    "G12": (4, {"place": {"structure": "base", "areas": ["plains"]}}),
    "G13": (4, {"vp": 5, "excavators": 1}),
    "G14": (4, {"vp": 1, "rotate": 3}),
    "G15": (4, {"vp": 3, "flow": 2}),
    "Y01": (5, {"vp": 4, "excavators": 2}),
    "Y02": (5, {"place": {"structure": "powerhouse"}}),
    "Y03": (5, {"credits": 3, "mixers": 2}),
    "Y04": (5, {"vp": 2, "flow": 1, "rotate": 2}),
    "Y05": (5, {"vp": 3, "excavators": 1, "energy": 2}),
    "Y06": (6, {"place": {"structure": "base", "areas": ["plains", "hills"]}}),
    "Y07": (6, {"rotate": 3, "flow": 1}),
    "Y08": (6, {"place": {"structure": "conduit", "max_value": 3}}),
    "Y09": (6, {"vp": 3, "machines": 2}),
    "Y10": (6, {"vp": 2, "place": {"structure": "elevation"}}),
    "Y11": (7, {"vp": 6, "excavators": 1}),
    "Y12": (7, {"vp": 7, "rotate": 1}),
    "Y13": (7, {"vp": 3, "flow": 2, "mixers": 1}),
    "Y14": (7, {"vp": 6, "water": 3}),
    "Y15": (7, {"credits": 4, "water": 2, "machines": 1}),
    "R01": (8, {"vp": 4, "rotate": 3}),
    "R02": (8, {"place": {"structure": "base", "areas": ["plains", "hills", "mountains"]}}),
    "R03": (8, {"credits": 4, "mixers": 1, "rotate": 2}),
    "R04": (8, {"place": {"structure": "conduit", "max_value": 4}}),
    "R05": (8, {"vp": 4, "energy": 5}),
    "R06": (9, {"vp": 3, "credits": 2, "machines": 2}),
    "R07": (9, {"vp": 8, "rotate": 1}),
    "R08": (9, {"vp": 5, "water": 3, "excavators": 1}),
    "R09": (9, {"place": {"structure": "powerhouse"}, "energy": 3}),
    "R10": (9, {"place": {"structure": "elevation"}, "flow": 2}),
    "R11": (10, {"place": {"structure": "conduit", "max_value": 5}}),
    "R12": (10, {"vp": 7, "credits": 3}),
    "R13": (10, {"vp": 8, "flow": 1}),
    "R14": (10, {"vp": 6, "rotate": 2, "water": 2}),
    "R15": (10, {"vp": 2, "machines": 3}),
    "N1": (13, {"vp": 7, "rotate": 4}),
    "N2": (13, {"vp": 6, "machines": 4}),
    "N3": (14, {"vp": 8, "credits": 8}),
    "N4": (14, {"vp": 8, "energy": 6}),
    "N5": (15, {"vp": 12}),
    "N6": (15, {"vp": 9, "flow": 3}),
}

# What the second, fourth and fifth piece of a row uncover.
INCOMES: dict[str, dict[str, tuple[Reward, Reward, Reward]]] = {
    "usa": {
        "base": ({"rotate": 1}, {"credits": 6}, {"vp": 7}),
        "elevation": ({"machines": 1}, {"vp": 2, "flow": 2}, {"vp": 7}),
        "conduit": ({"vp": 3}, {"vp": 2, "rotate": 1}, {"vp": 7}),
    },
    "germany": {
        "base": ({"vp": 3}, {"machines": 2}, {"vp": 7}),
        "elevation": ({"credits": 3}, {"vp": 2, "energy": 2}, {"vp": 7}),
        "conduit": ({"rotate": 1}, {"vp": 2, "flow": 2}, {"vp": 7}),
    },
    "italy": {
        "base": ({"credits": 3}, {"vp": 5}, {"vp": 7}),
        "elevation": ({"rotate": 1}, {"energy": 4}, {"vp": 7}),
        "conduit": ({"machines": 1}, {"vp": 2, "credits": 3}, {"vp": 7}),
    },
    "france": {
        "base": ({"machines": 1}, {"rotate": 2}, {"vp": 7}),
        "elevation": ({"vp": 3}, {"vp": 2, "machines": 1}, {"vp": 7}),
        "conduit": ({"credits": 3}, {"energy": 4}, {"vp": 7}),
    },
}

# Minimum number of players, cost, engineers and fee on the left, engineers and fee on the right.
ROWS = {
    "turbine_p2": (2, 0, 2, 0, 3, 3),
    "turbine_p1": (4, 0, 2, 0, 3, 3),
    "turbine_0": (2, 0, 2, 0, 3, 3),
    "turbine_m1": (3, 0, 2, 0, 3, 3),
    "turbine_m2": (2, 0, 1, 0, 2, 0),
    "water_2": (2, 0, 1, 0, 2, 3),
    "water_flow_1": (2, 0, 1, 0, 2, 3),
    "rotate_1": (2, 0, 1, 0, 2, 0),
    "rotate_2": (3, 2, 2, 0, 3, 3),
    "rotate_3": (2, 5, 2, 0, 3, 3),
    "buy_excavator": (2, 2, 1, 0, 1, 3),
    "buy_any": (4, 4, 1, 0, 2, 0),
    "buy_both": (2, 5, 2, 0, 3, 3),
    "contract_1a": (2, 0, 1, 0, 1, 3),
    "contract_1b": (4, 0, 1, 0, 1, 3),
    "contract_2": (2, 1, 2, 0, 3, 0),
}

# Where a conduit starts and ends, and its value.
CONDUITS = {
    "c1A": (1, 8, 5),
    "c1B": (1, 5, 4),
    "c2A": (2, 6, 3),
    "c2B": (2, 10, 5),
    "c3A": (3, 5, 4),
    "c3B": (3, 6, 3),
    "c4A": (4, 7, 3),
    "c4B": (4, 12, 5),
    "c5A": (5, 8, 3),
    "c5B": (5, 10, 4),
    "c6A": (6, 9, 4),
    "c6B": (6, 7, 2),
    "c7A": (7, 10, 2),
    "c7B": (7, 12, 3),
    "c8A": (8, 11, 3),
    "c8B": (8, 9, 2),
    "c9A": (9, 11, 1),
    "c9B": (9, 12, 3),
    "c10A": (10, 11, 2),
    "c10B": (10, 12, 1),
}

RED_POWERHOUSES = (
    *("p5.2", "p6.2", "p7.2", "p8.3", "p9.3", "p10.2", "p10.3", "p11.3", "p11.4"),
    *("p12.2", "p12.3", "p12.4"),
)
RIVERS = {1: 8, 2: 5, 3: 6, 4: 7, 5: 9, 6: 10, 7: 10, 8: 11, 9: 11, 10: 12}
HEADSTREAM_TILES = {
    "H1": (0, 2, 2, 0),
    "H2": (0, 0, 1, 3),
    "H3": (2, 0, 2, 0),
    "H4": (1, 1, 1, 1),
    "H5": (0, 1, 0, 2),
    "H6": (0, 0, 1, 2),
    "H7": (1, 0, 2, 2),
    "H8": (0, 1, 2, 1),
}
NEUTRAL_DAMS = {
    "ND1": ("mountains", "b1l", 1),
    "ND2": ("mountains", "b2l", 1),
    "ND3": ("mountains", "b3l", 1),
    "ND4": ("mountains", "b4l", 1),
    "ND5": ("hills", "b5l", 2),
    "ND6": ("hills", "b6l", 2),
    "ND7": ("hills", "b7l", 2),
    "ND8": ("plains", "b8l", 3),
    "ND9": ("plains", "b9l", 3),
    "ND10": ("plains", "b10l", 3),
}
BONUS_VP = {"contracts": 2, "bases": 4, "elevations": 4, "conduits": 4, "powerhouses": 5, "advanced_tiles": 4}
