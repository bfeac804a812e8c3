"""How choices are measured: no good one is missed, and none is best by chance."""

from __future__ import annotations

import random
from typing import cast

from stockade.bots.bot import Bot
from stockade.core.state import State
from stockade.puzzles.measure import SERIOUS, Measure


class Noisy(Measure):
    """Knows what each choice is worth. Its rough looks are far off, and its runs the less, the longer they are."""

    unit = "points"
    budget = 100

    def __init__(self, state: State) -> None:
        legal = state.legal_actions()
        self.best = legal[len(legal) // 2]
        self.worth = {action: 20.0 if action == self.best else 8 + number % 8 for number, action in enumerate(legal)}

    def least_gap(self, state: State) -> float:  # noqa: ARG002
        return 1.0

    def glance(self, state: State, seed: int) -> tuple[int, float]:
        raise NotImplementedError

    def player(self, seed: int) -> Bot:
        raise NotImplementedError

    def sort(self, state: State, actions: list[int], seed: int) -> dict[int, float]:  # noqa: ARG002
        return self.off_by(6.0, actions, seed)

    def run(self, state: State, actions: list[int], budget: int, seed: int) -> dict[int, float]:  # noqa: ARG002
        return self.off_by(20 / budget, actions, -seed)

    def off_by(self, spread: float, actions: list[int], seed: int) -> dict[int, float]:
        dice = random.Random(seed)
        noise = {action: dice.gauss(0, spread) for action in self.worth}
        return {action: self.worth[action] + noise[action] for action in actions}


class ManyChoices:
    """A position in which there is much to choose from, and nothing else to know."""

    def legal_actions(self) -> list[int]:
        return list(range(41))


def many_choices() -> State:
    return cast(State, ManyChoices())


def test_a_good_choice_is_found_even_if_a_rough_look_ranks_it_low() -> None:
    state = many_choices()
    measure = Noisy(state)
    ranked_low = 0
    for seed in range(0, 1000, 50):
        rough = measure.sort(state, state.legal_actions(), seed)
        ranked_low += measure.best not in sorted(rough, key=rough.__getitem__, reverse=True)[:SERIOUS]
        found = measure.prove(state, seed)
        assert found is not None
        assert next(iter(found.worth)) == measure.best
        assert len(found.worth) == SERIOUS
    assert ranked_low >= 5, "the looks are too good to test anything"


def test_two_choices_that_are_about_equal_are_no_puzzle() -> None:
    state = many_choices()
    measure = Noisy(state)
    measure.worth[state.legal_actions()[0]] = 19.5
    assert [measure.prove(state, seed) for seed in range(5)] == [None] * 5
