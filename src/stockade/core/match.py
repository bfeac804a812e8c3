"""A match: one played instance of a game. It rolls chance itself, keeps the log, and knows what may be undone.

The log is the game: its header and its list of actions rebuild every state. Nothing else is kept. What chance
gives at a place in the log depends on the seed and that place alone, so a match that is saved and loaded, or
served by one process and then by another, goes on exactly as it would have.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stockade.core.errors import BadOption, CorruptLog, IllegalAction, NotAllowed, ParseError, StockadeError
from stockade.core.game import Game
from stockade.core.layout import CHANCE
from stockade.core.registry import game as find_game
from stockade.core.spec import Options
from stockade.core.state import State

LOG_FORMAT = 1
SEED_LIMIT = 2**63


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. All seats win a drawn match."""

    winners: list[int]
    scores: list[float]
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's history."""

    ply: int  # place in the log, from 0
    seat: int  # who decided; `CHANCE` for chance
    text: str  # notation
    label: str  # in words
    told: tuple[str, ...] = ()  # what it made happen by itself, a line each


def entries(state: State, actions: Iterable[int]) -> Iterator[Entry]:
    """Lines for a person on what is played from a state on, chance included. The state itself stays as it is."""
    before = state.clone()
    for ply, action in enumerate(actions):
        after = before.clone()
        after.apply(action)
        told = tuple(before.tell(action, after))
        yield Entry(ply, before.current_player, before.format(action), before.describe(action), told)
        before = after


class Match:
    """A match of a game, given by name or as a `Game`."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = self.game.spec.check_players(players)
        self.options: Options = self.game.options(self.players, options)
        self.seed = secrets.randbits(63) if seed is None else seed
        if type(self.seed) is not int or not 0 <= self.seed < SEED_LIMIT:
            raise BadOption(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed!r}")
        self.ending: dict[str, Any] | None = None  # {"resigned": seat} or {"draw": True}
        self._rebuild([])
        self._roll_chance()

    @property
    def auto_seats(self) -> range:
        """The seats that play themselves: they need nobody."""
        return self.game.spec.auto_seats(self.players, self.options)

    def _rebuild(self, actions: list[int]) -> None:
        """Start over and replay. An illegal action leaves the match as it was."""
        state = self.game.start(self.players, self.options)
        actors = []
        for action in actions:
            actors.append(state.current_player)
            state.apply(action)
        self.state = state
        self.actions = list(actions)
        self.actors = actors

    def _record(self, action: int) -> None:
        actor = self.state.current_player
        self.state.apply(action)
        self.actions.append(int(action))
        self.actors.append(actor)

    def _roll_chance(self) -> None:
        while self.state.is_chance:
            weighted = self.state.chance_weights()
            key = f"{self.seed}:{len(self.actions)}".encode()
            left = int.from_bytes(hashlib.blake2b(key, digest_size=16).digest()) % sum(w for _, w in weighted)
            for action, weight in weighted:
                if left < weight:
                    self._record(action)
                    break
                left -= weight

    # -- playing -------------------------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None) -> None:
        """Play an action, by id or text. With `seat`, only if it is that seat's turn."""
        if self.is_over:
            raise NotAllowed("the match is over")
        if seat is not None:
            self._check_seat(seat)
            if seat != self.state.current_player:
                raise NotAllowed(f"it is not {self.state.seat_name(seat)}'s turn")
        number = self.state.parse(action) if isinstance(action, str) else action
        self._record(number)
        self._roll_chance()

    def free_undo(self, seat: int) -> bool:
        """Whether the seat may take back its last decision without asking: it still has the turn, and chance
        has not spoken since."""
        return not self.is_over and bool(self.actors) and self.actors[-1] == seat == self.state.current_player

    def undo(self, seat: int | None = None, consent: bool = False) -> None:
        """Take back the seat's last decision, and all after it. Past a barrier this needs the others' consent."""
        if seat is not None:
            self._check_seat(seat)
        decided = [number for number, actor in enumerate(self.actors) if actor != CHANCE]
        mine = [number for number in decided if seat in (None, self.actors[number])]
        if not mine:
            raise NotAllowed("there is nothing to take back")
        asking = self.actors[mine[-1]]
        if not consent and not self.free_undo(asking):
            raise NotAllowed("the turn has passed or chance has spoken: taking back needs the others' consent")
        self.ending = None
        self._rebuild(self.actions[: mine[-1]])
        self._roll_chance()

    def resign(self, seat: int) -> None:
        """Give up. The best of the other seats wins; nobody, where there is no other."""
        self._check_seat(seat)
        if seat in self.auto_seats:
            raise NotAllowed(f"{self.state.seat_name(seat)} plays by itself and does not give up")
        if self.is_over:
            raise NotAllowed("the match is over")
        self.ending = {"resigned": seat}

    def agree_draw(self) -> None:
        """End the match in a draw that everybody has agreed to."""
        if self.is_over:
            raise NotAllowed("the match is over")
        self.ending = {"draw": True}

    def _is_seat(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.players

    def _check_seat(self, seat: object) -> None:
        if not self._is_seat(seat):
            raise NotAllowed(f"there is no seat {seat!r}")

    @property
    def is_over(self) -> bool:
        return self.ending is not None or self.state.is_over

    @property
    def result(self) -> Result | None:
        """Who won and why; None while the match goes on."""
        if not self.is_over:
            return None
        scores = self.state.scores()
        if self.ending is None:
            return Result(self.state.winners(), scores, self.state.describe_end())
        if "draw" in self.ending:
            return Result(list(range(self.players)), scores, "draw agreed")
        gone = self.ending["resigned"]
        best = max((points for seat, points in enumerate(scores) if seat != gone), default=None)
        winners = [seat for seat, points in enumerate(scores) if seat != gone and points == best]
        return Result(winners, scores, f"{self.state.seat_name(gone)} resigned")

    # -- the log -------------------------------------------------------------------------------------------

    def state_at(self, ply: int) -> State:
        """The state after that many actions of the log."""
        if type(ply) is not int or not 0 <= ply <= len(self.actions):
            raise NotAllowed(f"the log has {len(self.actions)} actions; there is no moment {ply!r}")
        state = self.game.start(self.players, self.options)
        for action in self.actions[:ply]:
            state.apply(action)
        return state

    def history(self) -> list[Entry]:
        """The log as lines for a person, chance included."""
        return list(entries(self.game.start(self.players, self.options), self.actions))

    def texts(self) -> list[str]:
        """The log in the game's notation."""
        state = self.game.start(self.players, self.options)
        texts = []
        for action in self.actions:
            texts.append(state.format(action))
            state.apply(action)
        return texts

    def to_json(self) -> dict[str, Any]:
        """The log: everything that rebuilds the match, with the actions in the game's notation."""
        return {
            "stockade": LOG_FORMAT,
            "game": self.game.name,
            "players": self.players,
            "options": self.options,
            "rules_version": self.game.spec.rules_version,
            "seed": self.seed,
            "actions": self.texts(),
            "ending": self.ending,
        }

    @classmethod
    def from_json(cls, log: Mapping[str, Any]) -> Match:
        """Rebuild a match; actions may be texts or ids. Refuses whatever cannot be replayed to the letter."""
        if not isinstance(log, Mapping):
            raise CorruptLog("a log is an object with named fields")
        missing = {"stockade", "game", "rules_version", "actions"} - set(log)
        if missing:
            raise CorruptLog(f"the log lacks {', '.join(sorted(missing))}")
        if log["stockade"] != LOG_FORMAT:
            raise CorruptLog(f"logs of form {log['stockade']!r} are not known; this version reads {LOG_FORMAT}")
        try:
            match = cls(str(log["game"]), log.get("players"), log.get("options"), log.get("seed"))
        except StockadeError as error:
            raise CorruptLog(f"the log's header is wrong: {error.message}") from error
        if log["rules_version"] != match.game.spec.rules_version:
            raise CorruptLog(
                f"the log was played by rules version {log['rules_version']!r} of {match.game.spec.title}; "
                f"this is version {match.game.spec.rules_version}"
            )
        match._replay(log["actions"])
        match._restore_ending(log.get("ending"))
        return match

    def _replay(self, actions: object) -> None:
        if not isinstance(actions, list):
            raise CorruptLog("the log's actions are not a list")
        self._rebuild([])
        for ply, action in enumerate(actions):
            try:
                self._record(self.state.parse(action) if isinstance(action, str) else action)
            except (IllegalAction, ParseError) as error:
                raise CorruptLog(f"action {ply} of the log, {action!r}: {error.message}", error.ruling) from error
        self._roll_chance()

    def _restore_ending(self, ending: object) -> None:
        match ending:
            case None:
                return
            case {"resigned": seat, **rest} if not rest and not self.is_over and self._is_seat(seat):
                if seat in self.auto_seats:
                    raise CorruptLog(f"seat {seat} plays itself and cannot have resigned")
                self.ending = {"resigned": seat}
            case {"draw": True, **rest} if not rest and not self.is_over:
                self.ending = {"draw": True}
            case _:
                raise CorruptLog(f"the log cannot end with {ending!r}")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the log to a file, whole or not at all."""
        target = Path(path)
        text = json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n"
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Match:
        try:
            log = json.loads(Path(path).read_text("utf-8"))
        except (ValueError, RecursionError) as error:  # no UTF-8, no JSON, a number or a nesting without end
            raise CorruptLog(f"{path} holds no log: {error}") from error
        return cls.from_json(log)

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}, {len(self.actions)} actions, {'over' if self.is_over else 'live'}>"

    def _repr_svg_(self) -> str:
        return self.state.svg()
