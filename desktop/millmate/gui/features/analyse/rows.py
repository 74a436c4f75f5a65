"""Findings for display: a row for each line, found by a search or in a table, and its button."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
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
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from millmate.games.chess.piece_letters import localize
from millmate.gui.features.analyse.findings import Findings, FoundLine
from millmate.gui.kit import theme
from millmate.gui.shell.play.thought_words import distance_words, figure, figures, worth_words
from millmate.gui.shell.probe.answer import Answer
from millmate.language import tr
from millmate.play.accuracy import expected_share
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
        return f"{self.figure}, {self.words}: {self.line}"


def rows_of(findings: Findings, chess: bool) -> tuple[Row, ...]:
    return tuple(_row(findings, line, chess) for line in findings.lines)


def rows_by_table(answer: Answer, count: int) -> tuple[Row, ...]:
    """Return rows for the `count` best moves of a table's answer."""
    found = answer.moves[:count] if answer.covered else ()
    return tuple(
        Row(move.words, "exact", localize(move.notation), move.text, (move.text,)) for move in found
    )


def effort(findings: Findings) -> str:
    """Return the depth and the nodes of the search."""
    infos = [line.info for line in findings.lines]
    return figures(max(infos, key=lambda info: info.nodes)) if infos else ""


def share(score: Score, mover: bool) -> float:
    """Return White's expected share of the point, from 0 to 1."""
    own = expected_share(score)
    return own if mover else 1 - own


def brief_of(findings: Findings) -> str:
    """Return the best score from White's side, abbreviated: `+0.6`, `-12`, `#-5`."""
    if not findings.lines:
        return ""
    score, mover = findings.lines[0].info.score, findings.mover
    if score.mate is not None:
        return figure(score, mover)
    worth = (score.centipawns or 0) * (1 if mover else -1) / 100
    return f"{worth:+.1f}" if abs(worth) < 9.95 else f"{worth:+.0f}"


def exact_share(answer: Answer, mover: bool) -> float:
    """Return White's share of the point by a table."""
    wdl = (answer.moves[0].wdl if answer.moves else 0) or 0
    sure = 0.25 if answer.open else 0.5
    return 0.5 + sure * (wdl if mover else -wdl)


def numbered(notation: Iterable[str], ply: int) -> str:
    """Return moves with move numbers, the first after `ply` plies: `1… e5 2. Nf3`."""
    words = []
    for at, move in enumerate(notation, start=ply):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.")
        elif at == ply:
            words.append(f"{at // 2 + 1}…")
        words.append(move)
    return " ".join(words)


def _row(findings: Findings, line: FoundLine, chess: bool) -> Row:
    score, mover = line.info.score, findings.mover
    words = worth_words(score, mover, chess)
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
        """Return which move of the line stands at `point`, the first one if none does."""
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
