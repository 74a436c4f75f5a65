"""The weights of the classical evaluation: pairs of middlegame and ending, by term.

In hundredths of a pawn, set by hand; no fit to games has beaten them yet. In the engine's buffer
they stand one after the other; a pair is packed into a word of two signed halves, so that both are
added at once.
"""

from collections.abc import Iterator
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike

from millmate.kernels.engine.layout import WEIGHTS as BEGIN
from millmate.kernels.engine.layout import Words

# fmt: off
WEIGHTS = {
    "material": [(85, 105), (330, 300), (345, 315), (470, 530), (970, 980)],  # pawn to queen
    "squares": [  # kind, rank and file from White's side; right is as left
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (3, 0), (6, 0), (-3, 0), (3, 5), (6, 5), (9, 5),
        (12, 5), (6, 10), (9, 10), (12, 10), (27, 10), (9, 15), (12, 15), (15, 15), (30, 15),
        (12, 20), (15, 20), (18, 20), (21, 20), (15, 25), (18, 25), (21, 25), (24, 25), (0, 0),
        (0, 0), (0, 0), (0, 0), (-36, -22), (-28, -16), (-20, -10), (-12, -4), (-20, -16),
        (-12, -10), (-4, -4), (4, 2), (-12, -10), (-4, -4), (4, 2), (12, 8), (0, -4), (8, 2),
        (16, 8), (24, 14), (0, -4), (8, 2), (16, 8), (24, 14), (-8, -10), (0, -4), (8, 2), (16, 8),
        (-16, -16), (-8, -10), (0, -4), (8, 2), (-24, -22), (-16, -16), (-8, -10), (0, -4),
        (-16, -9), (-13, -6), (-10, -3), (-7, 0), (-1, -6), (-2, -3), (1, 0), (4, 3), (-2, -3),
        (5, 0), (4, 3), (7, 6), (1, 0), (4, 3), (11, 6), (10, 9), (1, 0), (4, 3), (11, 6), (10, 9),
        (-2, -3), (5, 0), (4, 3), (7, 6), (-1, -6), (-2, -3), (1, 0), (4, 3), (-8, -9), (-5, -6),
        (-2, -3), (1, 0), (-5, 0), (-2, 0), (1, 0), (4, 0), (-11, 0), (-8, 0), (-5, 0), (-2, 0),
        (-11, 0), (-8, 0), (-5, 0), (-2, 0), (-5, 0), (-2, 0), (1, 0), (4, 0), (-5, 0), (-2, 0),
        (1, 0), (4, 0), (-5, 6), (-2, 6), (1, 6), (4, 6), (15, 6), (18, 6), (21, 6), (24, 6),
        (-5, 6), (-2, 6), (1, 6), (4, 6), (-6, -16), (-5, -11), (-4, -6), (-3, -1), (-2, -11),
        (-1, -6), (0, -1), (1, 4), (-1, -6), (0, -1), (1, 4), (2, 9), (0, -1), (1, 4), (2, 9),
        (3, 14), (0, -1), (1, 4), (2, 9), (3, 14), (-1, -6), (0, -1), (1, 4), (2, 9), (-2, -11),
        (-1, -6), (0, -1), (1, 4), (-3, -16), (-2, -11), (-1, -6), (0, -1), (20, -36), (30, -25),
        (20, -14), (-10, -3), (-18, -25), (-18, -14), (-18, -3), (-28, 8), (-36, -14), (-36, -3),
        (-36, 8), (-46, 19), (-54, -3), (-54, 8), (-54, 19), (-64, 30), (-72, -3), (-72, 8),
        (-72, 19), (-82, 30), (-90, -14), (-90, -3), (-90, 8), (-100, 19), (-108, -25), (-108, -14),
        (-108, -3), (-118, 8), (-126, -36), (-126, -25), (-126, -14), (-136, -3),
    ],
    "knight_reach": [  # by the squares reached that no pawn guards
        (-30, -35), (-20, -24), (-10, -13), (0, -2), (10, 9), (20, 20), (22, 22), (24, 24),
        (26, 26),
    ],
    "bishop_reach": [
        (-28, -35), (-19, -24), (-10, -13), (-1, -2), (8, 9), (17, 20), (26, 31), (28, 33),
        (30, 35), (32, 37), (34, 39), (36, 41), (38, 43), (40, 45),
    ],
    "rook_reach": [
        (-22, -40), (-19, -25), (-16, -10), (-13, 5), (-10, 20), (-7, 35), (-4, 38), (-1, 41),
        (2, 44), (5, 47), (8, 50), (11, 53), (14, 56), (17, 59), (20, 62),
    ],
    "queen_reach": [
        (-12, -30), (-11, -25), (-10, -20), (-9, -15), (-8, -10), (-7, -5), (-6, 0), (-5, 5),
        (-4, 10), (-3, 15), (-2, 20), (-1, 25), (0, 30), (1, 35), (2, 40), (2, 41), (2, 42),
        (2, 43), (2, 44), (2, 45), (2, 46), (2, 47), (2, 48), (2, 49), (2, 50), (2, 51), (2, 52),
        (2, 53),
    ],
    # by rank from the pawn's side, as all by ranks
    "passed": [(0, 0), (0, 5), (0, 8), (5, 20), (20, 38), (45, 65), (70, 100), (0, 0)],
    # no man is in front of it
    "passed_free": [(0, 0), (0, 2), (0, 4), (2, 8), (4, 16), (8, 30), (12, 50), (0, 0)],
    # nor is the next square attacked
    "passed_safe": [(0, 0), (0, 0), (0, 2), (2, 6), (4, 12), (10, 25), (15, 40), (0, 0)],
    # times the king's distance from the next square
    "passed_own_king": [(0, 0), (0, 0), (0, -1), (0, -3), (0, -6), (0, -9), (0, -10), (0, 0)],
    "passed_other_king": [(0, 0), (0, 1), (0, 2), (0, 5), (0, 9), (0, 13), (0, 15), (0, 0)],
    "isolated": [(-6, -10)],
    "isolated_open": [(-10, -6)],
    "doubled": [(-6, -16)],
    "backward": [(-6, -6)],
    "supported": [(0, 0), (0, 0), (8, 6), (8, 8), (14, 12), (25, 30), (50, 40), (0, 0)],
    "beside": [(0, 0), (4, 0), (6, 4), (10, 8), (20, 18), (40, 35), (60, 50), (0, 0)],
    "bishop_pair": [(28, 45)],
    "rook_open": [(26, 10)],
    "rook_half_open": [(12, 8)],
    "outpost": [(24, 16), (16, 8)],  # knight, bishop
    "bishop_blocked": [(-3, -5)],  # times own pawns on squares of its colour
    # by the kind that is attacked
    "pawn_hits": [(0, 0), (45, 35), (45, 40), (65, 30), (60, 30), (0, 0)],
    "minor_hits": [(3, 8), (18, 20), (20, 22), (38, 28), (32, 32), (0, 0)],
    "rook_hits": [(2, 10), (16, 20), (18, 20), (8, 10), (35, 25), (0, 0)],
    "king_hits": [(5, 20), (10, 25), (10, 25), (5, 25), (0, 0), (0, 0)],
    "hanging": [(24, 18)],
    "push_hits": [(14, 10)],  # a safe pawn step that attacks
    "shelter": [  # own pawn before the king: on its file, beside it; by rank, 0 for none
        (-18, 0), (22, 0), (16, 0), (5, 0), (0, 0), (-3, 0), (-5, 0), (0, 0), (-12, 0), (16, 0),
        (10, 0), (3, 0), (-2, 0), (-4, 0), (-6, 0), (0, 0),
    ],
    "storm": [  # the other side's
        (0, 0), (0, 0), (-30, 0), (-18, 0), (-8, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (-22, 0), (-16, 0), (-7, 0), (0, 0), (0, 0), (0, 0),
    ],
    "danger_attacker": [(18, 0), (14, 0), (16, 0), (12, 0)],  # knight to queen
    "danger_square": [(12, 0)],  # attacks on squares around the king
    "danger_weak": [(22, 0)],  # of those, not guarded but by king and queen
    "danger_check": [(60, 0), (30, 0), (70, 0), (50, 0)],  # safe checks, knight to queen
    "danger_no_queen": [(-90, 0)],
    "danger_bias": [(-20, 0)],
    "tempo": [(14, 10)],
}
# fmt: on
_BEGIN = dict(zip(WEIGHTS, accumulate(map(len, WEIGHTS.values()), initial=BEGIN), strict=False))


def places(*terms: str) -> Iterator[int]:
    """Yield where in the buffer the terms' weights start."""
    return (_BEGIN[term] for term in terms)


def all_weights() -> Words:
    """Return all weights as words, in the order of the buffer."""
    return _packed([pair for pairs in WEIGHTS.values() for pair in pairs])


def square_scores() -> Words:
    """Return material and squares for White as words, by side, kind and square."""
    left = np.array(WEIGHTS["squares"], np.int64).reshape(6, 8, 4, 2)
    squares = np.concatenate([left, left[:, :, ::-1]], axis=2).reshape(6, 64, 2)
    squares[:5] += np.array(WEIGHTS["material"])[:, np.newaxis]
    black = -squares.reshape(6, 8, 8, 2)[:, ::-1].reshape(6, 64, 2)
    return _packed(np.concatenate([squares, black]).reshape(-1, 2))


def _packed(pairs: ArrayLike) -> Words:
    """Return pairs, shaped (n, 2), as words."""
    middlegame, ending = np.asarray(pairs, np.int64).T
    return ((ending << 32) + middlegame).astype(np.uint64)
