"""The model of the groups and their half points, which makes no object for each row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QItemSelection, QModelIndex, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from millmate.gui.features.findings.endings import groups as words
from millmate.gui.features.findings.endings.groups import Group
from millmate.gui.kit.table_model import ROOT, Index, TwoLevelModel
from millmate.language import mark, number
from millmate.play.endgame_review.half_points import HalfPoint

_ROLE = Qt.ItemDataRole
_COLUMNS = (
    (mark("Move"), words.played),
    (mark("Thrown away"), words.lost),
    (mark("What kept it"), words.kept),
    (mark("How hard"), words.difficulty),
    (mark("Clock"), words.clock),
    (mark("Players"), words.players),
)
_GROWING = 500  # rows of a group while it grows: views lay out all of them for each new one
MOVE, LOST, KEPT, HARD, CLOCK, PLAYERS = range(len(_COLUMNS))


class HalfPointsModel(TwoLevelModel):
    """Groups, and in them half points; groups that grow show the rows of their first ones."""

    groups: list[Group]

    def __init__(self) -> None:
        super().__init__([title for title, _ in _COLUMNS])
        self._rows: list[int] = []  # of each group

    def show(self, groups: Sequence[Group]) -> None:
        self._rows = [len(group.points) for group in groups]
        super().show(groups)

    def rowCount(self, parent: Index = ROOT) -> int:
        if not parent.isValid():
            return len(self.groups)
        return 0 if parent.internalId() or parent.column() else self._rows[parent.row()]

    def within(self, group: Group) -> Sequence[HalfPoint]:
        return group.points

    def add(self, groups: Sequence[Group]) -> None:
        """Add half points to the groups of these titles; new groups come last."""
        rows = {group.title: row for row, group in enumerate(self.groups)}
        for group in groups:
            if group.title in rows:
                self._extend(rows[group.title], group)
            else:
                last = len(self.groups)
                self.beginInsertRows(ROOT, last, last)
                self.groups.append(group)
                self._rows.append(min(len(group.points), _GROWING))
                self.endInsertRows()

    def _extend(self, row: int, more: Group) -> None:
        title, points = self.index(row, MOVE), self.groups[row].points + more.points
        self.groups[row] = Group(more.title, points)
        before, after = self._rows[row], min(len(points), _GROWING)
        if before < after:
            self.beginInsertRows(title, before, after - 1)
            self._rows[row] = after
            self.endInsertRows()
        self.dataChanged.emit(title, title)

    def point(self, index: Index) -> HalfPoint | None:
        """Return the half point of a row, None for a group."""
        found: HalfPoint | None = self.item(index)
        return found

    def place(self, point: HalfPoint | None, title: str = "") -> QModelIndex:
        """Return where a half point, or the group of a title, is; an invalid index if nowhere."""
        for row, group in enumerate(self.groups):
            if title and group.title == title:
                return self.index(row, 0)
            for at, each in enumerate(group.points):
                if each is point:
                    return self.index(at, 0, self.index(row, 0))
        return QModelIndex()

    def points(self, selection: QItemSelection) -> Iterator[HalfPoint]:
        """Yield the half points of selected rows, those of groups included, each once."""
        rows: dict[int, set[int]] = defaultdict(set)  # of the half points, by their groups
        for part in map(selection.at, range(selection.size())):
            if part.parent().isValid():
                rows[part.parent().row()].update(range(part.top(), part.bottom() + 1))
            else:
                for group in range(part.top(), part.bottom() + 1):
                    rows[group].update(range(len(self.groups[group].points)))
        for group in sorted(rows):
            points = self.groups[group].points
            yield from (points[row] for row in sorted(rows[group]))

    def data(self, index: Index, role: int = 0) -> Any:
        point = self.point(index)
        if point is None:
            return self._of_group(self.group(index), index.column(), role)
        match role:
            case _ROLE.DisplayRole:
                return _COLUMNS[index.column()][1](point)
            case _ROLE.AccessibleTextRole if index.column() == MOVE:
                return ", ".join(filter(None, (text(point) for _, text in _COLUMNS)))
            case _ROLE.ToolTipRole:
                return words.whole(point)
        return None

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
