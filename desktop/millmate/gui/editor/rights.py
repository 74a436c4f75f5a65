"""Castling rights and en-passant squares of a position being set up."""

import chess

from millmate.language import tr

# The castling rights in FEN letters, with the original squares of king and rook.
CASTLING: dict[str, tuple[chess.Square, chess.Square]] = {
    "K": (chess.E1, chess.H1),
    "Q": (chess.E1, chess.A1),
    "k": (chess.E8, chess.H8),
    "q": (chess.E8, chess.A8),
}


def castling_set(board: chess.Board) -> frozenset[str]:
    """Return the castling rights of `board`, from `KQkq`."""
    rights = board.castling_rights
    return frozenset(r for r, (_, rook) in CASTLING.items() if rights & chess.BB_SQUARES[rook])


def castling_possible(board: chess.Board) -> frozenset[str]:
    """Return the rights whose king and rook are on their original squares."""
    return frozenset(
        right
        for right, (king, rook) in CASTLING.items()
        if board.piece_at(king) == chess.Piece(chess.KING, right.isupper())
        and board.piece_at(rook) == chess.Piece(chess.ROOK, right.isupper())
    )


def ep_candidates(board: chess.Board) -> list[chess.Square]:
    """Return the squares that a pawn may just have passed, and where it can be captured."""
    return [square for square in chess.SquareSet(_passed(board)) if _can_take(board, square)]


def _passed(board: chess.Board) -> int:
    """Return, as a bitboard, the empty squares behind pawns that may just have moved two steps."""
    empty = ~board.occupied
    waiting = board.pawns & board.occupied_co[not board.turn]
    if board.turn == chess.WHITE:
        return (waiting & chess.BB_RANK_5) << 8 & empty & (empty & chess.BB_RANK_7) >> 8
    return (waiting & chess.BB_RANK_4) >> 8 & empty & (empty & chess.BB_RANK_2) << 8


def _can_take(board: chess.Board, square: chess.Square) -> bool:
    """Return whether an en-passant capture is legal and its double step was possible."""
    trial = board.copy(stack=False)
    trial.ep_square = square
    if trial.king(chess.WHITE) is None or trial.king(chess.BLACK) is None:
        return trial.has_pseudo_legal_en_passant()
    return trial.has_legal_en_passant() and not trial.status() & chess.STATUS_IMPOSSIBLE_CHECK


def tidy(board: chess.Board) -> list[str]:
    """Remove rights that the pieces forbid from `board`; return a remark for each."""
    left_out = []
    fitting = board.clean_castling_rights()
    if board.castling_rights != fitting:
        board.castling_rights = fitting
        left_out.append(tr("castling ignored: king and rook must be on their original squares"))
    if board.ep_square is not None and board.ep_square not in ep_candidates(board):
        name = chess.square_name(board.ep_square)
        board.ep_square = None
        left_out.append(
            tr("en passant on {name} ignored: no pawn can be captured there", name=name)
        )
    return left_out
