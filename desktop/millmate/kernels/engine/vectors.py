"""Sums of 16-bit numbers, many at once, in the buffer of words: four to a word.

LLVM makes of each vector as many of the machine's own as it takes. Uncompiled, NumPy does it.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import W, Words
from millmate.kernels.integers import config

_LANES = 32
TOP = 255  # what stands for 1 behind the hidden layer


if config.DISABLE_JIT:

    def _row(words: Words, at: int) -> Any:
        return words[at : at + L.ROW_WORDS].view(np.int16)

    def shift_row(words: Words, to: int, start: int, plus: int, minus: int) -> int:
        """Write row `start` plus row `plus` minus row `minus` to row `to`; return `to`."""
        _row(words, to)[:] = _row(words, start) + _row(words, plus) - _row(words, minus)
        return to

    def weigh_row(words: Words, at: int, weights: int) -> int:
        """Return the sum of a row's numbers, clipped to 0 to 255 and squared, times weights."""
        clipped = np.clip(_row(words, at).astype(np.int64), 0, TOP)
        return int(np.sum(clipped * clipped * _row(words, weights)))

else:
    _I16, _I32 = ir.IntType(16), ir.IntType(32)
    _SHORTS = ir.VectorType(_I16, _LANES)
    _INTS = ir.VectorType(_I32, _LANES)
    _HALF = ir.VectorType(_I32, _LANES // 2)

    def _vectors(builder: Any, words: Any, at: Any) -> Any:
        """Return pointers to the vectors of a row."""
        for first in range(0, L.ROW_WORDS, _LANES // 4):
            where = builder.add(at, ir.Constant(ir.IntType(64), first))
            yield builder.bitcast(builder.gep(words, [where]), _SHORTS.as_pointer())

    def _constant(kind: Any, value: int) -> Any:
        return ir.Constant(kind, [value] * kind.count)

    @intrinsic
    def shift_row(typingctx: Any, words: Any, to: Any, start: Any, plus: Any, minus: Any) -> Any:
        """Write row `start` plus row `plus` minus row `minus` to row `to`; return `to`."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            rows = [_vectors(builder, args[0], at) for at in args[1:]]
            for target, *sources in zip(*rows, strict=True):
                start, plus, minus = (builder.load(each, align=8) for each in sources)
                builder.store(builder.sub(builder.add(start, plus), minus), target, align=8)
            return args[1]

        return types.int64(W, *[types.int64] * 4), build

    @intrinsic
    def weigh_row(typingctx: Any, words: Any, at: Any, weights: Any) -> Any:
        """Return the sum of a row's numbers, clipped to 0 to 255 and squared, times weights."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zero, top = _constant(_SHORTS, 0), _constant(_SHORTS, TOP)
            total = _constant(_HALF, 0)
            evens = ir.Constant(_HALF, list(range(0, _LANES, 2)))
            odds = ir.Constant(_HALF, list(range(1, _LANES, 2)))
            pairs = zip(
                _vectors(builder, args[0], args[1]),
                _vectors(builder, args[0], args[2]),
                strict=True,
            )
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
            kind = ir.FunctionType(_I32, [_HALF])
            name = f"llvm.vector.reduce.add.v{_HALF.count}i32"
            add = cgutils.get_or_insert_function(builder.module, kind, name)
            return builder.sext(builder.call(add, [total]), ir.IntType(64))

        return types.int64(W, types.int64, types.int64), build
