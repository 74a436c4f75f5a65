"""What kind of mistake threw a half point away, in the words of endgame books."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import chess

from millmate.games.chess.material import Material
from millmate.language import mark, tr


class Kind(Enum):
    """How a half point is thrown away; the first one that fits counts."""

    AGREED = "agreed to a draw"
    RESIGNED = "resigned"
    ON_TIME = "lost on time"
    FIFTY_MOVES = "fifty-move rule"
    STALEMATE = "stalemate"
    MATED = "mated"
    PROMOTION = "promotion"
    EXCHANGE = "exchange"
    LOST_MAN = "lost man"
    KING = "king"
    QUEEN = "queen"
    ROOK = "rook"
    BISHOP = "bishop"
    KNIGHT = "knight"
    PAWN = "pawn"


_WITHOUT_MOVE = {
    Kind.AGREED: mark("Draw agreed or repeated in a won position"),
    Kind.RESIGNED: mark("Resigned without need"),
    Kind.ON_TIME: mark("Lost on time"),
    Kind.FIFTY_MOVES: mark("Too slow for the fifty-move rule"),
    Kind.STALEMATE: mark("Stalemate overlooked"),
}
_IN_ENDINGS = {
    Kind.MATED: mark("Walked into mate in {endings}"),
    Kind.PROMOTION: mark("Wrong promotion in {endings}"),
    Kind.LOST_MAN: mark("Lost a man in {endings}"),
    Kind.KING: mark("Wrong king move in {endings}"),
    Kind.QUEEN: mark("Wrong queen move in {endings}"),
    Kind.ROOK: mark("Wrong rook move in {endings}"),
    Kind.BISHOP: mark("Wrong bishop move in {endings}"),
    Kind.KNIGHT: mark("Wrong knight move in {endings}"),
    Kind.PAWN: mark("Wrong pawn move in {endings}"),
}
# After "in"; the exchange leads "into" one of the second kind.
_ENDINGS = {
    "mates": mark("endings against the bare king"),
    "": mark("pawn endings"),
    "Q": mark("queen endings"),
    "R": mark("rook endings"),
    "B": mark("bishop endings"),
    "N": mark("knight endings"),
    "BN": mark("endings of bishops and knights"),
    "rook": mark("endings of rooks and minor pieces"),
    "queen": mark("endings of queens and other pieces"),
}
_LOST = {
    "mates": mark("Exchange into a lost ending against pieces"),
    "": mark("Exchange into a lost pawn ending"),
    "Q": mark("Exchange into a lost queen ending"),
    "R": mark("Exchange into a lost rook ending"),
    "B": mark("Exchange into a lost bishop ending"),
    "N": mark("Exchange into a lost knight ending"),
    "BN": mark("Exchange into a lost ending of bishops and knights"),
    "rook": mark("Exchange into a lost ending of rooks and minor pieces"),
    "queen": mark("Exchange into a lost ending of queens and other pieces"),
}
_DRAWN = {
    "mates": mark("Exchange that leaves too little to win"),
    "": mark("Exchange into a drawn pawn ending"),
    "Q": mark("Exchange into a drawn queen ending"),
    "R": mark("Exchange into a drawn rook ending"),
    "B": mark("Exchange into a drawn bishop ending"),
    "N": mark("Exchange into a drawn knight ending"),
    "BN": mark("Exchange into a drawn ending of bishops and knights"),
    "rook": mark("Exchange into a drawn ending of rooks and minor pieces"),
    "queen": mark("Exchange into a drawn ending of queens and other pieces"),
}
_BY_PIECE = {
    chess.KING: Kind.KING,
    chess.QUEEN: Kind.QUEEN,
    chess.ROOK: Kind.ROOK,
    chess.BISHOP: Kind.BISHOP,
    chess.KNIGHT: Kind.KNIGHT,
    chess.PAWN: Kind.PAWN,
}
_SOON = 3  # plies: a mate that is seen


@dataclass(frozen=True, slots=True)
class Answers:
    """What the other side has against a mistake.

    `best` are the moves that take the half point, `mated_in` the plies until they mate, None if
    they do not; `fifty_moves` says that only the fifty-move rule takes it.
    """

    best: Sequence[chess.Move] = ()
    mated_in: int | None = None
    fifty_moves: bool = False


def class_of(material: Material) -> str:
    """Return to which class of endings a material belongs, as in `_ENDINGS`."""
    pieces = {piece for piece in material.white + material.black if piece not in "KP"}
    if "K" in (material.white, material.black) and not material.has_pawns:
        return "mates"
    if len(pieces) < 2:
        return "".join(pieces)
    if "Q" in pieces:
        return "queen"
    return "rook" if "R" in pieces else "BN"


def endings_words(material: Material) -> str:
    """Return the class of an ending in words: `rook endings`."""
    return tr(_ENDINGS[class_of(material)])


def mistake_words(kind: Kind, material: Material, reached: Material, after: int) -> str:
    """Return what a mistake of a `kind` is called.

    Args:
        kind: The kind.
        material: The men before the move.
        reached: The men after it.
        after: The value that is left, 0 or -1.
    """
    if kind in _WITHOUT_MOVE:
        return tr(_WITHOUT_MOVE[kind])
    if kind is Kind.EXCHANGE:
        return tr((_LOST if after < 0 else _DRAWN)[class_of(reached)])
    return tr(_IN_ENDINGS[kind], endings=endings_words(material))


def kind_of(
    board: chess.Board, move: chess.Move, keeping: Sequence[chess.Move], answers: Answers
) -> Kind:
    """Return the kind of a move that throws a result away.

    Args:
        board: The position before it.
        move: The move.
        keeping: The moves that keep the result.
        answers: What the other side has against it.
    """
    if answers.fifty_moves:
        return Kind.FIFTY_MOVES
    after = board.copy(stack=False)
    after.push(move)
    if after.is_stalemate() or any(_offers_stalemate(after, each) for each in answers.best):
        return Kind.STALEMATE
    if answers.mated_in is not None and answers.mated_in <= _SOON:
        return Kind.MATED
    if move.promotion and any(each.to_square == move.to_square for each in keeping):
        return Kind.PROMOTION
    if board.is_capture(move):
        return Kind.EXCHANGE
    if answers.best and all(after.is_capture(each) for each in answers.best):
        return Kind.LOST_MAN
    piece = board.piece_type_at(move.from_square)
    assert piece is not None
    return _BY_PIECE[piece]


def _offers_stalemate(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a man is offered that cannot be taken without stalemate."""
    after = board.copy(stack=False)
    after.push(move)
    for capture in after.generate_legal_captures(to_mask=chess.BB_SQUARES[move.to_square]):
        taken = after.copy(stack=False)
        taken.push(capture)
        if taken.is_stalemate():
            return True
    return False
