"""Show puzzles, judge answers, and rate people and puzzles by the first attempt of each person."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from datetime import date, timedelta
from typing import TypeAlias

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

import stockade
from stockade.core.errors import IllegalAction
from stockade.core.scene import Shape
from stockade.core.state import State
from stockade.puzzles.puzzle import Puzzle, Step, puzzles_of
from stockade.puzzles.solved import decisions_in

from ..errors import Refused
from ..moments import now
from ..positions import picture
from ..ratings.scale import CERTAIN, Rating, rate
from ..schemas import RatingInfo
from ..views import title_of
from .models import PuzzleAttemptRow, PuzzleRatingRow
from .schemas import (
    Judgement,
    Outcome,
    PuzzleChoice,
    PuzzleExplained,
    PuzzleGame,
    PuzzleShelf,
    PuzzleSolution,
    PuzzleStanding,
    PuzzleVerdict,
    PuzzleView,
    SolutionStep,
)
from .words import brief_words, reason_words, slower_words, task_words, why_words, worth_words, wrong_words

logger = logging.getLogger("stockade.server")
PUZZLE_SPREAD = 120.0  # how uncertain the first rating of a puzzle is
MOST_TRIES = 3  # to write an attempt

Solver: TypeAlias = Callable[[], str]
"""Returns the id of the person who solves a puzzle. It is called when there is something to store."""


class Puzzles:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # ------------------------------------------------------------------ showing

    def shelf(self, person: str | None) -> PuzzleShelf:
        """Return the games that have puzzles, with the puzzle of the day of each."""
        today = now().date()
        with Session(self.engine) as session:
            outcomes = _outcomes(session, person)
            ratings = {
                row.game: shown(Rating(row.value, row.spread))
                for row in session.scalars(select(PuzzleRatingRow).where(PuzzleRatingRow.holder == (person or "")))
            }
            streak, days = _streak(session, person), _days(session, person, today)
        games = []
        for name in stockade.games():
            if not (found := puzzles_of(name)):
                continue
            mine = {each.number: outcomes[name, each.number] for each in found if (name, each.number) in outcomes}
            number = daily(name, today)
            games.append(
                PuzzleGame(
                    game=name,
                    title=title_of(name),
                    count=len(found),
                    solved=sum(mine.values()),
                    failed=len(mine) - sum(mine.values()),
                    rating=ratings.get(name),
                    daily=number,
                    daily_outcome=_outcome(mine.get(number)),
                )
            )
        return PuzzleShelf(date=today, streak=streak, days=days, games=games)

    def view(self, game: str, number: int, person: str | None, shape: Shape) -> PuzzleView:
        puzzle = get(game, number)
        state = puzzle.state(stockade.game(game))
        with Session(self.engine) as session:
            attempt = session.get(PuzzleAttemptRow, (person, game, number)) if person else None
            rating = session.get(PuzzleRatingRow, (game, holder_of(number)))
        return PuzzleView(
            game=game,
            title=title_of(game),
            number=number,
            count=len(puzzles_of(game)),
            task=task_words(puzzle, state.seat_name(puzzle.seat)),
            seat=puzzle.seat,
            decisions=decisions_in(puzzle.step),
            rating=puzzle.rating if rating is None else round(rating.value),
            outcome=_outcome(attempt.solved if attempt else None),
            position=state.to_json(),
            scene=picture(state, puzzle.seat, shape),
        )

    def following(self, game: str, person: str | None, after: int) -> int:
        """Return the puzzle to try next: a new one of about the person's strength, or else the next in order."""
        found = puzzles_of(stockade.game(game).name)
        if not found:
            raise Refused("not_found", "This game has no puzzles.")
        with Session(self.engine) as session:
            tried = {number for name, number in _outcomes(session, person) if name == game}
            left = [puzzle for puzzle in found if puzzle.number not in tried and puzzle.number != after]
            holders = [person or "", *(holder_of(puzzle.number) for puzzle in left)]
            query = select(PuzzleRatingRow.holder, PuzzleRatingRow.value)
            chosen = query.where(PuzzleRatingRow.game == game, PuzzleRatingRow.holder.in_(holders))
            rated = {row.holder: row.value for row in session.execute(chosen)}
        if not left:
            return min(found, key=lambda puzzle: (puzzle.number <= after, puzzle.number)).number
        strength = rated.get(person or "", Rating().value)

        def distance(puzzle: Puzzle) -> tuple[float, int]:
            return abs(rated.get(holder_of(puzzle.number), puzzle.rating) - strength), puzzle.number

        return min(left, key=distance).number

    # ------------------------------------------------------------------ judging

    def judge(self, game: str, number: int, solver: Solver, actions: list[int | str], shape: Shape) -> PuzzleVerdict:
        """Judge the last of a person's choices. The first wrong one fails the puzzle."""
        puzzle = get(game, number)
        state, step = puzzle.state(stockade.game(game)), puzzle.step
        for action in actions[:-1]:
            if (text := _text_of(state, action)) not in step.right:
                raise Refused("not_allowed", "These choices do not solve the puzzle so far.")
            _, following = _go_on(state, step, text)
            if following is None:
                raise Refused("not_allowed", "The puzzle ends before this choice.")
            step = following
        text = _text_of(state, actions[-1])
        replies: list[str] = []
        standing, explained = None, None
        verdict: Judgement
        if text in step.right:
            words, verdict = worth_words(puzzle.unit, step.worth[text]), "right"
            replies, following = _go_on(state, step, text)
            if following is None:
                verdict, standing = "solved", self.note(puzzle, game, solver(), True)
                explained, words = explain(puzzle, game), reason_words(puzzle)
        elif _is_slower(step, text):
            verdict, words = "slower", slower_words(puzzle, step, text)
        else:
            verdict, words = "wrong", wrong_words(puzzle, step, text)
            standing = self.note(puzzle, game, solver(), False)
        return PuzzleVerdict(
            verdict=verdict,
            text=words,
            replies=replies,
            position=state.to_json(),
            scene=picture(state, puzzle.seat, shape),
            standing=standing,
            explained=explained,
        )

    def solution(self, game: str, number: int, solver: Solver, shape: Shape) -> PuzzleSolution:
        """Show the solution. Somebody who has not tried the puzzle before has failed it."""
        puzzle = get(game, number)
        state = puzzle.state(stockade.game(game))
        steps = []
        for text in puzzle.line:
            seat, action = state.current_player, state.parse(text)
            label = state.describe(action)
            state.apply(action)
            steps.append(SolutionStep(seat=seat, label=label, scene=state.scene(puzzle.seat, shape)))
        standing = self.note(puzzle, game, solver(), False)
        return PuzzleSolution(steps=steps, standing=standing, explained=explain(puzzle, game))

    def note(self, puzzle: Puzzle, game: str, person: str, solved: bool) -> PuzzleStanding:
        """Count a person's first attempt, and rate the person and the puzzle by it. Others change nothing."""
        for _ in range(MOST_TRIES):
            try:
                return self._note(puzzle, game, person, solved)
            except IntegrityError:
                logger.debug("somebody else has just given a puzzle or a person their first rating", exc_info=True)
        return self._note(puzzle, game, person, solved)

    def _note(self, puzzle: Puzzle, game: str, person: str, solved: bool) -> PuzzleStanding:
        change = 0.0
        with Session(self.engine) as session:
            session.add(PuzzleAttemptRow(person=person, game=game, number=puzzle.number, solved=solved, at=now()))
            try:
                session.flush()
            except IntegrityError:
                session.rollback()
                is_first = False
            else:
                is_first = True
                own = _rating(session, game, person, Rating())
                its = _rating(session, game, holder_of(puzzle.number), Rating(puzzle.rating, PUZZLE_SPREAD))
                before = own.value
                pair = [Rating(row.value, row.spread) for row in (own, its)]
                for row, new in zip((own, its), rate(pair, [1, 2] if solved else [2, 1]), strict=True):
                    row.value, row.spread, row.attempts = new.value, new.spread, row.attempts + 1
                change = own.value - before
                session.commit()
            found = session.get(PuzzleRatingRow, (game, person))
            first = session.get(PuzzleAttemptRow, (person, game, puzzle.number))
            return PuzzleStanding(
                outcome="solved" if first is not None and first.solved else "failed",
                counted=is_first,
                rating=shown(Rating() if found is None else Rating(found.value, found.spread)),
                change=round(change),
                streak=_streak(session, person),
                days=_days(session, person, now().date()),
            )


def get(game: str, number: int) -> Puzzle:
    """Return a puzzle of a game."""
    for puzzle in puzzles_of(stockade.game(game).name):
        if puzzle.number == number:
            return puzzle
    raise Refused("not_found", "This puzzle does not exist.")


def daily(game: str, day: date) -> int:
    """Return the number of the puzzle of a day, which is the same for everybody."""
    found = puzzles_of(game)
    digest = hashlib.blake2b(f"{game} {day.isoformat()}".encode(), digest_size=8).digest()
    return found[int.from_bytes(digest) % len(found)].number


def holder_of(number: int) -> str:
    return f"puzzle {number}"


def shown(rating: Rating) -> RatingInfo:
    return RatingInfo(value=round(rating.value), spread=round(rating.spread), provisional=rating.spread > CERTAIN)


def explain(puzzle: Puzzle, game: str) -> PuzzleExplained:
    """Return why the answer is right, with what each choice is worth."""
    state = puzzle.state(stockade.game(game))
    kinds = {choice.action: choice.kind for choice in state.scene().choices}
    right = state.parse(next(iter(puzzle.step.right)))
    choices = []
    for text, worth in sorted(puzzle.step.worth.items(), key=lambda item: _order(item[1]), reverse=True):
        label, value = state.describe(state.parse(text)), brief_words(puzzle.unit, worth)
        choices.append(PuzzleChoice(label=label, worth=value, right=text in puzzle.step.right))
    return PuzzleExplained(
        theme=kinds.get(right, ""), text=reason_words(puzzle), why=why_words(puzzle), choices=choices
    )


def _order(worth: float | tuple[int, int]) -> tuple[float, float]:
    return (worth[0], -worth[0] * worth[1]) if isinstance(worth, tuple) else (worth, 0.0)


def _text_of(state: State, action: int | str) -> str:
    """Return a choice in the game's notation. Refuses one that is not legal."""
    number = state.parse(action) if isinstance(action, str) else action
    if number not in state.legal_actions():
        reason = state.why_not(number)
        raise IllegalAction(reason.text, reason.ruling)
    return state.format(number)


def _go_on(state: State, step: Step, text: str) -> tuple[list[str], Step | None]:
    """Play a right choice and the answers to it. Returns the answers in words, and the next decision."""
    state.apply(text)
    replies = []
    for reply in step.right[text].actions:
        replies.append(state.describe(state.parse(reply)))
        state.apply(reply)
    return replies, step.right[text].then


def _is_slower(step: Step, text: str) -> bool:
    """Return whether a choice wins too, but in more moves."""
    worth = step.worth.get(text)
    return isinstance(worth, tuple) and worth[0] > 0


def _outcome(solved: bool | None) -> Outcome | None:
    return None if solved is None else "solved" if solved else "failed"


def _outcomes(session: Session, person: str | None) -> dict[tuple[str, int], bool]:
    if person is None:
        return {}
    query = select(PuzzleAttemptRow.game, PuzzleAttemptRow.number, PuzzleAttemptRow.solved)
    return {
        (game, number): solved
        for game, number, solved in session.execute(query.where(PuzzleAttemptRow.person == person))
    }


def _streak(session: Session, person: str | None) -> int:
    """Return how many puzzles somebody has solved since the last one that they failed."""
    if person is None:
        return 0
    mine = PuzzleAttemptRow.person == person
    failed = session.scalar(select(func.max(PuzzleAttemptRow.at)).where(mine, PuzzleAttemptRow.solved.is_(False)))
    query = select(func.count()).select_from(PuzzleAttemptRow).where(mine, PuzzleAttemptRow.solved)
    return session.scalar(query if failed is None else query.where(PuzzleAttemptRow.at > failed)) or 0


def _days(session: Session, person: str | None, today: date) -> int:
    """Return on how many days in a row somebody has solved a puzzle of the day. Today may be still to come.

    A puzzle that has been replaced since counts, because it may have been the one of its day.
    """
    if person is None:
        return 0
    numbers = {name: {puzzle.number for puzzle in puzzles_of(name)} for name in stockade.games() if puzzles_of(name)}
    mine = PuzzleAttemptRow.person == person, PuzzleAttemptRow.solved
    query = select(PuzzleAttemptRow.game, PuzzleAttemptRow.number, PuzzleAttemptRow.at).where(*mine)
    days = {
        at.date()
        for game, number, at in session.execute(query)
        if game in numbers and (number not in numbers[game] or number == daily(game, at.date()))
    }
    day, found = today if today in days else today - timedelta(days=1), 0
    while day in days:
        day, found = day - timedelta(days=1), found + 1
    return found


def _rating(session: Session, game: str, holder: str, start: Rating) -> PuzzleRatingRow:
    """Return a stored rating for a change, or a new one."""
    row = session.get(PuzzleRatingRow, (game, holder), with_for_update=True)
    if row is None:
        row = PuzzleRatingRow(game=game, holder=holder, value=start.value, spread=start.spread, attempts=0)
        session.add(row)
    return row
