"""A list for the logs of long matches: it only grows at its end, and all but its newest items are compressed."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, Generic, TypeVar, overload

Item = TypeVar("Item")
PACK = 16  # items that are compressed together
LOOSE = 4  # so many of the newest items are never compressed


class LongList(Sequence[Item], Generic[Item]):
    """A list of dataclass objects of one kind. It does not change: `extended` returns another, which shares its past.

    A line of a log takes some 400 bytes as an object, and 20 to 50 in a pack. What a move adds is looked at often;
    the rest is needed only for somebody who comes to the table.
    """

    __slots__ = ("_kind", "_loose", "_packs")

    def __init__(self, kind: type[Item], items: Iterable[Item] = ()) -> None:
        self._kind = kind
        self._packs: tuple[bytes, ...] = ()
        self._loose: list[Item] = list(items)
        self._tidy()

    def extended(self, items: Iterable[Item]) -> LongList[Item]:
        """Return the list with more items at its end. This takes the same time however long it is."""
        longer: LongList[Item] = LongList(self._kind)
        longer._packs, longer._loose = self._packs, [*self._loose, *items]
        longer._tidy()
        return longer

    def since(self, earlier: LongList[Item]) -> list[Item] | None:
        """Return the items after those of another list, or None if this list does not begin with them."""
        packs = len(earlier._packs)
        if self._packs[:packs] != earlier._packs:  # packs that are shared are equal without a look into them
            return None
        later, known = self._after(packs), len(earlier._loose)
        return later[known:] if later[:known] == earlier._loose else None

    @property
    def weight(self) -> int:
        """How much memory it takes, in items that are not compressed."""
        return len(self._loose) + 2 * len(self._packs)

    def _tidy(self) -> None:
        packed = (len(self._loose) - LOOSE) // PACK * PACK
        if packed > 0:
            starts = range(0, packed, PACK)
            self._packs += tuple(_packed(self._kind, self._loose[start : start + PACK]) for start in starts)
            self._loose = self._loose[packed:]

    def _after(self, packs: int) -> list[Item]:
        """Return the items that follow on so many packs."""
        return [*(item for pack in self._packs[packs:] for item in _unpacked(self._kind, pack)), *self._loose]

    def __len__(self) -> int:
        return PACK * len(self._packs) + len(self._loose)

    def __iter__(self) -> Iterator[Item]:
        for pack in self._packs:
            yield from _unpacked(self._kind, pack)
        yield from self._loose

    def __reversed__(self) -> Iterator[Item]:
        yield from reversed(self._loose)
        for pack in reversed(self._packs):
            yield from reversed(_unpacked(self._kind, pack))

    @overload
    def __getitem__(self, place: int) -> Item: ...

    @overload
    def __getitem__(self, place: slice) -> list[Item]: ...

    def __getitem__(self, place: int | slice) -> Item | list[Item]:
        if isinstance(place, slice):
            return list(self)[place]
        place = range(len(self))[place]
        packs, rest = divmod(place, PACK)
        if packs < len(self._packs):
            return _unpacked(self._kind, self._packs[packs])[rest]
        return self._loose[place - PACK * len(self._packs)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LongList):
            return NotImplemented
        return len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"LongList({self._kind.__name__}, {list(self)!r})"


def _packed(kind: type[Any], items: Sequence[Any]) -> bytes:
    values = attrgetter(*(field.name for field in fields(kind)))
    return zlib.compress(pickle.dumps([values(item) for item in items], pickle.HIGHEST_PROTOCOL))


def _unpacked(kind: type[Item], pack: bytes) -> list[Item]:
    return [kind(*values) for values in pickle.loads(zlib.decompress(pack))]
