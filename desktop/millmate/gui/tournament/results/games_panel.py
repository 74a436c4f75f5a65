"""Lists of a tournament's games and of the moves that threw results away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from millmate.formatting import dative, plural
from millmate.gui.languages.translator import bind_tabs, bind_text, translator
from millmate.gui.style import theme
from millmate.gui.style.table_model import SortedTableModel
from millmate.gui.tournament.results import formatting
from millmate.gui.tournament.results.filter_bar import FilterBar
from millmate.gui.tournament.results.games_model import (
    COLUMNS,
    SLIP_COLUMNS,
    GameRow,
    SlipRow,
    notation_of,
    slip_rows,
)
from millmate.gui.tournament.results.table_view import TableView
from millmate.language import mark, number, tr
from millmate.play.tournament.game import GameResult

_THROWN = 8


class GamesPanel(QWidget):
    """Both lists, filtered by player.

    `opened` carries a finished game and the number of plies to show, `chosen` the number of the
    selected game.
    """

    opened = Signal(object, int)
    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.games = SortedTableModel(COLUMNS, falling=True)
        self.slips = SortedTableModel(SLIP_COLUMNS, falling=True)
        self.view = TableView(self.games, mark("Games"))
        self.slips_view = TableView(
            self.slips, mark("Moves that threw a result away"), by_click=True
        )
        bind_text(self.view, description=mark("Enter opens a finished game"))
        bind_text(self.slips_view, description=mark("Enter opens the game at the move"))
        self.filter = FilterBar()
        self._judged = False  # whether tables cover any of the games
        self.tabs = QTabWidget()
        self.tabs.addTab(_page(self.view), "")
        hint = bind_text(theme.muted(), text=mark("Click or Enter opens the game at the move."))
        self.tabs.addTab(_page(self.slips_view, hint), "")
        bind_tabs(self.tabs, mark("Games"), mark("Results thrown away"))
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.filter)
        self._connect()
        translator.changed.connect(self._count)

    def _connect(self) -> None:
        self.view.offer(self._actions)
        self.view.opened.connect(self._open)
        self.view.chosen.connect(self.chosen)
        self.slips_view.opened.connect(self._open_slip)
        self.filter.changed.connect(self._filter)

    # --- updates from the view ---------------------------------------------------------------

    def start(self, names: Sequence[str], results: Iterable[GameResult]) -> None:
        """List the games of another tournament."""
        self.view.forget()
        self.slips_view.forget()
        self.filter.set_names(names)
        results = list(results)
        self.games.show_only(None)
        self.slips.show_only(None)
        self.games.show(GameRow.of(result) for result in results)
        self.slips.show(())
        self._judged = False
        self._list_slips(results)
        self._count()

    def put(self, rows: Iterable[GameRow], over: Iterable[GameResult] = ()) -> None:
        """Update or add games; `over` are those that have just finished."""
        with self.view.steady():
            self.games.put(rows)
        self._list_slips(over)
        self._count()

    def drop(self, numbers: Iterable[int]) -> None:
        """Remove abandoned games."""
        self.games.drop(numbers)
        self._count()

    def show_games_of(self, player: int | None, other: int | None = None) -> None:
        """List the games of one participant, or of two."""
        self.filter.choose(player, other)

    # --- within ------------------------------------------------------------------------------

    def _list_slips(self, results: Iterable[GameResult]) -> None:
        found: list[SlipRow] = []
        for result in results:
            self._judged |= result.judged is not None
            found += slip_rows(result, self.slips.total + len(found))
        if found:
            with self.slips_view.steady():
                self.slips.put(found)
        self.view.setColumnHidden(_THROWN, not self._judged)
        self.tabs.setTabVisible(1, self._judged)
        self.tabs.tabBar().setVisible(self._judged)
        # Without this, Tab would stop at the hidden headers and go no further.
        policy = Qt.FocusPolicy.TabFocus if self._judged else Qt.FocusPolicy.NoFocus
        self.tabs.setFocusPolicy(policy)

    @Slot()
    def _count(self) -> None:
        shown, total = self.games.rowCount(), self.games.total
        text = plural(total, "game")
        if shown != total:
            text = tr("{done} of {games}", done=number(shown), games=dative(total, "game"))
        self.filter.counted.setText(text)

    @Slot()
    def _filter(self) -> None:
        wanted = self.filter.wanted
        accepts = self.filter.accepts
        for model in (self.games, self.slips):
            model.show_only((lambda row: accepts(row.sides)) if wanted else None)
        self._count()

    def _actions(self, index: QModelIndex) -> list[QAction]:
        """Return the actions for a game: open it, at its start or where a result was lost."""
        row = self.games.row_at(index)
        if row.result is None:
            return []
        result = row.result
        actions = [_action(tr("&Open the game"), lambda: self.opened.emit(result, 0))]
        for _, slip in formatting.slips_of(result):
            text = tr("Open at {move}", move=notation_of(result, slip.ply))
            actions.append(_action(text, lambda ply=slip.ply: self.opened.emit(result, ply + 1)))
        return actions

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        row = self.games.row_at(index)
        if row.result is not None:
            self.opened.emit(row.result, 0)

    @Slot(QModelIndex)
    def _open_slip(self, index: QModelIndex) -> None:
        row = self.slips.row_at(index)
        self.opened.emit(row.result, row.ply + 1)


def _page(*parts: QWidget) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, theme.GRID // 2, 0, 0)
    column.setSpacing(theme.GRID // 2)
    for part in parts:
        column.addWidget(part)
    return page


def _action(text: str, does: object) -> QAction:
    action = QAction(text)
    action.triggered.connect(does)
    return action
