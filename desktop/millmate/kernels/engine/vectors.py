"""Sums of 16-bit numbers, many at once, in the buffer of words: four to a word.

In the library each of these is a few instructions: see `making.instructions`.
"""

from typing import Any

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import Words

TOP = 255  # what stands for 1 behind the hidden layer


def shift_row(words: Words, to: int, start: int, plus: int, minus: int) -> int:
    """Write row `start` plus row `plus` minus row `minus` to row `to`; return `to`."""
    _row(words, to)[:] = _row(words, start) + _row(words, plus) - _row(words, minus)
    return to


def weigh_row(words: Words, at: int, weights: int) -> int:
    """Return the sum of a row's numbers, clipped to 0 to 255 and squared, times weights."""
    clipped = np.clip(_row(words, at).astype(np.int64), 0, TOP)
    return int(np.sum(clipped * clipped * _row(words, weights)))


def _row(words: Words, at: int) -> Any:
    return words[at : at + L.ROW_WORDS].view(np.int16)
