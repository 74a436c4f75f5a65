"""Spaces of positions, and their values fetched from the tables that have them.

While a table is solved, each of its slices is a `Space`: the pawns are fixed, the pieces and
kings anywhere. Captures, promotions and pawn moves lead to other spaces, in the same colours; a
table may have them under exchanged colours, in a mirrored slice, or with the promoted piece as
one of those that move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_geometry import (
    KING_INDEX,
    KINGS,
    PIVOT_STEPS,
    PIVOT_STEPS_ALL_IMAGES,
    TO_TRIANGLE,
    TRANSFORMED,
)
from millmate.kernels.chess_spaces import Geometry, fill_keys, legal_masks, read_rows, to_keys
from millmate.tablebase.large_slice import LargeSlice, Read
from millmate.tablebase.layout import (
    AS_READ,
    Layout,
    Part,
    Pawns,
    after_promotion,
    levels,
    mirrored,
)
from millmate.tablebase.lru import LruCache
from millmate.tablebase.reach import home_of

Values = NDArray[np.uint8]
Ints = NDArray[np.int64]

# A man: its kind, as in python-chess, and whether it is White's.
Man = tuple[int, bool]
PawnMap = dict[int, bool]  # whether the pawn on a square is White's

# The pivot kings of a slice with pawns, as they are and mirrored, and the symmetry of either.
_ALL_SQUARES = np.arange(64, dtype=np.int64)
_MIRRORED = _ALL_SQUARES ^ 7
_NONE, _ONE = np.zeros(64, np.int64), np.ones(64, np.int64)
_RANKS, _FILES = 56, 7  # exchange the ranks, the files
MOST_TOGETHER = 64  # slices of kings and pawns that are solved together


@dataclass(frozen=True, slots=True)
class Masks:
    """The positions of a space: `free` (men apart), and the legal ones by the side to move."""

    free: Bitboards
    legal: dict[bool, Bitboards]


@dataclass(frozen=True)
class Space:
    """Kings and `pieces` anywhere, `fixed` men on their squares.

    `pieces` are in a material's order. `everywhere`: the pivot king goes to all 64 squares, not
    only to the triangle; true wherever something is fixed. `reach`: as in `Layout`.
    """

    pieces: tuple[Man, ...]
    fixed: tuple[tuple[Man, int], ...] = ()
    everywhere: bool = False
    reach: Part | None = None

    @cached_property
    def kinds(self) -> Ints:
        """The kinds of the pieces, as in python-chess: int64[pieces]."""
        return _signature(self.pieces)[0]

    @cached_property
    def white(self) -> NDArray[np.bool_]:
        """Whether each of the pieces is White's: bool[pieces]."""
        return _signature(self.pieces)[1]

    @cached_property
    def kings(self) -> Ints:
        """The squares of the pivot king: int64[10 or 64]."""
        return KINGS[self.everywhere]

    @cached_property
    def words(self) -> int:
        """The number of placements of all but the lane king."""
        return len(self.kings) << (6 * len(self.pieces))

    @cached_property
    def standing(self) -> np.uint64:
        """The squares of the fixed men."""
        return np.uint64(sum(1 << square for _, square in self.fixed))

    def masks(self) -> Masks:
        return masks_of([self])

    def legal(self, white_moves: bool) -> NDArray[np.bool_]:
        """Return which positions are legal: bool[words, 64]."""
        words = self.masks().legal[white_moves].astype("<u8").view(np.uint8)
        return np.unpackbits(words, bitorder="little").reshape(-1, 64).view(np.bool_)

    def fill_masks(self, free: Bitboards, white_moves: Bitboards, black_moves: Bitboards) -> None:
        """Set the words of positions whose men are apart, and legal ones by the side to move.

        Args:
            free: uint64[words], of a word's 64 positions those whose men are apart.
            white_moves: uint64[words], those that are legal with White to move.
            black_moves: uint64[words], with Black to move.
        """
        kinds, white = _signature((*self.pieces, *[man for man, _ in self.fixed]))
        legal_masks(
            kinds,
            white,
            self.kings,
            np.array([square for _, square in self.fixed], np.int64),
            free,
            white_moves,
            black_moves,
        )

    def geometry(self, images: int = 0) -> Geometry:
        """Return the space in the form that kernels need; for `images` see `images_of`."""
        return Geometry(
            self.kinds,
            self.white,
            self.kings,
            self.standing,
            PIVOT_STEPS[self.everywhere],
            PIVOT_STEPS_ALL_IMAGES[self.everywhere],
            images,
        )

    def can_win(self, side: bool) -> bool:
        """Return whether a side has more than its king."""
        return any(white == side for _, white in (*self.pieces, *(man for man, _ in self.fixed)))

    def without(self, piece: int) -> Space:
        """Return the space without one of the pieces."""
        left = self.pieces[:piece] + self.pieces[piece + 1 :]
        return Space(left, self.fixed, self.everywhere, self.reach)

    def keys(self, turn: bool, read: Read, codes: Values = AS_READ) -> Values:
        """Return the values of a move into each position for the side that is not to move.

        See `to_keys`; uint8[words, 64]. `codes` replace the 256 that `read` returns.
        """
        rows = self._values(turn, read)
        to_keys(self.masks().legal[turn], rows, codes)
        return rows

    def _values(self, turn: bool, read: Read) -> Values:
        """Return the values of the positions with one side to move."""
        rows = np.empty((self.words, 64), np.uint8)
        found = self.home_slice
        if found is None:
            rows[:] = self.code_outside(turn)
            return rows
        home, number, mirror = found
        pawns = home.pawns
        if not home.slots and not pawns:
            rows[:] = 0
            return rows
        if pawns:
            index, symmetry = (_MIRRORED, _ONE) if mirror else (_ALL_SQUARES, _NONE)
        else:
            index, symmetry = KING_INDEX, TO_TRIANGLE
        values = read(home.layout.material, number, turn != home.swapped)
        slots = [p if p >= 0 else -1 - self.fixed[-1 - p][1] for p in home.slots]
        if isinstance(values, LargeSlice):
            piece = next(piece for piece, slot in enumerate(slots) if slot < 0)  # the promoted one
            values = values.standing(piece, index, TRANSFORMED[symmetry, -1 - slots.pop(piece)])
            index = _ALL_SQUARES
        read_rows(
            values,
            np.array(slots, np.int64),
            index,
            symmetry,
            home.swapped,
            _RANKS if home.swapped and pawns else 0,
            self.kings,
            len(self.pieces),
            rows,
        )
        return rows

    @property
    def swapped(self) -> bool:
        """Whether the table that has the positions has their colours the other way round."""
        home = self._home
        return home is not None and home.swapped

    @property
    def home_slice(self) -> tuple[_Home, int, bool] | None:
        """The table that has the positions, their slice, whether mirrored; None outside `reach`."""
        home = self._home
        if home is None:
            return None
        if not home.pawns:
            return home, 0, False
        found = home.layout.slices_of.get(self.pawns(home.swapped))
        return found and (home, *found)

    @property
    def _home(self) -> _Home | None:
        return _home(self.reach, self.pieces, tuple([man for man, _ in self.fixed]))

    def code_outside(self, turn: bool) -> int:
        """Return the code of the positions, which are outside `reach`, with a side to move."""
        assert self.reach is not None
        return self.reach.code_outside(turn, self.can_win(not self.reach.for_white))

    def pawns(self, swapped: bool) -> Pawns:
        """Return the squares of the pawns, as they are where the colours are `swapped`."""
        flip = _RANKS if swapped else 0
        own, other = (chess.PAWN, not swapped), (chess.PAWN, swapped)
        white = [square ^ flip for man, square in self.fixed if man == own]
        black = [square ^ flip for man, square in self.fixed if man == other]
        return tuple(sorted(white)), tuple(sorted(black))


@cache
def _signature(men: tuple[Man, ...]) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the kinds and the colours of men, not to be changed."""
    return np.array([kind for kind, _ in men], np.int64), np.array([w for _, w in men], np.bool_)


def masks_of(spaces: Sequence[Space]) -> Masks:
    """Return the positions of spaces of one size, their placements end to end."""
    words = spaces[0].words
    free, white_moves, black_moves = np.empty((3, len(spaces) * words), np.uint64)
    for number, space in enumerate(spaces):
        own = slice(number * words, (number + 1) * words)
        space.fill_masks(free[own], white_moves[own], black_moves[own])
    return Masks(free, {True: white_moves, False: black_moves})


def kings_only(slices: int, images: int) -> Geometry:
    """Return slices of kings and pawns in the form that kernels need, placements end to end.

    They differ only in the steps of the pivot king.
    """
    kings, steps = _end_to_end()
    own = slice(64 * slices)
    none = np.zeros(0, np.int64), np.zeros(0, np.bool_)
    return Geometry(*none, kings[own], np.uint64(0), steps[own], steps[own], images)


@cache
def _end_to_end() -> tuple[Ints, NDArray[np.int64]]:
    """Return the squares and the steps of the pivot king in `MOST_TOGETHER` slices with pawns."""
    steps = np.tile(PIVOT_STEPS[True], (MOST_TOGETHER, 1, 1))
    first = 64 * np.repeat(np.arange(MOST_TOGETHER), 64)
    steps[..., 0] += np.where(steps[..., 0] < 0, 0, first[:, None])
    return np.tile(_ALL_SQUARES, MOST_TOGETHER), steps


# Returns the keys of a space with one side to move, not to be changed (see `Space.keys`).
Keys = Callable[[Space, bool], Values]


def cached_keys(read: Read, most: int, codes: Values = AS_READ) -> Keys:
    """Return a function that gives the keys of spaces and caches up to `most` bytes of them.

    `read` returns the values of tables; for `codes` see `Space.keys`. Safe from several threads.
    """
    cache = LruCache[tuple[Space, bool], Values](most, lambda keys: keys.nbytes)
    return lambda space, turn: cache.get((space, turn), lambda: space.keys(turn, read, codes))


def keys_together(
    men: Sequence[Man],
    squares: Ints,
    turn: bool,
    reach: Part | None,
    read: Read,
    codes: Values = AS_READ,
) -> Values:
    """Return the keys of spaces that have no pieces but the same fixed men.

    Args:
        men: The fixed men.
        squares: Theirs in each space, int64[spaces, men].
        turn: The side to move.
        reach: As in `Space`.
        read: Returns the values of tables.
        codes: As in `Space.keys`.

    Returns:
        uint8[spaces, 64, 64], as `Space.keys` returns them.
    """
    out = np.empty((len(squares), 64, 64), np.uint8)
    home = _home(reach, (), tuple(men))
    spaces = [Space((), tuple(zip(men, own, strict=True)), True, reach) for own in squares.tolist()]
    if home is None or not home.pawns:
        for space, room in zip(spaces, out, strict=True):
            room[:] = space.keys(turn, read, codes)
        return out
    values, flips = np.empty_like(out), np.zeros(len(out), np.int64)
    for at, space in enumerate(spaces):
        found = home.layout.slices_of.get(space.pawns(home.swapped))
        if found is None:
            values[at] = space.code_outside(turn)
            continue
        number, mirror = found
        flips[at] = (_RANKS if home.swapped else 0) ^ (_FILES if mirror else 0)
        rows = read(home.layout.material, number, turn != home.swapped)
        assert not isinstance(rows, LargeSlice)  # those have no pawns
        if home.slots:  # the man that has been promoted
            rows = rows.reshape(64, 64, 64)[:, squares[at, -1 - home.slots[0]] ^ flips[at]]
        values[at] = rows
    kinds, white = _signature(tuple(men))
    fill_keys(
        len(men) * np.arange(len(out) + 1),
        np.tile(kinds, len(out)),
        np.tile(white, len(out)),
        squares.ravel(),
        _ALL_SQUARES,
        np.full(len(out), turn),
        np.full(len(out), home.swapped),
        flips,
        codes,
        values,
        out,
    )
    return out


def with_pawns(space: Space, pawns: PawnMap, pieces: tuple[Man, ...] | None = None) -> Space:
    """Return the space with these pawns as its fixed men, and with other pieces if given."""
    return Space(
        space.pieces if pieces is None else pieces,
        tuple(((chess.PAWN, white), square) for square, white in sorted(pawns.items())),
        space.everywhere,
        space.reach,
    )


def without_pawn(pawns: PawnMap, square: int) -> PawnMap:
    """Return the pawns without the one on `square`."""
    return {s: white for s, white in pawns.items() if s != square}


@dataclass(frozen=True, slots=True)
class _Home:
    """The table that has the positions of a space.

    `swapped`: it has the colours exchanged; `pawns`: whether there are any; `slots`:
    which of the space's pieces each of its pieces is, or -1 - n for the n-th of the fixed men.
    """

    layout: Layout
    swapped: bool
    pawns: bool
    slots: tuple[int, ...]


@lru_cache(maxsize=4096)
def _home(reach: Part | None, pieces: tuple[Man, ...], fixed: tuple[Man, ...]) -> _Home | None:
    found = home_of(reach, _material([*pieces, *fixed]))
    if found is None:
        return None
    layout, swapped = found
    ours: dict[Man, list[int]] = {}
    for number, man in enumerate(pieces):
        ours.setdefault(man, []).append(number)
    for number, man in enumerate(fixed):
        ours.setdefault(man, []).append(-1 - number)
    men = [(kind, white != swapped) for kind, white in zip(layout.kinds, layout.white, strict=True)]
    slots = tuple(ours[man].pop(0) for man in men)
    return _Home(layout, swapped, layout.material.has_pawns, slots)


def slice_space(layout: Layout, number: int) -> Space:
    white, black = layout.placements[number]
    fixed = [((chess.PAWN, True), s) for s in white] + [((chess.PAWN, False), s) for s in black]
    pieces = tuple(zip(layout.kinds, layout.white, strict=True))
    return Space(pieces, tuple(fixed), bool(fixed), layout.reach)


def images_of(layout: Layout, number: int) -> int:
    """Return the number of places of each position of a slice; 0 if the diagonal decides."""
    pawns = layout.placements[number]
    if not any(layout.pawns):
        return 0
    return 2 if mirrored(pawns) == pawns else 1


def batches(layout: Layout, numbers: Sequence[int]) -> list[list[list[int]]]:
    """Return the slices of each level (see `layout.levels`) as batches that are solved together.

    Slices of kings and pawns need little memory: up to `MOST_TOGETHER` with equal images are a
    batch. Others are a batch each, those that read the same tables one after the other.
    """
    placements, found = layout.placements, []
    for level in levels(layout, numbers):
        if layout.pieces:
            found.append([[n] for n in sorted(level, key=lambda n: after_promotion(placements[n]))])
            continue
        alike = [
            [n for n in sorted(level) if images_of(layout, n) == images] for images in (0, 1, 2)
        ]
        found.append(
            [
                each[at : at + MOST_TOGETHER]
                for each in alike
                for at in range(0, len(each), MOST_TOGETHER)
            ]
        )
    return found


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
