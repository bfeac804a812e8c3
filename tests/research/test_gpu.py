"""Check that a GPU, real or simulated, plays exactly like the CPU, and the error if there is none."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest
from tests.core.process import python

import stockade
from stockade.core import device
from stockade.core.device import DeviceFunctions, tables_of
from stockade.core.kernel import kernel
from stockade.core.library import source_hash
from stockade.research import gpu, gpu_support

TABLE = np.arange(5)
TABLE.flags.writeable = False


@kernel
def looked_up(k: int) -> int:
    return TABLE[k]


@kernel
def added(k: int) -> int:
    return looked_up(k) + looked_up(0)


class FakeCuda:
    """Records the calls made to it."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.made: list[Any] = []

    def to_device(self, table: Any) -> Any:
        self.sent.append(table)
        return table.tolist()

    def jit(self, device: bool) -> Any:
        assert device

        def make(function: Any) -> Any:
            self.made.append(function)
            return function

        return make


SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "default"}
FILLED = {"MALLOC_PERTURB_": "85", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}  # see tests/core/test_heap.py


BOTH_ORDERS = [1, pytest.param(-1, marks=pytest.mark.deep)]


@pytest.mark.parametrize("order", BOTH_ORDERS, ids=["forwards", "backwards"])
def test_a_simulated_gpu_plays_what_a_cpu_plays(order: int) -> None:
    """All games run one after the other in one process, and each uses its own rules."""
    names = stockade.games()[::order]
    said = python("-m", "tests.research.simulated_gpu", *names, **SIMULATED, **FILLED)
    assert said.splitlines() == [f"{name}: the same" for name in names]


def test_what_is_compiled_for_a_gpu_is_kept_by_game_and_by_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of all games have the same file and name; without this a game would load those of another from disk."""
    bound: list[dict[str, Any]] = []
    monkeypatch.setattr(device, "bind", lambda _template, _game, names: bound.append(names))
    monkeypatch.setattr(device, "use_cache", lambda _folder: None)
    monkeypatch.setattr(DeviceFunctions, "of", lambda _functions, thing: thing)
    for name in stockade.games():
        device.kernels_on(FakeCuda(), stockade.game(name))
    keys = [names["KEY"] for names in bound]
    assert len(set(keys)) == len(stockade.games())
    for name, key in zip(stockade.games(), keys, strict=True):
        assert key == f"{name}_{source_hash(stockade.game(name).package)}"


def gpu_is_there() -> bool:
    try:
        gpu_support.cuda()
    except gpu.NoGpu:
        return False
    return True


@pytest.mark.skipif(not gpu_is_there(), reason="needs a GPU")
@pytest.mark.parametrize("order", [1, -1], ids=["forwards", "backwards"])
def test_a_gpu_plays_what_a_cpu_plays(order: int, tmp_path: Path) -> None:
    """All games run in one process with an empty cache, then each in a separate process with the same cache."""
    names = stockade.games()[::order]
    cache = {"STOCKADE_CACHE_DIR": str(tmp_path), "PYTHONWARNINGS": "default"}
    only_compare = ("bench/gpu.py", "--runs", "0")
    python(*only_compare, *names, **cache)
    for name in reversed(names):
        python(*only_compare, name, **cache)


def test_functions_and_tables_go_to_the_device_once() -> None:
    cuda = FakeCuda()
    device = DeviceFunctions(cuda)
    on_device = device.of(added)
    assert on_device(3) == 3
    assert device.of(added) is on_device
    assert [function.__name__ for function in cuda.made] == ["looked_up", "added"]
    assert len(cuda.sent) == 1
    assert on_device.__globals__["looked_up"].__globals__["TABLE"] == [0, 1, 2, 3, 4]
    assert device.of(7) == 7
    assert device.of(TABLE) is device.of(TABLE)


def test_a_few_small_tables_are_compiled_in() -> None:
    cuda = FakeCuda()
    on_device = DeviceFunctions(cuda, compiles_tables=True).of(added)
    assert not cuda.sent
    assert on_device.__globals__["looked_up"].__globals__["TABLE"] is TABLE
    assert [table is TABLE for table in tables_of([added, added, 7])] == [True]


def put_in_place(monkeypatch: pytest.MonkeyPatch, module: ModuleType | None) -> None:
    """Make `from numba import cuda` return this object, or fail if it is None."""
    monkeypatch.delattr(numba, "cuda", raising=False)
    if module is not None:
        monkeypatch.setattr(numba, "cuda", module, raising=False)
    monkeypatch.setitem(sys.modules, "numba.cuda", module)
    monkeypatch.setattr(np, "row_stack", np.vstack, raising=False)  # restored afterwards


def test_without_a_device_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("numba.cuda")
    module.is_available = lambda: False  # type: ignore[attr-defined]
    put_in_place(monkeypatch, module)
    with pytest.raises(gpu.NoGpu, match="no usable GPU") as refused:
        gpu.GpuBatch("blockade", 4)
    assert refused.value.code == "no_gpu"
    assert isinstance(refused.value, stockade.StockadeError)


def test_a_broken_driver_is_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> bool:
        raise RuntimeError("driver too old")

    module = ModuleType("numba.cuda")
    module.is_available = broken  # type: ignore[attr-defined]
    put_in_place(monkeypatch, module)
    with pytest.raises(gpu.NoGpu, match="driver too old"):
        gpu_support.cuda()


def test_without_the_extra_it_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, None)
    with pytest.raises(gpu.NoGpu, match=r"stockade\[gpu\]"):
        gpu_support.cuda()
