"""The place of each position in a table, and the meaning of the values.

A table is an array of bytes, `values[side to move, slice, pivot king, piece_1, ..., piece_m, lane
king]`: White to move first; the placement of the pawns; White's king (the pivot king); the pieces
in the order of the material's name, without pawns; Black's king. Each position has one byte: 0 is a
draw, n in 1..127 means that the side to move mates in n moves, 128 + n that it is mated in n.
Longer mates have the code of 127, and the rest is stored separately (see `more`).
Places of illegal positions hold 0, which compressed at least as well as every alternative measured.

Symmetry reduces the work. Without pawns there is one slice, which has no axis, and one of the
board's eight symmetries brings White's king into the a1-d1-d4 triangle. With pawns only left and
right can be exchanged: one of two mirrored pawn placements has a slice, with White's king on all 64
squares. Like pieces (same kind and colour) are stored once, where their squares ascend after the
symmetry; the places of other orders hold 0 on disk.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import ClassVar

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material, face_each_other
from millmate.games.value import Value
from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED, TRIANGLE
from millmate.tablebase.codec import BLOCK, Grid

LOST = 128
MOST_OF_CODE = 127  # the greatest distance that a code holds
CHUNK = 64**3  # positions per chunk, or all with one side to move if there are fewer
SHARD = 64**4  # positions per shard, likewise
AS_READ = np.empty(0, np.uint8)  # for kernels, which then take codes as they are

# The squares of White's and of Black's pawns, ascending.
Pawns = tuple[tuple[int, ...], tuple[int, ...]]

_NO_PAWNS: Pawns = ((), ())
_TRIANGLE: tuple[int, ...] = tuple(TRIANGLE.tolist())
_KING_INDEX: list[int] = KING_INDEX.tolist()
_SYMMETRY: list[list[int]] = [TRANSFORMED[t].tolist() for t in TO_TRIANGLE.tolist()]
_SQUARES = list(range(64))
_MIRRORED: list[int] = TRANSFORMED[1].tolist()  # exchanges left and right
_ACROSS: list[int] = TRANSFORMED[4].tolist()  # exchanges files and ranks


def value(code: int) -> Value:
    """Return the value that the byte `code` stands for."""
    return _VALUES[code]


_VALUES = [Value(1, 2 * moves - 1) if moves else Value(0) for moves in range(LOST)]
_VALUES += [Value(-1, 2 * moves) for moves in range(LOST)]


def mirrored(pawns: Pawns) -> Pawns:
    """Return `pawns` with left and right exchanged, sorted again."""
    white, black = (tuple(sorted(_MIRRORED[square] for square in side)) for side in pawns)
    return white, black


def after_promotion(pawns: Pawns) -> Pawns:
    """Return the pawns left after a promotion, as in their slice; all of them if none promotes."""
    white, black = pawns
    left = pawns
    for square in (*white, *black):
        if square >> 3 == (6 if square in white else 1):
            rest = tuple(s for s in white if s != square), tuple(s for s in black if s != square)
            left = min(rest, mirrored(rest))
    return left


def advancement(pawns: Pawns) -> int:
    """Return the ranks that all pawns together have advanced."""
    white, black = pawns
    return sum(square // 8 - 1 for square in white) + sum(6 - square // 8 for square in black)


def levels(layout: "Layout", numbers: Iterable[int]) -> list[list[int]]:
    """Return slices by the advancement of their pawns, the most advanced ones first.

    Pawn moves lead from a slice to earlier levels only: slices of one do not need each other.
    """
    found = defaultdict(list)
    for number in numbers:
        found[advancement(layout.placements[number])].append(number)
    return [found[ranks] for ranks in sorted(found, reverse=True)]


class Part(ABC):
    """A part of all positions: those that a directory's tables hold (see `reach.Reach`).

    Attributes:
        for_white: The side that the tables are for.
        promotions: The python-chess types that pawns can promote to.
    """

    for_white: bool
    promotions: tuple[int, ...]

    @abstractmethod
    def home(self, material: Material) -> tuple["Layout", bool] | None:
        """Return the table of a material, and whether its colours are exchanged there."""

    def code_outside(self, turn: bool, can_win: bool) -> int:
        """Return the code of positions that no table has, with that side to move."""
        raise AssertionError("no move leads outside")


@dataclass(frozen=True, eq=False)
class FacingPart(Part):
    """The positions of a table of facing pawns, and the whole tables that captures lead to."""

    layout: "Layout"
    for_white = True
    promotions = ()

    def home(self, material: Material) -> tuple["Layout", bool]:
        """Return the table of a material: its men are fewer, or its pawns still face each other."""
        canonical = material.canonical()
        own = canonical == self.layout.material.whole
        return (self.layout if own else layout_of(canonical)), canonical != material


@dataclass(frozen=True)
class Layout(Grid):
    """The order of positions in the table of a material.

    Tables on disk have canonical materials; the builder also uses others temporarily.
    """

    material: Material
    has_far: ClassVar[bool] = True  # whether distances above 127 are stored

    @cached_property
    def reach(self) -> "Part | None":
        """The positions that moves lead to, if not to those of whole tables."""
        return FacingPart(self) if self.material.facing else None

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The python-chess type of each piece except kings and pawns, White's first."""
        letters = _pieces(self.material.white) + _pieces(self.material.black)
        return tuple(chess.PIECE_SYMBOLS.index(letter.lower()) for letter in letters)

    @cached_property
    def white(self) -> tuple[bool, ...]:
        men = len(_pieces(self.material.white))
        return tuple(piece < men for piece in range(len(self.kinds)))

    @property
    def names(self) -> list[str]:
        """The letter and colour of each piece, such as `B white`."""
        return [
            f"{chess.piece_symbol(kind).upper()} {'white' if white else 'black'}"
            for kind, white in zip(self.kinds, self.white, strict=True)
        ]

    @property
    def pieces(self) -> int:
        """The number of pieces, without kings and pawns."""
        return len(self.kinds)

    @cached_property
    def pawns(self) -> tuple[int, int]:
        """The numbers of White's and of Black's pawns."""
        return self.material.pawns

    @cached_property
    def like(self) -> tuple[int, ...]:
        """Every piece whose successor is like it, of the same kind and colour."""
        men = list(zip(self.kinds, self.white, strict=True))
        return tuple(piece for piece in range(len(men) - 1) if men[piece] == men[piece + 1])

    @property
    def kings(self) -> tuple[int, ...]:
        """The squares of the pivot king, in their order."""
        return tuple(_SQUARES) if any(self.pawns) else _TRIANGLE

    # Slices ---------------------------------------------------------------------------------------

    @property
    def placements(self) -> tuple[Pawns, ...]:
        """The pawns of every slice, in ascending order; the smaller of two mirror images."""
        return _placements(*self.pawns, self.material.facing)

    @cached_property
    def slices(self) -> int:
        """The number of slices; 1 without pawns."""
        return number_of_slices(self.material)

    def slice_of(self, pawns: Pawns) -> tuple[int, bool]:
        """Return the slice of `pawns`, and whether they are the mirror image of the slice's."""
        if pawns == _NO_PAWNS:
            return 0, False
        image = mirrored(pawns)
        return bisect_left(self.placements, min(pawns, image)), image < pawns

    @cached_property
    def slices_of(self) -> Mapping[Pawns, tuple[int, bool]]:
        """The results of `slice_of` for all placements, for callers that need most of them."""
        found = {mirrored(pawns): (number, True) for number, pawns in enumerate(self.placements)}
        return found | {pawns: (number, False) for number, pawns in enumerate(self.placements)}

    @property
    def slice_numbers(self) -> NDArray[np.int32]:
        """By the pawns' squares, twice the slice, plus 1 where files are mirrored; -1 for none.

        Squares ascend, White's before Black's; they are the digits, to the base of 64, of the
        index.
        """
        return _slice_numbers(*self.pawns, self.material.facing)

    @cached_property
    def slice_masks(self) -> NDArray[np.uint64]:
        """The placements, then their mirror images, as uint64[:, 3].

        In a row are the squares of White's pawns and of Black's, as masks, and twice the slice,
        plus 1 where files are mirrored.
        """
        squares = np.array([(*white, *black) for white, black in self.placements], np.uint64)
        bits = np.uint64(1) << np.concatenate([squares, squares ^ np.uint64(7)])
        sides = [np.bitwise_or.reduce(s, axis=1) for s in np.split(bits, [self.pawns[0]], axis=1)]
        numbers = np.arange(len(bits), dtype=np.uint64).reshape(-1, 2).T.ravel()
        return np.column_stack([*sides, numbers])

    # Places ---------------------------------------------------------------------------------------

    @cached_property
    def words(self) -> int:
        """The number of placements of all men but the lane king in one slice."""
        return len(self.kings) * int(64**self.pieces)

    @cached_property
    def slice_size(self) -> int:
        """The number of places in one slice with one side to move."""
        return self.words * 64

    @property
    def size(self) -> int:
        """The number of places, for both sides to move."""
        return 2 * self.slices * self.slice_size

    def place(
        self,
        turn: bool,
        white_king: int,
        black_king: int,
        pieces: Sequence[int],
        pawns: Pawns = _NO_PAWNS,
    ) -> int:
        """Return the place of a position in the flat table.

        A position with White's king on the long diagonal, or with pawns that are their own mirror
        image, has two places; this is one of them.

        Args:
            turn: The side to move.
            white_king: The square of White's king.
            black_king: The square of Black's king.
            pieces: The squares of `kinds`, like pieces in any order.
            pawns: The squares of the pawns.
        """
        if pawns == _NO_PAWNS:
            symmetry = _SYMMETRY[white_king]
            at = _KING_INDEX[white_king] if turn else _KING_INDEX[white_king] + 10
        else:
            number, mirror = self.slice_of(pawns)
            symmetry = _MIRRORED if mirror else _SQUARES
            at = (number if turn else number + self.slices) << 6 | symmetry[white_king]
        squares = [symmetry[square] for square in pieces]
        if self.like:
            self._sort(squares)
        for square in squares:
            at = at << 6 | square
        return at << 6 | symmetry[black_king]

    def board(self, at: int) -> chess.Board:
        """Return the position at a place of the flat table (see `place`).

        If two men of an illegal position share a square, only one of them appears.
        """
        board = chess.Board(None)
        board.set_piece_at(at & 63, chess.Piece(chess.KING, chess.BLACK))
        for kind, white in zip(reversed(self.kinds), reversed(self.white), strict=True):
            at >>= 6
            board.set_piece_at(at & 63, chess.Piece(kind, white))
        at, king = divmod(at >> 6, len(self.kings))
        side, number = divmod(at, self.slices)
        board.turn = side == 0
        for colour, squares in zip(chess.COLORS, self.placements[number], strict=True):
            for square in squares:
                board.set_piece_at(square, chess.Piece(chess.PAWN, colour))
        board.set_piece_at(self.kings[king], chess.Piece(chess.KING, chess.WHITE))
        return board

    def _sort(self, squares: list[int]) -> None:
        """Sort the squares of like pieces into ascending order."""
        for last in self.like:
            # The pieces before are sorted: insert the next one among its like.
            for piece in range(last, -1, -1):
                if piece not in self.like or squares[piece] <= squares[piece + 1]:
                    break
                squares[piece], squares[piece + 1] = squares[piece + 1], squares[piece]

    def image(self, place: int) -> int:
        """Return the place in the slice of a position's image across the long diagonal.

        It is `place` itself where the image has none: with pawns, or White's king elsewhere.
        """
        king = place >> 6 * (self.pieces + 1)
        if any(self.pawns) or _TRIANGLE[king] % 9:
            return place
        squares = [_ACROSS[place >> 6 * man & 63] for man in range(self.pieces, -1, -1)]
        pieces = squares[:-1]
        if self.like:
            self._sort(pieces)
        for square in (*pieces, squares[-1]):
            king = king << 6 | square
        return king

    # On disk (see `Grid`) -------------------------------------------------------------------------

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of the table; without pawns it has no axis of slices."""
        slices = (self.slices,) if any(self.pawns) else ()
        return (2, *slices, len(self.kings), *[64] * (self.pieces + 1))

    @cached_property
    def chunk_shape(self) -> tuple[int, ...]:
        """The shape of a chunk, which is compressed as a unit: trailing axes, one side to move."""
        return _trailing(self.shape, CHUNK)

    @cached_property
    def shard_shape(self) -> tuple[int, ...]:
        """The shape of a shard, which is a file of whole chunks."""
        shard = _trailing(self.shape, SHARD)
        return tuple(-(-s // c) * c for s, c in zip(shard, self.chunk_shape, strict=True))

    @property
    def axes(self) -> list[str]:
        """The name of each axis, as stored."""
        slices = ["pawns"] if any(self.pawns) else []
        return ["side to move", *slices, "index king", *self.names, "word king"]

    @property
    def chunk_slices(self) -> int:
        return max(1, self.chunk_size // self.slice_size)

    @property
    def slice_chunks(self) -> int:
        """The number of chunks of a slice with one side to move."""
        return max(1, self.slice_size // self.chunk_size)

    # In a file: blocks of a stream (see `container`)

    @cached_property
    def group(self) -> int:
        """The number of slices that share a block; 1 where a slice takes whole blocks."""
        return max(1, BLOCK // self.slice_size)

    @cached_property
    def ranks(self) -> NDArray[np.int32]:
        """By slice, its number in the order of streams, in which slices of a job are neighbours.

        The slices of a level share blocks with each other only: after its last one, numbers may be
        left out.
        """
        ranks, at = np.empty(self.slices, np.int32), 0
        for level in levels(self, range(self.slices)):
            level.sort(key=lambda number: after_promotion(self.placements[number]))
            ranks[level] = np.arange(at, at + len(level))
            at += -(-len(level) // self.group) * self.group
        return ranks

    @cached_property
    def side_blocks(self) -> int:
        """The number of blocks of one side to move."""
        groups = int(self.ranks.max()) // self.group + 1
        return groups * -(-self.group * self.slice_size // BLOCK)

    def block_at(self, turn: bool, number: int) -> tuple[int, int]:
        """Return the block where a slice with a side to move starts, and the offset there."""
        block, offset = divmod(int(self.ranks[number]) * self.slice_size, BLOCK)
        return block + (0 if turn else self.side_blocks), offset


def _pieces(side: str) -> str:
    return side[1:].replace("P", "")


@cache
def number_of_slices(material: Material) -> int:
    """Return the number of pawn placements, mirror images counted once; 1 without pawns."""
    white, black = material.pawns
    if not white + black:
        return 1
    if material.facing:
        return 60  # pairs of ranks on half of the files
    placements = comb(48, white) * comb(48 - white, black)
    if white % 2 or black % 2:  # no placement is its own mirror image
        return placements // 2
    # Those that are have a slice each, the others one for two.
    return (placements + comb(24, white // 2) * comb(24 - white // 2, black // 2)) // 2


@cache
def layout_of(material: Material) -> Layout:
    """Return the layout of a material; always the same object, which caches its properties."""
    return Layout(material)


def by_number(layout: Layout) -> Layout:
    """Return a layout with its slices in the order of their numbers, as in earlier versions."""
    own = copy(layout)
    own.__dict__.pop("side_blocks", None)
    own.__dict__["ranks"] = np.arange(layout.slices, dtype=np.int32)
    return own


@cache
def _placements(white: int, black: int, facing: bool) -> tuple[Pawns, ...]:
    """Return the canonical placements of these numbers of pawns, in ascending order."""
    squares = range(8, 56)
    return tuple(
        (whites, blacks)
        for whites in combinations(squares, white)
        for blacks in combinations([s for s in squares if s not in whites], black)
        if (whites, blacks) <= mirrored((whites, blacks))
        and (not facing or face_each_other(whites, blacks))
    )


@cache
def _slice_numbers(white: int, black: int, facing: bool) -> NDArray[np.int32]:
    found = np.full(64 ** (white + black), -1, np.int32)
    placements = _placements(white, black, facing)
    squares = np.array([(*white, *black) for white, black in placements], np.int64)
    digits = 64 ** np.arange(white + black)[::-1]
    images = np.hstack([np.sort(s ^ 7) for s in np.split(squares, [white], axis=1)])
    numbers = 2 * np.arange(len(squares))
    found[images @ digits] = numbers + 1
    found[squares @ digits] = numbers
    return found


def _trailing(shape: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return a shape of at most `most` elements that includes the last axes as far as possible.

    It never combines both sides to move.
    """
    taken: list[int] = []
    for size in reversed(shape[1:]):
        taken.append(min(size, most))
        most = most // size if taken[-1] == size else 1
    return (1, *reversed(taken))
