"""The games that were found, as rows; only those in sight are ever in memory."""

from __future__ import annotations

from array import array
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from millmate.gui.style import theme
from millmate.gui.style.tool_tips import wrapped
from millmate.language import count, mark, tr
from millmate.records.database.index import Found, GameIndex

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ROLE = Qt.ItemDataRole
_PAGE = 128  # rows read at once
_MOST_PAGES = 24  # that are kept

# The column of the index, and its title.
COLUMNS = {
    "white": mark("White"),
    "black": mark("Black"),
    "result": mark("Result"),
    "date": mark("Date"),
    "event": mark("Event"),
    "kind": mark("Game"),
    "material": mark("Material"),
    "plies": mark("Moves"),
    "path": mark("File"),
}
_TIPS = {
    "material": mark("What stands on the board where the game begins, if it was set up"),
    "plies": mark("Moves of both sides together count as one"),
    "path": mark("The file that the game is in"),
}
_KINDS = {"chess": mark("Chess"), "morris": mark("Morris")}
_NUMERIC = ("plies",)


class GamesModel(QAbstractTableModel):
    """Rows of games by their numbers in an index."""

    def __init__(self) -> None:
        super().__init__()
        self._index: GameIndex | None = None
        self._numbers: array[int] = array("q")
        self._pages: dict[int, dict[int, Found]] = {}

    def show(self, index: GameIndex | None, numbers: array[int]) -> None:
        """Put the games `numbers` of `index` in place of those before."""
        self.beginResetModel()
        self._index, self._numbers = index, numbers
        self._pages.clear()
        self.endResetModel()

    def found(self, row: int) -> Found | None:
        """Return the game in a row, None if it has gone from the index."""
        page = row // _PAGE
        if page not in self._pages:
            self._read(page)
        return self._pages[page].get(self._numbers[row])

    def row_of(self, number: int) -> int:
        """Return the row of a game, -1 if it is not shown."""
        try:
            return self._numbers.index(number)
        except ValueError:
            return -1

    def _read(self, page: int) -> None:
        if len(self._pages) >= _MOST_PAGES:
            del self._pages[next(iter(self._pages))]
        numbers = self._numbers[page * _PAGE : (page + 1) * _PAGE]
        self._pages[page] = self._index.games(numbers) if self._index is not None else {}

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of games."""
        return 0 if parent.isValid() else len(self._numbers)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> Any:
        """Return a column's title."""
        if orientation == Qt.Orientation.Vertical:
            return None
        name = list(COLUMNS)[section]
        if role == _ROLE.DisplayRole:
            return tr(COLUMNS[name])
        if role == _ROLE.TextAlignmentRole and name in _NUMERIC:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return wrapped(tr(_TIPS[name])) if role == _ROLE.ToolTipRole and name in _TIPS else None

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        """Return what a game has in a column; a damaged one is coloured and says its fault."""
        name = list(COLUMNS)[index.column()]
        if role == _ROLE.TextAlignmentRole:
            right = Qt.AlignmentFlag.AlignRight if name in _NUMERIC else Qt.AlignmentFlag.AlignLeft
            return right | Qt.AlignmentFlag.AlignVCenter
        if role not in (_ROLE.DisplayRole, _ROLE.ToolTipRole, _ROLE.ForegroundRole):
            return None
        found = self.found(index.row())
        if found is None:
            return None
        match role:
            case _ROLE.DisplayRole:
                return self._words(found, name)
            case _ROLE.ToolTipRole:
                return self._tip(found, name)
        return QColor(theme.colours().bad) if found.head.fault else None

    def _words(self, found: Found, name: str) -> str:
        head = found.head
        match name:
            case "path":
                return self._name(found)
            case "plies":
                return str((head.plies + 1) // 2) if head.plies else ""
            case "kind":
                return tr(_KINDS[head.kind])
            case "result":
                return head.result.replace("1/2-1/2", "½-½")
            case "white" if head.fault and not (head.white or head.black):
                return tr("Damaged: {fault}", fault=tr(head.fault))
        return str(getattr(head, name))

    def _tip(self, found: Found, name: str) -> str:
        if found.head.fault:
            return tr("Damaged: {fault}", fault=tr(found.head.fault))
        if name == "path":
            return str(found.path)
        if name == "plies":
            return count(found.head.plies, tr("{n} ply"), tr("{n} plies"))
        return self._words(found, name)

    def _name(self, found: Found) -> str:
        assert self._index is not None
        return found.path.relative_to(self._index.folder).as_posix()
