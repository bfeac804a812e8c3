"""Adds up the results of many games between bots."""

from __future__ import annotations

from dataclasses import dataclass, field

from stockade.arena.plan import Plan


@dataclass
class Tally:
    """Results that can be added up in any order."""

    games: int = 0
    wins: list[int] = field(default_factory=list)  # by bot: games that it won alone
    draws: list[int] = field(default_factory=list)  # by bot: games in which it shared the win
    played: list[int] = field(default_factory=list)  # by bot
    seat_wins: list[int] = field(default_factory=list)  # by seat: games that it won alone
    shared: int = 0  # games that several seats won
    nobody: int = 0  # games that nobody won
    plies: int = 0
    shortest: int = 2**31
    longest: int = 0
    decisions: list[int] = field(default_factory=list)  # by bot
    timed: list[int] = field(default_factory=list)  # by bot: decisions that were timed
    seconds: list[float] = field(default_factory=list)  # by bot: the time that these took
    points: list[float] = field(default_factory=list)  # by bot: the sum over its seats
    scored: list[int] = field(default_factory=list)  # by bot: seats in that sum; zero in compiled random play
    total: float = 0.0  # the points of all seats in all games; exact for whole points, so that any order adds up
    squares: float = 0.0  # the sum over games of the square of the points of all seats

    @classmethod
    def empty(cls, plan: Plan) -> Tally:
        """Return a tally of no games."""
        counts = {
            name: [0] * len(plan.sitters) for name in ("wins", "draws", "played", "decisions", "timed", "scored")
        }
        sums = {name: [0.0] * len(plan.sitters) for name in ("seconds", "points")}
        return cls(**counts, **sums, seat_wins=[0] * plan.players)  # type: ignore[arg-type]

    def note(self, seating: list[int], winners: list[int], ply: int) -> None:
        """Add one game: who sat where, who won, how many plies it took."""
        self.games += 1
        self.plies += ply
        self.shortest, self.longest = min(self.shortest, ply), max(self.longest, ply)
        best = {seating[seat] for seat in winners}
        for bot in set(seating):
            self.played[bot] += 1
        if len(winners) == 1:
            self.seat_wins[winners[0]] += 1
        self.shared += len(winners) > 1
        self.nobody += not winners
        for bot in best:
            (self.wins if len(best) == 1 and len(winners) < len(seating) else self.draws)[bot] += 1

    def note_points(self, seating: list[int], scores: list[float]) -> None:
        """Add the points of one game."""
        for bot, points in zip(seating, scores, strict=True):
            self.points[bot] += points
            self.scored[bot] += 1
        self.total += sum(scores)
        self.squares += sum(scores) ** 2

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.games += other.games
        self.total += other.total
        self.squares += other.squares
        self.shared += other.shared
        self.nobody += other.nobody
        self.plies += other.plies
        self.shortest, self.longest = min(self.shortest, other.shortest), max(self.longest, other.longest)
        for name in ("wins", "draws", "played", "seat_wins", "decisions", "timed", "seconds", "points", "scored"):
            mine, theirs = getattr(self, name), getattr(other, name)
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]
