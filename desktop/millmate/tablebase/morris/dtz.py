"""Distance to zeroing in a pair of morris: plies to the next mill or the end of the game.

A mill takes a stone and leads to a smaller pair, and nothing leads back. So a pair's distances to
zeroing are found like its distances to the end, with one difference: a mill ends the game if the
position behind it is decided within `LONGEST` plies, by the smaller pair's own distances to
zeroing, and is a draw otherwise.

Pairs of up to `MOST_PLACES` places are solved in about ten seconds and half a gigabyte. Larger
ones, from six against six stones on, take minutes and some gigabytes, and stay unknown unless
requested.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from millmate import machine
from millmate.errors import MillMateError
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import board_from_text
from millmate.tablebase.morris.index import place_of
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import Pair
from millmate.tablebase.morris.solve import solve_pair
from millmate.tablebase.morris.store import is_compact, opened
from millmate.tablebase.rule50 import LONGEST, Distance

MOST_PLACES = 90_000_000  # with one side to move
_BYTES_PER_PLACE = 10  # of memory, with the smaller pairs that mills lead to
_LOST, _WON = 1, 2  # codes: at once, and by the next ply
_PLIES = np.arange(256) - 1  # of each code
# By code the value of a position when the clock starts: a loss, a win or a draw.
_AS_ENDS = np.where(
    (_PLIES >= 0) & (_PLIES <= LONGEST), np.where(_PLIES % 2, _WON, _LOST), 0
).astype(np.uint8)


class MorrisDtz:
    """Distances to zeroing of positions whose tables are in a directory, solved on demand.

    Not thread-safe. Solved pairs are kept, of the large ones the last.
    """

    def __init__(self, directory: Path, large: bool = False) -> None:
        """Solve from the tables in `directory`.

        If `large`, compact pairs of any size are solved if there is enough memory: those tables do
        not show how to continue with a win.
        """
        self._directory, self._large = directory, large
        self._solved: dict[Pair, Codes] = {}

    def distances(self, texts: Sequence[str], winner: bool) -> list[Distance | None]:
        """Return the distances of positions for a winner, None where they are unknown."""
        return [self._distance(board_from_text(text), winner) for text in texts]

    def _distance(self, board: MorrisBoard, winner: bool) -> Distance | None:
        if board.has_lost(board.turn):
            return None
        table, side, row, column = place_of(board)
        if not isinstance(table, Pair) or not self._affordable(table):
            return None
        try:
            code = int(self._of(table)[side, row, column])
        except (MillMateError, MemoryError, OSError):
            return None
        wins = code > 0 and (code % 2 == 0) == (board.turn == winner)
        # A loser who has to close a mill does so a ply before the plies of the code are over.
        return Distance(code - 1, max(0, code - 2)) if wins else Distance(None, None)

    def _affordable(self, pair: Pair) -> bool:
        """Return whether a pair is solved already, or worth solving and small enough."""
        if pair in self._solved or not _is_large(pair):
            return True
        wanted = self._large and is_compact(self._directory, pair)
        memory = _BYTES_PER_PLACE * Layout(pair).side_size
        return wanted and memory < machine.memory_to_use()

    def _of(self, pair: Pair) -> Codes:
        """Return the codes of a pair: plies to zeroing and one, odd if the side to move loses."""
        if pair not in self._solved:
            if _is_large(pair):
                self._solved = {p: c for p, c in self._solved.items() if not _is_large(p)}
            self._solved[pair] = solve_pair(pair, self._ends, threads=machine.processors())
        return self._solved[pair]

    def _ends(self, pair: Pair) -> Codes:
        """Return the values of a pair's positions right after a mill has led to them."""
        codes = opened(self._directory, pair).values(threads=machine.processors())
        if int(codes.max(initial=0)) - 1 > LONGEST:
            codes = self._of(pair)
        return _AS_ENDS[codes]


def _is_large(pair: Pair) -> bool:
    return Layout(pair).side_size > MOST_PLACES
