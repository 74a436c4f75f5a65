"""Tables of a tournament that grow and change while they are looked at.

Rows are values with a number of their own. They are sorted and filtered here, not by a proxy: Qt's
asks Python thousands of times for each change, and that would be felt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from millmate.gui.style import theme
from millmate.language import tr

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ROLE = Qt.ItemDataRole
# As numbers, which is how Qt asks for them, a thousand times for every picture of a table.
_TEXT, _SIDE = int(_ROLE.DisplayRole), int(_ROLE.TextAlignmentRole)
_HINT, _SPOKEN = int(_ROLE.ToolTipRole), int(_ROLE.AccessibleTextRole)
_GROUND = int(_ROLE.BackgroundRole)
_STRONGEST = 48  # of 255, the colour behind a cell
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Row(Protocol):
    """What a row is made of."""

    @property
    def number(self) -> int:
        """What the row is known by as long as the table shows the same tournament."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what stands in it, and by what it is sorted.

    Attributes:
        title: What stands above it.
        text: What stands in the cell of a row.
        value: By what rows are sorted; those where it is None come last, either way.
        numeric: Whether texts are numbers: they stand to the right, and CSV has the value.
        falling: Whether the first click sorts from the greatest down.
        tip: What the title means, in a sentence.
        spoken: A cell's text for those who listen, where it is not the one that is seen.
        hint: What a cell's tip says.
        shade: How good what a cell says is, from 0 to 1, for a colour behind it; None for none.
    """

    title: str
    text: Callable[[Any], str]
    value: Callable[[Any], Any]
    numeric: bool = False
    falling: bool = False
    tip: str = ""
    spoken: Callable[[Any], str] | None = None
    hint: Callable[[Any], str] | None = None
    shade: Callable[[Any], float | None] | None = None


class TableModel(QAbstractTableModel):
    """Rows by their numbers, in the order that was asked for last.

    `lead` is the column that stands beside the rows and never scrolls away, if there is one.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        by: int = 0,
        falling: bool = False,
        lead: Column | None = None,
    ) -> None:
        """Begin empty, sorted by the column `by`, by the lead with -1."""
        super().__init__()
        self.columns = tuple(columns)
        self.lead = lead
        self._rows: dict[int, Any] = {}
        self._order: list[int] = []  # the numbers that are shown, from the top
        self._accepts: Callable[[Any], bool] | None = None
        self._by, self._falling = by, falling

    # --- the rows ----------------------------------------------------------------------------

    def replace(self, rows: Iterable[Row], columns: Sequence[Column] | None = None) -> None:
        """Show these rows, and no others; with other `columns`, if they are given."""
        self.beginResetModel()
        if columns is not None:
            self.columns = tuple(columns)
            self._by = min(self._by, len(self.columns) - 1)
        self._rows = {row.number: row for row in rows}
        self._order = self._sorted(self._rows)
        self.endResetModel()

    def put(self, rows: Iterable[Row]) -> None:
        """Take rows in, each in the place of the one with its number, if there is one."""
        latest = {row.number: row for row in rows}
        fresh = [number for number in latest if number not in self._rows]
        self._rows.update(latest)
        fresh = [number for number in fresh if self._shows(number)]
        if fresh:
            end = len(self._order)
            self.beginInsertRows(_ROOT, end, end + len(fresh) - 1)
            self._order += fresh
            self.endInsertRows()
        self._arrange()
        self._tell(latest.keys() - fresh)

    def drop(self, numbers: Iterable[int]) -> None:
        """Take the rows with these numbers away."""
        for number in numbers:
            if number in self._order:
                row = self._order.index(number)
                self.beginRemoveRows(_ROOT, row, row)
                del self._order[row]
                self.endRemoveRows()
            self._rows.pop(number, None)

    def show_only(self, accepts: Callable[[Any], bool] | None) -> None:
        """Show the rows that are accepted, all of them with None."""
        self.beginResetModel()
        self._accepts = accepts
        self._order = self._sorted(self._rows)
        self.endResetModel()

    def row_at(self, index: Index) -> Any:
        """Return what the row of `index` is made of."""
        return self._rows[self._order[index.row()]]

    def get(self, number: int) -> Any | None:
        """Return what the row with this number is made of, shown or not; None if there is none."""
        return self._rows.get(number)

    def index_of(self, number: int) -> QModelIndex:
        """Return the first cell of the row with this number, an invalid one if it is not shown."""
        return self.index(self._order.index(number), 0) if number in self._order else QModelIndex()

    @property
    def total(self) -> int:
        """The number of rows, shown or not."""
        return len(self._rows)

    # --- what Qt asks ------------------------------------------------------------------------

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of rows that are shown."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        """Return the cell's text, its side, and what it says to those who listen."""
        if role == _TEXT:
            return self.columns[index.column()].text(self._rows[self._order[index.row()]])
        if role == _SIDE:
            return _RIGHT if self.columns[index.column()].numeric else _LEFT
        column = self.columns[index.column()]
        if role == _GROUND and column.shade is not None:
            return _ground(column.shade(self.row_at(index)))
        if role not in (_SPOKEN, _HINT):
            return None
        said = column.spoken if role == _SPOKEN else column.hint
        return None if said is None else said(self.row_at(index))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> Any:
        """Return a column's title, what it means, and which way it is sorted first."""
        if orientation is Qt.Orientation.Vertical:
            return self._beside(section, role)
        if section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == _ROLE.DisplayRole:
            return self._title(section)
        if role == _ROLE.TextAlignmentRole:
            return _RIGHT if column.numeric else _LEFT
        if role in (_ROLE.ToolTipRole, _ROLE.AccessibleDescriptionRole):
            return tr(column.tip) or None
        if role == _ROLE.InitialSortOrderRole:
            return _order(column.falling)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; rows that are alike stand by their numbers."""
        self._by, self._falling = column, order == Qt.SortOrder.DescendingOrder
        self._arrange()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    @property
    def sorting(self) -> tuple[int, Qt.SortOrder]:
        """The column that is sorted by, and which way."""
        return self._by, _order(self._falling)

    # --- within ------------------------------------------------------------------------------

    def _beside(self, row: int, role: int) -> Any:
        if self.lead is None or role not in (_ROLE.DisplayRole, _ROLE.TextAlignmentRole):
            return None
        if role == _ROLE.TextAlignmentRole:
            return _LEFT
        return self.lead.text(self._rows[self._order[row]])

    def _title(self, section: int) -> str:
        """Return a column's title, with an arrow where the table is sorted by it."""
        column = self.columns[section]
        if section != self._by:
            return tr(column.title)
        arrow = "▾" if self._falling else "▴"
        title = tr(column.title)
        return f"{arrow} {title}" if column.numeric else f"{title} {arrow}"

    def _shows(self, number: int) -> bool:
        return self._accepts is None or self._accepts(self._rows[number])

    def _sorted(self, numbers: Iterable[int]) -> list[int]:
        """Return those of `numbers` that are shown, in order; rows without a value come last."""
        column = self.lead if self._by < 0 else self.columns[self._by]
        value = None if column is None else column.value
        shown = sorted(filter(self._shows, numbers))
        if value is None:
            return shown
        values = {number: value(self._rows[number]) for number in shown}
        known = [number for number in shown if values[number] is not None]
        known.sort(key=values.__getitem__, reverse=self._falling)
        return known + [number for number in shown if values[number] is None]

    def _arrange(self) -> None:
        """Put the rows in order; what is selected stays selected."""
        order = self._sorted(self._order)
        if order == self._order:
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        numbers = [self._order[index.row()] for index in before]
        self._order = order
        places = {number: row for row, number in enumerate(order)}
        after = [
            self.index(places[number], index.column())
            for number, index in zip(numbers, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()
        if self.lead is not None:
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(order) - 1)

    def _tell(self, changed: set[int]) -> None:
        """Have the rows with these numbers painted anew, and those between them."""
        rows = [row for row, number in enumerate(self._order) if number in changed]
        if rows:
            last = self.index(rows[-1], len(self.columns) - 1)
            self.dataChanged.emit(self.index(rows[0], 0), last)


def _ground(share: float | None) -> QColor | None:
    """Return the colour behind what went well or badly; it only repeats what the cell says."""
    if share is None or share == 0.5:
        return None
    colours = theme.colours()
    colour = QColor(colours.good if share > 0.5 else colours.bad)
    colour.setAlpha(round(_STRONGEST * abs(2 * share - 1)))
    return colour


def _order(falling: bool) -> Qt.SortOrder:
    return Qt.SortOrder.DescendingOrder if falling else Qt.SortOrder.AscendingOrder
