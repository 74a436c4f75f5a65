"""A model of two levels, groups and what is in them, without an object for each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

from millmate.language import tr

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class TwoLevelModel(QAbstractItemModel):
    """Groups, and in them items; the internal id of an item is its group's row + 1.

    A subclass says what is `within` a group, and has the `data`.
    """

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self.groups: list[Any] = []
        self._titles = titles  # of the columns, marked

    def within(self, group: Any) -> Sequence[Any]:
        """Return the items of a group."""
        raise NotImplementedError

    def show(self, groups: Sequence[Any]) -> None:
        """Replace everything."""
        self.beginResetModel()
        self.groups = list(groups)
        self.endResetModel()

    def item(self, index: Index) -> Any:
        """Return the item of a row, None for a group."""
        if not index.isValid() or not index.internalId():
            return None
        return self.within(self.groups[index.internalId() - 1])[index.row()]

    def group(self, index: Index) -> Any:
        """Return the group of a row, or that it is."""
        return self.groups[index.internalId() - 1 if index.internalId() else index.row()]

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        if not 0 <= column < len(self._titles) or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = ROOT) -> int:
        if not parent.isValid():
            return len(self.groups)
        if parent.internalId() or parent.column():
            return 0
        return len(self.within(self.groups[parent.row()]))

    def columnCount(self, parent: Index = ROOT) -> int:
        return len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(self._titles[section])
        return None
