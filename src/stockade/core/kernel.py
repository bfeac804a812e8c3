"""Compiling: the `kernel` decorator, its cache on disk, and `bind` for kernels written once for every game.

Numba keeps what it compiled on disk, but it does not notice a change in a file that a kernel calls into. So
the cache folder is named by a hash of the whole package: a changed source starts a new folder.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
PACKAGE = Path(__file__).resolve().parent.parent
KEPT_CACHES = 3
IN_USE = 3 * 3600.0  # seconds for which another version that was just started may still need its cache


def cache_root() -> Path:
    """Where Stockade keeps what can be made again: compiled kernels and solved games."""
    given = os.environ.get("STOCKADE_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "stockade"


def source_hash(folder: Path = PACKAGE) -> str:
    """Hash of every source and data file of the package that can reach a kernel."""
    digest = hashlib.blake2b(digest_size=8)
    for part in ("core", "games", "bots", "research"):
        for path in sorted((folder / part).rglob("*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.relative_to(folder).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _use_cache_folder() -> Path:
    folder = cache_root() / "kernels" / source_hash()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    with suppress(FileNotFoundError):  # another process may be tidying up as well
        by_age = sorted((path.stat().st_mtime, path) for path in folder.parent.iterdir())
        for started, old in by_age[:-KEPT_CACHES]:
            if time.time() - started > IN_USE:
                shutil.rmtree(old, ignore_errors=True)
    return folder


CACHE = _use_cache_folder()
os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numba  # noqa: E402  (reads NUMBA_CACHE_DIR when it is imported)
from numba.core import event  # noqa: E402

numba.config.CACHE_DIR = str(CACHE)  # where something else imported Numba before us

Progress = Callable[[str, int, float], None]
"""Told of every kernel that had to be compiled: its name, how many so far, seconds so far."""


class _CompileProgress(event.Listener):  # type: ignore[misc]
    """Counts real compilations (a load from the cache is none) and tells whoever wants to know."""

    def __init__(self) -> None:
        self.count = 0
        self.depth = 0
        self.started = 0.0
        self.seconds = 0.0
        self.report: Progress = _say_on_terminal

    def on_start(self, event: Any) -> None:
        if self.depth == 0:
            self.started = time.perf_counter()
        self.depth += 1
        self.count += 1
        self.report(event.data["dispatcher"].py_func.__name__, self.count, self._elapsed())

    def on_end(self, event: Any) -> None:  # noqa: ARG002  (Numba's signature)
        self.depth -= 1
        if self.depth == 0:
            self.seconds = self._elapsed()
            self.report("", self.count, self.seconds)

    def _elapsed(self) -> float:
        return self.seconds + time.perf_counter() - self.started


def _say_on_terminal(name: str, count: int, seconds: float) -> None:
    if sys.stderr.isatty():
        text = f"compiling, once for this version: {count} kernels, {seconds:.0f} s {name}"
        sys.stderr.write(f"\r\x1b[K{text}" if name else "\r\x1b[K")
        sys.stderr.flush()


compiling = _CompileProgress()
event.register("numba:compile", compiling)


def on_compile(report: Progress) -> None:
    """Have compile progress told to `report` instead of the terminal's error stream."""
    compiling.report = report


def kernel(function: Function) -> Function:
    """Compile a rule: cached on disk, releases the GIL, and may be called from a GPU kernel unchanged.

    Numba names its cache files by source file and qualified name. A template is one source file for every game, so
    the name of the module, which `bind` makes for each game, is put into the qualified name.
    """
    function.__qualname__ = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
    compiled: Function = numba.njit(cache=True, nogil=True)(function)
    return compiled


def bind(template: str, game: str, names: dict[str, Any]) -> ModuleType:
    """Load a template module for one game, with that game's functions in its namespace.

    The module gets an importable name of its own, because Numba finds its cached kernels by it.
    """
    name = f"stockade.core.templates.{template}__{game}"
    loaded = sys.modules.get(name)
    if loaded is not None:
        return loaded
    path = PACKAGE / "core" / "templates" / f"{template}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(names)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
