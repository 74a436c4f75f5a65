"""The page of rush: its board, its clock, and the history of runs."""

import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDate, QElapsedTimer, QEvent, QLocale, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from millmate import paths
from millmate.formatting import titled
from millmate.games.board import Board
from millmate.games.catalogue import parse
from millmate.games.chess.piece_letters import localize
from millmate.games.morris.positions import board_from_text
from millmate.gui.boards import morris_words as descriptions
from millmate.gui.boards.small_boards import ShownPosition, SmallBoard
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit import accessible, theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.plot import DotPlot
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import add_items, bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox, hbox, push_button, tool_button, vbox
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.window.stage import places
from millmate.language import count, mark, tr
from millmate.play.rush.puzzles import (
    BLACK_WINS,
    DRAW,
    TITLES,
    WHITE_WINS,
    Mode,
    NoPuzzlesError,
    Puzzle,
)
from millmate.play.rush.run import (
    MOST_ERRORS,
    SECONDS,
    Decision,
    Run,
    RushHistory,
    RushHistoryError,
    RushResult,
    best_of,
    difficulty_of,
    in_game,
    rating_of,
)
from millmate.tablebase.table_titles import table_title


def _run_words(result: RushResult) -> str:
    """Return when a run ended, and its score."""
    date = result.ended.astimezone().date()
    day = QDate(date.year, date.month, date.day)
    return titled(
        QLocale().toString(day, QLocale.FormatType.ShortFormat), right_words(result.score)
    )


def right_words(score: int) -> str:
    return count(score, "{n} right decision", "{n} right decisions")


_WHAT = {
    Mode.JUDGE: mark("Who wins with best play, or is it a draw?"),
    Mode.ONLY_MOVE: mark("Only one move keeps the result. Play it."),
    Mode.HOLD: mark("The position is a draw, and most moves lose. Play one that holds it."),
}
_RULES = mark(
    "You have three minutes; positions get harder, and the third error ends the run. Your "
    "rating follows your right and wrong answers (Glicko, each position counts as a game). The "
    "difficulty of a position is first estimated from its pieces and moves; after that, an "
    "ending counts as harder each time you fail it, and as easier each time you solve it."
)
ANSWERS = {
    WHITE_WINS: mark("&White wins"),
    DRAW: mark("&Draw"),
    BLACK_WINS: mark("&Black wins"),
}
_GAMES = {"chess": mark("Chess"), "morris": mark("Nine men's morris")}
_KEYS = {WHITE_WINS: "1", DRAW: "2", BLACK_WINS: "3"}
_RIGHT, _WRONG = "\N{HEAVY CHECK MARK}", "\N{MULTIPLICATION SIGN}"


class StartPage(QWidget):
    """The game and the modes, with the best run and the rating in each; `chosen` carries a mode.

    `left` asks for the page of drills.
    """

    chosen = Signal(object)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.game_box = bind_text(ComboBox(), name=mark("Game"))
        add_items(self.game_box, _GAMES)
        self.game_box.currentIndexChanged.connect(self._show)
        self.starts: dict[Mode, QPushButton] = {}
        self._known: dict[Mode, Label] = {}
        rows = []
        for mode, title in TITLES.items():
            heading = bind_text(Label(), text=title)
            theme.heading(heading)
            what = bind_text(WrappedLabel(), text=_WHAT[mode])
            known = self._known[mode] = theme.muted()
            start = push_button(mark("Start"), lambda checked=False, m=mode: self.chosen.emit(m))
            bind_text(start, name=title)
            self.starts[mode] = start
            side = start, Qt.AlignmentFlag.AlignVCenter
            rows.append(hbox((vbox(heading, what, known, spacing=2), 1), side))
        headline = bind_text(Label(), text=mark("Rush"))
        theme.headline(headline)
        self.note = theme.mute(WrappedLabel())
        rules = bind_text(theme.mute(WrappedLabel()), text=_RULES)
        self.back = push_button(mark("&Drills"), self.left, tip=mark("Drills with any table"))
        choice = hbox(headline, None, self.game_box, self.back)
        parts = choice, *rows, rules, self.note, None
        vbox(*parts, within=self, spacing=2 * theme.GRID)
        self._results: Sequence[RushResult] = ()
        on_retranslate(self, self._show)

    @property
    def game(self) -> str:
        """The name of the chosen game in `games.catalogue`."""
        return str(self.game_box.currentData())

    def choose(self, game: str) -> None:
        self.game_box.setCurrentIndex(self.game_box.findData(game))

    @property
    def results(self) -> Sequence[RushResult]:
        """The results in the chosen game."""
        return in_game(self._results, self.game)

    def show_results(self, results: Sequence[RushResult]) -> None:
        self._results = results
        self._show()

    @Slot()
    def _show(self) -> None:
        results = self.results
        for mode, label in self._known.items():
            best = best_of(results, mode)
            if best is None:
                label.setText(tr("Not played yet"))
                continue
            rating = round(rating_of(results, mode).value)
            label.setText(tr("Best: {n} · rating {rating}", n=best, rating=rating))


class RunPage(QWidget):
    """The clock and the decisions, beside the `boards`; `answered` carries an answer."""

    answered = Signal(str)
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.puzzle: Puzzle | None = None  # that is shown
        self.boards = SmallBoard(mark("Position to decide upon"))
        for board in self.boards.boards.values():
            board.move_chosen.connect(self.answered)
        self._asking = False  # whether the text asks for a stone to take
        self.boards.boards["morris"].choosing_changed.connect(self._prompt)
        self.clock, self.score, self.errors = Label(), Label(), Label()
        for label in (self.clock, self.score):
            theme.headline(label)
        self.question, self.turn = WrappedLabel(), theme.muted()
        theme.heading(self.question)
        self.said = WrappedLabel()
        self.answers: dict[str, QPushButton] = {}
        for answer, key in _KEYS.items():
            button = self.answers[answer] = QPushButton()
            button.clicked.connect(lambda checked=False, a=answer: self.answered.emit(a))
            QShortcut(key, self).activated.connect(button.click)
        on_retranslate(self, self._name_answers)
        self.end = push_button(mark("End the run"), self.given_up)
        self._lay_out()

    @Slot()
    def _name_answers(self) -> None:
        """Write the answers, each with the key that gives it."""
        for answer, button in self.answers.items():
            button.setText(f"{_KEYS[answer]}   {tr(ANSWERS[answer])}")

    def _lay_out(self) -> None:
        figures = hbox(self.clock, None, self.score)
        head = vbox(figures, self.errors, self.question, self.turn)
        end = self.end, Qt.AlignmentFlag.AlignRight
        parts = head, *self.answers.values(), self.said, None, end
        vbox(*parts, within=self, spacing=2 * theme.GRID)

    def show_puzzle(self, puzzle: Puzzle) -> None:
        self.puzzle, judging = puzzle, puzzle.mode is Mode.JUDGE
        board = self._show_position(puzzle)
        self.board.set_flipped(not board.turn)
        self.board.set_arrows(())
        moves = () if judging else map(puzzle.position.game.text, board.legal_moves)
        self.board.set_destinations(moves, board.turn)
        self.board.set_interactive(not judging)
        self.question.setText(tr(_WHAT[puzzle.mode]))
        self.turn.setText(tr("White to move") if board.turn else tr("Black to move"))
        for button in self.answers.values():
            button.setVisible(judging)
            button.setEnabled(True)
        self.said.setText("")
        if self.isVisible():  # otherwise another page has the keyboard
            (self.answers[WHITE_WINS] if judging else self.board).setFocus()
        accessible.announce(self, f"{self.question.text()} {self.turn.text()}")

    def _show_position(self, puzzle: Puzzle) -> Board:
        """Show the position of a puzzle, and return it."""
        board = puzzle.position.board()
        self.boards.show_position(ShownPosition(puzzle.position, 0, mover=not board.turn))
        return board

    @property
    def board(self) -> BoardWidget:
        return self.boards.board

    @Slot()
    def _prompt(self) -> None:
        """Ask for the stone to take after a mill, until it is chosen or the mill taken back."""
        if self._asking and not self.boards.boards["morris"].choosing:
            self.said.setText("")
        self._asking = self.boards.boards["morris"].choosing
        if self._asking and self.puzzle is not None:
            self.said.setText(descriptions.removal_prompt(board_from_text(self.puzzle.fen)))

    def show_waiting(self) -> None:
        self._close()
        self.said.setText(tr("Looking for a position…"))

    def show_decision(self, made: Decision) -> None:
        self._close()
        if not made.right:
            puzzle = made.puzzle
            turn = self._show_position(puzzle).turn
            self.board.set_arrows(self.board.game.arrows(puzzle.best, turn, 1.0))
        words = decision_words(made)
        self.said.setText(words)
        accessible.announce(self, words)

    def _close(self) -> None:
        self._asking = False
        if self.isVisible():
            self.board.setFocus()  # otherwise the button that ends the run would have it
        for board in self.boards.boards.values():
            board.set_destinations(())
        for button in self.answers.values():
            button.setEnabled(False)

    def show_figures(self, run: Run, seconds: float) -> None:
        whole = math.ceil(seconds)
        self.clock.setText(f"{whole // 60}:{whole % 60:02}")
        self.score.setText(f"{_RIGHT} {run.score}")
        self.score.setAccessibleName(right_words(run.score))
        left = MOST_ERRORS - run.errors
        self.errors.setText(f"{_WRONG} " * run.errors + "· " * left)
        self.errors.setAccessibleName(count(run.errors, "{n} error", "{n} errors"))


class ResultPage(QWidget):
    """The result of a run, its errors, and the runs before."""

    again = Signal()
    back = Signal()
    show_wanted = Signal(str)  # a FEN

    def __init__(self) -> None:
        super().__init__()
        self.headline, self.remark = WrappedLabel(), WrappedLabel()
        theme.headline(self.headline)
        self.plot = DotPlot(mark("Scores of your runs"), lambda run: run.score, _run_words)
        self.wrong = vbox(spacing=theme.GRID // 2)
        self.once_more = push_button(mark("Once more"), self.again)
        theme.primary(self.once_more)
        others = push_button(mark("Other modes"), self.back)
        buttons = hbox(None, others, self.once_more)
        parts = self.headline, self.remark, (self.plot, 1), self.wrong, buttons
        vbox(*parts, within=self, spacing=2 * theme.GRID)

    def show_run(self, run: Run, results: Sequence[RushResult], before: int | None) -> None:
        """Show a run that has ended; `before` is the best score before it."""
        best = run.score > (before or 0)
        words = right_words(run.score)
        self.headline.setText(tr("{words}: your best", words=words) if best else words)
        rating = tr("Rating {rating}", rating=round(run.rating.value))
        errors = count(run.errors, "{n} error", "{n} errors")
        known = "" if before is None else tr("best so far {n}", n=max(before, run.score))
        self.remark.setText(" · ".join(filter(None, (errors, rating, known))))
        self.plot.show_rows(each for each in results if each.mode is run.mode)
        self._show_wrong([made for made in run.decisions if not made.right])
        accessible.announce(self, f"{self.headline.text()}. {self.remark.text()}")

    def _show_wrong(self, decisions: Sequence[Decision]) -> None:
        while (item := self.wrong.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for made in decisions:
            text = titled(table_title(made.puzzle.ending), decision_words(made))
            show = partial(self.show_wanted.emit, made.puzzle.fen)
            button = tool_button("board", show, tip=mark("Show this position on the board"))
            button.setAccessibleName(text)
            row = QWidget()
            hbox((WrappedLabel(text), 1), button, within=row)
            self.wrong.addWidget(row)


def decision_words(made: Decision) -> str:
    """Return whether a decision was right; if not, what would have been."""
    if made.right:
        return tr("Right")
    puzzle = made.puzzle
    if puzzle.mode is Mode.JUDGE:
        (answer,) = puzzle.answers
        right = tr(ANSWERS[answer]).replace("&", "")
    else:
        right, played = _notation(puzzle, puzzle.best), _notation(puzzle, made.answer)
        return tr("Wrong: {played}. Right: {right}", played=played, right=right)
    return tr("Wrong. Right: {right}", right=right)


def _notation(puzzle: Puzzle, text: str) -> str:
    """Return a move that programs write as `text` as people write it."""
    rules, board = puzzle.position.game, puzzle.position.board()
    return localize(rules.notation(board, rules.parse_move(board, text)))


_TICK = 100  # milliseconds
_PAUSE = 1800  # milliseconds for which a wrong decision is shown, while the clock stands


class RushPage(QWidget):
    """The board in its usual place, and beside it the start, a run or its result.

    The next position is drawn in a thread while one is looked at. `show_wanted` carries a position
    to be shown on the window's board.
    """

    show_wanted = Signal(str)

    def __init__(self, tables: Path, history: RushHistory) -> None:
        super().__init__()
        self._tables, self._history = tables, history
        self.start, self.deciding, self.outcome = StartPage(), RunPage(), ResultPage()
        self.boards, self.stack = self.deciding.boards, QStackedWidget()
        for page in (self.start, self.deciding, self.outcome):
            self.stack.addWidget(page)
        for part in (self.boards, self.stack):
            part.setParent(self)
        self._results: tuple[RushResult, ...] = ()
        self._mode = Mode.JUDGE  # of the last run
        self.run: Run | None = None
        self.puzzle: Puzzle | None = None
        self._next: Puzzle | None = None
        self._task = Latest()
        self.seconds = SECONDS
        self._used, self._clock = 0.0, QElapsedTimer()
        self._timer = QTimer(self, interval=_TICK)
        self._timer.timeout.connect(self._tick)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._go_on)
        self._connect()
        self._read()

    def _connect(self) -> None:
        self.start.chosen.connect(self.begin)
        self.deciding.answered.connect(self.answer)
        self.deciding.given_up.connect(self.end)
        self.outcome.again.connect(self._again)
        self.outcome.back.connect(partial(self.stack.setCurrentWidget, self.start))
        self.outcome.show_wanted.connect(self.show_wanted)
        self.boards.currentChanged.connect(self._place)
        of_game, start = self.boards.boards, self.start
        show = self.boards.setCurrentWidget
        start.game_box.currentIndexChanged.connect(lambda: show(of_game[start.game]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for letters of another size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._place()

    @Slot()
    def _place(self) -> None:
        found = places(self.size(), theme.text_scale())
        self.boards.setGeometry(found.field(self.boards.board.game))
        self.stack.setGeometry(found.dock)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self.take_focus)  # once it is seen, and the last page has gone

    @Slot()
    def take_focus(self) -> None:
        """Focus the button or the board that is probably used next."""
        usual: dict[QWidget | None, QWidget] = {
            self.start: self.start.starts[self._mode],
            self.deciding: self.boards.board,
            self.outcome: self.outcome.once_more,
        }
        if self.isVisible():
            usual[self.stack.currentWidget()].setFocus()

    def step_back(self) -> bool:
        """End the run, or else leave its result; return False if there is neither."""
        if self.run is not None:
            self.end()  # it counts if anything was decided
            return True
        shown = self.stack.currentWidget()
        self.stack.setCurrentWidget(self.start)
        return shown is not self.start

    # --- the run -----------------------------------------------------------------------------

    @Slot(object)
    def begin(self, mode: Mode) -> None:
        known, game = self.start.results, self.start.game
        self.run = Run(mode, rating_of(known, mode), game, difficulty_of(known, mode))
        self.puzzle, self._next = None, None
        self._used = 0.0
        self._show_figures()
        self.stack.setCurrentWidget(self.deciding)
        self.deciding.show_waiting()
        self._draw()

    @Slot(str)
    def answer(self, answer: str) -> None:
        """Take a decision, and continue at once if it is right."""
        if self.run is None or self.puzzle is None or not self._timer.isActive():
            return
        self._stop_clock()
        made = self.run.decide(self.puzzle, answer)
        self.puzzle = None
        self._show_figures()
        self.deciding.show_decision(made)
        if made.right:
            self._go_on()
        else:
            self._pause.start()

    @Slot()
    def end(self) -> None:
        """End the run and show its result; without a decision, go back to the choice."""
        run, self.run = self.run, None
        self._stop_clock()
        self._pause.stop()
        self._task.drop()
        if run is None:
            return
        if not run.decisions:
            self.stack.setCurrentWidget(self.start)
            return
        before = best_of(self.start.results, run.mode)
        result = RushResult.of(run, datetime.now(UTC))
        try:
            self._history.append(result)
        except RushHistoryError as error:
            self.start.note.setText(tr("This run could not be saved: {error}", error=error))
        self._results = (*self._results, result)
        self._mode = run.mode
        self.start.show_results(self._results)
        self.outcome.show_run(run, self.start.results, before)
        self.stack.setCurrentWidget(self.outcome)
        self.take_focus()

    @Slot()
    def _again(self) -> None:
        self.begin(self._mode)

    @Slot()
    def _go_on(self) -> None:
        """Show the next position as soon as there is one, unless the run is over."""
        if self.run is None:
            return
        if self.run.over:
            self.end()
        elif self._next is None:
            self.deciding.show_waiting()
            self._draw()
        else:
            self.puzzle, self._next = self._next, None
            self.deciding.show_puzzle(self.puzzle)
            self._clock.restart()
            self._timer.start()
            self._draw()

    # --- the clock ---------------------------------------------------------------------------

    def _stop_clock(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._used += self._clock.elapsed() / 1000

    @property
    def _left(self) -> float:
        running = self._clock.elapsed() / 1000 if self._timer.isActive() else 0.0
        return max(0.0, self.seconds - self._used - running)

    @Slot()
    def _tick(self) -> None:
        self._show_figures()
        if self._left <= 0:
            self.end()

    def _show_figures(self) -> None:
        if self.run is not None:
            self.deciding.show_figures(self.run, self._left)

    # --- positions and history ---------------------------------------------------------------

    def _draw(self) -> None:
        """Draw the position after the one that is shown; one at a time."""
        if self.run is None or self._task.running:
            return
        work = partial(_drawn, self._tables, self.run)
        self._task.start(work, done=self._drawn, failed=self._failed)

    @Slot(object)
    def _drawn(self, puzzle: Puzzle) -> None:
        self._next = puzzle
        if self.puzzle is None and not self._pause.isActive():
            self._go_on()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self.end()
        if isinstance(error, NoPuzzlesError):
            words = tr(
                "Your tables contain no such positions: build some on the Tables page first."
            )
        else:
            words = str(error)
        self.start.note.setText(words)
        self.stack.setCurrentWidget(self.start)

    def _read(self) -> None:
        try:
            kept = self._history.read()
            self._results = kept.results
            if kept.unread:
                self.start.note.setText(_unread_words(kept.unread, self._history.path))
        except RushHistoryError as error:
            self.start.note.setText(tr("Your earlier runs cannot be read: {error}", error=error))
        self.start.show_results(self._results)


def _unread_words(lines: int, path: Path) -> str:
    return count(
        lines,
        "{n} line of {file} cannot be read and is left out.",
        "{n} lines of {file} cannot be read and are left out.",
        file=path,
    )


def _drawn(tables: Path, run: Run, progress: object, stopped: Callable[[], bool]) -> Puzzle:
    """Draw a puzzle in a thread."""
    from millmate.play.rush.source import PuzzleSource

    source = PuzzleSource(tables, run.game)
    try:
        return source.draw(run.mode, run.wanted, run.difficulty, stopped)
    finally:
        source.close()


class RushController(PageFeature[RushPage]):
    """Shows the page of rush; a run continues while other pages are shown, and Escape ends it."""

    shows = Page.RUSH

    def make(self) -> RushPage:
        page = RushPage(self.services.tables_dir, RushHistory(paths.training_dir()))
        page.show_wanted.connect(lambda fen: self.services.tabs.set_up(parse(fen)))
        page.start.left.connect(lambda: self.services.navigation.show(Page.TRAIN))
        return page

    @Slot()
    def show(self) -> None:
        """Show the page, with the game on the board unless a run is on."""
        super().show()
        if self.page.run is None:
            self.page.start.choose(self.services.workspace.rules.kind)

    def dismiss(self) -> None:
        navigation = self.services.navigation
        if navigation.page is self.shows and not self.page.step_back():
            navigation.show(Page.TRAIN)

    def close(self) -> None:
        super().close()
        if self.made:
            self.page.end()
