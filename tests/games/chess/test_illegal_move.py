"""A typed text that is no move is refused with the reason."""

import chess
import pytest

from millmate.games.chess.illegal_move import why_illegal

START = chess.STARTING_FEN


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (START, "hello", "is no move"),
        (START, "Nf5", "No such piece can go to f5"),
        (START, "e5", "No such piece can go to e5"),
        (START, "Nd2", "On d2 stands a piece of the same side"),
        (START, "e7e5", "The piece on e7 is not of the side to move"),
        (START, "e4e5", "There is no piece on e4"),
        (START, "O-O", "a piece stands between"),
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
