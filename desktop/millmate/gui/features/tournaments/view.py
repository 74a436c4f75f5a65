"""A started tournament: its description, controls, progress, results, and the game watched."""

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QCheckBox, QSizePolicy, QTabWidget, QWidget

from millmate.formatting import dative, duration, plural
from millmate.games.catalogue import Position, game, without_limit
from millmate.games.chess.piece_letters import localize
from millmate.gui.boards.player_strip import PlayerStrip
from millmate.gui.boards.small_boards import ShownPosition, SmallBoard, replay
from millmate.gui.features.tournaments.games import (
    GamesPanel,
    ending,
    moves_words,
    notation_of,
    score,
    slips_of,
)
from millmate.gui.features.tournaments.plan_form import ExecutionPanel
from millmate.gui.features.tournaments.ratings import RatingsPlot
from millmate.gui.features.tournaments.results import GameRow, Results, TournamentRun
from millmate.gui.features.tournaments.standings import (
    CrosstablePanel,
    StandingsPanel,
    StandingsUpdate,
    StandingsWorker,
)
from millmate.gui.kit import theme
from millmate.gui.kit.dialogs import open_folder
from millmate.gui.kit.label import Label, RichLabel
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_tabs, bind_text
from millmate.gui.kit.widgets import ProgressBar, hbox, push_button, splitter, vbox
from millmate.language import mark, number, tr
from millmate.play.tournament.events import GameMoved, OpeningsDrawn, Progress
from millmate.play.tournament.game import GameResult, numbered
from millmate.play.tournament.plan import Format, TournamentPlan
from millmate.play.tournament.saved_tournament import GAMES

_PAINT = 80  # minimum milliseconds between two positions
_LINGER = 1500  # milliseconds the end of a game stays before the next game is shown
_MOST_LINKS = 6
_NONE = mark("The game selected in the list appears here, even while it is being played.")


class GameWatch(QWidget):
    """Shows one game of a tournament: the selected one, or the running games in turn.

    `opened` carries a finished game and the number of plies to show on the main board.
    """

    opened = Signal(object, int)

    def __init__(self) -> None:
        super().__init__()
        self._results: Results | None = None
        self._last: GameMoved | None = None  # in the game on the board, if it was watched
        self.shown: int | None = None  # the number of the game on the board
        self.above, self.below, self.small = PlayerStrip(), PlayerStrip(), SmallBoard()
        self.state, self.note = RichLabel(), bind_text(theme.muted(), text=_NONE)
        self.follow = bind_text(QCheckBox(), text=mark("&Follow running games"))
        self._lay_out()
        self._painting = QTimer(self, singleShot=True, interval=_PAINT)
        self._painting.timeout.connect(self._show)
        self._leaving = QTimer(self, singleShot=True, interval=_LINGER)
        self._leaving.timeout.connect(self._follow_another)
        self.follow.toggled.connect(self._follow_another)
        self.state.linkActivated.connect(self._open_at)
        self.start()

    def _lay_out(self) -> None:
        self.state.setWordWrap(True)
        self.state.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.state.setMinimumHeight(2 * self.state.fontMetrics().height())
        self.state.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(
            self.above, (self.small, 1), self.below, self.state, (self.note, 1), self.follow,
            within=self, spacing=theme.GRID // 2,
        )  # fmt: skip

    # --- updates from the view ---------------------------------------------------------------

    def start(self, results: Results | None = None) -> None:
        """Show another tournament, and follow its running games."""
        self._results = results
        self.shown = self._last = None
        self.follow.setChecked(True)
        self._leaving.stop()
        for each in self._live:
            self.update_game(each)
        if results is not None and results.finished and not results.live:
            self._turn_to(max(results.finished))
        self._show()

    def update_game(self, number: int) -> None:
        """Show a change of a game, if it is being followed."""
        live = self._live.get(number)
        if live is not None and self._free():
            self._turn_to(number)
        if number == self.shown:
            if live is not None:
                self._last = live.last
            elif self._live and self.follow.isChecked():
                self._leaving.start()
        self._changed(number)

    def choose(self, number: int) -> None:
        """Show the game with this number from now on."""
        self.follow.setChecked(False)
        self._turn_to(number)

    # --- within ------------------------------------------------------------------------------

    @property
    def _live(self) -> dict[int, GameRow]:
        return {} if self._results is None else self._results.live

    def _free(self) -> bool:
        """Return whether the board may switch to a new game."""
        idle = self.shown not in self._live and not self._leaving.isActive()
        return self.follow.isChecked() and idle

    def _turn_to(self, number: int) -> None:
        live = self._live.get(number)
        self.shown, self._last = number, None if live is None else live.last
        self._leaving.stop()
        self._changed(number)

    @Slot()
    def _follow_another(self) -> None:
        """Switch to the latest game, if games are to be followed."""
        if self.follow.isChecked() and self._live and self.shown not in self._live:
            self._turn_to(max(self._live))

    def _changed(self, number: int) -> None:
        if number == self.shown and not self._painting.isActive():
            self._painting.start()
        self.follow.setVisible(bool(self._live))

    @Slot()
    def _show(self) -> None:
        row = self._row
        if row is not None and row.result is not None:
            self._show_result(row.result)
        elif row is not None:
            self._show_running(row)
        self._show_parts(empty=row is None)

    @property
    def _row(self) -> GameRow | None:
        if self._results is None or self.shown is None:
            return None
        return self._results.row(self.shown)

    def _show_parts(self, empty: bool) -> None:
        for part in (self.above, self.small, self.below, self.state):
            part.setVisible(not empty)
        self.note.setVisible(empty)
        self.follow.setVisible(bool(self._live))

    def _show_running(self, live: GameRow) -> None:
        spec, last = live.game, live.last
        if last is None:
            position = replay(Position(game(spec.game), spec.start_fen), spec.moves)
            text = tr("no moves yet")
        else:
            position = _after(spec.game, last)
            place = numbered(spec.game, spec.start_fen, last.ply - 1)
            text = f"{place} {localize(last.notation)}"
        self.small.show_position(position)
        turn = _turn(position.position.text)
        self._show_sides(
            (spec.white.name, spec.black.name), {turn: tr("to move"), not turn: ""}, turn
        )
        self.state.setText(tr("Game {n}: {what}", n=spec.number, what=escape(text)))

    def _show_result(self, result: GameResult) -> None:
        last = self._last
        if last is not None and last.ply == len(result.moves):
            position = _after(result.game, last)
        else:
            position = replay(Position(game(result.game), result.start_fen), result.moves)
        self.small.show_position(position)
        self._show_sides((result.white.name, result.black.name), _fates(result), None)
        lines = [
            tr(
                "Game {n}: {score}, {end}, {length}",
                n=result.number,
                score=score(result.result),
                end=escape(ending(result)),
                length=moves_words(len(result.moves)),
            )
        ]
        self.state.setText("<br>".join(lines + _links(result)))

    def _show_sides(
        self, names: tuple[str, str], doing: dict[bool, str], turn: bool | None
    ) -> None:
        self.below.show_side(True, names[0], doing[True], turn is True)
        self.above.show_side(False, names[1], doing[False], turn is False)

    @Slot(str)
    def _open_at(self, link: str) -> None:
        if self._row is not None and self._row.result is not None:
            self.opened.emit(self._row.result, int(link))


def _after(name: str, last: GameMoved) -> ShownPosition:
    return ShownPosition(Position(game(name), last.fen), last.ply, last.text, last.mover)


def _turn(fen: str) -> bool:
    return fen.split()[1] == "w"


def _fates(result: GameResult) -> dict[bool, str]:
    points = result.points
    if points is None:
        return {True: "", False: ""}
    fates = {1.0: tr("won"), 0.5: tr("draw"), 0.0: tr("lost")}
    return {True: fates[points[0]], False: fates[points[1]]}


def _links(result: GameResult) -> list[str]:
    slips = slips_of(result)
    if not slips:
        return []
    shown = []
    for _, slip in slips[:_MOST_LINKS]:
        move = notation_of(result, slip.ply).replace(" ", "\N{NO-BREAK SPACE}")
        shown.append(f'<a href="{slip.ply + 1}">{escape(move)}</a>')
    moves, more = ", ".join(shown), len(slips) - _MOST_LINKS
    if more > 0:
        return [tr("Thrown away by {moves} and {n} more", moves=moves, n=more)]
    return [tr("Thrown away by {moves}", moves=moves)]


_SHORT = {
    Format.ROUND_ROBIN: mark("round robin"),
    Format.PAIRS: mark("pairs"),
    Format.GAUNTLET: mark("gauntlet"),
    Format.KNOCKOUT: mark("knockout"),
}


def _about(plan: TournamentPlan) -> str:
    """Return a plan in one line: `Chess · round robin · 6 players · 4 games a pairing`."""
    return " · ".join(
        (
            tr(GAMES[without_limit(plan.game)]),
            tr(_SHORT[plan.format]),
            plural(len(plan.participants), "player"),
            tr("{games} per pairing", games=plural(plan.games, "game")),
        )
    )


def _progress_words(progress: Progress) -> str:
    """Return the progress: `23 of 120 games · 2 running · 4 minutes left`."""
    games = dative(progress.total, "game")
    parts = [tr("{done} of {games}", done=number(progress.done), games=games)]
    if progress.running:
        parts.append(tr("{n} running", n=len(progress.running)))
    if progress.paused:
        parts.append(tr("paused: no new game starts"))
    elif progress.seconds_left is not None and progress.running:
        parts.append(tr("{time} left", time=duration(progress.seconds_left)))
    return " · ".join(parts)


class ResultsView(QWidget):
    """Shows the results of a running or finished tournament, and follows their changes.

    Lists change about ten times a second, tables are computed in a thread. `game_opened` carries a
    `GameResult` and the number of plies to show.
    """

    game_opened = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.results: Results | None = None
        self.worker = StandingsWorker(self)
        self.standings, self.crosstable = StandingsPanel(), CrosstablePanel()
        self.ratings, self.games, self.watch = RatingsPlot(), GamesPanel(), GameWatch()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        ratings = QWidget()
        vbox(self.ratings, within=ratings, margins=(0, theme.GRID, 0, 0))
        for page in (self.standings, self.crosstable, ratings):
            self.tabs.addTab(page, "")
        bind_tabs(self.tabs, mark("Standings"), mark("Crosstable"), mark("Ratings"))
        across = splitter(
            Qt.Orientation.Horizontal, self.games, self.watch, shares=(5, 2), sizes=(500, 200)
        )
        down = splitter(Qt.Orientation.Vertical, self.tabs, across, shares=(2, 3), sizes=(200, 300))
        self.splitters = (down, across)  # the window saves their state
        vbox(down, within=self)

    def _connect(self) -> None:
        self.worker.computed.connect(self._show_standings)
        self.worker.sampled.connect(self.ratings.add)
        self.games.chosen.connect(self.watch.choose)
        self.games.opened.connect(self.game_opened)
        self.watch.opened.connect(self.game_opened)
        self.standings.chosen.connect(self.ratings.mark)
        self.ratings.chosen.connect(self.standings.point_at)
        self.standings.opened.connect(self.games.show_games_of)
        self.crosstable.opened.connect(self._show_meetings)

    def show_results(self, results: Results) -> None:
        if self.results is not None:
            self.results.changed.disconnect(self._changed)
            self.results.filled.disconnect(self._start)
        self.results = results
        results.changed.connect(self._changed)
        results.filled.connect(self._start)
        self._start()

    @Slot()
    def _start(self) -> None:
        assert self.results is not None
        names = [each.name for each in self.results.plan.participants]
        self.standings.clear()
        self.crosstable.clear(len(names))
        self.ratings.start(names)
        self.worker.start(self.results)
        self.games.start(self.results)
        self.watch.start(self.results)

    @Slot(int)
    def _changed(self, number: int) -> None:
        self.worker.update_game(number)
        self.games.update_game(number)
        self.watch.update_game(number)

    def close_work(self) -> None:
        """Stop computing and updating: the window is closing."""
        self.games.stop()
        self.worker.close()

    @Slot(object)
    def _show_standings(self, update: StandingsUpdate) -> None:
        self.standings.show_standings(update)
        self.crosstable.show_standings(update)

    @Slot(int, int)
    def _show_meetings(self, player: int, other: int) -> None:
        self.games.show_games_of(player, other if other >= 0 else None)


class Controls(QWidget):
    """Buttons and progress of the tournament shown; emits requests that are handled elsewhere.

    `start_wanted` asks to continue it, as set in `where`.
    """

    start_wanted = Signal()
    pause_wanted = Signal(bool)
    stop_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paused = False
        self.start = push_button(mark("Continue"), self.start_wanted)
        theme.primary(self.start)
        self.pause = push_button(mark("Pause"), lambda: self.pause_wanted.emit(not self._paused))
        self.stop = push_button(mark("Stop"), self.stop_wanted)
        self.where = ExecutionPanel()
        self.words = Label()
        self.bar = ProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self._row = QWidget()
        hbox(self.start, self.pause, self.stop, theme.GRID, self.where, None, within=self._row)
        progress = hbox((self.bar, 1), self.words, spacing=2 * theme.GRID)
        vbox(self._row, progress, within=self)
        self.show_rest(0, 0, False)

    @Slot(object)
    def show_progress(self, progress: Progress) -> None:
        self._offer(True)
        self.words.setText(_progress_words(progress))
        self.bar.setValue(round(progress.fraction * 1000))

    @Slot(object)
    def show_openings(self, drawn: OpeningsDrawn) -> None:
        """Show how many openings of a starting tournament have been drawn."""
        done, needed = number(drawn.done), number(drawn.needed)
        self.words.setText(tr("Drawing openings: {done} of {needed}", done=done, needed=needed))
        self.bar.setValue(round(drawn.done / drawn.needed * 1000))

    @Slot(bool)
    def show_pause(self, paused: bool) -> None:
        self._paused = paused
        self.pause.setText(tr("Resume") if paused else tr("Pause"))

    def show_begin(self) -> None:
        self._offer(True)
        self.words.setText(tr("Starting"))

    def show_stopping(self) -> None:
        self.pause.setEnabled(False)
        self.stop.setEnabled(False)
        self.words.setText(tr("Stopping; finished games are kept"))

    def show_rest(self, done: int, total: int, another: bool, words: str = "") -> None:
        """Show a tournament that is not running; `another` one may be."""
        self._offer(False)
        complete = done >= total > 0
        for widget in (self._row, self.bar):
            widget.setVisible(not complete)  # no games are left to play
        self.start.setText(tr("Continue") if done else tr("Start"))
        self.start.setEnabled(not another)
        self.start.setToolTip(tr("Another tournament is being played") if another else "")
        self.words.setText(words)
        self.bar.setValue(round(done / total * 1000) if total else 0)

    def _offer(self, running: bool) -> None:
        self._row.show()
        self.bar.show()
        self.start.setVisible(not running)
        for button in (self.pause, self.stop):
            button.setVisible(running)
            button.setEnabled(True)
        self.where.set_fixed(running)
        if not running:
            self.show_pause(False)


class TournamentView(QWidget):
    """Shows one tournament at a time; `clone_wanted` asks for another with its plan."""

    clone_wanted = Signal()
    announced = Signal(str)

    def __init__(self, results_view: ResultsView) -> None:
        super().__init__()
        self.results: Results | None = None
        self.name, self.about = Label(), theme.muted()
        theme.headline(self.name)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.clone = push_button(
            mark("Clone…"),
            self.clone_wanted,
            tip=mark("Set up a new tournament from a copy of this one's plan"),
        )
        self.report = push_button(
            mark("Copy report"),
            self.copy_report,
            tip=mark("Put the whole report on the clipboard, as text"),
        )
        self.folder = push_button(
            mark("Open folder"),
            self._open_folder,
            tip=mark("Show the folder with the journal, the reports, and PGN"),
        )
        self.controls = Controls()
        self.results_view = results_view
        top = hbox((self.name, 1), self.report, self.folder, self.clone)
        vbox(top, self.about, self.controls, (results_view, 1), within=self)

    def show_results(self, results: Results) -> None:
        self.results, plan = results, results.plan
        self.name.setText(plan.name)
        self.name.setToolTip(plan.name)
        self.about.setText(_about(plan))
        self.about.setToolTip(tr("Saved in {directory}", directory=results.directory))
        self.results_view.show_results(results)

    def show_run(self, run: TournamentRun) -> None:
        """Show the running tournament and follow its progress."""
        assert run.results is not None
        self.show_results(run.results)
        self.controls.show_begin()
        self.controls.show_pause(run.paused)
        if run.results.progress is not None:
            self.controls.show_progress(run.results.progress)
        if run.stopping:
            self.controls.show_stopping()

    @Slot()
    def copy_report(self) -> None:
        """Copy the report to the clipboard; a thread creates it, because it may be long."""
        if self.results is not None:
            plan, games = self.results.plan, dict(self.results.finished)
            Task(lambda progress, stopped: _report(plan, games)).launch(done=self._copy)

    @Slot(object)
    def _copy(self, text: str) -> None:
        QApplication.clipboard().setText(text)
        self.announced.emit(tr("The report is on the clipboard."))

    @Slot()
    def _open_folder(self) -> None:
        if self.results is not None:
            open_folder(self.results.directory, self.announced.emit)


def _report(plan: TournamentPlan, games: Mapping[int, GameResult]) -> str:
    from millmate.play.tournament.report import report  # it imports numpy

    return report(plan, games)
