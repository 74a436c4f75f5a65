"""The keys of many spaces found together are those of each."""

import chess
import numpy as np
import pytest
from tests.random_tables import RandomTables

from millmate.tablebase.layout import AS_READ
from millmate.tablebase.metric import AFTER_ZEROING
from millmate.tablebase.spaces import Space, Values, keys_together

CODES = [0, 0, 0, 1, 5, 127, 128, 129, 200, 255]


@pytest.mark.parametrize("codes", [AS_READ, AFTER_ZEROING], ids=["as read", "after zeroing"])
def test_keys_found_together_are_those_of_each_space(codes: Values) -> None:
    """Two kings, a promoted piece or none, and up to three pawns of either colour."""
    rng, tables = np.random.default_rng(1), RandomTables(CODES, seed=1)
    for _ in range(40):
        men = [(chess.PAWN, bool(rng.integers(2))) for _ in range(int(rng.integers(4)))]
        squares = np.array([rng.permutation(np.arange(8, 56))[: len(men)] for _ in range(8)])
        if rng.integers(2):
            men.append((int(rng.integers(chess.KNIGHT, chess.KING)), bool(rng.integers(2))))
            last_rank = rng.integers(56 if men[-1][1] else 0, 64 if men[-1][1] else 8, (8, 1))
            squares = np.hstack([squares, last_rank])
        turn = bool(rng.integers(2))
        together = keys_together(men, squares, turn, None, tables.read, codes)
        for own, keys in zip(squares.tolist(), together, strict=True):
            space = Space((), tuple(zip(men, own, strict=True)), everywhere=True)
            assert np.array_equal(keys, space.keys(turn, tables.read, codes))
