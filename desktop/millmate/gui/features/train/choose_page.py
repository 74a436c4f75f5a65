"""The choice of a drill: repeat failed positions, or start a new drill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from millmate.glossary import Term
from millmate.gui.features.train.progress_panel import ProgressPanel
from millmate.gui.features.train.trainer_worker import Survey, now
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import add_items, add_row, bind_text, translator
from millmate.gui.kit.widgets import ComboBox, SpinBox, hbox
from millmate.gui.shell.play.clock_choice import ClockChoice
from millmate.gui.shell.preferences.opponents import OPPONENTS, TIP, TITLE
from millmate.gui.shell.table_box import TableBox
from millmate.language import count, mark, tr
from millmate.play.trainer.drill import PLACING, DrillSpec, Goal

if TYPE_CHECKING:  # these import numpy, which the worker's thread should do
    from millmate.play.trainer.repetition import Repetition
    from millmate.play.trainer.topics import Topic

_GOALS = {Goal.WIN.value: mark("Win"), Goal.HOLD.value: mark("Hold the draw")}
_GRADES = {"once": mark("After every move"), "end": mark("At the end")}
_ENDS = {
    "simpler": mark("Mate, or a simpler win"),
    "whole": mark("Mate"),
}
_PROMISE = mark(
    "You play on the board against the opponent you choose, and every move is graded. "
    "A position in which you throw the result away is repeated: after ten minutes at "
    "first, then at growing intervals. Your progress will be shown here."
)
_CLOCK = mark(
    "Each side has this time, as in a game; positions of the course have no clock. If yours runs "
    "out, the drill has failed and is repeated."
)
_DISTANCE = {"chess": mark("Mate in"), "morris": mark("Win in")}


class ChoosePage(QWidget):
    """Fields and buttons of the choice; `table_chosen` emits the topic's name.

    Its `foot` with the button that starts stands beneath it, in sight however far it is scrolled.
    """

    table_chosen = Signal(str)
    seen = Signal()  # it was shown or hidden

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.survey: Survey | None = None
        self.topic: Topic | None = None
        self._asked: DrillSpec | None = None  # the last drill
        self._due_before = 0  # positions due at the last survey
        self._make_fields()
        self._lay_out()
        self.table.chosen.connect(self._table_changed)
        self.goal.currentIndexChanged.connect(self._show_fields)
        self.low.valueChanged.connect(lambda low: self.high.setValue(max(low, self.high.value())))
        self.high.valueChanged.connect(lambda high: self.low.setValue(min(high, self.low.value())))
        self.again.toggled.connect(self._show_fields)
        translator.changed.connect(self._name_all)
        self._show_fields()

    # --- building the page -------------------------------------------------------------------

    def _make_fields(self) -> None:
        self.again = QRadioButton()
        self.fresh = bind_text(QRadioButton(), text=mark("&New drill"))
        self._kinds = QButtonGroup(self)
        for button in (self.again, self.fresh):
            self._kinds.addButton(button)
        self.fresh.setChecked(True)
        self.table = bind_text(TableBox(), name=mark("Table to drill"))
        self.goal = bind_text(ComboBox(), name=mark("Goal"))
        add_items(self.goal, _GOALS)
        self.low, self.high = _spin(), _spin()
        names = {self.low: mark("Minimum distance"), self.high: mark("Maximum distance")}
        for spin, name in names.items():
            bind_text(spin, name=name, tip=mark("In moves of the winning side"))
        self.moves = _spin(5, 100)
        self.moves.setValue(15)
        bind_text(
            self.moves,
            name=mark("Moves to hold"),
            tip=mark("Number of your moves for which you hold the draw"),
        )
        self.only = bind_text(
            QCheckBox(),
            text=mark("&Only-move positions"),
            tip=mark("Start where exactly one move keeps the result"),
        )
        self.ends = bind_text(
            ComboBox(),
            name=mark("Play until"),
            tip=mark("A simpler win: a piece was taken or a pawn promoted, and the win is kept"),
        )
        add_items(self.ends, _ENDS)
        self.grades = bind_text(ComboBox(), name=mark("Grades"))
        add_items(self.grades, _GRADES)
        self.opponent = bind_text(ComboBox(), name=TITLE, tip=TIP)
        add_items(self.opponent, OPPONENTS)
        self.clock = ClockChoice(_CLOCK)
        for box in (self.goal, self.ends, self.grades, self.opponent, self.clock.kind):
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(12)
        self.foot, self.note = QWidget(), theme.muted()
        self.start = bind_text(QPushButton(), text=mark("&Start"))
        theme.primary(self.start)
        self.course = bind_text(
            QPushButton(),
            text=mark("Endgame &course…"),
            tip=mark("Named positions in three levels, explained, to be played and known"),
        )
        self.rush = bind_text(
            QPushButton(),
            text=mark("R&ush…"),
            tip=mark("Three minutes of decisions on positions that get harder"),
        )
        self.progress = ProgressPanel()
        self.promise = bind_text(theme.muted(), text=_PROMISE)

    def _lay_out(self) -> None:
        self._form = form = QFormLayout()
        form.setHorizontalSpacing(2 * theme.GRID)
        form.setVerticalSpacing(theme.GRID)
        self._table_name = bind_text(Label(), text=mark("Table"))
        self._table_name.setBuddy(self.table)
        form.addRow(self._table_name)
        form.addRow(self.table)  # as wide as the page, since names are long
        add_row(form, mark("Goal"), self.goal)
        self._distance = QHBoxLayout()
        self._distance.setSpacing(theme.GRID)
        self._to = bind_text(Label(), text=mark("to"))
        for widget in (self.low, self._to, self.high):
            self._distance.addWidget(widget, int(widget is not self._to))
        self._distance_name = Label()
        self._distance_name.setBuddy(self.low)
        form.addRow(self._distance_name, self._distance)
        add_row(form, mark("Moves to hold"), self.moves)
        add_row(form, mark("Play until"), self.ends)
        add_row(form, mark("Grades"), self.grades)
        add_row(form, mark("Opponent"), self.opponent)
        add_row(form, mark("Clock"), self.clock)
        self._only = QWidget()
        hbox(self.only, TermButton(Term.ONLY_MOVE), None, within=self._only)
        form.addRow(self._only)
        hbox((self.note, 1), (self.start, Qt.AlignmentFlag.AlignBottom), within=self.foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2 * theme.GRID, theme.GRID, 0)
        column.setSpacing(theme.GRID)
        column.addLayout(hbox((self.course, 1), (self.rush, 1)))
        column.addSpacing(theme.GRID)
        column.addWidget(self.again)
        column.addWidget(self.fresh)
        column.addLayout(form)
        column.addSpacing(theme.GRID)
        column.addWidget(self.progress)
        column.addWidget(self.promise)
        column.addStretch(1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit()

    # --- what is shown -----------------------------------------------------------------------

    def show_survey(self, survey: Survey) -> None:
        """Offer the tables and the failed positions; earlier choices stay."""
        self.survey = survey
        self._fill_tables(survey.names)
        self.progress.setVisible(bool(survey.progress))
        self.promise.setVisible(not survey.progress)
        self.progress.show_progress(survey.progress)
        due = len(self._due)
        if not due or due > self._due_before:  # otherwise the choice of a new drill stays
            (self.again if due else self.fresh).setChecked(True)
        self._due_before = due
        self._show_due()
        if survey.trouble:
            self.show_note(survey.trouble, fault=True)
        self._show_fields()

    def prefer(self, name: str) -> None:
        """Choose the table `name` if it exists; other choices stay."""
        self.table.choose(name)

    def show_topic(self, topic: Topic) -> None:
        """Offer the goals and distances of the chosen table."""
        if topic.name != self.chosen_table:
            return
        self.topic = topic
        self._show_spec(topic.spec(self._asked), topic)
        self._show_fields()

    def show_last(self, spec: DrillSpec | None) -> None:
        """Choose as in the last drill, if there was one."""
        self._asked = spec
        if spec is not None:
            self.prefer(spec.table)

    def show_opponent(self, chosen: str) -> None:
        """Show who plays against the person, by the setting."""
        self.opponent.setCurrentIndex(self.opponent.findData(chosen))

    def show_note(self, text: str, fault: bool = False) -> None:
        self.note.setText(text)
        theme.mark_fault(self.note, fault)

    # --- what is chosen ----------------------------------------------------------------------

    @property
    def chosen_table(self) -> str:
        """The name of the chosen table, or ""."""
        return self.table.code

    @property
    def repetition(self) -> Repetition | None:
        """The failed position to repeat, or None for a new drill."""
        return self._due[0] if self._due and self.again.isChecked() else None

    @property
    def _due(self) -> tuple[Repetition, ...]:
        return self.survey.due(now()) if self.survey is not None else ()

    @property
    def spec(self) -> DrillSpec:
        return DrillSpec(
            self.chosen_table,
            Goal(self.goal.currentData()),
            self.low.value(),
            self.high.value(),
            self.moves.value(),
            self.only.isChecked(),
            self.at_end,
            self.ends.currentData() == "whole",
            self.clock.text,
        )

    @property
    def at_end(self) -> bool:
        """Whether moves are graded at the end only."""
        return bool(self.grades.currentData() == "end")

    # --- within ------------------------------------------------------------------------------

    def _fill_tables(self, names: tuple[str, ...]) -> None:
        if list(names) == self.table.codes:
            return
        chosen = self.chosen_table or (self._asked.table if self._asked else "")
        self.table.show_codes(names, chosen)
        self._table_changed()

    @Slot()
    def _table_changed(self) -> None:
        self.topic = None
        self._show_fields()
        if self.chosen_table:
            self.table_chosen.emit(self.chosen_table)

    def _show_spec(self, spec: DrillSpec, topic: Topic) -> None:
        most = topic.longest or 1
        for box, value in ((self.low, spec.low), (self.high, spec.high)):
            with QSignalBlocker(box):
                box.setRange(1, most)
                box.setValue(min(value, most))
        for combo, data in (
            (self.goal, spec.goal.value),
            (self.grades, "end" if spec.at_end else "once"),
            (self.ends, "whole" if spec.whole else "simpler"),
        ):
            combo.setCurrentIndex(combo.findData(data))
        self.moves.setValue(spec.moves)
        self.clock.choose(spec.clock)
        self.only.setChecked(spec.only_move)

    @Slot()
    def _show_fields(self) -> None:
        due = bool(self._due)
        fresh = not due or self.fresh.isChecked()
        self.again.setVisible(due)
        self.fresh.setVisible(due)
        topic, game = self.topic, "morris" if self.chosen_table.startswith("morris") else "chess"
        win = self.goal.currentData() == Goal.WIN.value
        far = topic is not None and topic.longest is not None
        shown: dict[QWidget | QHBoxLayout, bool] = {
            self._table_name: True,
            self.table: True,
            self.goal: True,
            self._distance: win and far,
            self.moves: not win and self.chosen_table != PLACING,
            self.ends: win and game == "chess",
            self._only: True,
        }
        for field, wanted in shown.items():
            self._form.setRowVisible(field, fresh and wanted)
        self._distance_name.setText(tr(_DISTANCE[game]))
        self._offer_goals(topic)
        nothing = topic is not None and not (topic.wins or topic.holds)
        self.start.setEnabled(not fresh or (topic is not None and not nothing))
        if fresh and nothing:
            self.show_note(
                tr("Neither side can force a win with this table, so there is nothing to drill.")
            )

    def _offer_goals(self, topic: Topic | None) -> None:
        has = {
            Goal.WIN.value: topic is None or topic.wins,
            Goal.HOLD.value: not topic or topic.holds,
        }
        for at in range(self.goal.count()):
            item = self.goal.model().item(at)  # type: ignore[attr-defined]
            item.setEnabled(has[self.goal.itemData(at)])

    def _show_due(self) -> None:
        self.again.setText(
            count(
                len(self._due),
                "&Repeat a position that failed",
                "&Repeat {n} positions that failed",
            )
        )

    @Slot()
    def _name_all(self) -> None:
        self._show_due()
        self._show_fields()


def _spin(low: int = 1, high: int = 999) -> QSpinBox:
    box = SpinBox()
    box.setRange(low, high)
    return box
