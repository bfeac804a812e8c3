"""Rules on a GPU: the same functions, with their tables in the GPU's own memory.

Numba would put every table that a function names into constant memory, which holds 64 kB and is slow where
threads look at different entries. So each function is loaded once more, with device arrays for its tables.
"""

from __future__ import annotations

from enum import IntEnum
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from stockade.core.scratch import scratch


class DeviceFunctions:
    """Device functions made from kernels, each made once with all it calls."""

    def __init__(self, cuda: Any) -> None:
        from stockade.core.device_scratch import scratch as device_scratch

        self._cuda = cuda
        self._functions: dict[Any, Any] = {scratch: device_scratch}
        self._tables: dict[int, tuple[Any, Any]] = {}

    def of(self, thing: Any) -> Any:
        """The device's form of a kernel, a table or an enumeration; anything else is itself."""
        if isinstance(thing, np.ndarray):
            return self._table(thing)
        if isinstance(thing, type) and issubclass(thing, IntEnum):
            return plain_numbers(thing)
        return self._function(thing) if hasattr(thing, "py_func") else thing

    def _table(self, table: np.ndarray[Any, Any]) -> Any:
        if id(table) not in self._tables:  # the table is kept beside its copy, so that its id stays its own
            self._tables[id(table)] = (table, self._cuda.to_device(np.array(table)))
        return self._tables[id(table)][1]

    def _function(self, kernel: Any) -> Any:
        if kernel not in self._functions:
            plain = kernel.py_func
            names = {name: self.of(value) for name, value in plain.__globals__.items() if self._is_used(plain, name)}
            copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__, plain.__closure__)
            copy.__module__ = plain.__module__
            self._functions[kernel] = self._cuda.jit(device=True)(copy)
        return self._functions[kernel]

    @staticmethod
    def _is_used(function: FunctionType, name: str) -> bool:
        return name in function.__code__.co_names or name == "__builtins__"


def plain_numbers(names: type[IntEnum]) -> ModuleType:
    """The members of an enumeration as whole numbers: a device indexes by nothing else. A module, because Numba reads
    constants from those."""
    numbers = ModuleType(names.__name__)
    for name, member in names.__members__.items():
        setattr(numbers, name, np.int64(member))  # as wide as what a kernel reckons with
    return numbers
