"""The sets of positions decided in n plies, as a build finds them."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from millmate.gui.build_run import Layer

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_COLUMNS = ("Plies", "White wins", "Black wins")


class LayersModel(QAbstractTableModel):
    """One row a number of plies, the positions that White and Black win in it beside each other."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[dict[bool, int]] = []

    def clear(self) -> None:
        """Begin with another table."""
        self.beginResetModel()
        self._rows = []
        self.endResetModel()

    def add(self, layer: Layer) -> None:
        """Take a set in; rows up to its ply come into being."""
        if layer.ply >= len(self._rows):
            self.beginInsertRows(_ROOT, len(self._rows), layer.ply)
            self._rows += [{} for _ in range(layer.ply + 1 - len(self._rows))]
            self.endInsertRows()
        self._rows[layer.ply][layer.winner] = layer.positions
        cells = self.index(layer.ply, 0), self.index(layer.ply, 2)
        self.dataChanged.emit(*cells)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the greatest number of plies found, and one."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 3: plies, White's and Black's positions."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the columns' names."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return _COLUMNS[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the cell's text."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return meaning(index.row())
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if index.column() == 0:
            return str(index.row())
        count = self._rows[index.row()].get(index.column() == 1)
        return "" if count is None else f"{count:,}"


def meaning(ply: int) -> str:
    """Return in words what is decided in `ply` plies."""
    if ply == 0:
        return "Mated on the board"
    if ply % 2:
        return f"The winner is to move and mates in {(ply + 1) // 2}"
    return f"The loser is to move and is mated in {ply // 2}"
