"""The buffer, made ready for use, and moves listed for others."""

import numpy as np

from millmate.kernels.engine.bits import compiled, pointer
from millmate.kernels.morris_engine.evaluate import evaluate, measure_both
from millmate.kernels.morris_engine.layout import LISTS, TABLE, WEIGHTS
from millmate.kernels.morris_engine.moves import ALL, generate
from millmate.kernels.morris_engine.root import prepare
from millmate.kernels.morris_engine.weights import numbers
from millmate.kernels.morris_engine.words import Words


@compiled("int64(int64[::1], int64)")
def _list_moves(words: Words, position: int) -> int:
    return generate(pointer(words), LISTS, position, ALL)


@compiled("int64(int64[::1], int64)")
def worth(words: Words, position: int) -> int:
    """Return the evaluation of a position in which nobody has lost."""
    return evaluate(pointer(words), position)


@compiled("void(int64[::1], int64, int64)")
def counts(words: Words, at: int, position: int) -> None:
    """Write the evaluation's counts of both sides from `words[at]` on."""
    measure_both(pointer(words), at, position)


def list_moves(words: Words, position: int) -> list[int]:
    """Return the legal moves of a side that has not lost; the buffer's lists are written to."""
    end = _list_moves(words, position)
    return [int(move) for move in words[LISTS:end:2]]


def new_words(table: int = 0) -> Words:
    """Return the buffer, its constants filled in, with `table` integers for positions."""
    words = np.zeros(TABLE + table, np.int64)
    weights = numbers()
    words[WEIGHTS : WEIGHTS + len(weights)] = weights
    prepare(words)
    return words
