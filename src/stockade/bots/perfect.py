"""A bot that plays a solved game without a mistake."""

from __future__ import annotations

from collections.abc import Iterator

from stockade.bots.bot import SHOWN, Findings, Hint, check_decides
from stockade.bots.slips import SlippingBot
from stockade.core.errors import UnknownBot
from stockade.core.language import counted, say
from stockade.core.solution import Solved, Verdict
from stockade.core.state import State


class PerfectBot(SlippingBot):
    """Plays perfectly.

    It wins in the fewest moves and loses in the most. In a drawn position it gives the opponent as many ways to go
    wrong as possible. With `slip`, it makes near misses in between. Its hints never do.
    """

    name = "perfect"
    needs_compiled = True
    needs = "solution"

    def _best(self, state: State) -> int:
        solution = solution_of(state)
        worth = {}
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            worth[action] = self._rank(solution, state.current_player, after)
        best = max(worth.values())
        return self._random.choice([action for action in worth if worth[action] == best])

    def watch(self, state: State, seconds: float) -> Iterator[Findings]:  # noqa: ARG002
        check_decides(state)
        solution, seat = solution_of(state), state.current_player
        ranked = []
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            ranked.append((self._rank(solution, seat, after), -action, solution.verdict_for(seat, after)))
        ranked.sort(key=lambda found: found[:2], reverse=True)
        hints = [Hint(-action, _in_words(verdict), (verdict.value + 1) / 2) for _, action, verdict in ranked[:SHOWN]]
        yield Findings(hints, is_exact=True)

    def hints(self, state: State, seconds: float | None = None) -> list[Hint]:  # noqa: ARG002
        check_decides(state)
        best = self._best(state)
        after = state.clone()
        after.apply(best)
        verdict = solution_of(state).verdict_for(state.current_player, after)
        return [Hint(best, _in_words(verdict))]

    def worth(self, state: State, seat: int) -> float:
        return float(solution_of(state).verdict_for(seat, state).value)

    @classmethod
    def rehearse(cls, state: State) -> None:
        cls(seed=1).hints(state)

    def _rank(self, solution: Solved, seat: int, after: State) -> tuple[float, ...]:
        """Return a key by which moves are compared, the largest being the best.

        It compares the value, then the speed of a win or loss, then the number of losing replies and of safe ones.
        """
        verdict = solution.verdict_for(seat, after)
        if verdict.value > 0:
            return (1.0, -verdict.distance)
        if verdict.value < 0:
            return (-1.0, verdict.distance)
        wrong = safe = 0
        if not after.is_over:
            for reply in after.legal_actions():
                answered = after.clone()
                answered.apply(reply)
                if solution.verdict_for(seat, answered).value > 0:
                    wrong += 1
                else:
                    safe += 1
        return (0.0, wrong, -safe)


def _in_words(verdict: Verdict) -> str:
    left = verdict.distance
    if verdict.value == 0:
        return say("holds the draw")
    if not left:
        return say("wins at once") if verdict.value > 0 else say("loses at once, at best")
    if verdict.value > 0:
        return counted(left, "wins after {count} more move", "wins after {count} more moves")
    return counted(left, "loses after {count} more move, at best", "loses after {count} more moves, at best")


def solution_of(state: State) -> Solved:
    """Return the solution of a state's game. The game is solved when this is first called."""
    game = state.game
    if game.solution is None:
        raise UnknownBot(f"{game.spec.title} is not solved: there is no perfect bot for it")
    game.compile()
    return game.solution.solution()
