"""Minimax: the value of every line, and all best moves; for the rest see `test_generations`."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive_search
from tests.search.searched import CHESS_GAME, MORRIS_GAME
from tests.strategies import games
from tests.tiers import examples

from millmate.games.board import perft
from millmate.search.game import SearchGame
from millmate.search.minimax import Minimax


@examples(60)
@given(games(), st.integers(1, 2))
def test_it_equals_the_textbook(board: chess.Board, depth: int) -> None:
    if not any(board.legal_moves):
        return
    result = Minimax(CHESS_GAME, depth).search(board)
    score, moves = naive_search.best_moves(board, depth)
    assert result.score == score
    assert set(result.best) == moves


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",  # a promotion
        "8/8/8/8/8/5k2/4p3/4K3 b - - 0 1",  # a stalemate to avoid
        "8/8/8/8/3k4/8/8/KBN5 w - - 98 90",  # the fifty-move rule within sight
    ],
)
def test_it_equals_the_textbook_three_plies_deep(fen: str) -> None:
    board = chess.Board(fen)
    result = Minimax(CHESS_GAME, 3).search(board)
    assert (result.score, set(result.best)) == naive_search.best_moves(board, 3)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("game", [CHESS_GAME, MORRIS_GAME])
def test_it_visits_every_position(game: SearchGame, depth: int) -> None:
    board = game.rules.board()
    every = sum(perft(board, ply) for ply in range(1, depth + 1))
    assert Minimax(game, depth).search(board).nodes == every
