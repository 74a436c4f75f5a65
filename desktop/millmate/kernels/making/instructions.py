"""LLVM instructions that replace some Python functions in kernels.

Import it before anything is compiled: this registers them with Numba.
"""

from collections.abc import Callable, Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model

from millmate.kernels import chess_verify_rows as lanes
from millmate.kernels import integers
from millmate.kernels.chess_verify_board import SYMMETRY
from millmate.kernels.engine import bits, vectors
from millmate.kernels.engine import layout as L

_Emit = Callable[..., Any]
_BIT, _BYTE, _SHORT = ir.IntType(1), ir.IntType(8), ir.IntType(16)
_INT, _WORD = ir.IntType(32), ir.IntType(64)
WORDS = types.CPointer(types.uint64)  # a pointer to a buffer of words


def instruction(
    function: Callable[..., Any], returned: Any, *taken: Any
) -> Callable[[_Emit], _Emit]:
    """Have `emit(builder, *values)` make the code of a function, for these types of Numba.

    None stands for any array, of which `emit` is given the place of the first element; `returned`
    may be a function of the types of the arguments.
    """

    class Template(AbstractTemplate):
        def generic(self, args: Any, _kws: Any) -> Any:
            own = [kind or given for kind, given in zip(taken, args, strict=True)]
            result = (
                returned(*own)
                if callable(returned) and not isinstance(returned, types.Type)
                else returned
            )
            return signature(result, *own)

    infer_global(function)(Template)

    def register(emit: _Emit) -> _Emit:
        def lowered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            pairs = zip(sig.args, args, strict=True)
            return emit(builder, *[_value(context, builder, *pair) for pair in pairs])

        lower_builtin(function, *[kind or types.Array for kind in taken])(lowered)
        return emit

    return register


def _value(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if not isinstance(kind, types.Array):
        return value
    return context.make_array(kind)(context, builder, value).data


# Bits of masks ------------------------------------------------------------------------------------

_POISON = ir.Constant(_BIT, 1)  # a mask is not empty


instruction(integers.popcount, types.int64, types.uint64)(ir.IRBuilder.ctpop)
instruction(integers.first_bit, types.int64, types.uint64)(
    lambda builder, mask: builder.cttz(mask, _POISON)
)
instruction(integers.last_bit, types.int64, types.uint64)(
    lambda builder, mask: builder.sub(ir.Constant(_WORD, 63), builder.ctlz(mask, _POISON))
)


# Places in memory ---------------------------------------------------------------------------------


instruction(bits.pointer, lambda array: types.CPointer(array.dtype), None)(
    lambda builder, place: place
)


@instruction(bits.prefetch, types.int64, WORDS, types.int64)
def _prefetch(builder: Any, words: Any, index: Any) -> Any:
    byte = _BYTE.as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [byte, _INT, _INT, _INT])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    where = builder.bitcast(builder.gep(words, [index]), byte)
    builder.call(function, [where, _INT(0), _INT(3), _INT(1)])
    return index


def _read(builder: Any, address: Any, width: int) -> Any:
    return builder.load(builder.inttoptr(address, ir.IntType(width).as_pointer()))


instruction(bits.byte_at, types.int64, types.int64)(
    lambda builder, address: builder.zext(_read(builder, address, 8), _WORD)
)
instruction(bits.int_at, types.int64, types.int64)(
    lambda builder, address: builder.sext(_read(builder, address, 32), _WORD)
)
instruction(bits.word_at, types.uint64, types.int64)(
    lambda builder, address: _read(builder, address, 64)
)


# Rows of numbers ----------------------------------------------------------------------------------
# LLVM makes of each vector as many of the machine's own as it takes.

_AT_ONCE = 32
_SHORTS, _INTS = ir.VectorType(_SHORT, _AT_ONCE), ir.VectorType(_INT, _AT_ONCE)
_HALF = ir.VectorType(_INT, _AT_ONCE // 2)


def _vectors(builder: Any, words: Any, at: Any) -> Iterator[Any]:
    """Yield pointers to the vectors of a row."""
    for first in range(0, L.ROW_WORDS, _AT_ONCE // 4):
        where = builder.add(at, ir.Constant(_WORD, first))
        yield builder.bitcast(builder.gep(words, [where]), _SHORTS.as_pointer())


def _constant(kind: Any, value: int) -> Any:
    return ir.Constant(kind, [value] * kind.count)


@instruction(vectors.shift_row, types.int64, WORDS, *[types.int64] * 4)
def _shift_row(builder: Any, words: Any, to: Any, start: Any, plus: Any, minus: Any) -> Any:
    rows = [_vectors(builder, words, at) for at in (to, start, plus, minus)]
    for target, *sources in zip(*rows, strict=True):
        first, more, less = (builder.load(each, align=8) for each in sources)
        builder.store(builder.sub(builder.add(first, more), less), target, align=8)
    return to


@instruction(vectors.weigh_row, types.int64, WORDS, types.int64, types.int64)
def _weigh_row(builder: Any, words: Any, at: Any, weights: Any) -> Any:
    zero, top = _constant(_SHORTS, 0), _constant(_SHORTS, vectors.TOP)
    total = _constant(_HALF, 0)
    evens = ir.Constant(_HALF, list(range(0, _AT_ONCE, 2)))
    odds = ir.Constant(_HALF, list(range(1, _AT_ONCE, 2)))
    pairs = zip(_vectors(builder, words, at), _vectors(builder, words, weights), strict=True)
    for one, other in pairs:
        row, weight = builder.load(one, align=8), builder.load(other, align=8)
        row = builder.select(builder.icmp_signed(">", row, zero), row, zero)
        row = builder.select(builder.icmp_signed("<", row, top), row, top)
        # A weight is small enough that its product with 255 fits 16 bits.
        product = builder.sext(builder.mul(row, weight), _INTS)
        product = builder.mul(product, builder.sext(row, _INTS))
        even = builder.shuffle_vector(product, product, evens)
        odd = builder.shuffle_vector(product, product, odds)
        total = builder.add(total, builder.add(even, odd))
    kind = ir.FunctionType(_INT, [_HALF])
    name = f"llvm.vector.reduce.add.v{_HALF.count}i32"
    add = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.sext(builder.call(add, [total]), _WORD)


# Lanes --------------------------------------------------------------------------------------------

_BYTES, _EIGHT = ir.VectorType(_BYTE, 64), ir.VectorType(_WORD, 8)
_NONE = ir.Constant(_BYTES, None)


class _LanesType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Lanes")


LANES = _LanesType()


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, _BYTES)


def _row(builder: Any, rows: Any, row: Any) -> Any:
    return builder.gep(builder.bitcast(rows, _BYTES.as_pointer()), [row])


def _places(lanes: list[int]) -> Any:
    """Return a constant that says which lane each comes from, 64 meaning none."""
    return ir.Constant(ir.VectorType(_INT, 64), lanes)


@instruction(lanes.load, LANES, None, types.int64)
def _load(builder: Any, rows: Any, row: Any) -> Any:
    loaded = builder.load(_row(builder, rows, row))
    loaded.align = 1
    return loaded


@instruction(lanes.store, types.void, None, types.int64, LANES)
def _store(builder: Any, rows: Any, row: Any, lanes: Any) -> Any:
    builder.store(lanes, _row(builder, rows, row)).align = 1
    return ir.Constant(_BYTE.as_pointer(), None)


@instruction(lanes.fill, LANES, types.uint8)
def _fill(builder: Any, byte: Any) -> Any:
    one = builder.insert_element(_NONE, byte, ir.Constant(_INT, 0))
    return builder.shuffle_vector(one, _NONE, _places([0] * 64))


@instruction(lanes.spread, LANES, types.uint64)
def _spread(builder: Any, word: Any) -> Any:
    return builder.sext(builder.bitcast(word, ir.VectorType(_BIT, 64)), _BYTES)


@instruction(lanes.has_any, types.boolean, LANES)
def _has_any(builder: Any, lanes: Any) -> Any:
    all_ = ir.IntType(512)
    return builder.icmp_unsigned("!=", builder.bitcast(lanes, all_), ir.Constant(all_, 0))


def _of_two(function: Callable[..., Any], emit: _Emit) -> None:
    """Have `emit` make the code of a function of two lanes, by lane."""
    instruction(function, LANES, LANES, LANES)(emit)


def _compared(sign: str) -> _Emit:
    """Return a function that makes the code of a comparison."""
    return lambda builder, *two: builder.sext(builder.icmp_unsigned(sign, *two), _BYTES)


def _better(sign: str) -> _Emit:
    """Return a function that makes the code of choosing one of two by a comparison."""
    return lambda builder, *two: builder.select(builder.icmp_unsigned(sign, *two), *two)


_greater = _better(">")
_of_two(lanes.both, ir.IRBuilder.and_)
_of_two(lanes.either, ir.IRBuilder.or_)
_of_two(lanes.difference, ir.IRBuilder.xor)
_of_two(lanes.plus, ir.IRBuilder.add)
_of_two(lanes.greater, _greater)
_of_two(lanes.lesser, _better("<"))
_of_two(lanes.same, _compared("=="))
_of_two(lanes.above, _compared(">"))


@instruction(lanes.choose, LANES, LANES, LANES, LANES)
def _choose(builder: Any, where: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_unsigned("!=", where, _NONE), one, other)


@instruction(lanes.beside, LANES, LANES)
def _beside(builder: Any, lanes: Any) -> Any:
    words, eight = builder.bitcast(lanes, _EIGHT), ir.Constant(_EIGHT, [8] * 8)
    files = [shift(words, eight) for shift in (builder.shl, builder.lshr)]
    east, west = (builder.bitcast(file, _BYTES) for file in files)
    sides = _greater(builder, east, west)
    rank = _greater(builder, sides, lanes)
    up, down = [min(lane + 8, 64) for lane in range(64)], [64] * 8 + [*range(56)]
    for way in (up, down):
        sides = _greater(builder, sides, builder.shuffle_vector(rank, _NONE, _places(way)))
    return sides


@instruction(lanes.turned, LANES, LANES, types.int64)
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
