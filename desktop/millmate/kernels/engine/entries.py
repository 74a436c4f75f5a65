"""The engine's entry points, and how its buffer is filled."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import (
    ATTACKS,
    BEHIND,
    BETWEEN,
    KING_ATTACKS,
    KNIGHT,
    PAWN_ATTACKS,
    QUEEN,
)
from millmate.kernels.engine import layout as L
from millmate.kernels.engine import search_params as P
from millmate.kernels.engine.attacks import fill_sliders
from millmate.kernels.engine.eval_params import all_weights, square_scores
from millmate.kernels.engine.frames import EXCLUDED
from millmate.kernels.engine.layout import Ints, Words
from millmate.kernels.engine.moves import list_moves, perft
from millmate.kernels.engine.position import complete_row, make_move
from millmate.kernels.engine.root import open_root, search_root
from millmate.kernels.engine.tablebase import look_up, look_up_bounds, place_in_list

__all__ = ["complete_row", "list_moves", "look_up", "look_up_bounds", "make_move", "new_words"]
__all__ += ["open_root", "perft", "place_in_list", "prepare", "search_root", "set_castling"]
__all__ += ["set_network"]

# The king and the rook of each castling right in orthodox chess.
_HOMES = ((4, 7), (4, 0), (60, 63), (60, 56))


def new_words(table: int = 0) -> Words:
    """Return the buffer of words, its constants filled in, with `table` words for positions."""
    spare = np.zeros(L.TABLE + table + 7, np.uint64)
    start = -spare.ctypes.data // 8 % 8  # a bucket of positions, or a vector, is one cache line
    words = spare[start : start + L.TABLE + table]
    for at, constants in _constants().items():
        words[at : at + constants.size] = constants.ravel()
    fill_sliders(words)
    set_castling(words, _HOMES)
    return words


def _constants() -> dict[int, Words]:
    """Return the constants that are not sliders' by where they start."""
    squares, one = np.arange(64, dtype=np.uint64), np.uint64(1)
    bits = one << squares
    lines = BETWEEN | BEHIND | BEHIND.T | bits | bits[:, np.newaxis]
    lines *= ATTACKS[QUEEN, :, np.newaxis] & bits != 0
    files = np.pad(np.uint64(0x0101010101010101) << squares[:8], 1)
    below = (one << (squares & 56)) - one
    return {
        L.KNIGHT_FROM: ATTACKS[KNIGHT],
        L.KING_FROM: KING_ATTACKS,
        L.PAWN_FROM: PAWN_ATTACKS,
        L.BETWEEN: BETWEEN,
        L.LINE: lines,
        L.ZOBRIST: _zobrist_numbers(),
        L.SQUARE_SCORE: square_scores(),
        L.FILES_NEAR: files[:-2] | files[2:],
        L.AHEAD: np.concatenate([~(below << 8 | 255), below]),
        L.WEIGHTS: all_weights(),
    }


def _zobrist_numbers() -> Words:
    """Return the Zobrist numbers (splitmix64), 0 for no square to take en passant."""
    steps = np.arange(1, L.KEPT_RIGHTS - L.ZOBRIST + 1, dtype=np.uint64)
    mixed = np.uint64(0x4D696C6C2D4D6174) + np.uint64(0x9E3779B97F4A7C15) * steps
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(factor)
    mixed[L.ZOBRIST_STATE - L.ZOBRIST + 16 + L.NO_SQUARE] = 0
    return mixed


def prepare(ints: Ints) -> None:
    """Write the constants of the buffer of ints, and forget the moves before the root."""
    logs = np.log(np.arange(1, 64))
    reductions = ints[L.REDUCTIONS : L.REDUCTIONS + 4096].reshape(64, 64)
    reductions[1:, 1:] = 1024 * (P.LMR_BASE + np.outer(logs, logs) / P.LMR_DIVISOR)
    ints[L.LINE_MOVES : L.LINE_MOVES + 2] = L.NO_PREVIOUS_MOVE
    ints[L.CORRECTED_EVALS : L.CORRECTED_EVALS + 2] = L.UNKNOWN
    ints[L.FRAMES + EXCLUDED] = 0


def set_castling(
    words: Words, homes: Sequence[tuple[int, int] | None], *, onto_rooks: bool = False
) -> None:
    """Write the king and the rook of each castling right (K, Q, k, q), None without the right.

    With `onto_rooks` castling is the move of the king to its rook.
    """
    words[L.KEPT_RIGHTS : L.KEPT_RIGHTS + 64] = 15
    for right, home in enumerate(homes):
        at = L.CASTLES + 4 * right
        words[at : at + 4] = L.NO_SQUARE, 0, 0, 0
        if home is None:
            continue
        king, rook = home
        to, beside = ((6, 5), (2, 3))[right & 1]
        to, beside = (square + 56 * (right >> 1) for square in (to, beside))
        way, men = _squares(king, to), 1 << king | 1 << rook
        words[at : at + 4] = (
            rook if onto_rooks else to, rook, (way | _squares(rook, beside)) & ~men,
            way & ~(1 << king),
        )  # fmt: skip
        for square in home:
            words[L.KEPT_RIGHTS + square] &= np.uint64(15 ^ 1 << right)


def _squares(first: int, last: int) -> int:
    """Return the bits from one square of a rank to another, both included."""
    low, high = sorted((first, last))
    return (2 << high) - (1 << low)


def set_network(words: Words, weights: NDArray[np.int16]) -> None:
    """Write a network, `4 * NETWORK_WORDS` numbers, and evaluate by it from now on."""
    words[L.NETWORK : L.NETWORK + L.NETWORK_WORDS] = weights.view(np.uint64)
    words[L.USES_NETWORK] = 1
    slots = words[L.SLOTS : L.SLOTS + L.SLOT * (L.PLIES + 8)].reshape(-1, L.SLOT)
    slots[:, : L.SUMS] = 0  # no men, which leaves the biases
    slots[:, L.SUMS :] = np.tile(words[L.BIASES : L.BIASES + L.ROW_WORDS], 2)
