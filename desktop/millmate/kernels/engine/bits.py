"""Bits of words, and pointers to buffers.

Kernels are handed pointers, not arrays, which would cost about twice the time: an array is seven
arguments. Uncompiled (`NUMBA_DISABLE_JIT`), a pointer is the array itself.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config as _config
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from millmate.kernels.engine.layout import Ints, Words

# fmt: off
__all__ = [
    "I8", "U0", "U1", "U8", "Ints", "M", "W", "Words",
    "compiled", "first", "integer", "last", "pointer", "popcount", "prefetch",
]
# fmt: on

# The types of pointers to the buffers, for signatures.
W = types.CPointer(types.uint64)
M = types.CPointer(types.int32)
I8 = types.int64
U8 = types.uint64

# Makes a signed number of a word or of what is left of it.
integer: Any = np.int64

U0, U1 = np.uint64(0), np.uint64(1)


def compiled(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return the decorator of all kernels here: compiled at import for one signature."""
    decorator: Any = njit(signature, nogil=True, cache=True, error_model="numpy")
    return decorator


config: Any = _config
if config.DISABLE_JIT:

    def popcount(word: np.uint64) -> int:
        """Return the number of bits in `word`."""
        return int(word).bit_count()

    def first(word: np.uint64) -> int:
        """Return the lowest bit's number; `word` is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

    def last(word: np.uint64) -> int:
        """Return the highest bit's number; `word` is not 0."""
        return int(word).bit_length() - 1

    def pointer(array: Any) -> Any:
        """Return a pointer to the array's first element."""
        return array

    def prefetch(words: Words, index: int) -> int:
        """Ask the processor for the cache line of an element that will be read soon."""
        return index

else:

    @intrinsic
    def popcount(typingctx: Any, word: Any) -> Any:
        """Return the number of bits in `word`."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), build

    @intrinsic
    def first(typingctx: Any, word: Any) -> Any:
        """Return the lowest bit's number; `word` is not 0."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), build

    @intrinsic
    def last(typingctx: Any, word: Any) -> Any:
        """Return the highest bit's number; `word` is not 0."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.int64(types.uint64), build

    @intrinsic
    def pointer(typingctx: Any, array: Any) -> Any:
        """Return a pointer to the array's first element."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return cgutils.create_struct_proxy(array)(context, builder, args[0]).data

        return types.CPointer(array.dtype)(array), build

    @intrinsic
    def prefetch(typingctx: Any, words: Any, index: Any) -> Any:
        """Ask the processor for the cache line of an element that will be read soon."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            byte = ir.IntType(8).as_pointer()
            flag = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
            function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
            where = builder.bitcast(builder.gep(args[0], [args[1]]), byte)
            builder.call(function, [where, flag(0), flag(3), flag(1)])
            return args[1]

        return types.int64(W, types.int64), build
