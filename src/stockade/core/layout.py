"""The state of a game as one flat record, declared once as a class whose annotations are its fields.

    class Seat(Layout):
        money: Int16
        cards: Annotated[Int8s, 5]

    class Record(Layout):
        current_player: Int8
        players: Int8
        ply: Int32
        seat: Annotated[Records[Seat], 4]

    STATE = dtype_of(Record)

A type checker sees numbers, arrays and records. NumPy, Numba and a GPU see bytes in a fixed layout, in the
order of the fields. Every state has the fields `current_player`, `players` and `ply`. No field may have the name of
an attribute of NumPy (`round_no`, not `round`), because uncompiled code reads fields as attributes of records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np
import numpy.typing as npt

CHANCE = -1
OVER = -4

LOST = -1e9  # a rank below this cannot win; if all ranks are below it, nobody wins and everybody loses

Int8: TypeAlias = Annotated[int, np.int8]
Int16: TypeAlias = Annotated[int, np.int16]
Int32: TypeAlias = Annotated[int, np.int32]
Int64: TypeAlias = Annotated[int, np.int64]
Uint8: TypeAlias = Annotated[int, np.uint8]
Uint16: TypeAlias = Annotated[int, np.uint16]
Uint32: TypeAlias = Annotated[int, np.uint32]
Uint64: TypeAlias = Annotated[int, np.uint64]
Float64: TypeAlias = Annotated[float, np.float64]
Bool: TypeAlias = Annotated[bool, np.bool_]

Int8s: TypeAlias = npt.NDArray[np.int8]
Int16s: TypeAlias = npt.NDArray[np.int16]
Int32s: TypeAlias = npt.NDArray[np.int32]
Int64s: TypeAlias = npt.NDArray[np.int64]
Uint8s: TypeAlias = npt.NDArray[np.uint8]
Uint16s: TypeAlias = npt.NDArray[np.uint16]
Uint32s: TypeAlias = npt.NDArray[np.uint32]
Uint64s: TypeAlias = npt.NDArray[np.uint64]
Float64s: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]


class Layout:
    """Base class of all records. It is never instantiated, because records come from NumPy.

    Its methods are what a record of NumPy can do outside kernels.
    """

    if TYPE_CHECKING:
        dtype: np.dtype[Any]

        def copy(self) -> Self: ...
        def tobytes(self) -> bytes: ...
        def tolist(self) -> tuple[Any, ...]: ...
        def __getitem__(self, field: str) -> Any: ...
        def __setitem__(self, field: str, value: Any) -> None: ...


Item = TypeVar("Item")


class Records(Generic[Item]):
    """An array of records. Outside kernels it can be sliced, and it gives a field of all its records by name."""

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, k: int) -> Item: ...
        @overload
        def __getitem__(self, k: slice) -> Records[Item]: ...
        @overload
        def __getitem__(self, k: str) -> npt.NDArray[Any]: ...
        def __getitem__(self, k: int | slice | str) -> Any: ...
        def __setitem__(self, k: int, record: Item | tuple[int, ...]) -> None: ...
        @property
        def shape(self) -> tuple[int, ...]: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Item]: ...


def copies(record: Item, count: int) -> Records[Item]:
    """Return an array of copies of a record, for kernels that change states to see what happens."""
    given: Any = record
    array: Any = np.empty(count, given.dtype)
    array[:] = given
    return array  # type: ignore[no-any-return]


def dtype_of(layout: type[Layout]) -> np.dtype[Any]:
    """Return NumPy's layout of a record. The fields are attributes, compiled or not."""
    hints = get_type_hints(layout, include_extras=True)
    fields = np.dtype([_field(name, hint) for name, hint in hints.items()], align=True)
    return np.dtype((_record_class(layout.__name__, hints), fields))


def _record_class(name: str, fields: Iterable[str]) -> type[np.void]:
    """Return a class of records with a property for each field.

    NumPy's own `np.record` searches for a field each time it is read, which takes ten times as long.
    """
    members = {"__slots__": (), "data": property(_memory)} | {field: _property(field) for field in fields}
    return type(name, (np.void,), members)


def _memory(record: Any) -> Any:
    """Return the memory of a record. Numba asks for it at each call of a kernel.

    NumPy's own answer also describes every field, which takes much longer than most kernels.
    """
    return memoryview(record) if record.base is None else np.asarray(record)


def _property(field: str) -> property:
    def read(record: Any) -> Any:
        return record[field]

    def write(record: Any, value: Any) -> None:
        record[field] = value

    return property(read, write)


def _field(name: str, hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is not Annotated:
        return name, dtype_of(hint)  # a record inside
    kind, note = get_args(hint)
    if kind in (int, float, bool):
        return name, note
    item = _item(kind)
    return name, dtype_of(item) if get_origin(kind) is Records else item, note


def _item(kind: Any) -> Any:
    """Return what an array holds: the innermost argument of its type.

    Releases of NumPy nest the arguments of `NDArray` differently.
    """
    while arguments := get_args(kind):
        kind = arguments[-1]
    return kind
