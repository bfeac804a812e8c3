"""The rules on a GPU: the same functions, with device versions of everything they use.

Numba copies every table that a function uses into constant memory, once for each mention. For a few small tables that
gives the fastest code. But constant memory holds 64 kB and is slow if threads read entries that are far apart, so a
game with large tables keeps them in device memory instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from stockade.core.cache import cache_root
from stockade.core.compiler import canonical
from stockade.core.game import Game
from stockade.core.kernel import bind, names_in
from stockade.core.library import source_hash
from stockade.core.room import is_room

SMALL = 8192  # bytes: if the tables of a game take no more than this in all, they are compiled into the code


class DeviceFunctions:
    """Device functions made from kernels. Each is made once, together with everything it calls."""

    def __init__(self, cuda: Any, compiles_tables: bool = False) -> None:
        self._cuda = cuda
        self._compiles_tables = compiles_tables
        self._functions: dict[Any, Any] = {}
        self._tables: dict[int, tuple[Any, Any]] = {}

    def of(self, thing: Any) -> Any:
        """Return the device version of a kernel, a table, an enumeration or working room.

        Other values stay as they are.
        """
        if isinstance(thing, np.ndarray):
            return thing if self._compiles_tables else self._table(thing)
        if isinstance(thing, type) and issubclass(thing, IntEnum):
            return plain_numbers(thing)
        if is_room(thing):
            return self._room(thing)
        return self._function(thing) if hasattr(thing, "py_func") else thing

    def _room(self, room: Any) -> Any:
        from stockade.core.device_room import device_room_of

        if room not in self._functions:
            self._functions[room] = device_room_of(room.room_shape, room.room_item)
        return self._functions[room]

    def _table(self, table: np.ndarray[Any, Any]) -> Any:
        if id(table) not in self._tables:  # the table is kept with its copy, so that no other object gets its id
            self._tables[id(table)] = (table, self._cuda.to_device(np.array(table)))
        return self._tables[id(table)][1]

    def _function(self, kernel: Any) -> Any:
        if kernel not in self._functions:
            plain = kernel.py_func
            names = {name: self.of(value) for name, value in used_by(plain).items()}
            copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__, plain.__closure__)
            copy.__module__ = plain.__module__
            self._functions[kernel] = widened(self._cuda.jit(device=True)(copy))
        return self._functions[kernel]


def widened(function: Any) -> Any:
    """Make a device function translate whole numbers as 64-bit numbers, as kernels on a CPU do."""
    form: Any = type(function)
    if hasattr(form, "get_call_template"):  # a simulated device translates nothing

        class Widened(form):  # type: ignore[misc]
            def get_call_template(self, args: Any, kws: Any) -> Any:
                wide = {name: canonical(kind) for name, kind in kws.items()}
                return super().get_call_template(tuple(map(canonical, args)), wide)

        function.__class__ = Widened
    return function


def kernels_on(cuda: Any, game: Game) -> ModuleType:
    """Return the template `gpu` bound to a game.

    The compiled code is kept on disk, unless it contains the addresses of tables.
    """
    used = names_in("gpu")
    names = {name: thing for name, thing in game.shared_names.items() if name in used}
    is_small = sum(table.nbytes for table in tables_of(names.values())) <= SMALL
    device = DeviceFunctions(cuda, compiles_tables=is_small)
    key = f"{game.name}_{source_hash(game.package)}"
    use_cache(cache_root() / "gpu" / key)
    own = {"CACHE": is_small, "KEY": key}
    return bind("gpu", game.name, {name: device.of(thing) for name, thing in names.items()} | own)


def use_cache(folder: Path) -> None:
    """Set the folder in which Numba keeps code for a GPU. Numba reads this setting when a kernel is defined."""
    modules = [numba.config]
    with suppress(ImportError):  # a simulated GPU has no settings of its own
        from numba.cuda.core import config

        modules.append(config)
    for module in modules:
        module.CACHE_DIR = str(folder)


def used_by(function: FunctionType) -> dict[str, Any]:
    """Return the globals that a function uses."""
    wanted = {*function.__code__.co_names, "__builtins__"}
    return {name: value for name, value in function.__globals__.items() if name in wanted}


def tables_of(things: Iterable[Any]) -> list[np.ndarray[Any, Any]]:
    """Return all tables that kernels use, directly or through the kernels they call."""
    found: dict[int, np.ndarray[Any, Any]] = {}
    seen: set[int] = set()
    ahead = list(things)
    while ahead:
        thing = ahead.pop()
        if isinstance(thing, np.ndarray):
            found[id(thing)] = thing
        elif hasattr(thing, "py_func") and id(thing) not in seen:
            seen.add(id(thing))
            ahead += used_by(thing.py_func).values()
    return list(found.values())


def plain_numbers(names: type[IntEnum]) -> ModuleType:
    """Return the members of an enumeration as whole numbers, because a device can use nothing else as an index.

    The result is a module, because Numba reads constants from modules.
    """
    numbers = ModuleType(names.__name__)
    for name, member in names.__members__.items():
        setattr(numbers, name, np.int64(member))  # as wide as the numbers that kernels use
    return numbers
