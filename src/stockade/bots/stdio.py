"""A bot that is another program, in any language. `docs/bot-protocol.md` describes what is said."""

from __future__ import annotations

import json
import re
import time
import weakref
from multiprocessing.util import Finalize
from typing import Any

from stockade.bots.bot import Bot, check_budget, check_decides, is_amount
from stockade.bots.failure import BotFailed, checked, moment
from stockade.bots.program import Program, ProgramLost, in_seconds, quit_all
from stockade.core.errors import BadOption, BadPosition, quoted
from stockade.core.state import State

PREFIX = "stdio:"
VERSION = 1
TIMEOUT = 30.0  # seconds
SEED_LIMIT = 2**31
ID = re.compile(r"-?\d{1,18}", re.ASCII)  # of an action
MOST_LINES = 1000  # of a handshake
LATE_SECONDS = 0.5  # how much later than its time a program may answer before it is told to stop


class Engine:
    """A program that speaks the protocol, after the handshake."""

    def __init__(self, command: str, timeout: float) -> None:
        self.program = Program(command)
        self.title = f"{PREFIX}{command}"
        self.told: dict[str, str] = {}  # its name and author
        self.options: list[str] = []
        self.say(self.title, timeout, f"stockade {VERSION}")
        began = time.monotonic()
        for _ in range(MOST_LINES):
            word, rest = self.answer(self.title, timeout, {"name", "author", "option", "ok"}, began=began)
            match word:
                case "ok":
                    return
                case "option":
                    self.options += rest.split()[:1]
                case _:
                    self.told[word] = rest
        raise self._failed(self.title, f"said more than {MOST_LINES} lines, but not that it is ready (ok)")

    def say(self, who: str, timeout: float, *lines: str) -> None:
        """Send lines. `who` is for an error."""
        try:
            self.program.send(*lines, seconds=timeout)
        except ProgramLost as lost:
            raise self._failed(who, str(lost)) from lost

    def answer(
        self,
        who: str,
        timeout: float,
        expected: set[str],
        seconds: float | None = None,
        began: float | None = None,
    ) -> tuple[str, str]:
        """Return the first word of the next line, which is one of those expected, and the rest of the line.

        After `seconds` the program is told to stop. `timeout` seconds later it is killed. Both count from `began`, by
        default from now.
        """
        patience = [timeout] if seconds is None else [seconds + LATE_SECONDS, timeout]
        deadline = (time.monotonic() if began is None else began) + patience[0]
        while True:
            try:
                line = self.program.read(deadline)
            except ProgramLost as lost:
                raise self._failed(who, str(lost)) from lost
            word, _, rest = (line or "").partition(" ")
            if word == "error":
                raise self._failed(who, f"answered with an error: {rest[:500]}")
            if word in expected:
                return word, rest.strip()
            if word and word != "info":
                wanted = " or ".join(sorted(expected))
                raise self._failed(who, f"wrote {quoted(line)}, which is not the expected answer ({wanted})")
            if line is not None and time.monotonic() < deadline:
                continue
            if len(patience) == 1:
                raise self._failed(who, f"did not answer within {in_seconds(sum(patience))}")
            self.say(who, timeout, "stop")
            deadline = time.monotonic() + patience.pop()

    def _failed(self, who: str, what: str) -> BotFailed:
        self.program.kill()
        return BotFailed(f"{who} {what}", trace=self.program.errors)


class StdioBot(Bot):
    """Plays as another program says.

    The program has `seconds` or `simulations` for a decision, if given. It is killed if it is silent for `timeout`
    seconds longer. Other options are those of the program.
    """

    def __init__(
        self,
        command: str,
        /,
        seconds: float | None = None,
        simulations: int | None = None,
        timeout: float = TIMEOUT,
        seed: int | None = None,
        **options: str,
    ) -> None:
        check_budget(seconds, simulations, None)
        if not is_amount(timeout):
            raise BadOption(f"timeout is a positive number of seconds, not {timeout!r}")
        self.name = f"{PREFIX}{command}"  # type: ignore[misc]
        self.seconds, self.simulations, self.timeout = seconds, simulations, float(timeout)
        self.seed = 0 if seed is None else seed
        if type(self.seed) is not int or not 0 <= self.seed < SEED_LIMIT:
            raise BadOption(f"seed is a whole number from 0 to {SEED_LIMIT - 1}, not {quoted(seed)}")
        self._table: tuple[Any, ...] = ()  # game, players and seat of the running game
        self._ply = 0
        self._engine = _take(command, self.timeout, options)
        # Bots are made for every game, but programs may take long to start.
        weakref.finalize(self, _give_back, self._engine, (command, *sorted(options.items()))).atexit = False

    def choose(self, state: State) -> int:
        check_decides(state)
        who = moment(self.name, state)
        actions = [f"action {action} {state.format(action)}" for action in state.legal_actions()]
        self._begin(who, state)
        self._engine.say(who, self.timeout, f"position {_compact(state.to_json())}", *actions, self._go())
        _, answer = self._engine.answer(who, self.timeout, {"bestmove"}, self.seconds)
        return checked(self.name, state, int(answer) if ID.fullmatch(answer) else answer)

    def _begin(self, who: str, state: State) -> None:
        """Tell the program that a game begins, unless this is the one that it plays."""
        table = (state.game.name, state.players, state.current_player)
        if table != self._table or state.ply < self._ply:
            game, players, seat = table
            options = _compact(_options(state))
            begin = f"newgame {game} players {players} seat {seat} seed {self.seed} options {options}"
            self._engine.say(who, self.timeout, begin)
            self._engine.answer(who, self.timeout, {"ok"})
        self._table, self._ply = table, state.ply

    def _go(self) -> str:
        if self.seconds is not None:
            return f"go seconds {self.seconds:g}"
        return "go" if self.simulations is None else f"go simulations {self.simulations}"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _options(state: State) -> dict[str, Any]:
    try:
        return dict(state.game.options_at(state))
    except BadPosition:  # the game cannot tell them from a position
        return {}


# -- programs that wait for their next game ------------------------------------------------------------------------

_idle: dict[tuple[Any, ...], list[Engine]] = {}
_running: weakref.WeakSet[Engine] = weakref.WeakSet()


def _take(command: str, timeout: float, options: dict[str, str]) -> Engine:
    """Return a program with these options: one that waits, or a new one."""
    waiting = _idle.get((command, *sorted(options.items())), [])
    while waiting:
        engine = waiting.pop()
        if engine.program.is_running:
            return engine
    engine = Engine(command, timeout)
    _running.add(engine)
    if unknown := [key for key in options if key not in engine.options]:
        engine.program.quit()
        has = ", ".join(engine.options) or "none"
        raise BadOption(f"{engine.title} has no option {unknown[0]!r}; it has: {has}")
    if options:
        engine.say(engine.title, timeout, *(f"set {key} {value}" for key, value in options.items()))
    return engine


def _give_back(engine: Engine, key: tuple[Any, ...]) -> None:
    if engine.program.is_running:
        _idle.setdefault(key, []).append(engine)


def close_all() -> None:
    """End all programs."""
    quit_all(engine.program for engine in list(_running))
    _idle.clear()


Finalize(None, close_all, exitpriority=0)  # unlike `atexit`, also at the end of the processes that share a series
