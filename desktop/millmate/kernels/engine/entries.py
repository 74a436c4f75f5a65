"""The engine's entry points. Nothing here needs Numba once its kernels are linked."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.layout import Words
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
        "place_in_list": f"{_HERE}.tablebase",
        "look_up": f"{_HERE}.tablebase",
    },
)
# Their arguments and what they return: see the functions themselves.
complete_row = KERNELS.function("complete_row")
list_moves = KERNELS.function("list_moves")
make_move = KERNELS.function("make_move")
iterate = KERNELS.function("iterate")
prepare = KERNELS.function("prepare")
perft = KERNELS.function("perft")
place_in_list = KERNELS.function("place_in_list")
look_up = KERNELS.function("look_up")
_fill = KERNELS.function("fill")


def new_words(table: int = 0) -> Words:
    """Return the buffer of words, its constants filled in, with `table` words for positions."""
    spare = np.zeros(L.TABLE + table + 7, np.uint64)
    start = -spare.ctypes.data // 8 % 8  # a bucket of positions, or a vector, is one cache line
    words = spare[start : start + L.TABLE + table]
    set_weights(words, pairs_of_terms())
    _fill(words)
    return words


def set_weights(words: Words, pairs: NDArray[np.int64]) -> None:
    """Write the weights of the evaluation, shaped (`weights.NUMBER`, 2)."""
    words[L.WEIGHTS : L.WEIGHTS + len(pairs)] = pack(pairs)
    words[L.SQUARE_SCORE : L.SQUARE_SCORE + 768] = square_scores(pairs)
    words[L.PAWN_TABLE : L.PAWN_TABLE + 4 * L.PAWN_ENTRIES] = 0


def set_network(words: Words, weights: NDArray[np.int16]) -> None:
    """Write a network, `4 * NETWORK_WORDS` numbers, and evaluate by it from now on."""
    words[L.NETWORK : L.NETWORK + L.NETWORK_WORDS] = weights.view(np.uint64)
    words[L.USES_NETWORK] = 1
    slots = words[L.SLOTS : L.SLOTS + L.SLOT * (L.PLIES + 8)].reshape(-1, L.SLOT)
    slots[:, : L.SUMS] = 0  # no men, which leaves the biases
    slots[:, L.SUMS :] = np.tile(words[L.BIASES : L.BIASES + L.ROW_WORDS], 2)
