"""How codes are read to verify a slice: in one pass, or in several where distances exceed 126.

The kernel compares bytes: each value with the key of the best move (see `chess_verify_rows`). That
separates distances up to 126; those above count as 127. Each further pass takes `_STEP` more from
all distances, 0 or 1 being the least, and checks the positions whose distance is then at least
`_LEAST`: their best moves lead to distances of at least 2, where nothing was cut off.

Distances to zeroing are brought into the form of those to mate, where a position lost in n moves
precedes one won in n:

- A quiet move is a ply, so a position won in n is lost in n + 1 a ply before: won distances count
  one more before the opponent's move.
- A zeroing move into a position decided within 100 plies counts one ply, into any other 101. This
  is done by tables of 256 entries.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.far import codes_nearer, nearer
from millmate.tablebase.layout import AS_READ, LOST
from millmate.tablebase.metric import Metric
from millmate.tablebase.successors import read_only

Values = NDArray[np.uint8]

LONGEST_TOLD = 126  # the longest distance that one pass holds exactly
_STEP, _LEAST = 120, 3
_WON_IN_TIME, _LOST_IN_TIME, _TOO_LATE = 1, 0, 101  # units from the end, after a zeroing move


class Pass(NamedTuple):
    """One pass over a slice.

    `off`: the moves taken from every distance; `per_move`: the increase of a won distance by a
    quiet move;
    `behind`: 256 codes by the codes that other moves lead to, none if they are the same; `keys`:
    256 keys by the keys that pawn moves give, None likewise; `least`: the least distance checked.
    """

    off: int = 0
    per_move: int = 0
    behind: Values = AS_READ
    keys: Values | None = None
    least: np.uint8 = np.uint8(0)

    def read(self, codes: Values, more: Values | None) -> Values:
        """Return codes, read-only, `off` moves less; `more` is the excess of distances over 127."""
        return read_only(nearer(codes, more, self.off))


def passes(metric: Metric, longest: int) -> Iterator[Pass]:
    """Yield the passes that check distances up to `longest`, the first two at least.

    The second is of use only where the first met a distance of 127 or more.
    """
    yield first_pass(metric)
    least = np.uint8(_LEAST)
    for off in range(_STEP, max(longest - LONGEST_TOLD, 1) + _STEP, _STEP):
        if metric is Metric.DTM:
            yield Pass(off, behind=codes_nearer(off), least=least)
        else:
            yield Pass(off, 1, _behind(off), _keys(off), least)


def first_pass(metric: Metric) -> Pass:
    """Return the pass that distinguishes distances up to 126."""
    return Pass() if metric is Metric.DTM else Pass(0, 1, _behind(0), _keys(0))


@cache
def _behind(off: int) -> Values:
    """Return, by a code, the one that stands for what follows a zeroing move into it."""
    codes = np.zeros(256, np.uint8)
    late = max(_TOO_LATE - off, 1)
    codes[1:_TOO_LATE], codes[_TOO_LATE:LOST] = _WON_IN_TIME, late
    codes[LOST : LOST + _TOO_LATE] = LOST + _LOST_IN_TIME
    codes[LOST + _TOO_LATE :] = LOST + late - 1
    return codes


@cache
def _keys(off: int) -> Values:
    """Return keys with those mended that count a reply en passant as a ply."""
    keys = np.arange(256)
    late = 256 - max(_TOO_LATE - off, 1)
    keys[late - 1], keys[254] = late, 255
    return keys.astype(np.uint8)
