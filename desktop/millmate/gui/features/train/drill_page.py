"""The page of a drill: goal, grades, hints, buttons and summary, and the graded moves as rows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHeaderView,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from millmate.games.chess.piece_letters import localize
from millmate.gui.features.train import formatting
from millmate.gui.features.train.formatting import Shown
from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import scrolling
from millmate.language import mark, tr
from millmate.play.trainer.drill import GradedMove
from millmate.play.trainer.exam import Mark


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move; it may be `taken_back`, and its grade is withheld unless it is `graded`."""

    move: GradedMove
    kind: str
    holding: bool
    taken_back: bool
    graded: bool


def _move(row: MoveRow) -> str:
    text = f"{row.move.ply // 2 + 1}. {localize(row.move.grade.played.notation)}"
    return tr("{move} (taken back)", move=text) if row.taken_back else text


def _grade(row: MoveRow) -> str:
    if not row.graded:
        return tr("at the end")
    return f"{formatting.SIGNS[row.move.grade.mark]} {formatting.short_grade(row.move.grade)}"


def _hint(row: MoveRow) -> str:
    if not row.graded:
        return ""
    grade = formatting.grade(row.move.grade, row.kind, row.holding)
    return "\n".join(filter(None, (grade, formatting.better(row.move.grade, row.kind))))


def _grade_colour(row: MoveRow) -> str:
    scheme = theme.colours()
    if not row.graded:
        return scheme.muted
    shades = {Mark.KEPT: scheme.good, Mark.SLOWER: scheme.text, Mark.THROWN: scheme.bad}
    return shades[row.move.grade.mark]


_COLUMNS: tuple[Column[MoveRow], ...] = (
    Column(
        mark("Move"),
        _move,
        hint=_hint,
        colour=lambda row: theme.colours().muted if row.taken_back else None,
    ),
    Column(mark("Grade"), _grade, hint=_hint, colour=_grade_colour),
)


class DrillPage(QWidget):
    """The controller connects the buttons; `move_chosen` emits the row of a clicked move."""

    move_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Shown | None = None
        self.goal, self.about = WrappedLabel(), theme.mute(WrappedLabel())
        self.told, self.more = WrappedLabel(), theme.mute(WrappedLabel())
        self.hint_text = WrappedLabel()
        theme.headline(self.goal)
        bold = self.told.font()
        bold.setBold(True)
        self.told.setFont(bold)
        self.model: TableModel[MoveRow] = TableModel(_COLUMNS)
        self.view = self._list()
        self._make_buttons()
        self._lay_out()
        self.show_all(Shown())

    # --- building the page -------------------------------------------------------------------

    def _list(self) -> QTableView:
        view = list_view(self.model, "", stretched=1)
        bind_text(view, name=mark("Your moves with their grades"))
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        view.setMinimumHeight(10 * theme.GRID)
        view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        view.hide()
        self.model.modelReset.connect(self._show_list)
        self.model.rowsInserted.connect(self._show_list)
        view.clicked.connect(self._clicked)
        view.activated.connect(self._clicked)
        return view

    def _make_buttons(self) -> None:
        self.hint = _button(mark("&Hint"), mark("What is at stake, then the piece, then the move"))
        self.unveil = _button(
            mark("Show the &verdict"), mark("Show the verdict of the tables; counts as help")
        )
        self.show_me = _button(mark("Show &me"), mark("Play the best line from here on the board"))
        self.retry = _button(mark("&Try again from here"), mark("Take back the last graded move"))
        self.repeat = _button(mark("The same a&gain"), mark("Start again from the same position"))
        self.next = _button(mark("Ne&xt"), mark("Draw another position"))
        self.leave = _button(mark("Other dri&ll"), mark("Choose what to drill"))
        theme.primary(self.next)

    def _lay_out(self) -> None:
        self._card = QFrame()
        self._card.setProperty("card", True)
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(2 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        inside.setSpacing(theme.GRID // 2)
        for label in (self.told, self.more, self.hint_text):
            inside.addWidget(label)
        grid = QGridLayout()
        grid.setSpacing(theme.GRID)
        places = (
            (self.hint, 0, 0), (self.unveil, 0, 1), (self.retry, 0, 0), (self.repeat, 0, 1),
            (self.show_me, 1, 0), (self.leave, 1, 1),
        )  # fmt: skip
        for button, row, place in places:
            grid.addWidget(button, row, place)
        grid.addWidget(self.next, 2, 0, 1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GRID, 0, 0)
        column.setSpacing(theme.GRID)
        self._area = _scrolled(self.goal, self.about, self._card, below=self.view)
        column.addWidget(self._area, 1)
        column.addLayout(grid)

    # --- what is shown -----------------------------------------------------------------------

    def show_all(self, shown: Shown) -> None:
        """Update everything that has changed."""
        if shown == self._shown:
            return
        self._shown = shown
        self.goal.setText(shown.goal)
        self.about.setText(shown.about)
        self.told.setText(shown.told)
        self._colour(shown.mood)
        for label, text in ((self.more, shown.more), (self.hint_text, shown.hint)):
            label.setText(text)
            label.setVisible(bool(text))
        for button in (self.hint, self.unveil):
            button.setVisible(not shown.over)
        for button in (self.retry, self.repeat, self.next):
            button.setVisible(shown.over)
        self.hint.setEnabled(shown.hints)
        self.unveil.setEnabled(shown.veiled)
        self.retry.setEnabled(shown.retry)
        self.show_me.setEnabled(shown.showable and not shown.showing)
        self.show_me.setText(tr("Show &me") if shown.over else tr("Give up: show &me"))
        QTimer.singleShot(0, self, self._reveal)  # after the layout

    def offer_next(self, failed: bool) -> None:
        """Focus the button for Enter: try again after a failure, or the next drill."""
        (self.retry if failed else self.next).setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the latest text visible."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._reveal)

    @Slot()
    def _show_list(self) -> None:
        """Show the moves once there are any, in a list no higher than they are."""
        rows = self.model.rowCount()
        self.view.setMaximumHeight(height_of(self.view, rows))
        self.view.setVisible(rows > 0)

    @Slot()
    def _reveal(self) -> None:
        """Scroll to the latest text if the page is too long."""
        self._area.ensureWidgetVisible(self._card, 0, 0)
        self._area.ensureWidgetVisible(self.told, 0, 0)  # at least the grade

    def _colour(self, mood: int) -> None:
        """Colour the grade by means of the style sheet."""
        self.told.setProperty("good", mood > 0)
        theme.mark_fault(self.told, mood < 0)

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        self.move_chosen.emit(index.row())


def _scrolled(*above: QWidget, below: QWidget) -> QScrollArea:
    """Return `below` beneath the others, which scroll if there is too little room."""
    inner = QWidget()
    column = QVBoxLayout(inner)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.GRID)
    for widget in above:
        column.addWidget(widget)
    column.addWidget(below, 1)
    column.addStretch()
    return scrolling(inner)


def _button(text: str, tip: str) -> QPushButton:
    button = bind_text(QPushButton(), text=text, tip=tip)
    button.setAutoDefault(True)
    return button
