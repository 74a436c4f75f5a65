"""Files of distances to zeroing (DTZ), in exact plies, with one side to move.

Readers look at zeroing moves first, so a win by one of them may hold any value, and a draw too. The
numbers that are stored are places in a list of distances, the most frequent first, for each result.
A distance n is n - 1 there, one of a cursed win or a blessed loss half of n - 101.
"""

from dataclasses import dataclass
from functools import cache, partial

import chess
import numpy as np

from millmate.tablebase.crew import Between
from millmate.tablebase.layout import LOST
from millmate.tablebase.metric import CURSED
from millmate.tablebase.syzygy import file
from millmate.tablebase.syzygy.file import Side
from millmate.tablebase.syzygy.order import parts_of
from millmate.tablebase.syzygy.pairs import pack
from millmate.tablebase.syzygy.positions import Part, Values
from millmate.tablebase.syzygy.results import BLESSED, CURSED_WIN, LOSS, WIN, Results
from millmate.tablebase.table import SideCounts, Table

SUFFIX = ".rtbz"

_BLOCK_BITS = 10  # of the size of a block at most: speed does not matter at the root
_BLACK_MOVES, _MAPPED, _WIN_PLIES, _LOSS_PLIES = 1, 2, 4, 8
_RESULTS = (WIN, LOSS, CURSED_WIN, BLESSED)  # in the order of the lists
_ANY = 255
_MOST = 400  # plies, more than any table has


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers that stand for distances: by the distance of wins and of losses, and lists."""

    wins: Values
    losses: Values
    lists: tuple[bytes, ...]

    @property
    def head(self) -> bytes:
        """The lists as a file has them; none where neither side wins."""
        return (
            b"".join(bytes([len(each)]) + each for each in self.lists) if any(self.lists) else b""
        )


def content(table: Table, results: Results, between: Between) -> bytes:
    """Return the bytes of the file of a table of distances to zeroing.

    `between` is called now and then with the fraction done.
    """
    layout = table.layout
    turns = (True,) if layout.material.white == layout.material.black else chess.COLORS
    found = list[bytes]()
    magic = chess.Board.tbz_magic
    assert magic is not None
    for turn in turns:
        numbers = _numbers(table.info.counts["white" if turn else "black"])
        flags = (_MAPPED if numbers.head else 0) | (0 if turn else _BLACK_MOVES)
        parts = list[list[Side]]()
        for number in parts_of(layout):
            between((len(found) + number / len(parts_of(layout))) / len(turns))
            read = cache(partial(_values, table, results, numbers, turn))
            part = Part(layout, number, read, _most())
            order, values = part.in_best_order()
            packed = pack(values, _BLOCK_BITS, flags | _WIN_PLIES | _LOSS_PLIES)
            parts.append([Side(order, packed)])
        found.append(file.content(magic, parts, numbers.head * len(parts)))
    return min(found, key=len)


def _values(table: Table, results: Results, numbers: _Numbers, turn: bool, number: int) -> Values:
    """Return the numbers of a slice, `_ANY` where any will do."""
    codes = table.slice_values(turn, number)
    found: Values = _by_code(numbers)[codes]
    more = table.more_of_slice(number)
    if more is not None:
        far = np.nonzero(more[0 if turn else 1])
        lost = codes[far] >= LOST
        plies = (codes[far] % LOST).astype(np.int64) + more[0 if turn else 1][far]
        found[far] = np.where(lost, numbers.losses[plies], numbers.wins[plies])
    own = results.of_slice(number, turn)
    for part, best in results.of_zeroing_moves(number, turn):
        found[part][(best == own[part]) & (best >= CURSED_WIN) & (best <= WIN)] = _ANY
    found[~results.legal(number, turn)] = _ANY
    return found


def _numbers(counts: SideCounts) -> _Numbers:
    """Return the numbers for the distances of positions with one side to move."""
    won, lost = np.full((2, _MOST), _ANY, np.uint8)
    lists = []
    for result in _RESULTS:
        wins, cursed = result in (WIN, CURSED_WIN), result in (CURSED_WIN, BLESSED)
        plies = counts.plies if wins else counts.lost_plies
        own = [n for n, count in enumerate(plies) if count and (n >= CURSED) == cursed]
        stored = {n: (n - CURSED) // 2 if cursed else max(n - 1, 0) for n in own}
        often = dict.fromkeys(stored.values(), 0)
        for n, value in stored.items():
            often[value] += plies[n]
        values = sorted(often, key=lambda value: -often[value])
        for n, value in stored.items():
            (won if wins else lost)[n] = values.index(value)
        lists.append(bytes(values))
    return _Numbers(won, lost, tuple(lists))


def _by_code(numbers: _Numbers) -> Values:
    """Return the numbers by the code of a table."""
    found = np.full(256, _ANY, np.uint8)
    found[1:LOST], found[LOST:] = numbers.wins[1:LOST], numbers.losses[:LOST]
    return found


def _most() -> Values:
    """Return, for each value, the greatest one that may stand for it."""
    found = np.arange(256, dtype=np.uint8)
    found[_ANY] = _ANY - 1
    return found
