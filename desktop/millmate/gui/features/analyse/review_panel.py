"""The panel of a game's analysis: its button and progress, both sides' accuracy, the mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from millmate.gui.features.analyse import review_words
from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.lists import list_view
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import ProgressBar, action_button, hbox, scrolling, vbox
from millmate.language import count, mark, tr
from millmate.play.move_review import GameReview, ReviewedMove
from millmate.play.trainer.drill import Failure
from millmate.settings import about


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A bad move; `first_ply` is where the game's move numbers begin."""

    move: ReviewedMove
    first_ply: int


def _what(row: MistakeRow) -> str:
    return review_words.effect_words(row.move)


_COLUMNS: tuple[Column[MistakeRow], ...] = (
    Column(mark("Move"), lambda row: review_words.move_words(row.move, row.first_ply), hint=_what),
    Column(mark("What it did"), _what, hint=_what),
)


class ReviewPanel(QWidget):
    """A line beneath the game: the progress of an analysis, or the button to its results.

    The `button` that starts it and the `page` of the results stand elsewhere; `listing_changed`
    follows where the page is to be shown or not. `mistake_chosen` emits a move of its list,
    `training_wanted` a `Failure` for each to be trained.
    """

    mistake_chosen = Signal(object)
    training_wanted = Signal(object)
    budget_chosen = Signal(str)
    listing_changed = Signal()

    def __init__(self, action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review: GameReview | None = None
        self._own: Sequence[bool] = ()
        self.button = _AnalyseButton(action, self.budget_chosen)
        self.bar, self.progress = ProgressBar(), theme.muted()
        self.bar.setTextVisible(False)
        self.progress.setWordWrap(False)
        bind_text(self.bar, name=mark("Progress of the analysis"))
        self.results = QPushButton()
        self.results.setCheckable(True)
        self.results.toggled.connect(self._list)
        explained = review_words.EXPLANATION
        self.summary = bind_text(WrappedLabel(), tip=explained, description=explained)
        self.model: TableModel[MistakeRow] = TableModel(_COLUMNS)
        self.view = list_view(self.model, mark("Mistakes"), stretched=1)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.horizontalHeader().hide()
        self.view.clicked.connect(self._choose)
        self.view.activated.connect(self._choose)
        self.train, self.note = QPushButton(), theme.mute(WrappedLabel())
        self.train.clicked.connect(lambda: self.training_wanted.emit(self._failures))
        self.lack = theme.mute(WrappedLabel())
        self.anew = action_button(action)
        self._lay_out()
        translator.changed.connect(self._retranslate)
        self.show_review(None, 0, ())
        self.show_running(False)

    def _lay_out(self) -> None:
        self._running = QWidget()
        hbox((self.bar, 1), self.progress, within=self._running)
        vbox(self._running, self.results, within=self)
        inner = QWidget()
        found = self.summary, self.view, self.note, self.train
        vbox(*found, self.lack, self.anew, None, within=inner)
        self.page = scrolling(inner)

    @property
    def listing(self) -> bool:
        """Whether the results are to be seen."""
        return self.results.isChecked() and self._review is not None

    # --- what is shown -----------------------------------------------------------------------

    def show_running(self, running: bool) -> None:
        """Show the progress of an analysis, or none."""
        self._running.setVisible(running)
        self._show_line()

    def show_progress(self, done: int, positions: int, text: str) -> None:
        self.bar.setRange(0, positions)
        self.bar.setValue(done)
        self.progress.setText(text)

    def show_review(self, review: GameReview | None, first_ply: int, own: Sequence[bool]) -> None:
        """Show a review, or nothing; the sides in `own` are those whose mistakes are trained."""
        self._review, self._own = review, own
        bad = () if review is None else review.bad_moves
        self.model.show([MistakeRow(move, first_ply) for move in bad])
        self.view.setVisible(bool(bad))
        self.results.setVisible(review is not None)
        self._show_line()
        self._list()

    def _show_line(self) -> None:
        """Take no room where there is nothing to be seen."""
        self.setVisible(not (self._running.isHidden() and self.results.isHidden()))

    @property
    def _trainable(self) -> tuple[ReviewedMove, ...]:
        return tuple(move for move in self._mine if move.trainable)

    @property
    def _failures(self) -> tuple[Failure, ...]:
        return tuple(move.failure for move in self._trainable)

    @property
    def _mine(self) -> tuple[ReviewedMove, ...]:
        bad = () if self._review is None else self._review.bad_moves
        return tuple(move for move in bad if move.ply.mover in self._own)

    @Slot()
    def _retranslate(self) -> None:
        review, trainable = self._review, len(self._trainable)
        lack = "" if review is None else review_words.lack_words(review)
        self.lack.setText(lack)
        for each in (self.lack, self.anew):
            each.setVisible(bool(lack))
        if review is not None:
            self.summary.setText(review_words.summary(review))
            self.summary.setVisible(bool(self.summary.text()))
            brief = review_words.brief(review)
            self.results.setText(tr("Show the moves") if self.listing else brief)
        self.train.setText(count(trainable, "Train my mistake", "Train my {n} mistakes"))
        self.train.setVisible(trainable > 0)
        note = review_words.training_words(len(self._mine), trainable)
        self.note.setText(note)
        self.note.setVisible(bool(note))

    @Slot()
    def _list(self) -> None:
        self._retranslate()
        rows = self.view.verticalHeader().defaultSectionSize() * len(self.model.rows)
        self.view.setFixedHeight(rows + 2 * self.view.frameWidth())
        self.listing_changed.emit()

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.mistake_chosen.emit(self.model.rows[index.row()].move)


class _AnalyseButton(QToolButton):
    """Starts and stops an analysis; its menu has the times for a move, of the settings.

    `chosen` emits the key of one.
    """

    def __init__(self, action: QAction, chosen: SignalInstance) -> None:
        super().__init__()
        self.setDefaultAction(action)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(self.ToolButtonPopupMode.MenuButtonPopup)
        menu, group = QMenu(self), QActionGroup(self)
        self.budgets: dict[str, QAction] = {}
        for budget, text in about("game_analysis")["options"].items():
            own = self.budgets[budget] = bind_text(QAction(self), text=text)
            own.setCheckable(True)
            own.triggered.connect(lambda _=False, budget=budget: chosen.emit(budget))
            group.addAction(own)
            menu.addAction(own)
        self.setMenu(menu)

    def choose(self, budget: str) -> None:
        self.budgets[budget].setChecked(True)
