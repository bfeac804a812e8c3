"""A table: a match, the people and bots on its seats, and the file that it is saved in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from stockade.arena.botspec import BotSpec, parse_bot, runs_code
from stockade.bots.bot import Bot
from stockade.cli import saves
from stockade.cli.guide import Guide
from stockade.cli.saves import AUTO, PERSON
from stockade.core.errors import CorruptLog, NotAllowed, StockadeError
from stockade.core.game import Game
from stockade.core.match import Match


class Table:
    """A match with its seats.

    `seats` has a `BotSpec` for every bot, and None for every person and every automated seat.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[BotSpec | None],
        path: Path | None = None,
        seeded: bool = False,
        guided: bool = False,
    ) -> None:
        """Make the bots. They stay the same for the whole match, so that they can keep what they have searched.

        With `seeded`, bots follow the match's seed. With `guided`, the game is explained during the match.
        """
        self.match = match
        self.guided = guided
        self._guide: Guide | None = None
        self.seats = list(seats)
        self.path = path or saves.new_path(match.game.name)
        self._bots = {
            seat: spec.make(match.game, match.seed + seat + 1 if seeded else None, match.players)
            for seat, spec in enumerate(self.seats)
            if spec is not None
        }

    @classmethod
    def load(cls, path: Path) -> Table:
        match, texts, guided = saves.read(path)
        try:
            seats = [None if text in (PERSON, AUTO) else cls._saved_bot(text, path) for text in texts]
            return cls(match, seats, path, guided=guided)
        except StockadeError as error:
            raise CorruptLog(f"the log's seats are wrong: {error.message}") from error

    @staticmethod
    def _saved_bot(text: str, path: Path) -> BotSpec:
        """Return a bot that a file names. Files from elsewhere cannot name a person's own bot, which runs code."""
        if runs_code(text) and path.resolve().parent != saves.matches_folder().resolve():
            raise NotAllowed(f"it names the bot {text}, and a file from elsewhere must not start programs here")
        return parse_bot(text)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def people(self) -> list[int]:
        return [seat for seat, spec in enumerate(self.seats) if spec is None and seat not in self.match.auto_seats]

    @property
    def guide(self) -> Guide | None:
        """The guide, if there is one for the only person at the table."""
        if not self.guided or len(self.people) != 1 or not self.game.has_guide:
            return None
        if self._guide is None:
            self._guide = Guide(self.match, self.people[0])
        return self._guide

    def is_bot(self, seat: int) -> bool:
        return self.seats[seat] is not None

    def bot(self, seat: int) -> Bot:
        return self._bots[seat]

    def who(self, seat: int) -> str:
        """Return the seat's name on the board with the bot's name, such as `White (Apprentice, level 2)`."""
        name = self.match.state.seat_name(seat)
        spec = self.seats[seat]
        if spec is not None:
            return f"{name} ({spec.title(self.game)})"
        if seat in self.match.auto_seats and self.game.spec.auto:
            return f"{name} ({self.game.spec.auto.name})"
        return f"{name} (you)" if len(self.people) == 1 else name

    def save(self, path: Path | None = None) -> None:
        """Save the match, unless nothing has happened in it yet."""
        if path is None and not self.match.actions and not self.path.exists():
            return
        if path is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        people = self.people
        seats = [
            spec.text if spec is not None else PERSON if seat in people else AUTO
            for seat, spec in enumerate(self.seats)
        ]
        saves.write(path or self.path, self.match, seats, self.guided)

    def undo(self) -> int:
        """Take back the last decision of a person, and everything that bots and chance did since. Returns how many
        plies.

        Nobody has to agree: bots do not mind, and people share the keyboard.
        """
        match = self.match
        mine = [actor for actor in match.actors if actor in self.people]
        if match.ending is not None:
            match.ending = None  # taking back an agreed draw or a resignation does not change the board
            return 0
        if not mine:
            raise NotAllowed("there is nothing to take back: you have not decided anything yet")
        before = len(match.actions)
        match.undo(mine[-1], consent=True)
        return before - len(match.actions)
