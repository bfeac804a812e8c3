"""Many matches between bots, and what came of them. The same plan gives the same tally on any number of cores."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from stockade.cli.botspec import BotSpec, parse_bot
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.core.spec import Options
from stockade.research import random_playouts

if TYPE_CHECKING:
    from stockade.bots.bot import Bot

KERNEL_CHUNK = 5000  # games of compiled random play between two steps of the progress bar
MASK = 2**64 - 1
Result = TypeVar("Result")


def mixed(*numbers: int) -> int:
    """A seed of 63 bits out of several numbers (splitmix64): near numbers give seeds that have nothing in common."""
    x = 0
    for number in numbers:
        x = (x + number + 0x9E3779B97F4A7C15) & MASK
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
        x ^= x >> 31
    return x >> 1


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    players: int
    options: Options
    bots: tuple[str, ...]  # as written; they fill the seats in turn
    games: int
    seed: int
    swap: bool  # rotate the seats from game to game

    @cached_property
    def auto_seats(self) -> range:
        """The seats that play themselves."""
        return find_game(self.game).spec.auto_seats(self.players, self.options)

    @cached_property
    def sitters(self) -> tuple[str, ...]:
        """The bots; and behind them, where seats play themselves, what these are called."""
        auto = find_game(self.game).spec.auto
        return (*self.bots, auto.name) if auto and self.auto_seats else self.bots

    def seating(self, number: int) -> list[int]:
        """For every seat of a game, which of the sitters is there. A full round of games has every bot on every seat
        that does not play itself."""
        shift = number if self.swap else 0
        people = self.players - len(self.auto_seats)
        seats = [(seat + shift) % people % len(self.bots) for seat in range(people)]
        return seats + [len(self.bots)] * len(self.auto_seats)

    @cached_property
    def is_random(self) -> bool:
        """Whether nobody thinks, so that the compiled loop can play whole games."""
        return all(bot == "random" for bot in self.bots)


@dataclass
class Tally:
    """Results that can be added up in any order."""

    games: int = 0
    wins: list[int] = field(default_factory=list)  # by bot: games won alone
    draws: list[int] = field(default_factory=list)  # by bot: games in which it shared the best place
    played: list[int] = field(default_factory=list)  # by bot
    seat_wins: list[int] = field(default_factory=list)  # by seat: games won alone
    shared: int = 0  # games that nobody won alone
    plies: int = 0
    shortest: int = 2**31
    longest: int = 0
    decisions: list[int] = field(default_factory=list)  # by bot
    timed: list[int] = field(default_factory=list)  # by bot: decisions on the clock
    seconds: list[float] = field(default_factory=list)  # by bot: what these took
    points: list[float] = field(default_factory=list)  # by bot: sum over its seats
    scored: list[int] = field(default_factory=list)  # by bot: seats in that sum; none in compiled random play
    means: float = 0.0  # sum over games of the mean points of a seat
    squares: float = 0.0  # and of its square

    @classmethod
    def empty(cls, plan: Plan) -> Tally:
        counts = {
            name: [0] * len(plan.sitters) for name in ("wins", "draws", "played", "decisions", "timed", "scored")
        }
        sums = {name: [0.0] * len(plan.sitters) for name in ("seconds", "points")}
        return cls(**counts, **sums, seat_wins=[0] * plan.players)  # type: ignore[arg-type]

    def note(self, seating: list[int], winners: list[int], ply: int) -> None:
        """One game: who sat where, who won, how long it was."""
        self.games += 1
        self.plies += ply
        self.shortest, self.longest = min(self.shortest, ply), max(self.longest, ply)
        best = {seating[seat] for seat in winners}
        for bot in set(seating):
            self.played[bot] += 1
        if len(winners) == 1:
            self.seat_wins[winners[0]] += 1
        else:
            self.shared += 1
        for bot in best:
            (self.wins if len(best) == 1 and len(winners) < len(seating) else self.draws)[bot] += 1

    def note_points(self, seating: list[int], scores: list[float]) -> None:
        for bot, points in zip(seating, scores, strict=True):
            self.points[bot] += points
            self.scored[bot] += 1
        mean = sum(scores) / len(scores)
        self.means += mean
        self.squares += mean * mean

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.means += other.means
        self.squares += other.squares
        self.shared += other.shared
        self.plies += other.plies
        self.shortest, self.longest = min(self.shortest, other.shortest), max(self.longest, other.longest)
        for name in ("wins", "draws", "played", "seat_wins", "decisions", "timed", "seconds", "points", "scored"):
            mine, theirs = getattr(self, name), getattr(other, name)
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]


def play_games(plan: Plan, first: int, count: int) -> Tally:
    """Some of the plan's games. Each depends on the seed and its own number alone."""
    game, tally = find_game(plan.game), Tally.empty(plan)
    if plan.is_random:
        _play_random(plan, game, tally, range(first, first + count))
    else:
        specs = [parse_bot(text) for text in plan.bots]
        for number in range(first, first + count):
            _play_one(plan, game, specs, number, tally)
    return tally


def _play_one(plan: Plan, game: Game, specs: list[BotSpec], number: int, tally: Tally) -> None:
    seed = mixed(plan.seed, number)
    seating = plan.seating(number)
    bots = make_bots(plan, game, specs, seating, seed)
    match = Match(game, plan.players, plan.options, seed)
    while not match.is_over:
        seat = match.state.current_player
        bot = seating[seat]
        started = time.perf_counter()
        action = bots[seat].choose(match.state)
        if tally.decisions[bot]:  # the first choice of a bot loads its kernels
            tally.timed[bot] += 1
            tally.seconds[bot] += time.perf_counter() - started
        tally.decisions[bot] += 1
        match.play(action)
    tally.note(seating, match.state.winners(), match.state.ply)
    tally.note_points(seating, match.state.scores())


def make_bots(plan: Plan, game: Game, specs: list[BotSpec], seating: list[int], seed: int) -> list[Bot]:
    """The bots of one game, by seat; seats that play themselves, which are the last, need none."""
    people = plan.players - len(plan.auto_seats)
    return [specs[bot].make(game, mixed(seed, seat)) for seat, bot in enumerate(seating[:people])]


def _play_random(plan: Plan, game: Game, tally: Tally, numbers: range) -> None:
    """A chunk of games in the compiled loop. What it plays depends on the seed and its first number, and chunks are
    the same whatever the number of jobs."""
    started = time.perf_counter()
    played = random_playouts(game.name, len(numbers), plan.players, plan.options, mixed(plan.seed, numbers.start))
    for number, values, length in zip(numbers, played.returns.tolist(), played.lengths.tolist(), strict=True):
        best = max(values)
        tally.note(plan.seating(number), [seat for seat, value in enumerate(values) if value == best], length)
    tally.decisions[0] += played.decisions  # nobody asks which of the random bots it was
    tally.timed[0] += played.decisions
    tally.seconds[0] += time.perf_counter() - started


def play_all(plan: Plan, jobs: int) -> Iterator[Tally]:
    """All games of a plan, in pieces as they are done."""
    size = KERNEL_CHUNK if plan.is_random else max(1, min(32, plan.games // (jobs * 8)))
    pieces = [(first, min(size, plan.games - first)) for first in range(0, plan.games, size)]
    for _, tally in share_out(partial(play_games, plan), pieces, jobs):
        yield tally


def share_out(
    play: Callable[..., Result], pieces: Sequence[tuple[Any, ...]], jobs: int
) -> Iterator[tuple[int, Result]]:
    """Call a function once for each piece of work, on several processes; gives the number of a piece and its result,
    in the order in which they are done."""
    if jobs == 1:
        for number, piece in enumerate(pieces):
            yield number, play(*piece)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(pieces)), spawn, _quiet_worker) as pool:
        waiting = {pool.submit(play, *piece): number for number, piece in enumerate(pieces)}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _quiet_worker() -> None:
    """Ctrl-C ends a worker without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
