"""Spaces of positions, and their values fetched from the tables that have them.

While a table is solved, each of its slices is a `Space`: the pawns are fixed, the pieces and
kings anywhere. Captures, promotions and pawn moves lead to other spaces, in the same colours; a
table may have them under exchanged colours, in a mirrored slice, or with the promoted piece as
one of those that move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_geometry import (
    KING_INDEX,
    KINGS,
    PIVOT_STEPS,
    PIVOT_STEPS_ALL_IMAGES,
    TO_TRIANGLE,
    TRANSFORMED,
)
from millmate.kernels.chess_spaces import Geometry, legal_masks, read_rows, to_keys
from millmate.tablebase.large_slice import LargeSlice, Read
from millmate.tablebase.layout import (
    Layout,
    Part,
    after_promotion,
    levels,
    mirrored,
)
from millmate.tablebase.lru import LruCache
from millmate.tablebase.reach import home_of_men

Values = NDArray[np.uint8]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

# A man: its kind, as in python-chess, and whether it is White's.
Man = tuple[int, bool]

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
    """Kings and `pieces` anywhere, `fixed` men on their squares; or several spaces, end to end.

    `pieces` are in a material's order, and there is only one space with any. `squares` has those of
    the fixed men, for each space. `everywhere`: the pivot king goes to all 64 squares, not only to
    the triangle; true wherever something is fixed. `reach`: as in `Layout`.
    """

    pieces: tuple[Man, ...]
    fixed: tuple[Man, ...] = ()
    squares: tuple[tuple[int, ...], ...] = ((),)
    everywhere: bool = False
    reach: Part | None = None

    @cached_property
    def kinds(self) -> Ints:
        """The kinds of the pieces, as in python-chess: int64[pieces]."""
        return _signature(self.pieces)[0]

    @cached_property
    def white(self) -> Flags:
        """Whether each of the pieces is White's: bool[pieces]."""
        return _signature(self.pieces)[1]

    @cached_property
    def kings(self) -> Ints:
        """The squares of the pivot king: int64[10 or 64]."""
        return KINGS[self.everywhere]

    @cached_property
    def words(self) -> int:
        """The number of placements of all but the lane king, in all spaces."""
        return len(self.squares) * len(self.kings) << (6 * len(self.pieces))

    @cached_property
    def standing(self) -> np.uint64:
        """The squares of the fixed men of the first space."""
        return np.uint64(sum(1 << square for square in self.squares[0]))

    def masks(self) -> Masks:
        free, white_moves, black_moves = np.empty((3, self.words), np.uint64)
        self.fill_masks(free, white_moves, black_moves)
        return Masks(free, {True: white_moves, False: black_moves})

    def legal(self, white_moves: bool) -> NDArray[np.bool_]:
        """Return which positions are legal: bool[words, 64]."""
        return bits_of(self.masks().legal[white_moves]).view(np.bool_)

    def fill_masks(self, free: Bitboards, white_moves: Bitboards, black_moves: Bitboards) -> None:
        """Set the words of positions whose men are apart, and legal ones by the side to move.

        Args:
            free: uint64[words], of a word's 64 positions those whose men are apart.
            white_moves: uint64[words], those that are legal with White to move.
            black_moves: uint64[words], with Black to move.
        """
        kinds, white = _signature((*self.pieces, *self.fixed))
        squares = np.array(self.squares, np.int64)
        legal_masks(kinds, white, self.kings, squares, free, white_moves, black_moves)

    def geometry(self, images: int = 0) -> Geometry:
        """Return the space in the form that kernels need; for `images` see `images_of`."""
        kings, steps = self.kings, PIVOT_STEPS[self.everywhere]
        all_steps = PIVOT_STEPS_ALL_IMAGES[self.everywhere]
        if len(self.squares) > 1:
            kings, steps = (each[: self.words] for each in _end_to_end())
            all_steps = steps
        return Geometry(self.kinds, self.white, kings, self.standing, steps, all_steps, images)

    def can_win(self, side: bool) -> bool:
        """Return whether a side has more than its king."""
        return any(white == side for _, white in (*self.pieces, *self.fixed))

    def keys(self, turn: bool, read: Read, in_time: int = 0) -> Values:
        """Return the values of a move into each position for the side that is not to move.

        See `to_keys`; uint8[words, 64].
        """
        rows = np.empty((self.words, 64), np.uint8)
        home, each = self._home, rows.reshape(len(self.squares), -1, 64)
        if home is None:
            rows[:] = self._code_outside(turn)
        elif not home.slots and not any(home.pawns):
            rows[:] = 0
        elif any(home.pawns) and not self.pieces:
            self._read_turned(home, turn, read, each)
        else:
            for squares, out in zip(self.squares, each, strict=True):
                self._read(home, squares, turn, read, out)
        to_keys(self.masks().legal[turn], rows, in_time)
        return rows

    def _read(
        self, home: _Home, squares: tuple[int, ...], turn: bool, read: Read, out: Values
    ) -> None:
        """Read the values of one space with one side to move."""
        found = home.slice_of(squares)
        if found is None:
            out[:] = self._code_outside(turn)
            return
        number, mirror = found
        if any(home.pawns):
            index, symmetry = (_MIRRORED, _ONE) if mirror else (_ALL_SQUARES, _NONE)
        else:
            index, symmetry = KING_INDEX, TO_TRIANGLE
        values = read(home.layout.material, number, turn != home.swapped)
        slots = [p if p >= 0 else -1 - squares[-1 - p] for p in home.slots]
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
            _RANKS if home.swapped and any(home.pawns) else 0,
            self.kings,
            len(self.pieces),
            out,
        )

    def _read_turned(self, home: _Home, turn: bool, read: Read, out: Values) -> None:
        """Read the values of spaces without pieces, whose tables have pawns."""
        for at, squares in enumerate(self.squares):
            found = home.slice_of(squares)
            if found is None:
                out[at] = self._code_outside(turn)
                continue
            number, mirror = found
            rows = read(home.layout.material, number, turn != home.swapped)
            assert not isinstance(rows, LargeSlice)  # those have no pawns
            if home.slots:  # the man that has been promoted
                flip = (_RANKS if home.swapped else 0) ^ (_FILES if mirror else 0)
                rows = rows.reshape(64, 64, 64)[:, squares[-1 - home.slots[0]] ^ flip]
            axes = rows.reshape(8, 8, 8, 8)  # rank and file of both kings
            if mirror:
                axes = axes[:, ::-1, :, ::-1]
            if home.swapped:
                axes = axes[::-1, :, ::-1].transpose(2, 3, 0, 1)
            out[at].reshape(8, 8, 8, 8)[:] = axes

    @property
    def swapped(self) -> bool:
        """Whether the table that has the positions has their colours the other way round."""
        home = self._home
        return home is not None and home.swapped

    @property
    def _home(self) -> _Home | None:
        return _home(self.reach, self.pieces, self.fixed)

    def _code_outside(self, turn: bool) -> int:
        """Return the code of the positions, which are outside `reach`, with a side to move."""
        assert self.reach is not None
        return self.reach.code_outside(turn, self.can_win(not self.reach.for_white))


def bits_of(words: Bitboards) -> Values:
    """Return the bits of words, 0 or 1, the lowest first: uint8[words, 64]."""
    bits = np.unpackbits(words.astype("<u8", copy=False).view(np.uint8), bitorder="little")
    return bits.reshape(-1, 64)


@cache
def _signature(men: tuple[Man, ...]) -> tuple[Ints, Flags]:
    """Return the kinds and the colours of men, not to be changed."""
    return np.array([kind for kind, _ in men], np.int64), np.array([w for _, w in men], np.bool_)


@cache
def _end_to_end() -> tuple[Ints, NDArray[np.int64]]:
    """Return the squares and the steps of the pivot king in `MOST_TOGETHER` slices with pawns."""
    steps = np.tile(PIVOT_STEPS[True], (MOST_TOGETHER, 1, 1))
    first = 64 * np.repeat(np.arange(MOST_TOGETHER), 64)
    steps[..., 0] += np.where(steps[..., 0] < 0, 0, first[:, None])
    return np.tile(_ALL_SQUARES, MOST_TOGETHER), steps


# Returns the keys of a space with one side to move, not to be changed (see `Space.keys`).
Keys = Callable[[Space, bool], Values]


def cached_keys(keys: Keys, most: int) -> Keys:
    """Return a function that does the same as `keys` and caches up to `most` bytes of them.

    It keeps those of spaces with pieces, which slices share. Safe from several threads.
    """
    cache = LruCache[tuple[Space, bool], Values](most, lambda found: found.nbytes)

    def kept(space: Space, turn: bool) -> Values:
        if not space.pieces:
            return keys(space, turn)
        return cache.get((space, turn), lambda: keys(space, turn))

    return kept


@dataclass(frozen=True, slots=True)
class _Home:
    """The table that has the positions of a space.

    `swapped`: it has the colours exchanged; `slots`: which of the space's pieces each of its pieces
    is, or -1 - n for the n-th of the fixed men; `pawns`: which of these are its White's pawns, and
    its Black's.
    """

    layout: Layout
    swapped: bool
    slots: tuple[int, ...]
    pawns: tuple[list[int], list[int]]

    def slice_of(self, squares: tuple[int, ...]) -> tuple[int, bool] | None:
        """Return the slice with the fixed men on these squares, and whether it is mirrored.

        None outside `Layout.reach`.
        """
        if not any(self.pawns):
            return 0, False
        flip = _RANKS if self.swapped else 0
        white, black = (tuple(sorted([squares[man] ^ flip for man in side])) for side in self.pawns)
        return self.layout.slices_of.get((white, black))


@lru_cache(maxsize=4096)
def _home(reach: Part | None, pieces: tuple[Man, ...], fixed: tuple[Man, ...]) -> _Home | None:
    found = home_of_men(reach, pieces + fixed)
    if found is None:
        return None
    layout, swapped, order = found
    slots = [at if at < len(pieces) else len(pieces) - 1 - at for at in order]
    first, end = layout.pieces, layout.pieces + layout.pawns[0]
    pawns = [-1 - slot for slot in slots[first:end]], [-1 - slot for slot in slots[end:]]
    return _Home(layout, swapped, tuple(slots[:first]), pawns)


def slice_space(layout: Layout, *numbers: int) -> Space:
    """Return a slice of a table, or several of kings and pawns, as a space."""
    pieces = tuple(zip(layout.kinds, layout.white, strict=True))
    fixed = [(chess.PAWN, True)] * layout.pawns[0] + [(chess.PAWN, False)] * layout.pawns[1]
    placements = layout.placements
    squares = tuple([(*placements[n][0], *placements[n][1]) for n in numbers])
    return Space(pieces, tuple(fixed), squares, bool(fixed), layout.reach)


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
        starts = [(each, at) for each in alike for at in range(0, len(each), MOST_TOGETHER)]
        found.append([each[at : at + MOST_TOGETHER] for each, at in starts])
    return found
