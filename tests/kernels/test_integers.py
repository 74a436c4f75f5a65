"""Bits of masks, compiled and as Python counts them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from millmate.kernels.integers import first_bit, popcount


@njit("int64(int64)")
def first_of_integer(mask: int) -> int:
    return first_bit(mask)


@njit("int64(uint64)")
def first_of_word(word: np.uint64) -> int:
    return first_bit(word)


@given(st.integers(0, 2**32 - 1))
def test_bits_are_counted(mask: int) -> None:
    assert popcount(mask) == mask.bit_count()


@given(st.integers(1, 2**64 - 1))
def test_the_lowest_bit_is_found(word: int) -> None:
    place = next(bit for bit in range(64) if word >> bit & 1)
    assert first_of_word(word) == first_bit(np.uint64(word)) == place
    if word < 2**63:
        assert first_of_integer(word) == first_bit(word) == place
