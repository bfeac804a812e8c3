"""Sets of contracts as bits. There are more of them than fit into the 32 that `core.bits` reads."""

from stockade.core.bits import how_many, lowest
from stockade.core.kernel import kernel

HALF = 32
LOW = (1 << HALF) - 1


@kernel
def first_of(bits: int) -> int:
    """Place of the lowest bit that is set."""
    return lowest(bits & LOW) if bits & LOW else HALF + lowest(bits >> HALF)


@kernel
def size_of(bits: int) -> int:
    """How many bits are set."""
    return how_many(bits & LOW) + how_many(bits >> HALF)
