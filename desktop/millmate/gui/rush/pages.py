"""What the rush window shows: the choice of a mode, a position to decide upon, and the result."""

from __future__ import annotations

import math
from collections.abc import Sequence

import chess
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from millmate.gui import announcements
from millmate.gui.board import BoardView
from millmate.gui.board.overlays import Arrow
from millmate.gui.languages.translator import bind_text, on_retranslate
from millmate.gui.rush.history_plot import HistoryPlot, right_words
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox, vbox
from millmate.gui.style.buttons import push_button
from millmate.gui.style.label import Label, WrappedLabel
from millmate.language import count, mark, tr
from millmate.play.rush.history import RushResult, best_of, rating_of
from millmate.play.rush.puzzles import BLACK_WINS, DRAW, TITLES, WHITE_WINS, Mode, Puzzle
from millmate.play.rush.run import MOST_ERRORS, Decision, Run

_WHAT = {
    Mode.JUDGE: mark("Who wins with best play, or is it a draw?"),
    Mode.ONLY_MOVE: mark("One move alone keeps the result. Play it."),
    Mode.HOLD: mark("The position is drawn, and most moves lose. Play one that holds."),
}
_RULES = mark(
    "Three minutes, positions that get harder, three errors end it. Your rating grows with what "
    "you solve (Glicko, one position a game)."
)
ANSWERS = {
    WHITE_WINS: mark("&White wins"),
    DRAW: mark("&Draw"),
    BLACK_WINS: mark("&Black wins"),
}
_KEYS = {WHITE_WINS: "1", DRAW: "2", BLACK_WINS: "3"}
_RIGHT, _WRONG = "\N{HEAVY CHECK MARK}", "\N{MULTIPLICATION SIGN}"
_BOARD = 400  # pixels


class StartPage(QWidget):
    """The modes, with the best run and the rating in each; `chosen` carries a mode."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
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
        self.note = theme.mute(WrappedLabel())
        rules = bind_text(theme.mute(WrappedLabel()), text=_RULES)
        vbox(*rows, rules, self.note, None, within=self, spacing=2 * theme.GRID)
        self._results: Sequence[RushResult] = ()
        on_retranslate(self, self._show)

    def show_results(self, results: Sequence[RushResult]) -> None:
        """Show what was reached so far in each mode."""
        self._results = results
        self._show()

    def _show(self) -> None:
        for mode, label in self._known.items():
            best = best_of(self._results, mode)
            if best is None:
                label.setText(tr("Not played yet"))
                continue
            rating = round(rating_of(self._results, mode).value)
            label.setText(tr("Best: {n} · rating {rating}", n=best, rating=rating))


class RunPage(QWidget):
    """A position, the clock, and what was decided so far; `answered` carries an answer."""

    answered = Signal(str)
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.board = BoardView()
        bind_text(self.board, name=mark("Position to decide upon"))
        self.board.setMinimumSize(_BOARD, _BOARD)
        self.board.move_chosen.connect(self.answered)
        self.clock, self.score, self.errors = Label(), Label(), Label()
        for label in (self.clock, self.score):
            theme.headline(label)
        self.question, self.turn = WrappedLabel(), theme.muted()
        theme.heading(self.question)
        self.said = WrappedLabel()
        self.answers: dict[str, QPushButton] = {}
        for answer, text in ANSWERS.items():
            button = push_button(text, lambda checked=False, a=answer: self.answered.emit(a))
            button.setShortcut(_KEYS[answer])
            self.answers[answer] = button
        self.end = push_button(mark("End the run"), self.given_up)
        self._lay_out()

    def _lay_out(self) -> None:
        figures = hbox(self.clock, None, self.score)
        head = vbox(figures, self.errors, self.question, self.turn)
        end = self.end, Qt.AlignmentFlag.AlignRight
        side = vbox(head, *self.answers.values(), self.said, None, end, spacing=2 * theme.GRID)
        hbox((self.board, 3), (side, 2), within=self, spacing=2 * theme.GRID)

    def show_puzzle(self, puzzle: Puzzle) -> None:
        """Ask for a decision."""
        board = chess.Board(puzzle.fen)
        judging = puzzle.mode is Mode.JUDGE
        self.board.set_flipped(not board.turn)
        self.board.set_arrows(())
        check = board.king(board.turn) if board.is_check() else None
        self.board.set_position(puzzle.fen, check=check)
        self.board.set_destinations(() if judging else [m.uci() for m in board.legal_moves])
        self.board.set_interactive(not judging)
        self.question.setText(tr(_WHAT[puzzle.mode]))
        self.turn.setText(tr("White to move") if board.turn else tr("Black to move"))
        for button in self.answers.values():
            button.setVisible(judging)
            button.setEnabled(True)
        self.said.setText("")
        if not judging:
            self.board.setFocus()
        announcements.announce(self, f"{self.question.text()} {self.turn.text()}")

    def show_waiting(self) -> None:
        """Say that the next position is being looked for."""
        self._close()
        self.said.setText(tr("Looking for a position…"))

    def show_decision(self, made: Decision) -> None:
        """Show whether a decision was right, and what would have been."""
        self._close()
        if not made.right:
            best = chess.Move.from_uci(made.puzzle.best)
            self.board.set_arrows([Arrow(best.from_square, best.to_square)])
        words = decision_words(made)
        self.said.setText(words)
        announcements.announce(self, words)

    def _close(self) -> None:
        self.board.set_destinations(())
        for button in self.answers.values():
            button.setEnabled(False)

    def show_figures(self, run: Run, seconds: float) -> None:
        """Show the time left, the score and the errors."""
        whole = math.ceil(seconds)
        self.clock.setText(f"{whole // 60}:{whole % 60:02}")
        self.score.setText(f"{_RIGHT} {run.score}")
        self.score.setAccessibleName(right_words(run.score))
        left = MOST_ERRORS - run.errors
        self.errors.setText(f"{_WRONG} " * run.errors + "· " * left)
        self.errors.setAccessibleName(count(run.errors, "{n} error", "{n} errors"))


class ResultPage(QWidget):
    """The result of a run, what was wrong in it, and the runs before."""

    again = Signal()
    back = Signal()
    show_wanted = Signal(str)  # a FEN

    def __init__(self) -> None:
        super().__init__()
        self.headline, self.remark = WrappedLabel(), WrappedLabel()
        theme.headline(self.headline)
        self.plot = HistoryPlot()
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
        self.plot.show_results([each for each in results if each.mode is run.mode])
        self._show_wrong([made for made in run.decisions if not made.right])
        announcements.announce(self, f"{self.headline.text()}. {self.remark.text()}")

    def _show_wrong(self, decisions: Sequence[Decision]) -> None:
        while (item := self.wrong.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for made in decisions:
            text = f"{made.puzzle.material}: {decision_words(made)}"
            button = QPushButton(text)
            button.setFlat(True)
            button.setToolTip(tr("Show this position on the board"))
            fen = made.puzzle.fen
            button.clicked.connect(lambda checked=False, fen=fen: self.show_wanted.emit(fen))
            self.wrong.addWidget(button)


def decision_words(made: Decision) -> str:
    """Return whether a decision was right; if not, what would have been."""
    if made.right:
        return tr("Right")
    puzzle, board = made.puzzle, chess.Board(made.puzzle.fen)
    if puzzle.mode is Mode.JUDGE:
        (answer,) = puzzle.answers
        right = tr(ANSWERS[answer]).replace("&", "")
    else:
        right = board.san(chess.Move.from_uci(puzzle.best))
        played = board.san(chess.Move.from_uci(made.answer))
        return tr("Wrong: {played}. Right: {right}", played=played, right=right)
    return tr("Wrong. Right: {right}", right=right)
