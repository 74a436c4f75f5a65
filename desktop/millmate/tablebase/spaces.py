"""Spaces of positions, and their values fetched from the tables that have them.

While a table is solved, each of its slices is a `Space`: the pawns stand fixed, the pieces and
kings anywhere. Captures, promotions and pawn moves lead to other spaces, in the same colours; a
table may have them under exchanged colours, in a mirrored slice, or with the promoted piece as
one of those that move.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import KING_INDEX, KINGS, TO_TRIANGLE
from millmate.kernels.chess_spaces import fetch, legal_masks, to_keys
from millmate.kernels.chess_words import Words
from millmate.tablebase.layout import Layout, Pawns

Values = NDArray[np.uint8]
Ints = NDArray[np.int64]

# Returns the values of a slice of a canonical material's table for one side to move,
# uint8[words, 64], with all orders of like pieces filled in.
Read = Callable[[Material, int, bool], Values]

# A man: its kind, as in python-chess, and whether it is White's.
Man = tuple[int, bool]

_ALL_SQUARES = np.arange(64, dtype=np.int64)
_MIRROR = 7  # exchanges left and right
_RANKS = 56  # exchanges the ranks


@dataclass(frozen=True, slots=True)
class Masks:
    """The positions of a space: `free` (men apart), and the legal ones by the side to move."""

    free: Words
    legal: dict[bool, Words]


@dataclass(frozen=True)
class Space:
    """Kings and `pieces` anywhere, `fixed` men on their squares.

    `pieces` are in a material's order. `everywhere`: the index king goes to all 64 squares, not
    only to the triangle; true wherever something is fixed.
    """

    pieces: tuple[Man, ...]
    fixed: tuple[tuple[Man, int], ...] = ()
    everywhere: bool = False

    @cached_property
    def kinds(self) -> Ints:
        """The kinds of the pieces."""
        return np.array([kind for kind, _ in self.pieces], np.int64)

    @cached_property
    def white(self) -> NDArray[np.bool_]:
        """Whether each of the pieces is White's."""
        return np.array([white for _, white in self.pieces], np.bool_)

    @property
    def kings(self) -> Ints:
        """The squares of the index king."""
        return KINGS[self.everywhere]

    @property
    def words(self) -> int:
        """The number of placements of all but the word king."""
        return len(self.kings) << (6 * len(self.pieces))

    @cached_property
    def standing(self) -> np.uint64:
        """The squares of the fixed men."""
        return np.uint64(sum(1 << square for _, square in self.fixed))

    def masks(self) -> Masks:
        """Return the legal positions."""
        free, white_moves, black_moves = (np.empty(self.words, np.uint64) for _ in range(3))
        legal_masks(
            self.kinds,
            self.white,
            self.kings,
            np.array([man[0] for man, _ in self.fixed], np.int64),
            np.array([man[1] for man, _ in self.fixed], np.bool_),
            np.array([square for _, square in self.fixed], np.int64),
            free,
            white_moves,
            black_moves,
        )
        return Masks(free, {True: white_moves, False: black_moves})

    def without(self, piece: int) -> "Space":
        """Return the space without one of the pieces."""
        return Space(self.pieces[:piece] + self.pieces[piece + 1 :], self.fixed, self.everywhere)

    def keys(self, turn: bool, read: Read) -> Values:
        """Return what a move into each position is worth to the side that is not to move.

        See `to_keys`; uint8[words, 64].
        """
        rows = self._values(turn, read)
        to_keys(self.masks().legal[turn], rows)
        return rows

    def _values(self, turn: bool, read: Read) -> Values:
        """Return the values of the positions with one side to move."""
        rows = np.empty((self.words, 64), np.uint8)
        men = [*self.pieces, *(man for man, _ in self.fixed)]
        material = _material(men)
        canonical = material.canonical()
        swapped = canonical != material
        if material.men == 2:
            rows[:] = 0
            return rows
        layout = Layout(canonical)
        number, mirror = layout.slice_of(self._pawns(swapped))
        flip = _RANKS if swapped and material.has_pawns else 0
        if material.has_pawns:
            turned = _ALL_SQUARES ^ _MIRROR if mirror else _ALL_SQUARES
            index, symmetry = turned, np.full(64, int(mirror), np.int64)
        else:
            index, symmetry = KING_INDEX, TO_TRIANGLE
        fetch(
            read(canonical, number, turn != swapped),
            self._slots(layout, swapped),
            index,
            symmetry,
            swapped,
            flip,
            self.kings,
            len(self.pieces),
            rows,
        )
        return rows

    def _pawns(self, swapped: bool) -> Pawns:
        """Return the pawns in a table's colours."""
        squares = [
            tuple(sorted(square for man, square in self.fixed if man == (chess.PAWN, colour)))
            for colour in (True, False)
        ]
        if not swapped:
            return squares[0], squares[1]
        white, black = (tuple(sorted(s ^ _RANKS for s in side)) for side in reversed(squares))
        return white, black

    def _slots(self, layout: Layout, swapped: bool) -> Ints:
        """Return what each piece of a table is here; see `fetch`."""
        ours: dict[Man, list[int]] = {}
        for number, man in enumerate(self.pieces):
            ours.setdefault(man, []).append(number)
        for man, square in self.fixed:
            ours.setdefault(man, []).append(-1 - square)
        men = [
            (kind, white != swapped) for kind, white in zip(layout.kinds, layout.white, strict=True)
        ]
        return np.array([ours[man].pop(0) for man in men], np.int64)


def slice_space(layout: Layout, number: int) -> Space:
    """Return the space that a slice of a table is."""
    white, black = layout.placements[number]
    fixed = [((chess.PAWN, True), s) for s in white] + [((chess.PAWN, False), s) for s in black]
    pieces = tuple(zip(layout.kinds, layout.white, strict=True))
    return Space(pieces, tuple(fixed), bool(fixed))


def _material(men: list[Man]) -> Material:
    """Return the material of these men and two kings, colours as they are."""
    counts = Counter(men)
    white, black = (
        "K"
        + "".join(
            chess.piece_symbol(kind).upper() * counts[kind, colour]
            for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
        )
        for colour in (True, False)
    )
    return Material(white, black)
