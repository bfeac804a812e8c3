"""Check sets stored as bits, compiled and interpreted."""

from __future__ import annotations

import random

import pytest

from stockade.core.bits import BIT_INDEX, how_many, lowest


def test_lone_bits_are_found() -> None:
    for bit in range(32):
        assert lowest(1 << bit) == lowest.py_func(1 << bit) == bit  # type: ignore[attr-defined]
        assert lowest((1 << 31) | (1 << bit)) == bit
    assert sorted(BIT_INDEX.tolist()) == list(range(32))


def test_bits_are_counted() -> None:
    dice = random.Random(1)
    for bits in [0, 1, 0xFFFFFFFF, *(dice.getrandbits(32) for _ in range(500))]:
        assert how_many(bits) == how_many.py_func(bits) == bits.bit_count()  # type: ignore[attr-defined]


def test_the_table_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        BIT_INDEX[0] = 1
