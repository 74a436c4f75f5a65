"""The rules of chess as `games.board.Rules`, on top of python-chess; why a move is illegal."""

import re
from typing import cast

import chess

from millmate.games.board import Board, Move, MoveError
from millmate.games.chess.dead_positions import is_walled_up
from millmate.games.chess.piece_letters import localize, to_english
from millmate.games.chess.positions import board_from_fen, playable_board, problems
from millmate.games.chess.spelling import spellings
from millmate.games.outcome import Outcome, Termination
from millmate.games.positions import Problem
from millmate.games.value import CHESS_TERMS
from millmate.language import tr

_TERMINATIONS = {
    chess.Termination.CHECKMATE: Termination.CHECKMATE,
    chess.Termination.STALEMATE: Termination.STALEMATE,
    chess.Termination.INSUFFICIENT_MATERIAL: Termination.INSUFFICIENT_MATERIAL,
    chess.Termination.SEVENTYFIVE_MOVES: Termination.SEVENTYFIVE_MOVES,
    chess.Termination.FIVEFOLD_REPETITION: Termination.FIVEFOLD_REPETITION,
}


NULL_MOVE = "0000"  # in UCI
_NULL_MOVES = ("--", "z0", "@@@@", "null", "pass", NULL_MOVE)  # as programs write it

_SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])=?([QRBNqrbn]?)[+#!?]*")
_UCI = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])([qrbn]?)")
_CASTLING = re.compile(r"[O0o](-?[O0o]){1,2}[+#!?]*")


class ChessRules:
    """Orthodox chess; boards are `chess.Board`, moves `chess.Move`."""

    name = kind = "chess"
    terms = CHESS_TERMS
    start_fen = chess.STARTING_FEN
    places = tuple(chess.SQUARE_NAMES)
    limit: int | None = 50
    variant = None

    def limited(self, limit: int | None) -> "ChessRules":
        return self

    def board(self, fen: str | None = None) -> chess.Board:
        """Return the position `fen`, or the start; raises `PositionError`."""
        return playable_board(self.start_fen if fen is None else fen)

    def read(self, text: str) -> chess.Board:
        """Return the position in `text`, playable or not; raises `PositionError`."""
        return board_from_fen(text)

    def problems(self, board: Board) -> list[Problem]:
        return problems(cast(chess.Board, board))

    def outcome(self, board: Board) -> Outcome | None:
        """Return mate, stalemate, dead position, 75 moves or fivefold repetition, or None.

        Dead positions are those with too few men, or with a wall of pawns that nothing can break.
        """
        position = cast(chess.Board, board)
        end = position.outcome(claim_draw=False)
        if end is not None:
            return Outcome(_TERMINATIONS[end.termination], end.winner)
        return Outcome(Termination.DEAD_POSITION) if is_walled_up(position) else None

    def claim(self, board: Board) -> Outcome | None:
        """Return the claimable draw on the board: threefold repetition or fifty moves."""
        position = cast(chess.Board, board)
        if position.is_repetition(3):
            return Outcome(Termination.THREEFOLD_REPETITION)
        if position.is_fifty_moves():
            return Outcome(Termination.FIFTY_MOVES)
        return None

    def out_of_time(self, board: Board, side: bool) -> Outcome:
        """Return the loss of `side`, or a draw if the other side could not mate with its men.

        FIDE's laws of chess, 6.9: what counts is whether any series of legal moves could mate;
        a lone king, for one, never mates.
        """
        if cast(chess.Board, board).has_insufficient_material(not side):
            return Outcome(Termination.TIME_WITHOUT_MATE)
        return Outcome(Termination.TIME, not side)

    def notation(self, board: Board, move: Move) -> str:
        return cast(chess.Board, board).san(move)

    def text(self, move: Move) -> str:
        """Return `move` in UCI notation."""
        return cast(chess.Move, move).uci()

    def parse_move(self, board: Board, text: str) -> chess.Move:
        """Return the legal move `text`, in UCI, in SAN or as people write it (`spelling`).

        A null move is accepted, unless in check, as analyses and games from files have them; it is
        not in `legal_moves`.

        Raises:
            MoveError: `text` is neither, names two moves, or the move is not legal here.
        """
        position = cast(chess.Board, board)
        if is_null(text.strip()) and not position.is_check():
            return chess.Move.null()
        complaint = tr("{move!r} is not a legal move in {fen}")
        readers = position.parse_uci, position.parse_san
        for spelled, read in ((way, read) for way in spellings(text.strip()) for read in readers):
            try:
                move = read(spelled)
            except chess.AmbiguousMoveError:
                complaint = tr(
                    "{move!r} could be two moves; name the piece's file or rank too (Nbd2, R1e4) "
                    "in {fen}"
                )
            except ValueError:
                continue
            else:
                if move:
                    return move
        raise MoveError(complaint.format(move=text.strip()[:40], fen=position.fen()))


CHESS = ChessRules()


def is_null(text: str) -> bool:
    """Return whether `text` is a null move, as any program writes it."""
    return text.lower() in _NULL_MOVES


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
        "{text} is not a move: write {knight}f3, exd5, O-O or e2e4.",
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
    return tr("Castling is not possible: the king is in check, or would pass through check.")


def _from_square(board: chess.Board, origin: int, target: int) -> str:
    colour = board.color_at(origin)
    if colour is None:
        return tr("There is no piece on {square}.", square=chess.square_name(origin))
    if colour is not board.turn:
        name = chess.square_name(origin)
        return tr("The piece on {square} belongs to the other side.", square=name)
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
        return tr("There is a piece of the same side on {square}.", square=square)
    return tr("No such piece can move to {square}.", square=square)
