"""Moves as the table's commands write them are those of the rules library."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.cli.probe import sans
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.value import MoveValue, Value


def written(board: chess.Board) -> dict[str, str]:
    """Return the legal moves as we write them, by what the rules library makes of them."""
    moves = [MoveValue(move, worth(board, move)) for move in board.legal_moves]
    return dict(zip(map(board.san, board.legal_moves), sans(board, moves), strict=True))


def worth(board: chess.Board, move: chess.Move) -> Value:
    """Return as much of a move's verdict as its notation tells."""
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return Value(1, 1) if mate else Value(0)


@given(
    st.sampled_from(["KQQvKRR", "KNNvK", "KRRvKBB", "KBNvK", "KPPvKN", "KPPvKPP", "KQPvKQP"]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_moves_are_written_as_the_rules_library_writes_them(
    name: str, turn: bool, seed: int
) -> None:
    board = random_position(Material.parse(name), random.Random(seed), turn)
    assert all(ours == theirs for theirs, ours in written(board).items())


def test_legal_moves_are_not_generated_anew_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a position would take several times as long as to look it up."""
    board = random_position(Material.parse("KQQvKRR"), random.Random(1))
    moves = [MoveValue(move, Value(0)) for move in board.legal_moves]
    monkeypatch.setattr(chess.Board, "generate_legal_moves", lambda *_: pytest.fail("generated"))
    assert len(sans(board, moves)) == len(moves)


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", {"a8=Q", "a8=N", "axb8=Q+", "axb8=R+"}),
        ("k7/8/8/3pP3/8/8/8/K7 w - d6 0 2", {"exd6", "e6"}),
        ("7k/5K1P/8/6P1/8/8/8/8 w - - 0 1", {"g6", "Kg6", "Kf8"}),
    ],
)
def test_pawns_are_written_without_a_letter_and_with_what_they_become(
    fen: str, moves: set[str]
) -> None:
    found = written(chess.Board(fen))
    assert moves <= set(found.values())
    assert all(ours == theirs for theirs, ours in found.items())
