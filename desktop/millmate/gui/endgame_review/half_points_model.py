"""The model of the groups and their half points, which makes no object for each row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from millmate.gui.endgame_review import groups as words
from millmate.gui.endgame_review.groups import Group
from millmate.language import mark, number, tr
from millmate.play.endgame_review.half_points import HalfPoint

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
_ROLE = Qt.ItemDataRole
_COLUMNS = (
    (mark("Move"), words.played),
    (mark("Thrown away"), words.lost),
    (mark("What kept it"), words.kept),
    (mark("How hard"), words.difficulty),
    (mark("Clock"), words.clock),
    (mark("Players"), words.players),
)
MOVE, LOST, KEPT, HARD, CLOCK, PLAYERS = range(len(_COLUMNS))


class HalfPointsModel(QAbstractItemModel):
    """Groups, and in them half points; the internal id of a half point is its group's row + 1."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: Sequence[Group] = ()

    def show(self, groups: Sequence[Group]) -> None:
        """Replace everything."""
        self.beginResetModel()
        self.groups = groups
        self.endResetModel()

    def point(self, index: Index) -> HalfPoint | None:
        """Return the half point of a row, None for a group."""
        if not index.isValid() or not index.internalId():
            return None
        return self.groups[index.internalId() - 1].points[index.row()]

    def points(self, indexes: Sequence[Index]) -> Iterator[HalfPoint]:
        """Yield the half points of rows, those of groups included, each once."""
        whole = {index.row() for index in indexes if not index.internalId()}
        for row in sorted(whole):
            yield from self.groups[row].points
        for index in indexes:
            point = self.point(index)
            if point is not None and index.internalId() - 1 not in whole:
                yield point

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        if not 0 <= column < len(_COLUMNS) or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = ROOT) -> int:
        if not parent.isValid():
            return len(self.groups)
        return 0 if parent.internalId() or parent.column() else len(self._group(parent).points)

    def columnCount(self, parent: Index = ROOT) -> int:
        return len(_COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == _ROLE.DisplayRole:
            return tr(_COLUMNS[section][0])
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        point = self.point(index)
        if point is None:
            return self._of_group(self._group(index), index.column(), role)
        match role:
            case _ROLE.DisplayRole:
                return _COLUMNS[index.column()][1](point)
            case _ROLE.AccessibleTextRole if index.column() == MOVE:
                return ", ".join(filter(None, (text(point) for _, text in _COLUMNS)))
            case _ROLE.ToolTipRole:
                return words.whole(point)
        return None

    def _group(self, index: Index) -> Group:
        return self.groups[index.row()]

    @staticmethod
    def _of_group(group: Group, column: int, role: int) -> Any:
        if column != MOVE:
            return None
        match role:
            case _ROLE.DisplayRole:
                return f"{group.title} · {number(len(group.points))}"
            case _ROLE.AccessibleTextRole:
                return f"{group.title}, {words.amount(len(group.points))}"
            case _ROLE.FontRole:
                font = QApplication.font()
                font.setWeight(QFont.Weight.DemiBold)
                return font
        return None
