"""How kernels become machine code: each is translated once, and all that a game needs is optimised together.

Numba by itself makes a library of every function, and in it a copy of everything that the function calls, optimised
and turned into machine code again at each step up. Here a kernel that other kernels call is only translated: it is a
*part*. The kernels that Python calls, the *entries*, are linked with all parts they need, and this whole goes through
the optimiser once. A part is translated for whole numbers of one width, whatever it is called with.

Until a kernel has an entry, Python runs it: see `stockade.core.library` for when that changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.core import compiler as numba_compiler
from numba.core import sigutils, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typing.typeof import typeof
from numba.np.numpy_support import from_dtype

from stockade.core import records as records  # teaches Numba to copy them

Kinds = tuple[Any, ...]
"""Numba's types of the arguments of a call."""


ENVIRONMENT = "_ZN08NumbaEnv"  # how Numba's names of environments begin
NARROW = frozenset((np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32))


def canonical(kind: Any) -> Any:
    """The type that a kernel is translated for where it is called with this one: whole numbers have 64 bits."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.IntEnumMember):
        return types.int64
    if isinstance(kind, types.Integer) and not isinstance(kind, types.Boolean) and kind.bitwidth < 64:
        return types.int64
    return kind


def kinds_of(arguments: Iterable[Any]) -> Kinds:
    return tuple(map(kind_of, arguments))


def kind_of(argument: Any) -> Any:
    """The type that a kernel is translated for where Python calls it with this."""
    if type(argument) in NARROW or isinstance(argument, IntEnum):
        return types.int64
    if isinstance(argument, np.void):
        return kind_of_record(argument.dtype)
    return canonical(typeof(argument))


@cache
def kind_of_record(layout: np.dtype[Any]) -> Any:
    """Asked for once: Numba goes through all fields of a record each time."""
    return from_dtype(layout)


class Part(JITCodeLibrary):  # type: ignore[misc]
    """One kernel translated, to be linked into others; it becomes no machine code of its own."""

    _merged: Any = None

    def finalize(self) -> None:
        self._finalized = True

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        self._linking_libraries.append(library)

    def add_llvm_module(self, ll_module: Any) -> None:
        """As it is: it will be optimised with whatever calls it."""
        self._final_module.link_in(ll_module)

    def _get_module_for_linking(self) -> Any:
        """With all that it calls, for functions that Numba compiles in its own way."""
        if self._merged is None:
            self._merged = self._final_module.clone()
            for library in everything_behind(self)[1:]:
                self._merged.link_in(module_of(library), preserve=True)
            for function in self._merged.functions:
                if not function.is_declaration:
                    function.linkage = "linkonce_odr"
        return self._merged


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """Entries with all parts behind them, optimised together. Nothing but the entries is to be seen from outside."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.enable_object_caching()
        self._entries: set[str] = set()

    def add_entry(self, context: Any, part: Any) -> None:
        """Let Python call a part."""
        context.create_cpython_wrapper(self, part.fndesc, part.environment, part.call_helper, release_gil=True)
        self._linking_libraries.append(part.library)
        self._entries.add(part.fndesc.llvm_cpython_wrapper_name)

    def finalize(self) -> None:
        for library in everything_behind(self)[1:]:
            self._final_module.link_in(module_of(library), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._entries:
                function.linkage = "internal"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    @property
    def machine_code(self) -> bytes:
        code: bytes = self._get_compiled_object()
        return code

    @property
    def environment_names(self) -> list[str]:
        """The names of the environments, which hold the Python objects that the machine code refers to."""
        names = [variable.name for variable in self._final_module.global_variables]
        return [name for name in names if name.startswith(ENVIRONMENT)]


class Loaded(JITCodeLibrary):  # type: ignore[misc]
    """Machine code from a file."""

    def __init__(self, codegen: Any, name: str, machine_code: bytes, symbols: Iterable[str]) -> None:
        super().__init__(codegen, name)
        self.enable_object_caching()
        self._set_compiled_object(machine_code)
        self._finalize_final_module()
        codegen._engine._defined_symbols.update(symbols)


def everything_behind(library: Any) -> list[Any]:
    """A library and all that is to be linked with it, each once."""
    found: dict[int, Any] = {}
    ahead = [library]
    while ahead:
        each = ahead.pop()
        if id(each) not in found:
            found[id(each)] = each
            if isinstance(each, Part | Whole):
                ahead += each._linking_libraries
    return list(found.values())


def module_of(library: Any) -> Any:
    """A library's own code. What Numba compiled in its own way comes with all that it calls."""
    return library._final_module if isinstance(library, Part) else library._get_module_for_linking()


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A kernel with entries: Python calls machine code. See `Interpreted` for one that has none."""

    is_heavy = False  # whether it is never left to Python

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What another kernel that calls this one is told of it."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        kinds = tuple(map(canonical, args))
        self.part(kinds)
        known = [part.signature for part in self.parts.values()]
        template = typing.make_concrete_template("Kernel", key=self.__name__, signatures=known)
        return template, pysig, kinds, {}

    def get_overload(self, sig: Any) -> Any:
        """The key by which another kernel's translation finds this one's."""
        args, _ = sigutils.normalize_signature(sig)
        return self.parts[tuple(args)].library

    @property
    def parts(self) -> dict[Kinds, Any]:
        found: dict[Kinds, Any] = self.__dict__.setdefault("_parts", {})
        return found

    @property
    def entries(self) -> dict[Kinds, Callable[..., Any]]:
        found: dict[Kinds, Callable[..., Any]] = self.__dict__.setdefault("_entries", {})
        return found

    def part(self, kinds: Kinds) -> Any:
        """This kernel's translation for some types."""
        with global_compiler_lock, self._compiling_counter:
            if kinds not in self.parts:
                flags = numba_compiler.Flags()
                self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
                flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
                part = numba_compiler.compile_extra(
                    self.typingctx,
                    self.targetctx,
                    self.py_func,
                    args=kinds,
                    return_type=None,
                    flags=flags,
                    locals={},
                    library=Part(self.targetctx.codegen(), self.py_func.__qualname__),
                )
                self.targetctx.insert_user_function(part.library, part.fndesc, [part.library])
                self.parts[kinds] = part
                translated(self)
            return self.parts[kinds]

    def enter(self, kinds: Kinds, function: Callable[..., Any]) -> None:
        """Have Python call machine code for arguments of these types from now on."""
        self._insert([kind._code for kind in kinds], function, False)
        self.entries[kinds] = function
        self.__class__ = Kernel

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Called by Numba for arguments that no entry fits as they are; gives what to call instead."""
        if kws:
            return self.py_func
        kinds = kinds_of(args)
        if kinds not in self.entries and (compiles_here or self.is_heavy):
            compile_entries(self.__name__, [(self, kinds)])
        if kinds not in self.entries:
            return self.py_func
        return lambda *given: self.entries[kinds](*map(_plain, given))


class Interpreted(Kernel):
    """A kernel without an entry: Python runs it. To a kernel that is being translated it is like any other.

    Its arguments are as wide as those of a compiled one: NumPy's small numbers would overflow where those do not.
    """

    def __call__(self, *args: Any, **kws: Any) -> Any:
        return self.py_func(*[arg.item() if type(arg) in NARROW else arg for arg in args], **kws)


class Heavy(Kernel):
    """A kernel without an entry that does too much for Python to run it: it is compiled when it is called."""

    def __call__(self, *args: Any) -> Any:
        compile_entries(self.__name__, [(self, kinds_of(args))])
        return self(*args)


def _plain(argument: Any) -> Any:
    return int(argument) if isinstance(argument, IntEnum) else argument


compiles_here = True
"""Whether a kernel that has entries is compiled for arguments of new types. Where people wait, Python runs it."""


Entry = tuple[Kernel, Kinds]
Translated = Callable[[Kernel], None]


def _tell_nobody(_kernel: Kernel) -> None:
    pass


translated: Translated = _tell_nobody


def compile_entries(name: str, entries: Sequence[Entry], tell: Translated | None = None) -> Whole:
    """Machine code for kernels that Python calls with arguments of these types. They are entered at once."""
    global translated
    context = cpu_target.target_context
    with global_compiler_lock:
        context.refresh()
        cpu_target.typing_context.refresh()
        translated = tell or _tell_nobody
        try:
            whole = Whole(context.codegen(), name)
            parts = [kernel.part(kinds) for kernel, kinds in entries]
            for part in parts:
                whole.add_entry(context, part)
            whole.finalize()
        finally:
            translated = _tell_nobody
        for (kernel, kinds), part in zip(entries, parts, strict=True):
            kernel.enter(kinds, context.get_executable(whole, part.fndesc, part.environment))
    return whole
