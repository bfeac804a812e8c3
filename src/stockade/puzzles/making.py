"""Make puzzles: bots play games, and positions in which one choice is clearly best are kept.

What a game gives depends only on the seed and the number of the game. So the same seed makes the same puzzles on any
number of cores, and an interrupted run goes on where it was.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from stockade.arena.plan import mixed
from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.mcts import MctsBot
from stockade.bots.random import RandomBot
from stockade.core.errors import BadOption
from stockade.core.game import Game
from stockade.core.language import ENGLISH, speaking
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.core.state import State
from stockade.puzzles.difficulty import first_rating, found_by
from stockade.puzzles.measure import Measure, measure_for
from stockade.puzzles.notes import head_of, noted
from stockade.puzzles.puzzle import Puzzle, Reply, Step, worth_of, write
from stockade.puzzles.solved import decisions_in, line_of, solution_of, step_of, task_in
from stockade.puzzles.why import explained

SLIP = 0.3  # the bots whose games are used play well, but leave something to find
FEWEST_CHOICES = 4
LOOKED_AT = 24  # positions of a game that are looked at
PROVED = 4  # positions of a game that are measured with care
FROM_ONE_GAME = 4  # puzzles that a solved game gives to choose from
MOST_GAMES = 60  # for each puzzle; if these do not give enough, there are no more
TURN_LIMIT = 8


def make(
    game: Game, wanted: int, seed: int, jobs: int, work: Path, kept: Sequence[Puzzle] = ()
) -> Generator[list[Puzzle], None, None]:
    """Make puzzles until there are enough with those that are kept, and yield those made so far, again after each
    game. Games already in the file `work` are not played again."""
    if wanted < 1:
        raise BadOption("make at least one puzzle")
    game.compile()
    if game.solution is not None:
        solution_of(game)  # now, so that the other processes find it on disk
    choice = Choice(wanted, kept)
    pieces = {number: (game.name, seed, number) for number in range(wanted * MOST_GAMES)}
    waiting: dict[int, list[Puzzle]] = {}
    following = 0
    yield choice.puzzles
    with closing(noted(work, head_of(game, seed), candidates, pieces, jobs)) as games:
        while len(kept) + len(choice.puzzles) < wanted and following < len(pieces):
            if following in waiting:
                choice.consider(waiting.pop(following))
                following += 1
                yield choice.puzzles
            else:
                waiting |= [next(games)]


def finish(path: Path, puzzles: list[Puzzle]) -> None:
    """Write puzzles to a file, the easiest first, numbered from 1."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.rating)
    write(path, [replace(puzzle, number=number) for number, puzzle in enumerate(ordered, 1)])


class Choice:
    """Puzzles that differ: at most one from each game, and not too many of one sort."""

    def __init__(self, wanted: int, kept: Sequence[Puzzle] = ()) -> None:
        self.puzzles: list[Puzzle] = []
        self._seen: set[str] = set()
        self._counts: Counter[object] = Counter()
        self._shares = {"seat": 0.55, "theme": 0.6, "task": 0.65}
        self._wanted = wanted
        for puzzle in kept:
            self._count(_board(puzzle), puzzle)

    def consider(self, candidates: list[Puzzle]) -> None:
        for puzzle in candidates:
            sorts = self._sorts(puzzle)
            board = _board(puzzle)
            if board not in self._seen and all(self._counts[sort] < most for sort, most in sorts.items()):
                self._count(board, puzzle)
                self.puzzles.append(puzzle)
                return

    def _count(self, board: str, puzzle: Puzzle) -> None:
        self._seen.add(board)
        self._counts.update(self._sorts(puzzle).keys())

    def _sorts(self, puzzle: Puzzle) -> dict[object, float]:
        """Return what a puzzle counts as, and how many of that sort there may be."""
        size = self._wanted
        sorts: dict[object, float] = {("theme", puzzle.theme): self._shares["theme"] * size}
        if puzzle.task != "best":
            sorts["task", puzzle.task] = self._shares["task"] * size
            sorts["seat", puzzle.seat] = self._shares["seat"] * size
            sorts["line", puzzle.line] = 2
            sorts["best", puzzle.task, puzzle.best] = max(2.0, 0.15 * size) if puzzle.task == "win" else size
        return sorts


def _board(puzzle: Puzzle) -> str:
    """Return a text that is the same for positions that look the same."""
    return str(puzzle.state(find_game(puzzle.position["game"]))) + str(puzzle.seat)


def candidates(name: str, seed: int, number: int) -> list[Puzzle]:
    """Play a game and return puzzles from it."""
    with speaking(ENGLISH):
        game = find_game(name)
        game.compile()
        dice = random.Random(mixed(seed, number))
        if game.solution is not None:
            return _exact(game, dice)
        states = _play(game, dice, number)
        return _measured(states, dice)


def _play(game: Game, dice: random.Random, number: int) -> list[State]:
    """Play a game and return the positions in which there was something to choose, in random order."""
    counts = [players for players in game.spec.players if players > 1] or list(game.spec.players)
    match = Match(game, counts[number % len(counts)], seed=dice.getrandbits(62))
    bots = [GreedyBot(SLIP, seed=dice.getrandbits(31)) for _ in range(match.players)]
    return _positions(match, bots, dice)


def _positions(match: Match, bots: Sequence[Bot], dice: random.Random) -> list[State]:
    states = []
    while not match.is_over:
        state = match.state
        if len(state.legal_actions()) >= FEWEST_CHOICES:
            states.append(state.clone())
        match.play(bots[state.current_player].choose(state))
    dice.shuffle(states)
    return states


# -- games that are not solved ---------------------------------------------------------------------------------


def _measured(states: list[State], dice: random.Random) -> list[Puzzle]:
    """Return the first position that proves to be a puzzle. Positions that a quick bot gets wrong come first."""
    if not states:
        return []
    measure = measure_for(states[0])
    promising = []
    for order, state in enumerate(states[:LOOKED_AT]):
        seed = dice.getrandbits(31)
        best, ahead = measure.glance(state, seed)
        if ahead >= measure.least_gap(state):
            promising.append((GreedyBot(seed=seed).choose(state) == best, order, state))
    for _, _, state in sorted(promising, key=lambda each: each[:2])[:PROVED]:
        puzzle = _proved(measure, state, dice.getrandbits(31))
        if puzzle is not None:
            return [puzzle]
    return []


def _proved(measure: Measure, state: State, seed: int) -> Puzzle | None:
    found = measure.prove(state, seed)
    if found is None:
        return None
    best = next(iter(found.worth))
    seen_by = found_by(state, {best}, measure.player(seed), seed)
    puzzle = Puzzle(
        number=0,
        task="best",
        unit=measure.unit,
        seat=state.current_player,
        position=state.to_json(),
        theme=theme_of(state, best),
        choices=len(state.legal_actions()),
        step=Step(worth_of(state, found.worth), {state.format(best): Reply()}),
        line=_turn(measure, state, best, seed),
        rating=first_rating(len(state.legal_actions()), 1, seen_by),
        found=seen_by,
        proof=found.proof,
    )
    return explained(puzzle)


def _turn(measure: Measure, state: State, action: int, seed: int) -> tuple[str, ...]:
    """Return the choice and how the turn may go on, until chance or another player decides."""
    line: list[str] = []
    at, bot = state.clone(), measure.player(seed)
    while at.current_player == state.current_player and len(line) < TURN_LIMIT:
        chosen = bot.choose(at) if line else action
        line.append(at.format(chosen))
        at.apply(chosen)
    return tuple(line)


def theme_of(state: State, action: int) -> str:
    """Return what kind of choice an action is, in the game's own words."""
    return next((choice.kind for choice in state.scene().choices if choice.action == action), "")


# -- solved games ----------------------------------------------------------------------------------------------


def _exact(game: Game, dice: random.Random) -> list[Puzzle]:
    match = Match(game, seed=dice.getrandbits(62))
    slip = dice.choice((0.2, 0.5, 0.9))
    kinds: list[Bot] = [GreedyBot(slip, seed=dice.getrandbits(31)), RandomBot(dice.getrandbits(31))]
    bots = [kinds[dice.random() < 0.5] for _ in range(match.players)]
    solution = solution_of(game)
    puzzles: list[Puzzle] = []
    for state in _positions(match, bots, dice):
        task = task_in(solution, state)
        if task is None:
            continue
        step = step_of(solution, state, task)
        [answer] = step.right
        right = {state.parse(answer)}
        level_4 = MctsBot(simulations=2000, threads=1, keep_tree=False, seed=dice.getrandbits(31))
        seen_by = found_by(state, right, level_4, dice.getrandbits(31))
        puzzles.append(
            Puzzle(
                number=0,
                task=task,
                unit="moves",
                seat=state.current_player,
                position=state.to_json(),
                theme=theme_of(state, *right),
                choices=len(step.worth),
                step=step,
                line=line_of(step),
                rating=first_rating(len(step.worth), decisions_in(step), seen_by),
                found=seen_by,
            )
        )
        if len(puzzles) == FROM_ONE_GAME:
            break
    return puzzles
