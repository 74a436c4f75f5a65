"""Count the leaves of chess trees with the compiled kernel."""

import chess
import numpy as np

from millmate.kernels.engine.entries import new_words, perft
from millmate.kernels.engine.layout import MOVES, PLIES
from millmate.search.chess_encoding import write_castling, write_row

DEEPEST = PLIES  # the maximum depth


def count_leaves(board: chess.Board, depth: int) -> int:
    """Return the number of legal move sequences of `depth` plies from an orthodox `board`.

    A position is visited once for each path to it; moves of the last ply are counted, not played.
    `depth` is at most `DEEPEST`.
    """
    if depth <= 1:
        return board.legal_moves.count() if depth == 1 else 1
    words, moves = new_words(), np.zeros(MOVES * PLIES, np.int32)
    write_castling(words, board)
    leaves = 0
    for move in board.legal_moves:  # one by one, so that Ctrl-C works between them
        after = board.copy(stack=False)
        after.push(move)
        write_row(words, after)
        leaves += int(perft(words, moves, depth - 1))
    return leaves
