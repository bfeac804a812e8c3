"""A person's own bot: a class in a file or a module, with a method `choose(state)`.

It need not know this package. Everything that it does wrong becomes one error, which says where it happened.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from stockade.bots.bot import Bot, check_decides
from stockade.bots.failure import checked, failed, moment
from stockade.core.errors import BadOption, UnknownBot
from stockade.core.state import State

ITS_ERRORS = (Exception, SystemExit)  # what a bot may raise without ending the program that it plays in


class OwnBot(Bot):
    """Plays as an object of a person's own class does. The object gets copies of states."""

    def __init__(self, name: str, /, **options: Any) -> None:
        """Make the bot. `name` is that of its class, such as `mybot.py:MyBot`."""
        found = find_class(name)
        self.name = name  # type: ignore[misc]
        try:
            inspect.signature(found).bind(**options)
        except TypeError as error:
            raise BadOption(f"bot {name}: {error}") from error
        try:
            self._bot = found(**options)
        except ITS_ERRORS as error:
            raise failed(f"{name} could not be made", error) from error
        self.seconds = getattr(self._bot, "seconds", None)

    def choose(self, state: State) -> int:
        check_decides(state)
        try:
            answer = self._bot.choose(state.clone())
        except ITS_ERRORS as error:
            raise failed(moment(self.name, state), error) from error
        return checked(self.name, state, answer)

    def worth(self, state: State, seat: int) -> float:
        if not hasattr(self._bot, "worth"):
            return super().worth(state, seat)
        try:
            return float(self._bot.worth(state.clone(), seat))
        except ITS_ERRORS as error:
            raise failed(f"{self.name} could not say what a state is worth", error) from error


def find_class(name: str) -> Any:
    """Return the class that `file.py:Class` or `package.module:Class` names."""
    place, _, wanted = name.rpartition(":") if ":" in name else (name, "", "")
    if not place:
        raise UnknownBot(f"a bot of your own is written file.py:Class, not {name!r}")
    module = _from_file(place) if place.endswith(".py") else _by_name(place)
    found = getattr(module, wanted, None)
    if not inspect.isclass(found):
        there = [key for key, each in vars(module).items() if _is_bot(each) and each.__module__ == module.__name__]
        missing = f"{place} has no class {wanted!r}" if wanted else f"a bot is a class: write {place}:Class"
        raise UnknownBot(f"{missing}; classes with choose(state) there: {', '.join(there) or 'none'}")
    if not _is_bot(found):
        raise UnknownBot(f"{wanted} in {place} is no bot: it has no method choose(self, state)")
    return found


def _is_bot(found: Any) -> bool:
    return inspect.isclass(found) and callable(getattr(found, "choose", None))


def _from_file(place: str) -> ModuleType:
    """Import a file. It may import the files beside it."""
    path = Path(place).expanduser().resolve()
    if not path.is_file():
        raise UnknownBot(f"there is no file {place}")
    name = f"{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"  # two files may have the same name
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    _look_in(path.parent)
    sys.modules[name] = module  # dataclasses and pickles look there
    try:
        spec.loader.exec_module(module)
    except ITS_ERRORS as error:
        del sys.modules[name]
        raise failed(f"{place} cannot be imported", error) from error
    return module


def _by_name(place: str) -> ModuleType:
    """Import a module by its name, from what is installed or from the current folder."""
    _look_in(Path.cwd())
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{place}.".startswith(f"{error.name}."):
            raise UnknownBot(f"there is no module {place}; a file is written with .py: {place}.py") from error
        raise failed(f"{place} cannot be imported", error) from error
    except ITS_ERRORS as error:
        raise failed(f"{place} cannot be imported", error) from error


def _look_in(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
