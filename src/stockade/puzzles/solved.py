"""Puzzles of solved games: their answers are exact."""

from __future__ import annotations

from stockade.core.errors import NotAllowed
from stockade.core.game import Game
from stockade.core.solution import Solved, Verdict
from stockade.core.state import State
from stockade.puzzles.puzzle import Reply, Step, Task

SHORTEST, LONGEST = 3, 31  # moves to the end, of both players, in a position to win
MOST_DECISIONS = 4  # of the solver in one puzzle; a win in no more moves is played to its end


def solution_of(game: Game) -> Solved:
    """Return the solution of a game. It is computed when this is first called."""
    if game.solution is None:
        raise NotAllowed(f"{game.spec.title} is not solved")
    return game.solution.solution()


def task_in(solution: Solved, state: State) -> Task | None:
    """Return what a position asks, or None if it is no puzzle: if more than one move keeps what it is worth."""
    legal = state.legal_actions()
    worth = solution.verdict_for(state.current_player, state)
    if len(legal) < 3 or worth.value < 0 or (worth.value > 0 and not SHORTEST <= worth.distance <= LONGEST):
        return None
    kept = sum(verdict.value == worth.value for verdict in verdicts(solution, state).values())
    return None if kept != 1 else "win" if worth.value > 0 else "hold"


def verdicts(solution: Solved, state: State) -> dict[int, Verdict]:
    """Return what each legal action is worth to the player who decides, counted from before the action."""
    found = {}
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        verdict = solution.verdict_for(state.current_player, after)
        found[action] = Verdict(verdict.value, verdict.distance + 1 if verdict.value else 0)
    return found


def step_of(solution: Solved, state: State, task: Task, decisions: int = MOST_DECISIONS) -> Step:
    """Return the decision of the solver here, with the best defence against every right choice.

    To win, a choice is right if it wins in the fewest moves. To hold, it is right if it keeps the draw; the puzzle
    ends where more than one choice does.
    """
    found = verdicts(solution, state)
    right = {}
    for action in best_of(found):
        after = state.clone()
        after.apply(action)
        right[state.format(action)] = _reply(solution, after, task, decisions - 1)
    return Step({state.format(action): (each.value, each.distance) for action, each in found.items()}, right)


def best_of(found: dict[int, Verdict]) -> list[int]:
    """Return the actions that are best: that win in the fewest moves, or else hold the draw, or lose last."""
    best = max(map(_rank, found.values()))
    return [action for action, verdict in found.items() if _rank(verdict) == best]


def _rank(verdict: Verdict) -> tuple[int, int]:
    return verdict.value, -verdict.value * verdict.distance


def _reply(solution: Solved, state: State, task: Task, decisions: int) -> Reply:
    """Return the best defence and the next decision. It makes the solver find as many only moves as possible."""
    if state.is_over or decisions == 0:
        return Reply()
    found = verdicts(solution, state)
    answers = []
    for action in best_of(found):
        after = state.clone()
        after.apply(action)
        ways = 0 if after.is_over else len(best_of(verdicts(solution, after)))
        answers.append((ways, action, after))
    ways, action, after = min(answers, key=lambda each: each[:2])
    if after.is_over or (task == "hold" and ways > 1):
        return Reply()
    return Reply((state.format(action),), step_of(solution, after, task, decisions))


def line_of(step: Step | None) -> tuple[str, ...]:
    """Return the solution as a line: the first right choice each time, and its answer."""
    line: list[str] = []
    while step is not None:
        action, reply = next(iter(step.right.items()))
        line += [action, *reply.actions]
        step = reply.then
    return tuple(line)


def decisions_in(step: Step | None) -> int:
    """Return how many decisions the solver has to make."""
    count = 0
    while step is not None:
        count += 1
        step = next(iter(step.right.values())).then
    return count
