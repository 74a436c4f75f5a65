"""Codes of the moving phase, and how moves compare by the codes that they lead to.

A code is 0 for a draw, else plies to the end + 1: odd for a loss, even for a win of the side to
move. A *key* is the value of a move: 0 for no move, then losses, the longer the better, 128 for a
draw, then wins, the shorter the better. Codes up to 253 have keys.
"""

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8]

NO_MOVE, DRAWN = 0, 128
WINS = 255  # the opponent has lost on the board
_CODES = 254  # those that have keys

# `KEYS[code]`: the key of a move after which the opponent has `code`.
KEYS: Codes = np.zeros(256, np.uint8)
KEYS[0] = DRAWN
KEYS[1:_CODES:2] = WINS - np.arange(1, _CODES, 2) // 2
KEYS[2:_CODES:2] = 1 + np.arange(2, _CODES, 2) // 2
# `CODES[key]`: the code of a position whose best move has that key; 1, lost, if it has no move.
CODES: Codes = np.zeros(256, np.uint8)
CODES[1:DRAWN] = 2 * np.arange(1, DRAWN) - 1
CODES[DRAWN + 1 :] = 2 * (256 - np.arange(DRAWN + 1, 256))
CODES[NO_MOVE] = 1
