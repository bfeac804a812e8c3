"""One finished game, reduced to what a sweep keeps."""

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
    """Who won, with how many points, and how long it took."""

    number: int  # the number of the game in its series
    seed: int
    actions: int  # decisions of players, without chance
    rounds: int | None  # None if the game has no rounds
    ending: str
    winners: tuple[int, ...]
    points: tuple[float, ...]
    order: tuple[int, ...]  # seats in the first turn order
    notes: Notes | None  # what the study of the game found out

    @property
    def winner(self) -> int | None:
        """The seat that won alone, or None."""
        return self.winners[0] if len(self.winners) == 1 else None


def look_at(match: Match, number: int) -> Played:
    """Return what a sweep keeps of a finished match."""
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
    """Return the seats that never decided anything."""
    return [seat for seat in range(players) if seat not in deciders]
