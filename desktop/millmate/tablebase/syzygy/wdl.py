"""Files of who wins under the fifty-move rule (WDL)."""

from functools import cache, partial

import chess
import numpy as np

from millmate.tablebase.crew import Between
from millmate.tablebase.layout import Layout
from millmate.tablebase.syzygy import file
from millmate.tablebase.syzygy.file import Side
from millmate.tablebase.syzygy.order import parts_of
from millmate.tablebase.syzygy.pairs import pack
from millmate.tablebase.syzygy.positions import Part, Values
from millmate.tablebase.syzygy.results import WIN, Results

SUFFIX = ".rtbw"

_BLOCK_BITS = 6  # of the size of a block at most: small ones are read fast
_UP_TO = 8  # plus a result: that one or less, for readers look at captures first


def content(layout: Layout, results: Results, between: Between) -> bytes:
    """Return the bytes of the file of a layout; `between` is called with the fraction done."""
    turns = (True,) if layout.material.white == layout.material.black else chess.COLORS
    parts = list[list[Side]]()
    for number in parts_of(layout):
        sides = list[Side]()
        for turn in turns:
            between((number * len(turns) + len(sides)) / len(parts_of(layout)) / len(turns))
            part = Part(layout, number, cache(partial(_values, results, turn)), _most())
            order, values = part.in_best_order()
            sides.append(Side(order, pack(values, _BLOCK_BITS)))
        parts.append(sides)
    magic = chess.Board.tbw_magic
    assert magic is not None
    return file.content(magic, parts)


def _values(results: Results, turn: bool, number: int) -> Values:
    """Return the results of a slice, `_UP_TO` more where less will do."""
    found = results.of_slice(number, turn)
    for part, best in results.of_captures(number, turn):
        own = found[part]
        own += _UP_TO * (best == own).astype(np.uint8)
    found[~results.legal(number, turn)] = _UP_TO + WIN
    return found


def _most() -> Values:
    """Return, for each value, the greatest one that may stand for it."""
    found = np.arange(256, dtype=np.uint8)
    found[_UP_TO : _UP_TO + WIN + 1] -= _UP_TO
    return found
