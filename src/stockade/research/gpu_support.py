"""What a GPU needs: a device, Numba's CUDA module, and arrays in its memory. Needs the extra `gpu`."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from stockade.core.errors import StockadeError

WORD = np.dtype(np.uint32)  # memory is cleared in words
CPU = 1  # in the protocol of DLPack


class NoGpu(StockadeError):
    """There is no GPU, or what is needed to use it is not installed."""

    code = "no_gpu"


def cuda() -> ModuleType:
    """Return Numba's CUDA module, after checking that there is a device."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # removed from NumPy, but numba-cuda still uses it
    try:
        from numba import cuda as module
    except ImportError as error:
        raise NoGpu(f"running on a GPU needs the extra `gpu`: pip install 'stockade[gpu]' ({error})") from error
    try:
        available = module.is_available()
    except Exception as error:  # a missing or broken driver raises many kinds of errors
        raise NoGpu(f"no usable GPU: {error}") from error
    if not available:
        raise NoGpu("no usable GPU: CUDA finds no device, or the driver or numba-cuda is missing")
    found: ModuleType = module
    return found


def arrays() -> ModuleType:
    """Return CuPy: NumPy's functions for arrays on a GPU. On a simulated GPU it is NumPy itself."""
    from numba import config

    if config.ENABLE_CUDASIM:
        return np
    try:
        import cupy
    except ImportError as error:
        raise NoGpu(f"running on a GPU needs the extra `gpu`: pip install 'stockade[gpu]' ({error})") from error
    found: ModuleType = cupy
    return found


def cleared(xp: ModuleType, shape: tuple[int, ...], kind: Any) -> tuple[Any, Any]:
    """Return an array of zeros, and the same memory as words, which are cleared faster than single bytes."""
    count, item = int(np.prod(shape)), np.dtype(kind)
    words = xp.zeros(-(-count * item.itemsize // WORD.itemsize), WORD)
    return words.view(item)[:count].reshape(shape), words


def taken_over(xp: ModuleType, numbers: Any) -> Any:
    """Return somebody's numbers as an array on the device: a list, an array, or a tensor of another library."""
    if isinstance(numbers, np.ndarray) or not hasattr(numbers, "__dlpack_device__"):
        return xp.asarray(numbers)
    is_on_cpu = numbers.__dlpack_device__()[0] == CPU
    return xp.asarray(np.from_dlpack(numbers)) if is_on_cpu else xp.from_dlpack(numbers)


def to_host(array: Any) -> Any:
    """Return an array of the device as a NumPy array."""
    return array.get() if hasattr(array, "get") else array.copy()


@contextmanager
def told(text: str) -> Iterator[None]:
    """Show on a terminal what takes so long, and how long it has taken so far. Nothing is shown for quick work."""
    ended = threading.Event()

    def tell() -> None:
        seconds = 0
        while not ended.wait(1.0):
            seconds += 1
            sys.stderr.write(f"\r\x1b[K{text}, once for this version: {seconds} s")
            sys.stderr.flush()
        if seconds:
            sys.stderr.write("\r\x1b[K")

    teller = threading.Thread(target=tell, daemon=True)
    if sys.stderr.isatty():
        teller.start()
    try:
        yield
    finally:
        ended.set()
        if teller.is_alive():
            teller.join()
