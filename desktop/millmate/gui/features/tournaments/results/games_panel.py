"""Lists of a tournament's games and of the moves that threw results away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QSizePolicy, QTabWidget, QWidget

from millmate.formatting import dative, plural
from millmate.gui.features.tournaments.results import formatting
from millmate.gui.features.tournaments.results.games_model import (
    COLUMNS,
    SLIP_COLUMNS,
    GameRow,
    SlipRow,
    notation_of,
    slip_rows,
)
from millmate.gui.features.tournaments.results.table_view import TableView
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.table_model import SortedTableModel
from millmate.gui.kit.translator import bind_tabs, bind_text, translator
from millmate.gui.kit.widgets import ComboBox, hbox, vbox
from millmate.language import mark, number, tr
from millmate.play.tournament.game import GameResult

_THROWN = 8
_WIDEST = 24  # letters of a name visible in the closed combo box
_LARGE = 1.2  # beyond this text scale there is no room beside the combo boxes


class FilterBar(QWidget):
    """A player and an optional opponent; `changed` follows every choice."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.player, self.other = ComboBox(), ComboBox()
        self.counted = theme.muted()
        self.counted.setWordWrap(False)
        self.counted.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        labels = [bind_text(Label(), text=text) for text in (mark("&Games of"), mark("again&st"))]
        for label, box in zip(labels, (self.player, self.other), strict=True):
            label.setBuddy(box)
            box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(8)
            box.setMaximumWidth(_WIDEST * label.fontMetrics().averageCharWidth() + 5 * theme.GRID)
        one, other = hbox(labels[0], (self.player, 1)), hbox(labels[1], (self.other, 1))
        large = theme.text_scale() > _LARGE
        parts = (one, other) if large else (hbox(one, other, None, self.counted),)
        column = vbox(*parts, within=self, spacing=theme.GRID // 2)
        if large:
            column.addWidget(self.counted)
        bind_text(self.player, name=mark("Games of"))
        bind_text(self.other, name=mark("against"))
        self.player.currentIndexChanged.connect(self._player_changed)
        self.other.currentIndexChanged.connect(self.changed)
        self.set_names(())
        translator.changed.connect(self._retranslate)

    @Slot()
    def _retranslate(self) -> None:
        self.player.setItemText(0, tr("everybody"))
        self.other.setItemText(0, tr("anybody"))

    def set_names(self, names: Sequence[str]) -> None:
        """Offer these participants; initially, no filter is set."""
        for box, everybody in ((self.player, tr("everybody")), (self.other, tr("anybody"))):
            with QSignalBlocker(box):
                box.clear()
                box.addItems([everybody, *names])
        self.other.setEnabled(False)

    def choose(self, player: int | None, other: int | None = None) -> None:
        """Select participants by number; None selects everybody."""
        for box, chosen in ((self.player, player), (self.other, other)):
            with QSignalBlocker(box):
                box.setCurrentIndex(0 if chosen is None else chosen + 1)
        self.other.setEnabled(player is not None)
        self.changed.emit()

    @property
    def wanted(self) -> frozenset[int]:
        """The numbers of the participants a game must have."""
        chosen = (self.player.currentIndex() - 1, self.other.currentIndex() - 1)
        return frozenset(each for each in chosen if each >= 0)

    @Slot()
    def _player_changed(self) -> None:
        everybody = self.player.currentIndex() <= 0
        if everybody:
            with QSignalBlocker(self.other):
                self.other.setCurrentIndex(0)
        self.other.setEnabled(not everybody)
        self.changed.emit()


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
        vbox((self.tabs, 1), self.filter, within=self, spacing=theme.GRID // 2)
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
        self.games.show(map(GameRow, results))
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
        for model in (self.games, self.slips):
            model.show_only((lambda row: wanted <= set(row.sides)) if wanted else None)
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
    half = theme.GRID // 2
    vbox(*parts, within=page, spacing=half, margins=(0, half, 0, 0))
    return page


def _action(text: str, does: object) -> QAction:
    action = QAction(text)
    action.triggered.connect(does)
    return action
