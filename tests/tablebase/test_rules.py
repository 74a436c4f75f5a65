"""Every rule of chess tells in the tables: positions whose value hangs on one of them."""

from collections.abc import Iterator
from pathlib import Path

import chess
import numpy as np
import pytest
from tests import naive
from tests.endings import code
from tests.tablebase.conftest import USUAL

from millmate.games.chess.material import Material
from millmate.games.value import Value
from millmate.tablebase.probe import Tablebase

# White to move mates in so many moves.
MATES = {
    "a push": ("k7/8/1KP5/8/8/8/8/7B w - -", 1),
    "a double push": ("8/8/5Q2/7k/8/7K/6P1/8 w - -", 1),
    "a double push that White's own king bars": ("8/1Q6/8/k7/8/1K6/pP6/8 w - -", 2),
    "a capture by a pawn": ("8/8/8/Qp6/P7/k1K5/8/8 w - -", 1),
    "a promotion to a queen": ("8/7P/7k/5K2/8/8/1n6/8 w - -", 1),
    "to a rook, where a queen gives stalemate": ("8/5P1k/5K2/8/8/2N5/8/8 w - -", 2),
    "to a rook beside another pawn": ("8/k1P5/2K3P1/8/8/8/8/8 w - -", 2),
    "to a bishop": ("8/3P4/8/8/8/5Q2/8/1K2k3 w - -", 2),
    "to a knight": ("8/1P6/kBK5/8/8/8/8/8 w - -", 1),
    "a promotion with a capture": ("2r3k1/1P6/6K1/8/8/8/8/8 w - -", 1),
    "a double push that only en passant keeps from mating": ("8/6Q1/8/7k/7p/8/6P1/3K4 w - -", 3),
    "the same with a rook": ("8/8/6R1/k7/p1K5/8/1P6/8 w - -", 3),
    "en passant": ("5Q2/7k/8/5PpK/8/8/8/8 w - g6", 1),
    "en passant beside the edge": ("8/8/5K1k/6pP/7R/8/8/8 w - g6", 1),
}
# Black to move is mated in three moves; the first is en passant, its only legal one.
FORCED_EN_PASSANT = "8/8/4Q3/7k/6pP/6K1/8/8 b - h3"
DRAWS = {
    "stalemate": "7k/7P/7K/8/8/8/8/8 b - -",
    "stalemate, or the pawn is lost": "k7/P7/1K6/8/8/8/8/8 w - -",
    "the pawn of a rook": "k7/8/K7/P7/8/8/8/8 w - -",
}
SAAVEDRA = "8/8/1KP5/3r4/8/8/8/k7 w - -"


@pytest.fixture
def tablebase(more_tables: Path, request: pytest.FixtureRequest) -> Iterator[Tablebase]:
    """Open the tables that the suite builds, those of MILLMATE_ALL5 for slow tests."""
    slow = request.node.get_closest_marker("slow")
    directory = request.getfixturevalue("all5") if slow else more_tables
    with Tablebase(directory) as opened:
        yield opened


def quick_or_slow(cases: dict[str, tuple[str, int]]) -> list[object]:
    return [
        pytest.param(fen, moves, id=name, marks=_marks(Material.of(chess.Board(fen)).canonical()))
        for name, (fen, moves) in cases.items()
    ]


def _marks(material: Material) -> list[pytest.MarkDecorator]:
    if material.men > 4:
        return [pytest.mark.slow]
    return [] if str(material) in USUAL or material.men < 3 else [pytest.mark.thorough]


@pytest.mark.parametrize(("fen", "moves"), MATES.values(), ids=MATES)
def test_the_distances_in_this_file_are_those_of_a_search(fen: str, moves: int) -> None:
    assert naive.mates_in(chess.Board(fen), moves) == moves


@pytest.mark.parametrize(("fen", "moves"), quick_or_slow(MATES))
def test_mates_that_hang_on_a_rule(tablebase: Tablebase, fen: str, moves: int) -> None:
    assert tablebase.probe(chess.Board(fen)) == Value(1, 2 * moves - 1)


@pytest.mark.parametrize("fen", DRAWS.values(), ids=DRAWS)
def test_draws(tablebase: Tablebase, fen: str) -> None:
    assert tablebase.probe(chess.Board(fen)) == Value(0)


def test_a_promotion_to_a_rook_wins_where_a_queen_draws(tablebase: Tablebase) -> None:
    board = chess.Board(SAAVEDRA)
    assert tablebase.probe(board).wdl == 1
    for line in ("c6c7 d5d6", "b6b5 d6d5", "b5b4 d5d4", "b4b3 d4d3", "b3c2 d3d4"):
        for move in line.split():
            board.push_uci(move)
    best = tablebase.moves(board)[0]
    assert (best.move.uci(), best.value.wdl) == ("c7c8r", 1)
    queen = next(m for m in tablebase.moves(board) if m.move.uci() == "c7c8q")
    assert queen.value.wdl == 0


@pytest.mark.slow
def test_a_capture_en_passant_that_is_the_only_legal_move(tablebase: Tablebase) -> None:
    board = chess.Board(FORCED_EN_PASSANT)
    assert [move.uci() for move in board.legal_moves] == ["g4h3"]
    assert naive.mated_in(board, 3) == 3
    assert tablebase.probe(board) == Value(-1, 6)
    board.ep_square = None
    assert tablebase.probe(board) == Value(0)  # stalemate


@pytest.mark.slow
def test_samples_of_every_ending_with_pawns_equal_their_best_move(tablebase: Tablebase) -> None:
    rng = np.random.default_rng(2)
    for material in tablebase.available():
        if not material.has_pawns:
            continue
        for board in random_positions(material, rng, 12):
            assert code(tablebase, board) == naive.backed_up(board, lambda b: code(tablebase, b)), (
                board.fen()
            )


def random_positions(
    material: Material, rng: np.random.Generator, number: int
) -> Iterator[chess.Board]:
    """Yield legal positions, pawns mostly on the ranks where they have most to do."""
    men = material.white + material.black.lower()
    while number:
        board = chess.Board(None)
        for symbol in men:
            rank = rng.choice([1, 1, 3, 4, 6, 6]) if symbol in "Pp" else rng.integers(8)
            square = int(8 * rank + rng.integers(8))
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = bool(rng.integers(2))
        if chess.popcount(board.occupied) == material.men and board.is_valid():
            number -= 1
            yield board
