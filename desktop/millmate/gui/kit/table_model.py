"""The model of every table in the window: its columns define the cells of a row."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from millmate.gui.kit import theme
from millmate.gui.kit.label import wrapped
from millmate.language import tr

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
_ROLE = Qt.ItemDataRole
# As numbers, which is how Qt asks for them, a thousand times for every picture of a table.
_TEXT, _SIDE = int(_ROLE.DisplayRole), int(_ROLE.TextAlignmentRole)
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_STRONGEST = 48  # of 255, the opacity of the colour behind a cell


class Numbered(Protocol):
    """A row of a table that is sorted."""

    @property
    def number(self) -> int:
        """The key of the row while the table shows the same subject."""


_Row = TypeVar("_Row")
_NumberedRow = TypeVar("_NumberedRow", bound=Numbered)


@dataclass(frozen=True, slots=True)
class Column(Generic[_Row]):
    """A column: the text of its cells, and their other properties.

    Attributes:
        title: The text above it, marked for translation.
        text: The text of a row's cell.
        value: The sort key, and the value for CSV; rows where it is None come last either way.
        numeric: Whether texts are numbers: they are aligned to the right, and CSV has the value.
        falling: Whether the first click sorts in descending order.
        tip: The tool tip of the title, marked.
        spoken: A cell's text for screen readers, where it differs from the one on the screen.
        hint: A cell's tool tip.
        colour: The colour of a cell's text; it only repeats what the text says.
        shade: How good what a cell says is, from 0 to 1, for a colour behind it; None for none.
    """

    title: str
    text: Callable[[_Row], str]
    value: Callable[[_Row], Any] | None = None
    numeric: bool = False
    falling: bool = False
    tip: str = ""
    spoken: Callable[[_Row], str] | None = None
    hint: Callable[[_Row], str] | None = None
    colour: Callable[[_Row], str | None] | None = None
    shade: Callable[[_Row], float | None] | None = None

    def data(self, row: _Row, role: int) -> Any:
        if role == _TEXT:
            return self.text(row)
        if role == _SIDE:
            return _RIGHT if self.numeric else _LEFT
        match role:
            case _ROLE.ToolTipRole if self.hint:
                return self.hint(row) or None
            case _ROLE.AccessibleTextRole if self.spoken:
                return self.spoken(row)
            case _ROLE.ForegroundRole if self.colour:
                colour = self.colour(row)
                return None if colour is None else QColor(colour)
            case _ROLE.BackgroundRole if self.shade:
                return _background(self.shade(row))
        return None


def figures(
    title: str,
    value: Callable[[_Row], Any],
    text: Callable[[_Row], str] | None = None,
    *,
    falling: bool = True,
    tip: str = "",
    hint: Callable[[_Row], str] | None = None,
) -> Column[_Row]:
    """Return a column of numbers; without `text`, cells show the value, or nothing for None."""

    def shown(row: _Row) -> str:
        found = value(row)
        return "" if found is None else str(found)

    return Column(title, text or shown, value, numeric=True, falling=falling, tip=tip, hint=hint)


class TableModel(QAbstractTableModel, Generic[_Row]):
    """Rows in their given order; a subclass that does not hold them overrides `row_at`."""

    def __init__(self, columns: Sequence[Column[_Row]], rows: Iterable[_Row] = ()) -> None:
        super().__init__()
        self.columns = tuple(columns)
        self.rows = list(rows)

    def show(self, rows: Iterable[_Row], columns: Sequence[Column[_Row]] | None = None) -> None:
        """Replace all rows, and the columns too if there are others."""
        self.beginResetModel()
        self.columns = self.columns if columns is None else tuple(columns)
        self.rows = list(rows)
        self.endResetModel()

    def append(self, rows: Sequence[_Row]) -> None:
        if rows:
            self.beginInsertRows(ROOT, len(self.rows), len(self.rows) + len(rows) - 1)
            self.rows += rows
            self.endInsertRows()

    def remove(self, row: int) -> None:
        self.beginRemoveRows(ROOT, row, row)
        del self.rows[row]
        self.endRemoveRows()

    def set_rows(self, rows: dict[int, _Row]) -> None:
        """Change rows, by their places; the view hears of all of them at once."""
        for place, row in rows.items():
            self.rows[place] = row
        if rows:
            self.emit_changed(min(rows), max(rows))

    def emit_changed(self, first: int, last: int) -> None:
        """Repaint rows."""
        if 0 <= first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def row_at(self, index: Index) -> _Row:
        return self.rows[index.row()]

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = _TEXT) -> Any:
        """Return the text of the cell."""
        return self.columns[index.column()].data(self.row_at(index), role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _TEXT) -> Any:
        return header_data(self.columns, section, orientation, role)


def header_data(
    columns: Sequence[Column[Any]], section: int, orientation: Qt.Orientation, role: int
) -> Any:
    """Return a column's title, what it means, and which way it is sorted first."""
    if orientation is Qt.Orientation.Vertical or section >= len(columns):
        return None
    column = columns[section]
    match role:
        case _ROLE.DisplayRole:
            return tr(column.title) if column.title else ""
        case _ROLE.TextAlignmentRole:
            return _RIGHT if column.numeric else _LEFT
        case _ROLE.ToolTipRole if column.tip:
            return wrapped(tr(column.tip))
        case _ROLE.AccessibleDescriptionRole if column.tip:
            return tr(column.tip)
        case _ROLE.InitialSortOrderRole:
            return _order(column.falling)
    return None


class SortedTableModel(TableModel[_NumberedRow]):
    """Rows by their numbers, sorted and filtered while they come and change.

    Qt's proxy does the same, but asks Python thousands of times for each change.
    """

    def __init__(
        self,
        columns: Sequence[Column[_NumberedRow]],
        by: int = 0,
        falling: bool = False,
        lead: Column[_NumberedRow] | None = None,
    ) -> None:
        """Start empty, sorted by the column `by`.

        `lead` is a column beside the rows that never scrolls away; `by` is -1 to sort by it.
        """
        super().__init__(columns)
        self.lead = lead
        self._rows: dict[int, _NumberedRow] = {}
        self._order: list[int] = []  # the numbers that are shown, from the top
        self._accepts: Callable[[_NumberedRow], bool] | None = None
        self._by, self._falling = by, falling

    def show(
        self, rows: Iterable[_NumberedRow], columns: Sequence[Column[_NumberedRow]] | None = None
    ) -> None:
        """Replace all rows, and the columns too if there are others."""
        self.beginResetModel()
        if columns is not None:
            self.columns = tuple(columns)
            self._by = min(self._by, len(self.columns) - 1)
        self._rows = {row.number: row for row in rows}
        self._order = self._sorted(self._rows)
        self.endResetModel()

    def put(self, rows: Iterable[_NumberedRow]) -> None:
        """Add rows, each in the place of the one with its number, if there is one."""
        latest = {row.number: row for row in rows}
        fresh = [number for number in latest if number not in self._rows]
        self._rows.update(latest)
        fresh = [number for number in fresh if self._shows(number)]
        if fresh:
            end = len(self._order)
            self.beginInsertRows(ROOT, end, end + len(fresh) - 1)
            self._order += fresh
            self.endInsertRows()
        self._arrange()
        changed = latest.keys() - fresh
        places = [place for place, number in enumerate(self._order) if number in changed]
        if places:
            self.emit_changed(places[0], places[-1])

    def drop(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if number in self._order:
                row = self._order.index(number)
                self.beginRemoveRows(ROOT, row, row)
                del self._order[row]
                self.endRemoveRows()
            self._rows.pop(number, None)

    def show_only(self, accepts: Callable[[_NumberedRow], bool] | None) -> None:
        """Show the rows that are accepted, all of them with None."""
        self.beginResetModel()
        self._accepts = accepts
        self._order = self._sorted(self._rows)
        self.endResetModel()

    def row_at(self, index: Index) -> _NumberedRow:
        return self._rows[self._order[index.row()]]

    def get(self, number: int) -> _NumberedRow | None:
        """Return the row with this number, shown or not; or None."""
        return self._rows.get(number)

    def index_of(self, number: int) -> QModelIndex:
        """Return the first cell of the row with this number, an invalid one if it is not shown."""
        return self.index(self._order.index(number), 0) if number in self._order else QModelIndex()

    @property
    def total(self) -> int:
        """The number of rows, shown or not."""
        return len(self._rows)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._order)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _TEXT) -> Any:
        """Return a title, with an arrow where the table is sorted by it; the lead at the side."""
        if orientation is Qt.Orientation.Vertical:
            known = self.lead is not None and role in (_TEXT, _SIDE)
            row = self._rows[self._order[section]] if known else None
            return None if self.lead is None or row is None else self.lead.data(row, role)
        said = super().headerData(section, orientation, role)
        if role != _TEXT or section != self._by:
            return said
        arrow = "▾" if self._falling else "▴"
        return f"{arrow} {said}" if self.columns[section].numeric else f"{said} {arrow}"

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; rows that are alike stay in the order of their numbers."""
        self._by, self._falling = column, order == Qt.SortOrder.DescendingOrder
        self._arrange()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    @property
    def sorting(self) -> tuple[int, Qt.SortOrder]:
        return self._by, _order(self._falling)

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
        """Put the rows in order; the selection is kept."""
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


def _background(share: float | None) -> QColor | None:
    """Return the colour behind what went well or badly; it only repeats what the cell says."""
    if share is None or share == 0.5:
        return None
    colours = theme.colours()
    colour = QColor(colours.good if share > 0.5 else colours.bad)
    colour.setAlpha(round(_STRONGEST * abs(2 * share - 1)))
    return colour


def _order(falling: bool) -> Qt.SortOrder:
    return Qt.SortOrder.DescendingOrder if falling else Qt.SortOrder.AscendingOrder
