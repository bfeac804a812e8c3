"""Puzzles in words: what is asked, and why a choice is right or wrong."""

from __future__ import annotations

from stockade.core.language import ENGLISH, counted, language, say
from stockade.puzzles.puzzle import Puzzle, Step, Unit, Worth
from stockade.puzzles.solved import decisions_in


def task_words(puzzle: Puzzle, player: str) -> str:
    """Return what a puzzle asks of a player."""
    best = puzzle.best
    if puzzle.task == "hold":
        return say("{player} to move: only one move holds the draw.", player=player)
    if isinstance(best, tuple):
        task = say("{player} to move: win in {count}.", player=player, count=best[1])
        own = decisions_in(puzzle.step)
        if 2 * own - 1 >= best[1]:
            return task
        return task + " " + counted(own, "Find the first move.", "Find the first {count} moves.")
    if puzzle.unit == "points":
        return say("{player} to move: find the choice that leads to the most points.", player=player)
    return say("{player} to move: find the choice that wins most often.", player=player)


def worth_words(unit: Unit, worth: Worth) -> str:
    """Return what a choice is worth: "wins in 7"."""
    if isinstance(worth, tuple):
        value, moves = worth
        if value == 0:
            return say("holds the draw")
        return say("wins in {count}", count=moves) if value > 0 else say("loses in {count}", count=moves)
    if unit == "points":
        return counted(round(worth), "leads to about {count} point", "leads to about {count} points")
    return say("wins about {percent}% of games", percent=round(100 * worth))


def brief_words(unit: Unit, worth: Worth) -> str:
    """Return what a choice is worth, for a list."""
    if unit == "share" and not isinstance(worth, tuple):
        return say("wins about {percent}%", percent=round(100 * worth))
    return worth_words(unit, worth)


def wrong_words(puzzle: Puzzle, step: Step, text: str) -> str:
    """Return why a choice is wrong, without saying which one is right."""
    best = worth_words(puzzle.unit, step.worth[next(iter(step.right))])
    if text not in step.worth:
        return say("This is far behind. The best choice {best}.", best=best)
    return say("This {worth}. The best choice {best}.", worth=worth_words(puzzle.unit, step.worth[text]), best=best)


def slower_words(puzzle: Puzzle, step: Step, text: str) -> str:
    best = worth_words(puzzle.unit, step.worth[next(iter(step.right))])
    return say(
        "This {worth} too, but the best choice {best}. Try again.",
        worth=worth_words(puzzle.unit, step.worth[text]),
        best=best,
    )


def reason_words(puzzle: Puzzle) -> str:
    """Return what the first choice is worth, and the next best one."""
    step = puzzle.step
    right = next(iter(step.right))
    best = worth_words(puzzle.unit, step.worth[right])
    if isinstance(step.worth[right], tuple):
        return say("This move {best}. No other move does as well.", best=best)
    other = worth_words(puzzle.unit, step.worth[puzzle.second])
    return say("A long search says: this choice {best}, the next one {other}.", best=best, other=other)


def why_words(puzzle: Puzzle) -> list[str]:
    """Return why the answer is right, as sentences: what differs in the end, and what happened in games."""
    found = []
    if why := puzzle.why.get(language()) or puzzle.why.get(ENGLISH):
        found.append(say("In the end, the next best choice leads to {reasons}.", reasons=", ".join(why)))
    proof = puzzle.proof
    if proof is not None and proof.games:
        won, lost = (round(share * proof.games) for share in proof.wins)
        found.append(
            say(
                "Bots that sometimes err played on: they won {won} of {games} games after this choice, "
                "and {other} after the next one.",
                games=proof.games,
                won=won,
                other=lost,
            )
        )
    return found
