"""Chess as the rest of the program sees it: how games end, and how moves are written."""

from pathlib import Path

import chess
import pytest
from hypothesis import given
from tests.strategies import games960

from millmate.games.board import MoveError, perft
from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import CHESS, why_illegal
from millmate.games.outcome import Outcome, Termination
from millmate.games.positions import PositionError

PERFT = Path(__file__).parents[2] / "data" / "perft.csv"


def golden_perft() -> list[tuple[str, int, int]]:
    _, *lines = PERFT.read_text().splitlines()
    return [
        (fen, int(depth), int(leaves)) for fen, depth, leaves in (line.split(";") for line in lines)
    ]


@pytest.mark.parametrize(("fen", "depth", "leaves"), golden_perft())
def test_perft(fen: str, depth: int, leaves: int) -> None:
    assert perft(board_from_fen(fen), depth) == leaves


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Outcome(Termination.CHECKMATE, chess.WHITE)),
        ("7K/6q1/6k1/8/8/8/8/8 w - - 0 1", Outcome(Termination.CHECKMATE, chess.BLACK)),
        ("7k/8/6QK/8/8/8/8/8 b - - 0 1", Outcome(Termination.STALEMATE)),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", Outcome(Termination.INSUFFICIENT_MATERIAL)),
        ("7k/8/6K1/8/8/8/8/7B b - - 0 1", Outcome(Termination.INSUFFICIENT_MATERIAL)),
        ("7k/8/6K1/8/8/8/8/7R b - - 150 90", Outcome(Termination.SEVENTYFIVE_MOVES)),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 150 90", Outcome(Termination.CHECKMATE, chess.WHITE)),
        ("7k/8/6K1/8/8/8/8/R7 w - - 100 60", None),
        ("7k/8/4NN1K/8/8/8/8/8 w - - 0 1", None),
    ],
)
def test_how_the_game_ends_by_itself(fen: str, outcome: Outcome | None) -> None:
    assert CHESS.outcome(CHESS.board(fen)) == outcome


@pytest.mark.parametrize(
    ("text", "uci"), [("e4", "e2e4"), ("e2e4", "e2e4"), (" Nf3 ", "g1f3"), ("Ng1f3", "g1f3")]
)
def test_moves_are_read_as_people_and_as_programs_write_them(text: str, uci: str) -> None:
    assert CHESS.parse_move(chess.Board(), text).uci() == uci


@pytest.mark.parametrize("text", ["O-O", "0-0", "e1g1", "e1h1"])
def test_castling_is_read_in_every_usual_form(text: str) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert CHESS.notation(board, CHESS.parse_move(board, text)) == "O-O"


@pytest.mark.parametrize("text", ["", "e5", "e2e5", "Zf3", "e9", "resign", "e2e4 e7e5"])
def test_what_is_no_legal_move_is_refused_by_name(text: str) -> None:
    with pytest.raises(MoveError) as error:
        CHESS.parse_move(chess.Board(), text)
    assert repr(text) in str(error.value)


@given(games960())
def test_moves_of_chess960_are_read_in_every_usual_form(board: chess.Board) -> None:
    for move in board.legal_moves:
        for text in (board.san(move), board.uci(move), board.uci(move, chess960=False)):
            assert CHESS.parse_move(board, text) == move
        assert CHESS.parse_move(CHESS.board(board.fen()), board.uci(move)) is not None


def test_a_null_move_is_read_but_never_offered_and_not_when_in_check() -> None:
    board, null = chess.Board(), chess.Move.null()
    assert CHESS.parse_move(board, "--") == CHESS.parse_move(board, " Z0 ") == null
    assert CHESS.notation(board, null) == "--"
    assert not board.is_legal(null)
    with pytest.raises(MoveError, match="'--' is not a legal move"):
        CHESS.parse_move(chess.Board("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"), "--")


def test_a_move_that_could_be_two_says_so() -> None:
    board = chess.Board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    with pytest.raises(MoveError, match="could be two moves"):
        CHESS.parse_move(board, "Nd2")


def test_an_impossible_start_is_refused() -> None:
    with pytest.raises(PositionError, match="kings stand side by side"):
        CHESS.board("8/8/8/8/8/8/8/Kk6 w - - 0 1")


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (chess.STARTING_FEN, "hello", "is not a move"),
        (chess.STARTING_FEN, "Nf5", "No such piece can move to f5"),
        (chess.STARTING_FEN, "e5", "No such piece can move to e5"),
        (chess.STARTING_FEN, "Nd2", "There is a piece of the same side on d2"),
        (chess.STARTING_FEN, "e7e5", "The piece on e7 belongs to the other side"),
        (chess.STARTING_FEN, "e4e5", "There is no piece on e4"),
        (chess.STARTING_FEN, "O-O", "a piece stands between"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "0-0", "king or rook has moved"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "would pass through"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "write Nfd2, Nbd2"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "has no such piece"),
        ("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "Bd3", "leave the king in check"),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "becomes another piece"),
    ],
)  # fmt: skip
def test_the_reason_is_named(fen: str, text: str, reason: str) -> None:
    assert reason in why_illegal(chess.Board(fen), text)
