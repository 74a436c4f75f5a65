"""En passant: a double push is worth what the best capture in reply leaves of it.

Tables have no positions with an en passant right. The position after a double push is therefore
looked up without it, and the opponent's captures en passant are folded into its keys.
"""

import numpy as np

from millmate.kernels.chess_conversions import improve_all
from millmate.kernels.chess_en_passant import fold_en_passant
from millmate.tablebase.spaces import Keys, PawnMap, Space, Values, with_pawns, without_pawn


def double_push(
    space: Space, pawns: PawnMap, white: bool, passed: int, target: int, keys: Keys
) -> Values:
    """Return the keys after a double push, captures en passant included.

    Args:
        space: Where the push begins.
        pawns: The pawns after it.
        white: The side that pushes.
        passed: The square that the pawn passes.
        target: The square that it reaches.
        keys: Returns the keys of a space.
    """
    pushed = keys(with_pawns(space, pawns), not white)
    beside = [target + step for step in (-1, 1) if (target + step) >> 3 == target >> 3]
    captures = [
        {**without_pawn(without_pawn(pawns, target), taker), passed: not white}
        for taker in beside
        if pawns.get(taker) is (not white)
    ]
    if not captures:
        return pushed
    best, *others = (keys(with_pawns(space, after), white) for after in captures)
    if others:
        best = best.copy()
        improve_all(best, others[0])
    pushed = pushed.copy()
    fold_en_passant(
        pushed,
        best,
        white,
        space.kinds,
        space.white,
        np.array(list(pawns), np.int64),
        np.array(list(pawns.values()), np.bool_),
    )
    return pushed
