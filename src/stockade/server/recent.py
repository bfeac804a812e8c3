"""The values that were used last, up to a limit."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Keeps values until others that are used more recently need their room. May be used from any thread."""

    def __init__(self, limit: int, weigh: Callable[[Value], int] = lambda _: 1) -> None:
        self.limit = limit
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: Key, value: Value, unless: Callable[[Value], bool] | None = None) -> None:
        """Keep a value. If there is one already for which `unless` is true, that one stays."""
        weight = self._weigh(value)
        with self._lock:
            held = self._values.get(key)
            if held is not None and unless is not None and unless(held[0]):
                return
            self._drop(key)
            self._values[key] = value, weight
            self._weight += weight
            while self._weight > self.limit and len(self._values) > 1:
                self._drop(next(iter(self._values)))

    def drop(self, key: Key) -> None:
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._weight = 0

    def __len__(self) -> int:
        return len(self._values)

    def _drop(self, key: Key) -> None:
        held = self._values.pop(key, None)
        if held is not None:
            self._weight -= held[1]
