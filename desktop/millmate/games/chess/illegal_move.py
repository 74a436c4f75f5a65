"""Explains in a sentence why a typed text is not a legal move."""

from __future__ import annotations

import re

import chess

from millmate.games.chess.piece_letters import localize, to_english
from millmate.language import tr

_SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])=?([QRBNqrbn]?)[+#!?]*")
_UCI = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])([qrbn]?)")
_CASTLING = re.compile(r"[O0o](-?[O0o]){1,2}[+#!?]*")


def why_illegal(board: chess.Board, text: str) -> str:
    """Return why `text` names no legal move of `board`, or more than one."""
    text = text.strip()
    if _CASTLING.fullmatch(text):
        return _castling(board, long=len(re.findall("[O0o]", text)) == 3)
    uci = _UCI.fullmatch(text)
    if uci:
        origin, target = (chess.parse_square(name) for name in uci.groups()[:2])
        return _from_square(board, origin, target)
    san = _SAN.fullmatch(to_english(text))
    if san:
        return _of_kind(board, *san.groups()[:4])
    return tr(
        "{text} is no move: write {knight}f3, exd5, O-O or e2e4.",
        text=text[:20],
        knight=localize("N"),
    )


def _castling(board: chess.Board, *, long: bool) -> str:
    rights = board.has_queenside_castling_rights if long else board.has_kingside_castling_rights
    king = board.king(board.turn)
    if king is None or not rights(board.turn):
        return tr("Castling is not allowed there: king or rook has moved.")
    rook = chess.square(0 if long else 7, chess.square_rank(king))
    if chess.between(king, rook) & board.occupied:
        return tr("Castling is not possible: a piece stands between king and rook.")
    return tr("Castling is not possible: the king is in check, or would pass through one.")


def _from_square(board: chess.Board, origin: int, target: int) -> str:
    colour = board.color_at(origin)
    if colour is None:
        return tr("There is no piece on {square}.", square=chess.square_name(origin))
    if colour is not board.turn:
        name = chess.square_name(origin)
        return tr("The piece on {square} is not of the side to move.", square=name)
    return _to_square(board, chess.BB_SQUARES[origin], target)


def _of_kind(board: chess.Board, letter: str, file: str, rank: str, target: str) -> str:
    kind = chess.PIECE_SYMBOLS.index(letter.lower()) if letter else chess.PAWN
    origins = board.pieces_mask(kind, board.turn)
    if file:
        origins &= chess.BB_FILES[ord(file) - ord("a")]
    if rank:
        origins &= chess.BB_RANKS[int(rank) - 1]
    if not origins:
        return tr("The side to move has no such piece.")
    return _to_square(board, origins, chess.parse_square(target))


def _to_square(board: chess.Board, origins: int, target: int) -> str:
    """Return why none, or more than one, of the pieces on `origins` can go to `target`."""
    square, aim = chess.square_name(target), chess.BB_SQUARES[target]
    legal = list(board.generate_legal_moves(origins, aim))
    if legal:
        names = localize(", ".join(board.san(move) for move in legal))
        if legal[0].promotion:
            return tr("The pawn becomes another piece there: write {moves}.", moves=names)
        return tr("Several moves lead to {square}: write {moves}.", square=square, moves=names)
    if any(board.generate_pseudo_legal_moves(origins, aim)):
        return tr("That would leave the king in check.")
    if board.occupied_co[board.turn] & aim:
        return tr("On {square} stands a piece of the same side.", square=square)
    return tr("No such piece can go to {square}.", square=square)
