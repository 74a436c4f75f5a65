"""What the rush window shows: the choice of a mode, a position to decide upon, and the result."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from millmate.games.board import Board
from millmate.games.catalogue import game
from millmate.games.chess.piece_letters import localize
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import board_from_text
from millmate.gui.boards import morris_words as descriptions
from millmate.gui.boards.small_boards import ShownPosition, SmallBoard
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.features.rush.history_plot import HistoryPlot, right_words
from millmate.gui.kit import accessible, theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.translator import add_items, bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox, hbox, push_button, vbox
from millmate.gui.shell.chess_game_view import arrows_of as chess_arrows
from millmate.gui.shell.morris_game_view import arrows_of as morris_arrows
from millmate.language import count, mark, tr
from millmate.play.rush.history import RushResult, best_of, in_game, rating_of
from millmate.play.rush.puzzles import BLACK_WINS, DRAW, TITLES, WHITE_WINS, Mode, Puzzle
from millmate.play.rush.run import MOST_ERRORS, Decision, Run
from millmate.tablebase.table_titles import table_title

_WHAT = {
    Mode.JUDGE: mark("Who wins with best play, or is it a draw?"),
    Mode.ONLY_MOVE: mark("One move alone keeps the result. Play it."),
    Mode.HOLD: mark("The position is drawn, and most moves lose. Play one that holds."),
}
_RULES = mark(
    "Three minutes, positions that get harder, three errors end it. Your rating follows what you "
    "solve and fail (Glicko, one position a game). How hard a position is starts as an estimate "
    "from its men and moves; each ending you fail at counts as harder from then on, and as easier "
    "where you are right."
)
ANSWERS = {
    WHITE_WINS: mark("&White wins"),
    DRAW: mark("&Draw"),
    BLACK_WINS: mark("&Black wins"),
}
_GAMES = {"chess": mark("Chess"), "morris": mark("Nine men's morris")}
_ARROWS = {"chess": chess_arrows, "morris": morris_arrows}
_KEYS = {WHITE_WINS: "1", DRAW: "2", BLACK_WINS: "3"}
_RIGHT, _WRONG = "\N{HEAVY CHECK MARK}", "\N{MULTIPLICATION SIGN}"
_BOARD = 400  # pixels


class StartPage(QWidget):
    """The game and the modes, with the best run and the rating in each; `chosen` carries a mode."""

    chosen = Signal(object)

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
        self.note = theme.mute(WrappedLabel())
        rules = bind_text(theme.mute(WrappedLabel()), text=_RULES)
        choice = hbox(self.game_box, None)
        parts = choice, *rows, rules, self.note, None
        vbox(*parts, within=self, spacing=2 * theme.GRID)
        self._results: Sequence[RushResult] = ()
        on_retranslate(self, self._show)

    @property
    def game(self) -> str:
        """The name of the chosen game in `games.catalogue`."""
        return str(self.game_box.currentData())

    def choose(self, game: str) -> None:
        """Choose a game by its name."""
        self.game_box.setCurrentIndex(self.game_box.findData(game))

    @property
    def results(self) -> Sequence[RushResult]:
        """The results in the chosen game."""
        return in_game(self._results, self.game)

    def show_results(self, results: Sequence[RushResult]) -> None:
        """Show what was reached so far in each mode, of the results in all games."""
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
    """A position, the clock, and what was decided so far; `answered` carries an answer."""

    answered = Signal(str)
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.puzzle: Puzzle | None = None  # that is shown
        self.boards = SmallBoard(mark("Position to decide upon"))
        self.boards.setMinimumSize(_BOARD, _BOARD)
        for board in (self.boards.chess, self.boards.morris):
            board.move_chosen.connect(self.answered)
        self._asking = False  # whether the text asks for a stone to take
        self.boards.morris.choosing_changed.connect(self._prompt)
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
        side = vbox(head, *self.answers.values(), self.said, None, end, spacing=2 * theme.GRID)
        hbox((self.boards, 3), (side, 2), within=self, spacing=2 * theme.GRID)

    def show_puzzle(self, puzzle: Puzzle) -> None:
        """Ask for a decision."""
        self.puzzle, judging = puzzle, puzzle.mode is Mode.JUDGE
        board = self._show_position(puzzle)
        self.board.set_flipped(not board.turn)
        self.board.set_arrows(())
        moves = () if judging else map(game(puzzle.game).text, board.legal_moves)
        if isinstance(board, MorrisBoard):
            self.boards.morris.set_destinations(moves, board.turn)
        else:
            self.boards.chess.set_destinations(moves)
        self.board.set_interactive(not judging)
        self.question.setText(tr(_WHAT[puzzle.mode]))
        self.turn.setText(tr("White to move") if board.turn else tr("Black to move"))
        for button in self.answers.values():
            button.setVisible(judging)
            button.setEnabled(True)
        self.said.setText("")
        (self.answers[WHITE_WINS] if judging else self.board).setFocus()
        accessible.announce(self, f"{self.question.text()} {self.turn.text()}")

    def _show_position(self, puzzle: Puzzle) -> Board:
        """Show the position of a puzzle, and return it."""
        board = game(puzzle.game).board(puzzle.fen)
        self.boards.show_position(ShownPosition(puzzle.game, puzzle.fen, 0, mover=not board.turn))
        return board

    @property
    def board(self) -> BoardWidget:
        """The board of the game that is shown."""
        return self.boards.board

    @Slot()
    def _prompt(self) -> None:
        """Ask for the stone to take after a mill, until it is chosen or the mill taken back."""
        if self._asking and not self.boards.morris.choosing:
            self.said.setText("")
        self._asking = self.boards.morris.choosing
        if self._asking and self.puzzle is not None:
            self.said.setText(descriptions.removal_prompt(board_from_text(self.puzzle.fen)))

    def show_waiting(self) -> None:
        """Say that the next position is being looked for."""
        self._close()
        self.said.setText(tr("Looking for a position…"))

    def show_decision(self, made: Decision) -> None:
        """Show whether a decision was right, and what would have been."""
        self._close()
        if not made.right:
            puzzle = made.puzzle
            turn = self._show_position(puzzle).turn
            self.board.set_arrows(_ARROWS[puzzle.game](puzzle.best, turn, 1.0))
        words = decision_words(made)
        self.said.setText(words)
        accessible.announce(self, words)

    def _close(self) -> None:
        self._asking = False
        self.board.setFocus()  # otherwise the button that ends the run would have it
        for board in (self.boards.chess, self.boards.morris):
            board.set_destinations(())
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
        accessible.announce(self, f"{self.headline.text()}. {self.remark.text()}")

    def _show_wrong(self, decisions: Sequence[Decision]) -> None:
        while (item := self.wrong.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for made in decisions:
            text = f"{table_title(made.puzzle.ending)}: {decision_words(made)}"
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
    rules = game(puzzle.game)
    board: Board = rules.board(puzzle.fen)
    return localize(rules.notation(board, rules.parse_move(board, text)))
