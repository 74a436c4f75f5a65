"""Operations on 64 bytes at once do compiled what they do uncompiled."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import types
from numpy.typing import NDArray
from tests.jit import njit

from millmate.kernels import chess_verify_rows as lanes
from millmate.kernels.chess_verify_board import SYMMETRY

Bytes = NDArray[np.uint8]
PAIRS = ["both", "either", "difference", "plus", "greater", "lesser", "same", "above"]
ROWS = np.random.default_rng(3).choice([0, 1, 7, 127, 128, 129, 255], (3, 64)).astype(np.uint8)


def compiled(function: Callable[..., Any], *extra: Any) -> Any:
    return njit([types.void(types.uint8[:, ::1], types.uint8[:, ::1], *extra)])(function)


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_of_rows(name: str) -> None:
    function, load, store = getattr(lanes, name), lanes.load, lanes.store

    def work(rows: Bytes, out: Bytes) -> None:
        store(out, 0, function(load(rows, 0), load(rows, 1)))

    out = np.zeros((1, 64), np.uint8)
    compiled(work)(ROWS, out)
    assert np.array_equal(out[0], function(ROWS[0], ROWS[1]))


def test_rows_by_a_symmetry_or_a_kings_move() -> None:
    def work(rows: Bytes, out: Bytes, symmetry: int) -> None:
        lanes.store(out, 0, lanes.turned(lanes.load(rows, 0), symmetry))
        lanes.store(out, 1, lanes.beside(lanes.load(rows, 0)))

    both = compiled(work, types.int64)
    for symmetry in range(8):
        out = np.zeros((2, 64), np.uint8)
        both(ROWS, out, symmetry)
        assert out[0].tolist() == [ROWS[0, SYMMETRY[symmetry, lane]] for lane in range(64)]
        assert np.array_equal(out[1], lanes.beside(ROWS[0]))


def test_a_choice_a_word_and_a_byte() -> None:
    def work(rows: Bytes, out: Bytes, word: np.uint64, byte: np.uint8) -> None:
        where = lanes.spread(word)
        lanes.store(out, 0, lanes.choose(where, lanes.load(rows, 2), lanes.fill(byte)))
        out[1, 0] = lanes.has_any(where)

    one = compiled(work, types.uint64, types.uint8)
    for word in (0, 1, 1 << 63, 0x8040201008040201):
        out = np.zeros((2, 64), np.uint8)
        one(ROWS, out, np.uint64(word), np.uint8(9))
        chosen = [ROWS[2, lane] if word >> lane & 1 else 9 for lane in range(64)]
        assert out[0].tolist() == chosen
        assert out[1, 0] == (word > 0)
