"""A first bot: it looks one action ahead and leaves the others as few choices as it can."""

import random


class MyBot:
    def __init__(self, seed: int | None = None, care: float = 1.0):
        self.random = random.Random(seed)
        self.care = care

    def choose(self, state):
        if self.random.random() >= self.care:  # with care=0.5 it plays every other action at random
            return self.random.choice(state.legal_actions())
        return max(state.legal_actions(), key=lambda action: self.promise(state, action))

    def promise(self, state, action):
        after = state.clone()
        after.apply(action)
        if after.is_over:
            return 1000 * after.returns()[state.current_player]
        choices = 0 if after.is_chance else len(after.legal_actions())
        mine = after.current_player == state.current_player
        return (choices if mine else -choices) + self.random.random()
