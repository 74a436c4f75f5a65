"""The engine's entry points. Nothing here needs Numba once its kernels are linked."""

import numpy as np

from millmate.kernels.linked import Kernels
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.rules import STANDARD, Rules, write_rules

_HERE = "millmate.kernels.morris_engine"
KERNELS = Kernels(
    "morris-engine",
    {
        **dict.fromkeys(("list_moves", "count_sequences", "can_move"), f"{_HERE}.moves"),
        **dict.fromkeys(("worth", "counts", "phase"), f"{_HERE}.evaluate"),
        **dict.fromkeys(("iterate", "prepare"), f"{_HERE}.root"),
        "look_up": f"{_HERE}.tablebase",
    },
)
# Their arguments and what they return: see the functions themselves.
worth = KERNELS.function("worth")
counts = KERNELS.function("counts")
phase = KERNELS.function("phase")
can_move = KERNELS.function("can_move")
count_sequences = KERNELS.function("count_sequences")
iterate = KERNELS.function("iterate")
prepare = KERNELS.function("prepare")
look_up = KERNELS.function("look_up")
_list_moves = KERNELS.function("list_moves")


def list_moves(words: Words, position: int) -> list[int]:
    """Return the legal moves of a side that has not lost; the buffer's lists are written to."""
    end = _list_moves(words, position)
    return [int(move) for move in words[L.LISTS : end : 2]]


def new_words(table: int = 0, rules: Rules = STANDARD) -> Words:
    """Return the buffer, its constants filled in, with `table` integers for positions."""
    spare = np.zeros(L.TABLE + table + 7, np.int64)
    start = -spare.ctypes.data // 8 % 8  # a bucket of positions is one cache line
    words = spare[start : start + L.TABLE + table]
    write_rules(words, rules)
    prepare(words)
    return words
