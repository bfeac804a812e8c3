"""Sets stored as the bits of a whole number, for use in rules.

The functions work in the same way on a CPU, on a GPU and uncompiled. `lowest` and `how_many` are for sets of up to 32
members, `first_of` and `size_of` for sets of up to 63.
"""

import numpy as np

from stockade.core.kernel import kernel

# The index of a single bit, looked up by the top five bits of its product with a de Bruijn number.
BIT_INDEX = np.zeros(32, np.int8)
DE_BRUIJN = 0x077CB531
for _bit in range(32):
    BIT_INDEX[((DE_BRUIJN << _bit) & 0xFFFFFFFF) >> 27] = _bit
BIT_INDEX.flags.writeable = False


@kernel
def lowest(bits: int) -> int:
    """Return the position of the lowest bit that is set."""
    lone = int(bits & -bits)
    return int(BIT_INDEX[((lone * DE_BRUIJN) & 0xFFFFFFFF) >> 27])


@kernel
def how_many(bits: int) -> int:
    """Return the number of bits that are set.

    The bits are added up in pairs, then in fours, then in bytes; one product adds up the bytes.
    """
    x = int(bits) & 0xFFFFFFFF
    x -= (x >> 1) & 0x55555555
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F
    return ((x * 0x01010101) & 0xFFFFFFFF) >> 24


HALF = 32
LOW = (1 << HALF) - 1


@kernel
def first_of(bits: int) -> int:
    """Return the position of the lowest bit that is set, in a large set."""
    return lowest(bits & LOW) if bits & LOW else HALF + lowest(bits >> HALF)


@kernel
def size_of(bits: int) -> int:
    """Return the number of bits that are set, in a large set."""
    return how_many(bits & LOW) + how_many(bits >> HALF)
