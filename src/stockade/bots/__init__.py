"""Bots choose actions. They see a state as every player does, and none of them knows a particular game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from stockade.bots.bot import Bot
from stockade.bots.failure import BotFailed
from stockade.bots.kinds import BOTS
from stockade.bots.levels import Level, level, levels
from stockade.bots.own import OwnBot, find_class
from stockade.bots.stdio import PREFIX, StdioBot
from stockade.core.errors import BadOption, UnknownBot


def is_own(name: str) -> bool:
    """Return whether a name is that of a person's own bot: `mybot.py:MyBot` or `stdio:COMMAND`. It need not exist."""
    return isinstance(name, str) and name not in BOTS and (":" in name or name.endswith(".py"))


def kind_of(name: str) -> Callable[..., Any]:
    """Return what makes the bot with that name. Its parameters are the options of the bot."""
    if name in BOTS:
        return BOTS[name]
    if not is_own(name):
        raise UnknownBot(
            f"there is no bot {name!r}; there are: {', '.join(BOTS)}; a bot of your own is written file.py:Class"
        )
    if name.startswith(PREFIX):
        return partial(StdioBot, name.removeprefix(PREFIX).strip())
    return cast(Callable[..., Any], find_class(name))


def make(name: str, /, **options: Any) -> Bot:
    """Return the bot with that name, with its own options."""
    if is_own(name) and not name.startswith(PREFIX):
        return OwnBot(name, **options)
    try:
        bot: Bot = kind_of(name)(**options)
    except TypeError as error:
        raise BadOption(f"bot {name}: {error}") from error
    return bot


__all__ = ["BOTS", "Bot", "BotFailed", "Level", "is_own", "kind_of", "level", "levels", "make"]
