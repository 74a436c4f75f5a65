"""The table of games; the index sorts it, and its rows are read as they come into sight."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from millmate.games.morris.variants import VARIANTS
from millmate.gui.kit import theme
from millmate.gui.kit.lists import MiddleClicks, RowHeights
from millmate.gui.kit.table_model import ROOT, Column, Index, TableModel
from millmate.language import count, mark, tr
from millmate.records.database.index import Found, GameIndex

_PAGE = 128  # rows read at once
_MOST_PAGES = 24  # that are kept
_KINDS = {"chess": mark("Chess"), "morris": mark("Morris")} | {
    f"morris:{variant.name}": variant.title for variant in VARIANTS.values()
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WIDTHS = (130, 130, 72, 88, 100, 90, 82, 62, 110)  # pixels of the columns at first


def _damaged(found: Found) -> str:
    return tr("Damaged: {fault}", fault=tr(found.head.fault)) if found.head.fault else ""


def _column(
    title: str,
    text: Callable[[Found], str],
    tip: str = "",
    hint: Callable[[Found], str] | None = None,
    numeric: bool = False,
) -> Column[Any]:
    def full(found: Found) -> str:
        return _damaged(found) or (hint or text)(found)

    return Column(
        title, text, numeric=numeric, tip=tip, hint=full,
        colour=lambda found: theme.colours().bad if found.head.fault else None,
    )  # fmt: skip


def _white(found: Found) -> str:
    nobody = not (found.head.white or found.head.black)
    return (_damaged(found) if nobody else "") or found.head.white


# Each by the column of the index that sorts it.
COLUMNS = {
    "white": _column(mark("White"), _white),
    "black": _column(mark("Black"), lambda found: found.head.black),
    "result": _column(mark("Result"), lambda found: found.head.result.replace("1/2-1/2", "½-½")),
    "date": _column(mark("Date"), lambda found: found.head.date),
    "event": _column(mark("Event"), lambda found: found.head.event),
    "kind": _column(mark("Game"), lambda found: tr(_KINDS.get(found.head.kind, found.head.kind))),
    "material": _column(
        mark("Material"),
        lambda found: found.head.material,
        tip=mark("The material at the start, if the position was set up"),
    ),
    "plies": _column(
        mark("Moves"),
        lambda found: str((found.head.plies + 1) // 2) if found.head.plies else "",
        tip=mark("A move of White and one of Black count as one"),
        hint=lambda found: count(found.head.plies, "{n} ply", "{n} plies"),
        numeric=True,
    ),
    "path": _column(
        mark("File"),
        lambda found: found.path.name,
        tip=mark("The file with the game"),
        hint=lambda found: str(found.path),
    ),
}


class GamesModel(TableModel[Found | None]):
    """Rows of games by their numbers in an index; a row is None if its game has gone from it."""

    def __init__(self) -> None:
        super().__init__(list(COLUMNS.values()))
        self._index: GameIndex | None = None
        self._numbers: array[int] = array("q")
        self._pages: dict[int, dict[int, Found]] = {}

    def show_games(self, index: GameIndex | None, numbers: array[int]) -> None:
        """Replace all rows by the games `numbers` of `index`."""
        self.beginResetModel()
        self._index, self._numbers = index, numbers
        self._pages.clear()
        if index is not None:
            folder = index.folder
            files = replace(
                COLUMNS["path"], text=lambda found: found.path.relative_to(folder).as_posix()
            )
            self.columns = tuple({**COLUMNS, "path": files}.values())
        self.endResetModel()

    def found(self, row: int) -> Found | None:
        """Return the game in a row, None if it has gone from the index."""
        page = row // _PAGE
        if page not in self._pages:
            self._read(page)
        return self._pages[page].get(self._numbers[row])

    @property
    def numbers(self) -> array[int]:
        """The numbers of the games that are listed, in their order."""
        return self._numbers

    def row_of(self, number: int) -> int:
        """Return the row of a game, -1 if it is not shown."""
        return self._numbers.index(number) if number in self._numbers else -1

    def _read(self, page: int) -> None:
        if len(self._pages) >= _MOST_PAGES:
            del self._pages[next(iter(self._pages))]
        numbers = self._numbers[page * _PAGE : (page + 1) * _PAGE]
        self._pages[page] = self._index.games(numbers) if self._index is not None else {}

    def row_at(self, index: Index) -> Found | None:
        return self.found(index.row())

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._numbers)

    def data(self, index: Index, role: int = 0) -> Any:
        """Return what a game has in a column; a damaged one is coloured and names its fault."""
        return None if self.row_at(index) is None else super().data(index, role)


class GamesTable(QTableView):
    """Rows of games; `opened` and `pointed` carry a `Found`, `sorted_by` a column and a way."""

    opened = Signal(object)
    pointed = Signal(object)
    sorted_by = Signal(str, bool)

    def __init__(self, model: GamesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model_ = model
        self.empty = ""  # what is said where there are no rows
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._set_up_headers()
        self.doubleClicked.connect(self._open)
        MiddleClicks(self, self._open)
        self.selectionModel().currentRowChanged.connect(self._point)

    def chosen(self) -> list[Found]:
        """Return the games that are selected, from above."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [found for row in rows if (found := self.model_.found(row)) is not None]

    def point_at(self, row: int) -> None:
        """Select a row, if it is there."""
        if 0 <= row < self.model_.rowCount():
            self.selectRow(row)
            self.scrollTo(self.model_.index(row, 0))

    def _set_up_headers(self) -> None:
        self.verticalHeader().hide()
        RowHeights(self)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicatorShown(True)
        header.setSectionsClickable(True)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSortIndicator(list(COLUMNS).index("date"), Qt.SortOrder.DescendingOrder)
        header.sortIndicatorChanged.connect(self._sort)
        for column, width in enumerate(_WIDTHS):
            self.setColumnWidth(column, round(width * theme.text_scale()))

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        falling = order == Qt.SortOrder.DescendingOrder
        self.sorted_by.emit(list(COLUMNS)[column], falling)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and (found := self.model_.found(index.row())) is not None:
            self.opened.emit(found)

    def _point(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and (found := self.model_.found(current.row())) is not None:
            self.pointed.emit(found)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or what is said where there are none."""
        super().paintEvent(event)
        if self.model_.rowCount() == 0 and self.empty:
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                margin = 2 * theme.GRID
                place = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
                painter.drawText(place, Qt.TextFlag.TextWordWrap, self.empty)

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl+C and Ctrl+A from the window while the table has the keyboard."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            if event.matches(keys.Copy) or event.matches(keys.SelectAll):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the row, copy what is selected, or go to the first row or the last."""
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if event.key() in _ENTER:
            self._open(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            for action in self.actions():
                if action.data() == "copy":
                    action.trigger()
        elif plain and event.key() == Qt.Key.Key_Home:
            self.point_at(0)
        elif plain and event.key() == Qt.Key.Key_End:
            self.point_at(self.model_.rowCount() - 1)
        else:
            super().keyPressEvent(event)
