"""The choice of a drill: repeat failed positions, or start a new drill."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from millmate.glossary import Term
from millmate.gui.features.train.progress_panel import ProgressPanel
from millmate.gui.features.train.trainer_worker import Survey, now
from millmate.gui.kit import theme
from millmate.gui.kit.form import Choice, Form, Number, Own, Row, Switch
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox
from millmate.gui.shell.play.player_choice import ClockChoice
from millmate.gui.shell.table_box import TableBox
from millmate.language import count, mark, tr
from millmate.play.trainer.drill import PLACING, DrillSpec, Goal
from millmate.settings import about

if TYPE_CHECKING:  # these import numpy, which the worker's thread should do
    from millmate.play.trainer.repetition import Repetition
    from millmate.play.trainer.topics import Topic

_PROMISE = mark(
    "You play on the board against the opponent you choose, and every move is graded. "
    "A position in which you throw the result away is repeated: after ten minutes at "
    "first, then at growing intervals. Your progress will be shown here."
)
_CLOCK = mark(
    "Time for each side, as in a game; positions of the course have no clock. If your time "
    "runs out, the drill counts as failed and will be repeated."
)
_LETTERS = 12  # minimum width of lists
_IN_MOVES = mark("In moves of the winning side")


def _asks_for(field: str) -> Callable[[Any], bool]:
    """Return whether a field is shown: a new drill is chosen whose goal uses it."""
    return lambda v: v.fresh and field in v.goal.aim.fields


def _is_morris(v: Any) -> bool:
    return bool(v.table.startswith("morris"))


def _distance(v: Any) -> str:
    return str(v.goal.aim.distance.get("morris" if _is_morris(v) else "chess", ""))


def _form() -> Form:
    opponent = about("drill_opponent")
    return Form(
        Own(
            "table",
            mark("Table"),
            TableBox,
            lambda box: box.code,
            TableBox.choose,
            signal="chosen",
            spoken=mark("Table to drill"),
            wide=True,  # since names are long
            shown="fresh",
        ),
        Choice(
            "goal",
            mark("Goal"),
            {goal: goal.aim.title for goal in Goal},
            letters=_LETTERS,
            offered=lambda v, goal: not v.topic or goal in v.topic.goals,
            shown="fresh",
        ),
        Row(
            _distance,
            Number("low", spoken=mark("Minimum distance"), low=1, tip=_IN_MOVES),
            mark("to"),
            Number("high", spoken=mark("Maximum distance"), low=1, tip=_IN_MOVES),
            shown=lambda v: _asks_for("low")(v) and v.topic and v.topic.longest,
            spread=True,
        ),
        Number(
            "moves",
            mark("Moves to hold"),
            5,
            100,
            default=15,
            tip=mark("Number of your moves for which you hold the draw"),
            shown=lambda v: _asks_for("moves")(v) and v.table != PLACING,
        ),
        Choice(
            "whole",
            mark("Play until"),
            {False: mark("Mate, or a simpler win"), True: mark("Mate")},
            letters=_LETTERS,
            tip=mark("A simpler win: a piece was taken or a pawn promoted, and the win is kept"),
            shown=lambda v: _asks_for("whole")(v) and not _is_morris(v),
        ),
        Choice(
            "at_end",
            mark("Grades"),
            {False: mark("After every move"), True: mark("At the end")},
            letters=_LETTERS,
        ),
        Choice(
            "opponent",
            mark("Opponent"),
            opponent["options"],
            letters=_LETTERS,
            spoken=opponent["title"],
            tip=opponent["tip"],
        ),
        Own(
            "clock",
            mark("Clock"),
            lambda: ClockChoice(_CLOCK, _LETTERS),
            lambda clock: clock.text,
            ClockChoice.choose,
        ),
        Switch(
            "only_move",
            "",
            mark("&Only-move positions"),
            tip=mark("Start where exactly one move keeps the result"),
            terms=(Term.ONLY_MOVE,),
            shown="fresh",
        ),
        facts={"fresh": True, "topic": None},
    )


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
        self.form.changed.connect(self._changed)
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
        self.form = _form()
        self.table: TableBox = self.form["table"]
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
        hbox((self.note, 1), (self.start, Qt.AlignmentFlag.AlignBottom), within=self.foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2 * theme.GRID, theme.GRID, 0)
        column.setSpacing(theme.GRID)
        column.addLayout(hbox((self.course, 1), (self.rush, 1)))
        column.addSpacing(theme.GRID)
        column.addWidget(self.again)
        column.addWidget(self.fresh)
        column.addWidget(self.form)
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

    # --- display -----------------------------------------------------------------------------

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
        self.form.show_values({"opponent": chosen})

    def show_note(self, text: str, fault: bool = False) -> None:
        self.note.setText(text)
        theme.mark_fault(self.note, fault)

    # --- choice ------------------------------------------------------------------------------

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
        return self.form.result(DrillSpec)

    # --- within ------------------------------------------------------------------------------

    def _fill_tables(self, names: tuple[str, ...]) -> None:
        if list(names) == self.table.codes:
            return
        chosen = self.chosen_table or (self._asked.table if self._asked else "")
        self.table.show_codes(names, chosen)
        self._table_changed()

    @Slot(str)
    def _changed(self, name: str) -> None:
        low, high = self.form["low"], self.form["high"]
        if name == "table":
            self._table_changed()
        elif name == "low":
            high.setValue(max(low.value(), high.value()))
        elif name == "high":
            low.setValue(min(low.value(), high.value()))

    def _table_changed(self) -> None:
        self.topic = None
        self._show_fields()
        if self.chosen_table:
            self.table_chosen.emit(self.chosen_table)

    def _show_spec(self, spec: DrillSpec, topic: Topic) -> None:
        for name in ("low", "high"):
            self.form[name].setRange(1, topic.longest or 1)
        self.form.show_result(spec)

    @Slot()
    def _show_fields(self) -> None:
        due, topic = bool(self._due), self.topic
        fresh = not due or self.fresh.isChecked()
        self.again.setVisible(due)
        self.fresh.setVisible(due)
        self.form.set_facts(fresh=fresh, topic=topic)
        nothing = topic is not None and not topic.goals
        self.start.setEnabled(not fresh or (topic is not None and not nothing))
        if fresh and nothing:
            self.show_note(
                tr("Neither side can force a win with this table, so there is nothing to drill.")
            )

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
