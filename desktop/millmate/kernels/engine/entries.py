"""The engine's entry points. Nothing here needs Numba once its kernels are linked."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.eval_params import all_weights, square_scores
from millmate.kernels.engine.layout import Words
from millmate.kernels.linked import Kernels

_HERE = "millmate.kernels.engine"
KERNELS = Kernels(
    "engine",
    {
        **dict.fromkeys(("fill", "complete_row", "list_moves"), f"{_HERE}.buffers"),
        **dict.fromkeys(("make_move", "perft"), f"{_HERE}.buffers"),
        **dict.fromkeys(("iterate", "prepare"), f"{_HERE}.root"),
        **dict.fromkeys(("place_in_list", "look_up", "look_up_bounds"), f"{_HERE}.tablebase"),
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
look_up_bounds = KERNELS.function("look_up_bounds")
_fill = KERNELS.function("fill")


def new_words(table: int = 0) -> Words:
    """Return the buffer of words, its constants filled in, with `table` words for positions."""
    spare = np.zeros(L.TABLE + table + 7, np.uint64)
    start = -spare.ctypes.data // 8 % 8  # a bucket of positions, or a vector, is one cache line
    words = spare[start : start + L.TABLE + table]
    weights = all_weights()
    words[L.WEIGHTS : L.WEIGHTS + len(weights)] = weights
    words[L.SQUARE_SCORE : L.SQUARE_SCORE + 768] = square_scores()
    _fill(words)
    return words


def set_network(words: Words, weights: NDArray[np.int16]) -> None:
    """Write a network, `4 * NETWORK_WORDS` numbers, and evaluate by it from now on."""
    words[L.NETWORK : L.NETWORK + L.NETWORK_WORDS] = weights.view(np.uint64)
    words[L.USES_NETWORK] = 1
    slots = words[L.SLOTS : L.SLOTS + L.SLOT * (L.PLIES + 8)].reshape(-1, L.SLOT)
    slots[:, : L.SUMS] = 0  # no men, which leaves the biases
    slots[:, L.SUMS :] = np.tile(words[L.BIASES : L.BIASES + L.ROW_WORDS], 2)
