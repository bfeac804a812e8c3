"""The names that a template finds in its namespace, for readers and for a type checker.

This file is never imported at run time: `bind` provides the real objects of one game. A test compares it with the
protocols of `stockade.core.contract`.
"""

from typing import Any

import numpy as np

from stockade.core import contract
from stockade.core.contract import Effects, Evaluation, Features, Foresight, Narrowing, Plans, Play, Ranking, Rules

Record = contract.AnyRecord
Actions = contract.Actions
Values = contract.Values
Tensor = contract.Tensor

STATE: np.dtype[Any]  # layout of the record
LEGAL_LIMIT: int  # no list of legal actions or outcomes is longer than this
ACTION_COUNT: int
PLAYERS_LIMIT: int  # the largest number of seats
CACHE: bool  # on a GPU: whether compiled code may be kept on disk
KEY: str  # on a GPU: identifies the game and its source

_rules: Rules[Record]
setup, legal, outcomes, apply, score = _rules.setup, _rules.legal, _rules.outcomes, _rules.apply, _rules.score
_ranking: Ranking[Record]
rank = _ranking.rank
_effects: Effects[Record]
effect = _effects.effect

_evaluation: Evaluation[Record]
OBSERVATION_SIZE, observe, evaluate = _evaluation.OBSERVATION_SIZE, _evaluation.observe, _evaluation.evaluate
_narrowing: Narrowing[Record]
narrow, is_beyond = _narrowing.narrow, _narrowing.is_beyond
_features: Features[Record]
describe = _features.describe
_plans: Plans[Record]
prefer, advance, outlook, spread = _plans.prefer, _plans.advance, _plans.outlook, _plans.spread
_foresight: Foresight
FORESIGHT = _foresight.FORESIGHT

_play: Play[Record]
choices, returns, judge = _play.choices, _play.returns, _play.judge
look_at, take_best = _play.look_at, _play.take_best
finish_turn = take_best  # or, in games with plans, `advance`
next_random, random_below = _play.next_random, _play.random_below
pick_by_weight, random_choice = _play.pick_by_weight, _play.random_choice
