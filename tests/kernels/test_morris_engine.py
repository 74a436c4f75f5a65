"""The compiled morris engine: its moves are the rules', its values those of a plain search."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.morris_strategies import morris_games

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS
from millmate.games.morris.symmetry import SYMMETRIES, board_image, move_image
from millmate.kernels.morris_engine import entries, layout, moves, symmetry
from millmate.kernels.morris_engine.entries import iterate
from millmate.search.morris_encoding import moves_of, to_move, to_word, write_game

NO_LIMIT = 1 << 62
NEVER = 1_000  # a depth


@pytest.fixture(scope="module")
def words() -> np.ndarray:
    return entries.new_words(layout.BUCKET << 12)


def fresh(words: np.ndarray, board: MorrisBoard, table: int = 0, symmetric: int = 0) -> int:
    """Make everything ready for searches without reductions; return the number of moves."""
    words[layout.BUCKETS] = (1 << 12) - 1
    words[layout.TABLE :] = 0
    words[layout.REDUCTIONS : layout.VARIATIONS] = 0
    words[layout.LEAST_TABLE], words[layout.LEAST_SYMMETRY] = table, symmetric
    words[layout.NODES], words[layout.STOP], words[layout.NODE_LIMIT] = 0, 0, NO_LIMIT
    codes = list(moves_of(words, board).values())
    words[layout.ROOT_SCORES : layout.ROOT_LINES] = 0
    words[layout.ROOT_MOVES : layout.ROOT_MOVES + len(codes)] = codes
    write_game(words, board)
    return len(codes)


def value(words: np.ndarray, board: MorrisBoard, depth: int, table: int, symmetric: int) -> int:
    number = fresh(words, board, table, symmetric)
    assert iterate(words, board.quiet, depth, 1, number) == 1
    return int(words[layout.ROOT_SCORES])


def successors(board: MorrisBoard, only_mills: bool = False) -> Iterator[MorrisBoard]:
    for move in board.legal_moves:
        if move.removed or not only_mills:
            board.push(move)
            yield board
            board.pop()


def naive(words: np.ndarray, board: MorrisBoard, depth: int, ply: int = 0) -> int:
    """Return what the search is to find, worked out on boards without any pruning."""
    if ply and not board.has_moves():
        return ply - layout.MATE
    if ply and is_drawn(board, ply):
        return 0
    if depth > 0:
        return max(-naive(words, after, depth - 1, ply + 1) for after in successors(board))
    worth = entries.worth(words, to_word(board))
    below = (-naive(words, after, 0, ply + 1) for after in successors(board, only_mills=True))
    return max([worth, *below])


def is_drawn(board: MorrisBoard, ply: int) -> bool:
    """Tell whether a position came up since the root, or twice before it."""
    if board.quiet >= 100:
        return True
    stones, turn, earlier = list(board.stones), board.turn, board.copy()
    seen = 0
    for back in range(1, min(board.quiet, len(board.move_stack)) + 1):
        earlier.pop()
        if back >= 4 and earlier.turn == turn and earlier.stones == stones:
            seen += 1
            if back <= ply or seen == 2:
                return True
    return False


@settings(max_examples=25)
@given(morris_games())
def test_turns_are_those_of_the_rules(board: MorrisBoard) -> None:
    words = entries.new_words()
    codes = moves_of(words, board)
    assert sorted(map(str, codes)) == sorted(map(str, board.legal_moves))
    if board.total(board.turn) >= 3:
        assert bool(moves.has_moves(to_word(board))) == board.has_moves()
    for move, code in codes.items():
        assert to_move(code) == move
        after = board.copy()
        after.push(move)
        assert moves.after(to_word(board), code) == to_word(after)
        assert bool(moves.is_lost(to_word(after))) == (after.total(after.turn) < 3)


@settings(max_examples=15)
@given(morris_games(), st.sampled_from(SYMMETRIES))
def test_symmetric_positions_have_one_canonical_image_and_value(board, image) -> None:
    words = entries.new_words()
    there = board_image(image, board)
    least, other = symmetry.canonical(to_word(board)), symmetry.canonical(to_word(there))
    assert least >> 4 == other >> 4
    images = [to_word(board_image(each, board)) for each in SYMMETRIES]
    assert least >> 4 == min(images, key=lambda word: word & layout.BOARD)
    if board.total(board.turn) >= 3 and board.total(not board.turn) >= 3:
        assert entries.worth(words, to_word(board)) == entries.worth(words, to_word(there))
    for move, code in moves_of(words, board).items():
        carried = symmetry.move_image(code, least & 15)
        assert symmetry.move_source(carried, least & 15) == code
        assert moves.after(least >> 4, carried) >> layout.HAND == (
            moves.after(to_word(board), code) >> layout.HAND
        )
        after, turned = board.copy(), there.copy()
        after.push(move)
        turned.push(move_image(image, move))
        assert symmetry.canonical(to_word(after)) >> 4 == symmetry.canonical(to_word(turned)) >> 4


@settings(max_examples=8)
@given(board=morris_games())
def test_the_search_finds_what_looking_at_everything_finds(board, words) -> None:
    if MORRIS.outcome(board) or not board.legal_moves:
        return
    for depth in (1, 2) if len(board.legal_moves) < 20 else (1,):
        assert value(words, board, depth, NEVER, NEVER) == naive(words, board, depth)


@settings(max_examples=25)
@given(board=morris_games(longest=30))
def test_the_table_of_positions_changes_no_value(board, words) -> None:
    # So shallow, and without a history, hardly any position is met at two depths.
    board = MORRIS.board(board.fen())
    if MORRIS.outcome(board):
        return
    plain = value(words, board, 2, NEVER, NEVER)
    assert value(words, board, 2, 0, NEVER) == plain
    assert value(words, board, 2, 0, 0) == plain
