"""Sixty-four bytes at once, one for each lane: for the verifier.

In kernels `Lanes` are values that the processor holds in vector registers, and each function here
is one instruction or a few. Uncompiled they are arrays, and the functions do what they say.

Of a comparison's result each byte is 255 where it holds and 0 where not.
"""

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import SYMMETRY
from millmate.kernels.jit import Bytes2D

_BYTE, _WORD = ir.IntType(8), ir.IntType(64)
_BYTES, _WORDS = ir.VectorType(_BYTE, 64), ir.VectorType(_WORD, 8)
_NONE = ir.Constant(_BYTES, None)


class _LanesType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Lanes")


_LANES = _LanesType()
Lanes = Annotated[NDArray[np.uint8], _LANES]


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, _BYTES)  # type: ignore[no-untyped-call]


_Emit = Callable[..., Any]
_Function = Callable[..., Any]


def _emitted(returned: Any, *arguments: Any) -> Callable[[_Function], Callable[[_Emit], _Emit]]:
    """Return what says how a function is compiled: its types; None stands for an array's."""

    def of(function: _Function) -> Callable[[_Emit], _Emit]:
        class Template(AbstractTemplate):
            def generic(self, args: Any, _kws: Any) -> Any:
                taken = [own or given for own, given in zip(arguments, args, strict=True)]
                return signature(returned, *taken)  # type: ignore[no-untyped-call]

        infer_global(function)(Template)  # type: ignore[no-untyped-call]

        def register(emit: _Emit) -> _Emit:
            def lowered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
                pairs = zip(sig.args, args, strict=True)
                return emit(builder, *[_at(context, builder, t, value) for t, value in pairs])

            lower_builtin(function, *[own or types.Array for own in arguments])(lowered)  # type: ignore[no-untyped-call]
            return emit

        return register

    return of


def _at(context: Any, builder: Any, type_: Any, value: Any) -> Any:
    """Return a number or lanes as they are, of an array where its rows begin."""
    if not isinstance(type_, types.Array):
        return value
    array = context.make_array(type_)(context, builder, value)
    return builder.bitcast(array.data, _BYTES.as_pointer())


def _row(builder: Any, rows: Any, row: Any) -> Any:
    return builder.gep(rows, [row])


# Memory -------------------------------------------------------------------------------------------


def load(rows: Bytes2D, row: int) -> Lanes:
    """Return a row of an array, uint8[rows, 64]."""
    return np.array(rows[row])


@_emitted(_LANES, None, types.int64)(load)
def _load(builder: Any, rows: Any, row: Any) -> Any:
    loaded = builder.load(_row(builder, rows, row))
    loaded.align = 1
    return loaded


def store(rows: Bytes2D, row: int, lanes: Lanes) -> None:
    """Write a row of an array."""
    rows[row] = lanes


@_emitted(types.void, None, types.int64, _LANES)(store)
def _store(builder: Any, rows: Any, row: Any, lanes: Any) -> Any:
    builder.store(lanes, _row(builder, rows, row)).align = 1
    return ir.Constant(_BYTE.as_pointer(), None)


def fill(byte: np.uint8) -> Lanes:
    """Return lanes that all hold a byte."""
    return np.full(64, byte, np.uint8)


@_emitted(_LANES, types.uint8)(fill)
def _fill(builder: Any, byte: Any) -> Any:
    one = builder.insert_element(_NONE, byte, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, _NONE, _places([0] * 64))


def spread(word: np.uint64) -> Lanes:
    """Return 255 in the lanes that are a word's bits."""
    bits = np.unpackbits(np.array([word], "<u8").view(np.uint8), bitorder="little")
    return np.asarray(255 * bits, np.uint8)


@_emitted(_LANES, types.uint64)(spread)
def _spread(builder: Any, word: Any) -> Any:
    return builder.sext(builder.bitcast(word, ir.VectorType(ir.IntType(1), 64)), _BYTES)


def has_any(lanes: Lanes) -> bool:
    """Tell whether a lane does not hold 0."""
    return bool(lanes.any())


@_emitted(types.boolean, _LANES)(has_any)
def _has_any(builder: Any, lanes: Any) -> Any:
    all_ = ir.IntType(512)
    return builder.icmp_unsigned("!=", builder.bitcast(lanes, all_), ir.Constant(all_, 0))


# Lane by lane -------------------------------------------------------------------------------------

_PAIR = _emitted(_LANES, _LANES, _LANES)


def both(one: Lanes, other: Lanes) -> Lanes:
    """Return the bits that both have."""
    return one & other


@_PAIR(both)
def _both(builder: Any, one: Any, other: Any) -> Any:
    return builder.and_(one, other)


def either(one: Lanes, other: Lanes) -> Lanes:
    """Return the bits that either has."""
    return one | other


@_PAIR(either)
def _either(builder: Any, one: Any, other: Any) -> Any:
    return builder.or_(one, other)


def difference(one: Lanes, other: Lanes) -> Lanes:
    """Return the bits that one has and the other has not."""
    return one ^ other


@_PAIR(difference)
def _difference(builder: Any, one: Any, other: Any) -> Any:
    return builder.xor(one, other)


def plus(one: Lanes, other: Lanes) -> Lanes:
    """Return the sums, modulo 256."""
    return one + other


@_PAIR(plus)
def _plus(builder: Any, one: Any, other: Any) -> Any:
    return builder.add(one, other)


def greater(one: Lanes, other: Lanes) -> Lanes:
    """Return the greater bytes."""
    return np.maximum(one, other)


@_PAIR(greater)
def _greater(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_unsigned(">", one, other), one, other)


def lesser(one: Lanes, other: Lanes) -> Lanes:
    """Return the lesser bytes."""
    return np.minimum(one, other)


@_PAIR(lesser)
def _lesser(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_unsigned("<", one, other), one, other)


def same(one: Lanes, other: Lanes) -> Lanes:
    """Compare: equal."""
    return np.asarray(255 * (one == other), np.uint8)


@_PAIR(same)
def _same(builder: Any, one: Any, other: Any) -> Any:
    return builder.sext(builder.icmp_unsigned("==", one, other), _BYTES)


def above(one: Lanes, other: Lanes) -> Lanes:
    """Compare: greater."""
    return np.asarray(255 * (one > other), np.uint8)


@_PAIR(above)
def _above(builder: Any, one: Any, other: Any) -> Any:
    return builder.sext(builder.icmp_unsigned(">", one, other), _BYTES)


def choose(where: Lanes, one: Lanes, other: Lanes) -> Lanes:
    """Return the one where a comparison held, else the other."""
    return np.where(where > 0, one, other)


@_emitted(_LANES, _LANES, _LANES, _LANES)(choose)
def _choose(builder: Any, where: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_unsigned("!=", where, _NONE), one, other)


# Lanes as squares of a board ----------------------------------------------------------------------


def _places(lanes: list[int]) -> Any:
    """Return a constant that says which lane each comes from, 64 meaning none."""
    return ir.Constant(ir.VectorType(ir.IntType(32), 64), lanes)


def beside(lanes: Lanes) -> Lanes:
    """Return in each lane the greatest byte that is a king's move away."""
    board = np.zeros((10, 10), np.uint8)
    board[1:9, 1:9] = lanes.reshape(8, 8)
    ways = [(rank, file) for rank in range(3) for file in range(3) if (rank, file) != (1, 1)]
    moved = [board[rank : rank + 8, file : file + 8] for rank, file in ways]
    return np.asarray(np.max(moved, axis=0).reshape(64))


@_emitted(_LANES, _LANES)(beside)
def _beside(builder: Any, lanes: Any) -> Any:
    words, eight = builder.bitcast(lanes, _WORDS), ir.Constant(_WORDS, [8] * 8)
    files = [shift(words, eight) for shift in (builder.shl, builder.lshr)]
    east, west = (builder.bitcast(file, _BYTES) for file in files)
    sides = _greater(builder, east, west)
    rank = _greater(builder, sides, lanes)
    up, down = [min(lane + 8, 64) for lane in range(64)], [64] * 8 + [*range(56)]
    for way in (up, down):
        sides = _greater(builder, sides, builder.shuffle_vector(rank, _NONE, _places(way)))
    return sides


def turned(lanes: Lanes, symmetry: int) -> Lanes:
    """Give each lane what the lane holds that a symmetry of the board takes it to."""
    return np.asarray(lanes[SYMMETRY[symmetry]])


@_emitted(_LANES, _LANES, types.int64)(turned)
def _turned(builder: Any, lanes: Any, symmetry: Any) -> Any:
    for part in (4, 2, 1):  # files and ranks are swapped first, since places are looked up
        wanted = builder.icmp_unsigned("!=", builder.and_(symmetry, _WORD(part)), _WORD(0))
        before = builder.block
        with builder.if_then(wanted):
            turn = builder.shuffle_vector(lanes, _NONE, _places(SYMMETRY[part].tolist()))
            inside = builder.block
        result = builder.phi(_BYTES)
        result.add_incoming(lanes, before)
        result.add_incoming(turn, inside)
        lanes = result
    return lanes
