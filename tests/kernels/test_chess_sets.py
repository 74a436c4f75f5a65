"""Sets of positions as words: which are legal, and moves taken back, by sets and by lists."""

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.tiers import examples

from millmate.kernels.chess_bitboards import inverse_transform_block
from millmate.kernels.chess_dense import unmove_dense
from millmate.kernels.chess_geometry import TRANSFORMED
from millmate.kernels.chess_sparse import keep_if_all_lost, unmove_sparse
from millmate.tablebase.spaces import Man, Space

Bitboards = NDArray[np.uint64]
WHITE, BLACK = True, False
KNIGHT, BISHOP, ROOK, QUEEN = ((kind, WHITE) for kind in (2, 3, 4, 5))
PAWNS = ((chess.PAWN, WHITE), (chess.PAWN, BLACK))
ON = (chess.B2, chess.C4)
SPACES = [
    Space((QUEEN,)),
    Space((KNIGHT, (chess.ROOK, BLACK))),
    Space((BISHOP, (chess.QUEEN, BLACK))),
    Space((ROOK, (chess.KNIGHT, BLACK)), PAWNS, (ON,), everywhere=True),
    Space(((chess.BISHOP, BLACK),), (*PAWNS, QUEEN), ((*ON, chess.H8),), everywhere=True),
    Space((), PAWNS, (ON,), everywhere=True),
]
spaces = pytest.mark.parametrize("space", SPACES, ids=range(len(SPACES)))


def board_of(space: Space, index: int, square: int) -> chess.Board | None:
    """Return the position of a bit, or None where two men share a square."""
    men: list[tuple[Man, int]] = list(zip(space.fixed, space.squares[0], strict=True))
    for man in reversed(space.pieces):
        men.append((man, index & 63))
        index >>= 6
    men += [((chess.KING, WHITE), int(space.kings[index])), ((chess.KING, BLACK), square)]
    board = chess.Board(None)
    for (kind, white), at in men:
        board.set_piece_at(at, chess.Piece(kind, white))
    return board if chess.popcount(board.occupied) == len(men) else None


def random_set(legal: Bitboards, seed: int, share: float) -> Bitboards:
    rng = np.random.default_rng(seed)
    some = rng.integers(0, 2**64, legal.size, np.uint64) & legal
    return np.where(rng.random(legal.size) < share, some, np.uint64(0))


def taken_back(space: Space, mover: bool, after: Bitboards) -> Bitboards:
    out = np.zeros_like(after)
    unmove_dense(mover, after, space.masks().free, space.geometry(), 0, len(space.kings), out)
    return out


def mirror_images(space: Space, words: Bitboards) -> Bitboards:
    """Return the images in the long diagonal of positions whose pivot king stands on it."""
    images = np.zeros_like(words)
    exchange = TRANSFORMED[4]
    for king, square in enumerate(space.kings.tolist()):
        if square % 9 == 0 and not space.everywhere:
            size = words.size // 10
            block = words[king * size :][:size].reshape([64] * len(space.pieces))
            turned = np.ascontiguousarray(block[np.ix_(*[exchange] * len(space.pieces))]).reshape(
                -1
            )
            inverse_transform_block(turned, 4)
            images[king * size :][:size] = turned
    return images


@spaces
def test_legal_positions_are_those_of_the_rules_library(space: Space) -> None:
    masks = space.masks()
    rng = np.random.default_rng(1)
    for index in rng.integers(space.words, size=300).tolist():
        for square in rng.integers(64, size=5).tolist():
            board = board_of(space, index, square)
            near = board is not None and chess.square_distance(board.king(WHITE), square) < 2  # type: ignore[arg-type]
            assert bool(masks.free[index] >> np.uint64(square) & np.uint64(1)) is (
                board is not None and not near
            )
            for turn in (WHITE, BLACK):
                legal = board is not None and not near
                if board is not None:
                    board.turn = turn
                    legal = legal and not board.was_into_check()
                said = masks.legal[turn][index] >> np.uint64(square) & np.uint64(1)
                assert bool(said) is legal


@spaces
@pytest.mark.parametrize("mover", [WHITE, BLACK], ids=["white", "black"])
def test_moves_taken_back_are_those_of_the_rules_library(space: Space, mover: bool) -> None:
    legal = space.masks().legal
    before = taken_back(space, mover, legal[not mover]) & legal[mover]
    rng = np.random.default_rng(2)
    for index in rng.integers(space.words, size=400).tolist():
        square = int(rng.integers(64))
        board = board_of(space, index, square)
        if board is None or not legal[mover][index] >> np.uint64(square) & np.uint64(1):
            continue
        board.turn = mover
        inside = any(
            not board.is_capture(move)
            and board.piece_type_at(move.from_square) != chess.PAWN
            and move.from_square not in space.squares[0]
            for move in board.legal_moves
        )
        assert bool(before[index] >> np.uint64(square) & np.uint64(1)) is inside


@spaces
@examples(10)
@given(seed=st.integers(0, 2**32), share=st.floats(0, 1), mover=st.booleans())
def test_lists_find_what_passes_over_whole_sets_find(
    space: Space, seed: int, share: float, mover: bool
) -> None:
    legal = space.masks().legal
    after = random_set(legal[not mover], seed, share)
    after |= mirror_images(space, after)
    right = taken_back(space, mover, after) & legal[mover]
    listed = np.flatnonzero(after).astype(np.int32)
    found, before = np.zeros(space.words, np.int32), np.zeros_like(after)
    board = space.geometry()
    number = unmove_sparse(mover, after, listed, len(listed), legal[mover], board, before, found)
    assert np.array_equal(before, right)
    assert sorted(found[:number].tolist()) == np.flatnonzero(right).tolist()
    # And what has a move into the set does not stay among the candidates.
    candidates = legal[mover].copy()
    every = np.arange(space.words, dtype=np.int32)
    number = keep_if_all_lost(mover, candidates, every, space.words, after, board, found)
    assert np.array_equal(candidates, legal[mover] & ~right)
    assert sorted(found[:number].tolist()) == np.flatnonzero(candidates).tolist()
