"""How training goes, a row for every table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from millmate.gui.trainer import words
from millmate.language import mark, number, tr
from millmate.play.trainer.statistics import Progress

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_COLUMNS = (mark("Table"), mark("Drills"), mark("Done"), mark("Accuracy"))
_TIPS = (
    mark("The table that positions were drawn from, the one drilled last first"),
    mark("Drills begun in which a move was graded"),
    mark("Share of the drills that reached their goal without ever throwing it away"),
    mark("Share of your moves that kept the result and lost no time"),
)


class ProgressModel(QAbstractTableModel):
    """Tables with their tallies."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Progress, ...] = ()

    def show(self, rows: tuple[Progress, ...]) -> None:
        """Put `rows` in place of those before."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of tables."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the columns' names, and in tool tips what they count."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(_COLUMNS[section])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr(_TIPS[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the cell's text; figures stand at the right."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(row)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        whole = row.whole
        return (
            words.topic_name(row.table),
            number(whole.drills),
            words.percent(whole.done / whole.drills),
            words.percent(whole.accuracy),
        )[index.column()]


def _tip(row: Progress) -> str:
    whole = row.whole
    return tr(
        "{moves} moves: {kept} kept, {slower} slower ({lost} plies), {thrown} thrown away",
        moves=number(whole.moves),
        kept=number(whole.kept),
        slower=number(whole.slower),
        lost=number(whole.lost),
        thrown=number(whole.thrown),
    )
