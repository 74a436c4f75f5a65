"""The weights of the evaluation: pairs of middlegame and ending, in hundredths of a pawn.

They stand one after the other; `place` says where a term's begin. A pair is packed into a word of
two signed halves, so that both are added at once.
"""

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.engine.eval_params import WEIGHTS
from millmate.kernels.engine.layout import Words

# Terms and how many weights they have.
_TERMS = {
    "material": 5,  # pawn to queen
    "squares": 384,  # kind, square from White's side
    "knight_reach": 9,  # by the squares reached that no pawn guards
    "bishop_reach": 14,
    "rook_reach": 15,
    "queen_reach": 28,
    "passed": 8,  # by rank from the pawn's side, as all by ranks
    "passed_free": 8,  # nobody stands before it
    "passed_safe": 8,  # nor is the next square attacked
    "passed_own_king": 8,  # times the king's distance from the next square
    "passed_other_king": 8,
    "isolated": 1,
    "isolated_open": 1,
    "doubled": 1,
    "backward": 1,
    "supported": 8,
    "beside": 8,
    "bishop_pair": 1,
    "rook_open": 1,
    "rook_half_open": 1,
    "outpost": 2,  # knight, bishop
    "bishop_blocked": 1,  # times own pawns on squares of its colour
    "pawn_hits": 6,  # by the kind that is attacked
    "minor_hits": 6,
    "rook_hits": 6,
    "king_hits": 6,
    "hanging": 1,
    "push_hits": 1,  # a safe pawn step that attacks
    "shelter": 16,  # own pawn before the king: on its file, beside it; by rank, 0 for none
    "storm": 16,  # the other side's
    "danger_attacker": 4,  # knight to queen
    "danger_square": 1,  # attacks on squares around the king
    "danger_weak": 1,  # of those, not guarded but by king and queen
    "danger_check": 4,  # safe checks, knight to queen
    "danger_no_queen": 1,
    "danger_bias": 1,
    "tempo": 1,
}
_BEGIN = dict(zip(_TERMS, accumulate(_TERMS.values(), initial=0), strict=False))
NUMBER = sum(_TERMS.values())


def place(term: str) -> int:
    """Return where a term's weights begin."""
    return _BEGIN[term]


def pairs_of_terms() -> NDArray[np.int64]:
    """Return all weights, shaped (NUMBER, 2)."""
    return np.array([pair for term in _TERMS for pair in WEIGHTS[term]], np.int64)


def pack(pairs: NDArray[np.int64]) -> Words:
    """Return pairs, shaped (n, 2), as words."""
    return ((pairs[:, 1] << 32) + pairs[:, 0]).astype(np.uint64)


def square_scores(pairs: NDArray[np.int64]) -> Words:
    """Return material and squares for White, by side, kind and square."""
    squares = pairs[place("squares") : place("squares") + 384].reshape(6, 64, 2).copy()
    squares[:5] += pairs[place("material") : place("material") + 5, np.newaxis]
    black = -squares.reshape(6, 8, 8, 2)[:, ::-1].reshape(6, 64, 2)
    return pack(np.concatenate([squares, black]).reshape(-1, 2))
