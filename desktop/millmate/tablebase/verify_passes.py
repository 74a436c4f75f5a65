"""How codes are read to verify a slice: distances to mate in one pass, to zeroing in one or two.

The kernel compares bytes: each value with the key of the best move (see `chess_verify_rows`). For
distances to mate that is all, but for one code. Distances to zeroing are brought into the same form
by tables of 256 entries:

- A quiet move is a ply, so a position won in n is lost in n + 1 a ply before, and one lost in n is
  won in n + 1. Distances above 127 count as 127.
- A zeroing move into a position decided within 100 plies counts one ply, into any other 101.

Where there are distances above 127, a second pass takes `_OFF` from every distance, with 1 as the
least, and checks the positions whose distance is then at least `_LEAST`: their best moves lead to
distances of at least 2, where nothing was cut off.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.metric import Metric
from millmate.tablebase.successors import Read, read_only

Values = NDArray[np.uint8]

# The key of code 255, once one below that of "mated in 126 moves", once above that of a draw.
RARE_KEYS = np.uint8(128), np.uint8(129)
_LOST, _MOST = 128, 127
_WON_IN_TIME, _LOST_IN_TIME, _TOO_LATE = 1, 0, 101  # units from the end, after a zeroing move
_OFF, _LEAST = 64, 3


class Pass(NamedTuple):
    """One pass over a slice.

    `codes`: those of the slice, uint8[2, words, 64]; `quiet`, `behind`: 256 codes by the codes that
    quiet moves and other moves lead to, None if they are the same; `keys`: 256 keys by the keys
    that pawn moves give; `rare`: the key of code 255; `least`: the least distance checked.
    """

    codes: Values
    quiet: Values | None = None
    behind: Values | None = None
    keys: Values | None = None
    rare: np.uint8 = RARE_KEYS[0]
    least: np.uint8 = np.uint8(0)

    def after_quiet(self, codes: Values) -> Values:
        return read_only(codes if self.quiet is None else self.quiet[codes])

    def reader(self, read: Read) -> Read:
        """Return what reads the codes behind moves out of the slice."""
        behind = self.behind
        return read if behind is None else lambda *about: behind[read(*about)]


def passes(metric: Metric, values: Values, more: Values | None) -> Iterator[Pass]:
    """Yield the passes that check a slice, the second of a DTM slice only of use with code 255.

    Args:
        metric: That of the values.
        values: uint8[2, words, 64].
        more: What distances exceed 127 by, likewise; None if none does.
    """
    if metric is Metric.DTM:
        for rare in RARE_KEYS:
            yield Pass(values, rare=rare)
        return
    yield zeroing_pass(values)
    if more is not None and more.any():
        yield _far_pass(values, more)


def zeroing_pass(values: Values) -> Pass:
    """Return the pass that checks distances to zeroing up to 127."""
    return Pass(values, _quiet(), _behind(0), _keys(0))


def _far_pass(values: Values, more: Values) -> Pass:
    distance = (values & _MOST) + more
    short = np.clip(distance, _OFF + 1, _OFF + _MOST) - np.uint8(_OFF)
    codes = np.where(values == 0, np.uint8(0), short | (values & _LOST))
    return Pass(codes, _quiet(), _behind(_OFF), _keys(_OFF), least=np.uint8(_LEAST))


def _quiet() -> Values:
    """Return, by a code, the one that stands for a ply more."""
    codes = np.arange(256, dtype=np.uint8)
    codes[1:_LOST] = np.minimum(codes[1:_LOST] + 1, _MOST)
    codes[_LOST:] = np.minimum(codes[_LOST:], _LOST + _MOST - 1)
    return codes


def _behind(off: int) -> Values:
    """Return, by a code, the one that stands for what follows a zeroing move into it."""
    codes = np.zeros(256, np.uint8)
    late = _TOO_LATE - off
    codes[1:_TOO_LATE], codes[_TOO_LATE:_LOST] = _WON_IN_TIME, late
    codes[_LOST : _LOST + _TOO_LATE] = _LOST + _LOST_IN_TIME
    codes[_LOST + _TOO_LATE :] = _LOST + late - 1
    return codes


def _keys(off: int) -> Values:
    """Return keys with those mended that count a reply en passant as a ply."""
    keys = np.arange(256, dtype=np.uint8)
    late = 256 - (_TOO_LATE - off)
    keys[254], keys[late - 1] = 255, late
    return keys
