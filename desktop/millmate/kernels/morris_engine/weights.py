"""The weights of the evaluation, in hundredths of a logit: 100 stand for odds of e to 1.

Fitted to the exact table values of positions that come up in play; see `evaluate` for the terms.
"""

import numpy as np
from numpy.typing import NDArray

# By phase: the side to move's counts, then the other side's.
_COUNTS = (
    # placing, the first three stones
    (9, -31, 0, 64, 64, -44, 0, 0),
    (-11, 11, 11, 5, 5, 241, -35, 0),
    # placing, up to the sixth
    (24, -27, 51, 54, 54, -79, 18, 0),
    (-19, 16, 12, -23, -23, 115, -31, 0),
    # placing, the last three
    (17, -19, 25, 59, 59, -53, 32, 0),
    (-12, 8, 14, -73, 3, 73, -37, -68),
    # moving
    (6, -21, -10, 86, 12, -18, 29, 64),
    (-4, 12, 28, -64, -4, 25, -26, -39),
    # own side flying
    (5, -2, 53, 17, 17, 11, -11, 0),
    (4, -2, 53, -39, 1, -4, -18, -23),
    # the other side flying
    (-1, 1, -25, 455, -2, -2, 9, 26),
    (-2, -1, -15, -8, -8, -6, 2, 0),
    # both flying
    (5, 28, 172, 312, 312, 2, 67, 0),
    (37, -17, -90, -217, -217, 88, -45, 0),
)
# While stones are placed, and after: by own stones, hand included, and the other side's.
# fmt: off
_BALANCE = (
    (
        (0, -80, -160, -240, -320, -400, -480, -560, -640, -720),
        (80, 0, -80, -160, -240, -320, -400, -480, -560, -640),
        (160, 80, 0, -80, -160, -240, -320, -400, -480, -560),
        (240, 160, 80, 0, -80, -160, -240, -320, -400, -480),
        (320, 240, 160, 80, 0, -80, -160, -240, -320, -400),
        (400, 320, 240, 160, 80, 0, -80, -160, -241, -346),
        (480, 400, 320, 240, 160, 80, 0, -84, -138, -230),
        (560, 480, 400, 320, 240, 160, 69, -36, -63, -147),
        (640, 560, 480, 400, 320, 240, 132, 100, 30, -43),
        (720, 640, 560, 480, 400, 322, 247, 200, 111, 32),
    ),
    (
        (0, -80, -160, -240, -320, -400, -480, -560, -640, -720),
        (80, 0, -80, -160, -240, -320, -400, -480, -560, -640),
        (160, 80, 0, -80, -160, -240, -320, -400, -480, -560),
        (240, 160, 80, 53, -51, -72, -68, -243, -491, -600),
        (320, 240, 160, 32, -29, 17, 31, -169, -339, -500),
        (400, 320, 240, 38, -81, -29, -16, -136, -304, -498),
        (480, 400, 320, 43, -71, -26, -17, -94, -214, -397),
        (560, 480, 400, 300, 187, 154, 109, 16, -94, -232),
        (640, 560, 480, 537, 401, 370, 262, 155, 31, -105),
        (720, 640, 560, 547, 472, 462, 422, 283, 151, 16),
    ),
)
# fmt: on

# The following weights are set by hand, for everything that was not fitted.
_FITTED = 9  # stones of a side at most
_A_STONE = 120  # while stones move and none fly, instead of a table that includes flying
_SIDES = 16  # numbers of stones that the buffer has room for


def numbers() -> NDArray[np.int64]:
    """Return all weights that were fitted: those of the counts, then the balance, 10 by 10."""
    return np.concatenate([np.ravel(_COUNTS), np.ravel(_BALANCE)]).astype(np.int64)


def for_rules(flying: bool) -> NDArray[np.int64]:
    """Return all weights as the buffer holds them: the balance by 16 numbers of stones."""
    placing = [[_balance(0, own, other) for other in range(_SIDES)] for own in range(_SIDES)]
    moving = [
        [_balance(1, own, other) if flying else _A_STONE * (own - other) for other in range(_SIDES)]
        for own in range(_SIDES)
    ]
    return np.concatenate([np.ravel(_COUNTS), np.ravel(placing), np.ravel(moving)]).astype(np.int64)


def _balance(moving: int, own: int, other: int) -> int:
    """Return the weight of `own` stones against `other`; beyond the fit, by their difference."""
    over = max(0, own - _FITTED, other - _FITTED)
    return _BALANCE[moving][max(0, own - over)][max(0, other - over)]
