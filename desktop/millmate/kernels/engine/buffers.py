"""The two buffers, made ready for use."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.engine.attacks import fill_attacks
from millmate.kernels.engine.bits import Ints, Words, compiled, pointer
from millmate.kernels.engine.layout import PAWN_ENTRIES, PAWN_TABLE, SQUARE_SCORE, TABLE, WEIGHTS
from millmate.kernels.engine.moves import ALL, generate
from millmate.kernels.engine.pawns import fill_files
from millmate.kernels.engine.position import complete, fill_keys, make
from millmate.kernels.engine.weights import pack, pairs_of_terms, square_scores


@compiled("void(uint64[::1])")
def _fill(words: Words) -> None:
    fill_attacks(pointer(words))
    fill_keys(pointer(words))
    fill_files(pointer(words))


@compiled("void(uint64[::1], int64)")
def complete_row(words: Words, row: int) -> None:
    """Write what follows from the men, state and clock of the row that begins at `row`."""
    complete(pointer(words), row)


@compiled("int64(uint64[::1], int32[::1], int64)")
def list_moves(words: Words, ints: Ints, row: int) -> int:
    """Write the legal moves of a row from `ints[0]`; return how many there are."""
    return generate(pointer(words), pointer(ints), row, 0, ALL)


@compiled("void(uint64[::1], int64, int64)")
def make_move(words: Words, row: int, move: int) -> None:
    """Write the row after a legal move behind the row that begins at `row`."""
    make(pointer(words), row, move)


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
