"""Integers of 64 bits in kernels, and the bits of masks."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros  # the machine's instruction
from numba.extending import overload

from millmate.kernels.jit import kernel

if TYPE_CHECKING:
    # A kernel's integers are Python's to whoever reads it.
    int64 = int
else:
    # Narrow and unsigned numbers from arrays must be widened before they meet others: unsigned
    # ones of 64 bits and signed ones make floats.
    int64 = np.int64


@kernel("int64(int64)", inline=True)
def popcount(mask: int) -> int:
    """Return the number of bits in a mask of at most 32."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) & 0xFFFFFFFF) >> 24


def first_bit(mask: int | np.uint64) -> int:
    """Return the place of the lowest bit of a mask that is not empty."""
    bits = int(mask)
    return (bits & -bits).bit_length() - 1


@overload(first_bit, inline="always")
def _compiled_first_bit(mask: int | np.uint64) -> Callable[[int | np.uint64], int]:
    def compiled(mask: int | np.uint64) -> int:
        return int64(trailing_zeros(mask))  # type: ignore[call-arg]

    return compiled
