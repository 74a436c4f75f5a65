"""The page of the games: a folder, a search, the list, and the game that is pointed at."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QToolButton, QWidget

from millmate.games.morris.variants import VARIANTS
from millmate.gui.boards.small_boards import Preview
from millmate.gui.kit import theme
from millmate.gui.kit.lists import RowsView
from millmate.gui.kit.table_model import ROOT, Column, Index, TableModel
from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import (
    ProgressBar,
    SearchField,
    action_button,
    hbox,
    push_button,
    source_button,
    splitter,
    vbox,
)
from millmate.language import count, mark, tr
from millmate.records.database.index import Found, GameIndex, Scanned
from millmate.records.database.positions import Searched

_PAGE = 128  # rows read at once
_MOST_PAGES = 24  # that are kept
_KINDS = {"chess": mark("Chess"), "morris": mark("Morris")} | {
    f"morris:{variant.name}": variant.title for variant in VARIANTS.values()
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WIDTHS = (116, 54, 116, 54, 72, 46, 96, 104, 62, 82, 62, 100)  # pixels of the columns at first


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
    "white_elo": _column(
        mark("Elo"),
        lambda found: str(found.head.white_elo or ""),
        tip=mark("White's rating, as the file has it"),
        numeric=True,
    ),
    "black": _column(mark("Black"), lambda found: found.head.black),
    "black_elo": _column(
        mark("Elo"),
        lambda found: str(found.head.black_elo or ""),
        tip=mark("Black's rating, as the file has it"),
        numeric=True,
    ),
    "result": _column(mark("Result"), lambda found: found.head.result.replace("1/2-1/2", "½-½")),
    "eco": _column(
        mark("ECO"),
        lambda found: found.head.eco,
        tip=mark("The code of the opening in the Encyclopaedia of Chess Openings"),
    ),
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
        """Return the cell of a game in a column; a damaged one is coloured and names its fault."""
        return None if self.row_at(index) is None else super().data(index, role)


class GamesTable(RowsView):
    """Rows of games; `wanted` and `pointed` carry a `Found`, `sorted_by` a column and a way."""

    wanted = Signal(object)
    pointed = Signal(object)
    sorted_by = Signal(str, bool)

    def __init__(self, model: GamesModel) -> None:
        super().__init__(model, mark("Games"))
        self.model_ = model
        self.empty = ""  # shown if there are no rows
        self.setAlternatingRowColors(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._set_up_headers()
        self.doubleClicked.connect(self._open)
        self.opened.connect(self._open)
        self.selectionModel().currentRowChanged.connect(self._point)

    def chosen(self) -> list[Found]:
        """Return the games that are selected, from above."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [found for row in rows if (found := self.model_.found(row)) is not None]

    def point_at(self, row: int) -> None:
        if 0 <= row < self.model_.rowCount():
            self.selectRow(row)
            self.scrollTo(self.model_.index(row, 0))

    def _set_up_headers(self) -> None:
        self.verticalHeader().hide()
        header = self.horizontalHeader()
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
            self.wanted.emit(found)

    def _point(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and (found := self.model_.found(current.row())) is not None:
            self.pointed.emit(found)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or the text for an empty list."""
        super().paintEvent(event)
        if self.model_.rowCount() == 0 and self.empty:
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                margin = 2 * theme.GRID
                place = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
                painter.drawText(place, Qt.TextFlag.TextWordWrap, self.empty)


class GamesPage(QWidget):
    """Shows the games of a folder; the controller does what signals and actions ask for."""

    folder_wanted = Signal(object)  # a path, None to let one be chosen
    searched = Signal()  # text or order has changed
    all_wanted = Signal()  # not only those with a position

    def __init__(
        self, review: QAction, seek: Sequence[QAction], parent: QWidget | None = None
    ) -> None:
        """Make the page.

        Args:
            review: The command that reviews the games.
            seek: Those that search them for a position.
            parent: The widget around it.
        """
        super().__init__(parent)
        self.review = action_button(review)
        self.position = source_button(
            icon_name="board", tip=mark("List the games with the position on the board")
        )
        self.position.menu().addActions(seek)
        self.everything = bind_text(QAction(icon("close"), "", self), text=mark("&All games"))
        self.everything.triggered.connect(self.all_wanted)
        self.position.menu().addAction(self.everything)
        self.clear = QToolButton()
        self.clear.setDefaultAction(self.everything)
        self._sought: str | None = None
        self._searching = False
        self.order, self.falling = "date", True
        self.model = GamesModel()
        self.table = GamesTable(self.model)
        self.preview = Preview()
        self.folder = source_button()
        self.search = SearchField(
            self,
            hint=mark("Names, year, result…"),
            tip=mark("All words must match"),
            name=mark("Search the games"),
        )
        self.amount, self.progress = theme.muted(), ProgressBar()
        self.open = push_button(mark("Open"), tip=mark("Open the game (Enter)"))
        self.more = bind_text(QToolButton(), text=mark("More"), tip=mark("Actions for games"))
        self._folders: tuple[Path, Sequence[Path], Path] | None = None
        self._amounts: tuple[int, int] | None = None
        self._set_up()
        self._lay_out()
        self._make_actions()
        self.show_sought(None)
        translator.changed.connect(self._retranslate)

    @Slot()
    def _retranslate(self) -> None:
        """Name the folder, and say how many games there are, in the language there is now."""
        if self._folders is not None:
            self.show_folder(*self._folders)
        if self._amounts is not None:
            self.show_amount(*self._amounts)
        self.show_sought(self._sought)

    def _set_up(self) -> None:
        self.amount.setWordWrap(False)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(96)
        self.progress.hide()
        theme.primary(self.open)
        self.open.setEnabled(False)
        self.search.searched.connect(self.searched)
        self.search.left.connect(self._to_list)
        self.table.sorted_by.connect(self._sort)
        self.open.clicked.connect(lambda: self.table.wanted.emit(self.table.chosen()[0]))
        self.table.selectionModel().selectionChanged.connect(self._show_actions)
        self.model.modelReset.connect(self._show_actions)

    def _lay_out(self) -> None:
        top = hbox(
            self.folder, self.position, self.clear, (self.search, 1),
            self.progress, self.amount, self.review,
        )  # fmt: skip
        side = QWidget()
        vbox((self.preview, 1), hbox(self.more, None, self.open), within=side)
        self.splitter = splitter(
            Qt.Orientation.Horizontal, self.table, side, shares=(1, 0), sizes=(780, 320)
        )
        vbox(top, (self.splitter, 1), within=self)

    def _make_actions(self) -> None:
        open_ = bind_text(QAction(self), text=mark("&Open"))
        open_.triggered.connect(self.open.click)
        self.open_aside = bind_text(QAction(self), text=mark("Open in a new &tab"))
        self.copy = bind_text(QAction(self), text=mark("&Copy as PGN"))
        self.table.copy_wanted.connect(self.copy.trigger)
        self.export = bind_text(QAction(self), text=mark("&Save the selected games as…"))
        self.show_place = bind_text(QAction(self), text=mark("Show the &folder of the file"))
        self._actions = (open_, self.open_aside, self.copy, self.export, self.show_place)
        self.table.addActions(self._actions)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.addActions(self._actions)

    @property
    def total(self) -> int:
        return 0 if self._amounts is None else self._amounts[1]

    # --- display -----------------------------------------------------------------------------

    def show_folder(self, folder: Path, recent: Sequence[Path], own: Path) -> None:
        """Name the folder, and offer those that were shown before and the user's `own`."""
        self._folders = folder, recent, own
        self.folder.setText(tr("My games") if folder == own else folder.name or str(folder))
        self.folder.setToolTip(str(folder))
        menu = self.folder.menu()
        menu.clear()
        for path in dict.fromkeys((own, *recent)):
            words = tr("My games") if path == own else str(path).replace("&", "&&")
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(path == folder)
            action.triggered.connect(lambda _, path=path: self.folder_wanted.emit(path))
        menu.addSeparator()
        menu.addAction(tr("Choose a folder…")).triggered.connect(
            lambda: self.folder_wanted.emit(None)
        )

    def show_amount(self, found: int, all_: int) -> None:
        """Show the number of games, and of those listed."""
        self._amounts = found, all_
        total = count(all_, "{n} game", "{n} games")
        self.amount.setText(total if found == all_ else tr("{n} of {all}", n=found, all=total))
        if all_ == 0:
            self.table.empty = tr(
                "Every game that you play is saved here as PGN. Choose another folder to list the "
                "games in its files, or drop PGN files on the window."
            )
        else:
            self.table.empty = self._none_found()
        self.table.viewport().update()

    def _none_found(self) -> str:
        if self._sought is None:
            return tr("No game contains all of these words.")
        if self._searching:
            return tr("The games are being searched for the position…")
        return tr("No game that contains all of these words reaches the position.")

    def show_progress(self, scanned: Scanned | None) -> None:
        """Show how far the reading of the folder is, None when it has ended."""
        self.progress.setVisible(scanned is not None)
        if scanned is not None:
            self.progress.setRange(0, max(1, scanned.files) * 2)
            self.progress.setValue(scanned.done * 2 + 1)
            self.amount.setText(count(scanned.games, "Reading: {n} game", "Reading: {n} games"))

    def show_sought(self, ending: str | None) -> None:
        """Name the ending that all games have, "" for a position; None if they are not searched."""
        self._sought = ending
        self.everything.setEnabled(ending is not None)
        self.clear.setVisible(ending is not None)
        words = tr("With {ending}", ending=ending) if ending else tr("With the position")
        self.position.setText(tr("Position") if ending is None else words)

    def show_search(self, searched: Searched | None) -> None:
        """Show how far the search for a position is, None when it has ended."""
        self._searching = searched is not None
        self.progress.setVisible(self._searching)
        if searched is not None:
            self.progress.setRange(0, max(1, searched.games))
            self.progress.setValue(searched.done)
        if self._amounts is not None:
            self.show_amount(*self._amounts)

    # --- keys and buttons --------------------------------------------------------------------

    @Slot()
    def _show_actions(self) -> None:
        chosen = len(self.table.selectionModel().selectedRows())
        for action in self._actions:
            action.setEnabled(chosen > 0)
        self.open_aside.setEnabled(chosen == 1)
        self.open.setEnabled(chosen == 1)

    @Slot(str, bool)
    def _sort(self, column: str, falling: bool) -> None:
        self.order, self.falling = column, falling
        self.searched.emit()

    @Slot()
    def _to_list(self) -> None:
        self.table.setFocus()
        if not self.table.selectionModel().hasSelection():
            self.table.point_at(0)
