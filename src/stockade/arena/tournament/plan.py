"""The plan of a tournament: settings, bots, tables, and the seeds of all deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stockade.arena.botspec import BotSpec, parse_bot
from stockade.arena.grid import Cell, read_cells, read_players
from stockade.arena.plan import mixed
from stockade.arena.tournament.pairings import FORMATS, Format, Table, seatings_of, tables_of
from stockade.arena.tournament.stopping import ALL, Until
from stockade.core.errors import BadOption
from stockade.core.game import Game
from stockade.core.registry import game as find_game

VERSION = 1  # of the file that keeps the results


@dataclass(frozen=True)
class Event:
    """One setting of a tournament: a game, and everything about it that is set."""

    game: str
    cell: Cell

    @cached_property
    def auto_seats(self) -> int:
        """How many seats play themselves. They come last."""
        return len(find_game(self.game).spec.auto_seats(self.cell.players, self.cell.options))

    @property
    def seats(self) -> int:
        """How many seats the bots have."""
        return self.cell.players - self.auto_seats

    @property
    def title(self) -> str:
        """The setting in words."""
        return f"{find_game(self.game).spec.title}, {self.cell.title}"


@dataclass(frozen=True)
class TournamentPlan:
    """What is to be played. It was checked before, and a run of it can be resumed."""

    events: tuple[Event, ...]
    bots: tuple[str, ...]  # as typed
    form: Format
    games: int  # the most that a table plays; whole deals are played, so that it may be a few more
    seed: int
    until: Until = ALL

    def tables(self, event: int) -> list[Table]:
        """Return who meets whom in one setting."""
        return tables_of(self.form, len(self.bots), self.events[event].seats)

    def deals(self, event: int, table: Table) -> int:
        """Return how many deals a table plays at most."""
        return -(-self.games // self.games_in_a_deal(event, table))

    def games_in_a_deal(self, event: int, table: Table) -> int:
        """Return how many games have the same chance, with other seatings."""
        return len(seatings_of(table, self.events[event].seats))

    def seed_of(self, deal: int) -> int:
        """Return the seed of a deal. It is the same at all tables and in all settings."""
        return mixed(self.seed, deal)

    def sitters(self, event: int) -> tuple[str, ...]:
        """Return the names of all that take part: the bots, and the automated seats as one more, if there are any."""
        auto = find_game(self.events[event].game).spec.auto
        return (*self.bots, auto.name) if auto and self.events[event].auto_seats else self.bots

    @cached_property
    def specs(self) -> list[BotSpec]:
        """The bots, parsed."""
        return [parse_bot(text) for text in self.bots]

    @cached_property
    def is_reproducible(self) -> bool:
        """Whether another run gives the same games. Bots that use a clock may play differently."""
        tables = {(event.game, event.cell.players) for event in self.events}
        return all(
            spec.make(find_game(name), players=players).seconds is None
            for spec in self.specs
            for name, players in tables
        )

    def to_json(self) -> dict[str, Any]:
        """Return everything that the results depend on."""
        return {
            "tournament": VERSION,
            "settings": [
                {
                    "game": event.game,
                    "rules": find_game(event.game).spec.rules_version,
                    "players": event.cell.players,
                    "settings": event.cell.settings,
                    "options": event.cell.options,
                }
                for event in self.events
            ],
            "bots": list(self.bots),
            "format": self.form,
            "games": self.games,
            "seed": self.seed,
            "until": self.until.to_text(),
        }


def plan_tournament(
    games: Sequence[Game],
    specs: Sequence[BotSpec],
    players: str | None = None,
    options: Iterable[str] | None = None,
    settings: Iterable[str] | None = None,
    form: str = "round-robin",
    most: int = 200,
    seed: int = 0,
    until: Until = ALL,
) -> TournamentPlan:
    """Return a plan, checked before anything is played."""
    if form not in FORMATS:
        raise BadOption(f"a tournament is a {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {form!r}")
    bots = tuple(spec.text for spec in specs)
    twice = next((bot for bot in bots if bots.count(bot) > 1), None)
    if twice is not None:
        raise BadOption(f"{twice} is entered twice")
    events = [
        Event(game.name, cell)
        for game in games
        for cell in read_cells(game, read_players(players, game), options, settings)
    ]
    plan = TournamentPlan(tuple(events), bots, form, most, seed, until)
    for number in range(len(events)):
        plan.tables(number)
    return plan
