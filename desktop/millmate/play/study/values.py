"""The values of moves by tables, cached, and the missing tables."""

from collections.abc import Hashable

import chess

from millmate.games.chess.material import Material
from millmate.games.value import MoveValue, Value
from millmate.tablebase.plan import UnsupportedMaterialError, plan
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

_REMEMBERED = 50_000  # positions
_PATIENCE = 60.0  # seconds for the fifty-move rule's effect on a position


def key_of(board: chess.Board) -> Hashable:
    """Return a key that is equal for positions that are the same by the rule of repetition."""
    return (
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
        board.occupied_co[chess.WHITE], board.turn, board.castling_rights,
        board.ep_square if board.has_legal_en_passant() else None,
    )  # fmt: skip


class Values:
    """The values of positions by the tables of a directory.

    `missing` collects the materials whose tables would have been needed and can be built.
    """

    def __init__(self, tables: Tablebase, rule50: bool = False) -> None:
        self._tables, self.rule50 = tables, rule50
        self._known: dict[Hashable, list[MoveValue] | str] = {}
        self.missing: set[Material] = set()

    def moves(self, board: chess.Board) -> list[MoveValue] | None:
        """Return the legal moves with their values, best first; None if tables do not cover it."""
        found = self._found(board)
        return found if isinstance(found, list) else None

    def silence(self, board: chess.Board) -> str:
        """Return why tables do not cover a position, "" if they do."""
        found = self._found(board)
        return found if isinstance(found, str) else ""

    def wdl(self, board: chess.Board) -> int | None:
        """Return the value of a position for its side to move, None if tables do not cover it."""
        found = self._found(board)
        if isinstance(found, str):
            return None
        return found[0].value.wdl if found else -int(board.is_check())

    def _found(self, board: chess.Board) -> list[MoveValue] | str:
        key = key_of(board), board.halfmove_clock if self.rule50 else 0
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = self._ask(board)
        return self._known[key]

    def _ask(self, board: chess.Board) -> list[MoveValue] | str:
        try:
            if self.rule50:
                return self._ruled(board)
            return self._tables.moves(board)
        except MissingTableError as error:
            self._note(board)
            return str(error)
        except UnprobeableError as error:
            return str(error)

    def _ruled(self, board: chess.Board) -> list[MoveValue]:
        """Return the moves by result under the rule alone; an open one counts as a draw."""
        moves = self._tables.rule50_moves(board, _PATIENCE, every=True)
        return [MoveValue(each.move, Value(each.value.final.wdl or 0)) for each in moves]

    def _note(self, board: chess.Board) -> None:
        """Remember the missing table of a position, or of those after its moves."""
        material = Material.of(board).canonical()
        if material in self.missing:
            return
        try:
            plan([material], self._tables.directory)
        except UnsupportedMaterialError:
            return
        self.missing.add(material)
