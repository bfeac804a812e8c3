"""One finished game, reduced to what a report keeps. The log is the game, so it is measured after it was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from stockade.analysis.chances import MOST_OUTCOMES, estimated, luck_of
from stockade.bots.bot import lowest
from stockade.bots.lookahead import looked_ahead
from stockade.core.layout import CHANCE
from stockade.core.match import Match, Step
from stockade.core.state import State
from stockade.insight.sources import Sources, sources_of
from stockade.research.played import look_at

NEAR = 0.02  # a choice is good if it seems to lose at most this much of the chance to win


@dataclass(frozen=True, slots=True)
class Watched:
    """Who won, how long it took, and what happened on the way."""

    deal: int
    log: int  # a hash of all actions: equal for games that are exactly alike
    seating: tuple[int, ...]  # by seat: which bot sat there
    winners: tuple[int, ...]
    order: tuple[int, ...]  # seats in the first turn order
    decisions: int
    turns: int  # a turn is a run of decisions of one seat
    rounds: int | None  # None if the game has no rounds
    is_chancy: bool  # whether chance ever had more than one outcome
    choices: list[int] = field(default_factory=list)  # legal actions, for every decision
    good: list[int] = field(default_factory=list)  # those of them that look nearly as good as the best
    chances: list[list[float]] = field(default_factory=list)
    """To win, by moment and seat: before every decision, and at the end."""
    points: list[list[float]] = field(default_factory=list)  # the same for points
    luck: list[float] | None = None  # by seat: what chance was worth in the whole game
    sources: Sources | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won alone, or None."""
        return self.winners[0] if len(self.winners) == 1 else None

    def win_shares(self) -> list[float]:
        """Return everybody's share of the win."""
        return [(seat in self.winners) / max(len(self.winners), 1) for seat in range(len(self.seating))]


def watch_closely(match: Match, deal: int, seating: Sequence[int], closely: bool, with_luck: bool) -> Watched:
    """Return what a report keeps of a finished match."""
    played = look_at(match, deal)
    steps = list(match.steps())
    chancy = [step for step in steps if step.before.is_chance and len(step.before.chance_weights()) > 1]
    decided = [step for step in steps if not step.before.is_chance]
    found = Watched(
        deal,
        hash(tuple(match.actions)),
        tuple(seating),
        played.winners,
        played.order,
        played.actions,
        sum(1 for _ in groupby(actor for actor in match.actors if actor != CHANCE)),
        played.rounds,
        bool(chancy),
        luck=_luck(chancy, match.players) if with_luck else None,
        sources=sources_of(match, steps, played.notes) if closely else None,
    )
    if closely:
        for step in decided:
            found.choices.append(len(step.before.legal_actions()))
            found.good.append(good_choices(step.before))
            found.chances.append(estimated(step.before))
            found.points.append(step.before.scores())
        found.chances.append(estimated(match.state))
        found.points.append(match.state.scores())
    return found


def good_choices(state: State) -> int:
    """Return how many choices look nearly as good as the best, among those that bots consider."""
    _, worth = looked_ahead(state)
    near = NEAR * (1.0 - lowest(state.players))  # chances to win span this range of values
    return int((worth >= worth.max() - near - 1e-9).sum())


def _luck(chancy: Sequence[Step], players: int) -> list[float]:
    """Return everybody's luck. Where chance has too many outcomes to weigh them one by one, it is not counted."""
    found = [luck_of(step) for step in chancy if len(step.before.chance_weights()) <= MOST_OUTCOMES]
    return [sum(gains[seat] for gains in found) for seat in range(players)]
