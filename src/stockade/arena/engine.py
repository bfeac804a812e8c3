"""One of our bots for a stranger's program: answers the lines of the protocol in `docs/bot-protocol.md`."""

from __future__ import annotations

import inspect
import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stockade.arena.botspec import BotSpec, known_options, parse_bot
from stockade.core.errors import BadOption, BadPosition, NotAllowed, ParseError, StockadeError, quoted
from stockade.core.registry import game as find_game

if TYPE_CHECKING:
    from stockade.bots.bot import Bot
    from stockade.core.game import Game
    from stockade.core.state import State

BUDGETS = {"seconds": float, "simulations": int}


class Engine:
    """A bot that hears lines and says lines. While it thinks, only `stop` and `quit` are heard at once."""

    def __init__(self, spec: BotSpec, name: str, author: str, say: Callable[[str], None]) -> None:
        self.spec = spec
        self.name, self.author = name, author
        self._say = say
        self._options: dict[str, str] = {}  # as `set` gave them
        self._game: Game | None = None
        self._players = 0
        self._table: dict[str, Any] = {}  # the options of the game
        self._seed: int | None = None
        self._state: State | None = None
        self._bots: dict[tuple[Any, ...], Bot] = {}  # by budget, because it keeps what it has searched
        self._stop = threading.Event()
        self._thinking: threading.Thread | None = None

    def hear(self, line: str) -> bool:
        """Do what a line says. Return whether to go on listening."""
        word, _, rest = line.strip().partition(" ")
        if word in ("stop", "quit"):
            self._stop.set()
        self.wait()
        match word:
            case "quit":
                return False
            case "" | "stop" | "action":  # actions are for programs that do not know the rules
                return True
        try:
            method = getattr(self, f"hear_{word}", None)
            if method is None or not word.isidentifier():
                raise ParseError(f"the protocol has no {quoted(word)}")
            method(rest.strip())
        except StockadeError as error:
            self._refuse(error)
        return True

    def wait(self) -> None:
        """Wait until the bot has answered."""
        if self._thinking is not None:
            self._thinking.join()
            self._thinking = None

    def _refuse(self, error: StockadeError) -> None:
        ruling = f" (ruling {error.ruling})" if error.ruling else ""
        self._say(f"error {' '.join(error.message.split())}{ruling}")

    # -- one method for each word of the protocol --------------------------------------------------------------------

    def hear_stockade(self, version: str) -> None:
        if version != "1":
            raise BadOption(f"this is version 1 of the protocol, not {quoted(version)}")
        self._say(f"name {self.name}")
        self._say(f"author {self.author}")
        for name, kind, default in self._offered():
            self._say(f"option {name} {kind} {default}".rstrip())
        self._say("ok")

    def hear_set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if self.spec.level:
            raise NotAllowed(f"{self.spec.text} has no options")
        if not value.strip():
            raise ParseError("write: set NAME VALUE")
        changed = {**self._options, name: value.strip()}
        parse_bot(self._text(changed))
        self._options, self._bots = changed, {}

    def hear_newgame(self, rest: str) -> None:
        before, _, options = rest.partition(" options ")
        words = before.split()
        given = dict(zip(words[1::2], words[2::2], strict=False))
        if not words or len(words) % 2 == 0 or set(given) - {"players", "seat", "seed"}:
            raise ParseError("write: newgame GAME players NUMBER seat NUMBER seed NUMBER options JSON")
        game = find_game(words[0])
        players = game.spec.check_players(_whole(given["players"]) if "players" in given else None)
        table = game.options(players, _read(options)[0] if options else None)
        self._seed = _whole(given["seed"]) if "seed" in given else None
        self._game, self._players, self._table, self._state, self._bots = game, players, table, None, {}
        if self._bot({}).needs_compiled:
            game.compile()
        self._say("ok")

    def hear_position(self, rest: str) -> None:
        """Take a position: `start` or its JSON, and `moves` with the ids of the actions since, chance included."""
        game = self._need(self._game, "newgame comes first")
        if rest.partition(" ")[0] == "start":
            state, moves = game.start(self._players, self._table), rest.removeprefix("start").strip()
        else:
            position, moves = _read(rest)
            state = game.from_json(position)
        word, *ids = moves.split() or ["moves"]
        if word != "moves":
            raise ParseError(f"after a position comes `moves`, not {quoted(word)}")
        for action in ids:
            state.apply(_whole(action))
        self._state = state

    def hear_go(self, rest: str) -> None:
        state = self._need(self._state, "position comes first")
        words = rest.split()
        if words and (len(words) != 2 or words[0] not in BUDGETS):
            raise ParseError("write: go, go seconds NUMBER or go simulations NUMBER")
        try:
            budget = {words[0]: BUDGETS[words[0]](words[1])} if words else {}
        except ValueError:
            raise ParseError(f"{words[0]} is a number, not {quoted(words[1])}") from None
        bot = self._bot(budget)
        self._stop.clear()
        self._thinking = threading.Thread(target=self._think, args=(bot, state, budget.get("seconds")))
        self._thinking.start()

    # -- thinking ----------------------------------------------------------------------------------------------------

    def _think(self, bot: Bot, state: State, seconds: float | None) -> None:
        try:
            self._say(f"bestmove {self._choose(bot, state, seconds)}")
        except StockadeError as error:
            self._refuse(error)

    def _choose(self, bot: Bot, state: State, seconds: float | None) -> int:
        """Let the bot choose. A long search is watched, so that it can be stopped."""
        from stockade.bots.bot import STEP_SECONDS, check_decides

        check_decides(state)
        limit = bot.seconds if seconds is None else seconds
        if bot.seconds is None or limit is None or limit <= STEP_SECONDS:
            return bot.choose(state)
        best = -1
        for found in bot.watch(state, limit):
            best = found.hints[0].action
            chance = found.hints[0].chance
            worth = "" if chance is None else f" chance {chance:.3f}"
            self._say(f"info simulations {found.simulations}{worth}")
            if self._stop.is_set():
                break
        return best

    def _bot(self, budget: dict[str, Any]) -> Bot:
        """Return the bot for a budget. Bots without such an option do not need it."""
        key = tuple(budget.items())
        if key not in self._bots:
            spec = parse_bot(self._text(self._options))
            if not spec.level:
                known = known_options(spec.name)
                rest = {name: value for name, value in spec.options.items() if not budget or name not in BUDGETS}
                spec = replace(spec, options=rest | {name: budget[name] for name in budget if name in known})
            # Only the last one is kept: a host may name another time for every move, and a search keeps its tree.
            game = self._need(self._game, "newgame comes first")
            self._bots = {key: spec.make(game, self._seed, self._players)}
        return self._bots[key]

    def _text(self, options: dict[str, str]) -> str:
        """Return the bot as it is written with these options."""
        return ",".join([self.spec.text, *(f"{name}={value}" for name, value in options.items())])

    def _offered(self) -> list[tuple[str, str, str]]:
        """Return the options that a host can set: name, kind and default."""
        from stockade.bots import kind_of

        if self.spec.level:
            return []
        offered = []
        kinds = {int: "int", float: "number", bool: "bool"}
        for name, parameter in inspect.signature(kind_of(self.spec.name)).parameters.items():
            kind = known_options(self.spec.name).get(name)
            if kind is None or name == "seed":
                continue
            names = [kinds[each] for each in kinds if each is kind or each in getattr(kind, "__args__", ())]
            default = self.spec.options.get(name, parameter.default)
            shown = "" if default in (None, parameter.empty) else str(default)
            offered.append((name, names[0] if names else "text", shown.lower() if kind is bool else shown))
        return offered

    def _need(self, found: Any, why: str) -> Any:
        if found is None:
            raise NotAllowed(why)
        return found


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 20:
        raise ParseError(f"{quoted(text)} is not a whole number")
    return int(text)


def _read(text: str) -> tuple[dict[str, Any], str]:
    """Return the JSON object at the start of a text, and what follows it."""
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"this is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadPosition("this is not a JSON object")
    return value, text[end:].strip()
