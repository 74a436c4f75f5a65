"""Integers of 64 bits in kernels, and the bits of masks."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    # A kernel's integers are Python's to whoever reads it.
    int64 = int
else:
    # Narrow and unsigned numbers from arrays must be widened before they meet others: unsigned
    # ones of 64 bits and signed ones make floats.
    int64 = np.int64

Mask = int | np.uint64

# In the library each of these is an instruction: see `making.instructions`.


def popcount(mask: Mask) -> int:
    """Return the number of bits in a mask."""
    return int(mask).bit_count()


def first_bit(mask: Mask) -> int:
    """Return the place of the lowest bit of a mask that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


def last_bit(mask: Mask) -> int:
    """Return the place of the highest bit of a mask that is not empty."""
    return int(mask).bit_length() - 1
