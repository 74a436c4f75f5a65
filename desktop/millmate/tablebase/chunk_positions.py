"""The positions of a chunk of a chess table as arrays: squares of men, legality, check.

A chunk has one axis for each man that varies in it; a man's squares are an array that broadcasts
against the others. So a test of two men takes 64 times 64 results, and a test of all of them one
for each place of the chunk. This needs NumPy alone, so the window can do it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce
from itertools import permutations
from operator import or_

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import (
    ATTACKS,
    BETWEEN,
    KING_ATTACKS,
    PAWN_ATTACKS,
    TRANSFORMED,
)
from millmate.tablebase.layout import Layout
from millmate.tablebase.query import Stand

Flags = NDArray[np.bool_]
Squares = NDArray[np.int64]

_SQUARES = np.arange(64, dtype=np.uint64)
_SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)


def _spread(masks: NDArray[np.uint64]) -> Flags:
    """Return masks as flags, one axis more: its 64 squares."""
    return (masks[..., None] >> _SQUARES & np.uint64(1)).astype(np.bool_)


@cache
def _attacks(kind: int, white: bool) -> Flags:
    """Return `attacks[square, target]` of a piece or pawn on an empty board."""
    if kind == chess.PAWN:
        return _spread(PAWN_ATTACKS[0 if white else 1])
    return _spread(ATTACKS[kind])


@cache
def _blocks() -> Flags:
    """Return `blocks[from, to, square]`: whether a square is between two others."""
    return _spread(BETWEEN)


@cache
def _beside() -> Flags:
    return _spread(KING_ATTACKS)


@dataclass(frozen=True, slots=True)
class Placed:
    """A man of all positions of a chunk: its squares broadcast against those of the others."""

    kind: int
    white: bool
    squares: Squares


def _attacked(men: Sequence[Placed], white: bool) -> Flags:
    """Return where the king of a side is attacked; the men are White's king first, Black's last."""
    king = men[0 if white else -1]
    attacked = np.zeros((1,) * king.squares.ndim, np.bool_)
    for man in men[1:-1]:
        if man.white is not white:
            attacked = attacked | _hits(man, king, men)
    return attacked


def _hits(man: Placed, king: Placed, men: Sequence[Placed]) -> Flags:
    hit: Flags = _attacks(man.kind, man.white)[man.squares, king.squares]
    if man.kind in _SLIDERS:
        for other in men:  # including these two, which are not between each other
            hit = hit & ~_blocks()[man.squares, king.squares, other.squares]
    return hit


class Part:
    """The positions of a chunk of a table, counted with one side to move."""

    def __init__(self, layout: Layout, number: int) -> None:
        """Describe the chunk `number` of `layout`."""
        self._layout = layout
        self.shape = layout.chunk_shape[1:]
        self._attacked_kings: dict[bool, Flags] = {}
        tiles = [-(-n // c) for n, c in zip(layout.shape[1:], self.shape, strict=True)]
        at = np.unravel_index(number, tiles)
        self._starts = [int(i) * c for i, c in zip(at, self.shape, strict=True)]

    # The men --------------------------------------------------------------------------------------

    @cached_property
    def _indices(self) -> list[Squares]:
        axes = len(self.shape)
        return [
            np.arange(start, start + size).reshape([-1 if a == axis else 1 for a in range(axes)])
            for axis, (start, size) in enumerate(zip(self._starts, self.shape, strict=True))
        ]

    @property
    def slices(self) -> Squares | None:
        """The slices along the first axis, None without pawns."""
        return self._indices[0] if any(self._layout.pawns) else None

    @cached_property
    def men(self) -> list[Placed]:
        """All men: White's king, the pieces, the pawns, Black's king."""
        layout, pawnless = self._layout, self.slices is None
        king, *pieces, word = self._indices if pawnless else self._indices[1:]
        men = [Placed(chess.KING, True, np.array(layout.kings)[king])]
        kinds = zip(layout.kinds, layout.white, pieces, strict=True)
        men += [Placed(kind, white, squares) for kind, white, squares in kinds]
        return [*men, *self._pawns(), Placed(chess.KING, False, word)]

    def _pawns(self) -> Iterator[Placed]:
        slices = self.slices
        if slices is None:
            return
        pawns = _pawns(self._layout)
        there = np.minimum(slices, self._layout.slices - 1)
        for pawn, squares in enumerate(pawns.T):
            yield Placed(chess.PAWN, pawn < self._layout.pawns[0], squares[there])

    # Rules ----------------------------------------------------------------------------------------

    def legal(self, turn: bool) -> Flags:
        """Return, for each place, whether it holds a legal position with `turn` to move."""
        return self._whole(self._apart & ~self._attacked(not turn))

    def check(self, turn: bool) -> Flags:
        """Return, for each place, whether the side to move is in check."""
        return self._whole(self._attacked(turn))

    def check_at(self, turn: bool, places: Squares) -> Flags:
        """Return, for a few places, whether the side to move is in check; faster than `check`."""
        at = np.unravel_index(places, self.shape)
        squares = (
            man.squares[
                tuple(i if n > 1 else 0 for i, n in zip(at, man.squares.shape, strict=True))
            ]
            for man in self.men
        )
        men = [replace(man, squares=own) for man, own in zip(self.men, squares, strict=True)]
        return np.broadcast_to(_attacked(men, turn), places.shape)

    def _whole(self, flags: Flags) -> Flags:
        return np.broadcast_to(flags, self.shape).reshape(-1)

    @cached_property
    def _apart(self) -> Flags:
        """Return where all men are on different squares and the kings are not adjacent."""
        men = self.men
        apart = ~_beside()[men[0].squares, men[-1].squares]
        for number, man in enumerate(men):
            for other in men[:number]:
                apart = apart & (man.squares != other.squares)
        if self.slices is not None:
            apart = apart & (self.slices < self._layout.slices)
        return apart

    def _attacked(self, white: bool) -> Flags:
        """Return where the king of a side is attacked."""
        if white not in self._attacked_kings:
            self._attacked_kings[white] = _attacked(self.men, white)
        return self._attacked_kings[white]

    # Conditions -----------------------------------------------------------------------------------

    def standing(self, where: tuple[Stand, ...]) -> Flags:
        """Return, for each place, whether its position or an image of it meets all conditions."""
        images = range(2) if self.slices is not None else range(8)
        return self._whole(reduce(or_, (self._image_stands(where, t) for t in images)))

    def _image_stands(self, where: tuple[Stand, ...], image: int) -> Flags:
        stands: Flags = np.ones((1,) * len(self.shape), np.bool_)
        for man in dict.fromkeys(stand.man for stand in where):
            asked = [_flags(stand.places, image) for stand in where if stand.man == man]
            stands = stands & self._stand(chess.Piece.from_symbol(man), asked)
            if not stands.any():
                break
        return stands

    def _stand(self, piece: chess.Piece, asked: list[Flags]) -> Flags:
        """Return where different men of one kind are on the required squares."""
        like = [m for m in self.men if (m.kind, m.white) == (piece.piece_type, piece.color)]
        found: Flags = np.zeros((1,) * len(self.shape), np.bool_)
        for chosen in permutations(like, len(asked)):
            stands = (flags[man.squares] for flags, man in zip(asked, chosen, strict=True))
            found = found | reduce(np.logical_and, stands)
        return found


@cache
def _pawns(layout: Layout) -> Squares:
    """Return `squares[slice, pawn]`, White's first."""
    return np.array([white + black for white, black in layout.placements], np.int64)


@cache
def _flags(places: int, image: int) -> Flags:
    """Return, for each square, whether an image of it is among `places`."""
    wanted = np.array([places >> square & 1 for square in range(64)], np.bool_)
    flags: Flags = wanted[TRANSFORMED[image]]
    return flags


# A position alone ---------------------------------------------------------------------------------


def stands(board: chess.Board, where: tuple[Stand, ...]) -> bool:
    """Return whether a position itself, not an image of it, meets all conditions."""
    return all(
        _different(board, man, [stand.places for stand in where if stand.man == man])
        for man in dict.fromkeys(stand.man for stand in where)
    )


def _different(board: chess.Board, man: str, asked: list[int]) -> bool:
    """Return whether different men of one kind are on the required squares."""
    piece = chess.Piece.from_symbol(man)
    squares = list(board.pieces(piece.piece_type, piece.color))
    return any(
        all(places >> square & 1 for places, square in zip(asked, chosen, strict=True))
        for chosen in permutations(squares, len(asked))
    )


def turned(board: chess.Board, where: tuple[Stand, ...]) -> chess.Board:
    """Return the image of a position that meets all conditions, or the position if none does."""
    for image in range(2 if board.pawns else 8):
        moved = board.copy(stack=False)
        moved.set_piece_map(
            {int(TRANSFORMED[image, square]): p for square, p in board.piece_map().items()}
        )
        if stands(moved, where):
            return moved
    return board
