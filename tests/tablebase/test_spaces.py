"""The keys of many spaces found together are those of each."""

import chess
import numpy as np
import pytest
from tests.random_tables import RandomTables

from millmate.tablebase.layout import AS_READ
from millmate.tablebase.metric import AFTER_ZEROING
from millmate.tablebase.spaces import KeyBatch, Space, Values

CODES = [0, 0, 0, 1, 5, 127, 128, 129, 200, 255]


def random_space(rng: np.random.Generator) -> Space:
    """Return two kings, a promoted piece or none, and up to three pawns of either colour."""
    squares = rng.permutation(np.arange(8, 56))[: int(rng.integers(4))].tolist()
    fixed = [((chess.PAWN, bool(rng.integers(2))), square) for square in sorted(squares)]
    if rng.integers(2):
        white = bool(rng.integers(2))
        last_rank = 56 if white else 0
        kind = int(rng.integers(chess.KNIGHT, chess.KING))
        fixed.append(((kind, white), last_rank + int(rng.integers(8))))
    return Space((), tuple(fixed), everywhere=True)


@pytest.mark.parametrize("codes", [AS_READ, AFTER_ZEROING], ids=["as read", "after zeroing"])
def test_keys_found_together_are_those_of_each_space(codes: Values | None) -> None:
    rng, tables = np.random.default_rng(1), RandomTables(CODES, seed=1)
    asked = [(random_space(rng), bool(rng.integers(2))) for _ in range(300)]
    together = KeyBatch(tables.read, codes)
    found = [together(*each) for each in asked]
    together.find()
    for (space, turn), keys in zip(asked, found, strict=True):
        assert np.array_equal(keys, space.keys(turn, tables.read, codes))
    assert together(*asked[0]) is found[0]
