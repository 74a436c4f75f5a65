"""Solve a material in memory: the sets S_n, 64 positions at a time.

For one winning side after the other: S_0 are the positions in which the loser is mated; the
winner's positions with a move into S_n are S_{n+1}; the loser's positions that are legal, not
stalemate, not known, and have no move to a position that is not won within n + 1 are S_{n+2}.
Captures read the smaller tables. Nothing here knows chess but the kernels.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_captures import pull_captures
from millmate.kernels.chess_geometry import KNIGHT
from millmate.kernels.chess_masks import legal_masks
from millmate.kernels.chess_moves import (
    pull_index_king,
    pull_knight,
    pull_slider,
    pull_word_king,
)
from millmate.kernels.chess_recolour import recolour
from millmate.kernels.chess_words import Words, count, histogram, select, write_values
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.smaller import capture_tables
from millmate.tablebase.store import SideCounts

Values = NDArray[np.uint8]

# Called with the winner's colour, n and the number of positions in S_n.
Found = Callable[[bool, int, int], None]


class Masks:
    """The legal positions of a layout, as words: `free`, and by the side to move."""

    def __init__(self, layout: Layout) -> None:
        """Compute them."""
        self.kinds = np.array(layout.kinds, np.int64)
        self.white = np.array(layout.white, np.bool_)
        self.free, white_moves, black_moves = (np.zeros(layout.words, np.uint64) for _ in range(3))
        legal_masks(self.kinds, self.white, self.free, white_moves, black_moves)
        self.legal = {True: white_moves, False: black_moves}


@dataclass(frozen=True, slots=True)
class Smaller:
    """A table that captures lead into, in the colours of the larger one.

    `values[side to move, index, square]`: 0 for White to move.
    """

    values: Values
    masks: Masks

    def deepest(self, winner: bool) -> int:
        """Return the longest distance of a win by `winner`, in plies; 0 if it never wins."""
        longest = 0
        for turn in (True, False):
            words = np.zeros(self.masks.free.size, np.uint64)
            for moves in range(127, 0, -1):
                code = moves if turn == winner else LOST + moves
                select(self.values[_row(turn)], code, code, words)
                if np.any(words & self.masks.legal[turn]):
                    longest = max(longest, 2 * moves - (turn == winner))
                    break
        return longest


def _row(turn: bool) -> int:
    return 0 if turn else 1


def solver(layout: Layout, values: list[Values]) -> "Solver":
    """Return the solver of a material; `values[piece]` is the table without that piece.

    These tables are in their own colours; where the larger one has them the other way round they
    are turned here.
    """
    smaller = []
    for table, source in zip(capture_tables(layout), values, strict=True):
        if table.swapped:
            left = sorted(table.order)
            order = np.array([left.index(piece) for piece in table.order], np.int64)
            source, swapped = np.empty_like(source), source
            recolour(swapped, order, source)
        smaller.append(Smaller(source, Masks(Layout(table.material))))
    return Solver(layout, smaller)


class Solver:
    """One material being solved; `smaller[piece]` is the table without that piece."""

    def __init__(self, layout: Layout, smaller: list[Smaller]) -> None:
        """Compute the legal positions; every other position counts as a draw until solved."""
        self.layout = layout
        self.smaller = smaller
        self.masks = Masks(layout)
        self.values: Values = np.zeros((2, layout.words, 64), np.uint8)

    def run(self, found: Found) -> Values:
        """Find all wins of both sides; return `values[side to move, index, square]`.

        `found` is called for every S_n and may raise to stop.
        """
        for winner in (True, False):
            if winner in self.layout.white:  # a bare king wins nothing
                self._solve(winner, found)
        return self.values

    def counts(self, turn: bool) -> SideCounts:
        """Return the positions with one side to move by value, distinct up to symmetry."""
        twice = np.zeros(256, np.int64)
        histogram(self.masks.legal[turn], self.values[_row(turn)], self.layout.pieces, twice)
        wins, losses = (twice[1:LOST] // 2).tolist(), (twice[LOST:] // 2).tolist()
        # Losses in 0, 2, 4... and wins in 1, 3, 5... plies by turns.
        plies = [number for pair in zip(losses, [*wins, 0], strict=True) for number in pair]
        while plies and plies[-1] == 0:
            plies.pop()
        return SideCounts(sum(wins), int(twice[0] // 2), sum(losses), tuple(plies))

    def longest(self, turn: bool) -> tuple[int, str]:
        """Return the longest win in moves with the winner to move, and one such position's FEN."""
        values = self.values[_row(turn)].reshape(-1)
        moves = int(np.max(values, where=values < LOST, initial=0))
        if moves == 0:
            return 0, ""
        at = int(np.argmax(values == moves))
        return moves, self.layout.board(at if turn else values.size + at).fen()

    def _solve(self, winner: bool, found: Found) -> None:
        loser = not winner
        legal = self.masks.legal
        checked = self.masks.free & ~legal[winner]
        movable = self._before(loser, legal[winner], self._not_won(winner, 0))
        lost = legal[loser] & checked & ~movable
        fresh, won = lost.copy(), np.zeros_like(lost)
        # Stalemate is no loss: without a move only the mated are.
        candidates = legal[loser] & movable
        deepest = max(table.deepest(winner) for table in self.smaller)
        ply = 0
        while True:
            self._record(loser, fresh, LOST + ply // 2)
            found(winner, ply, count(fresh, self.layout.pieces))
            fresh = self._before(winner, fresh, self._lost(loser, ply)) & legal[winner] & ~won
            won |= fresh
            ply += 1
            self._record(winner, fresh, (ply + 1) // 2)
            found(winner, ply, count(fresh, self.layout.pieces))
            grown = bool(fresh.any())
            escapes = self._before(loser, legal[winner] & ~won, self._not_won(winner, ply))
            fresh = candidates & ~lost & ~escapes
            lost |= fresh
            ply += 1
            if not grown and not fresh.any() and ply > deepest + 1:
                return

    def _record(self, turn: bool, fresh: Words, code: int) -> None:
        write_values(fresh, code, self.values[_row(turn)])

    def _not_won(self, winner: bool, ply: int) -> Words:
        """Return, of each smaller table, where `winner` to move has no win within `ply`."""
        return self._selected(winner, 1, (ply + 1) // 2, inside=False)

    def _lost(self, loser: bool, ply: int) -> Words:
        """Return, of each smaller table, where `loser` to move is mated in exactly `ply`."""
        return self._selected(loser, LOST + ply // 2, LOST + ply // 2, inside=True)

    def _selected(self, turn: bool, least: int, most: int, inside: bool) -> Words:
        """Return the legal positions with values inside (or outside) a range, a row a piece."""
        rows = np.zeros((len(self.smaller), self.layout.words >> 6), np.uint64)
        for row, table in zip(rows, self.smaller, strict=True):
            if least <= most:
                select(table.values[_row(turn)], least, most, row)
            np.bitwise_and(row if inside else ~row, table.masks.legal[turn], out=row)
        return rows

    def _before(self, mover: bool, after: Words, smaller: Words) -> Words:
        """Return where `mover` has a move into `after` or a capture into `smaller`.

        Positions among them may be illegal.
        """
        masks, pieces = self.masks, self.layout.pieces
        out = np.zeros_like(after)
        if smaller.any():
            pull_captures(smaller, masks.kinds, masks.white, mover, masks.free, out)
        if not after.any():
            return out
        if mover:
            pull_index_king(after, pieces, out)
        else:
            pull_word_king(after, out)
        for piece, kind in enumerate(self.layout.kinds):
            if self.layout.white[piece] != mover:
                continue
            inner = 64 ** (pieces - 1 - piece)
            if kind == KNIGHT:
                pull_knight(after, inner, out)
            else:
                pull_slider(after, masks.free, kind, inner, out)
        return out
