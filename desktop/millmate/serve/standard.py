"""The answer for a chess position, in the format of lila-tablebase.

Distances are for the side to move: positive if it wins, negative if it loses, 0 in a draw. `dtm` is
the number of plies to mate without the fifty-move rule; it is null for a mated position, because 0
means a draw. `dtz` is the number of plies to the next zeroing move with that rule, with the clock
at zero; it is -1 for a mate. Without a table of distances to zeroing it is null, and the distance
to mate and the clock determine the category.

If there is no table of the material, solved positions are used. Then there are more fields than in
lila-tablebase: `tables` is "position", and if only a bound is known, the category is "unknown", and
`at_least` and `at_most` are "loss", "draw" or "win". `dtm` is null unless it is exact;
`dtm_at_most` is a bound of it.

Source: the README and `src/response.rs` of lila-tablebase; unlike there, distances are never
rounded.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from math import inf
from typing import Any

import chess

from millmate.games.chess.material import Material
from millmate.games.value import Value as Known
from millmate.language import tr
from millmate.serve.tables import Tables
from millmate.tablebase.chess_tables import MOST_MEN
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.verdict import MissingTableError


class Category(IntEnum):
    """The value of a position under the fifty-move rule, worst first; `-` changes sides."""

    LOSS = -4
    UNKNOWN = -3
    MAYBE_LOSS = -2
    BLESSED_LOSS = -1
    DRAW = 0
    CURSED_WIN = 1
    MAYBE_WIN = 2
    WIN = 4

    @property
    def text(self) -> str:
        return self.name.lower().replace("_", "-")

    def opposite(self) -> "Category":
        """Return the category for the other side."""
        return self if self is Category.UNKNOWN else Category(-self)


SURE = (Category.WIN, Category.DRAW, Category.LOSS)  # which the moves could only confirm


@dataclass(frozen=True, slots=True)
class Value:
    """The known values of a position, for the side to move; see the module."""

    category: Category
    checkmate: bool = False
    stalemate: bool = False
    insufficient_material: bool = False
    dtz: int | None = None
    dtm: int | None = None
    solved: Known | None = None

    def fields(self) -> dict[str, Any]:
        return {
            "checkmate": self.checkmate,
            "stalemate": self.stalemate,
            "variant_win": False,
            "variant_loss": False,
            "insufficient_material": self.insufficient_material,
            "dtz": self.dtz,
            "precise_dtz": self.dtz,
            "dtm": self.dtm,
            "dtw": None,
            "dtc": None,
            "category": self.category.text,
            **({} if self.solved is None else _solved_fields(self.solved)),
        }

    @property
    def order(self) -> float:
        """Sort key, worst first; uncertain values are sorted by their bounds, after draws."""
        if self.solved is None or self.solved.decided:
            return self.category
        return (self.solved.final.least + self.solved.final.most + 2) / 4


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move and the position after it: `value` is for the side to move there."""

    move: chess.Move
    san: str
    zeroing: bool
    captured: int
    value: Value

    @property
    def conversion(self) -> bool:
        """Whether it changes the material."""
        return bool(self.captured or self.move.promotion)

    def fields(self) -> dict[str, Any]:
        return {
            "uci": self.move.uci(),
            "san": self.san,
            "zeroing": self.zeroing,
            "conversion": self.conversion,
            **self.value.fields(),
        }

    @property
    def rank(self) -> tuple[Any, ...]:
        """Sort key, best move first, in the order of lila-tablebase."""
        value = self.value
        wins_after = value.category > Category.DRAW
        return (
            value.order,
            not value.checkmate,
            not value.stalemate,
            not value.insufficient_material,
            *_tightening(value.dtm),
            self.conversion == wins_after,
            self.zeroing == wins_after,
            -inf if value.dtz is None else -value.dtz,
            -self.captured,
            -(self.move.promotion or 0),
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """A position's value, and its moves, best first."""

    value: Value
    moves: tuple[MoveValue, ...]

    def fields(self) -> dict[str, Any]:
        return self.value.fields() | {"moves": [move.fields() for move in self.moves]}


def answer(tables: Tables, board: chess.Board) -> Answer:
    """Return the values of a position and of its moves.

    Raises:
        MissingTableError: Nothing is known because of a missing table that could be built.
        TableError: A table is damaged.
    """
    clock = board.halfmove_clock
    moves = sorted((_move(tables, board, move) for move in board.legal_moves), key=lambda m: m.rank)
    value = _value(tables, board, max(clock - 1, 0))
    if moves and value.solved is None:  # values of solved positions already consider the moves
        value = replace(value, category=moves[0].value.category.opposite())
    if value.category is Category.UNKNOWN and value.solved is None:
        refuse_missing(tables.mate, board)
    return Answer(value, tuple(moves))


def value(tables: Tables, board: chess.Board) -> Value:
    """Return the value that `answer` returns, without looking at moves if the tables suffice.

    Raises as `answer` does.
    """
    found = _value(tables, board, max(board.halfmove_clock - 1, 0))
    return found if found.category in SURE else answer(tables, board).value


def refuse_missing(tables: Tablebase, board: chess.Board) -> None:
    """Raise `MissingTableError` if a table of `board` could be built; the message says how."""
    if board.castling_rights or chess.popcount(board.occupied) > MOST_MEN:
        return
    try:
        tables.probe(board)
    except MissingTableError as error:
        raise with_remedy(error, Material.to_build(board)) from None


def with_remedy(error: MissingTableError, table: object) -> MissingTableError:
    """Return the error with the command that builds the table."""
    told = tr("{error}: build it with millmate build {material}", error=error, material=table)
    return MissingTableError(told)


def _move(tables: Tables, board: chess.Board, move: chess.Move) -> MoveValue:
    captured = board.piece_type_at(move.to_square) or 0
    if board.is_en_passant(move):
        captured = chess.PAWN
    zeroing, san = board.is_zeroing(move), board.san(move)
    after = board.copy(stack=False)
    after.push(move)
    return MoveValue(move, san, zeroing, captured, _value(tables, after, board.halfmove_clock))


def _value(tables: Tables, board: chess.Board, clock_before: int) -> Value:
    """Return the value of a position; the clock before its last move was `clock_before` plies."""
    over = not any(board.generate_legal_moves())
    checkmate = over and board.is_check()
    stalemate = over and not checkmate
    dead = board.is_insufficient_material()
    dtm, dtz = _signed(tables.mate.get(board)), _signed(tables.zeroing.get(board))
    late = clock_before >= LONGEST
    if checkmate:
        category = Category.BLESSED_LOSS if late else Category.LOSS
        return Value(category, checkmate=True, dtz=-1, dtm=None)
    if stalemate or dead:
        return Value(Category.DRAW, stalemate=stalemate, insufficient_material=dead, dtz=0, dtm=0)
    if dtm is None and dtz is None and (solved := tables.solved.answer(board)) is not None:
        return _of_solved(solved, board.halfmove_clock, late)
    category = _category(dtz, dtm, board.halfmove_clock, late)
    return Value(category, dtz=dtz, dtm=dtm)


def _of_solved(solved: Known, clock: int, late: bool) -> Value:
    """Return the value of a position from solved positions."""
    known = _signed(solved) if solved.decided else None
    category = _category(None, known, clock, late)
    return Value(category, dtm=known if solved.exact else None, solved=solved)


def _solved_fields(solved: Known) -> dict[str, Any]:
    found: dict[str, Any] = {"tables": "position"}
    if not solved.decided:
        least, most = Category(4 * solved.final.least), Category(4 * solved.final.most)
        return found | {"at_least": least.text, "at_most": most.text}
    return found if solved.exact else found | {"dtm_at_most": _signed(solved)}


def _category(dtz: int | None, dtm: int | None, clock: int, late: bool) -> Category:
    """Return the category of a position by its distances; `late` if the fifty moves are over."""
    known = dtm if dtz is None else dtz
    if known is None:
        return Category.UNKNOWN
    if known == 0:
        return Category.DRAW
    if not late and abs(known) + clock <= LONGEST:
        won = Category.WIN
    elif dtz is not None or late or clock >= LONGEST:
        won = Category.CURSED_WIN
    else:
        won = Category.MAYBE_WIN
    return won if known > 0 else won.opposite()


def _signed(found: Known | None) -> int | None:
    return None if found is None else found.wdl * (found.plies or found.zeroing or 0)


def _tightening(distance: int | None) -> tuple[float, float]:
    """Return sort keys: a loser's distances ascending, then a winner's descending."""
    if not distance:
        return (inf, -inf)
    return (-distance, -inf) if distance < 0 else (inf, -distance)
