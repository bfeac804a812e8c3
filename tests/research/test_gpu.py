"""Rules on a GPU: exactly those of the CPU, on a simulated device; and a plain word where there is none."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest
from tests.core.process import python

import stockade
from stockade.core.device import DeviceFunctions, tables_of
from stockade.core.kernel import kernel
from stockade.research import gpu

TABLE = np.arange(5)
TABLE.flags.writeable = False


@kernel
def looked_up(k: int) -> int:
    return TABLE[k]


@kernel
def added(k: int) -> int:
    return looked_up(k) + looked_up(0)


class FakeCuda:
    """Notes what is asked of it."""

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


@pytest.mark.parametrize("name", stockade.games())
def test_a_simulated_gpu_plays_what_a_cpu_plays(name: str) -> None:
    said = python("-m", "tests.research.simulated_gpu", name, NUMBA_ENABLE_CUDASIM="1", PYTHONWARNINGS="default")
    assert said == "the same\n"


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
    """Have `from numba import cuda` find this; None for nothing there."""
    monkeypatch.delattr(numba, "cuda", raising=False)
    if module is not None:
        monkeypatch.setattr(numba, "cuda", module, raising=False)
    monkeypatch.setitem(sys.modules, "numba.cuda", module)
    monkeypatch.setattr(np, "row_stack", np.vstack, raising=False)  # put back afterwards


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
        gpu.cuda()


def test_without_the_extra_it_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, None)
    with pytest.raises(gpu.NoGpu, match=r"stockade\[gpu\]"):
        gpu.cuda()
