"""The weights of the dice, read from `data/dice.json`."""

import json
from importlib import resources

import numpy as np

DICE = json.loads(resources.files(__package__).joinpath("data/dice.json").read_text("utf-8"))
WEIGHTS = np.array([[DICE["small"], DICE["large"]], [DICE["loaded small"], DICE["loaded large"]]], np.int32)
WEIGHTS.flags.writeable = False
