"""Judges decisions by a tree search, in games without a solution or plans."""

from __future__ import annotations

from stockade.analysis.chances import at_least, estimated
from stockade.analysis.judge import Gap, Opinion, gap_of
from stockade.analysis.settings import Setting
from stockade.bots.certainty import share, shares
from stockade.bots.lookahead import evaluation
from stockade.bots.mcts import MctsBot
from stockade.core.match import Step
from stockade.core.state import State

FEW = 0.02  # a choice that has less than this share of the visits of the best one has not been looked at enough


class Searched:
    """A search looks for a better choice. Then searches of equal size, from both choices on, measure the gap."""

    is_exact = False

    def look(self, steps: list[Step], at: int, setting: Setting, seed: int) -> Opinion | None:
        step = steps[at]
        state, seat = step.before, step.before.current_player
        if len(state.legal_actions()) == 1:
            return Opinion((step.action,), 0.0, None)
        bot = MctsBot(simulations=setting.simulations, threads=1, keep_tree=False, seed=seed)
        candidates = {found.action: found for found in bot.analyse(state)}
        best = max(candidates.values(), key=lambda found: (found.visits, found.value))
        played = candidates.get(step.action)
        values = bot.seat_values()
        chances = shares(state, values)
        if best.action == step.action:
            return Opinion((step.action,), 0.0, chances)
        if played is None or played.visits < FEW * best.visits:
            value = self._value(state, step.action, setting.simulations // 4, seed)
        else:
            value = played.value
        highest = share(state, best.value, values)
        loss = highest - share(state, value, values)
        chances = at_least(chances, seat, highest)
        return Opinion((best.action if loss > 0.0 else step.action,), max(0.0, loss), chances)

    def compare(self, steps: list[Step], at: int, better: int, setting: Setting, seed: int) -> Gap:
        state, played = steps[at].before, steps[at].action
        beside = evaluation(state)
        differences = []
        for number in range(setting.checks):
            one, other = (self._value(state, action, setting.check, seed + number) for action in (better, played))
            differences.append(share(state, one, beside) - share(state, other, beside))
        return gap_of(differences)

    def chances(self, state: State) -> list[float]:
        return estimated(state)

    def _value(self, state: State, action: int, simulations: int, seed: int) -> float:
        """Return what an action is worth to the player who decides, by a search of nothing else."""
        return MctsBot(simulations=max(1, simulations), threads=1, seed=seed).worth_of(state, action)
