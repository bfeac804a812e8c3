"""The `kernel` decorator, and `bind` for kernels that are written once for all games."""

from __future__ import annotations

import ast
import importlib.util
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba

from stockade.core import library

Function = TypeVar("Function", bound=Callable[..., Any])
_binding = threading.RLock()
TEMPLATES = Path(__file__).resolve().parent / "templates"


def kernel(function: Function) -> Function:
    """Mark a function that can be compiled.

    Python runs it until a library with its machine code is loaded. Other kernels, also those on a GPU, call it
    unchanged. Compiled, it releases the GIL.
    """
    return _made(function, library.forms()[0])


def heavy_kernel(function: Function) -> Function:
    """Mark a kernel that is too slow in Python.

    If it has no machine code yet, it is compiled when it is first called.
    """
    made: Any = _made(function, library.forms()[1])
    if not numba.config.DISABLE_JIT:
        made.is_heavy = True
    result: Function = made
    return result


def _made(function: Function, form: type[Any]) -> Function:
    made: Any = numba.njit(nogil=True)(function)
    if not numba.config.DISABLE_JIT:
        made.__class__ = form
        library.claim(made)
    result: Function = made
    return result


def bind(template: str, game: str, names: dict[str, Any]) -> ModuleType:
    """Load a template module for one game, with that game's functions in its namespace.

    The module gets an importable name of its own, by which a library finds its kernels.
    """
    name = f"stockade.core.templates.{template}__{game}"
    with _binding:  # another thread may be loading the same module
        loaded = sys.modules.get(name)
        if loaded is not None:
            return loaded
        spec = importlib.util.spec_from_file_location(name, path_of(template))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        vars(module).update(names)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return module


def names_in(template: str) -> set[str]:
    """Return the names that the code of a template uses."""
    tree = ast.parse(path_of(template).read_text("utf-8"))
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def path_of(template: str) -> Path:
    return TEMPLATES / f"{template}.py"
