"""How kernels are compiled; bits of words, and pointers to buffers.

Kernels are handed pointers, not arrays, which would cost about twice the time: an array is seven
arguments. Uncompiled (`NUMBA_DISABLE_JIT`), a pointer is the array itself.
"""

import ctypes
from collections.abc import Callable
from typing import Any, get_args, get_origin

import numpy as np
from llvmlite import ir
from numba import config as _config
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from millmate.kernels.engine.layout import Ints, Words

# fmt: off
__all__ = [
    "U0", "U1", "Ints", "W", "Words",
    "byte_at", "compiled", "entry_point", "first", "int_at", "integer", "last", "pointer",
    "popcount", "prefetch",
]
# fmt: on

W = types.CPointer(types.uint64)  # a pointer to a buffer of words

# Makes a signed number of a word or of what is left of it.
integer: Any = np.int64

U0, U1 = np.uint64(0), np.uint64(1)

_ELEMENTS = {
    NDArray[np.uint64]: types.uint64,
    NDArray[np.int32]: types.int32,
    NDArray[np.int64]: types.int64,
}
_SCALARS = {int: types.int64, np.uint64: types.uint64, None: types.void}


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel at import, for the types of its annotations; a buffer is a pointer."""
    pointers = {array: types.CPointer(element) for array, element in _ELEMENTS.items()}
    return _compiled(function, pointers)


def entry_point(function: Callable[..., Any]) -> Any:
    """Compile a kernel that programs call: a buffer is an array."""
    arrays = {array: types.Array(element, 1, "C") for array, element in _ELEMENTS.items()}
    return _compiled(function, arrays)


def _compiled(function: Callable[..., Any], buffers: dict[Any, Any]) -> Any:
    def numba_type(annotation: Any) -> Any:
        if get_origin(annotation) is tuple:
            return types.Tuple([numba_type(part) for part in get_args(annotation)])
        return (_SCALARS | buffers)[annotation]

    annotations = dict(function.__annotations__)
    returned = numba_type(annotations.pop("return"))
    signature = returned(*[numba_type(annotation) for annotation in annotations.values()])
    decorator: Any = njit(signature, nogil=True, cache=True, error_model="numpy")
    return decorator(function)


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

    def byte_at(address: int) -> int:
        """Return the byte at an address."""
        return ctypes.c_uint8.from_address(address).value

    def int_at(address: int) -> int:
        """Return the signed number of four bytes at an address."""
        return ctypes.c_int32.from_address(address).value

else:

    def _reading(width: int) -> Any:
        """Return what makes code that reads a number at an address; bytes have no sign."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            where = builder.inttoptr(args[0], ir.IntType(width).as_pointer())
            widened = builder.zext if width == 8 else builder.sext
            return widened(builder.load(where), ir.IntType(64))

        return build

    @intrinsic
    def byte_at(typingctx: Any, address: Any) -> Any:
        """Return the byte at an address."""
        return types.int64(types.int64), _reading(8)

    @intrinsic
    def int_at(typingctx: Any, address: Any) -> Any:
        """Return the signed number of four bytes at an address."""
        return types.int64(types.int64), _reading(32)

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
