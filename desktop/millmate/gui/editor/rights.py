"""Which castling and which captures in passing a position under construction may have."""

import chess

from millmate.language import tr

# The four castling rights as a FEN writes them, with the first squares of king and rook.
CASTLING: dict[str, tuple[chess.Square, chess.Square]] = {
    "K": (chess.E1, chess.H1),
    "Q": (chess.E1, chess.A1),
    "k": (chess.E8, chess.H8),
    "q": (chess.E8, chess.A8),
}


def castling_set(board: chess.Board) -> frozenset[str]:
    """Return the castling rights of `board`, of `KQkq`."""
    rights = board.castling_rights
    return frozenset(r for r, (_, rook) in CASTLING.items() if rights & chess.BB_SQUARES[rook])


def castling_possible(board: chess.Board) -> frozenset[str]:
    """Return the rights, of `KQkq`, whose king and rook stand on their first squares."""
    return frozenset(
        right
        for right, (king, rook) in CASTLING.items()
        if board.piece_at(king) == chess.Piece(chess.KING, right.isupper())
        and board.piece_at(rook) == chess.Piece(chess.ROOK, right.isupper())
    )


def ep_candidates(board: chess.Board) -> list[chess.Square]:
    """Return the squares that a pawn may just have passed and on which one can now be taken."""
    return [square for square in chess.SquareSet(_passed(board)) if _can_take(board, square)]


def _passed(board: chess.Board) -> int:
    """Return, as bits, the empty squares behind pawns that may just have gone two steps."""
    empty = ~board.occupied
    waiting = board.pawns & board.occupied_co[not board.turn]
    if board.turn == chess.WHITE:
        return (waiting & chess.BB_RANK_5) << 8 & empty & (empty & chess.BB_RANK_7) >> 8
    return (waiting & chess.BB_RANK_4) >> 8 & empty & (empty & chess.BB_RANK_2) << 8


def _can_take(board: chess.Board, square: chess.Square) -> bool:
    """Tell whether a capture in passing is there, legal, and its double step was possible."""
    trial = board.copy(stack=False)
    trial.ep_square = square
    if trial.king(chess.WHITE) is None or trial.king(chess.BLACK) is None:
        return trial.has_pseudo_legal_en_passant()
    return trial.has_legal_en_passant() and not trial.status() & chess.STATUS_IMPOSSIBLE_CHECK


def tidy(board: chess.Board) -> list[str]:
    """Take rights from `board` that its pieces forbid, and return what was left out, in words."""
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
