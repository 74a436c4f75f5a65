"""Half points thrown away in endings: by whom, how, and how difficult the position was."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Self

import chess

from millmate.folding import folded, searchable
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import CHESS
from millmate.language import count, mark, tr
from millmate.play.endgame_review.endings import SourceGame
from millmate.play.game_review import thrown_words
from millmate.play.trainer.drill import Failure, Goal


class Kind(Enum):
    """How a half point is thrown away; the first kind that fits counts."""

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
    Kind.RESIGNED: mark("Resigned needlessly"),
    Kind.ON_TIME: mark("Lost on time"),
    Kind.FIFTY_MOVES: mark("Too slow for the fifty-move rule"),
    Kind.STALEMATE: mark("Stalemate overlooked"),
}
_IN_ENDINGS = {
    Kind.MATED: mark("Walked into mate in {endings}"),
    Kind.PROMOTION: mark("Wrong promotion in {endings}"),
    Kind.LOST_MAN: mark("Lost material in {endings}"),
    Kind.KING: mark("Wrong king move in {endings}"),
    Kind.QUEEN: mark("Wrong queen move in {endings}"),
    Kind.ROOK: mark("Wrong rook move in {endings}"),
    Kind.BISHOP: mark("Wrong bishop move in {endings}"),
    Kind.KNIGHT: mark("Wrong knight move in {endings}"),
    Kind.PAWN: mark("Wrong pawn move in {endings}"),
}
# After "in"; an exchange leads "into" one of the second kind.
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
_SOON = 3  # plies: a mate that a player sees


@dataclass(frozen=True, slots=True)
class Answers:
    """The opponent's answers to a mistake.

    `best` are the moves that take the half point, `mated_in` the plies until they mate, None if
    they do not; `fifty_moves` says that only the fifty-move rule takes it.
    """

    best: Sequence[chess.Move] = ()
    mated_in: int | None = None
    fifty_moves: bool = False


def class_of(material: Material) -> str:
    """Return the class of endings of a material, as in `_ENDINGS`."""
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
    """Return the name of a mistake of a `kind`.

    Args:
        kind: The kind.
        material: The men before the move.
        reached: The men after it.
        after: The remaining value, 0 or -1.
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
        answers: The opponent's answers.
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


@dataclass(frozen=True)  # with a dictionary for cached properties
class HalfPoint:
    """A move that made the result worse, or a game that was given up too early.

    Attributes:
        game: The game.
        ply: The number of plies before the move.
        fen: The position before it.
        white: Whether White threw it away.
        move: The move in UCI, "" if the game was given up.
        kind: The kind of mistake.
        before: The value of the position for that side: 1, 0 or -1.
        after: The value after the move, which is smaller.
        keeping: The moves that keep the result, best first, in UCI.
        legal: The number of legal moves.
        moves: The length of the win in moves, None without a win or if it is unknown.
        seconds: The time on the player's clock after the move, None if unknown.
    """

    game: SourceGame
    ply: int
    fen: str
    white: bool
    move: str
    kind: Kind
    before: int
    after: int
    keeping: tuple[str, ...] = ()
    legal: int = 0
    moves: int | None = None
    seconds: float | None = None

    @property
    def board(self) -> chess.Board:
        """The position before the move."""
        return board_from_fen(self.fen)

    @property
    def player(self) -> str:
        """The player who threw it away."""
        return self.game.player(self.white)

    @cached_property
    def material(self) -> Material:
        """The men before the move, canonical as in names of tables."""
        return Material.of(self.board).canonical()

    @cached_property
    def reached(self) -> Material:
        """The men after the move."""
        after = self.board
        if self.move:
            after.push_uci(self.move)
        return Material.of(after).canonical()

    @property
    def mistake(self) -> str:
        """The kind of mistake in words: `Wrong king move in rook endings`."""
        return mistake_words(self.kind, self.material, self.reached, self.after)

    @cached_property
    def played(self) -> str:
        """The move with its number, `58... Kf5`; "" if the game was given up."""
        return self._notation(self.move) if self.move else ""

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The moves that keep the result, in notation for people, best first."""
        board = self.board
        return tuple(board.san(chess.Move.from_uci(move)) for move in self.keeping)

    @property
    def trainable(self) -> bool:
        """Whether it can become a drill: the player who threw it away was to move."""
        return self.white == self.board.turn

    @property
    def effect(self) -> str:
        """The effect in words: `threw the win away: draw`."""
        return thrown_words(self.before, self.after)

    @property
    def difficulty(self) -> str:
        """The difficulty in words: `1 of 12 moves keeps the result, mate in 22`."""
        kept = len(self.keeping)
        words = count(
            kept,
            "{n} of {all} moves keeps the result",
            "{n} of {all} moves keep the result",
            all=self.legal,
        )
        return (
            words if self.moves is None else tr("{words}, mate in {n}", words=words, n=self.moves)
        )

    @property
    def failure(self) -> Failure:
        """The position to train; it must be `trainable`."""
        return Failure(self.fen, self.move, Goal.WIN if self.before > 0 else Goal.HOLD)

    def worked_out(self) -> Self:
        """Return this half point with all cached properties computed, also for pickling."""
        _ = self.material, self.reached, self.played, self.kept
        return self

    def _notation(self, move: str) -> str:
        board = self.board
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        return f"{number} {CHESS.notation(board, chess.Move.from_uci(move))}"


def is_of(point: HalfPoint, player: str) -> bool:
    """Return whether `player` threw it away."""
    return point.white in colours_of(point.game, player)


def colours_of(game: SourceGame, player: str) -> frozenset[bool]:
    """Return the sides of `player`: those whose names contain all its words, in any order."""
    words = folded(player).split()
    names = {True: searchable(game.white), False: searchable(game.black)}
    return frozenset(side for side, name in names.items() if all(word in name for word in words))
