"""Eventful games: random play that likes to build and produce, and seldom goes to the bank."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import stockade
from stockade.core.state import State
from stockade.games.barrage.layout import VARIANTS
from stockade.games.barrage.rules.actions import Base, kind_of, production_of
from stockade.games.barrage.rules.variants import is_copy, variant_tile
from stockade.games.barrage.tables import CONDUIT_VALUE, SITE_KIND, TILE_LEVEL, TURBINES

GAME = stockade.game("barrage")
SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"setup": "full"}),
    (3, {"setup": "full"}),
    (4, {"setup": "full"}),
    (2, {"setup": "full", "automas": 1, "level": "1"}),
    (3, {"setup": "full", "automas": 2, "level": "23"}),
    (4, {"setup": "full", "automas": 3, "level": "4"}),
)
RARELY = {Base.NO_CONTRACT: 1, Base.NO_PLACE: 1, Base.NO_PRODUCTION: 3, Base.PASS: 20, Base.STOP: 2, Base.BANK: 1}
OFTEN = {Base.BUILD: 40, Base.PATENT: 30, Base.OFFICER: 30, Base.CONTRACT: 30, Base.PLACE: 30, Base.PRODUCE: 30}


@cache
def sort_of(action: int) -> str:
    """Return what an action is about: its kind, and for the board also its row, for a build also the kind of
    structure."""
    kind = kind_of(action)
    if kind == Base.SPACE:
        return "TURBINE" if (action - Base.SPACE) // 2 < TURBINES else f"ROW{(action - Base.SPACE) // 2}"
    if kind == Base.BUILD:
        return f"BUILD{SITE_KIND[(action - Base.BUILD) // VARIANTS]}"
    return kind.name


@cache
def weight_of(action: int) -> int:
    kind = kind_of(action)
    if kind == Base.SPACE:
        return 60 if (action - Base.SPACE) // 2 < TURBINES else 4
    return RARELY.get(kind, OFTEN.get(kind, 10))


def strength(production: int) -> int:
    """Return drops times value of a production."""
    _, conduit, drops = production_of(production)
    return drops * int(CONDUIT_VALUE[conduit])


def lively(state: State, dice: random.Random) -> int:
    """Choose what to do, then any action of that sort. Great productions and contracts are preferred."""
    actions = state.legal_actions()
    if state.is_chance or len(actions) == 1:
        return dice.choice(actions)
    sorts: dict[str, list[int]] = {}
    for action in actions:
        sorts.setdefault(sort_of(action), []).append(action)
    weights = [weight_of(each[0]) for each in sorts.values()]
    chosen: Sequence[int] = dice.choices(list(sorts.values()), weights)[0]
    kind = kind_of(chosen[0])
    if kind == Base.BANK:
        return chosen[min(dice.randrange(3), len(chosen) - 1)]
    if kind == Base.PRODUCE and dice.random() < 0.7:
        return max(chosen, key=strength)
    if kind == Base.CONTRACT and dice.random() < 0.5:
        return max(chosen)  # national contracts come last
    if kind == Base.BUILD:  # choose the tile first: copies rather than others, advanced tiles rather than basic ones
        variants = sorted({(action - Base.BUILD) % VARIANTS for action in chosen})
        weights = [1 + 3 * (TILE_LEVEL[variant_tile(each)] > 0) + 8 * is_copy(each) for each in variants]
        variant = dice.choices(variants, weights)[0]
        chosen = [action for action in chosen if (action - Base.BUILD) % VARIANTS == variant]
    return dice.choice(chosen)


def begin(dice: random.Random, players: int, **options: Any) -> State:
    """Return a game after set-up and draft."""
    state = GAME.start(players, options)
    while state.record.round_no == 0 or state.is_chance:
        state.apply(dice.choice(state.legal_actions()))
    return state


def walk(players: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """Yield each state of a match, including the last. It is always the same object: clone it to keep it."""
    dice, state = random.Random(seed), GAME.start(players, options)
    while not state.is_over:
        yield state
        state.apply(lively(state, dice))
    yield state
