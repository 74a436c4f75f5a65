"""Integers of 64 bits in kernels, and the bits of masks."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import config as _config
from numba import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    # A kernel's integers are Python's to whoever reads it.
    int64 = int
else:
    # Narrow and unsigned numbers from arrays must be widened before they meet others: unsigned
    # ones of 64 bits and signed ones make floats.
    int64 = np.int64

Mask = int | np.uint64


def instruction(argument: Any, emit: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    """Return what an intrinsic of one argument returns: its types, and what makes its code."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return emit(builder, args[0])

    return types.int64(argument), build


config: Any = _config
if config.DISABLE_JIT:

    def popcount(mask: Mask) -> int:
        """Return the number of bits in a mask."""
        return int(mask).bit_count()

    def first_bit(mask: Mask) -> int:
        """Return the place of the lowest bit of a mask that is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def last_bit(mask: Mask) -> int:
        """Return the place of the highest bit of a mask that is not empty."""
        return int(mask).bit_length() - 1

else:
    _POISON = ir.Constant(ir.IntType(1), 1)  # a mask is not empty

    @intrinsic
    def popcount(typingctx: Any, mask: Any) -> Any:
        """Return the number of bits in a mask."""
        return instruction(types.uint64, lambda builder, word: builder.ctpop(word))

    @intrinsic
    def first_bit(typingctx: Any, mask: Any) -> Any:
        """Return the place of the lowest bit of a mask that is not empty."""
        return instruction(types.uint64, lambda builder, word: builder.cttz(word, _POISON))

    @intrinsic
    def last_bit(typingctx: Any, mask: Any) -> Any:
        """Return the place of the highest bit of a mask that is not empty."""

        def emit(builder: Any, word: Any) -> Any:
            return builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(word, _POISON))

        return instruction(types.uint64, emit)
