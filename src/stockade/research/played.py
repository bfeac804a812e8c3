"""One finished game, as far as a sweep keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from stockade.core.layout import CHANCE
from stockade.core.match import Match
from stockade.core.study import Notes, watch

ALONE = "one seat wins"
SHARED = "several seats share the win"
NOBODY = "nobody wins"


@dataclass(frozen=True, slots=True)
class Played:
    """Who won, by how much, and how long it took."""

    number: int  # of the game in its series
    seed: int
    actions: int  # decisions of the players; what chance gives is not counted
    rounds: int | None  # None: the game counts no rounds
    ending: str
    winners: tuple[int, ...]
    points: tuple[float, ...]
    order: tuple[int, ...]  # seats in the first turn order
    notes: Notes | None  # what the game itself has to say

    @property
    def winner(self) -> int | None:
        """The seat that won alone."""
        return self.winners[0] if len(self.winners) == 1 else None


def look_at(match: Match, number: int) -> Played:
    """A finished match."""
    notes = watch(match)
    winners = tuple(match.state.winners())
    deciders = dict.fromkeys(actor for actor in match.actors if actor != CHANCE)
    order = notes.order if notes is not None and notes.order else (*deciders, *_silent(match.players, deciders))
    usual = (NOBODY, ALONE, SHARED)[min(len(winners), 2)]
    return Played(
        number,
        match.seed,
        sum(actor != CHANCE for actor in match.actors),
        None if notes is None else notes.rounds,
        usual if notes is None else notes.ending,
        winners,
        tuple(match.state.scores()),
        order,
        notes,
    )


def _silent(players: int, deciders: dict[int, None]) -> list[int]:
    """Seats that never came to decide anything."""
    return [seat for seat in range(players) if seat not in deciders]
