"""Helpers shared by the engines' kernels, which take pointers to buffers.

An array would cost about twice the time: it is seven arguments. Uncompiled, a pointer is the array
itself.
"""

import ctypes
from typing import Any

import numpy as np

from millmate.kernels.declare import Function, declared, exported
from millmate.kernels.engine.layout import Ints, Words

__all__ = ["U0", "U1", "Ints", "Words", "byte_at", "compiled", "entry_point", "int_at"]
__all__ += ["integer", "pointer", "prefetch", "word_at"]

# Converts a word, or a part of one, to a signed number.
integer: Any = np.int64

U0, U1 = np.uint64(0), np.uint64(1)


def compiled(function: Function) -> Function:
    """Declare a kernel that other kernels call: a buffer is a pointer."""
    return declared(function, buffers=True, errors=False)


def entry_point(function: Function) -> Function:
    """Declare a kernel that programs call: a buffer is an array."""
    return exported(declared(function, errors=False))


# In the library each of these is an instruction: see `making.instructions`.


def pointer(array: Any) -> Any:
    """Return a pointer to the array's first element."""
    return array


def prefetch(words: Words, index: int) -> int:
    """Ask the processor for the cache line of an element that will be read soon."""
    return index


def byte_at(address: int) -> int:
    """Return the byte at an address."""
    return ctypes.c_uint8.from_address(address).value


def int_at(address: int) -> int:
    """Return the signed number of four bytes at an address."""
    return ctypes.c_int32.from_address(address).value


def word_at(address: int) -> Any:
    """Return the word at an address."""
    return np.uint64(ctypes.c_uint64.from_address(address).value)
