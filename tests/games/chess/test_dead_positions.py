"""Positions in which a side cannot be mated, found without tables."""

import chess
import pytest

from millmate.games.chess.dead_positions import can_be_mated, is_walled_up
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Outcome, Termination

WALL = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "walled_up"),
    [
        (WALL, True),
        ("8/6b1/1p3k2/1Pp1p1p1/2P1PpPp/3K1P1P/8/8 w - - 0 1", True),  # a bishop behind its pawns
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4KN2 w - - 0 1", False),  # a knight takes the pawns
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4KB2 w - - 0 1", False),  # so does a bishop of their colour
        ("4k3/8/8/p2p4/P2P4/8/8/4K3 w - - 0 1", False),  # the kings go round
        ("4k3/6p1/8/p2p4/P2P2P1/8/8/4K3 w - - 0 1", False),  # a pawn moves
        ("4k3/8/5p2/p2p2P1/P2P4/8/8/4K3 w - - 0 1", False),
        ("b7/1p1p4/pPpPpk2/P1P1Pp2/5Ppp/6PP/8/K7 b - - 0 1", False),  # a pawn takes a pawn
        ("8/8/8/3k4/8/8/3KR3/8 w - - 0 1", False),
        (chess.STARTING_FEN, False),
    ],
)
def test_a_wall_of_pawns_draws_at_once(fen: str, walled_up: bool) -> None:
    for board in (chess.Board(fen), chess.Board(fen).mirror()):
        assert is_walled_up(board) is walled_up
        expected = Outcome(Termination.DEAD_POSITION) if walled_up else None
        assert CHESS.outcome(board) == expected


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        (WALL, False, False),
        ("kb6/2N5/1K6/8/8/8/8/8 b - - 0 50", False, False),  # Black must take the knight
        ("8/8/8/4K3/8/8/1R6/k7 b - - 0 1", False, False),  # and here the rook
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", None, True),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False, False),  # stalemate
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", False, True),  # mate
        (chess.STARTING_FEN, None, None),
    ],
)
def test_few_moves_are_followed_to_their_end(
    fen: str, white: bool | None, black: bool | None
) -> None:
    board = chess.Board(fen)
    assert can_be_mated(board, chess.WHITE, 200) is white
    assert can_be_mated(board, chess.BLACK, 200) is black
