"""Solve the placing phase: the positions after n placed stones, from those after n + 1.

White's stones determine the row. A placement leads to one stone more on the board, and perhaps one
of the opponent's less. The last one leads into the pairs, whose larger side determines the row:
where that is Black, the sides are exchanged first.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from millmate.games.morris.board import FEWEST
from millmate.kernels import morris_placing
from millmate.kernels.morris_geometry import POINTS
from millmate.kernels.morris_rows import After, Columns, Steps
from millmate.tablebase.morris.index import classes
from millmate.tablebase.morris.names import PLACED, STONES
from millmate.tablebase.morris.solve import (
    BY_OTHER,
    BY_PRIMARY,
    NO_CODES,
    Codes,
    Workers,
    exchange,
)
from millmate.tablebase.morris.spaces import columns, losses, no_steps, placements
from millmate.tablebase.progress import Stopped

# `read(white, black)`: the codes with one stone more placed: `[row, column]`, or, once all stones
# are placed, the pair of so many stones, `[side to move, row, column]`.
ReadNext = Callable[[int, int], NDArray[np.uint8]]

# The value of a move by the opponent's code after it: in the placing phase, in a pair.
_WORTH = np.array([2, 3, 1] + [0] * 253, np.uint8)
_PAIR_WORTH = np.array([2] + [3, 1] * 127 + [3], np.uint8)


@dataclass(frozen=True)
class Turn:
    """A turn of the placing phase: the stones before it and after it."""

    placed: int
    white: int
    black: int

    @property
    def white_moves(self) -> bool:
        return self.placed % 2 == 0

    @property
    def after(self) -> tuple[int, int]:
        """The stones on the board if none is removed."""
        return (self.white + 1, self.black) if self.white_moves else (self.white, self.black + 1)

    @property
    def taken(self) -> tuple[int, int]:
        """The stones on the board if one is removed."""
        white, black = self.after
        return (white, black - 1) if self.white_moves else (white - 1, black)

    @property
    def wins(self) -> bool:
        """Whether removing a stone leaves the opponent fewer than three in all."""
        opponent = self.black if self.white_moves else self.white
        return opponent - 1 + STONES - (self.placed + 1) // 2 < FEWEST

    @property
    def takes(self) -> bool:
        """Whether a stone can be removed and the game goes on."""
        mover, opponent = (self.white, self.black)[:: 1 if self.white_moves else -1]
        return mover + 1 >= FEWEST and opponent > 0 and not self.wins

    @property
    def last(self) -> bool:
        return self.placed + 1 == PLACED

    @property
    def worth(self) -> Codes:
        """The values of moves by the code that they lead to."""
        return _PAIR_WORTH if self.last else _WORTH


def solve_placing(
    placed: int,
    white: int,
    black: int,
    read: ReadNext,
    stopped: Stopped = lambda: False,
    threads: int = 1,
) -> Codes:
    """Return `codes[row, column]` after `placed` stones: 0 a draw, 1 a loss, 2 a win.

    White is to move after an even number of stones, and its stones determine the row.

    Args:
        placed: The stones placed so far, 0 to 17.
        white: White's stones on the board.
        black: Black's.
        read: Returns solved codes.
        stopped: Polled many times a second.
        threads: How many threads share the work.

    Raises:
        BuildStopped: `stopped` returned True.
    """
    turn, labels = Turn(placed, white, black), POINTS - white
    own = columns(labels, black)
    codes = np.zeros((len(classes(white)), own.masks.size), np.uint8)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, len(classes(white)), stopped)
        after = _white_first(*turn.after, read, turn, workers)
        taken = (
            _white_first(*turn.taken, read, turn, workers) if turn.takes else After(NO_CODES, own)
        )
        kernel = morris_placing.place_primary if turn.white_moves else morris_placing.place_other
        steps = placements(white) if turn.white_moves else _losses(turn)
        workers.share(
            kernel, classes(white), own, steps, after, taken, turn.wins, turn.worth, codes
        )
    return codes


def _losses(turn: Turn) -> Steps:
    return losses(turn.white) if turn.takes else no_steps(turn.white)


def columns_of(white: int, black: int) -> Columns:
    """Return the columns of a table with White's stones in the rows."""
    return columns(POINTS - white, black)


def _white_first(white: int, black: int, read: ReadNext, turn: Turn, workers: Workers) -> After:
    """Return what a turn leads to, by rows of White's stones and with the opponent to move."""
    codes, theirs = read(white, black), columns_of(white, black)
    if not turn.last:
        return After(codes, theirs)
    if white >= black:
        return After(codes[BY_PRIMARY], theirs)
    ours = np.zeros((1, len(classes(white)), theirs.masks.size), np.uint8)
    exchange(white, black, codes[BY_OTHER:], ours, workers.of(len(classes(white))))
    return After(ours[0], theirs)
