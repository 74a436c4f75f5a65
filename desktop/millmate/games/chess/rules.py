"""The rules of chess as `games.board.Rules`, based on python-chess."""

from typing import cast

import chess

from millmate.games.board import Board, Move, MoveError
from millmate.games.chess.positions import playable_board
from millmate.games.outcome import Outcome, Termination
from millmate.language import tr

_TERMINATIONS = {
    chess.Termination.CHECKMATE: Termination.CHECKMATE,
    chess.Termination.STALEMATE: Termination.STALEMATE,
    chess.Termination.INSUFFICIENT_MATERIAL: Termination.INSUFFICIENT_MATERIAL,
    chess.Termination.SEVENTYFIVE_MOVES: Termination.SEVENTYFIVE_MOVES,
    chess.Termination.FIVEFOLD_REPETITION: Termination.FIVEFOLD_REPETITION,
}


class ChessRules:
    """Orthodox chess; boards are `chess.Board`, moves `chess.Move`."""

    name = "chess"
    start_fen = chess.STARTING_FEN

    def board(self, fen: str | None = None) -> chess.Board:
        """Return the position `fen`, or the start; raises `PositionError`."""
        return playable_board(self.start_fen if fen is None else fen)

    def outcome(self, board: Board) -> Outcome | None:
        """Return mate, stalemate, dead position, 75 moves or fivefold repetition, or None."""
        end = cast(chess.Board, board).outcome(claim_draw=False)
        return None if end is None else Outcome(_TERMINATIONS[end.termination], end.winner)

    def claim(self, board: Board) -> Outcome | None:
        """Return the claimable draw on the board: threefold repetition or fifty moves."""
        position = cast(chess.Board, board)
        if position.is_repetition(3):
            return Outcome(Termination.THREEFOLD_REPETITION)
        if position.is_fifty_moves():
            return Outcome(Termination.FIFTY_MOVES)
        return None

    def notation(self, board: Board, move: Move) -> str:
        return cast(chess.Board, board).san(move)

    def text(self, move: Move) -> str:
        """Return `move` in UCI notation."""
        return cast(chess.Move, move).uci()

    def parse_move(self, board: Board, text: str) -> chess.Move:
        """Return the legal move `text`, in UCI or SAN.

        Raises:
            MoveError: `text` is neither, names two moves, or the move is not legal here.
        """
        position = cast(chess.Board, board)
        complaint = tr("{move!r} is no legal move in {fen}")
        for read in (position.parse_uci, position.parse_san):
            try:
                move = read(text.strip())
            except chess.AmbiguousMoveError:
                complaint = tr(
                    "{move!r} could be two moves; name the piece's file or rank too (Nbd2, R1e4) "
                    "in {fen}"
                )
            except ValueError:
                continue
            else:
                if move:  # a null move is for programs only
                    return move
        raise MoveError(complaint.format(move=text.strip()[:40], fen=position.fen()))


CHESS = ChessRules()
