"""The contents of Syzygy files: who wins (WDL), and distances to zeroing (DTZ).

Readers look at captures before who wins, and at all zeroing moves before distances: where one of
them has the result of the position, any value up to that, or any distance, can be stored.

Distances are in exact plies, with one side to move. The numbers that are stored are places in a
list of distances, the most frequent first, for each result. A distance n is n - 1 there, one of a
cursed win or a blessed loss half of n - 101.
"""

from collections import Counter
from functools import cache, partial

import chess
import numpy as np

from millmate.tablebase.crew import Between
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.metric import CURSED
from millmate.tablebase.syzygy import file
from millmate.tablebase.syzygy.file import Side
from millmate.tablebase.syzygy.order import parts_of
from millmate.tablebase.syzygy.pairs import pack
from millmate.tablebase.syzygy.positions import Part, Read, Values
from millmate.tablebase.syzygy.results import BLESSED, CURSED_WIN, LOSS, WIN, Results
from millmate.tablebase.table import SideCounts, Table

# Of the size of a block at most: small ones are read fast, which does not matter at the root.
_WDL_BITS, _DTZ_BITS = 6, 10
_UP_TO = 8  # plus a result: that one or less
_ANY = 255  # instead of the number of a distance
_BLACK_MOVES, _MAPPED, _WIN_PLIES, _LOSS_PLIES = 1, 2, 4, 8
_MOST = 400  # plies, more than any table has

# The greatest value that may stand for each.
_WDL_BOUNDS = np.arange(256, dtype=np.uint8)
_WDL_BOUNDS[_UP_TO : _UP_TO + WIN + 1] -= _UP_TO
_DTZ_BOUNDS = np.minimum(np.arange(256), _ANY - 1).astype(np.uint8)


def wdl(layout: Layout, results: Results, between: Between) -> bytes:
    """Return the bytes of the file of a layout; `between` is called with the fraction done."""
    turns, numbers = _turns(layout), parts_of(layout)
    parts = list[list[Side]]()
    for number in numbers:
        sides = list[Side]()
        for turn in turns:
            between((number + len(sides) / len(turns)) / len(numbers))
            read = partial(_results, results, turn)
            sides.append(_side(layout, number, read, _WDL_BOUNDS, _WDL_BITS))
        parts.append(sides)
    assert chess.Board.tbw_magic is not None
    return file.content(chess.Board.tbw_magic, parts)


def dtz(table: Table, results: Results, between: Between) -> bytes:
    """Return the bytes of the file of a table of distances to zeroing.

    `between` is called now and then with the fraction done.
    """
    layout, found = table.layout, list[bytes]()
    turns, numbers = _turns(layout), parts_of(layout)
    for turn in turns:
        stored, head = _numbers(table.info.counts["white" if turn else "black"])
        flags = (_MAPPED if head else 0) | (0 if turn else _BLACK_MOVES) | _WIN_PLIES | _LOSS_PLIES
        read = partial(_distances, table, results, stored, turn)
        parts = list[list[Side]]()
        for number in numbers:
            between((len(found) + number / len(numbers)) / len(turns))
            parts.append([_side(layout, number, read, _DTZ_BOUNDS, _DTZ_BITS, flags)])
        assert chess.Board.tbz_magic is not None
        found.append(file.content(chess.Board.tbz_magic, parts, head * len(numbers)))
    return min(found, key=len)


def _turns(layout: Layout) -> list[bool]:
    return chess.COLORS[: 1 if layout.material.white == layout.material.black else 2]


def _side(layout: Layout, part: int, read: Read, bounds: Values, bits: int, flags: int = 0) -> Side:
    order, values = Part(layout, part, cache(read), bounds).in_best_order()
    return Side(order, pack(values, bits, flags))


def _results(results: Results, turn: bool, number: int) -> Values:
    """Return the results of a slice, `_UP_TO` more where less will do."""
    found = results.of_slice(number, turn)
    for part, best in results.of_zeroing_moves(number, turn, pushes=False):
        own = found[part]
        own += _UP_TO * (best == own).astype(np.uint8)
    found[~results.legal(number, turn)] = _UP_TO + WIN
    return found


def _distances(table: Table, results: Results, numbers: Values, turn: bool, number: int) -> Values:
    """Return the numbers of the distances of a slice, `_ANY` where any will do."""
    codes = table.slice_values(turn, number)
    found: Values = numbers[:, :LOST].reshape(-1)[codes]
    if table.has_more:
        more = table.more_values(turn, number)
        far = np.nonzero(more)
        lost, plies = np.divmod(codes[far].astype(np.int64), LOST)
        found[far] = numbers[lost, plies + more[far]]
    own = results.of_slice(number, turn)
    for part, best in results.of_zeroing_moves(number, turn, pushes=True):
        found[part][(best == own[part]) & (best >= CURSED_WIN) & (best <= WIN)] = _ANY
    found[~results.legal(number, turn)] = _ANY
    return found


def _numbers(counts: SideCounts) -> tuple[Values, bytes]:
    """Return the numbers that stand for distances, and the lists of distances of a file's head.

    The numbers are in rows for wins and losses, by the plies. No lists where neither side wins.
    """
    numbers, lists = np.full((2, _MOST), _ANY, np.uint8), list[bytes]()
    for result in (WIN, LOSS, CURSED_WIN, BLESSED):
        lost, cursed = result in (LOSS, BLESSED), result in (CURSED_WIN, BLESSED)
        plies = counts.lost_plies if lost else counts.plies
        own = [n for n, count in enumerate(plies) if count and (n >= CURSED) == cursed]
        stored = {n: (n - CURSED) // 2 if cursed else max(n - 1, 0) for n in own}
        often = Counter[int]()
        for n, value in stored.items():
            often[value] += plies[n]
        values = [value for value, _ in often.most_common()]
        for n, value in stored.items():
            numbers[int(lost), n] = values.index(value)
        lists.append(bytes([len(values), *values]))
    return numbers, b"".join(lists) if any(map(any, lists)) else b""
