"""The engine's entry points, and how its buffer is filled."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.buffers import complete_row, fill, list_moves, make_move, perft
from millmate.kernels.engine.eval_params import all_weights, square_scores
from millmate.kernels.engine.layout import Words
from millmate.kernels.engine.root import iterate, prepare
from millmate.kernels.engine.tablebase import look_up, look_up_bounds, place_in_list

__all__ = ["complete_row", "iterate", "list_moves", "look_up", "look_up_bounds", "make_move"]
__all__ += ["new_words", "perft", "place_in_list", "prepare", "set_castling", "set_network"]

# The king and the rook of each castling right in orthodox chess.
_HOMES = ((4, 7), (4, 0), (60, 63), (60, 56))


def new_words(table: int = 0) -> Words:
    """Return the buffer of words, its constants filled in, with `table` words for positions."""
    spare = np.zeros(L.TABLE + table + 7, np.uint64)
    start = -spare.ctypes.data // 8 % 8  # a bucket of positions, or a vector, is one cache line
    words = spare[start : start + L.TABLE + table]
    weights = all_weights()
    words[L.WEIGHTS : L.WEIGHTS + len(weights)] = weights
    words[L.SQUARE_SCORE : L.SQUARE_SCORE + 768] = square_scores()
    fill(words)
    set_castling(words, _HOMES)
    return words


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
