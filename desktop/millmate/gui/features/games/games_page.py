"""The page of the games: a folder, a search, the list, and the game that is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from millmate.gui.boards.preview import Preview
from millmate.gui.features.games.games_table import GamesModel, GamesTable
from millmate.gui.kit import theme
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import ProgressBar, action_button, source_button, splitter
from millmate.language import count, mark, tr
from millmate.records.database.index import Scanned

_TYPED_MS = 120  # after the last letter the search begins


class GamesPage(QWidget):
    """Shows the games of a folder; the controller does what signals and actions ask for."""

    folder_wanted = Signal(object)  # a path, None to let one be chosen
    searched = Signal()  # text or order has changed

    def __init__(self, review: QAction, parent: QWidget | None = None) -> None:
        """Make the page; `review` is the command that reviews the games."""
        super().__init__(parent)
        self.review = action_button(review)
        self.order, self.falling = "date", True
        self.model = GamesModel()
        self.table = bind_text(GamesTable(self.model), name=mark("Games"))
        self.preview = Preview()
        self.folder = source_button()
        self.search = bind_text(
            QLineEdit(),
            hint=mark("Names, year, result, material, file…"),
            tip=mark("All words must match"),
            name=mark("Search the games"),
        )
        self.amount, self.progress = theme.muted(), ProgressBar()
        self.open = bind_text(QPushButton(), text=mark("Open"), tip=mark("Open the game (Enter)"))
        self.more = bind_text(
            QToolButton(), text=mark("More"), tip=mark("What can be done with games")
        )
        self._wait = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._folders: tuple[Path, Sequence[Path], Path] | None = None
        self._amounts: tuple[int, int] | None = None
        self._set_up()
        self._lay_out()
        self._make_actions()
        translator.changed.connect(self._retranslate)

    @Slot()
    def _retranslate(self) -> None:
        """Name the folder, and say how many games there are, in the language there is now."""
        if self._folders is not None:
            self.show_folder(*self._folders)
        if self._amounts is not None:
            self.show_amount(*self._amounts)

    def _set_up(self) -> None:
        self.search.setClearButtonEnabled(True)
        self.amount.setWordWrap(False)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(96)
        self.progress.hide()
        theme.primary(self.open)
        self.open.setEnabled(False)
        self._wait.timeout.connect(self.searched)
        self.search.textChanged.connect(lambda: self._wait.start())
        self.search.returnPressed.connect(self._to_list)
        self.search.installEventFilter(self)
        self.table.sorted_by.connect(self._sort)
        self.open.clicked.connect(lambda: self.table.opened.emit(self.table.chosen()[0]))
        self.table.selectionModel().selectionChanged.connect(self._show_actions)
        self.model.modelReset.connect(self._show_actions)
        QShortcut(QKeySequence("Ctrl+F"), self, self._to_search)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(theme.GRID)
        top.addWidget(self.folder)
        top.addWidget(self.search, 1)
        top.addWidget(self.progress)
        top.addWidget(self.amount)
        top.addWidget(self.review)
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.preview, 1)
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addStretch(1)
        row.addWidget(self.open)
        column.addLayout(row)
        self.splitter = splitter(
            Qt.Orientation.Horizontal, self.table, side, shares=(1, 0), sizes=(780, 320)
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addLayout(top)
        layout.addWidget(self.splitter, 1)

    def _make_actions(self) -> None:
        open_ = bind_text(QAction(self), text=mark("&Open"))
        open_.triggered.connect(self.open.click)
        self.open_aside = bind_text(QAction(self), text=mark("Open in a new &tab"))
        self.copy = bind_text(QAction(self), text=mark("&Copy as PGN"))
        self.copy.setData("copy")
        self.export = bind_text(QAction(self), text=mark("&Save the selected games as…"))
        self.show_place = bind_text(QAction(self), text=mark("Show the &folder of the file"))
        self._actions = (open_, self.open_aside, self.copy, self.export, self.show_place)
        self.table.addActions(self._actions)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.addActions(self._actions)

    @property
    def total(self) -> int:
        """How many games the folder holds."""
        return 0 if self._amounts is None else self._amounts[1]

    # --- what is shown -----------------------------------------------------------------------

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
        """Say how many games there are, and how many of them are listed."""
        self._amounts = found, all_
        total = count(all_, "{n} game", "{n} games")
        self.amount.setText(total if found == all_ else tr("{n} of {all}", n=found, all=total))
        if all_ == 0:
            self.table.empty = tr(
                "Every game that you play is saved here as PGN. Choose another folder to list the "
                "games in its files, or drop PGN files on the window."
            )
        else:
            self.table.empty = tr("No game has all of these words.")
        self.table.viewport().update()

    def show_progress(self, scanned: Scanned | None) -> None:
        """Show how far the reading of the folder is, None when it has ended."""
        self.progress.setVisible(scanned is not None)
        if scanned is not None:
            self.progress.setRange(0, max(1, scanned.files) * 2)
            self.progress.setValue(scanned.done * 2 + 1)
            self.amount.setText(count(scanned.games, "Reading: {n} game", "Reading: {n} games"))

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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go to the list by Down, as by Enter: to its first row, where none is selected."""
        down = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Down
        if watched is self.search and down and event.type() == QEvent.Type.KeyPress:
            self._to_list()
            return True
        return super().eventFilter(watched, event)

    @Slot()
    def _to_list(self) -> None:
        """Go from the search to the list."""
        self.table.setFocus()
        if not self.table.selectionModel().hasSelection():
            self.table.point_at(0)

    @Slot()
    def _to_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()
