"""How kernels of the engines are compiled: with pointers to buffers.

Kernels are handed pointers, not arrays, which would cost about twice the time: an array is seven
arguments. Uncompiled (`NUMBA_DISABLE_JIT`), a pointer is the array itself.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from millmate.kernels.engine.layout import Ints, Words
from millmate.kernels.integers import config, instruction
from millmate.kernels.jit import compile_as, signature

__all__ = ["U0", "U1", "Ints", "W", "Words", "byte_at", "compiled", "entry_point", "int_at"]
__all__ += ["integer", "pointer", "prefetch", "word_at"]

W = types.CPointer(types.uint64)  # a pointer to a buffer of words

# Makes a signed number of a word or of what is left of it.
integer: Any = np.int64

U0, U1 = np.uint64(0), np.uint64(1)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel at import, for the types of its annotations; a buffer is a pointer."""
    pointers = signature(function, lambda array: types.CPointer(array.dtype))
    return compile_as(pointers, function, error_model="numpy")


def entry_point(function: Callable[..., Any]) -> Any:
    """Compile a kernel that programs call: a buffer is an array."""
    return compile_as(signature(function), function, error_model="numpy")


if config.DISABLE_JIT:

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

else:

    def _load(builder: Any, address: Any, width: int) -> Any:
        return builder.load(builder.inttoptr(address, ir.IntType(width).as_pointer()))

    @intrinsic
    def byte_at(typingctx: Any, address: Any) -> Any:
        """Return the byte at an address."""
        return instruction(types.int64, lambda b, at: b.zext(_load(b, at, 8), ir.IntType(64)))

    @intrinsic
    def int_at(typingctx: Any, address: Any) -> Any:
        """Return the signed number of four bytes at an address."""
        return instruction(types.int64, lambda b, at: b.sext(_load(b, at, 32), ir.IntType(64)))

    @intrinsic
    def word_at(typingctx: Any, address: Any) -> Any:
        """Return the word at an address."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _load(builder, args[0], 64)

        return types.uint64(types.int64), build

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
