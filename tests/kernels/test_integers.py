"""Bits of masks, compiled and as Python counts them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from millmate.kernels.integers import first_bit, last_bit, popcount


@njit(["UniTuple(int64, 3)(int64)", "UniTuple(int64, 3)(uint64)"])
def bits_of(mask: int) -> tuple[int, int, int]:
    return popcount(mask), first_bit(mask), last_bit(mask)


@given(st.integers(1, 2**64 - 1))
def test_bits_are_counted_and_found(word: int) -> None:
    places = [bit for bit in range(64) if word >> bit & 1]
    assert bits_of(np.uint64(word)) == (word.bit_count(), places[0], places[-1])
    if word < 2**63:
        assert bits_of(word) == bits_of(np.uint64(word))
