"""The library of a game: a file with the machine code of every kernel that Python calls.

A game can be played at once, with or without its library: without it, Python runs the kernels. Another process makes
the library (`stockade.ready`). Once it is loaded, the kernels run compiled from the next action on. The file is named
by a hash of all sources that can reach a kernel and of the processor that it is for. So after a change of the
sources, of Numba or of the machine, the old library is not found, rather than used by mistake.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stockade.core.cache import cache_root, write_whole

if TYPE_CHECKING:
    from stockade.core.compiler import Entry, Kernel, Whole
    from stockade.core.game import Game

CORE = Path(__file__).resolve().parent
SHIPPED = CORE.parent / "libraries"  # the libraries in a wheel
KEPT = 3  # libraries kept for one game, for other branches and other processors
DIGEST = 16  # bytes at the start of a file: the hash of the rest


# -- names -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target:
    """The processor that machine code is made for."""

    processor: str
    features: str

    @property
    def name(self) -> str:
        import llvmlite
        import numba

        versions = (numba.__version__, llvmlite.__version__, sys.version_info[:2], sys.platform, platform.machine())
        ways = (numba.config.BOUNDSCHECK, str(numba.config.OPT))
        return _hash(repr((self.processor, self.features, versions, ways)).encode())


# What every x86-64 processor of the last decade has (x86-64-v3). The libraries of a wheel are for these.
BASELINE = Target(
    "x86-64-v3",
    "+64bit,+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,+sse3,"
    "+sse4.1,+sse4.2,+ssse3,+xsave",
)


def host() -> Target:
    """Return this machine, or what `NUMBA_CPU_NAME` and `NUMBA_CPU_FEATURES` say."""
    from numba.core.registry import cpu_target

    codegen = cpu_target.target_context.codegen()
    return Target(codegen._get_host_cpu_name(), codegen._get_host_cpu_features())


@cache
def runs_baseline() -> bool:
    """Return whether this processor can run the libraries of a wheel."""
    import llvmlite.binding

    try:
        features = llvmlite.binding.get_host_cpu_features()
    except RuntimeError:
        return False
    return all(features.get(name.removeprefix("+"), False) for name in BASELINE.features.split(","))


@cache
def source_hash(package: str) -> str:
    """Return a hash of every source and data file that can reach a kernel of the game in that package."""
    digest = hashlib.blake2b(digest_size=8)
    for folder in (CORE, Path(str(resources.files(package)))):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.relative_to(folder.parent).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def file_name(game: Game, target: Target) -> str:
    return f"{game.name}-{source_hash(game.package)}-{target.name}.library"


def path_of(game: Game) -> Path:
    """Return the path of the library that is made on this machine. The file need not exist."""
    return cache_root() / "kernels" / file_name(game, host())


def _found(game: Game) -> Path | None:
    places = [path_of(game)]
    if runs_baseline():
        places.append(SHIPPED / file_name(game, BASELINE))
    return next((path for path in places if path.is_file()), None)


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


# -- files -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a library file."""

    machine_code: bytes
    symbols: list[str]
    constants: dict[str, list[Any]]  # Python objects that machine code refers to, by the name of their environment
    entries: dict[str, list[bytes]]  # by module and name of the kernel; one for each set of types


def save(path: Path, whole: Whole, entries: Sequence[Entry]) -> None:
    """Write a library, and delete the oldest ones of the same game."""
    from numba.core.compiler import lookup_environment

    kept: dict[str, list[bytes]] = {}
    symbols = []
    for kernel, kinds in entries:
        part = kernel.parts[kinds]
        part.fndesc.typemap = part.fndesc.calltypes = None
        kept.setdefault(_label(kernel), []).append(pickle.dumps((kinds, part.fndesc, part.environment)))
        symbols += [part.fndesc.llvm_cpython_wrapper_name, part.fndesc.env_name]
    names = whole.environment_names
    found = {name: environment for name in names if (environment := lookup_environment(name)) is not None}
    constants = {name: list(environment.consts) for name, environment in found.items() if environment.consts}
    data = pickle.dumps(Contents(whole.machine_code, symbols, constants, kept))
    write_whole(path, hashlib.blake2b(data, digest_size=DIGEST).digest() + data)
    _make_room(path)


def _make_room(path: Path) -> None:
    game = path.name.partition("-")[0]
    with suppress(FileNotFoundError):  # another process may delete files at the same time
        by_age = sorted((each.stat().st_mtime, each) for each in path.parent.glob(f"{game}-*.library"))
        for _, old in by_age[:-KEPT]:
            old.unlink(missing_ok=True)


def _read(path: Path) -> Contents | None:
    """Return the contents of a library, or None if the file is incomplete."""
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    if hashlib.blake2b(data[DIGEST:], digest_size=DIGEST).digest() != data[:DIGEST]:
        return None
    contents: Contents = pickle.loads(data[DIGEST:])
    return contents


# -- in this process -----------------------------------------------------------------------------------------------


@dataclass
class _Here:
    """What this process has loaded, and whom it asks for the rest."""

    loaded: set[str] = field(default_factory=set)
    wanted: set[str] = field(default_factory=set)
    unclaimed: dict[str, tuple[Any, list[bytes]]] = field(default_factory=dict)  # entries of kernels not yet imported
    environments: list[Any] = field(default_factory=list)  # kept alive, because machine code refers to them
    lock: threading.RLock = field(default_factory=threading.RLock)
    on_missing: Callable[[Game], None] | None = None
    on_required: Callable[[Game], None] | None = None
    forms: tuple[type[Any], type[Any]] | None = None


_here = _Here()


def ask(on_missing: Callable[[Game], None], on_required: Callable[[Game], None]) -> None:
    """Set the functions to call for a game that is played without its library, and for one that must have it."""
    _here.on_missing, _here.on_required = on_missing, on_required


def is_loaded(game: Game) -> bool:
    return game.name in _here.loaded


def is_disabled() -> bool:
    """Return whether Python runs every kernel: Numba is switched off, or `STOCKADE_COMPILE` is `never`."""
    import numba

    return bool(numba.config.DISABLE_JIT) or os.environ.get("STOCKADE_COMPILE") == "never" or _here.forms is not None


def want(game: Game) -> None:
    """Load the library of a game that is about to be played.

    If there is none, report that once and go on without it.
    """
    if game.name in _here.wanted or is_disabled():
        return
    _here.wanted.add(game.name)
    if not load(game) and _here.on_missing is not None:
        _here.on_missing(game)


def require(game: Game) -> None:
    """Wait for the library of a game, before work that is too slow in Python."""
    want(game)
    if not is_loaded(game) and not is_disabled() and _here.on_required is not None:
        _here.on_required(game)


def load(game: Game) -> bool:
    """Load a game's library if there is one, and return whether there is. Kernels that are imported later find it."""
    with _here.lock:
        if game.name in _here.loaded:
            return True
        path = _found(game)
        contents = None if path is None else _read(path)
        if contents is None:
            return False
        _enter(game.name, contents)
        _here.loaded.add(game.name)
        return True


def _enter(name: str, contents: Contents) -> None:
    from numba.core.environment import Environment, lookup_environment
    from numba.core.registry import cpu_target

    from stockade.core.compiler import Loaded

    context = cpu_target.target_context
    context.refresh()
    code = Loaded(context.codegen(), name, contents.machine_code, contents.symbols)
    for label, entries in contents.entries.items():
        _here.unclaimed[label] = (code, entries)
        module, _, attribute = label.partition(":")
        kernel = vars(sys.modules[module]).get(attribute) if module in sys.modules else None
        if kernel is not None:
            claim(kernel)
    for env_name, constants in contents.constants.items():
        environment = lookup_environment(env_name) or Environment({})
        environment.env_name, environment.consts[:] = env_name, constants
        _here.environments.append(environment)
        code.codegen.set_env(env_name, environment)


def claim(kernel: Kernel) -> None:
    """Give a kernel the entries that a loaded library has for it."""
    from numba.core.registry import cpu_target

    code, entries = _here.unclaimed.pop(_label(kernel), (None, []))
    for data in entries:
        kinds, descriptor, environment = pickle.loads(data)
        kernel.enter(kinds, cpu_target.target_context.get_executable(code, descriptor, environment))


def _label(kernel: Any) -> str:
    return f"{kernel.py_func.__module__}:{kernel.py_func.__name__}"


def forms() -> tuple[type[Any], type[Any]]:
    """Return the classes of newly defined kernels: the usual one, and the one for heavy kernels."""
    from stockade.core.compiler import Heavy, Interpreted

    return _here.forms or (Interpreted, Heavy)


def define_as(usual: type[Any], heavy: type[Any]) -> None:
    """Give kernels that are defined from now on other classes, and load no library: see `stockade.ready.recorder`."""
    _here.forms = (usual, heavy)
