"""The page of tournaments: the list of those on the disk, and what creates, runs and shows them."""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from millmate import paths
from millmate.formatting import dative, plural, titled
from millmate.gui.features.tournaments.plan_form import PlanForm, sample
from millmate.gui.features.tournaments.results import Results, TournamentRun
from millmate.gui.features.tournaments.view import TournamentView
from millmate.gui.kit import theme, widgets
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.lists import Foot
from millmate.gui.kit.table_model import ROOT, Column, Index, TableModel
from millmate.gui.kit.tasks import Latest, Task
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import MessageStrip, hbox, push_button, splitter, vbox
from millmate.gui.shell.play.engines import TOURNAMENT, may_start
from millmate.language import count, mark, number, tr
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.events import GameRepeated, OpeningsDrawn, Progress, TournamentEvent
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.journal import NAME
from millmate.play.tournament.plan import PlanError, TournamentPlan
from millmate.play.tournament.report import failures
from millmate.play.tournament.saved_tournament import TournamentEntry, look, of_plan, survey, total
from millmate.play.tournament.standings import SequentialTest

_EMPTY = mark("Tournaments that you start appear here; you can look at them and continue them.")


class TournamentListModel(TableModel[TournamentEntry]):
    """The tournaments by directory; one of them may be running."""

    def __init__(self) -> None:
        name: Column[TournamentEntry] = Column(
            "",
            lambda saved: saved.name,
            spoken=lambda saved: titled(saved.name, self.words(saved)),
            hint=lambda saved: f"{saved.name}\n{self.words(saved)}\n{saved.directory}",
        )
        super().__init__([name])
        self.running: Path | None = None

    def put(self, saved: TournamentEntry) -> None:
        """Update a tournament, or insert it at the top."""
        row = self.row_of(saved.directory)
        if row < 0:
            self.beginInsertRows(ROOT, 0, 0)
            self.rows.insert(0, saved)
            self.endInsertRows()
        elif self.rows[row] != saved:
            self.set_rows({row: saved})

    def take_out(self, directory: Path) -> None:
        """Remove a tournament that was never started."""
        row = self.row_of(directory)
        if row >= 0:
            self.remove(row)

    def count(self, directory: Path, done: int, total: int) -> None:
        row = self.row_of(directory)
        if row >= 0:
            self.put(replace(self.rows[row], done=done, total=total))

    def set_running(self, directory: Path | None) -> None:
        for marked in (self.running, directory):
            self.running = directory
            if marked is not None and (row := self.row_of(marked)) >= 0:
                self.emit_changed(row, row)

    def row_of(self, directory: Path) -> int:
        """Return the row of a directory, or -1."""
        rows = (row for row, saved in enumerate(self.rows) if saved.directory == directory)
        return next(rows, -1)

    def words(self, saved: TournamentEntry) -> str:
        """Return the text below the name of a tournament."""
        if saved.directory != self.running:
            return saved.words
        return tr(
            "▶ running: {done} of {games}",
            done=number(saved.done),
            games=dative(saved.total, "game"),
        )


class TournamentList(QListView):
    """The list view; `chosen` carries the directory of the selected tournament."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model_ = TournamentListModel()
        self.setModel(self.model_)
        self.setItemDelegate(_TwoLines(self))
        bind_text(self, name=mark("Tournaments"))
        self.setUniformItemSizes(True)
        Foot(self)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._pointed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the list, or an explanation while it is empty."""
        super().paintEvent(event)
        if self.model_.rowCount() == 0:
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                place = self.viewport().rect().adjusted(theme.GRID, theme.GRID, -theme.GRID, 0)
                painter.drawText(place, Qt.TextFlag.TextWordWrap, tr(_EMPTY))

    def point_at(self, directory: Path | None) -> None:
        """Select the tournament in `directory`, or none, without emitting `chosen`."""
        row = -1 if directory is None else self.model_.row_of(directory)
        selection = self.selectionModel()
        selection.blockSignals(True)
        if row < 0:
            self.clearSelection()
            selection.setCurrentIndex(ROOT, QItemSelectionModel.SelectionFlag.NoUpdate)
        else:
            self.setCurrentIndex(self.model_.index(row, 0))
        selection.blockSignals(False)
        self.viewport().update()

    def _pointed(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.model_.row_at(index).directory)


class _TwoLines(QStyledItemDelegate):
    """Paints a name and a dimmed line below it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, 2 * option.fontMetrics.height() + 2 * theme.GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        palette: QPalette = option.palette
        if chosen:
            painter.fillRect(option.rect, palette.color(QPalette.ColorRole.Highlight))
        inner = option.rect.adjusted(theme.GRID, theme.GRID // 2, -theme.GRID, -theme.GRID // 2)
        high = inner.height() // 2
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        self._line(painter, inner.adjusted(0, 0, 0, -high), font, palette.color(role), index.data())
        model = index.model()
        assert isinstance(model, TournamentListModel)
        quiet = palette.color(role if chosen else QPalette.ColorRole.PlaceholderText)
        self._line(
            painter,
            inner.adjusted(0, high, 0, 0),
            option.font,
            quiet,
            model.words(model.row_at(index)),
        )
        painter.restore()

    @staticmethod
    def _line(painter: QPainter, place: QRect, font: QFont, colour: Any, text: str) -> None:
        painter.setFont(font)
        painter.setPen(colour)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


_FILTER = mark("Tournaments (*.toml);;All files (*)")


class TournamentPage(QWidget):
    """Creates, runs and shows tournaments.

    `game_wanted` carries the record of a game to show on the board, and the number of plies;
    `announced` a status line, `progressed` a `Progress`, `ended` how a run ended.
    """

    game_wanted = Signal(object, int)
    announced = Signal(str)
    progressed = Signal(object)
    ended = Signal(str)

    def __init__(
        self,
        tables: Path,
        form: PlanForm,
        view: TournamentView,
        elsewhere: Iterable[Path] = (),
        layout: str = "",
    ) -> None:
        """Show the tournaments in the user's directory and in the directories `elsewhere`.

        Plans are edited in `form`, tournaments shown in `view`; `layout` is a result of
        `layout_text`.
        """
        super().__init__()
        self._tables, self.form, self.view = tables, form, view
        self.elsewhere = list(elsewhere)
        self._reading = Latest()
        self._made = False  # whether the run was started from the form
        self.run = TournamentRun(self)
        self.shelf = TournamentList()
        self.new_button = push_button(mark("New…"), self.new)
        self.open_button = push_button(mark("Open file…"), self.ask_open)
        self.message = MessageStrip()
        self.stack = QStackedWidget()
        left, right = QWidget(), QWidget()
        vbox(hbox((self.new_button, 1), (self.open_button, 1)), (self.shelf, 1), within=left)
        vbox(self.message, (self.stack, 1), within=right)
        self.splitter = splitter(
            Qt.Orientation.Horizontal, left, right, shares=(0, 1), sizes=(196, 800)
        )
        vbox(self.splitter, within=self)
        self._splitters = (self.splitter, *view.results_view.splitters)
        widgets.restore_parts(layout, *self._splitters)
        self._connect()

    def fill(self) -> Iterator[None]:
        """Put the form and the view into the page, one by one.

        Call this once the page is in its window, so that each part is styled when it is added.
        """
        self.stack.addWidget(self.form)
        yield
        yield from self.form.fill()
        yield
        self.stack.addWidget(self.view)
        yield

    def _connect(self) -> None:
        run, controls = self.run, self.view.controls
        self.shelf.chosen.connect(self.load)
        self.form.start_wanted.connect(self._start)
        self.form.announced.connect(self.announced)
        controls.start_wanted.connect(self.go_on)
        controls.pause_wanted.connect(lambda pause: run.pause() if pause else run.resume())
        controls.stop_wanted.connect(self.stop)
        controls.where.workers_changed.connect(self._set_workers)
        self.view.clone_wanted.connect(self.clone)
        self.view.announced.connect(self.announced)
        self.view.results_view.game_opened.connect(self._open_game)
        translator.changed.connect(self._retranslate)
        run.happened.connect(self._happened)
        run.rested.connect(self._rested)
        run.ended.connect(self._ended)
        run.failed.connect(self._failed)

    @property
    def _view_shown(self) -> bool:
        """Whether a tournament is shown, rather than the form."""
        return self.stack.currentWidget() is self.view

    def layout_text(self) -> str:
        return widgets.parts_text(*self._splitters)

    @Slot()
    def _retranslate(self) -> None:
        """Update the tournament shown and its progress for the current language."""
        self.message.hide()
        self._offer_start()
        self.form.check_later()
        if self.shows_run:
            self.view.show_run(self.run)
        elif self._view_shown and self.view.results is not None:
            self.load(self.view.results.directory)

    # --- contents ---------------------------------------------------------------------------

    @property
    def shows_run(self) -> bool:
        return self.run.running and self.view.results is self.run.results

    @property
    def _played(self) -> Results:
        """The results of the tournament that is being played, or was last."""
        assert self.run.results is not None
        return self.run.results

    @Slot()
    def refresh(self) -> None:
        Task(partial(survey, tuple(self.elsewhere))).launch(done=self._surveyed)

    @Slot(object)
    def _surveyed(self, saved: list[TournamentEntry]) -> None:
        self.shelf.model_.show(saved)
        shown = self.view.results if self._view_shown else None
        self.shelf.point_at(None if shown is None else shown.directory)

    @Slot()
    def new(self) -> None:
        """Show the form for a new tournament, with any earlier unfinished input."""
        if not self.form.touched:
            self.form.show_plan(sample())
        self._show_form()

    @Slot()
    def clone(self) -> None:
        """Show the form with the plan of the tournament shown, under a new name."""
        if self.view.results is not None:
            names = {saved.name for saved in self.shelf.model_.rows}
            plan = self.view.results.plan
            self.propose(replace(plan, name=another(plan.name, names)))

    def propose(self, plan: TournamentPlan) -> None:
        self.form.show_plan(plan)
        self.form.touched = True
        self._show_form()

    def _show_form(self) -> None:
        self.message.hide()
        self.shelf.point_at(None)
        self.form.where.take_over(self.view.controls.where)
        self.stack.setCurrentWidget(self.form)
        self._offer_start()

    def _offer_start(self) -> None:
        self.form.start.setEnabled(not self.run.running)
        another = tr("Another tournament is being played") if self.run.running else ""
        self.form.start.setToolTip(another)

    @Slot()
    def ask_open(self) -> None:
        folder = paths.tournaments_dir()
        name, _ = QFileDialog.getOpenFileName(
            self,
            tr("Open a tournament"),
            str(folder if folder.is_dir() else Path.home()),
            tr(_FILTER),
        )
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Show the tournament whose plan is at `path`, played or not."""
        if path.name == saved_tournament.PLAN_NAME and (path.parent / NAME).is_file():
            self.load(path.parent)
        else:
            self._read(lambda: plan_file.load(path, checked=False))

    @Slot(object)
    def load(self, directory: Path) -> None:
        if self.run.running and directory == self._played.directory:
            self._show_run()
        else:
            self._read(lambda: saved_tournament.load(directory))

    def _read(self, work: Callable[[], object]) -> None:
        self._reading.start(
            lambda progress, stopped: work(), done=self._opened, failed=self._refused
        )

    @Slot(object)
    def _opened(self, found: saved_tournament.SavedTournament | TournamentPlan) -> None:
        self.message.hide()
        if isinstance(found, TournamentPlan):
            self.propose(found)
        else:
            self._show_saved(found)

    def _show_saved(self, found: saved_tournament.SavedTournament) -> None:
        self.view.show_results(Results(found.plan, found.directory, found.results))
        self.stack.setCurrentWidget(self.view)
        self._put(found.plan, found.directory, len(found.results))
        self.shelf.point_at(found.directory)
        done, decided = len(found.results), SequentialTest.of(found.plan, found.results).last
        games = found.total if decided is None else done
        words = _end_words(done, done >= games)
        self.view.controls.show_rest(done, games, self.run.running, words)

    def _put(self, plan: TournamentPlan, directory: Path, done: int) -> None:
        """Add a tournament to the list, for later sessions too."""
        if directory.parent != paths.tournaments_dir() and directory not in self.elsewhere:
            self.elsewhere.insert(0, directory)
        self.shelf.model_.put(of_plan(plan, directory, done))

    def _show_run(self) -> None:
        self.view.show_run(self.run)
        self.stack.setCurrentWidget(self.view)
        self.shelf.point_at(self._played.directory)

    @Slot(object)
    def _refused(self, error: Exception) -> None:
        self.message.show_message(error_sentence(error))

    # --- running it ------------------------------------------------------------------------------

    def start(self, plan: TournamentPlan, directory: Path) -> None:
        """Play and show the missing games of `plan` in `directory` if its engines are allowed."""
        self.message.hide()
        if not may_start(self, (each.player for each in plan.participants), TOURNAMENT):
            self.message.show_message(
                tr("The tournament was not started: its engines are not allowed.")
            )
            return
        results = self.view.results
        if results is None or (results.plan, results.directory) != (plan, directory):
            results = Results(plan, directory)
        self.run.start(
            results,
            tables=self._tables,
            workers=self.view.controls.where.count,
            scheduler=self.view.controls.where.scheduler,
        )
        self._put(plan, directory, len(results.finished))
        self.shelf.model_.set_running(directory)
        self._show_run()

    @Slot(object, object)
    def _start(self, plan: TournamentPlan, directory: Path) -> None:
        self.view.controls.where.take_over(self.form.where)
        self._made = True
        self.start(plan, directory)

    @Slot()
    def go_on(self) -> None:
        """Play the missing games of the tournament shown."""
        if lack := self.view.controls.where.lack:
            self.message.show_message(lack)
        elif self.view.results is not None:
            self._made = False
            self.start(self.view.results.plan, self.view.results.directory)

    @Slot()
    def stop(self) -> None:
        self.run.stop()
        self.view.controls.show_stopping()

    def close_work(self) -> None:
        """Stop all running work; the window waits for it."""
        self.run.stop()
        self.form.close_work()
        self.view.results_view.close_work()

    @Slot(int)
    def _set_workers(self, count: int) -> None:
        if self.shows_run and count:
            self.run.set_workers(count)

    @Slot(object)
    def _happened(self, event: TournamentEvent) -> None:
        """Handle an event of the run, also while another tournament is shown."""
        controls = self.view.controls
        match event:
            case GameRepeated(number, trouble):
                text = tr(
                    "Game {number} is being replayed: {trouble}.", number=number, trouble=trouble
                )
                self.announced.emit(text)
            case OpeningsDrawn() if self.shows_run and not self.run.stopping:
                controls.show_openings(event)
            case Progress():
                self.progressed.emit(event)
                self.shelf.model_.count(self._played.directory, event.done, event.total)
                if self.shows_run:
                    controls.show_progress(event)

    @Slot(object, int)
    def _open_game(self, result: GameResult, plies: int) -> None:
        if self.view.results is not None:
            self.game_wanted.emit(result.record(self.view.results.plan.name), plies)

    @Slot(bool)
    def _rested(self, paused: bool) -> None:
        if self.shows_run:
            self.view.controls.show_pause(paused)

    @Slot(bool)
    def _ended(self, complete: bool) -> None:
        played, done = self._played, len(self._played.finished)
        if self._made:
            self.form.touched = False  # its input has become this tournament
        useless = [failure for failure, always in failures(played.finished) if always]
        if useless:
            self.message.show_message(" ".join(f"{failure}." for failure in useless))
        self._rest(done, done if complete else self._total, _end_words(done, complete))
        self.ended.emit(titled(played.plan.name, _end_words(done, complete)))

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        done, error = len(self._played.finished), self.run.error
        self._rest(done, self._total, "")
        if self._made and isinstance(error, PlanError):
            self._show_form()
            self.form.refuse(error)
        else:
            self.message.show_message(f"{sentence} {kept_words(done)}".rstrip())
        self.ended.emit(tr("{name} could not be continued.", name=self._played.plan.name))

    @property
    def _total(self) -> int:
        played = self._played
        return total(played.plan) if played.progress is None else played.progress.total

    def _rest(self, done: int, games: int, words: str) -> None:
        directory = self._played.directory
        self.shelf.model_.set_running(None)
        self._offer_start()
        if (directory / NAME).is_file():
            self.shelf.model_.put(look(directory))
        else:
            self.shelf.model_.take_out(directory)
        if self.view.results is self._played:
            self.view.controls.show_rest(done, games, False, words)
        else:
            self.view.controls.start.setEnabled(True)


def _end_words(done: int, complete: bool) -> str:
    if complete:
        return (
            tr("All {games} played.", games=plural(done, "game"))
            if done != 1
            else tr("The only game has been played.")
        )
    return tr(
        "Stopped; {games} kept. Continue plays the rest.", games=plural(done, "finished game")
    )


def kept_words(done: int) -> str:
    """Return as text how many games are saved of a tournament that could not continue."""
    if not done:
        return ""
    return count(
        done,
        "{n} finished game is kept; Continue plays the rest.",
        "{n} finished games are kept; Continue plays the rest.",
    )


def another(name: str, taken: Container[str]) -> str:
    """Return a variation of `name` that is not taken: `Endings (2)`."""
    plain = re.sub(r" \(\d+\)$", "", name)
    number = 2
    while f"{plain} ({number})" in taken:
        number += 1
    return f"{plain} ({number})"
