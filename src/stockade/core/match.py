"""A match: one play of a game. It takes chance actions itself, keeps the log, and knows what can be undone.

Every state can be rebuilt from the log, and nothing else is kept. A chance outcome depends only on the seed and the
ply, so a match goes on the same way after it was saved and loaded, or moved to another process.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from stockade.core.checks import excess, read_json
from stockade.core.errors import (
    BadOption,
    BadPosition,
    CorruptLog,
    IllegalAction,
    NotAllowed,
    ParseError,
    StockadeError,
    quoted,
)
from stockade.core.game import Game
from stockade.core.language import mark, say
from stockade.core.layout import CHANCE
from stockade.core.registry import game as find_game
from stockade.core.snapshot import from_snapshot
from stockade.core.spec import Options
from stockade.core.state import State

LOG_FORMAT = 1
BRANCH_FORMAT = 2  # of logs of matches that did not begin at the start of the game
SEED_LIMIT = 2**63


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. All seats win a drawn match."""

    winners: list[int]
    scores: list[float]
    reason: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a match began, if not at the start of the game.

    It may have begun with the first actions of another match, at a position, or with both.
    """

    actions: int = 0  # so many actions of the log were played before the match began; they cannot be undone
    position: Mapping[str, Any] | None = None  # the position before the first action of the log
    ply: int = 0  # of that position

    def to_json(self) -> dict[str, Any]:
        where = {} if self.position is None else {"position": self.position, "ply": self.ply}
        return {"actions": self.actions, **where}

    @classmethod
    def from_json(cls, given: object) -> Origin:
        match given:
            case {"actions": int(actions), "position": Mapping() as position, "ply": int(ply), **rest} if not rest:
                return cls(actions, dict(position), ply)
            case {"actions": int(actions), **rest} if not rest:
                return cls(actions)
        raise CorruptLog(f"a match cannot have begun at {quoted(given)}")


@dataclass(frozen=True, slots=True)
class Step:
    """One action, with the states before and after it. Clone the states before you change them."""

    before: State
    action: int
    after: State


def take(state: State, action: int | str) -> Step:
    """Take an action, given as id or text, and return the step. `state` itself does not change.

    An illegal action raises an error.
    """
    number = state.parse(action) if isinstance(action, str) else action
    after = state.clone()
    after.apply(number)
    return Step(state, int(number), after)


def replay(start: State, actions: Iterable[int | str]) -> Iterator[Step]:
    """Take the actions of a log, given as ids or texts, and yield the steps.

    An illegal action raises `CorruptLog`.
    """
    state = start
    for number, action in enumerate(actions):
        try:
            step = take(state, action)
        except (IllegalAction, ParseError) as error:
            raise CorruptLog(
                f"action {number} of the log, {quoted(action)}: {error.message}", error.ruling
            ) from error
        yield step
        state = step.after


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's history."""

    ply: int  # index in the log, from 0
    seat: int  # the seat that decided, or `CHANCE`
    text: str  # the action in notation
    label: str  # the action in words
    told: tuple[str, ...] = ()  # what the action caused, one line for each event


def entries(steps: Iterable[Step], first_ply: int = 0) -> Iterator[Entry]:
    """Return the lines of a history for these steps, including chance actions.

    `first_ply` is the ply of the state before the first action of the log.
    """
    for step in steps:
        before, action = step.before, step.action
        label = before.describe(action)
        told = tuple(event.text for event in before.tell(action, step.after) if event.text != label)
        yield Entry(before.ply - first_ply, before.current_player, before.format(action), label, told)


class Match:
    """A match of a game, given by name or as a `Game`."""

    state: State
    opening: list[Step]  # the opening chance actions of a new match; empty if it was read from a log

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        self._set_header(game, players, options, seed)
        self._restart()
        self.opening = self._roll_chance()

    def _set_header(
        self, game: str | Game, players: int | None, options: Mapping[str, Any] | None, seed: int | None
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = self.game.spec.check_players(players)
        self.options: Options = self.game.options(self.players, options)
        self.seed = secrets.randbits(63) if seed is None else seed
        if type(self.seed) is not int or not 0 <= self.seed < SEED_LIMIT:
            raise BadOption(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {quoted(seed)}")
        self.opening = []
        self.origin: Origin | None = None
        self.ending: dict[str, Any] | None = None  # {"resigned": seat}, {"forfeited": seat} or {"draw": True}

    @classmethod
    def at(cls, state: State, seed: int | None = None) -> Match:
        """Return a new match that begins at a state, with chance of its own."""
        match = cls.__new__(cls)
        match._set_header(state.game, state.players, state.game.options_at(state), seed)
        match._begin(Origin(position=state.to_json(), ply=state.ply), [])
        return match

    def branch(self, ply: int, seed: int | None = None) -> Match:
        """Return a new match that begins with the first actions of this one, and goes on with chance of its own."""
        if type(ply) is not int or not 0 <= ply <= len(self.actions):
            raise self._no_moment(ply)
        match = type(self).__new__(type(self))
        match._set_header(self.game, self.players, self.options, seed)
        before = self.origin or Origin()
        match._begin(Origin(ply, before.position, before.ply), self.actions[:ply])
        return match

    def _begin(self, origin: Origin, actions: Sequence[int]) -> None:
        self.origin = origin
        self._restart()
        self._follow(replay(self.start, actions))
        self.opening = self._roll_chance()
        if self.state.is_over:
            raise NotAllowed(say("the game is over there: nobody could go on"))

    @cached_property
    def start(self) -> State:
        """Return the state before the first action. Clone it before you change it."""
        if self.origin is not None and self.origin.position is not None:
            return self.game.from_json(self.origin.position)
        return self.game.start(self.players, self.options)

    @property
    def first_ply(self) -> int:
        """The ply of the state before the first action: 0, unless the match began at a position."""
        return 0 if self.origin is None else self.origin.ply

    @property
    def kept(self) -> int:
        """How many actions were played before the match began. They cannot be undone."""
        return 0 if self.origin is None else self.origin.actions

    @property
    def auto_seats(self) -> range:
        """Return the seats that the rules play."""
        return self.game.spec.auto_seats(self.players, self.options)

    def _restart(self) -> None:
        self.state = self.start.clone()
        self.actions: list[int] = []
        self.actors: list[int] = []
        self._written: tuple[State, list[str]] | None = None  # the last result of `texts`

    def _follow(self, steps: Iterable[Step]) -> list[Step]:
        followed = []
        for step in steps:
            self.state = step.after
            self.actions.append(step.action)
            self.actors.append(step.before.current_player)
            followed.append(step)
        return followed

    def _roll_chance(self) -> list[Step]:
        steps = []
        while self.state.is_chance:
            steps += self._follow([take(self.state, self._outcome())])
        return steps

    def _outcome(self) -> int:
        """Return the chance outcome for this ply. It depends only on the seed and the ply."""
        weighted = self.state.chance_weights()
        key = f"{self.seed}:{len(self.actions)}".encode()
        left = int.from_bytes(hashlib.blake2b(key, digest_size=16).digest()) % sum(w for _, w in weighted)
        for action, weight in weighted:
            if left < weight:
                return action
            left -= weight
        raise AssertionError("the weights of chance are not positive")

    # -- playing -------------------------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None) -> list[Step]:
        """Play an action, given as id or text, and the chance actions that follow. Return all of these as steps.

        If `seat` is given, it must be that seat's turn.
        """
        if self.is_over:
            raise NotAllowed(say("the match is over"))
        if seat is not None:
            self._check_seat(seat)
            if seat != self.state.current_player:
                raise NotAllowed(say("it is not {player}'s turn", player=self.state.seat_name(seat)))
        return self._follow([take(self.state, action)]) + self._roll_chance()

    def free_undo(self, seat: int) -> bool:
        """Return whether the seat may undo its last decision without asking.

        It may if it still has the turn and there was no chance action since.
        """
        if self.is_over or len(self.actors) <= self.kept:
            return False
        return self.actors[-1] == seat == self.state.current_player

    def undo(self, seat: int | None = None, consent: bool = False) -> None:
        """Undo the seat's last decision and everything after it. `consent` is needed if the undo is not free."""
        left = list(replay(self.start, self.actions[: self.undo_to(seat, consent)]))
        self.ending = None
        self._restart()
        self._follow(left)

    def undo_to(self, seat: int | None = None, consent: bool = False) -> int:
        """Return how many actions the log would have after `undo`. Raises the same errors as `undo`."""
        if seat is not None:
            self._check_seat(seat)
        decided = [number for number, actor in enumerate(self.actors) if actor != CHANCE]
        mine = [number for number in decided if number >= self.kept and seat in (None, self.actors[number])]
        if not mine:
            raise NotAllowed(say("there is nothing to take back"))
        asking = self.actors[mine[-1]]
        if not consent and not self.free_undo(asking):
            raise NotAllowed(say("the turn has passed or chance has spoken: taking back needs the others' consent"))
        return mine[-1]

    def resign(self, seat: int) -> None:
        """Resign for a seat. The best of the other seats wins; if there is no other, nobody does."""
        self._check_seat(seat)
        if seat in self.auto_seats:
            raise NotAllowed(say("{player} plays by itself and does not give up", player=self.state.seat_name(seat)))
        if self.is_over:
            raise NotAllowed(say("the match is over"))
        self.ending = {"resigned": seat}

    def forfeit(self, seat: int) -> None:
        """End the match because a seat's player has gone or has no time left. The best of the other seats wins."""
        self.resign(seat)
        self.ending = {"forfeited": seat}

    def agree_draw(self) -> None:
        """End the match in a draw to which all players have agreed."""
        if self.is_over:
            raise NotAllowed(say("the match is over"))
        self.ending = {"draw": True}

    def _is_seat(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.players

    def _check_seat(self, seat: object) -> None:
        if not self._is_seat(seat):
            raise NotAllowed(say("there is no seat {seat}", seat=quoted(seat)))

    @property
    def is_over(self) -> bool:
        return self.ending is not None or self.state.is_over

    @property
    def result(self) -> Result | None:
        """Who won and why, or None while the match goes on."""
        if not self.is_over:
            return None
        scores = self.state.scores()
        if self.ending is None:
            return Result(self.state.winners(), scores, self.state.describe_end())
        if "draw" in self.ending:
            return Result(list(range(self.players)), scores, say("draw agreed"))
        why, gone = next(iter(self.ending.items()))
        best = max((points for seat, points in enumerate(scores) if seat != gone), default=None)
        winners = [seat for seat, points in enumerate(scores) if seat != gone and points == best]
        text = mark("{player} resigned") if why == "resigned" else mark("{player} left the match")
        return Result(winners, scores, say(text, player=self.state.seat_name(gone)))

    # -- the log -------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[Step]:
        """Yield the steps of the log, replayed from the start."""
        return replay(self.start, self.actions)

    def state_at(self, ply: int) -> State:
        """Return the state after this many actions of the log."""
        if type(ply) is not int or not 0 <= ply <= len(self.actions):
            raise self._no_moment(ply)
        state = self.start.clone()
        for step in replay(state, self.actions[:ply]):
            state = step.after
        return state

    def _no_moment(self, ply: object) -> NotAllowed:
        return NotAllowed(f"the log has {len(self.actions)} actions; there is no moment {quoted(ply)}")

    def history(self) -> list[Entry]:
        """Return the log as lines for a person, including chance actions."""
        return list(entries(self.steps(), self.first_ply))

    def texts(self) -> list[str]:
        """Return the log in the game's notation. Only actions since the last call are replayed for it."""
        state, texts = self._written or (self.start, [])
        for step in replay(state, self.actions[len(texts) :]):
            state = step.after
            texts.append(step.before.format(step.action))
        self._written = state, texts
        return list(texts)

    def to_json(self) -> dict[str, Any]:
        """Return the log, from which the match can be rebuilt, with actions in the game's notation."""
        log = {
            "stockade": LOG_FORMAT,
            "game": self.game.name,
            "players": self.players,
            "options": self.options,
            "rules_version": self.game.spec.rules_version,
            "seed": self.seed,
            "actions": self.texts(),
            "ending": self.ending,
        }
        if self.origin is not None:
            log |= {"stockade": BRANCH_FORMAT, "origin": self.origin.to_json()}
        return log

    @classmethod
    def from_json(cls, log: Mapping[str, Any]) -> Match:
        """Rebuild a match from a log. Actions may be texts or ids.

        A log that cannot be replayed exactly raises an error.
        """
        if wrong := excess(log):
            raise CorruptLog(f"this is not a log: {wrong}")
        match = cls._with_header_of(log)
        actions = log["actions"]
        if not isinstance(actions, list):
            raise CorruptLog("the log's actions are not a list")
        match._check_origin(len(actions))
        match._restart()
        match._follow(replay(match.start, actions))
        match._roll_chance()
        match._restore_ending(log.get("ending"))
        return match

    @classmethod
    def resume(cls, snapshot: bytes, log: Mapping[str, Any], actors: Sequence[int]) -> Match:
        """Restore a match from a snapshot of its state and its log, without replaying the log.

        Use this only for logs that you stored yourself: they are not checked. Actions are given as ids, and `actors`
        says who took each of them. If the snapshot is damaged, or belongs to another layout or ply, the log is
        replayed.
        """
        match = cls._with_header_of(log)
        try:
            match.state = from_snapshot(match.game, snapshot)
        except BadPosition:
            return cls.from_json(log)
        if match.state.ply != match.first_ply + len(log["actions"]):
            return cls.from_json(log)
        match.actions, match.actors, match._written = list(log["actions"]), list(actors), None
        match._restore_ending(log.get("ending"))
        return match

    @classmethod
    def _with_header_of(cls, log: Mapping[str, Any]) -> Match:
        """Create a match from a log's header, without a state."""
        if not isinstance(log, Mapping):
            raise CorruptLog("a log is an object with named fields")
        missing = {"stockade", "game", "rules_version", "actions"} - set(log)
        if missing:
            raise CorruptLog(f"the log lacks {', '.join(sorted(missing))}")
        if log["stockade"] not in (LOG_FORMAT, BRANCH_FORMAT):
            raise CorruptLog(
                f"logs of form {log['stockade']!r} are not known; this version reads {LOG_FORMAT} and {BRANCH_FORMAT}"
            )
        match = cls.__new__(cls)
        version = log["rules_version"]
        try:
            spec = find_game(str(log["game"])).spec
            known = type(version) is int and spec.can_replay(version)
            options = spec.options_in(version, log.get("options")) if known else log.get("options")
            match._set_header(spec.name, log.get("players"), options, log.get("seed"))
        except StockadeError as error:
            raise CorruptLog(f"the log's header is wrong: {error.message}") from error
        if not known:
            raise CorruptLog(
                f"the log was played by rules version {version!r} of {spec.title}; "
                f"this is version {spec.rules_version}"
            )
        if log["stockade"] == BRANCH_FORMAT:
            match.origin = Origin.from_json(log.get("origin"))
        return match

    def _check_origin(self, length: int) -> None:
        """Refuse an origin that does not fit the rest of a log."""
        origin = self.origin
        if origin is None:
            return
        if not 0 <= origin.actions <= length:
            raise CorruptLog(f"the match cannot have begun after {origin.actions} of {length} actions")
        if origin.position is None:
            return
        try:
            start = self.start
            fits = (start.players, self.game.options_at(start), start.ply) == (self.players, self.options, origin.ply)
        except StockadeError as error:
            raise CorruptLog(f"the position in the log is wrong: {error.message}") from error
        if not fits:
            raise CorruptLog("the position in the log does not fit its players, its options or its number of moves")

    def _restore_ending(self, ending: object) -> None:
        match ending:
            case None:
                return
            case {"resigned": seat, **rest} | {"forfeited": seat, **rest} if (
                not rest and not self.is_over and self._is_seat(seat)
            ):
                if seat in self.auto_seats:
                    raise CorruptLog(f"seat {seat} plays itself and cannot have resigned")
                self.ending = dict(ending)  # type: ignore[call-overload]
            case {"draw": True, **rest} if not rest and not self.is_over:
                self.ending = {"draw": True}
            case _:
                raise CorruptLog(f"the log cannot end with {quoted(ending)}")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the log to a file atomically."""
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
            log = read_json(Path(path).read_text("utf-8"))
        except ValueError as error:  # not UTF-8, or not JSON
            raise CorruptLog(f"{path} holds no log: {error}") from error
        return cls.from_json(log)

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}, {len(self.actions)} actions, {'over' if self.is_over else 'live'}>"

    def _repr_svg_(self) -> str:
        return self.state.svg()
