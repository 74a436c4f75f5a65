"""The positions of a set as a list that grows as it is scrolled."""

from typing import Any

import chess
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from millmate.games.catalogue import game_of
from millmate.games.chess.piece_letters import localize
from millmate.games.morris.points import POINTS, points_in
from millmate.games.morris.positions import board_from_text
from millmate.language import mark, number, tr

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_COLUMNS = (mark("White"), mark("Black"))
_ORDER = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


class PositionsModel(QAbstractTableModel):
    """Holds the positions that were found; `wanted` asks for more, which `add` takes in."""

    wanted = Signal(object)  # the place to go on from

    def __init__(self) -> None:
        super().__init__()
        self.fens: list[str] = []
        self._following: int | None = None
        self._asked: int | None = None  # the place from which positions are being looked for
        self.paused = False

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be found."""
        return self._following is None and self._asked is None

    def clear(self) -> None:
        """Begin with another set."""
        self.beginResetModel()
        self.fens, self._following, self._asked, self.paused = [], None, None, False
        self.endResetModel()

    def expect(self, start: int) -> None:
        """Know that positions from the place `start` on have been asked for."""
        self._following, self._asked = None, start

    def pause(self) -> None:
        """Know that what was asked for will not come, until `go_on`."""
        self._following, self._asked = self._asked, None
        self.paused = self._following is not None

    def go_on(self) -> None:
        """Ask again."""
        self.paused = False
        self.fetchMore()

    def add(self, fens: tuple[str, ...], following: int | None) -> None:
        """Take positions in; more lie from `following` on, if that is a place."""
        if fens:
            self.beginInsertRows(_ROOT, len(self.fens), len(self.fens) + len(fens) - 1)
            self.fens += fens
            self.endInsertRows()
        self._following, self._asked = following, None

    def canFetchMore(self, parent: Index = _ROOT) -> bool:
        """Tell whether there is more to ask for."""
        return not parent.isValid() and self._following is not None and not self.paused

    def fetchMore(self, parent: Index = _ROOT) -> None:
        """Ask for more."""
        if self.canFetchMore(parent):
            assert self._following is not None
            self.expect(self._following)
            self.wanted.emit(self._asked)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of positions found so far."""
        return 0 if parent.isValid() else len(self.fens)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 2: the pieces of White and of Black."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the sides above and numbers at the side."""
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation is Qt.Orientation.Vertical:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation is Qt.Orientation.Horizontal:
            return tr(_COLUMNS[section])
        return number(section + 1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a side's pieces; the FEN as a hint."""
        fen = self.fens[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return men(fen, index.column() == 0)
        return fen if role == Qt.ItemDataRole.ToolTipRole else None


def men(fen: str, white: bool) -> str:
    """Return where the men of a side stand: `Kf6 Bd5 Ng4`, strongest first, or `a7 d7 g4`.

    Pieces have the letters that they have in moves.
    """
    if game_of(fen) == "morris":
        position = board_from_text(fen)
        stones = " ".join(POINTS[point] for point in points_in(position.stones[white]))
        hand = position.hand[white]
        return tr("{stones} and {hand} in hand", stones=stones, hand=hand) if hand else stones
    board = chess.Board(fen)
    english = " ".join(
        ("" if kind == chess.PAWN else chess.piece_symbol(kind).upper()) + chess.square_name(square)
        for kind in _ORDER
        for square in board.pieces(kind, white)
    )
    return localize(english)
