"""Read the source of kernels and check that the memory of their records stays alive.

In compiled code a record does not keep its array alive. So every array of records that a kernel creates must come
from `room_of`, which lasts as long as the function, and no function may return such room.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

MARKS = {"kernel", "heavy_kernel"}
MAKERS = {"empty", "zeros", "ones", "full", "array", "empty_like", "zeros_like", "ones_like", "full_like", "copy"}
NUMBERS = {
    *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
    *("float32", "float64", "bool_", "intp"),
}


@cache
def kernels_in(source: str) -> list[ast.FunctionDef]:
    """Return the kernels of a file."""
    if "kernel" not in source:
        return []
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [node for node in functions if {getattr(mark, "id", "") for mark in node.decorator_list} & MARKS]


def rooms_of(source: str) -> set[str]:
    """Return the names of the room functions that a file creates or imports."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and _called(node.value) == "room_of":
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".scratch"):
            found |= {alias.asname or alias.name for alias in node.names}
    return found


def faults(source: str) -> list[str]:
    """Describe every memory fault in the kernels of a file."""
    rooms = rooms_of(source)
    return [fault for kernel in kernels_in(source) for fault in [*_made(kernel), *_returned(kernel, rooms)]]


def _made(kernel: ast.FunctionDef) -> Iterator[str]:
    """Find arrays of anything but numbers. Arguments of `..._like` and `copy` are arrays of numbers already."""
    for node in ast.walk(kernel):
        name = _called(node)
        if name not in MAKERS or name.endswith("_like") or name in ("array", "copy"):
            continue
        assert isinstance(node, ast.Call)
        place = 2 if name == "full" else 1
        given = [word.value for word in node.keywords if word.arg == "dtype"] + node.args[place : place + 1]
        item = getattr(given[0], "attr", "") if given else "float64"
        if item not in NUMBERS:
            yield f"{kernel.name}: an array of records that nobody keeps alive; take it from room_of"


def _returned(kernel: ast.FunctionDef, rooms: set[str]) -> Iterator[str]:
    """Find room that a function returns, whole or as a slice."""
    arrays: set[str] = set()
    for node in ast.walk(kernel):
        if isinstance(node, ast.Assign) and _is_room(node.value, rooms, arrays):
            targets = [each for target in node.targets for each in _parts(target)]
            arrays |= {target.id for target in targets if isinstance(target, ast.Name)}
    for node in ast.walk(kernel):
        parts = _parts(node.value) if isinstance(node, ast.Return) and node.value is not None else []
        if any(_is_room(each, rooms, arrays) for each in parts):
            yield f"{kernel.name}: room ends with the function and must not be returned"


def _parts(node: ast.expr) -> list[ast.expr]:
    return [part for each in node.elts for part in _parts(each)] if isinstance(node, ast.Tuple) else [node]


def _is_room(node: ast.expr, rooms: set[str], arrays: set[str]) -> bool:
    """Return whether an expression is room or a slice of it. A single number from it does not count."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    if isinstance(node, ast.Tuple):
        return any(_is_room(each, rooms, arrays) for each in node.elts)
    return _called(node) in rooms or (isinstance(node, ast.Name) and node.id in arrays)


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    if isinstance(function, ast.Attribute) and getattr(function.value, "id", "") == "np":
        return function.attr
    return getattr(function, "id", "")
