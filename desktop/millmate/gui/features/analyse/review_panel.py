"""The panel of a game's analysis: its progress, and the report with accuracy, signs, mistakes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from PySide6.QtCore import QModelIndex, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from millmate.formatting import duration, side_name
from millmate.games.chess.piece_letters import localize
from millmate.gui.features.analyse import score_layout as layout
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import ProgressBar, action_button, hbox, scrolling, vbox
from millmate.language import count, mark, number, tr
from millmate.play.game_summary import numbered
from millmate.play.move_review import GameReview, ReviewedMove
from millmate.play.trainer.drill import Failure
from millmate.settings import about

EXPLANATION = mark(
    "The average accuracy of a side's moves, by the formulas of lichess.org/page/accuracy: the "
    "share of the expected score that each move gives away. It is exact where a table covers "
    "the position: a move that keeps the result loses nothing, however long the win takes."
)
_FAULTLESS = 99.95
_GRADES = (
    (_FAULTLESS, mark("without a fault")),
    (97.0, mark("very accurate")),
    (90.0, mark("accurate")),
    (80.0, mark("inaccurate")),
    (0.0, mark("very inaccurate")),
)


def brief(review: GameReview) -> str:
    """Return the accuracy of both sides, and how many mistakes there are, in a few words."""
    sides = [
        f"{side_name(side)} {_percent(accuracy)} %"
        for side in (True, False)
        if (accuracy := review.accuracy(side)) is not None
    ]
    bad = len(review.bad_moves)
    mistakes = count(bad, "{n} mistake", "{n} mistakes") if bad else tr("no mistake")
    return ", ".join((*sides, mistakes))


def effect_words(move: ReviewedMove) -> str:
    """Return the effect of a bad move, or the meaning of its sign if no more is known."""
    return move.words or layout.words((int(move.sign),))


_SIGNS = (3, 1, 5, 7, 6, 2, 4)  # the numbers (NAG) of the signs of moves, best first
_BAD = _SIGNS[-3:]  # whose counts are shown even if they are 0

Row = tuple[str, ...]  # of a report: a title, and the texts for White and Black


def report(review: GameReview, signs: Mapping[tuple[bool, int], int]) -> tuple[Row, ...]:
    """Return the rows of the report: accuracy, its grade, half points thrown away, signs.

    `signs` are the numbers of moves by side and by the number of their sign.
    """
    sides = (True, False)
    accuracies = [review.accuracy(side) for side in sides]
    rows = [
        ("", *map(side_name, sides)),
        (tr("Accuracy"), *("–" if each is None else f"{_percent(each)} %" for each in accuracies)),
        ("", *("" if each is None else _grade(each) for each in accuracies)),
        (tr("Half points thrown away"), *(str(review.half_points(side)) for side in sides)),
    ]
    for sign in _SIGNS:
        counts = [signs.get((side, sign), 0) for side in sides]
        if sign in _BAD or any(counts):
            symbol, meaning = layout.OF_MOVES[sign]
            rows.append((f"{symbol}  {tr(meaning)}", *map(str, counts)))
    return tuple(rows)


def _grade(accuracy: float) -> str:
    return tr(next(words for least, words in _GRADES if accuracy >= least))


def _percent(accuracy: float) -> str:
    """Return an accuracy; that of a side with a fault is never rounded to 100."""
    return number(accuracy if accuracy > _FAULTLESS else min(accuracy, 99.0))


def move_words(move: ReviewedMove, first_ply: int) -> str:
    """Return a move with its number and sign: `34. Ke5??`."""
    return numbered(move.number, first_ply, move.ply.notation) + layout.symbols((int(move.sign),))


def progress_words(done: int, positions: int, seconds_left: float | None) -> str:
    """Return how far an analysis is, and how long it takes yet if that is known."""
    text = tr("{done} of {all}", done=number(done), all=number(positions))
    if seconds_left is None:
        return text
    return f"{text} · {tr('{time} left', time=duration(seconds_left))}"


def lack_words(review: GameReview) -> str:
    """Return how much is not analysed yet, "" if everything is."""
    known, positions = len(review.evaluations), len(review.plies) + 1
    if not known and review.moves:
        return tr(
            "The file has the annotation signs but no evaluations: analyse the game again to "
            "see the accuracy."
        )
    if review.complete:
        return ""
    return count(
        positions,
        "{done} of {n} position has been analysed.",
        "{done} of {n} positions have been analysed.",
        done=number(known),
    )


def training_words(mistakes: int, trainable: int) -> str:
    """Return which of the mistakes of the user can become drills, "" if all can."""
    if trainable == mistakes:
        return ""
    if not trainable:
        return tr("None of these can become a drill: a table with the result is needed.")
    return count(
        trainable,
        "{n} of them can become a drill: a table has the result.",
        "{n} of them can become drills: tables have the results.",
    )


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A bad move; `first_ply` is the ply of the game's first move."""

    move: ReviewedMove
    first_ply: int


def _what(row: MistakeRow) -> str:
    return effect_words(row.move)


def _best(row: MistakeRow) -> str:
    """Return the best move, "" if unknown."""
    move = row.move
    best = move.best[0] if move.best else None if move.grade is None else move.grade.best
    return "" if best is None else localize(best.notation)


_COLUMNS: tuple[Column[MistakeRow], ...] = (
    Column(mark("Move"), lambda row: move_words(row.move, row.first_ply), hint=_what),
    Column(mark("Effect"), _what, hint=_what),
    Column(mark("Best"), _best, hint=_best),
)


class ReportTable(QWidget):
    """The rows of a report; the second one, with the accuracy, is large."""

    def __init__(self) -> None:
        super().__init__()
        self.labels: list[tuple[Label, ...]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * theme.GRID)
        self._grid.setVerticalSpacing(theme.GRID // 2)
        self._grid.setColumnStretch(0, 1)
        bind_text(self, tip=EXPLANATION, description=EXPLANATION)

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Show these rows in place of those before."""
        for row, labels in zip_longest(rows, tuple(self.labels)):
            for label, text in zip(labels or self._add(), row or ("", "", ""), strict=True):
                label.setText(text)
                label.setVisible(row is not None)

    def _add(self) -> tuple[Label, ...]:
        place = len(self.labels)
        added = WrappedLabel(), Label(), Label()
        for column, label in enumerate(added):
            if place == 1 and column:
                theme.headline(label)
            elif place != 1 and (place < 3 or not column):
                theme.mute(label)
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(label, place, column)
        self.labels.append(added)
        return added


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
        self._signs: Mapping[tuple[bool, int], int] = {}
        self.button = _AnalyseButton(action, self.budget_chosen)
        self.bar, self.progress = ProgressBar(), theme.muted()
        self.bar.setTextVisible(False)
        self.progress.setWordWrap(False)
        bind_text(self.bar, name=mark("Progress of the analysis"))
        self.results = QPushButton()
        self.results.setCheckable(True)
        self.results.toggled.connect(self._list)
        self.report = ReportTable()
        self.model: TableModel[MistakeRow] = TableModel(_COLUMNS)
        self.view = list_view(self.model, mark("Mistakes"), stretched=1)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.clicked.connect(self._choose)
        self.view.activated.connect(self._choose)
        self.train, self.note = QPushButton(), theme.mute(WrappedLabel())
        self.train.clicked.connect(lambda: self.training_wanted.emit(self._failures))
        self.lack = theme.mute(WrappedLabel())
        self.anew = action_button(action)
        self._lay_out()
        translator.changed.connect(self._retranslate)
        self.show_review(None, 0, (), {})
        self.show_running(False)

    def _lay_out(self) -> None:
        self._running = QWidget()
        hbox((self.bar, 1), self.progress, within=self._running)
        vbox(self._running, self.results, within=self)
        inner = QWidget()
        found = self.report, self.view, self.note, self.train
        vbox(*found, self.lack, self.anew, None, within=inner)
        self.page = scrolling(inner)

    @property
    def listing(self) -> bool:
        """Whether the results are to be seen."""
        return self.results.isChecked() and self._review is not None

    def show_running(self, running: bool) -> None:
        """Show the progress of an analysis, or none."""
        self._running.setVisible(running)
        self._show_line()

    def show_progress(self, done: int, positions: int, text: str) -> None:
        self.bar.setRange(0, positions)
        self.bar.setValue(done)
        self.progress.setText(text)

    def show_review(
        self,
        review: GameReview | None,
        first_ply: int,
        own: Sequence[bool],
        signs: Mapping[tuple[bool, int], int],
    ) -> None:
        """Show a review, or nothing; the sides in `own` are those whose mistakes are trained.

        `signs` are the numbers of moves by side and by the number of their sign.
        """
        self._review, self._own, self._signs = review, own, signs
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
        lack = "" if review is None else lack_words(review)
        self.lack.setText(lack)
        for each in (self.lack, self.anew):
            each.setVisible(bool(lack))
        if review is not None:
            self.report.show_rows(report(review, self._signs))
            self.results.setText(tr("Show the moves") if self.listing else brief(review))
        self.train.setText(count(trainable, "Train my mistake", "Train my {n} mistakes"))
        self.train.setVisible(trainable > 0)
        note = training_words(len(self._mine), trainable)
        self.note.setText(note)
        self.note.setVisible(bool(note))

    @Slot()
    def _list(self) -> None:
        self._retranslate()
        self.view.setFixedHeight(height_of(self.view, len(self.model.rows)))
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
