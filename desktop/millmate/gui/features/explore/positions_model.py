"""The positions of a set as a list model that loads more when scrolled."""

from typing import Any

import chess
from PySide6.QtCore import Qt, Signal

from millmate.games.catalogue import game_of
from millmate.games.chess.piece_letters import localize
from millmate.games.morris.points import points_in
from millmate.games.morris.positions import board_from_text, variant_of
from millmate.gui.kit.table_model import ROOT, Column, Index, TableModel
from millmate.language import mark, number, tr

_ORDER = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


_COLUMNS: tuple[Column[str], ...] = (
    Column(mark("White"), lambda fen: men(fen, white=True), hint=str),
    Column(mark("Black"), lambda fen: men(fen, white=False), hint=str),
)


class PositionsModel(TableModel[str]):
    """The FENs found so far; `wanted` asks for more, `add` appends them."""

    wanted = Signal(object)  # the place to continue from

    def __init__(self) -> None:
        super().__init__(_COLUMNS)
        self._following: int | None = None
        self._asked: int | None = None  # the start of the pending search
        self.paused = False

    @property
    def complete(self) -> bool:
        return self._following is None and self._asked is None

    def clear(self) -> None:
        """Clear the list for another set."""
        self._following, self._asked, self.paused = None, None, False
        self.show(())

    def expect(self, start: int) -> None:
        """Record a pending search from `start` on."""
        self._following, self._asked = None, start

    def pause(self) -> None:
        """Record that the pending search will not finish until `resume`."""
        self._following, self._asked = self._asked, None
        self.paused = self._following is not None

    def resume(self) -> None:
        self.paused = False
        self.fetchMore()

    def add(self, fens: tuple[str, ...], following: int | None) -> None:
        """Append positions; more follow from `following` on unless it is None."""
        self.append(fens)
        self._following, self._asked = following, None

    def canFetchMore(self, parent: Index = ROOT) -> bool:
        return not parent.isValid() and self._following is not None and not self.paused

    def fetchMore(self, parent: Index = ROOT) -> None:
        if self.canFetchMore(parent):
            assert self._following is not None
            self.expect(self._following)
            self.wanted.emit(self._asked)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        """Return the sides as column headers and numbers as row headers."""
        if orientation is Qt.Orientation.Horizontal:
            return super().headerData(section, orientation, role)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return number(section + 1) if role == Qt.ItemDataRole.DisplayRole else None


def men(fen: str, white: bool) -> str:
    """Return the pieces of a side: `Kf6 Bd5 Ng4`, strongest first, or `a7 d7 g4`.

    Pieces have the same letters as in moves; points are named on the board that the text fits.
    """
    if game_of(fen) == "morris":
        position = board_from_text(fen, variant_of(fen))
        names = position.variant.lines.names
        stones = " ".join(names[point] for point in points_in(position.stones[white]))
        hand = position.hand[white]
        return tr("{stones} and {hand} in hand", stones=stones, hand=hand) if hand else stones
    board = chess.Board(fen)
    english = " ".join(
        ("" if kind == chess.PAWN else chess.piece_symbol(kind).upper()) + chess.square_name(square)
        for kind in _ORDER
        for square in board.pieces(kind, white)
    )
    return localize(english)
