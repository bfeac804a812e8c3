"""Turns kernels into machine code. Each kernel is translated once, and all kernels of a game are optimised together.

On its own, Numba makes a library for every function, with a copy of everything that the function calls. Each copy is
optimised and turned into machine code again. Here, a kernel that other kernels call is only translated: it is a
*part*. The kernels that Python calls are the *entries*. They are linked with all the parts they need, and this
*whole* is optimised once. A part is translated for 64-bit whole numbers, whatever width it is called with.

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
"""The Numba types of the arguments of a call."""


ENVIRONMENT = "_ZN08NumbaEnv"  # the prefix of the names that Numba gives to environments
NARROW = frozenset((np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32))


def canonical(kind: Any) -> Any:
    """Return the type that a kernel is translated for if another kernel calls it with this type.

    Whole numbers have 64 bits.
    """
    kind = types.unliteral(kind)
    if isinstance(kind, types.IntEnumMember):
        return types.int64
    if isinstance(kind, types.Integer) and not isinstance(kind, types.Boolean) and kind.bitwidth < 64:
        return types.int64
    return kind


def kinds_of(arguments: Iterable[Any]) -> Kinds:
    """Return the types that a kernel is translated for if Python calls it with these arguments."""
    return tuple(map(kind_of, arguments))


def kind_of(argument: Any) -> Any:
    """Return the type that a kernel is translated for if Python calls it with this argument."""
    if type(argument) in NARROW or isinstance(argument, IntEnum):
        return types.int64
    if isinstance(argument, np.void):
        return kind_of_record(argument.dtype)
    return canonical(typeof(argument))


@cache
def kind_of_record(layout: np.dtype[Any]) -> Any:
    """Return Numba's type of a record.

    The answer is kept, because Numba goes through all fields of the record each time.
    """
    return from_dtype(layout)


class Part(JITCodeLibrary):  # type: ignore[misc]
    """A translated kernel, to be linked with others. It gets no machine code of its own."""

    _merged: Any = None

    def finalize(self) -> None:
        self._finalized = True

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        self._linking_libraries.append(library)

    def add_llvm_module(self, ll_module: Any) -> None:
        """Add code without optimising it. It is optimised later, together with the code that calls it."""
        self._final_module.link_in(ll_module)

    def _get_module_for_linking(self) -> Any:
        """Return the code with everything it calls, for functions that Numba compiles in its own way."""
        if self._merged is None:
            self._merged = self._final_module.clone()
            for library in everything_behind(self)[1:]:
                self._merged.link_in(module_of(library), preserve=True)
            for function in self._merged.functions:
                if not function.is_declaration:
                    function.linkage = "linkonce_odr"
        return self._merged


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """Entries and all the parts they need, optimised together. Only the entries are visible from outside."""

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
    """Return a library and all libraries that must be linked with it, each once."""
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
    """Return a library's own code. Code that Numba compiled in its own way includes everything it calls."""
    return library._final_module if isinstance(library, Part) else library._get_module_for_linking()


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A kernel with entries: Python calls machine code. A kernel without entries is `Interpreted`."""

    is_heavy = False  # whether Python must never run it

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Tell Numba how another kernel calls this one."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        kinds = tuple(map(canonical, args))
        self.part(kinds)
        known = [part.signature for part in self.parts.values()]
        template = typing.make_concrete_template("Kernel", key=self.__name__, signatures=known)
        return template, pysig, kinds, {}

    def get_overload(self, sig: Any) -> Any:
        """Return the key by which another kernel's translation finds this one's."""
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
        """Return the translation of this kernel for arguments of these types."""
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
        """Let Python call machine code for arguments of these types from now on."""
        self._insert([kind._code for kind in kinds], function, False)
        self.entries[kinds] = function
        self.__class__ = Kernel

    def typeof_pyval(self, val: Any) -> Any:
        """Return the type of an argument. Numba calls this if it does not know the argument's class."""
        return kind_of(val)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Return the function to call for arguments that no entry fits as they are. Numba calls this."""
        if kws:
            return self.py_func
        kinds = kinds_of(args)
        if kinds not in self.entries and (compiles_here or self.is_heavy):
            compile_entries(self.__name__, [(self, kinds)])
        if kinds not in self.entries:
            return self.py_func
        return lambda *given: self.entries[kinds](*map(_plain, given))


class Interpreted(Kernel):
    """A kernel without an entry, which Python runs. Kernels that are being translated can call it like any other.

    Arguments are widened as in a compiled kernel, because NumPy's small numbers would overflow.
    """

    def __call__(self, *args: Any, **kws: Any) -> Any:
        return self.py_func(*[arg.item() if type(arg) in NARROW else arg for arg in args], **kws)


class Heavy(Kernel):
    """A kernel without an entry that is too slow in Python. It is compiled when it is first called."""

    def __call__(self, *args: Any) -> Any:
        compile_entries(self.__name__, [(self, kinds_of(args))])
        return self(*args)


def _plain(argument: Any) -> Any:
    return int(argument) if isinstance(argument, IntEnum) else argument


compiles_here = True
"""Whether a kernel with entries is compiled for arguments of new types. If it is False, Python runs such a call."""


Entry = tuple[Kernel, Kinds]
Translated = Callable[[Kernel], None]


def _tell_nobody(_kernel: Kernel) -> None:
    pass


translated: Translated = _tell_nobody


def compile_entries(name: str, entries: Sequence[Entry], tell: Translated | None = None) -> Whole:
    """Compile kernels for calls from Python with arguments of these types, and let Python use them at once."""
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
