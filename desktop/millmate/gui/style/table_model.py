"""What lists with fixed columns have in common: their heads, and where texts stand."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from millmate.gui.style.tool_tips import wrapped
from millmate.language import tr

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
# Looked up once: a list asks for every cell in sight whenever its columns are measured.
DISPLAY, TOOL_TIP, ALIGNMENT = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.TextAlignmentRole,
)
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ColumnsModel(QAbstractTableModel):
    """A list with fixed columns; a subclass has the rows, and calls `head` and `aligned`.

    `columns` are their marked names, `tips` the marked words that explain them, if there are any,
    `texts` the columns that hold texts: these stand at the left, figures at the right.
    """

    columns: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()
    texts: frozenset[int] = frozenset()

    def columnCount(self, parent: Index = ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        """Return the columns' names, and in tool tips what they mean."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == DISPLAY:
            return tr(self.columns[section])
        if role == TOOL_TIP and self.tips:
            return wrapped(tr(self.tips[section]))
        return self.aligned(section) if role == ALIGNMENT else None

    def aligned(self, column: int) -> Qt.AlignmentFlag:
        """Return where a column's texts stand."""
        return _LEFT if column in self.texts else _RIGHT
