"""What a program calls of the engine: nothing here needs Numba once its kernels are linked."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.engine.layout import (
    PAWN_ENTRIES,
    PAWN_TABLE,
    SQUARE_SCORE,
    TABLE,
    WEIGHTS,
    Words,
)
from millmate.kernels.engine.weights import pack, pairs_of_terms, square_scores
from millmate.kernels.linked import Kernels

_HERE = "millmate.kernels.engine"
KERNELS = Kernels(
    "engine",
    {
        "fill": f"{_HERE}.buffers",
        "complete_row": f"{_HERE}.buffers",
        "list_moves": f"{_HERE}.buffers",
        "make_move": f"{_HERE}.buffers",
        "iterate": f"{_HERE}.root",
        "prepare": f"{_HERE}.root",
        "perft": f"{_HERE}.perft",
    },
)
# Their arguments and what they return: see the functions themselves.
complete_row = KERNELS.function("complete_row")
list_moves = KERNELS.function("list_moves")
make_move = KERNELS.function("make_move")
iterate = KERNELS.function("iterate")
prepare = KERNELS.function("prepare")
perft = KERNELS.function("perft")
_fill = KERNELS.function("fill")


def new_words(table: int = 0) -> Words:
    """Return the buffer of words, its constants filled in, with `table` words for positions."""
    words = np.zeros(TABLE + table, np.uint64)
    set_weights(words, pairs_of_terms())
    _fill(words)
    return words


def set_weights(words: Words, pairs: NDArray[np.int64]) -> None:
    """Write the weights of the evaluation, shaped (`weights.NUMBER`, 2)."""
    words[WEIGHTS : WEIGHTS + len(pairs)] = pack(pairs)
    words[SQUARE_SCORE : SQUARE_SCORE + 768] = square_scores(pairs)
    words[PAWN_TABLE : PAWN_TABLE + 4 * PAWN_ENTRIES] = 0
