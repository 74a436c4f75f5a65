"""Chess for the searches, with an evaluation and a hash that are updated move by move."""

from collections.abc import Callable
from functools import cache
from typing import cast

import chess
import chess.polyglot

from millmate.games.board import Board, Move
from millmate.games.chess.rules import CHESS
from millmate.search.game import Changes, Feature, Image, Slot
from millmate.search.simplified_evaluation import SimplifiedEvaluation, evaluate, kings

_KING = chess.KING
_FIFTY_MOVES, _TWO_CYCLES = 100, 8  # in plies
# Polyglot's random words: 768 for pieces, by kind (black pawn first) and square; 4 for castling
# (White's short and long, Black's), 8 for the file of an en-passant capture. The last one, for
# the side to move, is not used: a position is hashed as the side to move sees it.
_WORDS = tuple(chess.polyglot.POLYGLOT_RANDOM_ARRAY)
_CASTLING, _EN_PASSANT = 768, 772


class ChessSearchGame:
    """Orthodox chess, evaluated by Michniewski's method with `evaluation`'s piece values.

    A piece on a square is a feature, numbered as in Polyglot. A position has two images of equal
    value: itself, and the board turned upside down with colours exchanged; the one with White to
    move represents both. There is no left-right mirroring: castling is not symmetric, nor is the
    evaluation (a queen scores more on c2 than on f2).
    """

    rules = CHESS

    def __init__(self, evaluation: SimplifiedEvaluation = evaluate) -> None:
        self.evaluate = evaluation
        self.keys = {
            True: _WORDS[:_CASTLING],
            False: tuple(_WORDS[_upside_down(feature)] for feature in range(_CASTLING)),
        }
        self._worth = _worth_by_feature(evaluation)

    def incremental_evaluation(self, board: Board) -> "IncrementalMaterial":
        """Return an evaluation of `board` that is updated move by move."""
        total = sum(self._worth[man] for man in self.features(board))
        return IncrementalMaterial(self._worth, total, self.changes)

    def end(self, board: Board) -> int | None:
        """Return 0 for a draw, -1 if the side to move is mated, or None during the game."""
        position = cast(chess.Board, board)
        if not _pawn_moves(position) and next(position.generate_legal_moves(), None) is None:
            return -1 if position.is_check() else 0
        minor = not position.pawns | position.rooks | position.queens
        if minor and position.is_insufficient_material():
            return 0
        clock = position.halfmove_clock
        if clock >= _TWO_CYCLES and (clock >= _FIFTY_MOVES or position.is_repetition(3)):
            return 0
        return None

    def reversible_plies(self, board: Board) -> int:
        """Return the plies since the last capture or pawn move."""
        return cast(chess.Board, board).halfmove_clock

    def claimed_after(self, board: Board) -> int:
        """Return the number of plies of the fifty-move rule."""
        return _FIFTY_MOVES

    def features(self, board: Board) -> tuple[Feature, ...]:
        """Return the pieces on their squares."""
        men = cast(chess.Board, board).piece_map()
        return tuple(_feature(man.piece_type, man.color, square) for square, man in men.items())

    def changes(self, board: Board, move: Move) -> Changes:
        """Return the pieces that `move` removes from their squares and those that it adds."""
        position = cast(chess.Board, board)
        origin, target, turn = move.from_square, move.to_square, position.turn
        kind = position.piece_type_at(origin) or chess.PAWN
        if kind == _KING and position.is_castling(move):
            return _castling(turn, origin, position.castling_rights, target > origin)
        removed = _feature(kind, turn, origin)
        added = (_feature(move.promotion or kind, turn, target),)
        captured = position.piece_type_at(target)
        if captured:
            return Changes((removed, _feature(captured, not turn, target)), added)
        if kind == chess.PAWN and (origin - target) % 8:  # en passant
            beside = chess.square(target & 7, origin >> 3)
            return Changes((removed, _feature(chess.PAWN, not turn, beside)), added)
        return Changes((removed,), added)

    def state(self, board: Board) -> int:
        """Return the hash of castling rights and en passant as seen by the side to move."""
        position = cast(chess.Board, board)
        words = _castling_words(position.clean_castling_rights(), position.turn)
        square = position.ep_square
        if square is not None and position.has_legal_en_passant():
            words ^= _WORDS[_EN_PASSANT + (square & 7)]
        return words

    def transposition_distance(self, board: Board) -> int:
        """Return 3: a move, the reply, and the other move that could have come first."""
        return 3

    def slot(self, board: Board, key: int) -> Slot:
        """Return the slot of the position as the side to move sees it, shared by both images."""
        return Slot(key, int(not board.turn))

    def mover_image(self, board: Board) -> Image:
        """Return 0 for the board as it is, 1 for upside down."""
        return int(not board.turn)

    def transform_moves(self, moves: tuple[Move, ...], image: Image, to: Image) -> tuple[Move, ...]:
        """Return `moves` upside down if the images differ."""
        if image == to:
            return moves
        return tuple(
            chess.Move(move.from_square ^ 56, move.to_square ^ 56, move.promotion) for move in moves
        )

    def split_moves(self, board: Board) -> tuple[list[Move], list[Move]]:
        """Return captures and promotions (best victim, then least attacker), and other moves."""
        position = cast(chess.Board, board)
        theirs = position.occupied_co[not position.turn]
        captures, others = [], []
        for move in position.generate_legal_moves():
            if theirs >> move.to_square & 1 or move.promotion:
                captures.append((self._gain(position, move), move))
            else:
                others.append(move)
        captures.sort(key=lambda each: -each[0])
        return [move for _, move in captures], others

    def _gain(self, board: chess.Board, move: chess.Move) -> int:
        victim = board.piece_type_at(move.to_square) or 0
        return 16 * (victim + (move.promotion or 0)) - (board.piece_type_at(move.from_square) or 0)


class IncrementalMaterial:
    """White's material minus Black's, updated with every move; kings are added in `value`.

    The value of a king's square changes in an ending, which any capture can start.
    """

    def __init__(
        self, worth: tuple[int, ...], total: int, changes: Callable[[Board, Move], Changes]
    ) -> None:
        self._worth = worth
        self._total = total
        self._changes = changes
        self._past: list[int] = []

    def push(self, board: Board, move: Move) -> None:
        total = self._total
        self._past.append(total)
        removed, added = self._changes(board, move)
        for man in removed:
            total -= self._worth[man]
        for man in added:
            total += self._worth[man]
        self._total = total

    def pop(self) -> None:
        """Take back the last move."""
        self._total = self._past.pop()

    def value(self, board: Board) -> int:
        """Return the evaluation for the side to move."""
        position = cast(chess.Board, board)
        worth = kings(position)
        total = self._total + worth[True][position.king(True) or 0]
        total -= worth[False][position.king(False) or 0]
        return total if position.turn else -total


def _pawn_moves(board: chess.Board) -> bool:
    """Return whether some pawn can certainly move: the quickest proof that the game is not over.

    This holds if there is no check and the opponent has no piece that could pin the pawn.
    """
    sliders = board.queens | board.rooks | board.bishops
    if sliders & board.occupied_co[not board.turn] or board.is_check():
        return False
    pawns = board.pawns & board.occupied_co[board.turn]
    return (pawns << 8 if board.turn else pawns >> 8) & ~board.occupied != 0


def _feature(kind: chess.PieceType, colour: chess.Color, square: chess.Square) -> Feature:
    return 64 * (2 * (kind - 1) + colour) + square


def _upside_down(feature: Feature) -> Feature:
    """Return the other colour's piece on the square mirrored top to bottom."""
    return feature ^ 64 ^ 56


def _worth_by_feature(evaluation: SimplifiedEvaluation) -> tuple[int, ...]:
    """Return the value of each piece for White; kings have none here, they are added later."""
    worth = [0] * _CASTLING
    for kind, by_colour in evaluation.worth.items():
        for square in chess.SQUARES:
            worth[_feature(kind, True, square)] = by_colour[True][square]
            worth[_feature(kind, False, square)] = -by_colour[False][square]
    return tuple(worth)


@cache
def _castling(turn: bool, origin: chess.Square, rights: int, short: bool) -> Changes:
    """Return the changes by castling, with the king on `origin` and the outer rook of `rights`."""
    king, rook = (6, 5) if short else (2, 3)
    home = origin & 56
    rooks = rights & chess.BB_RANKS[home >> 3]
    outer = chess.msb(rooks) if short else chess.lsb(rooks)
    return Changes(
        (_feature(chess.KING, turn, origin), _feature(chess.ROOK, turn, outer)),
        (_feature(chess.KING, turn, home + king), _feature(chess.ROOK, turn, home + rook)),
    )


@cache
def _castling_words(rights: int, turn: bool) -> int:
    """Return the hash of castling rights as seen by the side to move."""
    corners = (chess.H1, chess.A1, chess.H8, chess.A8)
    words = 0
    for rook in chess.scan_forward(rights):
        seen = rook if turn else rook ^ 56
        # Other squares, in Chess960, use the word of a black pawn, which cannot be there.
        words ^= _WORDS[_CASTLING + corners.index(seen) if seen in corners else seen]
    return words
