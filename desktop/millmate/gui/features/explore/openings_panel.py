"""The openings of morris: the moves of the position on the board, a tree to walk."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.errors import MillMateError
from millmate.games.catalogue import Position
from millmate.games.morris.openings import opening_of
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import STANDARD
from millmate.games.value import MORRIS_TERMS, Form
from millmate.games.value import words as value_words
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital, error_sentence
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.lists import list_view
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.language import count, mark, tr

if TYPE_CHECKING:
    from millmate.tablebase.holding import Holding
    from millmate.tablebase.morris.openings import OpeningMove
    from millmate.tablebase.morris.probe import MorrisTablebase


def _alike(row: OpeningMove) -> str:
    return str(row.alike) if row.alike > 1 else ""


def _of_draws(text: Callable[[Holding], str]) -> Callable[[OpeningMove], str]:
    """Return the text of a move's draw, "" if it is not a draw or not known yet."""
    return lambda row: "" if row.holding is None else text(row.holding)


def _twice(held: Holding) -> str:
    return "" if held.twice is None else f"{held.percent} %"


def _replies(held: Holding) -> str:
    return tr("{n} of {all}", n=held.holding, all=held.replies)


def _columns() -> tuple[Column[OpeningMove], ...]:
    words = _of_draws(lambda held: held.text)
    return (
        Column(mark("Move"), lambda row: row.text),
        Column(mark("Point"), lambda row: row.point),
        Column(
            mark("Alike"), _alike, numeric=True,
            tip=mark("Number of moves that are the same by the symmetry of the board"),
        ),
        Column(mark("Result"), lambda row: value_words(row.value, MORRIS_TERMS, form=Form.MOVE)),
        Column(
            mark("Hold"), _of_draws(_replies), numeric=True, hint=words,
            tip=mark("Of the opponent's replies, how many hold the draw"),
        ),
        Column(
            mark("Twice"), _of_draws(_twice), numeric=True, hint=words,
            tip=mark("How often two random replies in a row hold the draw"),
        ),
    )  # fmt: skip


class OpeningsModel(TableModel["OpeningMove"]):
    """The moves of the position shown, those alike by symmetry as one."""

    def __init__(self) -> None:
        super().__init__(_columns())

    def row_of(self, text: str) -> int:
        """Return the row of the move `text`, or -1."""
        return next((n for n, row in enumerate(self.rows) if row.text == text), -1)


_NOTHING = "\N{NO-BREAK SPACE}"


class _Found(NamedTuple):
    """The facts known about a position so far; `headline` is its verdict."""

    fen: str
    headline: str
    moves: tuple[OpeningMove, ...]
    last: bool = False


class _Step(NamedTuple):
    """A move of the line shown, and the position it leads to."""

    move: str
    fen: str


class OpeningsPanel(QWidget):
    """Emits `position_chosen` with a `Position` to show on the board.

    `drill_wanted` carries the FEN of a position to be held; `build_wanted` asks for the tables.
    """

    position_chosen = Signal(object)
    drill_wanted = Signal(str)
    build_wanted = Signal()

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self._directory = directory
        self._tables: MorrisTablebase | None = None
        self._task = Latest()
        self._drawing = Latest()  # a drill
        self._in_vain = False  # none was found here
        self._rules = MORRIS
        self._start, self._steps = MORRIS.start_fen, list[_Step]()
        self._shown = ""  # the position whose moves are listed, or being looked up
        self.line, self.opening = WrappedLabel(), theme.muted()
        self.headline = Label()
        theme.heading(self.headline)
        self.opening.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.model = OpeningsModel()
        self.view = list_view(self.model, mark("Moves of the opening"), 1, self._play)
        self.note = theme.muted()
        self.note.setWordWrap(True)
        self._make_buttons()
        self._lay_out()
        translator.changed.connect(self._retranslate)

    def _make_buttons(self) -> None:
        self.back = push_button(mark("&Back"), self.go_back, tip=mark("Take the last move back"))
        self.empty = push_button(
            mark("E&mpty board"), self.go_to_start, tip=mark("Start with the first placement")
        )
        tip = mark("Train a drawn position of this opening in which few replies hold")
        self.drill = push_button(mark("&Drill from here"), self._draw_drill, tip=tip)
        self.build = push_button(mark("Build the tables…"), self.build_wanted)

    def _lay_out(self) -> None:
        buttons = hbox(self.back, self.empty, None, self.drill, spacing=theme.GRID // 2)
        vbox(
            *(self.line, hbox(self.headline, (self.opening, 1)), (self.view, 1)),
            *(self.note, hbox(self.build, None), buttons),
            within=self,
        )

    def show_board(self, rules: MorrisRules, fen: str) -> None:
        """Show the moves of a position of a game that has tables; keep a line that leads to it.

        The list is empty once all stones are placed, or if the position is impossible.
        """
        same, self._rules = rules.variant == self._rules.variant, rules
        if fen == self._shown and same:
            return
        if not same:
            self._start, self._steps = rules.start_fen, []
            self._show_line()
        self.drill.setVisible(rules.variant == STANDARD)  # the trainer has no variants
        try:
            placing = any(rules.board(fen).hand)
        except MillMateError as error:
            self._show_nothing(error_sentence(error))
            return
        self._follow(fen)
        if placing:
            self._look_up(fen)
        else:
            self._show_nothing(tr("All stones have been placed: the opening is over."))

    def _show_nothing(self, reason: str) -> None:
        self._shown = ""
        self._stop()
        self.model.show(())
        self.headline.setText(_NOTHING)
        self.drill.setEnabled(False)
        self._say(reason)

    def _follow(self, fen: str) -> None:
        """Keep the line if it contains `fen`, or a move leads there from its end."""
        fens = [self._start, *(step.fen for step in self._steps)]
        if fen in fens:
            del self._steps[fens.index(fen) :]
        elif move := _move_between(self._rules, fens[-1], fen):
            self._steps.append(_Step(move, fen))
        else:
            self._start, self._steps = fen, []
        self._show_line()

    def _show_line(self) -> None:
        from_empty = self._start == self._rules.start_fen
        start = tr("The empty board") if from_empty else tr("The position on the board")
        moves = " ".join(step.move for step in self._steps)
        self.line.setText(("" if from_empty else "… ") + moves if moves else start)
        board = self._rules.board(self._fen)
        self.opening.setText(opening_of(board))
        at_start = self._fen == self._rules.start_fen
        for button, usable in (self.back, bool(self._steps)), (self.empty, not at_start):
            if button.hasFocus() and not usable:
                self.view.setFocus()  # the next widget would be in the bar of pages
            button.setEnabled(usable)

    @property
    def _fen(self) -> str:
        return self._steps[-1].fen if self._steps else self._start

    @Slot(QModelIndex)
    def _play(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        board = self._rules.board(self._fen)
        move = self.model.row_at(index).move
        if board.is_legal(move):  # the list may be that of the position before
            board.push(move)
            self.position_chosen.emit(Position(self._rules, board.fen()))

    @Slot()
    def go_back(self) -> None:
        """Show the position before the last move of the line."""
        if self._steps:
            before = self._steps[-2].fen if len(self._steps) > 1 else self._start
            self.position_chosen.emit(Position(self._rules, before))

    @Slot()
    def go_to_start(self) -> None:
        """Show the empty board."""
        self.position_chosen.emit(Position(self._rules, self._rules.start_fen))

    def refresh(self) -> None:
        """Look the position up again: there may be other tables."""
        if self._shown:
            self._look_up(self._shown)

    def _look_up(self, fen: str) -> None:
        self._stop()
        self._shown, self._in_vain = fen, False
        self.model.show(())
        self.headline.setText(_NOTHING)
        self._say(tr("Looking up the moves…"))
        self.drill.setEnabled(False)
        find = partial(self._find, self._rules, fen)
        self._task.start(find, progress=self._show_found, failed=self._show_trouble)

    def _opened(self) -> MorrisTablebase:
        from millmate.tablebase.morris.probe import MorrisTablebase

        if self._tables is None:
            self._tables = MorrisTablebase(self._directory)
        self._tables.refresh_if_changed()
        return self._tables

    def _find(
        self,
        rules: MorrisRules,
        fen: str,
        found: Callable[[object], None],
        stopped: Callable[[], bool],
    ) -> None:
        """Find the moves, then how hard their draws are, then over two moves (in a thread)."""
        from millmate.tablebase.holding import Stopped
        from millmate.tablebase.morris.openings import Openings

        board, tables = rules.board(fen), self._opened()
        openings = Openings(tables, stopped)
        headline = value_words(tables.probe(board), MORRIS_TERMS, board.turn, Form.HEADLINE)
        moves = openings.moves(board)
        found(_Found(fen, headline, tuple(moves)))
        try:
            moves = openings.judged(board, moves)
            found(_Found(fen, headline, tuple(moves)))
            moves = openings.judged(board, moves, twice=True)
            found(_Found(fen, headline, tuple(moves), last=True))
        except Stopped:
            return

    @Slot(object)
    def _show_found(self, found: _Found) -> None:
        if found.fen != self._shown:
            return
        chosen = self.view.currentIndex()
        move = self.model.row_at(chosen).text if chosen.isValid() else ""
        self.headline.setText(capital(found.headline))
        self.model.show(found.moves)
        row = self.model.row_of(move) if chosen.row() > 0 else 0  # the first stays the first
        self.view.setCurrentIndex(self.model.index(max(row, 0), 0))
        drawn = sum(each.value.wdl == 0 for each in found.moves)
        self.drill.setEnabled(drawn > 0 and not self._drawing.running)
        all_moves = sum(each.alike for each in found.moves)
        words = count(all_moves, "{n} move", "{n} moves")
        different = len(found.moves)
        words = tr("{moves}, {n} of them essentially different", moves=words, n=different)
        if not self._in_vain:
            self._say("" if not found.moves else words if found.last else f"{words} …")

    @Slot(object)
    def _show_trouble(self, error: Exception) -> None:
        from millmate.tablebase.verdict import MissingTableError

        missing = isinstance(error, MissingTableError)
        lack = tr("The openings need all tables of this game.")
        self._say(lack if missing else error_sentence(error), build=missing)

    def _say(self, text: str, build: bool = False) -> None:
        self.note.setText(text)
        self.build.setVisible(build)

    @Slot()
    def _draw_drill(self) -> None:
        fen = self._fen
        self.drill.setEnabled(False)
        self._drawing.start(
            lambda _, stopped: self._drawn(fen, stopped),
            done=self._begin,
            failed=self._show_trouble,
        )

    def _drawn(self, fen: str, stopped: Callable[[], bool]) -> str:
        """Return the FEN of a drill, "" if none was met (in a thread)."""
        from millmate.tablebase.holding import Stopped
        from millmate.tablebase.morris.openings import Openings

        try:
            found = Openings(self._opened(), stopped).drill(MORRIS.board(fen), random.Random())
        except Stopped:
            return ""
        return "" if found is None else found.fen()

    @Slot(object)
    def _begin(self, fen: str) -> None:
        self.drill.setEnabled(True)
        self._in_vain = not fen
        if fen:
            self.drill_wanted.emit(fen)
        else:
            self._say(tr("No difficult draw was found after this position; try again."))

    @Slot()
    def _retranslate(self) -> None:
        self._show_line()
        self.refresh()

    def _stop(self) -> None:
        self._task.drop()
        self._drawing.drop()

    def close_tables(self) -> None:
        """Stop looking up, and close the files."""
        self._stop()
        if self._tables is not None:
            self._tables.close()


def _move_between(rules: MorrisRules, before: str, after: str) -> str:
    """Return the move that leads from one position to another, "" if none does."""
    try:
        board = rules.board(before)
    except MillMateError:
        return ""
    for move in board.legal_moves:
        board.push(move)
        found = board.fen()
        board.pop()
        if found == after:
            return rules.text(move)
    return ""
