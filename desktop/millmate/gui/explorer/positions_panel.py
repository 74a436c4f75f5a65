"""The positions of one set: a list that loads as it is scrolled, and what can be done with it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from millmate.gui import theme
from millmate.gui.explorer.positions_model import PositionsModel
from millmate.gui.explorer.search import Search
from millmate.gui.lists import list_view
from millmate.words import plural

if TYPE_CHECKING:
    from millmate.tablebase.sets import DecidedSet, Page

_HINT = "Click or Enter puts one on the board."
_ORDERS = "; like pieces are counted in every order and listed in one"
_PATIENCE = 0.4  # seconds before a search is spoken of
_SIDES = {True: "White", False: "Black"}


class PositionsPanel(QWidget):
    """`position_chosen` carries the FEN of a position for the board."""

    position_chosen = Signal(str)

    def __init__(self, search: Search, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search = search
        self._chosen: DecidedSet | None = None
        self._since = 0.0  # when the search under way began
        self.title = QLabel()
        self.title.setWordWrap(True)
        theme.headline(self.title)
        self.amount = theme.muted()
        self.model = PositionsModel()
        self.view = list_view(self.model, "Positions", stretched=0)
        self.note = theme.muted()
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.state = theme.muted("\N{NO-BREAK SPACE}")
        self.stop = QPushButton("Stop")
        self.random = QPushButton("&Random position")
        self.random.setToolTip("Put one of these positions on the board, each equally likely")
        self._lay_out()
        self._connect()
        self.clear("")

    def _lay_out(self) -> None:
        view = self.view
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        view.verticalHeader().show()
        view.verticalHeader().setHighlightSections(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID)
        column.addWidget(self.title)
        column.addWidget(self.amount)
        column.addWidget(self.view, 1)
        column.addWidget(self.note, 1)
        line = QHBoxLayout()
        line.addWidget(self.state, 1)
        line.addWidget(self.stop)
        column.addLayout(line)
        column.addWidget(self.random, 0, Qt.AlignmentFlag.AlignLeft)

    def _connect(self) -> None:
        self.model.wanted.connect(self._want_more)
        self.view.clicked.connect(self._put)
        self.view.activated.connect(self._put)
        self.random.clicked.connect(self._draw)
        self.stop.clicked.connect(self._stop_or_go_on)
        self._search.paged.connect(self._paged)
        self._search.drawn.connect(self._drawn)
        self._search.progressed.connect(self._progressed)

    # --- what the window calls ---------------------------------------------------------------

    def clear(self, note: str) -> None:
        """Show no positions, and in their place `note`."""
        self._chosen = None
        self._search_ended()
        self.model.clear()
        self.title.setText("")
        self.amount.setText("")
        self.random.setEnabled(False)
        self._show_note(note)

    def show_set(self, chosen: DecidedSet, orders: bool = False) -> None:
        """Show the positions of `chosen`, as many as are seen.

        `orders` says that the set's count has like pieces in every order, the list in one.
        """
        self._chosen = chosen
        self._search_ended()
        self.title.setText(str(chosen))
        counted = f"{positions(chosen.count)}, mirror images left out{_ORDERS if orders else ''}"
        self.amount.setText(counted if chosen.count else "\N{NO-BREAK SPACE}")
        self.random.setEnabled(chosen.count > 0)
        self.model.clear()
        if chosen.count:
            self._show_note("")
            self.model.expect(0)
            self._search_began()
            self._search.begin(chosen)
        else:
            self._search.stop()
            side = _SIDES[chosen.turn]
            self._show_note(
                f"This set is empty: with {side} to move, no position of the table is decided in "
                f"{plural(chosen.plies, 'ply')}."
            )

    @Slot()
    def take_focus(self) -> None:
        """Go to the first position of the list."""
        self.view.setFocus()
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0, 0))

    # --- within ------------------------------------------------------------------------------

    def _show_note(self, note: str) -> None:
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.view.setVisible(not note)
        self.state.setText("\N{NO-BREAK SPACE}" if note else _HINT)

    @Slot(object)
    def _want_more(self, start: int) -> None:
        if self._chosen is not None:
            self._search_began()
            self._search.go_on(self._chosen, start)

    @Slot(object)
    def _paged(self, page: Page) -> None:
        self._search_ended()
        self.model.add(page.fens, page.following)
        if self.model.fens:
            width = self.view.fontMetrics().horizontalAdvance(f"{len(self.model.fens):,}")
            self.view.verticalHeader().setFixedWidth(width + 3 * theme.GRID)

    @Slot(QModelIndex)
    def _put(self, index: QModelIndex) -> None:
        self.position_chosen.emit(self.model.fens[index.row()])

    @Slot()
    def _draw(self) -> None:
        if self._chosen is not None:
            self._search_began()
            self._search.draw(self._chosen)

    @Slot(str)
    def _drawn(self, fen: str) -> None:
        self._search_ended()
        if fen:
            self.position_chosen.emit(fen)

    @Slot()
    def _stop_or_go_on(self) -> None:
        if self.model.paused:
            self._search_began()
            self.model.go_on()
        elif not self.stop.isHidden():
            self._search.stop()
            self.model.pause()
            self.stop.setText("Go on")
            self.stop.setVisible(self.model.paused)
            self.state.setText("The search was stopped.")

    @Slot(float)
    def _progressed(self, share: float) -> None:
        """Say how far a search is, if it takes long enough to be read."""
        if time.monotonic() - self._since > _PATIENCE:
            self.stop.show()
            self.state.setText(f"Searching the table, {share * 100:.0f} %")

    def _search_began(self) -> None:
        self._since = time.monotonic()
        self.stop.setText("Stop")

    def _search_ended(self) -> None:
        self.stop.hide()
        self.state.setText(_HINT if self._chosen else "\N{NO-BREAK SPACE}")


def positions(count: int) -> str:
    """Return a number of positions in words."""
    return plural(count, "position") if count else "none"
