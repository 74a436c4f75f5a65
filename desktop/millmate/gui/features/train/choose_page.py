"""The choice of a drill: repeat failed positions, or start a new drill; and the progress so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDate, QLocale, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QRadioButton, QSizePolicy, QWidget

from millmate.formatting import titled
from millmate.glossary import Term
from millmate.gui.features.train.drill_page import percent
from millmate.gui.kit import theme
from millmate.gui.kit.form import Choice, Entry, Form, Number, Own, Row, Switch
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.plot import DotPlot
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.gui.shell.play.player_choice import ClockChoice
from millmate.gui.shell.table_box import TableBox
from millmate.language import count, mark, number, tr
from millmate.play.by_game import PLACING
from millmate.play.trainer.drill import DrillSpec, Goal
from millmate.play.trainer.trainer import Survey, now
from millmate.settings import about
from millmate.tablebase.morris.names import is_morris
from millmate.tablebase.table_titles import table_title, title_and_code

if TYPE_CHECKING:
    from millmate.play.trainer.journal import DrillTally, Progress
    from millmate.play.trainer.repetition import Repetition
    from millmate.play.trainer.topics import Topic


_ROWS = 4  # visible
_LETTERS = 12  # minimum width of lists


# --- the progress -----------------------------------------------------------------------------


def _tip(row: Progress) -> str:
    whole = row.whole
    moves = tr(
        "{moves} moves: {kept} kept, {slower} slower ({lost} plies), {thrown} thrown away",
        moves=number(whole.moves),
        kept=number(whole.kept),
        slower=number(whole.slower),
        lost=number(whole.lost),
        thrown=number(whole.thrown),
    )
    return titled(title_and_code(row.table), moves)


def _figures(title: str, text: Callable[[Progress], str], tip: str) -> Column[Progress]:
    return Column(title, text, numeric=True, tip=tip, hint=_tip)


_COLUMNS: tuple[Column[Progress], ...] = (
    Column(
        mark("Table"),
        lambda row: table_title(row.table),
        tip=mark("The table of the drills, the most recent first"),
        hint=_tip,
    ),
    _figures(
        mark("Drills"),
        lambda row: number(row.whole.drills),
        mark("Drills with at least one graded move"),
    ),
    _figures(
        mark("Done"),
        lambda row: percent(row.whole.done / row.whole.drills),
        mark("Share of the drills that reached their goal without ever throwing it away"),
    ),
    _figures(
        mark("Accuracy"),
        lambda row: percent(row.whole.accuracy),
        mark("Share of your moves that kept the result and lost no time"),
    ),
)


class ProgressPanel(QWidget):
    """A table of all materials, and the accuracy at the selected one by day."""

    def __init__(self) -> None:
        super().__init__()
        self.model: TableModel[Progress] = TableModel(_COLUMNS)
        self.view = list_view(self.model, "", stretched=0)
        bind_text(self.view, name=mark("Progress by table"))
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for figures in (1, 2, 3):
            self.view.horizontalHeader().setSectionResizeMode(
                figures, QHeaderView.ResizeMode.ResizeToContents
            )
        self.plot = DotPlot(
            mark("Accuracy by day"),
            lambda day: 100 * day[1].accuracy,
            _day_words,
            level=lambda tick: percent(tick / 100),
            foot=lambda day: _day_text(day[0]),
            high=100,
        )
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.title, self.readout = theme.muted(), theme.muted()
        vbox(self.view, self.title, self.plot, self.readout, within=self, spacing=theme.GRID // 2)
        self.view.selectionModel().currentChanged.connect(self._show_days)
        self.plot.pointed.connect(self._read_out)
        translator.changed.connect(self._show_days)

    def show_progress(self, rows: tuple[Progress, ...]) -> None:
        """Show the progress by table; select the last drilled one after a change."""
        if list(rows) == self.model.rows:
            return
        self.model.show(rows)
        self.view.setCurrentIndex(self.model.index(0, 0))
        self.view.setFixedHeight(height_of(self.view, min(_ROWS, max(1, len(rows)))))
        self._show_days()

    @Slot()
    def _show_days(self) -> None:
        row = self.view.currentIndex().row()
        if not 0 <= row < len(self.model.rows):
            return
        chosen = self.model.rows[row]
        self.title.setText(tr("Accuracy at {table}, by day", table=table_title(chosen.table)))
        self.plot.show_rows(day for day in chosen.days if day[1].moves)
        self._read_out()

    @Slot()
    def _read_out(self) -> None:
        """Show the figures of the day that is pointed at, or else of the last one."""
        self.readout.setText(self.plot.words())


def _day_words(of: tuple[date, DrillTally]) -> str:
    day, tally = of
    drills = count(tally.drills, "{n} drill", "{n} drills")
    moves = count(tally.moves, "{n} move", "{n} moves")
    done = tr("{n} done", n=tally.done)
    accuracy = tr("accuracy {share}", share=percent(tally.accuracy))
    return titled(_day_text(day), " · ".join((drills, done, moves, accuracy)))


def _day_text(day: date) -> str:
    """Return a day as the language writes it, short."""
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)


# --- the choice -------------------------------------------------------------------------------


_PROMISE = mark(
    "You play on the board against the opponent you choose, and every move is graded. "
    "A position in which you throw the result away is repeated: after ten minutes at "
    "first, then at growing intervals. Your progress will be shown here."
)
_CLOCK = mark(
    "Time for each side, as in a game; positions of the course have no clock. If your time "
    "runs out, the drill counts as failed and will be repeated."
)
_IN_MOVES = mark("In moves of the winning side")


def _asks_for(field: str) -> Callable[[Any], bool]:
    """Return whether a field is shown: a new drill is chosen whose goal uses it."""
    return lambda v: v.fresh and field in v.goal.aim.fields


def _distance(v: Any) -> str:
    return str(v.goal.aim.distance.get("morris" if is_morris(v.table) else "chess", ""))


def _form() -> Form:
    return Form(*_what(), *_how(), facts={"fresh": True, "topic": None})


def _what() -> Iterator[Entry | Row]:
    """Yield the fields for which positions are drilled."""
    yield from (
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
    )


def _how() -> Iterator[Entry | Row]:
    """Yield the fields for how they are played."""
    opponent = about("drill_opponent")
    yield from (
        Choice(
            "whole",
            mark("Play until"),
            {False: mark("Mate, or a simpler win"), True: mark("Mate")},
            letters=_LETTERS,
            tip=mark("A simpler win: a piece was taken or a pawn promoted, and the win is kept"),
            shown=lambda v: _asks_for("whole")(v) and not is_morris(v.table),
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
    )


class ChoosePage(QWidget):
    """Fields and buttons of the choice; `table_chosen` emits the topic's name.

    Its `foot` with the button that starts stands beneath it, in sight however far it is scrolled.
    """

    table_chosen = Signal(str)
    seen = Signal()  # it was shown or hidden

    def __init__(self) -> None:
        super().__init__()
        self.survey: Survey | None = None
        self.topic: Topic | None = None
        self._asked: DrillSpec | None = None  # the last drill
        self._due_before = 0  # positions due at the last survey
        self._make_fields()
        hbox((self.note, 1), (self.start, Qt.AlignmentFlag.AlignBottom), within=self.foot)
        vbox(
            hbox((self.course, 1), (self.rush, 1)), theme.GRID,
            self.again, self.fresh, self.form, theme.GRID,
            self.progress, self.promise, None,
            within=self, margins=(0, 2 * theme.GRID, theme.GRID, 0),
        )  # fmt: skip
        self.form.changed.connect(self._changed)
        self.again.toggled.connect(self._show_fields)
        translator.changed.connect(self._show_fields)
        self._show_fields()

    def _make_fields(self) -> None:
        self.again, self.fresh = QRadioButton(self), QRadioButton(self)
        bind_text(self.fresh, text=mark("&New drill")).setChecked(True)
        self.form = _form()
        self.table: TableBox = self.form["table"]
        self.foot, self.note = QWidget(), theme.muted()
        self.start = push_button(mark("&Start"))
        theme.primary(self.start)
        self.course = push_button(
            mark("Endgame &course…"),
            tip=mark("Named positions in three levels, explained, to be played and known"),
        )
        self.rush = push_button(
            mark("R&ush…"), tip=mark("Three minutes of decisions on positions that get harder")
        )
        self.progress = ProgressPanel()
        self.promise = bind_text(theme.muted(), text=_PROMISE)

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
        if list(survey.names) != self.table.codes:
            chosen = self.chosen_table or (self._asked.table if self._asked else "")
            self.table.show_codes(survey.names, chosen)
            self._table_changed()
        self.progress.setVisible(bool(survey.progress))
        self.promise.setVisible(not survey.progress)
        self.progress.show_progress(survey.progress)
        due = len(self._due)
        if not due or due > self._due_before:  # otherwise the choice of a new drill stays
            (self.again if due else self.fresh).setChecked(True)
        self._due_before = due
        if survey.trouble:
            self.show_note(survey.trouble, fault=True)
        self._show_fields()

    def prefer(self, name: str) -> None:
        """Choose the table `name` if it exists; other choices stay."""
        self.table.choose(name)

    def begin_with(self, name: str) -> None:
        """Choose a new drill of the table `name`; `table_chosen` follows."""
        self.fresh.setChecked(True)
        self.table.choose(name)
        self._table_changed()

    def show_topic(self, topic: Topic) -> None:
        """Offer the goals and distances of the chosen table."""
        if topic.name != self.chosen_table:
            return
        self.topic = topic
        for name in ("low", "high"):
            self.form[name].setRange(1, topic.longest or 1)
        self.form.show_result(topic.spec(self._asked))
        self._show_fields()

    def show_last(self, spec: DrillSpec | None) -> None:
        """Choose as in the last drill, if there was one."""
        self._asked = spec
        if spec is not None:
            self.prefer(spec.table)

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

    @Slot()
    def _show_fields(self) -> None:
        due, topic = len(self._due), self.topic
        fresh = not due or self.fresh.isChecked()
        self.again.setText(
            count(due, "&Repeat a position that failed", "&Repeat {n} positions that failed")
        )
        self.again.setVisible(bool(due))
        self.fresh.setVisible(bool(due))
        self.form.set_facts(fresh=fresh, topic=topic)
        self.start.setEnabled(not fresh or (topic is not None and bool(topic.goals)))
        if fresh and topic is not None and not topic.goals:
            self.show_note(
                tr("Neither side can force a win with this table, so there is nothing to drill.")
            )
