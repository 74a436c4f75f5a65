"""The analysis panel with the lines found."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from millmate.formatting import titled
from millmate.games.chess.piece_letters import localize
from millmate.gui.features.analyse.engine_worker import (
    OWN,
    Findings,
    FoundLine,
    distance_words,
    figure,
    figures,
    worth_words,
)
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import ComboBox, SpinBox, hbox, tool_button, vbox
from millmate.gui.shell.probe.answer import Answer
from millmate.language import count, mark, tr
from millmate.play.evaluation import expected_share
from millmate.players.engine_recipe import EngineRecipe
from millmate.records.line import numbered
from millmate.search.limits import Score

_PAD = theme.GRID // 2


@dataclass(frozen=True, slots=True)
class Row:
    """A line: its score in figures and in words, and its moves.

    `move` is the first move in UCI notation, `moves` are all of them.
    """

    figure: str
    words: str
    line: str
    move: str
    moves: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return titled(f"{self.figure}, {self.words}", self.line)


def rows_of(findings: Findings, kind: str) -> tuple[Row, ...]:
    return tuple(_row(findings, line, kind) for line in findings.lines)


def rows_by_table(answer: Answer, count: int) -> tuple[Row, ...]:
    """Return rows for the `count` best moves of a table's answer."""
    found = answer.moves[:count] if answer.covered else ()
    return tuple(
        Row(move.words, "exact", localize(move.notation), move.text, (move.text,)) for move in found
    )


def effort_of(findings: Findings) -> str:
    """Return the depth and the nodes of the search."""
    infos = [line.info for line in findings.lines]
    return figures(max(infos, key=lambda info: info.nodes)) if infos else ""


def mover_share(score: Score, mover: bool) -> float:
    """Return White's expected share of the point, from 0 to 1."""
    own = expected_share(score)
    return own if mover else 1 - own


def _row(findings: Findings, line: FoundLine, kind: str) -> Row:
    score, mover = line.info.score, findings.mover
    words = worth_words(score, mover, kind)
    plies = distance_words(score)
    words = f"{words} ({plies})" if plies else words
    return Row(
        figure(score, mover),
        tr("{words} · depth {depth}", words=words, depth=line.info.depth),
        localize(numbered(line.notation, findings.ply)),
        line.texts[0],
        line.texts,
    )


class LineRow(QAbstractButton):
    """Shows a row or nothing; `pointed` is emitted when mouse or keyboard enter or leave.

    A click or Space emits the first move as `chosen`. Shift+click, Insert and the menu emit all
    moves as `insert_wanted`, to insert the line into the game.
    """

    pointed = Signal(bool)
    chosen = Signal(str)
    insert_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row: Row | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self._choose)
        self.show_row(None)

    def show_row(self, row: Row | None) -> None:
        self.row = row
        self.setEnabled(row is not None)
        self.setAccessibleName(row.text if row else tr("No line yet"))
        self.setToolTip(self._tip(row) if row else "")
        shape = Qt.CursorShape.PointingHandCursor if row else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        self.update()

    @staticmethod
    def _tip(row: Row) -> str:
        return tr(
            "{text}\nClick to play the first move; Shift+click to insert the line as a variation.",
            text=row.text,
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Insert the line with Shift, or else press the button."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if shift and event.button() == Qt.MouseButton.LeftButton:
            self._insert()
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Insert:
            self._insert()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.row is not None:
            menu = QMenu(self)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.addAction(tr("Play the first move"), self.click)
            menu.addAction(tr("Insert this line as a variation"), self._insert)
            menu.popup(event.globalPos())

    def _choose(self) -> None:
        if self.row is not None:
            self.chosen.emit(self.row.move)

    def _insert(self) -> None:
        if self.row is not None:
            self.insert_wanted.emit(self.row.moves)

    def move_at(self, point: QPoint) -> int:
        """Return which move of the line is at `point`, or the first one."""
        if self.row is None or point.y() < self.height() / 2:
            return 0
        metrics, found, before = self.fontMetrics(), -1, ""
        for word in self.row.line.split(" "):
            found += not word[0].isdigit()  # else it is the number of a move
            before += word + " "
            if point.x() < _PAD + metrics.horizontalAdvance(before):
                return max(found, 0)
        return 0

    @property
    def points(self) -> bool:
        """Whether the mouse or the keyboard focus is here."""
        return self.underMouse() or self.hasFocus()

    def sizeHint(self) -> QSize:
        return QSize(200, 2 * self.fontMetrics().lineSpacing() + 2 * _PAD)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Emit that the mouse has entered."""
        super().enterEvent(event)
        self._emit_pointed(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Emit that the mouse has left."""
        super().leaveEvent(event)
        self._emit_pointed(self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Emit that the keyboard focus has come."""
        super().focusInEvent(event)
        self._emit_pointed(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Emit that the keyboard focus has gone."""
        super().focusOutEvent(event)
        self._emit_pointed(self.underMouse())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the score, its description and the moves."""
        if self.row is None:
            return
        scheme, row = theme.colours(), self.row
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            if self.points:
                painter.setBrush(QColor(scheme.window))
                painter.setPen(QPen(QColor(scheme.accent if self.hasFocus() else scheme.line), 1))
                painter.drawRoundedRect(area, _PAD, _PAD)
            inner = area.adjusted(_PAD, _PAD, -_PAD, -_PAD)
            line = self.fontMetrics().lineSpacing()
            above = QRectF(inner.left(), inner.top(), inner.width(), line)
            used = _write(painter, above, row.figure, _bold(self.font()), scheme.text)
            rest = above.adjusted(used + theme.GRID, 0, 0, 0)
            _write(painter, rest, row.words, self.font(), scheme.muted)
            _write(painter, above.translated(0, line), row.line, self.font(), scheme.text)

    def _emit_pointed(self, here: bool) -> None:
        self.update()
        self.pointed.emit(here)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _write(painter: QPainter, room: QRectF, text: str, font: QFont, colour: str) -> float:
    """Write `text`, elided if need be, and return its width."""
    painter.setFont(font)
    painter.setPen(QColor(colour))
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(int(room.width()), 0))
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(room, flags, shown)
    return float(metrics.horizontalAdvance(shown))


MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """The contents of the panel: a table's verdict, rows, the depth reached, a notice.

    `remedy` is the text of the button beside the notice, or "".
    """

    exact: str = ""
    rows: tuple[Row, ...] = ()
    effort: str = ""
    notice: str = ""
    remedy: str = ""


class AnalysisPanel(QFrame):
    """Shows lines; `pointed` emits the row under the mouse or None, `chosen` a move.

    `insert_wanted` emits the moves of a line in UCI notation.
    """

    engine_chosen = Signal(str)
    lines_chosen = Signal(int)
    pointed = Signal(object)
    chosen = Signal(str)
    insert_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        bind_text(self, name=mark("Analysis"))
        self.shown = Shown()
        self.engine = bind_text(
            ComboBox(),
            name=mark("Analysis engine"),
            tip=mark("The analysis engine; add others in Players > Engines"),
        )
        self.engine.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.lines = bind_text(
            SpinBox(), name=mark("Number of lines"), tip=mark("Number of best moves shown")
        )
        self.lines.setRange(1, MOST_LINES)
        insert = mark("Insert the best line as a variation")
        self.insert = tool_button("insert", self._insert_best, tip=insert, name=insert)
        copy = mark("Copy the analysis as text")
        self.copy = tool_button("copy", tip=copy, name=copy)
        self.exact = Label()
        self.exact.setWordWrap(True)
        bind_text(self.exact, tip=mark("Proved by a table of all positions, not estimated"))
        self.notice = theme.muted()
        self.remedy = QPushButton()
        self.effort = theme.muted("\N{NO-BREAK SPACE}")
        self.effort.setWordWrap(False)
        self.effort.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.rows = [LineRow() for _ in range(MOST_LINES)]
        self._lay_out()
        self._connect()
        translator.changed.connect(self._count_lines)
        self.set_engines(())
        self._lines_changed(self.lines.value())
        self.show_all(Shown())

    def _lay_out(self) -> None:
        half = theme.GRID // 2
        head = hbox((self.engine, 1), self.lines, self.insert, self.copy, spacing=half)
        said = hbox((self.notice, 1), self.remedy)
        self._scroll = _Rows(self.rows)
        vbox(
            head, self.exact, said, self._scroll, self.effort,
            within=self, spacing=half, margins=theme.GRID,
        )  # fmt: skip
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def _connect(self) -> None:
        self.engine.activated.connect(lambda _: self.engine_chosen.emit(self.engine.currentData()))
        self.lines.valueChanged.connect(self._lines_changed)
        for row in self.rows:
            row.pointed.connect(self._point)
            row.chosen.connect(self.chosen)
            row.insert_wanted.connect(self.insert_wanted)

    # --- choice ------------------------------------------------------------------------------

    def set_engines(self, recipes: Iterable[EngineRecipe], chosen: str | None = None) -> None:
        """Offer the built-in engine and these; select `chosen`, or keep the selection."""
        chosen = self.engine.currentData() if chosen is None else chosen
        self.engine.clear()
        self.engine.addItem(OWN, "")
        for recipe in recipes:
            self.engine.addItem(recipe.title, str(recipe))
        self.engine.setCurrentIndex(max(self.engine.findData(chosen), 0))

    # --- display -----------------------------------------------------------------------------

    def show_all(self, shown: Shown, anew: bool = False) -> None:
        """Show `shown`; update rows that have not changed only if `anew`."""
        self.shown = shown
        self.exact.setText(tr("Exact: {verdict}", verdict=shown.exact))
        self.exact.setVisible(bool(shown.exact))
        self.notice.setText(shown.notice)
        self.notice.setVisible(bool(shown.notice))
        self.remedy.setText(shown.remedy)
        self.remedy.setVisible(bool(shown.remedy))
        room = self.width() - 2 * theme.GRID
        elided = self.effort.fontMetrics().elidedText(
            shown.effort, Qt.TextElideMode.ElideRight, room
        )
        self.effort.setText(elided or "\N{NO-BREAK SPACE}")
        self.effort.setToolTip(shown.effort)
        self.effort.setVisible(bool(shown.effort or not shown.notice))  # keeps the height
        self._scroll.setVisible(bool(shown.rows or not shown.remedy))
        self.copy.setEnabled(bool(shown.rows or shown.exact))
        self.insert.setEnabled(bool(shown.rows))
        for row, widget in zip((*shown.rows, *(None,) * MOST_LINES), self.rows, strict=False):
            if anew or row != widget.row:
                widget.show_row(row)

    @property
    def pointed_row(self) -> Row | None:
        """The row under the mouse or the keyboard focus."""
        return next((row.row for row in self.rows if row.row and row.points), None)

    def _lines_changed(self, count: int) -> None:
        self._count_lines()
        self._scroll.set_count(count)
        self.lines_chosen.emit(count)

    @Slot()
    def _count_lines(self) -> None:
        self.lines.setSuffix(count(self.lines.value(), " line", " lines"))

    def _point(self) -> None:
        self.pointed.emit(self.pointed_row)

    def _insert_best(self) -> None:
        if self.shown.rows:
            self.insert_wanted.emit(self.shown.rows[0].moves)


class _Rows(QScrollArea):
    """Rows in a column that scrolls in low windows."""

    def __init__(self, rows: list[LineRow]) -> None:
        super().__init__()
        self._rows, self._count = rows, len(rows)
        inner = QWidget()
        vbox(*rows, None, within=inner, spacing=0)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setStyleSheet(
            "QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }"
        )

    def set_count(self, count: int) -> None:
        self._count = count
        for at, row in enumerate(self._rows):
            row.setVisible(at < count)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(200, self._count * self._rows[0].sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return three rows, since the panels below ask for more than they need."""
        return QSize(100, min(self._count, 3) * self._rows[0].sizeHint().height())
