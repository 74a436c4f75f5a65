"""The moves of a game as a table: one row a move number, White and Black side by side."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Slot

from millmate.gui.game import GameController

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class MovesModel(QAbstractTableModel):
    """Reads the controller's line; ply p of a game that Black begins stands one cell later."""

    def __init__(self, game: GameController) -> None:
        super().__init__(game)
        self._game = game
        self._texts: list[str] = []
        self._offset = 0
        self._first = 1
        game.changed.connect(self.refresh)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of moves begun."""
        return 0 if parent.isValid() else (len(self._texts) + self._offset + 1) // 2

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 2: White and Black."""
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the move in the cell."""
        if role == Qt.ItemDataRole.DisplayRole:
            ply = self.cursor_of(index) - 1
            if ply == -1 and self._offset:
                return "…"
            return self._texts[ply] if 0 <= ply < len(self._texts) else ""
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the sides above and the move numbers at the side."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation is Qt.Orientation.Horizontal:
            return ("White", "Black")[section]
        return f"{self._first + section}."

    def cursor_of(self, index: Index) -> int:
        """Return how many plies have been played after the move in the cell."""
        return 2 * index.row() + index.column() - self._offset + 1

    def index_of(self, cursor: int) -> QModelIndex:
        """Return the cell of the last of `cursor` plies; an invalid one at the start."""
        if not cursor:
            return QModelIndex()
        cell = cursor - 1 + self._offset
        return self.index(cell // 2, cell % 2)

    @Slot()
    def refresh(self) -> None:
        """Take the moves over; moves added at the end leave the view where it was."""
        line = self._game.line
        texts = [ply.notation for ply in line.plies]
        board = line.rules.board(line.start_fen)
        offset, first = (0 if board.turn else 1), board.ply() // 2 + 1
        if (texts, offset, first) == (self._texts, self._offset, self._first):
            return
        self.beginResetModel()
        self._texts, self._offset, self._first = texts, offset, first
        self.endResetModel()
