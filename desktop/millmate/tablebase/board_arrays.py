"""Many boards as arrays: sorted by their materials, with the squares of their men.

Only boards whose values tables hold directly: no castling, no en passant, nothing
impossible. The rules are those of `locate.fault_of`; NumPy alone, no compiled kernels.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import ATTACKS, BETWEEN, KING_ATTACKS, PAWN_ATTACKS

# In the order of a material's name.
_KINDS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
_SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)
_BACK_RANKS = np.uint64(chess.BB_BACKRANKS)
_ONE = np.uint64(1)

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Masks = NDArray[np.uint64]


class BoardGroup(NamedTuple):
    """Boards of one material, White's men first, whichever side is the stronger.

    `numbers` int64[n] are their places among all boards, `turns` bool[n] whether White is to move,
    `squares` int64[n, men] the men's, in the order of the material's name.
    """

    material: Material
    numbers: Ints
    turns: Flags
    squares: Ints


def groups_of(boards: Sequence[chess.Board], most_men: int) -> Iterator[BoardGroup]:
    """Yield the boards of three to `most_men` men that tables hold directly."""
    masks, turns, plain = _bitboards(boards)
    counts = np.bitwise_count(masks).astype(np.int64)  # [board, side, kind]
    men = counts.sum(axis=(1, 2))
    one_king = (counts[:, :, 0] == 1).all(axis=1)
    at_back = (masks[:, :, -1] & _BACK_RANKS).any(axis=1)
    fit = np.flatnonzero(plain & one_king & ~at_back & (men > 2) & (men <= most_men))
    weights = (most_men + 1) ** np.arange(2 * len(_KINDS))
    keys = counts[fit].reshape(len(fit), weights.size) @ weights
    order = np.argsort(keys, kind="stable")
    for alike in np.split(fit[order], np.flatnonzero(np.diff(keys[order])) + 1):
        if alike.size:
            white, black = (tuple(side) for side in counts[alike[0]].tolist())
            squares = _squares(masks[alike], (white, black))
            legal = ~_faulty(squares, turns[alike], (white, black))
            numbers = alike[legal]
            yield BoardGroup(_material(white, black), numbers, turns[numbers], squares[legal])


def _bitboards(boards: Sequence[chess.Board]) -> tuple[Masks, Flags, Flags]:
    """Return the men `masks[board, side, kind]`, White's turns, and which boards have no rights."""
    rows = [
        (
            *(board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns),
            *board.occupied_co,
            board.turn,
            not board.castling_rights and board.ep_square is None,
        )
        for board in boards
    ]
    table = np.array(rows, np.uint64).reshape(-1, len(_KINDS) + 4)
    kinds, sides = table[:, : len(_KINDS)], table[:, len(_KINDS) : -2]
    masks = sides[:, ::-1, None] & kinds[:, None, :]  # python-chess has Black first
    return masks, table[:, -2].astype(np.bool_), table[:, -1].astype(np.bool_)


def _squares(masks: Masks, counts: tuple[tuple[int, ...], ...]) -> Ints:
    """Return the squares of men of one material, `[board, man]`."""
    columns = []
    for side, numbers in enumerate(counts):
        for kind, number in enumerate(numbers):
            left = masks[:, side, kind]
            for _ in range(number):
                rest = left & (left - _ONE)
                columns.append(np.bitwise_count((left ^ rest) - _ONE))
                left = rest
    return np.stack(columns, axis=1).astype(np.int64)


def _faulty(squares: Ints, turns: Flags, counts: tuple[tuple[int, ...], ...]) -> Flags:
    """Return where the kings are adjacent, or the side not to move is in check."""
    kings = squares[:, 0], squares[:, sum(counts[0])]
    occupied = np.bitwise_or.reduce(_ONE << squares.astype(np.uint64), axis=1)
    faulty = _holds(KING_ATTACKS[kings[0]], kings[1])
    column = 0
    for side, numbers in enumerate(counts):
        to_move = turns if side == 0 else ~turns
        for kind, number in zip(_KINDS, numbers, strict=True):
            for man in squares.T[column : column + number]:
                if kind != chess.KING:
                    faulty |= to_move & _attacks(kind, side, man, kings[1 - side], occupied)
            column += number
    return faulty


def _attacks(kind: int, side: int, man: Ints, king: Ints, occupied: Masks) -> Flags:
    """Return where a man, White's for `side` 0, attacks a king."""
    hits = _holds(PAWN_ATTACKS[side][man] if kind == chess.PAWN else ATTACKS[kind][man], king)
    if kind in _SLIDERS:
        hits &= BETWEEN[man, king] & occupied == 0
    return hits


def _holds(masks: Masks, squares: Ints) -> Flags:
    return (masks >> squares.astype(np.uint64) & _ONE).astype(np.bool_)


def _material(white: tuple[int, ...], black: tuple[int, ...]) -> Material:
    letters = [chess.piece_symbol(kind).upper() for kind in _KINDS]
    own, other = (
        "".join(letter * number for letter, number in zip(letters, side, strict=True))
        for side in (white, black)
    )
    return Material(own, other)
