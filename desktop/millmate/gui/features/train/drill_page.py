"""A drill in words, with its hints, and the page that shows it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import chess
from PySide6.QtCore import QModelIndex, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QTableView,
    QWidget,
)

from millmate.games.catalogue import Position, game
from millmate.games.chess.piece_letters import localize
from millmate.games.value import Form, Value
from millmate.games.value import words as value_words
from millmate.gui.boards.state import Arrow
from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import push_button, scrolling, vbox
from millmate.gui.shell.game_view import GameView
from millmate.gui.shell.play.player_choice import clock_words
from millmate.language import count, mark, number, tr
from millmate.play.by_game import PLACING
from millmate.play.game_summary import of_drill
from millmate.play.trainer.drill import Drill, DrillResult, DrillSpec, End, Goal, GradedMove
from millmate.play.trainer.exam import Exam, Grade, Mark, Option
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from millmate.play.trainer.repetition import Repetition


_PIECES = {
    chess.KING: mark("The king on {square} moves."),
    chess.QUEEN: mark("The queen on {square} moves."),
    chess.ROOK: mark("The rook on {square} moves."),
    chess.BISHOP: mark("The bishop on {square} moves."),
    chess.KNIGHT: mark("The knight on {square} moves."),
    chess.PAWN: mark("The pawn on {square} moves."),
}
_PARTS = {
    "outer ring": mark("The stone belongs on the outer ring."),
    "middle ring": mark("The stone belongs on the middle ring."),
    "inner ring": mark("The stone belongs on the inner ring."),
    "centre": mark("The stone belongs in the centre."),
}
_CORNER = mark("The stone belongs in a corner.")
_SIDE = mark("The stone belongs in the middle of a side.")


def which_man(position: Position, text: str) -> str:
    """Return which man makes the move `text`, or roughly where a stone is to be placed."""
    board = position.board()
    return _MAN[position.game.kind](board, position.game.parse_move(board, text))


def _piece(board: Any, move: Any) -> str:
    square = chess.square_name(move.from_square)
    return tr(_PIECES[board.piece_type_at(move.from_square)], square=square)


def _stone(board: Any, move: Any) -> str:
    if move.origin is not None:
        return tr("The stone on {point} moves.", point=board.lines.names[move.origin])
    part = board.lines.parts[move.target // 8]
    return tr(_PARTS.get(part.name) or (_SIDE if move.target % 2 else _CORNER))


_MAN = {"chess": _piece, "morris": _stone}


def best_move(notation: str) -> str:
    """Return the move itself, as a sentence."""
    return tr("Best: {move}.", move=localize(notation))


def point(view: GameView, text: str, mover: bool, *, whole: bool) -> None:
    """Draw the move `text` on the board, or if not `whole`, a ring around the man that makes it."""
    arrows = view.arrows_of(text, mover, 1.0)
    if whole:
        view.board.set_arrows(arrows)
    elif arrows[0].origin is not None:
        view.board.set_arrows((Arrow(None, arrows[0].origin),))


_ENDS = {
    End.WON: mark("Won"),
    End.CONVERTED: mark("Done: you kept the win in a simpler ending"),
    End.HELD: mark("Held"),
    End.THROWN: mark("Thrown away"),
    End.DRAWN: mark("Only a draw"),
    End.LOST: mark("Lost"),
    End.OUT_OF_TIME: mark("Failed: your time ran out"),
    End.GIVEN_UP: mark("Given up"),
    End.LEFT: mark("Not finished"),
}
_MOODS = {Mark.KEPT: 1, Mark.SLOWER: 0, Mark.THROWN: -1}
SIGNS = {Mark.KEPT: "✓", Mark.SLOWER: "~", Mark.THROWN: "✗"}


def _until(spec: DrillSpec) -> str:
    if spec.table.startswith(("morris:ply", PLACING)):
        return tr("until all stones are placed")
    return spec.goal.aim.until(spec)


def _about(drill: Drill) -> str:
    """Return the table of the position and when the drill ends."""
    parts = [table_title(drill.spec.table), _until(drill.spec)]
    if drill.repeated:
        parts.insert(0, tr("Repetition"))
    if control := drill.spec.control:
        parts.append(clock_words(control))
    return " · ".join(parts)


# --- grades ---------------------------------------------------------------------------------------


def grade(graded: Grade, spec: DrillSpec) -> str:
    """Describe the effect of a move: `Kept: mate in 11`, `Thrown away: draw`."""
    now = _now(graded.played, spec.game)
    if graded.mark is Mark.THROWN:
        return tr("Thrown away: {now}", now=now)
    kept = spec.goal.aim.kept.get(graded.played.wdl)
    if kept is None:
        return now
    if graded.mark is Mark.SLOWER:
        return tr("{slower}: {now}", slower=short_grade(graded), now=now)
    return tr(kept, now=now)


def better(graded: Grade, kind: str) -> str:
    """Return the better move, or that it was the only one, or ""."""
    if graded.mark is Mark.KEPT:
        return tr("It was the only move.") if graded.only else ""
    move, goal = localize(graded.best.notation), Goal.of(graded.best.wdl)
    if graded.mark is Mark.SLOWER:
        return tr("{move} was quicker: {now}.", move=move, now=_now(graded.best, kind))
    return tr(goal.aim.better, move=move) if goal else ""


def short_grade(graded: Grade) -> str:
    """Return a grade in a word or two, for a list."""
    if graded.mark is Mark.THROWN:
        return tr("thrown away")
    if graded.mark is Mark.SLOWER:
        return count(graded.lost, "{n} ply slower", "{n} plies slower")
    return tr("only move") if graded.only else tr("kept")


def _now(option: Option, kind: str) -> str:
    """Return the state after a move, from the view of the player who made it."""
    terms, plies = game(kind).terms, option.plies
    if option.wdl > 0 and plies is not None:
        return tr(terms.at_once) if plies == 1 else tr(terms.wins_in, n=plies // 2)
    return value_words(Value(option.wdl, plies), terms, form=Form.MOVE)


# --- hints ----------------------------------------------------------------------------------------

HINTS = 3


def _hint(exam: Exam, step: int) -> str:
    """Return the hint of a step: the result at stake, the piece, the move."""
    if step == 1:
        return _stake(exam)
    best = exam.options[0]
    if step == 2:
        return which_man(exam.position, best.text)
    others = len(exam.best) - 1
    said = best_move(best.notation)
    if others:
        said += " " + count(others, "{n} other is as good.", "{n} others are as good.")
    return said


def _stake(exam: Exam) -> str:
    goal = Goal.of(exam.wdl)
    if goal is None:
        return tr("Nothing left to keep")
    keeping, every = len(goal.aim.keeping(exam)), len(exam.options)
    share = tr("{n} of {every} moves keep it.", n=keeping, every=every)
    if keeping == 1:
        share = tr("Only one of {every} moves keeps it.", every=every)
    stake = goal.aim.stakes.get(exam.position.game.kind)
    if stake is None or exam.plies is None:
        return f"{tr(goal.aim.stake)} {share}"
    plies = count(exam.plies, "{n} ply", "{n} plies")
    return f"{tr(stake, n=(exam.plies + 1) // 2, plies=plies)} {share}"


# --- the end --------------------------------------------------------------------------------------


_RESULTS = {End.WON: 1, End.HELD: 0, End.DRAWN: 0, End.LOST: -1}


def _end(drill: Drill, end: End) -> str:
    """Return a headline for the end of a drill: `You won in 14 moves, 2 more than perfect`."""
    moves = (*drill.standing, *drill.moves)
    if moves and end in _RESULTS:
        return of_drill(moves, _RESULTS[end]).words
    return tr(_ENDS[end])


def _summary(result: DrillResult) -> str:
    """Return the numbers of kept, slower and thrown-away moves, and the accuracy."""
    if not result.moves:
        return tr("No move was graded.")
    kept, slower = result.count(Mark.KEPT), result.count(Mark.SLOWER)
    parts = [tr("{n} kept", n=kept)]
    if slower:
        lost = count(result.lost, "{n} ply lost", "{n} plies lost")
        parts.append(tr("{n} slower ({lost})", n=slower, lost=lost))
    if thrown := result.count(Mark.THROWN):
        parts.append(tr("{n} thrown away", n=thrown))
    if result.hints:
        parts.append(count(result.hints, "{n} hint", "{n} hints"))
    if result.unveiled:
        parts.append(tr("verdict revealed"))
    parts.append(tr("accuracy {share}", share=percent(result.accuracy)))
    return " · ".join(parts)


def percent(share: float | None) -> str:
    """Return a share from 0 to 1 in percent, or a dash for None."""
    return "–" if share is None else tr("{n} %", n=number(100 * share))


def _when(repetition: "Repetition", now: datetime) -> str:
    """Return when a position is repeated: "in 10 minutes", "tomorrow", "in 4 days"."""
    left = repetition.due - now
    if left.total_seconds() <= 60:
        return tr("now")
    if left.days < 1 and left.total_seconds() < 12 * 3600:
        minutes = max(1, round(left.total_seconds() / 60))
        if minutes < 90:
            return count(minutes, "in {n} minute", "in {n} minutes")
        return count(round(minutes / 60), "in {n} hour", "in {n} hours")
    days = max(1, round(left.total_seconds() / 86400))
    return count(days, "in {n} day", "in {n} days")


# --- the page ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """Texts and buttons of the page."""

    goal: str = ""
    about: str = ""
    told: str = ""
    more: str = ""
    mood: int = 0
    hint: str = ""
    hints: bool = False
    veiled: bool = False
    over: bool = False
    retry: bool = False
    showable: bool = False
    showing: bool = False


def under_way(drill: Drill, last: GradedMove | None, exam: Exam | None, veiled: bool) -> Shown:
    """Return the contents while the drill is running.

    `last` is the latest graded move, `exam` that of the position in which the person is to move.
    """
    shown = Shown(
        tr(drill.spec.goal.aim.tasks[drill.side]),
        _about(drill),
        tr("Your move: play it on the board."),
        hint=_hints(drill, exam),
        hints=exam is not None,
        veiled=veiled,
        showable=True,
    )
    if last is None:
        return shown
    if drill.spec.at_end:
        return replace(shown, told=tr("Grades are shown at the end."))
    more = better(last.grade, drill.spec.game)
    return replace(shown, told=_graded(drill, last), more=more, mood=_MOODS[last.grade.mark])


def ended(drill: Drill, result: DrillResult, again: str, on_board: bool, showing: bool) -> Shown:
    """Return the contents after the end of the drill.

    `again` says when it is repeated, `on_board` whether its game is still on the board, `showing`
    whether the best line is being played.
    """
    more = [_summary(result)]
    headline = _end(drill, result.end)
    last = drill.moves[-1] if drill.moves else None
    if last is not None and last.grade.mark is Mark.THROWN and result.end is not End.OUT_OF_TIME:
        more.insert(0, better(last.grade, drill.spec.game))
        headline = _graded(drill, last)
    if again:
        more.append(again)
    return Shown(
        tr(drill.spec.goal.aim.tasks[drill.side]),
        _about(drill),
        tr("The best line is being played on the board.") if showing else headline,
        "\n".join(more),
        1 if result.done else -1 if result.failed else 0,
        over=True,
        retry=on_board and not (result.done and not result.lost),
        showable=on_board,
        showing=showing,
    )


def again(result: DrillResult, failed: "Iterable[Repetition]", now: datetime) -> str:
    """Return when the positions of a drill are repeated, or "".

    `failed` are all failed positions, the next one due first; `now` is the time in UTC.
    """
    from millmate.play.trainer.repetition import position_of

    known = {position_of(fen) for fen in (result.start, *result.failed)}
    coming = next((each for each in failed if each.fen in known), None)
    return "" if coming is None else tr("It will be repeated {when}.", when=_when(coming, now))


def added(fresh: int, known: int) -> str:
    """Return how many positions of games became drills, and how many were drills already."""
    if not fresh:
        return tr("These positions are among your drills already.")
    text = count(
        fresh,
        "{n} position was added to your drills and is due now.",
        "{n} positions were added to your drills and are due now.",
    )
    more = count(known, "{n} more was there already.", "{n} more were there already.")
    return f"{text} {more}" if known else text


def _graded(drill: Drill, move: GradedMove) -> str:
    notation = localize(move.grade.played.notation)
    return f"{SIGNS[move.grade.mark]} {notation}  {grade(move.grade, drill.spec)}"


def _hints(drill: Drill, exam: Exam | None) -> str:
    if exam is None:
        return ""
    steps = drill.hints.get(exam.position.text, 0)
    return "\n".join(_hint(exam, step) for step in range(1, steps + 1))


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move; it may be `taken_back`, and its grade is withheld unless it is `graded`."""

    move: GradedMove
    spec: DrillSpec
    taken_back: bool
    graded: bool


def _move(row: MoveRow) -> str:
    text = f"{row.move.ply // 2 + 1}. {localize(row.move.grade.played.notation)}"
    return tr("{move} (taken back)", move=text) if row.taken_back else text


def _grade(row: MoveRow) -> str:
    if not row.graded:
        return tr("at the end")
    return f"{SIGNS[row.move.grade.mark]} {short_grade(row.move.grade)}"


def _row_hint(row: MoveRow) -> str:
    if not row.graded:
        return ""
    graded, spec = row.move.grade, row.spec
    return "\n".join(filter(None, (grade(graded, spec), better(graded, spec.game))))


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
        hint=_row_hint,
        colour=lambda row: theme.colours().muted if row.taken_back else None,
    ),
    Column(mark("Grade"), _grade, hint=_row_hint, colour=_grade_colour),
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
        self.hint = push_button(
            mark("&Hint"), tip=mark("First the result at stake, then the piece, then the move")
        )
        self.unveil = push_button(
            mark("Show the &verdict"), tip=mark("Show the verdict of the tables; counts as help")
        )
        self.show_me = push_button(
            mark("Show &me"), tip=mark("Play the best line from here on the board")
        )
        self.retry = push_button(
            mark("From the &slip"), tip=mark("Go on from the move that cost most")
        )
        self.repeat = push_button(mark("A&gain"), tip=mark("Start again from the same position"))
        self.next = push_button(mark("Ne&xt ending"), tip=mark("Draw another position"))
        self.leave = push_button(mark("Other dri&ll"), tip=mark("Choose what to drill"))
        theme.primary(self.next)

    def _lay_out(self) -> None:
        self._card, inner, grid = QFrame(), QWidget(), QGridLayout()
        self._card.setProperty("card", True)
        margins = (2 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        vbox(
            self.told, self.more, self.hint_text,
            within=self._card, spacing=theme.GRID // 2, margins=margins,
        )  # fmt: skip
        vbox(self.goal, self.about, self._card, (self.view, 1), None, within=inner)
        self._area = scrolling(inner)
        self._area.setMinimumHeight(12 * theme.GRID)  # the grade, above the graph
        grid.setSpacing(theme.GRID)
        rows = (self.hint, self.unveil), (self.retry, self.repeat), (self.show_me, self.leave)
        for row, pair in zip((0, 0, 1), rows, strict=True):  # of the first two, one is shown
            for column, button in enumerate(pair):
                grid.addWidget(button, row, column)
        grid.addWidget(self.next, 2, 0, 1, 2)
        self._whole = vbox((self._area, 1), grid, within=self, margins=(0, theme.GRID, 0, 0))
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(True)

    def put_graph(self, graph: QWidget) -> None:
        """Put the graph of the drill's game above the buttons."""
        self._whole.insertWidget(1, graph)

    # --- display -----------------------------------------------------------------------------

    def show_all(self, shown: Shown) -> None:
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
