"""Check in the source of every kernel that it uses only memory that stays alive."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.architecture.kernels import faults, kernels_in
from tests.architecture.test_architecture import SOURCES, place

WITH_KERNELS = [path for path in SOURCES if kernels_in(path.read_text("utf-8"))]

DANGLING = """
@kernel
def describe(state, table):
    room = np.empty(2, RECORD)
    room[0] = state
    now = room[0]
    finish_turn(now)
    describe_means(now, table)
"""
HELD = DANGLING.replace("np.empty(2, RECORD)", "two_states()") + "\ntwo_states = room_of(2, RECORD)\n"


def test_there_are_kernels_to_read() -> None:
    assert sum(len(kernels_in(path.read_text("utf-8"))) for path in WITH_KERNELS) > 500


@pytest.mark.parametrize("path", WITH_KERNELS, ids=place)
def test_every_record_lies_in_memory_that_lasts(path: Path) -> None:
    assert faults(path.read_text("utf-8")) == []


def test_a_record_of_a_local_array_is_refused() -> None:
    assert len(faults(DANGLING)) == 1
    assert "room_of" in faults(DANGLING)[0]
    assert faults(HELD) == []


@pytest.mark.parametrize("maker", ["np.empty(1, STATE)", "np.zeros(depth, STATE)", "np.zeros(3, dtype=LAYOUT)"])
def test_whatever_makes_it(maker: str) -> None:
    assert len(faults(f"@kernel\ndef f(depth):\n    room = {maker}\n    use(room[0])\n")) == 1


def test_arrays_of_numbers_are_counted_by_numba_itself() -> None:
    assert faults("@kernel\ndef f():\n    a = np.zeros((3, 4), np.int32)\n    return a[1:]\n") == []


@pytest.mark.parametrize(
    "body",
    [
        "return scratch()",
        "return scratch()[:3]",
        "a = scratch()\n    return a",
        "a = scratch()[1:]\n    return 1, a[:2]",
    ],
)
def test_room_is_not_handed_out(body: str) -> None:
    source = f"from stockade.core.scratch import scratch\n@kernel\ndef f():\n    {body}\n"
    assert [fault for fault in faults(source) if "returned" in fault]


def test_a_number_of_it_is() -> None:
    source = "from stockade.core.scratch import scratch\n@kernel\ndef f():\n    a = scratch()\n    return a[0]\n"
    assert faults(source) == []
